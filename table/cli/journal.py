"""`wff-table journal`: list, follow, export, import and verify a table's journal."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterable
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from table.cli import show
from table.cli.errors import one_sentence, refuse
from table.cli.files import whole
from table.cli.replay import admitted, contents
from table.journal.journal import Journal, JournalError, JournalReader
from table.rules.entry import Entry
from table.rules.events import MatchOpened, Noted


class Action(StrEnum):
    list = "list"
    follow = "follow"
    export = "export"
    verify = "verify"
    import_ = "import"


def journal(
    directory: Annotated[Path, typer.Argument(help="The table's data directory.")],
    action: Annotated[Action, typer.Argument(help="What to do with the journal in it.")] = Action.list,
    file: Annotated[
        Path,
        typer.Argument(
            help="Where to export to, which must not be there yet, or to import from; - is standard output or input."
        ),
    ] = Path("-"),
    after: Annotated[int, typer.Option(help="Begin after this entry.", min=0)] = 0,
) -> None:
    """List a journal's entries, follow it as it grows, export it as JSON Lines, import one, or verify it.

    To import wants an empty directory, or one that is not there yet.
    """
    with one_sentence():
        if action is Action.import_:
            return _import(directory, file)
        with JournalReader(directory) as reader:
            if action is Action.export:
                _export(reader, file)
            elif action is Action.verify:
                _verify(reader)
            else:
                _list(reader.tail() if action is Action.follow else reader.entries(), after)
    return None


def _list(entries: Iterable[Entry], after: int) -> None:
    opened = 0
    for entry in entries:
        if isinstance(entry.event, MatchOpened):
            opened = entry.moment
        if entry.seq > after:
            print(_line(entry, opened), flush=True)


def _line(entry: Entry, opened: int) -> str:
    """An entry with its time since the match was opened."""
    at = show.clock(entry.moment, opened)
    late = f" (seen {show.clock(entry.t, opened)})" if entry.t - entry.moment >= 100 else ""
    body = msgspec.json.encode(entry.event).decode()
    return f"{entry.seq:5} {at:>8}{late} {entry.source:6} {entry.event.kind} {body}"


def _export(reader: JournalReader, file: Path) -> None:
    if str(file) == "-":
        reader.export(sys.stdout)
        return
    if file.exists():
        refuse(f"{file} is there already; choose another name")
    with whole(file) as draft, draft.open("w", encoding="utf-8") as out:
        count = reader.export(out)
    print(f"{count} entries written to {file}", file=sys.stderr)


def _import(directory: Path, file: Path) -> None:
    if file.is_dir():
        lines = io.StringIO()
        with JournalReader(file) as reader:
            reader.export(lines)
        text = lines.getvalue()
    else:
        data = contents(file)
        admitted(data, file)
        text = data.decode()
    with Journal(directory) as target:
        count = target.import_lines(text.split("\n"), gaps=True)
    print(f"{count} entries imported into {directory}", file=sys.stderr)


def _verify(reader: JournalReader) -> None:
    lost = _lost_before(reader)
    problems = reader.verify()
    for problem in problems:
        print(f"{problem} {lost[problem]}" if problem in lost else problem)
    broken = reader.broken_links()
    damaged = sum(problem not in lost and problem not in broken for problem in problems)
    if damaged:
        refuse(f"{reader.path} is damaged in {damaged} place(s); the table recovers what it can when it starts")
    if broken:
        refuse(f"{reader.path} is not as it was written: its chain is broken in {len(broken)} place(s)")
    last = reader.last()
    ending = "the others as they were written; there is nothing to recover" if problems else "all as they were written"
    print(f"{reader.path}: {last.seq if last else 0} entries, {ending}")


def _lost_before(reader: JournalReader) -> dict[str, str]:
    """The gaps that past recoveries left, as they are told, each with where the journal says so."""
    try:
        notes = [(note.seq, note.event) for note in reader.recoveries()]
    except JournalError:
        return {}  # it is damaged now, and that is told
    return {
        f"Missing: {gap}.": f"It was lost before the journal was recovered: entry {seq} tells of it."
        for seq, event in reversed(notes)
        if isinstance(event, Noted)
        for gap in event.text.rpartition("missing: ")[2].removesuffix(".").split(", ")
    }
