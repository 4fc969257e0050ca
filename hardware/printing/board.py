"""The board that lenses are measured with, on paper: to be glued on something flat and held before the camera."""

from __future__ import annotations

import numpy as np

from hardware.mats import Fiducial, Rectangle
from hardware.mats.board import CalibrationBoard, charuco
from hardware.printing.fiducials import white_cells
from hardware.printing.paper import MARGIN, BadPaper, PaperSize
from hardware.printing.pen import BLACK, GREY, WHITE, Pen, ruler

HEADER = 10.0
_MARKER = 0.72
"""The edge of a marker, in squares."""
_LARGEST, _SMALLEST = 36.0, 24.0
"""Squares: larger ones do not fit into a picture from near, smaller ones are not seen from afar."""


def board_for(paper: PaperSize) -> CalibrationBoard:
    """The board with the largest squares that the paper has room for."""
    plan = CalibrationBoard()
    room = min((paper.short - 2 * MARGIN) / plan.columns, (paper.long - 2 * MARGIN - HEADER) / plan.rows)
    square = min(_LARGEST, float(int(room)))
    if square < _SMALLEST:
        raise BadPaper(f"{paper.name} has no room for the board; A4 and Letter have")
    return plan._replace(square=square, marker=round(square * _MARKER, 1))


def print_board(paper: PaperSize, version: str) -> bytes:
    """The board as a PDF."""
    board = board_for(paper)
    pen = Pen(paper.short, paper.long, f"Board for measuring lenses, wff-table {version}")
    left = (paper.short - board.width) / 2
    top = HEADER + (paper.long - HEADER - board.height) / 2
    words = "Glue it on something flat. Take 10 to 20 pictures: near, far, tilted to all sides, and into all corners."
    pen.write(
        (left, top - HEADER + 1), f"wff-table {version}: board for `wff-table calibrate --board`", 2.4, font="bold"
    )
    pen.write((left, top - HEADER + 5), words, 1.9, GREY)
    for row in range(board.rows):
        for column in range(board.columns):
            if (row + column) % 2 == 0:
                x, y = left + column * board.square, top + row * board.square
                pen.rectangle(Rectangle(x, y, x + board.square, y + board.square), fill=BLACK)
    plan = charuco(board)
    for number, corners in zip(np.ravel(plan.getIds()).tolist(), plan.getObjPoints(), strict=True):
        x, y = left + float(corners[0][0]), top + float(corners[0][1])
        square = Rectangle(x, y, x + board.marker, y + board.marker)
        pen.rectangle(square, fill=BLACK)
        pen.squares(white_cells(Fiducial(number, square), board.dictionary), WHITE)
    if top - HEADER - 6 > MARGIN:
        ruler(pen, (left, top - HEADER - 6), GREY)
    pen.next_page()
    return pen.finish()
