"""What a player hands in: a solution and its proof, as written, right or wrong."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from table.logic.terms import cubes_of


@dataclass(frozen=True)
class Premise:
    """A premise of a solution; `marks` are the indices of letters the writer marked as required cubes."""

    text: str
    marks: tuple[int, ...] = ()

    @property
    def cubes(self) -> str:
        return self.text


@dataclass(frozen=True)
class Named:
    """A rule of a solution: spelled with its cubes, or stood for by an R cube (III-D)."""

    rule: str
    wild: bool = False
    marks: tuple[int, ...] = ()

    @property
    def cubes(self) -> str:
        return cubes_of(self.rule, self.wild)

    def __str__(self) -> str:
        return f"R({self.rule})" if self.wild and self.rule != "R" else self.rule


@dataclass(frozen=True)
class Solution:
    """Premises and rule names, built from cubes (I-A)."""

    premises: tuple[Premise, ...]
    rules: tuple[Named, ...]

    @property
    def parts(self) -> tuple[Premise | Named, ...]:
        return (*self.premises, *self.rules)

    @property
    def cubes(self) -> Counter[str]:
        """How many cubes of each letter the solution takes."""
        return Counter("".join(part.cubes for part in self.parts))

    @property
    def texts(self) -> tuple[str, ...]:
        return tuple(premise.text for premise in self.premises)

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(named.rule for named in self.rules)

    def without(self, part: Premise | Named) -> Solution:
        """The solution less one part, the first that is equal to it."""
        premises, rules = list(self.premises), list(self.rules)
        if isinstance(part, Premise):
            premises.remove(part)
        else:
            rules.remove(part)
        return Solution(tuple(premises), tuple(rules))


@dataclass(frozen=True)
class ProofLine:
    """A line of a proof: normally one WFF and its reason, but kept as written."""

    wffs: tuple[str, ...]
    rules: tuple[str, ...] = ()
    refs: tuple[str, ...] = ()
    supposed: bool = False
    """Whether the line carries the optional `s` of a supposition (VII-B-2(c))."""
    depth: int = 0
    opens: bool = False
    """Whether the line is the premise of a sub-proof that begins here."""
    labels: tuple[str, ...] = field(default=(), compare=False)
    ruled: bool = field(default=False, compare=False)
    """Whether a line was drawn under it, as one does under the premise of a sub-proof."""
    row: int = field(default=0, compare=False)
    column: int = field(default=0, compare=False)


@dataclass(frozen=True)
class Proof:
    """The lines of a proof, and the top line `premises -> goal` where there is one."""

    lines: tuple[ProofLine, ...]
    top: tuple[tuple[str, ...], str] | None = None

    @property
    def rules_used(self) -> frozenset[str]:
        return frozenset(rule for line in self.lines for rule in line.rules)


@dataclass(frozen=True)
class WrittenSheet:
    """A solution with the proof that accompanies it."""

    solution: Solution
    proof: Proof


def solution_of(premises: Iterable[str], rules: Iterable[str], wild: Iterable[str] = ()) -> Solution:
    """A solution without marks; the rules in `wild` are each stood for by an R cube."""
    stood_for = set(wild)
    return Solution(
        tuple(Premise(text) for text in premises),
        tuple(Named(rule, rule == "R" or rule in stood_for) for rule in rules),
    )
