"""How a command ends when it was given something that cannot be right: one sentence, exit code 2."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NoReturn

import typer


@contextmanager
def one_sentence() -> Iterator[None]:
    """Turn what is known to go wrong into a sentence on standard error."""
    try:
        yield
    except BrokenPipeError:
        sys.stderr.close()  # the reader of our output has gone; there is nobody left to tell
        raise typer.Exit(0) from None
    except FileExistsError as error:
        refuse(f"{error.filename} is there already; choose another name")
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        refuse(f"{where}{(error.strerror or str(error)).lower()}")
    except UnicodeDecodeError as error:
        refuse(f"this is not text in UTF-8: {error.reason}")
    except _known() as error:
        refuse(str(error))


def folder(path: Path, named: str = "--data") -> Path:
    """A folder that is there or can be made; a file in its place is refused."""
    if path.exists() and not path.is_dir():
        refuse(f"{named} is {path}, which is a file; it must be a folder")
    return path


def refuse(sentence: str) -> NoReturn:
    """End the command with a sentence that says what was wrong."""
    print(f"wff-table: {sentence if len(sentence) < 600 else sentence[:600] + ' ...'}", file=sys.stderr)
    raise typer.Exit(2)


def _known() -> tuple[type[Exception], ...]:
    """What says itself what was wrong. Asked for only when something is: a command that needs no journal loads none."""
    from table.journal.journal import JournalError  # noqa: PLC0415
    from table.language.blanks import BadSentence  # noqa: PLC0415
    from table.language.scenario import BadScenario  # noqa: PLC0415
    from table.rules.entry import BadEntry  # noqa: PLC0415

    return BadEntry, BadSentence, BadScenario, JournalError
