"""What every game at the table shares: players, shakes and their cubes, flags with their lives, penalties, questions.

A game's own state extends `Shake` and `Match`. What depends on its book is asked for in a few hooks of `Match`; all
else that a fold says (tell, note, ask, flag, take) is here once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from msgspec import Struct

from table.rules.cubes import Region
from table.rules.events import Topic
from table.rules.flags import Flag, FlagKind, Penalty
from table.rules.sand import Limit


class Decision(Struct, frozen=True):
    """Something the referee concluded. Public ones may be told to the players, and carry their cite."""

    kind: str
    at: int
    text: str
    cite: str = ""
    player: str | None = None
    public: bool = False
    flag: str | None = None


class Question(NamedTuple):
    """What the table has asked a judge, and the cubes that it still asks about."""

    topic: Topic
    words: str
    cubes: tuple[int, ...] = ()

    def without(self, cube: int) -> Question | None:
        """What is left of it once a judge has said what a cube shows."""
        rest = tuple(other for other in self.cubes if other != cube)
        return self._replace(cubes=rest) if rest or cube not in self.cubes else None


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
class Challenge:
    """Who challenged whose move, and with which claim of the game."""

    kind: str
    challenger: str
    mover: str
    at: int
    doubt: str = ""


@dataclass(slots=True)
class Charge:
    """A charge of illegal procedure that has not been named yet."""

    made: int
    against: str | None
    deadline: int
    cause: int


@dataclass(slots=True, kw_only=True)
class Shake:
    """One shake: the cubes that were rolled, where they lie, and what it came to."""

    number: int
    play: int
    """its place in the match; a shake that is replayed keeps its number, not its place"""
    players: tuple[str, ...]
    """those present, clockwise"""
    setter: str | None
    began: int
    phase: str = "setting"
    """where it stands, in a word of the game; `scored` and `void` mean that it is over"""
    letters: list[str] = field(default_factory=list)
    where: list[Region] = field(default_factory=list)
    goal: str = ""
    """the Goal's letters as last read"""
    goal_as_set: str | None = None
    presented: list[str] = field(default_factory=list)
    """who has handed in a solution"""
    moves: list[Move] = field(default_factory=list)
    last_mover: str | None = None
    limit: Limit | None = None
    challenge: Challenge | None = None
    ending: str | None = None
    """how it ended, in a word of the game"""
    scores: dict[str, int] | None = None

    @property
    def active(self) -> bool:
        return self.phase not in ("scored", "void")

    @property
    def mover(self) -> str | None:
        """Whose turn it is, if it is anybody's."""
        return None

    def holding(self, region: str) -> str:
        """The letters of the cubes in a region, in the order of the roll."""
        return "".join(letter for letter, where in zip(self.letters, self.where, strict=True) if where == region)


@dataclass(slots=True, kw_only=True)
class Match:
    """A whole match. `at`, `since`, `seq` and `cause` belong to the event being folded."""

    id: str
    edition_id: str
    family: str
    """which game it is; `rules/games.py` knows the game"""
    players: tuple[str, ...]
    opened: int
    shakes: Sequence[Shake] = field(default_factory=list)
    flags: dict[str, Flag] = field(default_factory=dict)
    penalties: dict[str, Penalty] = field(default_factory=dict)
    charges: dict[str, Charge] = field(default_factory=dict)
    """by the player who charged and has not named it yet"""
    warned: dict[str, str] = field(default_factory=dict)
    """who was warned about conduct, and by which flag, if it was one"""
    absent: list[str] = field(default_factory=list)
    disqualified: dict[str, str] = field(default_factory=dict)
    began: int | None = None
    """when the round's clock started"""
    closed: bool = False
    paused: int | None = None
    block_up: bool = False
    lost: list[str] = field(default_factory=list)
    """the senses that the table is without"""
    question: Question | None = None
    signatures: dict[str, dict[str, int]] = field(default_factory=dict)

    at: int = 0
    since: int = 0
    seq: int = 0
    cause: int = 0
    out: list[Decision] = field(default_factory=list)

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
        return scored - lost

    # --- what depends on the game and its book ---

    @property
    def flag_kinds(self) -> Mapping[str, FlagKind]:
        """What can be flagged in this game."""
        raise NotImplementedError

    def priced(self, kind: str, penalty: str | None) -> tuple[str, int] | None:
        """The cite and the points that the book proposes for a kind of flag, if it names any."""
        return None

    def put_off(self, by: int) -> None:
        """Whatever runs ends later by so much, because the clocks stood still."""

    def in_extra_time(self, player: str | None) -> bool:
        """Whether the player acts after a limit and its countdown have run out."""
        return False

    @property
    def calls_out(self) -> bool:
        """Whether the table itself points out illegal procedure."""
        return False

    @property
    def needs_initials(self) -> bool:
        """Whether points count only with a judge's initials."""
        return False

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
        known = self.flag_kinds[kind]
        price = self.priced(kind, penalty)
        cite = price[0] if price else known.cite
        if price and points is not None:
            points = price[1]
        flag = Flag(
            id=self._fresh(f"{kind}@{self.cause}"),
            kind=kind,
            cause=self.cause,
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
            late=self.in_extra_time(player),
            doubt=self._doubt(),
        )
        flag.become("raised", self.at)
        self.flags[flag.id] = flag
        public = known.public or self.calls_out
        self.out.append(Decision("flag", self.at, flag.detail, cite, player, public, flag.id))
        if known.public and points and not flag.doubt:
            self.penalize(flag)
        return flag

    def _doubt(self) -> str:
        """Why the table itself is not certain of what it concludes."""
        if self.lost:
            return f"the table was without its {' and '.join(self.lost)}"
        return f"the table had asked a judge: {self.question.words}" if self.question else ""

    def penalize(self, flag: Flag) -> None:
        """The flag's points are due."""
        if flag.player is not None and flag.points:
            self.take(flag.kind, flag.player, flag.points, flag.cite, flag.detail, flag=flag)

    def take(
        self,
        kind: str,
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
        needs = self.needs_initials
        key = flag.id if flag else f"{kind}@{self.cause}"
        known = self.penalties.get(key)
        if known:
            known.points, known.struck, known.initials = points, False, initials or known.initials
            return
        play = flag.play if flag else len(self.shakes)
        self.penalties[key] = Penalty(key, kind, player, points, cite, reason, number, play, self.at, needs, initials)
        when = " once a judge initials it" if needs and not initials else ""
        self.tell("penalty", f"{player} loses {points} point{'s' if points > 1 else ''}{when}: {reason}", cite, player)

    def _fresh(self, wanted: str) -> str:
        if wanted not in self.flags:
            return wanted
        number = 2
        while f"{wanted}-{number}" in self.flags:
            number += 1
        return f"{wanted}-{number}"
