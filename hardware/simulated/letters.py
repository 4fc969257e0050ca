"""The letters on the cubes and on the mat, filled from outlines that come with the table."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files

import cv2
import numpy as np
from numpy.typing import NDArray

UPPER = "CAKENR"
LOWER = "pqrsio"
LETTERS = UPPER + LOWER
LABELS = "sans-heavy"
"""The one font that has the whole alphabet, for the names of the mat's regions."""

_FINE = 4


@cache
def fonts() -> tuple[str, ...]:
    """The names of all fonts, from thin and bookish to round and fat."""
    return tuple(_outlines())


@cache
def ink(font: str, letter: str, size: int, height: float) -> NDArray[np.float32]:
    """Where there is ink on a face of `size` pixels, 0 to 1; capitals take `height` of it and stand in the middle."""
    contours = _outlines()[font][letter]
    capital = np.concatenate(_outlines()[font]["E"])[:, 1]
    scale = height * size * _FINE / float(capital.max() - capital.min())
    every = np.concatenate(contours)
    middle = (every.max(axis=0) + every.min(axis=0)) / 2
    return _filled(contours, middle, scale, (size, size))


def word(text: str, height: int) -> NDArray[np.float32]:
    """A line of capitals, `height` pixels high with some room around, spaced out as on a printed mat."""
    font = _outlines()[LABELS]
    gap, pieces = height // 3, []
    for letter in text.upper():
        if letter not in font:
            pieces.append(np.zeros((2 * height, height // 2), np.float32))
            continue
        points = np.concatenate(font[letter])
        left, right = float(points[:, 0].min()), float(points[:, 0].max())
        scale = height * _FINE / 720
        wide = int((right - left) * height / 720) + gap
        pieces.append(_filled(font[letter], np.array([(left + right) / 2, 360.0]), scale, (wide, 2 * height)))
    return np.hstack(pieces)


@cache
def _outlines() -> dict[str, dict[str, list[NDArray[np.float64]]]]:
    text = files(__package__).joinpath("letters.json").read_text()
    return {
        font: {
            letter: [np.array(flat, float).reshape(-1, 2) for flat in contours] for letter, contours in glyphs.items()
        }
        for font, glyphs in json.loads(text).items()
    }


def _filled(
    contours: list[NDArray[np.float64]], middle: NDArray[np.float64], scale: float, size: tuple[int, int]
) -> NDArray[np.float32]:
    wide, high = size[0] * _FINE, size[1] * _FINE
    winding = np.zeros((high, wide), np.int16)
    for contour in contours:  # overlapping strokes add up, counters subtract: the non-zero rule
        points = (contour - middle) * (scale, -scale) + (wide / 2, high / 2)
        one = np.zeros((high, wide), np.uint8)
        cv2.fillPoly(one, [np.round(points * 16).astype(np.int32)], 1, shift=4)
        winding += one * np.int16(1 if cv2.contourArea(points.astype(np.float32), True) > 0 else -1)
    return np.asarray(cv2.resize((winding != 0).astype(np.float32), size, interpolation=cv2.INTER_AREA), np.float32)
