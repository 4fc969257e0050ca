"""A scoresheet as a plain value: what a match came to, who signed it, and what a judge did to it.

Every format is made from this and from nothing else, so they cannot disagree.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from msgspec import Struct

from table.rules.events import MatchOpened, SheetCorrected
from table.rules.match import Match

State: TypeAlias = Literal["under way", "to be signed", "closed"]


class Signature(Struct, frozen=True):
    """A player's signature, with the totals that stood on the sheet when it was given."""

    at: str
    """the wall clock's date and time, if the journal has it"""
    totals: dict[str, int]


class PlayerColumn(Struct, frozen=True):
    """A player's column. `carried + scored - lost` is `total`; match points go by `final`."""

    name: str
    seat: int
    """from 1, clockwise"""
    side: str
    """the side of the mat, if it is known"""
    carried: int
    """what a judge entered, where the table did not see the round from its start"""
    scored: int
    lost: int
    """the penalties that count"""
    total: int
    final: int
    """the total that stands: 0 for the disqualified, and as corrected by XII-B"""
    points: int
    signature: Signature | None = None
    remark: str = ""
    """why `final` is another figure than `total`, or that the player was absent"""


class ChallengeCell(Struct, frozen=True):
    """Who challenged whom, in the word of the book."""

    word: str
    challenger: str
    mover: str
    joined: dict[str, str] = {}
    """the side that the third party joined: challenger or mover"""


class ShakeRow(Struct, frozen=True):
    """A row of the sheet."""

    number: int
    replay: bool
    state: Literal["scored", "void", "under way"]
    setter: str
    goal: str
    ending: str
    """how it ended, in the word of the book; why it is void; empty while it is under way"""
    challenge: ChallengeCell | None = None
    solutions: dict[str, bool] = {}
    """by writer: whether the solution was found correct"""
    scores: dict[str, int] = {}
    """by player; none for a shake that is void or under way"""
    judge: str = ""
    """the initials of the judge who set the scores by hand"""


class PenaltyRow(Struct, frozen=True):
    """Points off a player's total, beside the shake they fell in."""

    shake: int
    player: str
    points: int
    reason: str
    cite: str
    initials: str
    needs_initials: bool
    """whether it counts only with a judge's initials (XI-A)"""
    counts: bool
    struck: bool


class CorrectionRow(Struct, frozen=True):
    """A total that was listed wrongly on a signed sheet (XII-B)."""

    player: str
    listed: int
    right: int
    stands: int | None
    """the total that stands; none if a later correction took its place"""
    honest: bool
    consent: tuple[str, ...]
    judge: str


class DifferenceRow(Struct, frozen=True):
    """A total that was signed and is not what the journal comes to now."""

    signer: str
    player: str
    signed: int
    now: int
    corrected: bool
    """a correction of the sheet explains it"""


class Sheet(Struct, frozen=True):
    """The scoresheet of one match."""

    match: str
    event: str
    table: str
    edition: str
    title: str
    """the book's own title"""
    division: str
    game: str
    opened: str
    """date and time with its zone, if the journal has it"""
    rules: str
    """the version of the rules that the table played by"""
    state: State
    players: tuple[PlayerColumn, ...]
    shakes: tuple[ShakeRow, ...]
    penalties: tuple[PenaltyRow, ...]
    corrections: tuple[CorrectionRow, ...]
    differences: tuple[DifferenceRow, ...]
    notes: tuple[str, ...]

    @property
    def date(self) -> str:
        return self.opened[:10]

    @property
    def over(self) -> bool:
        return self.state != "under way"


@dataclass(slots=True)
class Record:
    """How a match was opened and, since then, what judges and players did to the sheet itself."""

    opening: MatchOpened
    opened: str
    """the wall time of the opening"""
    signed: dict[str, str] = field(default_factory=dict)
    """the wall time of each player's last signature"""
    corrections: list[SheetCorrected] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


def penalty_rows(m: Match) -> tuple[PenaltyRow, ...]:
    """The penalties of a match, in the order in which they fell."""
    return tuple(
        PenaltyRow(p.shake, p.player, p.points, p.reason, p.cite, p.initials, p.needs_initials, p.counts, p.struck)
        for p in m.penalties.values()
    )


def player_column(
    m: Match, record: Record, name: str, final: int, points: int, carried: int = 0, remark: str = ""
) -> PlayerColumn:
    """A player's column; `final` is the total that stands, `carried` what was not scored at this table."""
    seat = m.players.index(name)
    lost = sum(p.points for p in m.penalties.values() if p.player == name and p.counts)
    total = m.total(name)
    signed = m.signatures.get(name)
    return PlayerColumn(
        name=name,
        seat=seat + 1,
        side=record.opening.players[seat].side or "",
        carried=carried,
        scored=total + lost - carried,
        lost=lost,
        total=total,
        final=final,
        points=points,
        signature=None if signed is None else Signature(record.signed.get(name, ""), dict(signed)),
        remark=remark,
    )
