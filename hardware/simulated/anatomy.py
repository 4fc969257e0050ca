"""A hand with its forearm as a relief: how high skin and sleeve are over each point, from tapered bones.

The hand's own axes: x to its right, y from the fingers to the elbow, z up; the origin is between the fingertips of a
pinching hand, and under the palm of a flat one. Millimetres.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from random import Random

import cv2
import numpy as np

from hardware.simulated.grain import cloth, clouds
from hardware.simulated.look import Colour
from hardware.simulated.optics import Array

FINE = 1.5
"""Pixels to a millimetre."""
LEFT, TOP, WIDE, LONG = -110.0, -150.0, 220.0, 760.0
"""What the relief covers."""

_THICK = 1.17

_Joint = tuple[float, float, float, float]
"""x, y, z and the radius there."""

_PINCH: tuple[tuple[_Joint, ...], ...] = (
    ((-13, 2, 6, 7), (-27, 24, 20, 8.5), (-33, 54, 32, 11), (-14, 120, 40, 17)),
    ((13, -1, 6, 6.5), (17, 20, 36, 7.5), (14, 46, 54, 8.5), (8, 88, 52, 11), (4, 148, 46, 17)),
    ((27, 6, 8, 7), (34, 26, 36, 7.5), (34, 52, 54, 8.5), (28, 92, 54, 11), (14, 150, 48, 18)),
    ((42, 22, 8, 6.5), (50, 38, 34, 7.2), (52, 62, 50, 8), (46, 98, 51, 10.5), (24, 150, 48, 17)),
    ((55, 42, 8, 5.5), (62, 54, 28, 6.2), (65, 74, 42, 7), (60, 104, 45, 10), (32, 150, 46, 16)),
    ((8, 100, 46, 16), (30, 108, 48, 16), (48, 116, 45, 15)),
)
_FLAT: tuple[tuple[_Joint, ...], ...] = (
    ((-72, -34, 6, 7.5), (-58, -6, 12, 9), (-42, 22, 16, 12), (-16, 66, 20, 17)),
    ((-42, -112, 4, 6.5), (-38, -84, 10, 7.5), (-32, -54, 16, 8.5), (-27, -10, 20, 11), (-12, 66, 22, 17)),
    ((-9, -124, 4, 6.8), (-8, -94, 11, 7.7), (-7, -62, 17, 8.7), (-5, -14, 21, 11), (-3, 68, 22, 18)),
    ((22, -114, 4, 6.5), (19, -86, 10, 7.3), (17, -56, 16, 8.2), (15, -10, 20, 10.5), (8, 68, 22, 17)),
    ((50, -82, 4, 5.6), (45, -60, 9, 6.3), (40, -36, 14, 7.2), (34, 0, 18, 10), (18, 66, 21, 16)),
    ((-22, 8, 16, 15), (6, 6, 18, 15), (26, 14, 16, 14)),
)
_SKINS: tuple[Colour, ...] = (
    (150, 178, 224), (132, 164, 214), (110, 146, 200), (84, 120, 176), (62, 92, 140), (48, 68, 104),
)  # fmt: skip
_SLEEVES: tuple[Colour, ...] = (
    (90, 60, 40), (44, 44, 48), (60, 60, 150), (200, 200, 204), (96, 110, 70), (150, 120, 80), (60, 110, 170),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Relief:
    """What light needs to know: normals, colours (darker where little of the sky is seen) and coverage."""

    normals: Array
    colour: Array
    cover: Array


@lru_cache(maxsize=16)
def relief(grip: str, person: int) -> Relief:
    """The hand of one person in one grip."""
    rng = Random(person * 7919 + 13)
    size = rng.uniform(0.92, 1.12)
    skin, fabric = rng.choice(_SKINS), rng.choice(_SLEEVES)
    cuff = rng.choice((8.0, 30.0, 70.0, 160.0))
    left_handed = rng.random() < 0.3
    bones = _PINCH if grip == "pinch" else _FLAT
    wrist = 150.0 if grip == "pinch" else 68.0
    middle = 16.0 if grip == "pinch" else 1.0
    floor: Array = np.full((round(LONG * FINE), round(WIDE * FINE)), -1.0, np.float32)
    hand: Array = floor.copy()
    for chain in bones:
        for (ax, ay, az, ar), (bx, by, bz, br) in pairwise(chain):
            _bone(hand, (ax, ay, az, ar * _THICK), (bx, by, bz, br * _THICK), size)
    low = 38.0 if grip == "pinch" else 14.0
    _bone(hand, (middle, wrist - 6, low, 20), (middle + 2, wrist + 50, low + 8, 25), size)
    _bone(hand, (middle + 2, wrist + 50, low + 8, 25), (middle + 6, LONG, low + 40, 38), size)
    sleeve = floor.copy()
    _bone(sleeve, (middle + 3, wrist + cuff + 12, low + 6, 31), (middle + 6, LONG + 40, low + 40, 48), size)
    rows = np.arange(len(sleeve), dtype=np.float32)[:, None] / FINE + TOP
    cols = np.arange(sleeve.shape[1], dtype=np.float32) / FINE + LEFT
    ragged = 2 * np.sin(cols / 9) + 1.5 * np.sin(cols / 23 + person)
    sleeve[rows < (wrist + cuff) * size + ragged] = -1
    covered = sleeve > 0
    hand = cv2.morphologyEx(hand, cv2.MORPH_CLOSE, np.ones((7, 7), np.uint8))  # no daylight between closed fingers
    hand = cv2.GaussianBlur(np.where(hand > 0, hand, 0), (0, 0), 1.3) * (hand > 0)
    skinned = _skin(person, skin, hand)
    for chain in bones[:5]:
        _nail(skinned, chain[0], chain[1], size)
    height = np.where(covered, sleeve + 1.2 * _folds(person, sleeve.shape), hand)
    colour = np.where(covered[..., None], _fabric(person, fabric, sleeve.shape), skinned)
    cover = cv2.GaussianBlur((np.maximum(hand, sleeve) > 0).astype(np.float32), (0, 0), 1.1)
    if left_handed:
        height, colour, cover = height[:, ::-1], colour[:, ::-1], cover[:, ::-1]
    return _lit_later(np.ascontiguousarray(height), np.ascontiguousarray(colour), np.ascontiguousarray(cover))


def _bone(height: Array, start: _Joint, end: _Joint, size: float) -> None:
    """Raise the relief to a tapered, round bone."""
    ax, ay, az, ar = (value * size for value in start)
    bx, by, bz, br = (value * size for value in end)
    reach = max(ar, br) + 1
    x0, x1 = (int((value - LEFT) * FINE) for value in (min(ax, bx) - reach, max(ax, bx) + reach))
    y0, y1 = (int((value - TOP) * FINE) for value in (min(ay, by) - reach, max(ay, by) + reach))
    x0, y0, x1, y1 = max(0, x0), max(0, y0), min(height.shape[1], x1), min(height.shape[0], y1)
    if x0 >= x1 or y0 >= y1:
        return
    x = np.arange(x0, x1, dtype=np.float32) / FINE + LEFT - ax
    y = np.arange(y0, y1, dtype=np.float32)[:, None] / FINE + TOP - ay
    dx, dy = bx - ax, by - ay
    along = np.clip((x * dx + y * dy) / max(1e-6, dx * dx + dy * dy), 0, 1)
    far = (x - along * dx) ** 2 + (y - along * dy) ** 2
    radius = ar + (br - ar) * along
    bulge = np.sqrt(np.maximum(radius**2 - far, 0))
    raised = np.where(bulge > 0, az + (bz - az) * along + bulge, -1)
    part = height[y0:y1, x0:x1]
    np.maximum(part, raised, out=part)


def _nail(colour: Array, tip: _Joint, knuckle: _Joint, size: float) -> None:
    """A paler oval on the back of a fingertip."""
    way = np.array(knuckle[:2]) - np.array(tip[:2])
    length = float(np.hypot(*way))
    at = (np.array(tip[:2]) + way / length * tip[3] * 0.1) * size
    centre = (round((at[0] - LEFT) * FINE * 16), round((at[1] - TOP) * FINE * 16))
    axes = round(tip[3] * 0.62 * size * FINE * 16), round(tip[3] * 0.8 * size * FINE * 16)
    angle = float(np.degrees(np.arctan2(way[1], way[0]))) - 90
    mask = np.zeros(colour.shape[:2], np.uint8)
    cv2.ellipse(mask, centre, axes, angle, 0, 360, 255, -1, cv2.LINE_AA, 4)
    soft = cv2.GaussianBlur(mask, (0, 0), 0.8).astype(np.float32)[..., None] / 255
    colour += soft * np.array([16, 14, 16], np.float32)
    rim = cv2.morphologyEx(mask, cv2.MORPH_GRADIENT, np.ones((3, 3), np.uint8)).astype(np.float32)[..., None] / 255
    colour *= 1 - 0.16 * rim


def _folds(person: int, shape: tuple[int, ...]) -> Array:
    return clouds(person + 50, (shape[1], shape[0]), 60, 3)


def _fabric(person: int, colour: Colour, shape: tuple[int, ...]) -> Array:
    return np.array(colour, np.float32) * (1 + 0.08 * cloth(person, (shape[1], shape[0]))[..., None])


def _skin(person: int, colour: Colour, height: Array) -> Array:
    """Skin is redder where it is thin over knuckles and tips, and never even."""
    size = height.shape[1], height.shape[0]
    base = np.array(colour, np.float32)
    patches = clouds(person + 1, size, 40, 4)[..., None]
    ridge = height - cv2.GaussianBlur(height, (0, 0), 9)
    warm = np.clip(ridge / 8, -1, 1)[..., None] * np.array([-0.06, -0.05, 0.02], np.float32)
    pores = clouds(person + 2, size, 3, 1)[..., None]
    return np.asarray(base * (1 + 0.05 * patches * np.array([1.2, 1.0, 0.5]) + warm + 0.018 * pores), np.float32)


def _lit_later(height: Array, colour: Array, cover: Array) -> Relief:
    smooth = cv2.GaussianBlur(height, (0, 0), 1.6)
    slope_x = cv2.Sobel(smooth, cv2.CV_32F, 1, 0) * (FINE / 8)
    slope_y = cv2.Sobel(smooth, cv2.CV_32F, 0, 1) * (FINE / 8)
    normals = np.dstack([-slope_x, -slope_y, np.ones_like(slope_x)])
    normals /= np.sqrt((normals * normals).sum(axis=-1, keepdims=True))
    # Between fingers and in folds less of the room's light arrives.
    hidden = np.clip((cv2.GaussianBlur(height, (0, 0), 6) - height) / 14, 0, 1)
    return Relief(normals, np.clip(colour * (1 - 0.5 * hidden[..., None]), 0, 255), cover)
