"""What a rule book and a division allow in solutions and proofs, as far as logic needs to know it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from table.logic.wff import LETTERS

RULES = ("Ki", "Ko", "Ci", "Co", "Ai", "Ao", "Ni", "No", "Ei", "Eo", "Rp", "R")
"""The twelve rules of inference (III)."""
WITHOUT_SUBPROOFS = ("Co", "Ai", "Ki", "Ko", "Ei", "Eo", "Rp")
"""The seven of the Basic, Elementary and Middle Games (III-A)."""
WITH_SUBPROOFS = ("Ci", "Ao", "Ni", "No", "R")
"""What the Regular Game adds (III-B)."""

MOST_OF_A_LETTER = 14
"""There are 14 upper and 14 lower cubes, and one may show any letter of its set (I-B-1)."""

Challenge: TypeAlias = Literal["now", "impossible", "last-cube", "stop"]
CHALLENGES: tuple[Challenge, ...] = ("now", "impossible", "last-cube", "stop")


@dataclass(frozen=True)
class Terms:
    """The settings under which a solution is judged. The defaults are the Regular Game of 2019-20.

    `CITES` names the section behind each of them.
    """

    rules: frozenset[str] = frozenset(RULES)
    """The rules that may be used, whether spelled with cubes or stood for by an R cube."""
    spelled: frozenset[str] | None = None
    """Those that may be spelled with cubes; None means all of `rules`."""
    subproofs: bool = True
    top_line: Literal["must", "should"] = "should"
    rule_needed: bool = True
    premise_needed: bool = True
    one_line_subproofs: bool = True
    line_cited_twice: bool = True
    reiteration: Literal["explicit", "free"] = "explicit"

    def may_spell(self, rule: str) -> bool:
        """Whether the rule may be written with its own cubes."""
        return rule in (self.rules if self.spelled is None else self.spelled)


CITES = {
    "rules": "III-A, III-B",
    "spelled": "III-D; Essential Rules, dice in pool",
    "subproofs": "III-A note, III-B note",
    "top_line": "VII-B-2(a)",
    "rule_needed": "VII-B-2(d)",
    "premise_needed": "VII-B",
    "one_line_subproofs": "VII-B-2(f)",
    "line_cited_twice": "VII-B-2(g)",
    "reiteration": "VII-B-2(g)(h)",
}

REGULAR = Terms()
ELEMENTARY = Terms(rules=frozenset(WITHOUT_SUBPROOFS), subproofs=False)


def cubes_of(rule: str, wild: bool) -> str:
    """The cubes that name a rule: an R cube alone stands for any one whole rule (III-D)."""
    return "R" if wild else rule


class BadPositionError(ValueError):
    """Regions that cannot lie on a table; the message is one sentence that says why."""


@dataclass(frozen=True)
class Position:
    """The cubes where they lie when a solution is asked for: each region a string of letters.

    Only the goal's order counts. It need not be a WFF, for that is what an Impossible challenge may be about.
    """

    goal: str
    required: str = ""
    permitted: str = ""
    forbidden: str = ""
    resources: str = ""
    terms: Terms = REGULAR

    def __post_init__(self) -> None:
        """Raise BadPositionError for letters that are on no cube, or more cubes of a letter than a set has."""
        for region in ("goal", "required", "permitted", "forbidden", "resources"):
            for letter in getattr(self, region):
                if letter not in LETTERS:
                    raise BadPositionError(f"{letter!r} in {region} is on no cube")
        whole = self.goal + self.required + self.permitted + self.forbidden + self.resources
        for letter in LETTERS:
            if whole.count(letter) > MOST_OF_A_LETTER:
                raise BadPositionError(f"there are {whole.count(letter)} {letter}, and a set has 14 cubes")
