"""Backups of the journal that are kept on the table: made, listed with what is in them, and restored.

A backup is every entry as a line of JSON, in a folder beside the journal. Whoever brings one from elsewhere copies it
there; nothing is uploaded.
"""

from __future__ import annotations

from datetime import UTC, datetime
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from table.journal.clock import Clock
from table.journal.journal import JournalReader, restore
from table.rules import events as ev
from table.rules.entry import BadEntry, decode
from table.seeing.evidence import Frames

FOLDER = "backups"
BACKUPS_SHOWN = 20
"""How many are listed, the newest first."""


class Backup(NamedTuple):
    """What is in one."""

    path: Path
    size: int
    entries: int
    until: str
    """the calendar's time of the newest entry"""
    matches: tuple[str, ...]
    """each with its players"""
    wrong: str
    """why it cannot be restored"""


def backups(directory: Path) -> list[Backup]:
    """Those that there are, the newest first."""
    found = sorted((directory / FOLDER).glob("*.jsonl"), reverse=True)[:BACKUPS_SHOWN]
    return [_described(path, path.stat().st_size, path.stat().st_mtime_ns) for path in found]


def named(directory: Path, name: str) -> Backup | None:
    """One of those that are listed; nothing for any other name."""
    return next((one for one in backups(directory) if one.path.name == name), None)


def back_up(directory: Path) -> tuple[str, int]:
    """Make one; returns its name and how many entries it has."""
    folder = directory / FOLDER
    folder.mkdir(exist_ok=True)
    name = f"journal-{datetime.now(UTC):%Y%m%d-%H%M%S-%f}.jsonl"
    unfinished = folder / f"{name}.part"
    with JournalReader(directory) as reader, unfinished.open("x", encoding="utf-8") as out:
        count = reader.export(out)
    unfinished.rename(folder / name)
    return name, count


def put_back(directory: Path, path: Path, clock: Clock) -> str:
    """Make a backup the journal, after backing up what is there; says what was done. The journal is not open."""
    kept, _ = back_up(directory)
    with path.open(encoding="utf-8") as lines:
        done = restore(directory, lines, clock)
    if done.aside is not None:
        Frames(directory).set_aside(done.until, done.aside.stem)
    return f"{done.entries} entries of {path.name} are the journal now. What was there is kept as {kept}."


@lru_cache(maxsize=2 * BACKUPS_SHOWN)
def _described(path: Path, size: int, _changed: int) -> Backup:
    count, until, matches = 0, "", []
    try:
        with path.open(encoding="utf-8") as lines:
            for count, line in enumerate(lines, 1):
                entry = decode(line, default_seq=count)
                until = entry.wall or until
                if isinstance(entry.event, ev.MatchOpened):
                    players = ", ".join(seat.name for seat in entry.event.players)
                    matches.append(f"{entry.event.match} ({players})")
        wrong = "" if count else "It is empty."
    except UnicodeDecodeError:
        wrong = "It is not text."
    except BadEntry as error:
        wrong = f"Line {count}: {error}."
    return Backup(path, size, count, until, tuple(matches), wrong)
