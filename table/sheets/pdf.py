"""Sheets as a PDF, a form as on paper: black on white, to be photocopied and signed; a page or more for each match."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path

from table.rules.sheet import Sheet
from table.sheets.direction import isolated
from table.sheets.flow import paginate
from table.sheets.form import form
from table.sheets.lettering import Lettering
from table.sheets.page import PAPERS, Pages, SheetPaper
from table.sheets.plain import shown
from table.sheets.typefaces import PLACES

MARGIN, FOOT = 15.0, 8.0
"""Millimetres: holes are punched in the margin; the foot holds the number of the page."""


def to_pdf(sheets: Sequence[Sheet], paper: SheetPaper = PAPERS["a4"], places: Sequence[Path] = PLACES) -> bytes:
    """The sheets one after the other, each beginning on a page of its own. Fonts are looked for in `places`."""
    names = ", ".join(shown(sheet.match) for sheet in sheets)
    pages = Pages(paper, f"Scoresheet {names}" if len(sheets) == 1 else "Scoresheets", Lettering(places))
    for sheet in sheets:
        _draw(pages, sheet)
    return pages.finish()


def _draw(pages: Pages, sheet: Sheet) -> None:
    paper = pages.paper
    blocks = form(sheet, pages.lettering, paper.width - 2 * MARGIN)
    laid = paginate(blocks, paper.height - 2 * MARGIN - FOOT)
    for number, page in enumerate(laid, 1):
        y = MARGIN
        for block in page:
            block.draw(pages, MARGIN, y)
            y += block.height
        _foot(pages, sheet, f"page {number} of {len(laid)}")
        pages.next_page()


def _foot(pages: Pages, sheet: Sheet, number: str) -> None:
    y, right = pages.paper.height - MARGIN, pages.paper.width - MARGIN
    rules = f"; played by the rules of version {sheet.rules}" if sheet.rules else ""
    pages.line(MARGIN, y - 4, right, y - 4)
    pages.write(MARGIN, y, f"Match {isolated(shown(sheet.match))}, {number}", 7)
    pages.write(right, y, f"wff-table {version('wff-table')}{rules}", 7, align="right")
