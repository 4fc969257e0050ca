"""The port for games: everything that the rest of the table asks of a game, whichever it is.

A game is a package of its own beside the others (`tournament/`) with one object that fits `Game`; `games.py` knows
them all, and `plain_game.py` has what a game may leave as it is.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal, NamedTuple, Protocol, TypeAlias

from table.logic.terms import Terms
from table.rules.editions.book import Book
from table.rules.events import Event, MatchOpened, Word
from table.rules.flags import FlagKind
from table.rules.match import Decision, Match
from table.rules.public import PublicView
from table.rules.sheet import Record, Sheet

Button: TypeAlias = Literal["goal", "bonus", "now", "impossible"]


class Act(NamedTuple):
    """Something a player may do next."""

    player: str
    act: str
    """roll, first-roll, say, move, lift, return-block, side, present, decline, accept, reject, sign"""
    choices: tuple[str, ...] = ()
    """the words, the regions or the sides to choose from; for accept and reject the writer"""


class Sand(NamedTuple):
    """What the sand-timer shows."""

    state: Literal["idle", "running", "extra", "countdown", "stopped"]
    fraction: float
    """of the glass that is in the top bulb; of the ten seconds in a countdown"""
    seconds: float
    """until the limit itself, or the countdown, is over"""


class Due(NamedTuple):
    """An announcement that will be made if nothing happens before."""

    at: int
    text: str
    cite: str


class Wait(NamedTuple):
    """Something that only a judge can settle, other than a flag."""

    words: str
    cite: str
    desk: str = ""
    """the form of the judge's desk that settles it; `proof` for the proof desk"""


class Meaning(NamedTuple):
    """A row of the table of buttons: what a button does in a phase, for whom, and the event it makes."""

    phase: str
    button: Button
    long: bool
    what: str
    doing: Callable[[Any, str], Event | None]
    """from the match and the player to the event, or nothing if it is not theirs to do"""


class Game(Protocol):
    """One game: from how a match is opened to its sheet. All of it is pure."""

    @property
    def family(self) -> str:
        """Its name, as its books and its matches carry it."""

    @property
    def books(self) -> Mapping[str, Book]:
        """The books that it plays by, by their ids."""

    @property
    def flag_kinds(self) -> Mapping[str, FlagKind]:
        """What can be flagged in it."""

    @property
    def meanings(self) -> Sequence[Meaning]:
        """What the seats' buttons mean, phase by phase."""

    def unplayable(self, opening: MatchOpened) -> str:
        """Why a match cannot be played as it was opened, or nothing."""

    def open(self, opening: MatchOpened, at: int) -> Match:
        """The state of a match that has just begun."""

    def apply(self, match: Any, since: int, at: int, seq: int, event: Event) -> list[Decision]:
        """Fold an event that happened between `since` and `at`. What does not fit is noted, never raised."""

    def takes(self, kind: type[Event]) -> bool:
        """Whether the game knows what to do with such events."""

    def phase(self, match: Any) -> str:
        """Where the match stands, in a word."""

    def sand(self, match: Any, now: int) -> Sand:
        """The glass at a moment that is not before the last event."""

    def due(self, match: Any) -> list[Due]:
        """What the table will have to say next, and when."""

    def acts(self, match: Any) -> list[Act]:
        """All that is legal next, in the order of the players. Never shown to players."""

    def press(self, match: Any, player: str, button: Button, long: bool) -> Event | None:
        """What a button of that player's seat means now."""

    def waits_for_lift(self, match: Any, button: Button) -> bool:
        """Whether a press may belong to a lift that is under way, and must wait until that counts."""

    def word(self, match: Any, word: Word) -> str:
        """A word of the game as the book says it."""

    def public(self, match: Any) -> PublicView:
        """What any player may see."""

    def waits(self, match: Any) -> list[Wait]:
        """What waits for a judge beside flags and questions."""

    def terms(self, match: Any) -> Terms:
        """What solutions and proofs are judged by."""

    def totals(self, match: Any) -> dict[str, int]:
        """Each player's total as it stands, with the corrections of the sheet."""

    def points(self, match: Any) -> dict[str, int]:
        """Match points as things stand."""

    def report(self, match: Any) -> dict[str, Any]:
        """The match as one plain object, for judges, sheets and programs."""

    def sheet(self, match: Any, record: Record) -> Sheet:
        """The scoresheet; its times are the journal's, and whoever prints it makes them local."""
