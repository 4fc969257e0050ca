"""The clock that stamps what sensors notice: milliseconds since the machine started, sleep included."""

from __future__ import annotations

import time

_CLOCK = getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC)


def now() -> int:
    """Milliseconds on the clock that the journal goes by; never runs backwards."""
    return time.clock_gettime_ns(_CLOCK) // 1_000_000
