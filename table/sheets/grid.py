"""A ruled table as blocks: a heading that comes again on the next page, and rows as high as their text needs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from table.sheets.flow import FormBlock
from table.sheets.lettering import Lettering
from table.sheets.page import POINT, Align, Pages

PAD = 1.4
"""Millimetres between a rule and the text."""
LEADING = 1.25
"""The distance of lines, in sizes of the letters."""
FINE, STRONG = 0.2, 0.5
"""Widths of rules."""
SMALLEST, FEW = 7.0, 3
"""Letters become no smaller than this, in points, to have no more than so many lines."""


@dataclass(frozen=True, slots=True)
class Text:
    """What stands in a cell."""

    words: str
    size: float = 9.0
    bold: bool = False
    small: str = ""
    """smaller text below it, each line a paragraph"""
    box: bool = False
    """whether it is a place for initials: a strong frame"""


@dataclass(frozen=True, slots=True)
class Column:
    title: Text
    width: float
    align: Align = "left"


def heading(columns: Sequence[Column], lettering: Lettering) -> FormBlock:
    """The row of titles."""
    cells = [column.title for column in columns]
    block = row(columns, cells, lettering, rule=STRONG)
    return FormBlock(block.height, block.draw, stays=True)


def row(
    columns: Sequence[Column],
    cells: Sequence[Text],
    lettering: Lettering,
    head: FormBlock | None = None,
    *,
    least: float = 7.0,
    rule: float = FINE,
    stays: bool = False,
) -> FormBlock:
    """A row with its text in the middle of its height, and a rule above and below."""
    laid = [_Laid.of(cell, column, lettering) for cell, column in zip(cells, columns, strict=True)]
    height = max(least, *(cell.height + 2 * PAD for cell in laid))

    def draw(pages: Pages, x: float, y: float) -> None:
        for cell, column in zip(laid, columns, strict=True):
            pages.box(x, y, column.width, height, FINE)
            if cell.text.box:
                pages.box(x + 0.8, y + 0.8, column.width - 1.6, height - 1.6, STRONG)
            cell.draw(pages, x, y + (height - cell.height) / 2, column)
            x += column.width
        if rule != FINE:
            left = x - sum(column.width for column in columns)
            pages.line(left, y + height, x, y + height, rule)

    return FormBlock(height, draw, head, stays)


def fitting(words: str, room: float, size: float, bold: bool, lettering: Lettering) -> float:
    """The size in which a long name takes few lines, but never one that a copy would lose."""
    while size > SMALLEST and len(lettering.broken(words, room, size * POINT, bold)) > FEW:
        size -= 0.5
    return size


@dataclass(frozen=True, slots=True)
class _Laid:
    """A cell's text broken into lines."""

    text: Text
    lines: tuple[tuple[str, float, bool], ...]

    @classmethod
    def of(cls, text: Text, column: Column, lettering: Lettering) -> _Laid:
        room = column.width - 2 * PAD
        size = fitting(text.words, room, text.size, text.bold, lettering)
        small = [(line, min(text.size, SMALLEST), False) for line in text.small.split("\n")]
        parts = ((text.words, size, text.bold), *small)
        return cls(
            text,
            tuple(
                (line, size, bold)
                for words, size, bold in parts
                if words
                for line in lettering.broken(words, room, size * POINT, bold)
            ),
        )

    @property
    def height(self) -> float:
        return sum(size * POINT * LEADING for _, size, _ in self.lines)

    def draw(self, pages: Pages, x: float, y: float, column: Column) -> None:
        at = {"left": x + PAD, "middle": x + column.width / 2, "right": x + column.width - PAD}[column.align]
        for line, size, bold in self.lines:
            y += size * POINT * LEADING
            pages.write(at, y - 0.3 * size * POINT, line, size, bold, column.align)
