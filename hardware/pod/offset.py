"""What the pod's ticks are on the table's clock: a line through the moments at which both were read."""

from __future__ import annotations

from collections import deque
from typing import NamedTuple

from firmware.framing import TICKS

RECENT_READINGS = 64
"""Readings that are all remembered: six seconds of them."""

OLDER_READINGS = 30
"""Readings from before, one every ten seconds: the further apart, the better they tell how fast the pod runs."""

_OLDER_APART_MS = 10_000

CRYSTAL = 50e-6
"""How far two clocks with crystals usually run apart."""


class TickReading(NamedTuple):
    """The pod's ticks (that do not start again) were read between two moments on the table's clock."""

    ticks: int
    asked: int
    answered: int

    @property
    def trip(self) -> int:
        return self.answered - self.asked

    @property
    def middle(self) -> float:
        return (self.asked + self.answered) / 2


class ClockLine(NamedTuple):
    """`at` on the table's clock when the pod showed `ticks`, and how much the table's clock gains on the pod's."""

    ticks: float
    at: float
    gain: float

    def moment(self, ticks: float) -> float:
        return self.at + (ticks - self.ticks) * (1 + self.gain)


def fit(readings: list[TickReading]) -> ClockLine:
    """Least squares through the readings that took little time; the slow ones say nothing about when.

    What is known of crystals counts as much as readings with their doubt: a few of them, close together, must not make
    a slope that misleads a minute away.
    """
    quickest = min(reading.trip for reading in readings)
    good = [reading for reading in readings if reading.trip <= quickest + 2]
    ticks = sum(reading.ticks for reading in good) / len(good)
    at = sum(reading.middle for reading in good) / len(good)
    drift = sum((reading.ticks - ticks) * (reading.middle - at - reading.ticks + ticks) for reading in good)
    spread = sum((reading.ticks - ticks) ** 2 for reading in good)
    doubt = ((quickest / 2 + 1) / CRYSTAL) ** 2
    return ClockLine(ticks, at, drift / (spread + doubt))


class PodClock:
    """The pod's clock as the host knows it."""

    def __init__(self) -> None:
        self._recent: deque[TickReading] = deque(maxlen=RECENT_READINGS)
        self._older: deque[TickReading] = deque(maxlen=OLDER_READINGS)
        self._line: ClockLine | None = None
        self._last = 0

    def read(self, ticks: int, asked: int, answered: int) -> None:
        """The pod answered with its ticks."""
        self._last = self._unwrap(ticks)
        if len(self._recent) == RECENT_READINGS and (
            not self._older or self._recent[0].asked - self._older[-1].asked >= _OLDER_APART_MS
        ):
            self._older.append(min(self._recent, key=lambda reading: reading.trip))
        self._recent.append(TickReading(self._last, asked, answered))
        self._line = fit([*self._older, *self._recent])

    def moment(self, ticks: int, now: int) -> int:
        """When that was on the table's clock; never later than now."""
        if self._line is None:
            return now
        return min(round(self._line.moment(self._unwrap(ticks))), now)

    def _unwrap(self, ticks: int) -> int:
        """The ticks as a number that does not start again, next to the last reading."""
        if self._line is None:
            return ticks
        return self._last + ((ticks - self._last + TICKS // 2) % TICKS - TICKS // 2)
