"""`wff-table replay`: folds a journal and prints what a judge would want to know."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated

import typer

from table.cli import show
from table.cli.errors import one_sentence, refuse
from table.journal.journal import JournalReader
from table.rules.entry import BadEntry, Entry, decode
from table.rules.fold import fold
from table.rules.games import game_of
from table.rules.validate import Door


def replay(
    file: Annotated[
        Path, typer.Argument(help="A journal as JSON Lines, or a table's data directory; - reads standard input.")
    ] = Path("-"),
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object instead.")] = False,
) -> None:
    """Fold a journal and print shakes, moves, clocks, flags, penalties, scores and match points."""
    with one_sentence():
        entries = read(file)
        table, decisions = fold(entries)
        reports = [game_of(match).report(match) for match in table.matches]
        if not reports:
            refuse(f"{_name(file)}: no match was opened in this journal")
        if as_json:
            told = [
                {"at": d.at, "kind": d.kind, "text": d.text, "cite": d.cite, "player": d.player, "public": d.public}
                for d in decisions
            ]
            print(json.dumps({"events": len(entries), "matches": reports, "decisions": told}, indent=1))
            return
        out = show.console()
        for match in reports:
            for part in (show.shakes(match), show.flags(match), show.scoresheet(match)):
                out.print(part)
            for difference in match["unlike_signed"]:
                out.print(f"[bold red]Signed otherwise:[/] {difference}")


def read(file: Path) -> list[Entry]:
    """The entries of a file; raises BadEntry that names the line."""
    if file.is_dir():
        with JournalReader(file) as journal:
            return list(journal.entries())
    return admitted(contents(file), file)


def contents(file: Path) -> bytes:
    """What is in a file of lines; raises BadEntry if it is none."""
    data = sys.stdin.buffer.read() if str(file) == "-" else file.read_bytes()
    if data.startswith(b"SQLite format 3"):
        raise BadEntry(f"{file} is a table's journal itself: give the directory that it lies in")
    return data


def admitted(data: bytes, file: Path) -> list[Entry]:
    """The entries in the file's contents, if all of them can be right; raises BadEntry that names the line."""
    door = Door()
    entries: list[Entry] = []
    for number, line in enumerate(data.split(b"\n"), 1):
        if not line.strip():
            continue
        try:
            entry = decode(line, default_seq=door.seq + 1)
            door.admit(entry)
        except BadEntry as error:
            raise BadEntry(f"{_name(file)}, line {number}: {error}") from None
        entries.append(entry)
    return entries


def _name(file: Path) -> str:
    return "standard input" if str(file) == "-" else str(file)
