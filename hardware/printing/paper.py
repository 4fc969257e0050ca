"""How a mat is laid out on paper: whole where it fits, else in tiles that overlap and are numbered row by row."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import count, product

from hardware.mats import Mat, Point, Rectangle

MARGIN = 8.0
"""What common printers may leave white along each edge of a sheet, and a little more."""

OVERLAP = 10.0
"""How much neighbouring tiles show of each other; they are cut through its middle."""

HEADER = 26.0
"""Room above a tile for its number, what to do with it, and a ruler."""


class BadPaper(ValueError):  # noqa: N818
    """A paper that we do not know."""


@dataclass(frozen=True, slots=True)
class PaperSize:
    """A size of paper in millimetres, the short side first."""

    name: str
    short: float
    long: float


PAPERS = (
    PaperSize("A1", 594, 841),
    PaperSize("A2", 420, 594),
    PaperSize("A3", 297, 420),
    PaperSize("A4", 210, 297),
    PaperSize("Letter", 215.9, 279.4),
    PaperSize("Legal", 215.9, 355.6),
    PaperSize("Tabloid", 279.4, 431.8),
    PaperSize("ArchC", 457.2, 609.6),
    PaperSize("ArchD", 609.6, 914.4),
)


@dataclass(frozen=True, slots=True)
class PaperTile:
    """One sheet: the window of the mat that it shows, and what is left to be seen when the tiles lie together."""

    number: int
    row: int
    column: int
    window: Rectangle
    kept: Rectangle
    origin: Point
    """Where the window's top-left corner is on the sheet."""


@dataclass(frozen=True, slots=True)
class Layout:
    """The sheets that make up a mat; width and height are those of a sheet, turned the way it is printed."""

    paper: PaperSize
    width: float
    height: float
    rows: int
    columns: int
    tiles: tuple[PaperTile, ...]

    @property
    def tiled(self) -> bool:
        return len(self.tiles) > 1


def paper_named(name: str) -> PaperSize:
    """The paper of that name, in capitals or not."""
    for paper in PAPERS:
        if paper.name.lower() == name.strip().lower():
            return paper
    raise BadPaper(f"we do not print on {name!r}; choose one of {', '.join(paper.name for paper in PAPERS)}")


def lay_out(mat: Mat, paper: PaperSize) -> Layout:
    """The mat on one sheet, or else on the fewest, turned the way that needs fewer."""
    turned = [(paper.long, paper.short), (paper.short, paper.long)]
    for width, height in turned:
        # An A2 sheet is as high as our mats: their own edge is left white wherever a printer cannot reach.
        if mat.width <= width and mat.height <= height:
            origin = (width - mat.width) / 2, (height - mat.height) / 2
            return Layout(paper, width, height, 1, 1, (PaperTile(1, 0, 0, mat.area, mat.area, origin),))
    return min((_tiled(mat, paper, *sheet) for sheet in turned), key=lambda layout: len(layout.tiles))


def _tiled(mat: Mat, paper: PaperSize, width: float, height: float) -> Layout:
    columns, across = _split(mat.width, width - 2 * MARGIN)
    rows, down = _split(mat.height, height - 2 * MARGIN - HEADER)
    origin = (width - across) / 2, HEADER + (height - HEADER - down) / 2
    tiles: list[PaperTile] = []
    for row, column in product(range(rows), range(columns)):
        left, top = column * (across - OVERLAP), row * (down - OVERLAP)
        window = Rectangle(left, top, left + across, top + down)
        kept = Rectangle(
            window.x0 + (OVERLAP / 2 if column else 0),
            window.y0 + (OVERLAP / 2 if row else 0),
            window.x1 - (OVERLAP / 2 if column < columns - 1 else 0),
            window.y1 - (OVERLAP / 2 if row < rows - 1 else 0),
        )
        tiles.append(PaperTile(len(tiles) + 1, row, column, window, kept, origin))
    return Layout(paper, width, height, rows, columns, tuple(tiles))


def _split(length: float, room: float) -> tuple[int, float]:
    """Into how many windows of equal length, and of what length, so that neighbours overlap."""
    for pieces in count(1):
        piece = (length + (pieces - 1) * OVERLAP) / pieces
        if piece <= room:
            return pieces, piece
    raise AssertionError
