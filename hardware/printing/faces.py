"""A sheet of cube faces, for people who have no set: print, cut, and stick them on blank cubes."""

from __future__ import annotations

from collections.abc import Sequence

from hardware.mats import Rectangle
from hardware.printing.paper import MARGIN, BadPaper, PaperSize
from hardware.printing.pen import BLACK, CAPITAL, FAINT, GREY, Pen, ruler

CUBES = 14
"""Of each set; one strip more is for spares."""

HEADER = 20.0
GAP = 2.0
"""Between the two sets."""

SMALL = 0.56
HEIGHTS = {"p": (SMALL, 0.208), "q": (SMALL, 0.208), "i": (0.76, 0.0)}
"""How far small letters reach above and below the line, for a size of one."""


def print_faces(sets: Sequence[str], cube: float, paper: PaperSize, version: str) -> bytes:
    """For each set, given by its letters, a column of strips; one strip is one cube."""
    width, height = paper.short, paper.long
    across, down = sum(map(len, sets)) * cube + (len(sets) - 1) * GAP, (CUBES + 1) * cube
    if across > width - 2 * MARGIN or down + HEADER > height - 2 * MARGIN:
        raise BadPaper(f"{paper.name} has no room for the faces; A4 and Letter have")
    pen = Pen(width, height, f"WFF 'N PROOF cube faces, wff-table {version}")
    left, top = (width - across) / 2, HEADER + (height - HEADER - down) / 2
    _heading(pen, left, left + across, top, cube, version)
    x = left
    for letters in sets:
        for letter in letters:
            for row in range(CUBES + 1):
                _face(pen, letter, x, top + row * cube, cube)
            x += cube
        x += GAP
    pen.next_page()
    return pen.finish()


def _heading(pen: Pen, left: float, right: float, top: float, cube: float, version: str) -> None:
    y = top - HEADER
    pen.write((left, y + 3), f"Cube faces, {cube:g} mm", 3, font="bold")
    pen.write((right, y + 3), f"wff-table {version}", 1.9, GREY, anchor="end")
    words = (
        f"Print at 100 %. Every strip of six is one cube: {CUBES} cubes of each set, and a strip of spares at the foot."
    )
    pen.write((left, y + 7.5), words, 1.9, GREY)
    ruler(pen, (left + 2, y + 11), GREY)


def _face(pen: Pen, letter: str, x: float, y: float, cube: float) -> None:
    """One letter in the middle of its face, whatever its height."""
    pen.rectangle(Rectangle(x, y, x + cube, y + cube), line=FAINT)
    rise, fall = HEIGHTS.get(letter, (CAPITAL, 0.0) if letter.isupper() else (SMALL, 0.0))
    size = cube * 0.77
    base = y + cube / 2 + size * (rise - fall) / 2
    pen.write((x + cube / 2, base), letter, size * CAPITAL, BLACK, "bold", "middle")
