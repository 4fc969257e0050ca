"""Drawing on a page of paper in millimetres from the top-left corner, in black."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from io import BytesIO
from typing import Final, Literal, TypeAlias

from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from table.sheets.lettering import Lettering, TextPiece, font_name

Align: TypeAlias = Literal["left", "middle", "right"]

POINT = 25.4 / 72
"""Millimetres. Sizes of letters are in points, as everybody knows them."""

_INVISIBLE: Final = 3
_NONZERO: Final = 1


@dataclass(frozen=True, slots=True)
class SheetPaper:
    """A size of paper in millimetres."""

    name: str
    width: float
    height: float


PAPERS = {"a4": SheetPaper("A4", 210.0, 297.0), "letter": SheetPaper("Letter", 215.9, 279.4)}


class Pages:
    """A PDF that is drawn page after page."""

    def __init__(self, paper: SheetPaper, title: str, lettering: Lettering) -> None:
        self.paper = paper
        self.lettering = lettering
        self._file = BytesIO()
        # Invariant: the same sheet gives the same bytes, without dates or random numbers.
        self._canvas = Canvas(self._file, pagesize=(paper.width * mm, paper.height * mm), invariant=1)
        self._canvas.setTitle(title)
        self._canvas.setCreator("wff-table")

    def next_page(self) -> None:
        self._canvas.showPage()

    def finish(self) -> bytes:
        """The PDF, after the last page."""
        self._canvas.save()
        return self._file.getvalue()

    def line(self, x0: float, y0: float, x1: float, y1: float, width: float = 0.2) -> None:
        self._canvas.setLineWidth(width * mm)
        self._canvas.line(x0 * mm, self._up(y0), x1 * mm, self._up(y1))

    def box(self, x: float, y: float, width: float, height: float, line: float = 0.2) -> None:
        self._canvas.setLineWidth(line * mm)
        self._canvas.rect(x * mm, self._up(y + height), width * mm, height * mm)

    def write(self, x: float, y: float, text: str, size: float, bold: bool = False, align: Align = "left") -> None:
        """One line of text; y is its base line."""
        width = self.lettering.width(text, size * POINT, bold)
        x -= {"left": 0.0, "middle": width / 2, "right": width}[align]
        for piece in self.lettering.pieces(text, bold):
            if piece.typeface is None:
                self._canvas.setFont(font_name(bold), size)
                self._canvas.drawString(x * mm, self._up(y), piece.text)
            else:
                self._outlines(piece, x * mm, self._up(y), size, bold)
            x += piece.width * size * POINT

    def _outlines(self, piece: TextPiece, x: float, y: float, size: float, bold: bool) -> None:
        """Draw the shapes, and tell programs that copy or search what they say."""
        assert piece.typeface is not None
        said = piece.text.encode("utf-16-be").hex()
        self._canvas.addLiteral(f"/Span <</ActualText <FEFF{said}>>> BDC")
        hidden = self._canvas.beginText(x, y)
        hidden.setTextRenderMode(_INVISIBLE)
        hidden.setFont(font_name(bold), size)
        hidden.textOut("x")
        hidden.setTextRenderMode(0)
        self._canvas.drawText(hidden)
        path = self._canvas.beginPath()
        verbs: dict[str, Callable[..., object]] = {
            "move": path.moveTo,
            "line": path.lineTo,
            "curve": path.curveTo,
            "close": path.close,
        }
        for glyph, right, up, advance in piece.glyphs:
            origin = x + right * size, y + up * size
            for verb, points in piece.typeface.outline(glyph):
                verbs[verb](*(origin[i % 2] + n * size for i, n in enumerate(points)))
            x += advance * size
        self._canvas.drawPath(path, stroke=0, fill=1, fillMode=_NONZERO)
        self._canvas.addLiteral("EMC")

    def _up(self, y: float) -> float:
        """PDF counts from the bottom."""
        return (self.paper.height - y) * mm
