"""The clocks of a table: the machine's, how it is carried on over restarts, and one for tests that travels."""

from __future__ import annotations

import os
import time
import uuid
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Protocol

import msgspec
from msgspec import Struct

_BOOT_ID = Path("/proc/sys/kernel/random/boot_id")


class Clock(Protocol):
    """What the journal asks of a clock."""

    @property
    def boot(self) -> str:
        """Which start of the machine this is; `now` is comparable only within one."""

    def now(self) -> int:
        """Milliseconds since the machine started; never runs backwards within one boot."""

    def wall(self) -> datetime:
        """The calendar's time in UTC, for the record only: it may jump."""


class Boot(Struct, frozen=True):
    """How the table's time goes on in one boot: `offset` is added to what the machine's clock says."""

    boot: int
    """the first is 1"""
    id: str
    offset: int
    after: int
    """the last entry from before this boot, or 0"""
    wall: str


def boot_now(clock: Clock, newest: Boot | None, seq: int, t: int) -> Boot:
    """The boot that the clock is in: the newest one, or a new one that follows the entry `seq`, written at `t`.

    A new boot goes on from `t`: the time in the dark is not game time. So does a clock that fell back, as the
    clock of a machine restored from a snapshot may.
    """
    if newest and newest.id == clock.boot and clock.now() + newest.offset >= t:
        return newest
    offset = t - clock.now() if seq else 0
    return Boot(newest.boot + 1 if newest else 1, clock.boot, offset, seq, stamp(clock.wall()))


def stamp(wall: datetime) -> str:
    """A moment of the calendar as it is written down: ISO 8601, UTC, milliseconds."""
    return wall.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


class BootClock:
    """The machine's own clock, which goes on while the machine sleeps."""

    def __init__(self, boot_id: Path = _BOOT_ID) -> None:
        try:
            self._boot = boot_id.read_text(encoding="ascii").strip()
        except OSError:
            # Without the kernel's word every start of the program counts as a new boot, and the match resumes
            # paused, which is the safe side.
            self._boot = str(uuid.uuid4())
        self._source = getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC)

    @property
    def boot(self) -> str:
        return self._boot

    def now(self) -> int:
        return time.clock_gettime_ns(self._source) // 1_000_000

    def wall(self) -> datetime:
        return datetime.now(UTC)


SHARED = "clock.json"


class Shared(Struct, frozen=True):
    """What a simulated table tells other processes of its clock."""

    boot: str
    now: int
    wall: datetime


def share_clock(directory: Path, clock: Clock) -> None:
    """Tell the processes that look at a simulated table what time it is there."""
    told = Shared(clock.boot, clock.now(), clock.wall())
    unfinished = directory / f"{SHARED}.part"
    unfinished.write_bytes(msgspec.json.encode(told))
    os.replace(unfinished, directory / SHARED)


def forget_clock(directory: Path) -> None:
    """Nobody plays at a simulated table here any more: the machine's clock counts."""
    (directory / SHARED).unlink(missing_ok=True)


class SharedClock:
    """The clock of a simulated table, as the process that plays it last told it."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._last = msgspec.json.decode(file.read_bytes(), type=Shared)

    @property
    def boot(self) -> str:
        return self._told().boot

    def now(self) -> int:
        return self._told().now

    def wall(self) -> datetime:
        return self._told().wall

    def _told(self) -> Shared:
        with suppress(OSError, msgspec.DecodeError):
            self._last = msgspec.json.decode(self._file.read_bytes(), type=Shared)
        return self._last


def clock_of(directory: Path) -> Clock:
    """The clock that a table's data goes by: the machine's, unless the table is a simulated one."""
    try:
        return SharedClock(directory / SHARED)
    except (OSError, msgspec.DecodeError):
        return BootClock()


class TravelClock:
    """A clock that stands still until it is told to move."""

    def __init__(self, now: int = 0, boot: str = "boot-1", wall: datetime | None = None) -> None:
        self._now = now
        self._boot = boot
        self._wall = wall or datetime(2020, 1, 1, 12, tzinfo=UTC)

    @property
    def boot(self) -> str:
        return self._boot

    def now(self) -> int:
        return self._now

    def wall(self) -> datetime:
        return self._wall

    def advance(self, milliseconds: int) -> None:
        """Time passes."""
        self.set(self._now + milliseconds)

    def set(self, now: int) -> None:
        """Travel to a moment; the calendar travels along."""
        self._wall += timedelta(milliseconds=now - self._now)
        self._now = now

    def set_wall(self, wall: datetime) -> None:
        """Someone sets the calendar; game time does not move."""
        self._wall = wall

    def reboot(self, boot: str, dark: int = 0, now: int = 0) -> None:
        """The power was gone for `dark` milliseconds and the machine counts anew from `now`."""
        self._wall += timedelta(milliseconds=dark + now)
        self._boot = boot
        self._now = now
