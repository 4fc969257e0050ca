"""Finding the tops of cubes in a picture whose cubes are all of one size: one small network, then its peaks."""

from __future__ import annotations

from math import hypot

import cv2
import numpy as np

from vision.networks import session, shipped
from vision.sighting import Array, Grey, Square

CUBE_PX = 20
"""Pixels that a cube's edge has in the pictures the finder is given."""
STRIDE_PX = 4
"""Pixels between the network's cells; the centre of the first cell is the centre of the first pixel."""
LEAST = 0.36
"""The score below which nothing is called a top: what hands half hide, what leans, what only looks like one."""

_APART = 0.6
"""Two tops are never nearer than this part of a cube."""
_DOWN, _RIGHT = np.mgrid[-1:2, -1:2].reshape(2, 9)
_WHOLE = 8
"""The network halves a picture three times."""


class Finder:
    """The network with its weights; made once, used for every picture."""

    def __init__(self, weights: bytes | None = None) -> None:
        self._session = session(weights or shipped("finder"))

    def find(self, flat: Grey, least: float = LEAST) -> list[Square]:
        """The tops in a picture, best first; the centre of its first pixel is at 0, 0."""
        high, wide = flat.shape
        whole = cv2.copyMakeBorder(flat, 0, -high % _WHOLE, 0, -wide % _WHOLE, cv2.BORDER_REPLICATE)
        (cells,) = self._session.run(None, {"picture": whole[None, None]})
        return [square for square in squares(cells[0], least) if square.x < wide and square.y < high]


def squares(cells: Array, least: float) -> list[Square]:
    """What the network's five layers say: chance of a centre, the way to it, and four times the angle as a vector."""
    chance = cells[0]
    highest = cv2.dilate(chance, np.ones((3, 3), np.uint8))
    rows, columns = np.nonzero((chance >= least) & (chance >= highest))
    order = np.argsort(-chance[rows, columns])
    found: list[Square] = []
    for square in _squares(cells, rows[order], columns[order]):
        if all(abs(square.x - other.x) > CUBE_PX or _far(square, other) for other in found):
            found.append(square)
    return found


def _squares(cells: Array, rows: Array, columns: Array) -> list[Square]:
    """The neighbours of a peak know the way too: all of them together know it better."""
    high, wide = cells.shape[1:]
    row, column = rows[:, None] + _DOWN, columns[:, None] + _RIGHT
    inside = (row >= 0) & (row < high) & (column >= 0) & (column < wide)
    row, column = row.clip(0, high - 1), column.clip(0, wide - 1)
    weight, dx, dy, cosine, sine = cells[:, row, column]
    weight = weight * inside
    total = (weight * np.stack([np.ones_like(dx), column + dx, row + dy, cosine, sine])).sum(axis=2)
    x, y = STRIDE_PX * total[1:3] / total[0]
    angles = np.degrees(np.arctan2(total[4], total[3])) / 4 % 90
    score = cells[0, rows, columns]
    return [Square(*one) for one in np.stack([x, y, angles, score], axis=1).tolist()]


def _far(square: Square, other: Square) -> bool:
    return hypot(square.x - other.x, square.y - other.y) > _APART * CUBE_PX
