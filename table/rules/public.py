"""What any player may see of a match, as one plain value: no flag that is the judge's, not what is legal next."""

from __future__ import annotations

from typing import NamedTuple

from msgspec import Struct


class Headline(NamedTuple):
    """Who is to act, in words to be read from afar, and what they do."""

    big: str
    small: str
    until: int | None = None
    """when it must be done, where the glass does not show it"""


NO_MATCH = Headline("No match is open", "Staff open one on their page.")


class RunningGlass(NamedTuple):
    """The limit that runs: when its sand has run out, and when its countdown."""

    due: int
    out: int
    extra: bool


class ScoredShake(NamedTuple):
    """A shake that is over, and what each player got."""

    number: int
    scores: dict[str, int]


class PublicView(Struct, frozen=True):
    """A match as the players' screen shows it."""

    match: str
    book: str
    division: str
    players: tuple[str, ...]
    phase: str
    headline: Headline
    totals: dict[str, int]
    points: dict[str, int] | None = None
    """match points, once the match is over"""
    shake: int | None = None
    """the number of the shake under way"""
    last_shake: int | None = None
    """the number of the newest shake, over or not"""
    shakes: tuple[ScoredShake, ...] = ()
    setter: str | None = None
    goal_set: bool = False
    turn: str | None = None
    waits_for: tuple[str, ...] = ()
    limit: str = ""
    """the limit that runs, in words"""
    glass: RunningGlass | None = None
    paused: int | None = None
    round_end: int | None = None
    round_stands: int | None = None
    """the moment at which the round's clock was stopped"""
    absent: tuple[str, ...] = ()
    disqualified: tuple[str, ...] = ()
    signed: tuple[str, ...] = ()
    regions: tuple[tuple[str, str], ...] = ()
    """each region's name and the letters in it; none before the first roll"""

    def round_left(self, now: int) -> int | None:
        """Milliseconds until the round's stop, if it has started."""
        if self.round_end is None:
            return None
        return max(0, self.round_end - (now if self.round_stands is None else self.round_stands))
