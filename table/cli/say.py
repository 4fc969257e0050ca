"""`wff-table say`: appends what a player, a judge or staff says, so that a whole match needs no screen."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from table.cli import show
from table.cli.errors import folder, one_sentence, refuse
from table.journal.session import Session
from table.language.sentences import templates
from table.rules.match import Decision


def say(
    directory: Annotated[
        Path | None, typer.Argument(help="The table's data directory; made if it is not there.")
    ] = None,
    sentences: Annotated[
        list[str] | None, typer.Argument(help="What is said; - reads a sentence from each line.")
    ] = None,
    ago: Annotated[float, typer.Option(help="It happened this many seconds ago.", min=0, max=86_400)] = 0.0,
    judge: Annotated[
        bool, typer.Option("--judge", help="Also print what is for the judge only: flags and notes.")
    ] = False,
    forms: Annotated[bool, typer.Option("--forms", help="List every sentence that can be said.")] = False,
) -> None:
    """Append what somebody says to a table's journal, and print what the referee makes of it.

    All sentences of one call are written, or none if one of them cannot be right. Start with:

        wff-table say DIR 'staff opens match M1: Ann, Ben, Cal; 2019-20 senior' 'the round starts'
    """
    if forms or directory is None:
        print("\n".join(templates()))
        return
    said = list(sentences or [])
    if said == ["-"] or (not said and not sys.stdin.isatty()):
        said = [line.strip() for line in sys.stdin if line.strip() and not line.lstrip().startswith("#")]
    if not said:
        refuse("nothing was said: give sentences, or - to read them from standard input")
    with one_sentence():
        session = Session.open(folder(directory, "the data directory"))
        try:
            if session.journal.recovered:
                print(session.journal.recovered, file=sys.stderr)
            at = max(0, session.journal.now() - int(ago * 1000)) if ago else None
            told = session.say(said, at)
            opened = session.match.opened if session.match else 0
        finally:
            session.close()
        for spoken in told:
            numbers = [entry.seq for entry in spoken.entries]
            print(f"entry {numbers[0]}{f' to {numbers[-1]}' if len(numbers) > 1 else ''}: {spoken.sentence}")
            for decision in spoken.decisions:
                if decision.public or judge or spoken.usual in ("judge", "staff"):
                    print(_told(decision, opened))


def _told(d: Decision, opened: int) -> str:
    cite = f" ({d.cite})" if d.cite else ""
    flag = f" [{d.flag}]" if d.flag else ""
    who = f"{d.player}: " if d.flag and d.player else ""
    return f"  {show.clock(d.at, opened)} {d.kind}: {who}{d.text}{cite}{flag}"
