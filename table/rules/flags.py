"""The flags: every kind of illegal procedure that the table notices, and the life of one that was raised."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

Status: TypeAlias = Literal["raised", "corrected", "charged", "insulated", "upheld", "dismissed"]


@dataclass(frozen=True, slots=True)
class FlagKind:
    """What happened, where the book forbids it, and what it proposes."""

    kind: str
    what: str
    cite: str
    remedy: str
    insulable: bool = False
    """whether a legal action of another player makes it stand (IX-B)"""
    public: bool = False
    """whether players are told at once: time-outs and challenges that are set aside"""
    conduct: bool = False
    """whether it falls under IX-C: a warning first, then points"""
    clerical: bool = False
    """whether it follows from a charge or a form, so that nobody charges it"""


@dataclass(slots=True)
class Flag:
    """One flag and its life so far."""

    id: str
    kind: str
    cause: int
    """the journal's number of the event that raised it"""
    cite: str
    player: str | None
    cubes: tuple[int, ...]
    at: int
    shake: int
    play: int
    """which shake of the match it belongs to, replayed ones counted apart"""
    remedy: str
    points: int | None
    """the penalty that the book proposes; None where a judge must say"""
    detail: str = ""
    doubt: str = ""
    status: Status = "raised"
    history: list[tuple[Status, int, str]] = field(default_factory=list)
    """each step of its life: what became of it, when, and by whom"""
    back: dict[int, str] = field(default_factory=dict)
    """where each cube must go to correct it"""
    either: bool = False
    """one of the cubes in `back` is enough"""
    late: bool = False
    """it was done in the extra minute, after the countdown"""

    @property
    def open(self) -> bool:
        return self.status in ("raised", "charged")

    @property
    def charged(self) -> bool:
        return any(status == "charged" for status, _, _ in self.history)

    def become(self, status: Status, at: int, by: str = "") -> None:
        self.status = status
        self.history.append((status, at, by))


@dataclass(slots=True)
class Penalty:
    """Points off a player's total. It counts unless it was struck or still lacks the initials it needs."""

    id: str
    kind: str
    """the kind of the flag that it is for, or what else it is for"""
    player: str
    points: int
    cite: str
    reason: str
    shake: int
    play: int
    at: int
    needs_initials: bool
    initials: str = ""
    struck: bool = False

    @property
    def counts(self) -> bool:
        return not self.struck and bool(self.initials or not self.needs_initials)
