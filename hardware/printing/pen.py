"""Drawing on a PDF in millimetres from the top-left corner, with the two fonts that come with reportlab."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from io import BytesIO
from typing import Literal, TypeAlias

from reportlab.lib.units import mm
from reportlab.pdfbase.pdfmetrics import registerFont
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

from hardware.mats import Circle, Point, Rectangle

Colour: TypeAlias = tuple[float, float, float]

BLACK: Colour = (0, 0, 0)
WHITE: Colour = (1, 1, 1)
GREY: Colour = (0.45, 0.45, 0.45)
PALE: Colour = (0.6, 0.6, 0.6)
FAINT: Colour = (0.72, 0.72, 0.72)

CAPITAL = 0.729
"""How high a capital is in our fonts, for a size of one."""


def tint(colour: str, share: float) -> Colour:
    """A colour such as #7a9cc6 thinned with white to the given share."""
    red, green, blue = (1 - share * (1 - int(colour[i : i + 2], 16) / 255) for i in (1, 3, 5))
    return red, green, blue


class Pen:
    """Draws pages one after the other; `at` moves and clips what is drawn."""

    def __init__(self, width: float, height: float, title: str) -> None:
        self._height = height
        self._origin: Point = (0, 0)
        self._file = BytesIO()
        # Invariant: the same mat gives the same bytes, without dates or random numbers.
        self._canvas = Canvas(self._file, pagesize=(width * mm, height * mm), invariant=1)
        self._canvas.setTitle(title)
        self._canvas.setCreator("wff-table")
        self._canvas.setViewerPreference("PrintScaling", "None")  # readers then offer 100 % by themselves
        for name, file in (("plain", "Vera.ttf"), ("bold", "VeraBd.ttf")):
            registerFont(TTFont(name, file))

    def next_page(self) -> None:
        self._canvas.showPage()

    def finish(self) -> bytes:
        """The PDF, after the last page."""
        self._canvas.save()
        return self._file.getvalue()

    @contextmanager
    def at(self, origin: Point, window: Rectangle) -> Iterator[None]:
        """Draw so that the window's top-left corner is at this place on the page, and nothing outside it."""
        before = self._origin
        self._canvas.saveState()
        self._origin = origin[0] - window.x0, origin[1] - window.y0
        path = self._canvas.beginPath()
        path.rect(*self._box(window))
        self._canvas.clipPath(path, stroke=0, fill=0)
        yield
        self._canvas.restoreState()
        self._origin = before

    def rectangle(
        self, area: Rectangle, fill: Colour | None = None, line: Colour | None = None, width: float = 0.2, r: float = 0
    ) -> None:
        """A rectangle with corners rounded by r; its line lies half inside and half outside."""
        self._prepare(fill, line, width)
        self._canvas.roundRect(*self._box(area), r * mm, stroke=int(line is not None), fill=int(fill is not None))

    def squares(self, areas: Iterable[Rectangle], fill: Colour) -> None:
        """Rectangles filled in one go, so that no seam shows between neighbours."""
        self._prepare(fill, None, 0)
        path = self._canvas.beginPath()
        for area in areas:
            path.rect(*self._box(area))
        self._canvas.drawPath(path, stroke=0, fill=1)

    def circle(self, circle: Circle, fill: Colour | None, line: Colour, width: float) -> None:
        self._prepare(fill, line, width)
        x, y = self._place(circle.centre)
        self._canvas.circle(x, y, circle.radius * mm, stroke=1, fill=int(fill is not None))

    def line(self, start: Point, end: Point, colour: Colour, width: float = 0.2, dash: float = 0) -> None:
        self._prepare(None, colour, width)
        self._canvas.setDash([dash * mm] * 2 if dash else [])
        self._canvas.line(*self._place(start), *self._place(end))
        self._canvas.setDash()

    def write(
        self,
        place: Point,
        words: str,
        capital: float,
        colour: Colour = BLACK,
        font: Literal["plain", "bold"] = "plain",
        anchor: Literal["start", "middle", "end"] = "start",
        turn: float = 0,
    ) -> None:
        """Words whose capitals are so high, with the base line at the place, turned clockwise by so many degrees."""
        canvas = self._canvas
        canvas.saveState()
        canvas.translate(*self._place(place))
        canvas.rotate(-turn)
        canvas.setFillColorRGB(*colour)
        canvas.setFont(font, capital / CAPITAL * mm)
        draw = {"start": canvas.drawString, "middle": canvas.drawCentredString, "end": canvas.drawRightString}[anchor]
        draw(0, 0, words)
        canvas.restoreState()

    def _prepare(self, fill: Colour | None, line: Colour | None, width: float) -> None:
        if fill is not None:
            self._canvas.setFillColorRGB(*fill)
        if line is not None:
            self._canvas.setStrokeColorRGB(*line)
            self._canvas.setLineWidth(width * mm)

    def _place(self, point: Point) -> Point:
        return (point[0] + self._origin[0]) * mm, (self._height - point[1] - self._origin[1]) * mm

    def _box(self, area: Rectangle) -> tuple[float, float, float, float]:
        x, y = self._place((area.x0, area.y1))
        return x, y, area.width * mm, area.height * mm


def ruler(pen: Pen, place: Point, colour: Colour = GREY) -> None:
    """A ruler of 100 mm, 5 mm high, to hold another against."""
    x, y = place
    pen.line((x, y), (x + 100, y), colour)
    for millimetre in range(0, 101, 5):
        pen.line((x + millimetre, y), (x + millimetre, y + (2.4 if millimetre % 10 == 0 else 1.4)), colour)
    for millimetre, words in ((0, "0"), (50, "50"), (100, "100 mm")):
        pen.write((x + millimetre, y + 4.9), words, 1.7, colour, anchor="middle")
