"""Which terms solutions and proofs are judged by in a book and a game, taken from the books' data."""

from __future__ import annotations

from typing import Protocol

from table.logic.terms import ELEMENTARY, REGULAR, RULES, WITH_SUBPROOFS, Terms
from table.rules.editions import EDITIONS
from table.rules.editions.tournament import TournamentBook


class ProofSettings(Protocol):
    """What an event may choose about solutions and proofs."""

    @property
    def premises(self) -> str: ...
    @property
    def one_line_subproofs(self) -> bool: ...
    @property
    def line_cited_twice(self) -> bool: ...


class UnknownBookError(ValueError):
    """There is no such book, division or game; the message lists what there is."""


def terms(book: str, division: str, game: str | None = None, settings: ProofSettings | None = None) -> Terms:
    """The terms of a book for a division, or for a game that an event chose. Raises UnknownBookError."""
    if book in _OTHER_BOOKS:
        return _of_other_book(book, game)
    edition = EDITIONS.get(book)
    if edition is None:
        raise UnknownBookError(f"the edition is '{book}' and not one of {', '.join([*EDITIONS, *_OTHER_BOOKS])}")
    games = {str(d): str(g) for d, g in edition.divisions.value.items()}
    if game is None and division not in games:
        raise UnknownBookError(f"the division is '{division}' and not one of {', '.join(games)}")
    return _of_edition(edition, game or games[division], settings)


def _of_edition(edition: TournamentBook, game: str, settings: ProofSettings | None) -> Terms:
    known = {str(name): fact.value for name, fact in edition.rules_of_inference.items()}
    if game not in known:
        raise UnknownBookError(f"the game is '{game}' and in {edition.id} not one of {', '.join(known)}")
    return Terms(
        rules=frozenset(known[game]),
        subproofs=bool(set(known[game]) & set(WITH_SUBPROOFS)),
        top_line=edition.top_line.value,
        rule_needed=edition.needs_a_rule.value,
        premise_needed=settings is None or settings.premises == "required",
        one_line_subproofs=settings is None or settings.one_line_subproofs,
        line_cited_twice=settings is None or settings.line_cited_twice,
    )


def _of_other_book(book: str, game: str | None) -> Terms:
    games = _OTHER_BOOKS[book]
    chosen = game or next(iter(games))
    if chosen not in games:
        raise UnknownBookError(f"the game is '{chosen}' and in {book} not one of {', '.join(games)}")
    return games[chosen]


_BY_DICE = {8: "", 9: "Ki Ko", 10: "Ci Co", 11: "Ai Ao", 12: "Ni No", 13: "Ei Eo"}
"""In the Essential Rules the number of dice in the pool decides which rules may be spelled."""

_OTHER_BOOKS: dict[str, dict[str, Terms]] = {
    "basic-2000": {"regular": REGULAR, "elementary": ELEMENTARY},
    "essential": {
        str(pool): Terms(
            rules=frozenset(RULES) - {"R", "Rp"},
            spelled=frozenset(" ".join(names for dice, names in _BY_DICE.items() if dice <= pool).split()),
            reiteration="free",
        )
        for pool in sorted(_BY_DICE, reverse=True)
    },
}
"""The books whose games are other machines: their terms, the default game first."""
