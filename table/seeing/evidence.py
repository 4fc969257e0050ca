"""Pictures that are kept for judges: files named by the table's time, cropped to the mat, bounded in size."""

from __future__ import annotations

import os
import time
from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from pathlib import Path
from typing import TypeAlias

FOLDER = "evidence"
MOST_BYTES = 300_000_000
"""Bytes that pictures may take which no pending flag needs; then the oldest of them are removed."""
KEPT_DAYS = 14
"""After so many days they are deleted, for they show children; what a pending flag needs, when it is settled."""
BEFORE_MS, AFTER_MS = 5_000, 4_000
"""Milliseconds around a flag of which pictures are kept."""
_DAY_S = 86_400
_HALF_WRITTEN_S = 60
"""Seconds after which half a picture is one that nobody is writing any more."""

Interval: TypeAlias = tuple[int, int]


class Frames:
    """The pictures in a table's data directory. One process writes, any may look."""

    def __init__(self, directory: Path, most: int = MOST_BYTES, days: float = KEPT_DAYS) -> None:
        self.directory = directory / FOLDER
        self._most, self._days = most, days

    def times(self, first: int, last: int) -> list[int]:
        """The times of the pictures of an interval, in order."""
        every = self._every()
        return every[bisect_left(every, first) : bisect_right(every, last)]

    def near(self, at: int) -> int | None:
        """The newest picture at or before a moment."""
        every = self._every()
        place = bisect_right(every, at)
        return every[place - 1] if place else None

    def path(self, at: int) -> Path:
        return self.directory / f"{at:012d}.jpg"

    def write(self, at: int, picture: bytes) -> None:
        """Keep a picture; a reader sees all of it or nothing."""
        self.directory.mkdir(parents=True, exist_ok=True)
        path = self.path(at)
        unfinished = path.with_suffix(".part")
        try:
            unfinished.write_bytes(picture)
            os.replace(unfinished, path)
        except OSError:
            unfinished.unlink(missing_ok=True)
            raise

    def set_aside(self, after: int, name: str) -> None:
        """Pictures later than a moment go into a folder of their own: the table's time was set back to it."""
        for at in self.times(after + 1, 2**53):
            (self.directory / name).mkdir(exist_ok=True)
            os.replace(self.path(at), self.directory / name / self.path(at).name)

    def prune(self, needed: Iterable[Interval] = (), now: float | None = None) -> int:
        """Remove what is too old, and the oldest of what is too much; never what is needed. Says how many."""
        needed = list(needed)
        now = time.time() if now is None else now
        kept, size, removed = [], 0, 0
        for at in self._every():
            if any(first <= at <= last for first, last in needed):
                continue
            facts = self._facts(at)
            if facts is None or now - facts.st_mtime > self._days * _DAY_S:
                removed += self._remove(at)
                continue
            kept.append((at, facts.st_size))
            size += facts.st_size
        for at, bytes_ in kept:
            if size <= self._most:
                break
            removed += self._remove(at)
            size -= bytes_
        self._sweep(now - _HALF_WRITTEN_S)
        return removed + self._forget(now - self._days * _DAY_S)

    def _sweep(self, before: float) -> None:
        """Remove what a crash has left half written, needed or not: nobody can see it."""
        for path in self.directory.glob("*.part"):
            if path.stat().st_mtime < before:
                path.unlink(missing_ok=True)

    def _forget(self, before: float) -> int:
        """Remove what is too old of what was set aside."""
        old = [path for path in self.directory.glob("*/*.jpg") if path.stat().st_mtime < before]
        for path in old:
            path.unlink(missing_ok=True)
        return len(old)

    def _every(self) -> list[int]:
        try:
            names = os.listdir(self.directory)
        except OSError:
            return []
        return sorted(int(name[:-4]) for name in names if name.endswith(".jpg") and name[:-4].isdigit())

    def _facts(self, at: int) -> os.stat_result | None:
        try:
            return self.path(at).stat()
        except OSError:
            return None

    def _remove(self, at: int) -> int:
        self.path(at).unlink(missing_ok=True)
        return 1
