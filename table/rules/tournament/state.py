"""What the referee of a tournament match knows: plain mutable records, changed only by folding events."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from msgspec import Struct

from table.rules.cubes import Region
from table.rules.edition import Edition
from table.rules.editions import EDITIONS
from table.rules.events import Division, Game, MatchOpened, Settings
from table.rules.flags import FLAG_KINDS, Flag, Penalty
from table.rules.sand import Limit

Phase: TypeAlias = Literal["setting", "moving", "writing", "checking", "scored", "void"]
Ending: TypeAlias = Literal["now", "impossible", "last-cube", "stop"]


class Decision(Struct, frozen=True):
    """Something the referee concluded. Public ones may be told to the players, and carry their cite."""

    kind: str
    at: int
    text: str
    cite: str = ""
    player: str | None = None
    public: bool = False
    flag: str | None = None


@dataclass(slots=True)
class Move:
    """A cube that counted as a move or as the first cube of a bonus."""

    player: str | None
    cube: int
    letter: str
    to: str
    at: int
    bonus: bool = False


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
class Challenge:
    kind: Literal["now", "impossible"]
    challenger: str
    mover: str
    at: int
    doubt: str = ""


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


@dataclass(slots=True)
class Shake:
    """One shake, from the roll to its scores."""

    number: int
    play: int
    """its place in the match; a shake that is replayed keeps its number, not its place"""
    players: tuple[str, ...]
    """those present, clockwise"""
    setter: str | None
    due_setter: str | None
    leader: str | None
    began: int
    phase: Phase = "setting"
    replay: bool = False
    letters: list[str] = field(default_factory=list)
    where: list[Region] = field(default_factory=list)
    left: int = 0
    """cubes in resources"""
    in_goal: int = 0
    goal: str = ""
    """the Goal's letters as last read"""
    goal_as_set: str | None = None
    turn: Turn | None = None
    """of the player whose turn it is; while the Goal is being set, the setter's"""
    last_turn: Turn | None = None
    last_mover: str | None = None
    undone: Undone | None = None
    lost_turn: tuple[str, int] | None = None
    """who lost a turn by time, and when"""
    lost_in_a_row: int = 0
    bonus_words: dict[str, int] = field(default_factory=dict)
    """the last time each player said Bonus without having used it"""
    moves: list[Move] = field(default_factory=list)
    limit: Limit | None = None
    clocks: list[Clocked] = field(default_factory=list)
    lift: Lift | None = None
    challenge: Challenge | None = None
    ending: Ending | None = None
    sides: dict[str, Literal["challenger", "mover"]] = field(default_factory=dict)
    presented: list[str] = field(default_factory=list)
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
    scores: dict[str, int] | None = None
    scored_by: str = ""
    """the judge who set the scores by hand"""

    @property
    def parts(self) -> bool:
        """Whether a cube lies in required or permitted."""
        return "required" in self.where or "permitted" in self.where

    @property
    def active(self) -> bool:
        return self.phase not in ("scored", "void")


@dataclass(slots=True)
class Charge:
    """A charge of illegal procedure that has not been named yet."""

    made: int
    against: str | None
    deadline: int
    cause: int


@dataclass(slots=True)
class LastingWatch:
    """Something that becomes a flag if it lasts too long: covered cubes, a hand at the block."""

    player: str | None
    cubes: tuple[int, ...]
    deadline: int
    cause: int


@dataclass(slots=True)
class Match:
    """A whole match. `at`, `since`, `seq` and `cause` belong to the event being folded."""

    id: str
    edition_id: str
    division: Division
    game: Game
    settings: Settings
    players: tuple[str, ...]
    opened: int
    warned: dict[str, str]
    """who was warned about conduct, and by which flag, if it was one"""
    shakes: list[Shake] = field(default_factory=list)
    flags: dict[str, Flag] = field(default_factory=dict)
    penalties: dict[str, Penalty] = field(default_factory=dict)
    base: dict[str, int] = field(default_factory=dict)
    """totals that a judge entered"""
    shakes_before: int = 0
    contenders: list[str] = field(default_factory=list)
    first_rolls: dict[str, str] = field(default_factory=dict)
    next_setter: str | None = None
    replays: list[tuple[int, str | None, tuple[str, ...]]] = field(default_factory=list)
    """shakes to be played again: their number, their setter and the players who take part"""
    absent: list[str] = field(default_factory=list)
    disqualified: dict[str, str] = field(default_factory=dict)
    began: int | None = None
    """when the round's clock started"""
    began_cause: int = 0
    warning_given: bool = False
    stopped: bool = False
    closed: bool = False
    paused: int | None = None
    block_up: bool = False
    lost: list[str] = field(default_factory=list)
    """the senses that the table is without"""
    question: str = ""
    """what the table has asked a judge"""
    doubtful: list[int] = field(default_factory=list)
    """the cubes that it has asked about"""
    charges: dict[str, Charge] = field(default_factory=dict)
    """by the player who charged and has not named it yet"""
    false_charges: dict[str, int] = field(default_factory=dict)
    covered: LastingWatch | None = None
    hovering: LastingWatch | None = None
    signatures: dict[str, dict[str, int]] = field(default_factory=dict)
    final: dict[str, int] = field(default_factory=dict)
    """totals corrected on the sheet"""
    deceived: list[str] = field(default_factory=list)

    at: int = 0
    since: int = 0
    seq: int = 0
    cause: int = 0
    out: list[Decision] = field(default_factory=list)

    @property
    def edition(self) -> Edition:
        return EDITIONS[self.edition_id]

    @property
    def clock(self) -> int:
        """What the clocks of the game show: while they are stopped, the moment when they were."""
        return self.at if self.paused is None else self.paused

    @property
    def shake(self) -> Shake | None:
        """The shake under way."""
        return self.shakes[-1] if self.shakes and self.shakes[-1].active else None

    @property
    def present(self) -> tuple[str, ...]:
        return tuple(p for p in self.players if p not in self.absent and p not in self.disqualified)

    def left_of(self, player: str, among: tuple[str, ...] | None = None) -> str:
        """The next player clockwise, among those given."""
        among = self.present if among is None else among
        start = self.players.index(player)
        for step in range(1, len(self.players) + 1):
            candidate = self.players[(start + step) % len(self.players)]
            if candidate in among:
                return candidate
        return player

    def total(self, player: str) -> int:
        """The sum of shake scores less the penalties that count."""
        scored = sum(s.scores.get(player, 0) for s in self.shakes if s.scores and s.phase == "scored")
        lost = sum(p.points for p in self.penalties.values() if p.player == player and p.counts)
        return self.base.get(player, 0) + scored - lost

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

    # --- what the folding functions say ---

    def tell(self, kind: str, text: str, cite: str, player: str | None = None) -> None:
        """A decision that players may hear."""
        self.out.append(Decision(kind, self.at, text, cite, player, True))

    def note(self, text: str, player: str | None = None) -> None:
        """A fact for the record: something unexpected, with its reason."""
        self.out.append(Decision("note", self.at, text, "", player, False))

    def ask_judge(self, text: str, cite: str, player: str | None = None) -> None:
        self.out.append(Decision("judge", self.at, text, cite, player, True))

    def flag(
        self,
        kind: str,
        player: str | None,
        cubes: tuple[int, ...] = (),
        *,
        detail: str = "",
        back: dict[int, str] | None = None,
        penalty: str | None = None,
        points: int | None = 0,
        remedy: str = "",
    ) -> Flag:
        """Raise a flag. `penalty` names the entry of the edition's penalties if it is not the kind itself."""
        known = FLAG_KINDS[kind]
        fact = self.edition.penalties.get(penalty or kind)
        cite = fact.cite if fact else known.cite
        if fact and points is not None:
            points = fact.value.of(self.division, self.game)
        flag = Flag(
            id=self._fresh(f"{kind}@{self.cause}"),
            kind=kind,
            cite=cite,
            player=player,
            cubes=cubes,
            at=self.at,
            shake=self.shakes[-1].number if self.shakes else 0,
            play=len(self.shakes),
            remedy=remedy or known.remedy,
            points=points,
            detail=detail or known.what,
            back=back or {},
            late=self._in_extra_minute(player),
            doubt=self._doubt(),
        )
        flag.become("raised", self.at)
        self.flags[flag.id] = flag
        public = known.public or self.settings.call_out
        self.out.append(Decision("flag", self.at, flag.detail, cite, player, public, flag.id))
        if known.public and points and not flag.doubt:
            self.penalize(flag)
        return flag

    def _doubt(self) -> str:
        """Why the table itself is not certain of what it concludes."""
        if self.lost:
            return f"the table was without its {' and '.join(self.lost)}"
        return f"the table had asked a judge: {self.question}" if self.question else ""

    def penalize(self, flag: Flag) -> None:
        """The flag's points are due."""
        if flag.player is not None and flag.points:
            self.take(flag.id, flag.player, flag.points, flag.cite, flag.detail, flag=flag)

    def take(
        self,
        key: str,
        player: str,
        points: int,
        cite: str,
        reason: str,
        *,
        initials: str = "",
        flag: Flag | None = None,
    ) -> None:
        """Take points off a player, pending initials where the division wants them. They fall in the flag's shake."""
        number = flag.shake if flag else self.shakes[-1].number if self.shakes else 0
        needs = self.division in self.edition.initials.value
        known = self.penalties.get(key)
        if known:
            known.points, known.struck, known.initials = points, False, initials or known.initials
            return
        play = flag.play if flag else len(self.shakes)
        self.penalties[key] = Penalty(key, player, points, cite, reason, number, play, self.at, needs, initials)
        when = " once a judge initials it" if needs and not initials else ""
        self.tell("penalty", f"{player} loses {points} point{'s' if points > 1 else ''}{when}: {reason}", cite, player)

    def _in_extra_minute(self, player: str | None) -> bool:
        limit = self.shakes[-1].limit if self.shakes else None
        return limit is not None and limit.extra and player in limit.players

    def _fresh(self, wanted: str) -> str:
        if wanted not in self.flags:
            return wanted
        number = 2
        while f"{wanted}-{number}" in self.flags:
            number += 1
        return f"{wanted}-{number}"


def opened(event: MatchOpened, at: int) -> Match:
    """The state of a match that has just begun."""
    edition = EDITIONS[event.edition]
    return Match(
        id=event.match,
        edition_id=event.edition,
        division=event.division,
        game=event.game or edition.game_of(event.division),
        settings=event.settings,
        players=tuple(seat.name for seat in event.players),
        opened=at,
        warned=dict.fromkeys(event.warned, ""),
        contenders=[seat.name for seat in event.players],
    )
