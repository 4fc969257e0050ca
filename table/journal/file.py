"""The journal's file: how it is made, checked, locked, and put back in order when it is found damaged."""

from __future__ import annotations

import fcntl
import os
import re
import shutil
import sqlite3
import time
import zlib
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

import msgspec

from table.journal.clock import Boot, Clock, boot_now, stamp
from table.journal.identity import first_predecessor, new_epoch, table_in
from table.journal.salvage import PAGE_BYTES, Remains, newest_in_log, salvage
from table.rules.entry import Entry, Epoch, encode
from table.rules.events import Noted

NAME = "journal.db"
VERSION = 1
LOCK_WAIT_S = 10.0
"""Seconds to wait for another process that is in the middle of something."""


class JournalError(Exception):
    """The journal could not be opened, read or written; the message is one sentence that says why."""


class JournalDamaged(JournalError):  # noqa: N818  (it is a journal's state)
    """What was read is not what was written; opening the journal anew recovers what can be."""


@dataclass(frozen=True)
class Recovery:
    """A damaged journal was found: where it lies now and what could be saved of it."""

    why: str
    aside: Path
    recovered: int
    missing: tuple[range, ...]

    def __str__(self) -> str:
        what = "1 entry" if self.recovered == 1 else f"{self.recovered} entries"
        lost = f"missing: {', '.join(map(spell, self.missing))}" if self.missing else "none is known to be missing"
        kept = f"The journal was damaged ({self.why}) and is kept as {self.aside.name}."
        return f"{kept} Recovered: {what}; {lost}."


def unready(directory: Path) -> bool:
    """Whether the directory holds no sound journal; raises JournalError if what it holds is foreign."""
    return not exists(directory) or (directory / _FINISHED).exists() or damage(directory) is not None


def make_ready(directory: Path, clock: Clock, why: str | None = None) -> Recovery | None:
    """Make a journal if there is none and recover it if it is damaged; the caller has the directory alone.

    `why` tells of damage that only shows when one writes.
    """
    _finish(directory)
    if not exists(directory):
        _build(directory)
        return None
    why = damage(directory) or why
    return _recover(directory, why, clock) if why else None


def replace(directory: Path, entries: dict[int, bytes], boots: dict[int, bytes], clock: Clock) -> Path | None:
    """Make a journal of other lines; the old one is kept under a new name. The caller has the directory alone."""
    _finish(directory)
    aside = None
    if exists(directory):
        aside = _kept(directory / NAME, f"journal.replaced-{clock.wall():%Y%m%dT%H%M%SZ}")
    _build(directory, entries=entries, boots=boots)
    return aside


def exists(directory: Path) -> bool:
    """Whether there is a journal. A log without its database counts: it may hold entries."""
    path = directory / NAME
    return path.exists() or (log_of(path).exists() and log_of(path).stat().st_size > 0)


def damage(directory: Path) -> str | None:
    """What is damaged in the directory's journal, if anything; raises JournalError if it is foreign."""
    path = directory / NAME
    if why := cut_short(path):
        return why
    newest = newest_in_log(log_of(path))  # before SQLite reads it: a writer may be adding to it meanwhile
    try:
        with closing(connect(path, "ro")) as db:
            return ownership(db, path) or _inner_damage(db, newest)
    except UnicodeDecodeError:  # SQLite quotes what it found in the schema, and that is no text
        return "its schema is not text"
    except sqlite3.Error as error:
        if tells_of_damage(error):
            return str(error)
        raise JournalError(f"Could not open {path}: {plain(error)}.") from error


def cut_short(path: Path) -> str | None:
    """Whether so little is left of a file that SQLite would take it for a new one and begin anew."""
    if not path.exists():
        return "its file is gone, only its log is left"
    return "its file is cut short" if path.stat().st_size < PAGE_BYTES else None


def ownership(db: sqlite3.Connection, path: Path) -> str | None:
    """What is damaged in the marks that say whose file it is; raises JournalError if it is not ours."""
    (application,) = db.execute("PRAGMA application_id").fetchone()
    (version,) = db.execute("PRAGMA user_version").fetchone()
    tables = _tables(db)
    form = _FORM.search(tables.get("entries") or "")
    if application != _APPLICATION and not form:
        raise JournalError(f"{path} is an SQLite file but not a journal: move it away or choose another directory.")
    if not form or int(form[1]) != version or application != _APPLICATION:
        return "its header is wrong"
    if version > VERSION:
        raise JournalError(
            f"{path} was written by a newer version of this program (its form is {version}, this one reads {VERSION})."
        )
    schema = _schema()
    if "epochs" not in tables:  # it is older than epochs
        del schema["epochs"]
    return None if tables == schema else "its schema is wrong"


def add_epochs(db: sqlite3.Connection) -> None:
    """Give a journal that is older than epochs a place for them; any other has it."""
    if "epochs" not in _tables(db):
        db.execute(_EPOCHS)


def unwritable(error: sqlite3.Error, path: Path) -> str | None:
    """What is damaged in a file that SQLite will not write although its owner may.

    SQLite takes a header of a later format than its own for a file that it may only read.
    """
    may_write = os.access(path, os.W_OK) and os.access(path.parent, os.W_OK)
    return "its header is wrong" if may_write and _code(error) == sqlite3.SQLITE_READONLY else None


def connect(path: Path, mode: str) -> sqlite3.Connection:
    """Open the file as it is: `rw`, `ro`, or `still` where nobody writes and nothing may be touched."""
    query = "mode=ro&immutable=1" if mode == "still" else f"mode={mode}"
    db = sqlite3.connect(f"file:{quote(str(path.absolute()))}?{query}", uri=True, isolation_level=None)
    db.text_factory = lambda raw: raw.decode(errors="replace")  # damaged text is ours to judge, not an exception
    try:
        db.execute(f"PRAGMA busy_timeout = {int(LOCK_WAIT_S * 1000)}")
        if mode == "rw":
            db.execute("PRAGMA journal_mode = WAL")
            db.execute("PRAGMA synchronous = FULL")
            db.execute("PRAGMA cache_spill = OFF")  # nothing uncommitted in the log, where salvage could find it
            db.execute("DELETE FROM boots WHERE FALSE")  # writes nothing, and fails now where nothing can be written
    except BaseException:
        db.close()
        raise
    return db


def log_of(path: Path) -> Path:
    """SQLite's write-ahead log of a database."""
    return path.with_name(f"{path.name}-wal")


def insert(db: sqlite3.Connection, table: str, number: int, line: bytes) -> None:
    """Write a row: its number, its line and the line's checksum."""
    key = _KEYS[table]
    db.execute(f"INSERT INTO {table} ({key}, line, crc) VALUES (?, ?, ?)", (number, line.decode(), zlib.crc32(line)))


class FileHold:
    """A lock on the directory, shared by all who have its journal open; to replace the file takes it alone."""

    def __init__(self, directory: Path) -> None:
        self._directory = directory
        self._descriptor = os.open(directory, os.O_RDONLY)

    def share(self) -> None:
        """Keep others from replacing the file."""
        self._take(fcntl.LOCK_SH)

    @contextmanager
    def alone(self, patience: float = LOCK_WAIT_S) -> Iterator[None]:
        """Nobody else has the journal open; afterwards the lock is shared again."""
        fcntl.flock(self._descriptor, fcntl.LOCK_UN)  # two who wait for each other's share would wait for ever
        self._take(fcntl.LOCK_EX, patience)
        try:
            yield
        finally:
            self.share()

    def release(self) -> None:
        """Let go; a second time does nothing."""
        if self._descriptor >= 0:
            os.close(self._descriptor)
            self._descriptor = -1

    def _take(self, kind: int, patience: float = LOCK_WAIT_S) -> None:
        deadline = time.monotonic() + patience
        while True:
            try:
                fcntl.flock(self._descriptor, kind | fcntl.LOCK_NB)
                return
            except BlockingIOError:
                if time.monotonic() >= deadline:
                    raise JournalError(f"The journal in {self._directory} {_HELD[kind]}.") from None
                time.sleep(0.01)


def plain(error: Exception) -> str:
    """SQLite's or the system's complaint in plain words."""
    if isinstance(error, OSError):
        return error.strerror or str(error)
    if isinstance(error, UnicodeDecodeError):
        return _PLAIN[sqlite3.SQLITE_CORRUPT]
    return _PLAIN.get(_code(error) & 0xFF, str(error))


def spell(run: range) -> str:
    """A run of numbers as people write it: 7, or 7 to 9."""
    return f"{run[0]}" if len(run) == 1 else f"{run[0]} to {run[-1]}"


_HELD = {
    fcntl.LOCK_EX: "must be replaced, and another process has it open: stop that one first",
    fcntl.LOCK_SH: "is being replaced by another process: try again",
}


@contextmanager
def asking(directory: Path) -> Iterator[None]:
    """Ask whoever has the journal open to let go of it. A lock asks, so that nobody asks who is gone."""
    path = directory / _WANTED
    with path.open("w") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise JournalError(f"The journal in {directory} is being replaced by another process.") from None
        try:
            yield
        finally:
            path.unlink(missing_ok=True)


def asked_for(directory: Path) -> bool:
    """Whether somebody asks to have the journal alone."""
    try:
        with (directory / _WANTED).open() as file:
            fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    except OSError:
        return False
    return False


_WANTED = "journal.wanted"


@contextmanager
def in_charge(directory: Path) -> Iterator[None]:
    """Be the only process that runs a table on the directory; whoever has its journal open is not kept from it."""
    directory.mkdir(parents=True, exist_ok=True)
    with (directory / _CHARGE).open("w") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise JournalError(f"A table runs on {directory} already: stop it first.") from None
        yield


_CHARGE = "control.lock"


# --- a new file -------------------------------------------------------------------------------------------

_APPLICATION = int.from_bytes(b"WFFj", "big")
_FORM = re.compile(r"-- form (\d+)")
"""The version once more, where it must agree with the header: a header can be damaged, and no version is not ours."""

_ENTRIES = """CREATE TABLE entries ( -- form {form}
    seq INTEGER PRIMARY KEY,
    line TEXT NOT NULL,
    crc INTEGER NOT NULL,
    t INTEGER GENERATED ALWAYS AS (json_extract(line, '$.t')) VIRTUAL,
    source TEXT GENERATED ALWAYS AS (json_extract(line, '$.source')) VIRTUAL,
    kind TEXT GENERATED ALWAYS AS (json_extract(line, '$.kind')) VIRTUAL,
    body TEXT GENERATED ALWAYS AS (json_extract(line, '$.body')) VIRTUAL
)"""
_BOOTS = """CREATE TABLE boots (
    boot INTEGER PRIMARY KEY,
    line TEXT NOT NULL,
    crc INTEGER NOT NULL
)"""
_EPOCHS = """CREATE TABLE epochs (
    epoch INTEGER PRIMARY KEY,
    line TEXT NOT NULL,
    crc INTEGER NOT NULL
)"""
_KEYS = {"entries": "seq", "boots": "boot", "epochs": "epoch"}


def _schema() -> dict[str, str]:
    return {"entries": _ENTRIES.format(form=VERSION), "boots": _BOOTS, "epochs": _EPOCHS}


def _tables(db: sqlite3.Connection) -> dict[str, str]:
    """Those of our tables that are there, each as it was made."""
    made = dict(db.execute("SELECT name, sql FROM sqlite_schema"))
    return {table: made[table] for table in _KEYS if table in made}


def _build(directory: Path, **tables: dict[int, bytes]) -> None:
    """Make a whole file beside the journal and put it in its place; killed on the way, the old one stays."""
    draft = directory / "journal.draft.db"
    for path in (draft, *_beside(draft)):
        path.unlink(missing_ok=True)
    try:
        draft.touch()
        with closing(sqlite3.connect(draft, isolation_level=None)) as db:
            db.executescript(
                f"PRAGMA page_size = {PAGE_BYTES}; PRAGMA application_id = {_APPLICATION};"
                f"PRAGMA user_version = {VERSION}; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;"
                f"BEGIN; {'; '.join(_schema().values())};"
            )
            for table, lines in tables.items():
                for number, line in sorted(lines.items()):
                    insert(db, table, number, line)
            db.execute("COMMIT")
        draft.rename(directory / _FINISHED)
        _settle(directory)
        _finish(directory)
    except (sqlite3.Error, OSError) as error:
        raise JournalError(f"Could not make a journal in {directory}: {plain(error)}.") from error


_FINISHED = "journal.finished.db"
"""A whole file that waits until the old one's log is gone: another file's log would ruin it."""


def _finish(directory: Path) -> None:
    if not (directory / _FINISHED).exists():
        return
    for path in _beside(directory / NAME):
        path.unlink(missing_ok=True)
    _settle(directory)
    (directory / _FINISHED).rename(directory / NAME)
    _settle(directory)


def _settle(directory: Path) -> None:
    """What was renamed stays renamed when the power goes."""
    descriptor = os.open(directory, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _beside(path: Path) -> Iterable[Path]:
    return [path.with_name(path.name + ending) for ending in ("-wal", "-shm", "-journal")]


# --- a damaged file ---------------------------------------------------------------------------------------


def _recover(directory: Path, why: str, clock: Clock) -> Recovery:
    """Copy what is readable into a new file, and keep the damaged one under a new name."""
    path = directory / NAME
    remains = salvage(path, log_of(path))
    aside = _kept(path, f"journal.damaged-{clock.wall():%Y%m%dT%H%M%SZ}")
    recovery = Recovery(why, aside, len(remains.entries), tuple(remains.missing()))
    epoch = new_epoch(remains.entries.get(max(remains.entries, default=0)), table_in(remains.entries.values()))
    _note(remains, recovery, epoch, clock)
    _build(directory, entries=remains.entries, boots=remains.boots, epochs={1: msgspec.json.encode(epoch)})
    return recovery


def _note(remains: Remains, recovery: Recovery, epoch: Epoch, clock: Clock) -> None:
    """Say in the journal itself that it was recovered, under a number that no lost entry can have had."""
    top = max(remains.entries, default=0)
    t = int(remains.entries[top].split(b'"t":', 1)[1].split(b",", 1)[0]) if top else 0
    newest = msgspec.json.decode(remains.boots[max(remains.boots)], type=Boot) if remains.boots else None
    boot = boot_now(clock, newest, top, t)
    remains.boots[boot.boot] = msgspec.json.encode(boot)
    now, seq = clock.now() + boot.offset, remains.last + 1
    note = Entry(
        seq,
        now,
        now,
        "clock",
        Noted(str(recovery), about="recovery"),
        clock.boot,
        stamp(clock.wall()),
        epoch=epoch.id,
        follows=first_predecessor(epoch),
        begins=epoch,
    )
    remains.entries[seq] = encode(note).encode()


def _kept(path: Path, stem: str) -> Path:
    try:
        return _set_aside(path, stem)
    except OSError as error:
        raise JournalError(f"Could not keep the journal {path}: {plain(error)}.") from error


def _set_aside(path: Path, stem: str) -> Path:
    aside, again = path.with_name(f"{stem}.db"), 1
    while any(taken.exists() for taken in (aside, *_beside(aside))):
        again += 1
        aside = path.with_name(f"{stem}-{again}.db")
    # A second name rather than a new one: until the recovered file is whole, the damaged one stays in place.
    kept = []
    for old, new in zip((path, *_beside(path)), (aside, *_beside(aside)), strict=True):
        if old.exists():
            _name_again(old, new)
            kept.append(new)
    _settle(path.parent)
    return kept[0]


def _name_again(old: Path, new: Path) -> None:
    try:
        os.link(old, new)
    except OSError:  # a file system without links
        shutil.copyfile(old, new)


def _inner_damage(db: sqlite3.Connection, newest: int) -> str | None:
    (verdict, *_) = db.execute("PRAGMA quick_check(1)").fetchone()
    if verdict != "ok":
        return str(verdict).splitlines()[-1]
    for table in _tables(db):
        key = _KEYS[table]
        for number, line, checksum in db.execute(f"SELECT {key}, CAST(line AS BLOB), crc FROM {table}"):
            if zlib.crc32(line or b"") != checksum:
                return f"the checksum of {'entry' if key == 'seq' else key} {number} does not match"
    (last,) = db.execute("SELECT coalesce(max(seq), 0) FROM entries").fetchone()
    return f"its log is broken before entry {newest}" if newest > last else None


def _code(error: Exception) -> int:
    return getattr(error, "sqlite_errorcode", 0)


def tells_of_damage(error: sqlite3.Error) -> bool:
    """Whether SQLite complains of the file's contents, rather than of a full disk, of rights or of a lock."""
    code = _code(error)
    # A plain SQLITE_ERROR is a missing table or column: the schema is gone.
    return code & 0xFF in _DAMAGE or code in _UNREADABLE


_DAMAGE = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR, sqlite3.SQLITE_FORMAT)
_UNREADABLE = (sqlite3.SQLITE_IOERR_READ, sqlite3.SQLITE_IOERR_SHORT_READ)

_PLAIN = {
    sqlite3.SQLITE_BUSY: f"another process kept it locked for {LOCK_WAIT_S:.0f} seconds",
    sqlite3.SQLITE_CANTOPEN: "it cannot be opened; check the directory's owner and rights",
    sqlite3.SQLITE_CORRUPT: "its file is damaged",
    sqlite3.SQLITE_FULL: "the disk is full",
    sqlite3.SQLITE_IOERR: "the disk reported an error",
    sqlite3.SQLITE_NOTADB: "its file is damaged",
    sqlite3.SQLITE_PERM: "it may not be opened; check the directory's owner and rights",
    sqlite3.SQLITE_READONLY: "it may not be written; check the directory's owner and rights",
}
