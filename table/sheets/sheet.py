"""A scoresheet as a plain value: what a match came to, who signed it, and what a judge did to it.

Every format is made from this and from nothing else, so they cannot disagree.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

State: TypeAlias = Literal["under way", "to be signed", "closed"]


class Signature(Struct, frozen=True):
    """A player's signature, with the totals that stood on the sheet when it was given."""

    at: str
    """the wall clock's date and time, if the journal has it"""
    totals: dict[str, int]


class Player(Struct, frozen=True):
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


class Challenge(Struct, frozen=True):
    """Who challenged whom, in the word of the book."""

    word: str
    challenger: str
    mover: str
    joined: dict[str, str] = {}
    """the side that the third party joined: challenger or mover"""


class Shake(Struct, frozen=True):
    """A row of the sheet."""

    number: int
    replay: bool
    state: Literal["scored", "void", "under way"]
    setter: str
    goal: str
    ending: str
    """how it ended, in the word of the book; why it is void; empty while it is under way"""
    challenge: Challenge | None = None
    solutions: dict[str, bool] = {}
    """by writer: whether the solution was found correct"""
    scores: dict[str, int] = {}
    """by player; none for a shake that is void or under way"""
    judge: str = ""
    """the initials of the judge who set the scores by hand"""


class Penalty(Struct, frozen=True):
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


class Correction(Struct, frozen=True):
    """A total that was listed wrongly on a signed sheet (XII-B)."""

    player: str
    listed: int
    right: int
    stands: int | None
    """the total that stands; none if a later correction took its place"""
    honest: bool
    consent: tuple[str, ...]
    judge: str


class Difference(Struct, frozen=True):
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
    players: tuple[Player, ...]
    shakes: tuple[Shake, ...]
    penalties: tuple[Penalty, ...]
    corrections: tuple[Correction, ...]
    differences: tuple[Difference, ...]
    notes: tuple[str, ...]

    @property
    def date(self) -> str:
        return self.opened[:10]

    @property
    def over(self) -> bool:
        return self.state != "under way"
