"""Hands over the table in the picture for watching: a tiny network says where, and from which side they reach in."""

from __future__ import annotations

from importlib.resources import files

import cv2
import numpy as np

from hardware.mats import Mat
from vision.find import session
from vision.sighting import Array, Grey, SeenHand, Side

SCALE = 0.25
"""Pixels to a millimetre of the mat's plane, in the pictures that the network is given."""
MARGIN = 40.0
"""Millimetres around the mat that they show too."""
STRIDE = 4
"""Pixels along a cell."""
CELL = STRIDE / SCALE
"""Millimetres along a cell."""
SIDES: tuple[Side, ...] = ("north", "east", "south", "west")

_SURE = 0.5
_PEAK = 0.7
"""A hand is somewhere quite certain."""
_SMALLEST = 150.0
"""Square millimetres of the mat that a fingertip hides."""
_SHARE = 0.25
"""How much of a shape another side must have to be a second hand that touches the first."""
_WHOLE = 16
"""The network halves a picture four times."""


class HandFinder:
    """The network with its weights; made once, used for every picture."""

    def __init__(self, weights: bytes | None = None) -> None:
        self._session = session(weights or files("vision").joinpath("weights/hands.onnx").read_bytes())

    def mask(self, small_flat: Grey) -> Array:
        """For north, east, south and west: the chance that a cell shows a hand, arm or sleeve from there."""
        high, wide = small_flat.shape
        whole = cv2.copyMakeBorder(small_flat, 0, -high % _WHOLE, 0, -wide % _WHOLE, cv2.BORDER_REPLICATE)
        (cells,) = self._session.run(None, {"picture": whole[None, None]})
        return np.asarray(cells[0][:, : -(-high // STRIDE), : -(-wide // STRIDE)])


def hands_in(mask: Array, mat: Mat) -> tuple[SeenHand, ...]:
    """The hands, each a connected shape that reaches over the mat."""
    covered = chance(mask)
    if covered.max() < _PEAK:
        return ()
    count, shapes, boxes, _ = cv2.connectedComponentsWithStats((covered > _SURE).astype(np.uint8), connectivity=4)
    seen: list[SeenHand] = []
    for number in range(1, count):
        x, y, wide, high = boxes[number, :4]
        box = slice(y, y + high), slice(x, x + wide)
        shape = shapes[box] == number
        if covered[box][shape].max() >= _PEAK:
            parts = _by_side(shape, mask[:, box[0], box[1]])
            seen += [hand for side, part in parts if (hand := _hand(side, part, x, y, mat)) is not None]
    return tuple(seen)


def chance(mask: Array) -> Array:
    """Whether there is a hand at all, from wherever."""
    return np.asarray(mask.max(axis=0))


def hides(mask: Array, x: float, y: float, edge: float = 16.0) -> bool:
    """Whether a hand hides a part of a cube that stands there, in millimetres of the mat."""
    at = (np.array([[x - edge / 2, y - edge / 2], [x + edge / 2, y + edge / 2]]) + MARGIN) / CELL
    (x0, y0), (x1, y1) = np.floor(at).astype(int)
    part = chance(mask)[max(0, y0) : max(0, y1 + 1), max(0, x0) : max(0, x1 + 1)]
    return bool(part.size) and float(part.max()) > _SURE


def _by_side(shape: Array, by_side: Array) -> list[tuple[Side, Array]]:
    """How much a shape covers of its cells; or several, when hands from several sides touch."""
    inside = by_side * shape
    owner = inside.argmax(axis=0)
    weights = [float(inside[at][owner == at].sum()) for at in range(4)]
    main = max(range(4), key=lambda at: weights[at])
    most = inside.max(axis=0)
    parts = []
    for at in range(4):
        if at != main and weights[at] > _SHARE * sum(weights):
            parts.append((SIDES[at], most * (owner == at)))
            most = most * (owner != at)
    return [(SIDES[main], most), *parts]


def _hand(side: Side, part: Array, left: int, top: int, mat: Mat) -> SeenHand | None:
    """A hand by how much of each cell it covers; the first cell is the one at `left` and `top`."""
    rows, columns = np.nonzero(part > 0)
    weight = part[rows, columns]
    x, y = (columns + left + 0.5) * CELL - MARGIN, (rows + top + 0.5) * CELL - MARGIN
    # How much of the cell is over the mat.
    half = CELL / 2
    over_x = np.clip(np.minimum(x + half, mat.width) - np.maximum(x - half, 0), 0, CELL)
    over_y = np.clip(np.minimum(y + half, mat.height) - np.maximum(y - half, 0), 0, CELL)
    hidden = weight * over_x * over_y
    area = float(hidden.sum())
    if area < _SMALLEST:
        return None
    inwards = {"north": y, "south": -y, "west": x, "east": -x}[side]
    entry = inwards <= inwards.min() + half
    # From the middle of where the arm comes in, the farthest point over the mat is the tip.
    far = np.where(hidden > 0, np.hypot(x - x[entry].mean(), y - y[entry].mean()), -1.0)
    tip = far >= far.max() - half
    return SeenHand(
        side, float(np.average(x[tip], weights=weight[tip])), float(np.average(y[tip], weights=weight[tip])), area
    )
