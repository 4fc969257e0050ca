"""Which game a book is the rules of: the one place that knows all games, and the only way to them."""

from __future__ import annotations

import pickle
from typing import TypeVar

from table.rules.editions.book import Book
from table.rules.events import MatchOpened, Time
from table.rules.game import Game
from table.rules.match import Decision, Match
from table.rules.tournament.game import TOURNAMENT

M = TypeVar("M", bound=Match)

GAMES: dict[str, Game] = {game.family: game for game in (TOURNAMENT,)}


def books() -> dict[str, Book]:
    """Every book that can be played, by its id."""
    return {id_: book for game in GAMES.values() for id_, book in game.books.items()}


def game_of(match: Match) -> Game:
    """The game that a match is of."""
    return GAMES[match.family]


def game_by(book: str) -> Game | None:
    """The game that a book is the rules of, if there is such a book."""
    return next((game for game in GAMES.values() if book in game.books), None)


def unplayable(opening: MatchOpened) -> str:
    """Why a match cannot be played as it was opened, or nothing."""
    game = game_by(opening.edition)
    if game is None:
        return f"unknown edition '{opening.edition}'; there are {', '.join(books())}"
    return game.unplayable(opening)


def opened(opening: MatchOpened, at: int) -> Match:
    """The state of a match that has just begun, if it is playable."""
    return GAMES[books()[opening.edition].family].open(opening, at)


def at_moment(match: M, now: int) -> tuple[M, list[Decision]]:
    """A copy of the match at a later moment, and what is decided until then because limits run out."""
    copy: M = pickle.loads(pickle.dumps(match, -1))
    return copy, game_of(copy).apply(copy, now, now, match.seq, Time())
