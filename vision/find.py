"""Finding the tops of cubes in a picture whose cubes are all of one size: one small network, then its peaks."""

from __future__ import annotations

from importlib.resources import files
from typing import Any

import cv2
import numpy as np

from vision.sighting import Array, Grey, Square

CUBE = 20
"""Pixels that a cube's edge has in the pictures the finder is given."""
STRIDE = 4
"""Pixels between the network's cells; the centre of the first cell is the centre of the first pixel."""
LEAST = 0.4
"""The score below which nothing is called a top: what hands half hide, what leans, what only looks like one."""

_APART = 0.6
"""Two tops are never nearer than this part of a cube."""
_WHOLE = 8
"""The network halves a picture three times."""


class Finder:
    """The network with its weights; made once, used for every picture."""

    def __init__(self, weights: bytes | None = None) -> None:
        self._session = session(weights or files("vision").joinpath("weights/finder.onnx").read_bytes())

    def find(self, flat: Grey, least: float = LEAST) -> list[Square]:
        """The tops in a picture, best first; the centre of its first pixel is at 0, 0."""
        high, wide = flat.shape
        whole = cv2.copyMakeBorder(flat, 0, -high % _WHOLE, 0, -wide % _WHOLE, cv2.BORDER_REPLICATE)
        (cells,) = self._session.run(None, {"picture": whole[None, None]})
        return [square for square in squares(cells[0], least) if square.x < wide and square.y < high]


def session(weights: bytes) -> Any:
    """A network on one thread: frames come one after another, and the table has other things to do."""
    import onnxruntime  # noqa: PLC0415  it takes a while, and only who has pictures needs it

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    return onnxruntime.InferenceSession(weights, options, providers=["CPUExecutionProvider"])


def squares(cells: Array, least: float) -> list[Square]:
    """What the network's five layers say: chance of a centre, the way to it, and four times the angle as a vector."""
    chance = cells[0]
    highest = cv2.dilate(chance, np.ones((3, 3), np.uint8))
    rows, columns = np.nonzero((chance >= least) & (chance >= highest))
    found: list[Square] = []
    for at in np.argsort(-chance[rows, columns]):
        square = _square(cells, int(rows[at]), int(columns[at]))
        if all(abs(square.x - other.x) + abs(square.y - other.y) > 3 * CUBE or _far(square, other) for other in found):
            found.append(square)
    return found


def _square(cells: Array, row: int, column: int) -> Square:
    """The neighbours of a peak know the way too: all of them together know it better."""
    y0, y1, x0, x1 = max(0, row - 1), row + 2, max(0, column - 1), column + 2
    chance, dx, dy, cosine, sine = cells[:, y0:y1, x0:x1]
    weight = chance / chance.sum()
    grid_y, grid_x = np.mgrid[y0 : y0 + chance.shape[0], x0 : x0 + chance.shape[1]]
    x = STRIDE * float((weight * (grid_x + dx)).sum())
    y = STRIDE * float((weight * (grid_y + dy)).sum())
    angle = float(np.degrees(np.arctan2((weight * sine).sum(), (weight * cosine).sum()))) / 4 % 90
    return Square(x, y, angle, float(cells[0, row, column]))


def _far(square: Square, other: Square) -> bool:
    return float(np.hypot(square.x - other.x, square.y - other.y)) > _APART * CUBE
