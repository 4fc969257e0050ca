"""Sheets as a workbook: a worksheet for each kind of line, with headings that stay and can be filtered."""

from __future__ import annotations

import io
from collections.abc import Sequence

from openpyxl import Workbook
from openpyxl.styles import Font
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.properties import PageSetupProperties
from openpyxl.worksheet.worksheet import Worksheet

from table.rules.sheet import Sheet
from table.sheets.lines import COLUMNS, WHERE, Cell, SheetLine, lines
from table.sheets.plain import shown

NAMES = {
    "total": "Totals",
    "shake": "Shakes",
    "penalty": "Penalties",
    "correction": "Corrections",
    "difference": "Signed otherwise",
    "note": "Notes",
}
NARROWEST, WIDEST = 8, 60
"""Widths of columns, in characters."""


def to_xlsx(sheets: Sequence[Sheet]) -> bytes:
    book = Workbook()
    book.remove(book.worksheets[0])
    found = list(lines(sheets))
    for kind, name in NAMES.items():
        _fill(book.create_sheet(name), (*WHERE, *COLUMNS[kind]), [line for line in found if line.kind == kind])
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def _fill(page: Worksheet, header: tuple[str, ...], found: list[SheetLine]) -> None:
    rows: list[list[Cell]] = [list(header), *([line.cells[name] for name in header] for line in found)]
    for number, row in enumerate(rows, 1):
        for column, value in enumerate(row, 1):
            _write(page, number, column, value)
    for column, _ in enumerate(header, 1):
        page.cell(1, column).font = Font(bold=True)
        longest = max(len(str(row[column - 1] or "")) for row in rows)
        page.column_dimensions[get_column_letter(column)].width = min(WIDEST, max(NARROWEST, longest + 2))
    page.freeze_panes = "A2"
    page.auto_filter.ref = page.dimensions
    page.page_setup.orientation = "landscape"
    page.page_setup.fitToHeight = 0
    page.sheet_properties.pageSetUpPr = PageSetupProperties(fitToPage=True)
    page.print_title_rows = "1:1"


def _write(page: Worksheet, row: int, column: int, value: Cell) -> None:
    text = shown(value) if isinstance(value, str) else value
    if text in (None, ""):
        return
    cell = page.cell(row, column)
    cell.value = text
    if isinstance(text, str):
        cell.data_type = "s"  # else text that begins with = would be stored as a formula
        cell.quotePrefix = True
