"""Hands over the table in the picture for watching: a tiny network says where, the mat's edge from which side."""

from __future__ import annotations

from collections.abc import Callable
from math import floor

import cv2
import numpy as np

from hardware.mats import Mat
from vision.networks import session, shipped
from vision.sighting import Array, Grey, SeenHand, Side

SMALL_SCALE = 0.25
"""Pixels to a millimetre of the mat's plane, in the pictures that the network is given."""
SMALL_MARGIN_MM = 40.0
"""Millimetres around the mat that they show too."""
STRIDE_PX = 4
"""Pixels along a cell."""
CELL_MM = STRIDE_PX / SMALL_SCALE
"""Millimetres along a cell."""
SIDES: tuple[Side, ...] = ("north", "east", "south", "west")

_SURE = 0.5
_PEAK = 0.7
"""Somewhere a hand is quite certain."""
_MOTIONLESS = 0.9
"""More so if nothing stirs: then it may be cubes and their shadows that look like one."""
_SMALLEST = 150.0
"""Square millimetres of the mat that a fingertip hides."""
_OTHER = 0.3
"""How much of a shape must come from another side to be a second hand that touches the first."""
_EDGE = 12.0
"""Millimetres inside the mat's edge where an arm that crosses it is seen, however little the camera shows beyond."""
_NOT_CROSSED = 0.4
_ONE = 110.0
"""Millimetres between two tips from one side within which they are of one hand: a thumb and a finger."""
_TIP = 4
"""Cells that a fingertip and what is beside it cover."""
_WHOLE = 16
"""The network halves a picture four times."""


class HandFinder:
    """The network with its weights; made once, used for every picture."""

    def __init__(self, weights: bytes | None = None) -> None:
        self._session = session(weights or shipped("hands"))

    def mask(self, small_flat: Grey) -> Array:
        """For north, east, south and west: the chance that a cell shows a hand, arm or sleeve from there."""
        high, wide = small_flat.shape
        whole = cv2.copyMakeBorder(small_flat, 0, -high % _WHOLE, 0, -wide % _WHOLE, cv2.BORDER_REPLICATE)
        (cells,) = self._session.run(None, {"picture": whole[None, None]})
        return np.asarray(cells[0, :, : -(-high // STRIDE_PX), : -(-wide // STRIDE_PX)])


def chance(mask: Array) -> Array:
    """Of a hand from any side."""
    return np.asarray(mask.sum(axis=0))


def hands_in(mask: Array, mat: Mat, still: bool = False) -> tuple[SeenHand, ...]:
    """The hands, each a connected shape that reaches over the mat; `still` if nothing has moved for a while."""
    covered = chance(mask)
    seen: list[SeenHand] = []
    for shape in _shapes(covered, still):
        rows, columns = np.nonzero(shape)
        for side, own in _by_side(mask[:, rows, columns] * _crossed(rows, columns, mat)):
            hand = _hand(side, rows[own], columns[own], covered[rows[own], columns[own]], mat)
            if hand is not None:
                _add(seen, hand)
    return tuple(seen)


def shade(mask: Array, edge: float = 16.0, still: bool = False) -> Callable[[float, float], bool]:
    """Tells whether a hand hides a part of a cube that stands there, in millimetres of the mat."""
    shapes = _shapes(chance(mask), still)
    if not shapes:
        return lambda _x, _y: False
    covered = np.logical_or.reduce(shapes).tolist()  # so few cells are looked up faster without an array
    low, high = (SMALL_MARGIN_MM - edge / 2) / CELL_MM, (SMALL_MARGIN_MM + edge / 2) / CELL_MM

    def hides(x: float, y: float) -> bool:
        left, right = max(0, floor(x / CELL_MM + low)), max(0, floor(x / CELL_MM + high))
        top, bottom = max(0, floor(y / CELL_MM + low)), max(0, floor(y / CELL_MM + high))
        return any(True in row[left : right + 1] for row in covered[top : bottom + 1])

    return hides


def _shapes(covered: Array, still: bool) -> list[Array]:
    """Connected cells that a hand likely covers, and somewhere quite certainly; the rest is shadows and print."""
    peak = _MOTIONLESS if still else _PEAK
    if covered.max() < peak:
        return []
    count, numbers = cv2.connectedComponents((covered > _SURE).astype(np.uint8), connectivity=4)
    shapes = (numbers == number for number in range(1, count))
    return [shape for shape in shapes if covered[shape].max() >= peak]


def _crossed(rows: Array, columns: Array, mat: Mat) -> Array:
    """How much speaks for each side by itself: a shape rather comes from where it crosses the mat's edge."""
    x, y = (columns + 0.5) * CELL_MM - SMALL_MARGIN_MM, (rows + 0.5) * CELL_MM - SMALL_MARGIN_MM
    beyond = np.array([-y.min(), x.max() - mat.width, y.max() - mat.height, -x.min()])
    return np.where(beyond > -_EDGE, 1.0, _NOT_CROSSED)[:, None]


def _by_side(cells: Array) -> list[tuple[Side, Array]]:
    """Which cells of a shape belong to which side: all to one, or to several where hands touch."""
    owner = cells.argmax(axis=0)
    weights = [float(cells[at].sum()) for at in range(4)]
    main = weights.index(max(weights))
    for at in range(4):
        if at != main and weights[at] < _OTHER * sum(weights):
            owner[owner == at] = main
    return [(SIDES[at], owner == at) for at in range(4) if (owner == at).any()]


def _hand(side: Side, rows: Array, columns: Array, weight: Array, mat: Mat) -> SeenHand | None:
    """A hand by its cells and how much of each it covers."""
    x, y = (columns + 0.5) * CELL_MM - SMALL_MARGIN_MM, (rows + 0.5) * CELL_MM - SMALL_MARGIN_MM
    half = CELL_MM / 2
    over_x = np.clip(np.minimum(x + half, mat.width) - np.maximum(x - half, 0), 0, CELL_MM)
    over_y = np.clip(np.minimum(y + half, mat.height) - np.maximum(y - half, 0), 0, CELL_MM)
    hidden = weight * over_x * over_y
    area = float(hidden.sum())
    if area < _SMALLEST:
        return None
    inwards = {"north": y, "south": -y, "west": x, "east": -x}[side]
    entry = inwards <= inwards.min() + half
    # From the middle of where the arm comes in, the farthest cells over the mat are the tip; one alone may be wrong.
    far = np.where(hidden > 0, np.hypot(x - x[entry].mean(), y - y[entry].mean()), -1.0)
    tip = np.argsort(-far)[:_TIP]
    tip = tip[far[tip] >= 0]
    total = float(weight[tip].sum())
    return SeenHand(side, float((x * weight)[tip].sum()) / total, float((y * weight)[tip].sum()) / total, area)


def _add(seen: list[SeenHand], hand: SeenHand) -> None:
    """Put a hand to the others; thumb and fingers that come in apart are one."""
    for at, other in enumerate(seen):
        if other.side == hand.side and np.hypot(other.x - hand.x, other.y - hand.y) < _ONE:
            larger = max(hand, other, key=lambda one: one.area)
            seen[at] = SeenHand(larger.side, larger.x, larger.y, hand.area + other.area)
            return
    seen.append(hand)
