"""`wff-table wff`: whether strings are WFFs, for players and judges; alone in its module so that it answers at once."""

from __future__ import annotations

from typing import Annotated

import typer

from table.cli.errors import refuse
from table.logic.wff import MOST_LETTERS, fault, in_words, truth


def wff(
    strings: Annotated[list[str], typer.Argument(help="Strings that may be WFFs.")],
    table: Annotated[bool, typer.Option("--table", help="Print the truth table as well.")] = False,
) -> None:
    """Say of each string whether it is a WFF, what it says in words, or why it is none."""
    for text in strings:
        short_enough(text, "a string")
    troubles = [fault(text) for text in strings]
    for text, trouble in zip(strings, troubles, strict=True):
        if trouble:
            print(f"{trouble} (position {trouble.position})")
        else:
            print(f"{text} is a WFF: {in_words(text)}" + (f" [{truth(text):016b}]" if table else ""))
    if any(troubles):
        raise typer.Exit(1)


def short_enough(text: str, what: str) -> None:
    """Refuse what is longer than any string of cubes."""
    if len(text) > MOST_LETTERS:
        refuse(f"{what} has {len(text)} letters, and {MOST_LETTERS} are the most")
