"""Steps of a movement: something that takes a while and says, for each share of it, how things are."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(slots=True)
class MotionStep:
    """`at` is called with shares of the way that grow to exactly 1; how long it lasts is known once it starts."""

    lasts: float | Callable[[], float]
    at: Callable[[float], object]
    spent: float = 0.0
    done: bool = False

    def spend(self, milliseconds: float) -> float:
        """Go on for a while; what is left of it after the step is done is given back."""
        if callable(self.lasts):
            self.lasts = self.lasts()
        used = min(milliseconds, self.lasts - self.spent)
        self.spent += used
        self.done = self.spent >= self.lasts
        self.at(1.0 if self.done else self.spent / self.lasts)
        return milliseconds - used


def stay(milliseconds: float) -> MotionStep:
    return MotionStep(milliseconds, lambda _: None)


def mark(happens: Callable[[], object]) -> MotionStep:
    """Something that happens between two steps and takes no time."""
    return MotionStep(0.0, lambda _: happens())


def between(start: float, end: float, share: float) -> float:
    return end if share >= 1 else start + (end - start) * share


def eased(share: float) -> float:
    """Hands start and stop gently."""
    return share * share * (3 - 2 * share)
