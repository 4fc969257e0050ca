"""The one-minute glass and the limits kept with it: what is left, what carries over, when time is up (XI-A)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

GLASS_MS = 60_000
"""The glass runs one minute."""

Task: TypeAlias = Literal["goal", "turn", "write", "check"]


@dataclass(slots=True)
class Limit:
    """A task under a time limit. All times are milliseconds of the table's clock."""

    task: Task
    players: tuple[str, ...]
    began: int
    carry: int
    """sand that had to run out before the limit itself could start"""
    due: int
    """when the sand of the limit, or of the extra minute, has run out"""
    countdown: int
    cause: int
    """the journal's number of the event that started it"""
    extra: bool = False
    """this is the extra minute"""
    warned: bool = False
    """the countdown is running"""
    early: int | None = None
    """when the task ends because nobody is waited for any more"""
    timed: tuple[str, ...] = ()
    """whom it was for at first; `players` are those it still waits for"""
    over: bool = False
    """nothing more follows; a judge was called"""
    unseen: bool = False
    """it ran out while the camera was gone, so nobody knows whether the task was done"""

    @property
    def out(self) -> int:
        """When the countdown ends and the penalty falls."""
        return self.due + self.countdown

    def sand(self, now: int) -> int:
        """Milliseconds of sand in the top bulb. Limits are whole glasses, so the carry runs in the same rhythm."""
        return max(0, self.due - now) % GLASS_MS if not self.over else 0

    def shift(self, by: int) -> None:
        self.began += by
        self.due += by
        if self.early is not None:
            self.early += by


def carry_over(sand: int) -> int:
    """What the next player gets before the limit can start: flipped or not, the lesser amount (XI-A-2)."""
    return min(sand, GLASS_MS - sand)
