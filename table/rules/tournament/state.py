"""What the referee of a tournament match knows: plain mutable records, changed only by folding events."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias, cast

import msgspec

from table.rules import match as shared
from table.rules.editions import EDITIONS
from table.rules.editions.tournament import Division, GameName, TournamentBook
from table.rules.events import MatchOpened
from table.rules.flags import FlagKind
from table.rules.sand import Limit
from table.rules.tournament.flag_kinds import FLAG_KINDS
from table.rules.tournament.settings import Settings

Phase: TypeAlias = Literal["setting", "moving", "writing", "checking", "scored", "void"]
Ending: TypeAlias = Literal["now", "impossible", "last-cube", "stop"]


@dataclass(slots=True)
class Turn:
    """The cubes one player has moved in one turn, and whether Bonus was said before the first."""

    player: str
    said: int | None = None
    """when Bonus was said"""
    cubes: list[int] = field(default_factory=list)
    placed: list[tuple[int, int]] = field(default_factory=list)
    """for each cube the interval in which it touched the mat"""
    illegal: bool = False
    """an illegal cube of this turn lies on the mat: the player may still correct it, or it is insulated"""

    @property
    def bonus(self) -> bool:
        return self.said is not None


@dataclass(slots=True)
class Undone:
    """An illegal turn that looked complete, and what to go back to if it is pointed out in time."""

    flag: str
    turn: Turn
    last_mover: str | None
    last_turn: Turn | None
    limit: Limit | None
    """it runs on meanwhile, because the turn must be legally complete within it"""


@dataclass(slots=True)
class Lift:
    """The block is up and no challenge has been stated yet. What may be challenged is fixed at this moment."""

    at: int
    cause: int
    player: str | None
    target: str | None
    """whose move was the last one"""
    goal_set: bool
    midway: bool
    """a bonus turn has its first cube and lacks the second"""
    last_forbidden: bool
    left: int
    """cubes in resources"""
    parts: bool
    """a cube lies in required or permitted"""
    after_last_cube: bool
    in_first_minute: bool
    deadline: int
    word: Literal["now", "impossible"] | None = None
    disputed: bool = False
    """who challenges is not known; a judge must name them"""
    doubt: str = ""
    moved: list[tuple[int, str | None]] = field(default_factory=list)
    """cubes that came to the mat after the block was up, and who moved them"""


@dataclass(slots=True)
class Clocked:
    """How long a task took, for the record."""

    task: str
    players: tuple[str, ...]
    began: int
    carry: int
    due: int
    ended: int
    extra: bool


@dataclass(slots=True, kw_only=True)
class TournamentShake(shared.Shake):
    """One shake, from the roll to its scores."""

    phase: Phase = "setting"
    ending: Ending | None = None
    due_setter: str | None
    leader: str | None
    replay: bool = False
    left: int = 0
    """cubes in resources"""
    in_goal: int = 0
    turn: Turn | None = None
    """of the player whose turn it is; while the Goal is being set, the setter's"""
    last_turn: Turn | None = None
    undone: Undone | None = None
    lost_turn: tuple[str, int] | None = None
    """who lost a turn by time, and when"""
    lost_in_a_row: int = 0
    bonus_words: dict[str, int] = field(default_factory=dict)
    """the last time each player said Bonus without having used it"""
    clocks: list[Clocked] = field(default_factory=list)
    lift: Lift | None = None
    sides: dict[str, Literal["challenger", "mover"]] = field(default_factory=dict)
    declined: list[str] = field(default_factory=list)
    asked: dict[str, list[str]] = field(default_factory=lambda: {"write": [], "check": []})
    """who asked for the extra minute"""
    closed: list[str] = field(default_factory=list)
    """writers whose time has ended"""
    checking: str | None = None
    checked: list[str] = field(default_factory=list)
    verdicts: dict[str, dict[str, tuple[bool, str]]] = field(default_factory=dict)
    """by writer and checker: accepted or not, and why"""
    rulings: dict[str, tuple[bool, str, str]] = field(default_factory=dict)
    """by writer: a judge's word on the solution"""
    scored_by: str = ""
    """the judge who set the scores by hand"""

    @property
    def parts(self) -> bool:
        """Whether a cube lies in required or permitted."""
        return "required" in self.where or "permitted" in self.where

    @property
    def mover(self) -> str | None:
        return self.turn.player if self.turn and self.phase in ("setting", "moving") else None


@dataclass(slots=True)
class LastingWatch:
    """Something that becomes a flag if it lasts too long: covered cubes, a hand at the block."""

    player: str | None
    cubes: tuple[int, ...]
    deadline: int
    cause: int


@dataclass(slots=True, kw_only=True)
class TournamentMatch(shared.Match):
    """A whole tournament match."""

    family: str = "tournament"
    division: Division
    game: GameName
    settings: Settings
    shakes: list[TournamentShake] = field(default_factory=list)
    base: dict[str, int] = field(default_factory=dict)
    """totals that a judge entered"""
    shakes_before: int = 0
    contenders: list[str] = field(default_factory=list)
    first_rolls: dict[str, str] = field(default_factory=dict)
    next_setter: str | None = None
    replays: list[tuple[int, str | None, tuple[str, ...]]] = field(default_factory=list)
    """shakes to be played again: their number, their setter and the players who take part"""
    began_cause: int = 0
    warning_given: bool = False
    stopped: bool = False
    false_charges: dict[str, int] = field(default_factory=dict)
    covered: LastingWatch | None = None
    hovering: LastingWatch | None = None
    final: dict[str, int] = field(default_factory=dict)
    """totals corrected on the sheet"""
    deceived: list[str] = field(default_factory=list)

    @property
    def edition(self) -> TournamentBook:
        return EDITIONS[self.edition_id]

    @property
    def round_end(self) -> int | None:
        """When the round's time is over, if it has started."""
        if self.began is None:
            return None
        return self.began + (self.settings.round_minutes or self.edition.round.value) * 60_000

    @property
    def shake(self) -> TournamentShake | None:
        return self.shakes[-1] if self.shakes and self.shakes[-1].active else None

    def total(self, player: str) -> int:
        return self.base.get(player, 0) + shared.Match.total(self, player)

    def leader(self) -> str | None:
        """The player with a strictly higher total than every opponent; a tie is no lead."""
        if not self.shakes_before and not self.played:
            return None  # nobody leads in the first shake
        totals = {p: self.total(p) for p in self.players if p not in self.disqualified}
        best = max(totals.values(), default=0)
        ahead = [p for p, total in totals.items() if total == best]
        return ahead[0] if len(ahead) == 1 else None

    @property
    def played(self) -> bool:
        """Whether a shake has been played that counts."""
        return any(s.phase != "void" for s in self.shakes)

    @property
    def next_number(self) -> int:
        return max((s.number for s in self.shakes), default=self.shakes_before) + 1

    @property
    def flag_kinds(self) -> Mapping[str, FlagKind]:
        return FLAG_KINDS

    def priced(self, kind: str, penalty: str | None) -> tuple[str, int] | None:
        fact = self.edition.penalties.get(penalty or kind)
        return (fact.cite, fact.value.of(self.division, self.game)) if fact else None

    def put_off(self, by: int) -> None:
        if self.began is not None and self.settings.pause_stops_round:
            self.began += by
        s = self.shake
        for limit in (s.limit, s.undone.limit if s.undone else None) if s else ():
            if limit is not None:
                limit.shift(by)
        for waiting in (s.lift if s else None, *self.charges.values(), self.covered, self.hovering):
            if waiting is not None:
                waiting.deadline += by

    def in_extra_time(self, player: str | None) -> bool:
        limit = self.shakes[-1].limit if self.shakes else None
        return limit is not None and limit.extra and player in limit.players

    @property
    def calls_out(self) -> bool:
        return self.settings.call_out

    @property
    def needs_initials(self) -> bool:
        return self.division in self.edition.initials.value


def opened(event: MatchOpened, at: int) -> TournamentMatch:
    """The state of a match that has just begun."""
    edition = EDITIONS[event.edition]
    division = cast("Division", event.division)  # `unplayable` has seen to it
    game = cast("GameName", event.game or edition.game_of(division))
    return TournamentMatch(
        id=event.match,
        edition_id=event.edition,
        division=division,
        game=game,
        settings=msgspec.convert(event.settings, Settings),
        players=tuple(seat.name for seat in event.players),
        opened=at,
        warned=dict.fromkeys(event.warned, ""),
        contenders=[seat.name for seat in event.players],
    )
