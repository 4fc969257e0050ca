"""`wff-table editions`: the rule books side by side, printed from the data that the referee plays by."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import fields
from typing import Annotated, Any

import typer
from rich.table import Table as Grid

from table.cli import show
from table.rules.editions.book import Book, Fact
from table.rules.games import books as all_books


def editions(
    differences: Annotated[bool, typer.Option("--differences", help="Only what the books say differently.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object instead.")] = False,
) -> None:
    """Print the rule books side by side, each fact with its section."""
    books = list(all_books().values())
    rows = side_by_side(books)
    if differences:
        rows = [row for row in rows if len({value for value, _ in row[1]}) > 1]
    if as_json:
        table = {
            name: {b.id: {"value": v, "cite": c} for b, (v, c) in zip(books, row, strict=True)} for name, row in rows
        }
        print(json.dumps(table, indent=1))
        return
    grid = Grid(show_lines=True)
    grid.add_column("")
    for book in books:
        grid.add_column(book.id, overflow="fold")
    for name, cells in rows:
        grid.add_row(f"[bold]{name}", *[f"{value} [dim]({cite})" if cite else value for value, cite in cells])
    show.console().print(grid)


def side_by_side(books: Sequence[Book]) -> list[tuple[str, list[tuple[str, str]]]]:
    """For each fact its name, and each book's value and cite; what a book does not have is a dash."""
    facts = [_facts(book) for book in books]
    names = dict.fromkeys(name for of_book in facts for name in of_book)
    return [(name, [of_book.get(name, ("-", "")) for of_book in facts]) for name in names]


def _facts(book: Book) -> dict[str, tuple[str, str]]:
    found: dict[str, tuple[str, str]] = {"title": (book.title, "")}
    for field in fields(book):
        value = getattr(book, field.name)
        name, unit = field.metadata.get("label", field.name), field.metadata.get("unit", "")
        if isinstance(value, Fact):
            found[name] = (f"{_plain(value.value)} {unit}".strip(), value.cite)
        elif isinstance(value, dict):
            found |= {f"{name}: {key}": (_plain(fact.value), fact.cite) for key, fact in value.items()}
    return found


def _plain(value: Any) -> str:
    if isinstance(value, frozenset):
        return ", ".join(sorted(value)) or "none"
    if isinstance(value, tuple):
        return ", ".join(value)
    if isinstance(value, dict):
        return ", ".join(f"{key}: {item}" for key, item in value.items())
    if isinstance(value, bool):
        return "yes" if value else "no"
    if hasattr(value, "joined_challenger"):
        return ", ".join(f"{f.name.replace('_', ' ')} {getattr(value, f.name)}" for f in fields(value))
    return str(value)
