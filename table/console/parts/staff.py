"""The parts of the staff's page: the match, the health of the table, the sheet."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import NamedTuple

from table.console.parts.drawing import draw
from table.console.parts.judge import SETTLED, pending
from table.console.parts.live_parts import Part
from table.console.parts.table import headline
from table.console.scribe import Snapshot
from table.rules.games import books, game_of
from table.rules.match import Match

QUIET_MS = 6_000
"""Milliseconds without a word from the controller after which something is wrong with it."""
LOW_DISK_BYTES = 500 * 2**20
"""Bytes on the disk under which staff should do something."""


class Health(NamedTuple):
    """One part of the table."""

    part: str
    state: str
    """ok, warning or bad"""
    words: str
    heard: int | None = None


def parts_of(directory: Path) -> dict[str, Part]:
    """The parts; health looks at the disk that the table writes to."""

    def health(now: Snapshot, _: str) -> str:
        return draw("parts/health.html", health=checkup(now, directory), quiet=QUIET_MS)

    return {"health": health, "match": match, "sheet": sheet}


def match(now: Snapshot, _: str) -> str:
    m = now.match
    unsettled = [f for f in m.flags.values() if f.status not in SETTLED] if m else []
    return draw(
        "parts/match.html",
        match=m,
        opening=now.opening,
        rules=_rules(m) if m else "",
        headline=headline(now),
        unsettled=unsettled,
        pending=pending(m) if m else [],
        down=now.down,
    )


def sheet(now: Snapshot, _: str) -> str:
    return draw("parts/sheet.html", report=game_of(now.match).report(now.match) if now.match else None)


def checkup(now: Snapshot, directory: Path) -> list[Health]:
    """What the journal tells of the table's parts, and the disk."""
    found = [Health("journal", "bad" if now.down else "ok", now.down or f"{now.written} entries"), _control(now)]
    for part in ("camera", "block", "buttons", "sand", "pod"):
        trouble = now.troubles.get(part)
        found.append(Health(part, "bad" if trouble else "ok", trouble or "no trouble reported"))
    found += [Health(part, "bad", words) for part, words in now.troubles.items() if part not in {h.part for h in found}]
    free = _free(directory)
    if free is None:
        found.append(Health("disk", "bad", "cannot be read"))
    else:
        found.append(Health("disk", "warning" if free < LOW_DISK_BYTES else "ok", f"{free / 2**30:.1f} GB free"))
    return found


def _rules(m: Match) -> str:
    """The book, and what of it is played."""
    sheet = game_of(m).report(m)
    more = f", {sheet['division']} ({sheet['game']} game)" if sheet.get("game") else ""
    return f"{books()[m.edition_id].title}{more}"


def _control(now: Snapshot) -> Health:
    """The controller writes every two seconds while a match is open, and is quiet between matches."""
    if now.heard is None:
        return Health("control", "warning", "has not written anything yet")
    if now.match is None or now.match.closed:
        return Health("control", "ok", "quiet while no match is open")
    return Health("control", "ok", "last heard", now.heard)


def _free(directory: Path) -> int | None:
    try:
        return shutil.disk_usage(directory).free
    except OSError:
        return None
