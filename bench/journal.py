"""Figures of the journal: how long an append takes, how soon a reader sees it, and what killing the writer costs."""

from __future__ import annotations

import os
import random
import select
import signal
import statistics
import struct
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from hashlib import blake2b
from itertools import cycle
from pathlib import Path

from table.journal.clock import BootClock, TravelClock
from table.journal.journal import Journal, JournalError, JournalReader
from table.rules.entry import Entry, encode
from table.rules.events import (
    BlockLifted,
    Event,
    MatchOpened,
    Moved,
    Restarted,
    Rolled,
    RoundStarted,
    Said,
    Saw,
    Seat,
    ShakeStarted,
    Time,
)


@dataclass(frozen=True)
class Delays:
    """How long something took, in milliseconds."""

    count: int
    median: float
    p99: float
    worst: float


@dataclass
class Kills:
    """What was found after the writer had been killed so many times; all but the first two should be 0."""

    times: int = 0
    acknowledged: int = 0
    lost: int = 0
    """acknowledged entries that are gone or changed"""
    half: int = 0
    """entries that are there in part, twice, out of order, or that nobody can have written"""
    wrong_clock: int = 0
    """entries stamped outside the time in which they were written, and restarts that went on at another time"""
    set_aside: int = 0
    """journals taken for damaged"""
    died: int = 0
    """writers that ended before they were killed"""
    seconds: float = 0.0

    @property
    def clean(self) -> bool:
        """Nothing went wrong."""
        return not (self.lost or self.half or self.wrong_clock or self.set_aside or self.died)


def append_latency(directory: Path, appends: int = 1000) -> Delays:
    """Append events of a match, each durable before the next."""
    delays = []
    with Journal(directory) as journal:
        for event, _ in zip(_match(), range(appends), strict=False):
            before = time.perf_counter()
            journal.append(event, "camera")
            delays.append(time.perf_counter() - before)
    return _delays(delays)


def tail_delay(directory: Path, appends: int = 50, seed: int = 0) -> Delays:
    """Append in one process and follow in another: from when an append returned to when the reader had it."""
    Journal(directory).close()

    def write(pipe: int) -> None:
        chance = random.Random(seed)
        with Journal(directory) as journal:
            for event, _ in zip(_match(), range(appends), strict=False):
                entry = journal.append(event, "camera")
                os.write(pipe, _TOLD.pack(entry.seq, time.monotonic_ns()))
                time.sleep(chance.uniform(0, 0.03))  # so that the appends fall anywhere between two looks

    seen: dict[int, int] = {}
    with JournalReader(directory) as reader, _writer(write) as (_, pipe):
        for entry in reader.tail(timeout=10):
            seen[entry.seq] = time.monotonic_ns()
            if len(seen) == appends:
                break
        told = dict(_TOLD.iter_unpack(_drain(pipe)))
    return _delays([max(0, seen[seq] - moment) / 1e9 for seq, moment in told.items()])


def kills(directory: Path, times: int, seed: int = 0, progress: Callable[[int], None] | None = None) -> Kills:
    """Kill a process that plays a match, at random moments, and look each time at what it leaves."""
    chance = random.Random(seed)
    found = Kills()
    began = time.monotonic()
    table = _Table(directory / "0", known_boot=False)
    for number in range(times):
        if number and number % 25 == 0:  # a new journal, since one that is being made can be killed too
            found.set_aside += table.set_aside()
            table = _Table(directory / str(number), known_boot=chance.random() < 0.5)
        table.kill(chance, found)
        table.inspect(found)
        if chance.random() < 0.5:  # or else the next writer finds the log as the killed one left it
            table.resume(found)
        found.times += 1
        if progress:
            progress(found.times)
    found.set_aside += table.set_aside()
    found.seconds = time.monotonic() - began
    return found


# --- the killed table -------------------------------------------------------------------------------------

_TOLD = struct.Struct(">QQ")
_ACKNOWLEDGED = struct.Struct(">QQQ16s")
"""an entry's number, the machine's clock before and after it was appended, and a digest of its line"""


@dataclass
class _Table:
    """One journal that is written and killed, and what its writers said that they had written."""

    directory: Path
    known_boot: bool
    """whether the journal already knew an earlier boot, so that its time is not the machine's"""
    offset: int = 0
    digests: dict[int, bytes] = field(default_factory=dict)
    windows: dict[int, tuple[int, int]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.known_boot:
            with Journal(self.directory, TravelClock(now=5_000_000, boot="an earlier one")) as journal:
                self._believe(journal.append(next(_match()), "staff"), 5_000_000, 5_000_000)
            with Journal(self.directory) as journal:
                self.offset = journal.offset
                before = BootClock().now()
                entry = journal.append(Restarted(lost=journal.restarted or 0), "clock")
                self._believe(entry, before, BootClock().now())
                self.windows[1] = (5_000_000 - self.offset,) * 2

    def kill(self, chance: random.Random, found: Kills) -> None:
        """Let a writer play, and kill it while it opens the journal, appends to it or closes it."""
        seed, patience = chance.getrandbits(32), chance.choice([0, 0, 1, 2, 3, 5, 8, 13])
        delay = chance.uniform(0, 0.0015 if patience else 0.02)
        with _writer(lambda pipe: self._play(pipe, seed)) as (pid, pipe):
            said = b""
            while len(said) < patience * _ACKNOWLEDGED.size and select.select([pipe], [], [], 30)[0]:
                if not (more := os.read(pipe, 65536)):
                    break
                said += more
            time.sleep(delay)
            os.kill(pid, signal.SIGKILL)
            said += _drain(pipe)
            _, status = os.waitpid(pid, 0)
            found.died += not (os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGKILL)
        for seq, before, after, digest in _ACKNOWLEDGED.iter_unpack(said):
            self.digests[seq], self.windows[seq] = digest, (before, after)
            found.acknowledged += 1

    def inspect(self, found: Kills) -> None:
        """Compare what is there with what was acknowledged."""
        try:
            with JournalReader(self.directory) as journal:
                found.half += len(journal.verify())
                entries = {entry.seq: entry for entry in journal.entries()}
        except JournalError:  # killed before there was one
            entries = {}
        for seq, digest in self.digests.items():
            found.lost += seq not in entries or _digest(entries[seq]) != digest
        unsaid = [entry for seq, entry in entries.items() if seq not in self.digests]
        found.half += len(unsaid) > 1  # a writer says each before it writes the next
        for entry in unsaid:
            self._believe(entry, 0, BootClock().now())
        for seq, (before, after) in self.windows.items():
            if seq in entries:
                found.wrong_clock += not before <= entries[seq].t - self.offset <= after

    def resume(self, found: Kills) -> None:
        """Open the journal again, as the table does when it comes back, and go on."""
        with Journal(self.directory) as journal:
            last = journal.last()
            before = BootClock().now()
            now = journal.now()
            found.wrong_clock += not before <= now - self.offset <= BootClock().now()
            found.wrong_clock += last is not None and last.t > now
            found.wrong_clock += journal.restarted is not None
            self._believe(journal.append(Time(), "clock"), before, BootClock().now())

    def set_aside(self) -> int:
        return len(list(self.directory.glob("journal.damaged-*.db")))

    def _believe(self, entry: Entry, before: int, after: int) -> None:
        self.digests[entry.seq], self.windows[entry.seq] = _digest(entry), (before, after)

    def _play(self, pipe: int, seed: int) -> None:
        chance, clock, match = random.Random(seed), BootClock(), _match()
        while True:
            with Journal(self.directory) as journal:
                for _ in range(chance.randint(1, 20)):
                    before = clock.now()
                    entry = journal.append(next(match), "camera")
                    said = entry.seq, before, clock.now(), _digest(entry)
                    os.write(pipe, _ACKNOWLEDGED.pack(*said))


def _digest(entry: Entry) -> bytes:
    return blake2b(encode(entry).encode(), digest_size=16).digest()


def _match() -> Iterator[Event]:
    """Events of a match without end, short and long."""
    yield MatchOpened("bench", "tournament-2019", "middle", (Seat("Ann"), Seat("Ben"), Seat("Cleo")))
    yield RoundStarted()
    for shake in cycle(range(1, 10)):
        yield ShakeStarted("Ann")
        yield Rolled("CAKENRpqrsioCAKENRpqrsioCAKE", "Ann")
        for cube in range(1, 20):
            yield Time()
            yield Saw("board", {"cubes": [[cube, "required", 0.99]] * (shake * 40)})
            yield Moved(cube, "required", "Ben", 0.98)
        yield Said("now", "Cleo")
        yield BlockLifted("Cleo")


@contextmanager
def _writer(work: Callable[[int], None]) -> Iterator[tuple[int, int]]:
    """A process of its own that does the work, and the pipe on which it speaks."""
    out, into = os.pipe()
    pid = os.fork()
    if not pid:
        try:
            os.close(out)
            work(into)
        except BaseException:
            traceback.print_exc()
            os._exit(1)
        os._exit(0)
    os.close(into)
    try:
        yield pid, out
    finally:
        os.close(out)
        _reap(pid)


def _reap(pid: int) -> None:
    try:
        ended, _ = os.waitpid(pid, os.WNOHANG)  # first, for the number of a process that is gone may be another's
    except ChildProcessError:
        return
    if not ended:
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)


def _drain(pipe: int) -> bytes:
    said = b""
    while more := os.read(pipe, 65536):
        said += more
    return said


def _delays(seconds: list[float]) -> Delays:
    ordered = sorted(value * 1000 for value in seconds)
    return Delays(len(ordered), statistics.median(ordered), ordered[int(len(ordered) * 0.99)], ordered[-1])
