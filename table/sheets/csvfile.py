"""Sheets as one CSV file: a line for each total, score, penalty and correction, told apart by the first column."""

from __future__ import annotations

import codecs
import csv
import io
from collections.abc import Sequence

from table.rules.sheet import Sheet
from table.sheets.lines import COLUMNS, WHERE, Cell, lines
from table.sheets.plain import shown

HEADER = ("line", *WHERE, *dict.fromkeys(name for columns in COLUMNS.values() for name in columns))

FORMULAS = tuple("=+-@＝＋－＠")
"""What makes a spreadsheet take a cell for a formula; the wide forms do in some languages."""


def to_csv(sheets: Sequence[Sheet], mark: bool = True) -> bytes:
    """UTF-8 with commas. With the `mark` (a BOM) spreadsheets know that it is UTF-8, and names come out right."""
    text = io.StringIO()
    writer = csv.writer(text)  # lines end in CR LF and quotes are doubled, as RFC 4180 has it
    writer.writerow(HEADER)
    for kind, cells in lines(sheets):
        writer.writerow([kind, *(defused(cells.get(name)) for name in HEADER[1:])])
    return (codecs.BOM_UTF8 if mark else b"") + text.getvalue().encode()


def defused(cell: Cell) -> Cell:
    """Text that can never run as a formula: an apostrophe before it, as one would type it. Numbers stay as they are."""
    if not isinstance(cell, str):
        return cell
    text = shown(cell)
    return f"'{text}" if text.startswith(FORMULAS) else text
