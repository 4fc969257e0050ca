"""The journal: everything that happened at a table, in one file that any process may append to and follow."""

from __future__ import annotations

import os
import sqlite3
import threading
import time
import zlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from datetime import datetime
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple, NoReturn, Self, TextIO

import msgspec

from table.journal.clock import Boot, Clock, SharedClock, boot_now, clock_of, stamp
from table.journal.file import (
    NAME,
    FileHold,
    JournalDamaged,
    JournalError,
    Recovery,
    add_epochs,
    asking,
    connect,
    cut_short,
    exists,
    insert,
    log_of,
    make_ready,
    ownership,
    plain,
    replace,
    spell,
    tells_of_damage,
    unready,
    unwritable,
)
from table.journal.identity import broken_link, device_id, first_predecessor, new_epoch, table_in
from table.rules.entry import At, BadEntry, Entry, Epoch, Predecessor, Source, decode, encode
from table.rules.events import Event, Noted

__all__ = ["Journal", "JournalDamaged", "JournalError", "JournalReader", "Recovery", "restore"]

_POLL_S = 0.02
"""Seconds between two looks for new entries; a look costs a few microseconds."""

_LET_GO_S = 30.0
"""Seconds that a table may take to let go of the journal: cameras and pins are closed first."""

_BATCH = 500
"""Entries read at once. Between batches no transaction is open, so a slow reader never holds up the log."""

_LATEST_MS = 2**53
"""Milliseconds beyond which other programs that read JSON lose the exact figure."""

_FAILURES = (sqlite3.Error, OSError, UnicodeDecodeError)
"""What SQLite and the disk may throw at us; the last is SQLite quoting a damaged schema."""


class _Undone(Exception):  # noqa: N818  (nothing went wrong)
    """What was written on trial is taken back."""


class JournalReader:
    """A journal to look at: reading changes nothing and makes no journal where there is none.

    It belongs to the thread that opened it; every thread and process opens its own.
    """

    def __init__(self, directory: Path) -> None:
        self.path = directory / NAME
        if not directory.is_dir() or not exists(directory):
            raise JournalError(f"There is no journal in {directory}.")
        self._hold = self._held(directory)
        with self._opening():
            self._still: tuple[int, ...] | None = None
            if why := cut_short(self.path):
                raise JournalError(f"{self.path} is damaged: {why}.")
            self._db = self._look()
            if why := ownership(self._db, self.path):
                raise JournalError(f"{self.path} is damaged: {why}.")

    def entries(self, after: int = 0) -> Iterator[Entry]:
        """The entries whose number is greater than `after`, in order."""
        while batch := self._batch(after):
            yield from batch
            after = batch[-1].seq

    def last(self) -> Entry | None:
        """The newest entry."""
        rows = self._rows("ORDER BY seq DESC LIMIT 1")
        return self._entry(*rows[0]) if rows else None

    def tail(
        self, after: int = 0, stop: threading.Event | None = None, timeout: float | None = None
    ) -> Iterator[Entry]:
        """The entries after a number, and then those to come, whoever appends them, within 100 ms.

        Ends when `stop` is set, or after `timeout` seconds in which nothing came.
        """
        stop = stop or threading.Event()
        heard = time.monotonic()
        while not stop.is_set():
            batch = self._batch(after)
            for entry in batch:
                yield entry
                after, heard = entry.seq, time.monotonic()
                if stop.is_set():
                    return
            if batch:
                continue
            if timeout is not None and time.monotonic() - heard >= timeout:
                return
            stop.wait(_POLL_S)

    def export(self, out: TextIO) -> int:
        """Write every entry as a line of JSON; returns how many."""
        seq = count = 0
        while rows := self._rows("WHERE seq > ? ORDER BY seq LIMIT ?", seq, _BATCH):
            for seq, line, checksum in rows:
                self._entry(seq, line, checksum)  # what is damaged is not handed on
                out.write(f"{line.decode()}\n")
            count += len(rows)
        return count

    def verify(self) -> list[str]:
        """What is wrong with the journal, a sentence each; nothing, if it is as it was written."""
        problems: list[str] = []
        try:
            problems += [str(verdict) for (verdict,) in self._query("PRAGMA quick_check") if verdict != "ok"]
            problems.extend(self._problems())
            problems.extend(self.broken_links())
        except JournalError as error:
            problems.append(str(error))
        return problems

    def broken_links(self) -> list[str]:
        """Where the chain of entries is broken, a sentence each: what was written there is not what stands there.

        Of what cannot be read `verify` tells.
        """
        broken: list[str] = []
        with suppress(JournalError):
            broken.extend(self._broken_links())
        return broken

    def recoveries(self) -> list[Entry]:
        """The notes that it was recovered, of which each names what was missing then."""
        rows = self._rows("WHERE kind = 'noted' AND source = 'clock' ORDER BY seq")
        notes = [self._entry(*row) for row in rows]
        return [note for note in notes if isinstance(note.event, Noted) and note.event.about == "recovery"]

    def close(self) -> None:
        """Let go of the file; a second time does nothing."""
        self._db.close()
        self._hold.release()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    @staticmethod
    def _held(directory: Path) -> FileHold:
        try:
            hold = FileHold(directory)
        except OSError as error:
            raise JournalError(f"Could not open the journal in {directory}: {plain(error)}.") from error
        hold.share()
        return hold

    @contextmanager
    def _opening(self) -> Iterator[None]:
        try:
            yield
        except BaseException as error:
            self._hold.release()
            if hasattr(self, "_db"):
                self._db.close()
            if isinstance(error, _FAILURES):
                self._fail("open", error)
            raise

    def _look(self) -> sqlite3.Connection:
        """Connect without leaving a trace.

        Where there is no log, nobody is writing, and SQLite would make one just to read. So it is told that the
        file stands still, and `_query` looks whether it still does.
        """
        self._still = None if log_of(self.path).exists() else self._shape()
        return connect(self.path, "ro" if self._still is None else "still")

    def _shape(self) -> tuple[int, ...]:
        state = os.stat(self.path)
        return state.st_ino, state.st_size, state.st_mtime_ns

    def _query(self, sql: str, *values: object) -> list[Any]:
        try:
            if self._still is not None and (log_of(self.path).exists() or self._still != self._shape()):
                self._db.close()
                self._db = self._look()
            return self._db.execute(sql, values).fetchall()
        except _FAILURES as error:
            self._fail("read", error)

    def _rows(self, which: str, *values: object) -> list[tuple[int, bytes, int]]:
        return self._query(f"SELECT seq, CAST(line AS BLOB), crc FROM entries {which}", *values)

    def _batch(self, after: int) -> list[Entry]:
        rows = self._rows("WHERE seq > ? ORDER BY seq LIMIT ?", after, _BATCH)
        return [self._entry(*row) for row in rows]

    def _problems(self) -> Iterator[str]:
        seq = t = 0
        while rows := self._rows("WHERE seq > ? ORDER BY seq LIMIT ?", seq, _BATCH):
            for number, line, checksum in rows:
                if number > seq + 1:
                    yield f"Missing: {spell(range(seq + 1, number))}."
                seq = number
                try:
                    entry = self._entry(number, line, checksum)
                except JournalError as error:
                    yield str(error)
                    continue
                if entry.t < t:
                    yield f"Entry {seq} was written at {entry.t}, before the one ahead of it at {t}."
                t = max(t, entry.t)

    def _broken_links(self) -> Iterator[str]:
        seq, epoch, ahead = 0, "", Predecessor(0, 0)
        known = True
        while rows := self._rows("WHERE seq > ? ORDER BY seq LIMIT ?", seq, _BATCH):
            for seq, line, checksum in rows:
                try:
                    entry = self._entry(seq, line, checksum)
                except JournalError:  # what follows it cannot be compared with it
                    known = False
                    continue
                if known and (words := broken_link(entry, ahead, epoch)):
                    yield words
                epoch, ahead, known = entry.epoch, Predecessor(seq, checksum), True

    def _entry(self, seq: int, line: bytes, checksum: int) -> Entry:
        if zlib.crc32(line or b"") != checksum:
            raise JournalDamaged(f"Entry {seq} of {self.path} is damaged: its checksum does not match.")
        try:
            entry = decode(line)
        except BadEntry as error:
            raise JournalError(
                f"Entry {seq} of {self.path} cannot be read: {error}; if a newer program wrote it, update this one."
            ) from None
        if entry.seq != seq:
            raise JournalError(f"Entry {seq} of {self.path} says that it is entry {entry.seq}.")
        return entry

    def _fail(self, what: str, error: Exception) -> NoReturn:
        damaged = isinstance(error, sqlite3.Error) and tells_of_damage(error)
        kind = JournalDamaged if damaged else JournalError
        raise kind(f"Could not {what} {self.path}: {plain(error)}.") from error


class Journal(JournalReader):
    """A journal to append to. One is made where there is none; a damaged one is set aside and recovered."""

    recovered: Recovery | None
    """what opening found damaged and could save"""

    def __init__(self, directory: Path, clock: Clock | None = None, table: str = "") -> None:
        """Open it, by the name of `table` if there is one; without one it keeps the name that it has."""
        self.path = directory / NAME
        self._clock = clock or clock_of(directory)
        self._still = None
        self.recovered = None
        try:
            directory.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            self._fail("make", error)
        self._hold = self._held(directory)
        with self._opening():
            if unready(directory):
                self._make_ready()
            try:
                self._db = connect(self.path, "rw")
            except sqlite3.Error as error:
                if not (why := unwritable(error, self.path)):
                    raise
                self._make_ready(why)
                self._db = connect(self.path, "rw")
            with self._writing("open"):
                self._boot = self._current_boot()
                self._go_on(table)

    def now(self) -> int:
        """The table's time in milliseconds, which goes on over restarts without the time in the dark."""
        return self._clock.now() + self._boot.offset

    @property
    def offset(self) -> int:
        """What is added to the machine's clock to have the table's time, for stamps made at a sensor."""
        return self._boot.offset

    @property
    def restarted(self) -> int | None:
        """After a restart of the machine, the milliseconds lost by the wall clock, until `restarted` is written.

        None within one boot: a process that crashed and came back lost no game time.
        """
        after = self._boot.after
        if not after or self._query("SELECT 1 FROM entries WHERE seq > ? AND kind = 'restarted' LIMIT 1", after):
            return None
        before = self._rows("WHERE seq <= ? ORDER BY seq DESC LIMIT 1", after)
        return self._since(self._entry(*before[0]).wall) if before else 0

    @property
    def epoch(self) -> Epoch:
        """The epoch that the next entry is of."""
        (row,) = self._query("SELECT CAST(line AS BLOB) FROM epochs ORDER BY epoch DESC LIMIT 1")
        return msgspec.json.decode(row[0], type=Epoch)

    def append(
        self, event: Event, source: Source, at: At | None = None, *, command: str = "", login: str = ""
    ) -> Entry:
        """Write that something happened; when this returns, it is on the disk.

        `command` is the hall's command that it came of, `login` that of the person whose deed it was. Raises BadEntry
        if it cannot be an entry (as when `at` is still to come) and JournalError if it cannot be written; then it is
        not there.
        """
        with self._writing("append to"):
            last = self._query("SELECT seq, crc, t FROM entries ORDER BY seq DESC LIMIT 1")
            seq, checksum, before = last[0] if last else (0, 0, 0)
            follows, epoch = Predecessor(seq, checksum), self.epoch
            t = max(self.now(), before)
            return self._write(
                Entry(
                    seq + 1,
                    t,
                    t if at is None else at,
                    source,
                    event,
                    self._clock.boot,
                    stamp(self._clock.wall()),
                    epoch.id,
                    follows,
                    epoch if follows == first_predecessor(epoch) else None,
                    command,
                    login,
                )
            )

    def writable(self) -> bool:
        """Whether an entry could be written now: tried, and undone."""
        try:
            with suppress(_Undone), self._writing("append to"):
                self._db.execute("CREATE TABLE trial (one)")
                raise _Undone
        except JournalError:
            return False
        return True

    def import_lines(self, lines: Iterable[str], gaps: bool = False) -> int:
        """Fill an empty journal from lines of JSON, wholly or not at all; returns how many entries it took.

        Raises BadEntry with the number of the first line that is wrong. A recovered journal has `gaps`.
        """
        entries = list(_read(lines, gaps))
        with self._writing("import into"):
            if self._rows("LIMIT 1"):
                raise JournalError(f"{self.path} already has entries: import into an empty directory.")
            for entry, line in entries:
                insert(self._db, "entries", entry.seq, line)
            if entries:
                # What was written elsewhere had another clock; time goes on here from where it stood there.
                boot, (end, last) = self._boot, entries[-1]
                self._begin(new_epoch(last, self.epoch.table or table_in(line for _, line in entries)))
                offset, wall = end.t - self._clock.now(), stamp(self._clock.wall())
                boot = Boot(boot.boot + 1, boot.id, offset, end.seq, wall)
                self._write_boot(boot)
        if entries:
            self._boot = boot
        return len(entries)

    @contextmanager
    def _writing(self, what: str) -> Iterator[None]:
        """One transaction: durable when it ends, undone when it fails."""
        try:
            self._db.execute("BEGIN IMMEDIATE")
            try:
                yield
                self._db.execute("COMMIT")
            finally:
                if self._db.in_transaction:
                    self._db.execute("ROLLBACK")
        except sqlite3.Error as error:
            self._fail(what, error)

    def _make_ready(self, why: str | None = None) -> None:
        with self._hold.alone():
            self.recovered = make_ready(self.path.parent, self._clock, why)

    def _write(self, entry: Entry) -> Entry:
        """Write it and return it as readers will see it: what cannot be read back is not written."""
        try:
            line = encode(entry).encode()
            written = decode(line)
        except (TypeError, UnicodeError, RecursionError, OverflowError) as error:
            raise BadEntry(f"'{entry.event.kind}' cannot be written as JSON: {error}") from None
        insert(self._db, "entries", entry.seq, line)
        return written

    def _current_boot(self) -> Boot:
        rows = self._query("SELECT boot, CAST(line AS BLOB), crc FROM boots ORDER BY boot DESC LIMIT 1")
        newest = msgspec.json.decode(rows[0][1], type=Boot) if rows else None
        last = self.last()
        if newest is not None and isinstance(self._clock, SharedClock):
            return newest  # its clock is told a little late, and restarts are the simulated table's to tell
        boot = boot_now(self._clock, newest, last.seq if last else 0, last.t if last else 0)
        if boot != newest:
            self._write_boot(boot)
        return boot

    def _go_on(self, table: str) -> None:
        """Go on in the newest epoch; where that is another device's or another table's, or is none, begin one."""
        add_epochs(self._db)
        newest = self.epoch if self._query("SELECT 1 FROM epochs LIMIT 1") else None
        if newest and newest.device == device_id() and table in ("", newest.table):
            return
        lines = [line for _, line, _ in self._rows("ORDER BY seq")]
        self._begin(new_epoch(lines[-1] if lines else None, table or (newest.table if newest else table_in(lines))))

    def _begin(self, epoch: Epoch) -> None:
        ((newest,),) = self._query("SELECT coalesce(max(epoch), 0) FROM epochs")
        insert(self._db, "epochs", newest + 1, msgspec.json.encode(epoch))

    def _write_boot(self, boot: Boot) -> None:
        insert(self._db, "boots", boot.boot, msgspec.json.encode(boot))

    def _since(self, wall: str) -> int:
        try:
            before = datetime.fromisoformat(wall)
            return max(0, int((self._clock.wall() - before).total_seconds() * 1000))
        except (ValueError, TypeError):  # no wall time on record, or one without its zone
            return 0


class Restored(NamedTuple):
    """A backup that is the journal now."""

    entries: int
    until: int
    """the table's time when it ends"""
    aside: Path | None
    """where the journal is that was there before"""


def restore(directory: Path, lines: Iterable[str], clock: Clock | None = None) -> Restored:
    """Put a backup in the journal's place; what was there is kept beside it.

    Whoever has the journal open is asked to let go of it. Raises BadEntry or JournalError; then it is as it was.
    """
    clock = clock or clock_of(directory)
    entries = list(_read(lines, True))
    if not entries:
        raise BadEntry("there are no entries in it")
    end, _ = entries[-1]
    boot = Boot(1, clock.boot, end.t - clock.now(), end.seq, stamp(clock.wall()))
    try:
        hold = FileHold(directory)
        try:
            with asking(directory), hold.alone(_LET_GO_S):
                written = {entry.seq: line for entry, line in entries}
                aside = replace(directory, written, {1: msgspec.json.encode(boot)}, clock)
        finally:
            hold.release()
    except OSError as error:
        raise JournalError(f"Could not restore the journal in {directory}: {plain(error)}.") from error
    return Restored(len(entries), end.t, aside)


def _read(lines: Iterable[str], gaps: bool) -> Iterator[tuple[Entry, bytes]]:
    """The entries of a file, each with its line."""
    seq = t = 0
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            entry = decode(line, default_seq=seq + 1)
            if entry.seq != seq + 1 and not (gaps and entry.seq > seq):
                raise BadEntry(f"entry {entry.seq} where entry {seq + 1} was expected")
            if entry.t < t:
                raise BadEntry(f"written at {entry.t}, before the entry ahead of it at {t}")
            if entry.t > _LATEST_MS:
                raise BadEntry(f"'t' is too large: {entry.t}")
        except BadEntry as error:
            raise BadEntry(f"line {number}: {error}") from None
        seq, t = entry.seq, entry.t
        yield entry, _as_written(entry, line)


def _as_written(entry: Entry, line: str) -> bytes:
    """A journal's own line as it is, whatever version of its event it holds: the next one knows it by its checksum.

    A line made by hand is written as a journal does.
    """
    own = f'{{"seq":{entry.seq},"t":{entry.t},"at":'
    return (line.strip() if line.startswith(own) else encode(entry)).encode()
