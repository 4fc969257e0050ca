"""Reading the letter on the top of a cube: a square picture of each top, and one batch of them through a network."""

from __future__ import annotations

from functools import cache
from typing import Any

import cv2
import numpy as np

from vision.cubes.teaching import Taught
from vision.cubes.turns import by_letter, quarter_of, turned_classes
from vision.networks import session, shipped
from vision.sighting import LETTERS, Array, Face

CROP_PX = 40
"""Pixels along a crop."""
CROP_MARGIN = 0.16
"""What a crop shows around the face, on each side, in faces."""
UNSURE = 0.90
"""Below this chance a letter is not called."""

_DOUBT = 0.995
"""Faces less certain than this are looked at again from the other three sides."""
_SHARP = 45
"""Faces wider than this many pixels are shrunk by areas, so that nothing flickers between samples."""


def crops(grey: Array, corners: Array) -> Array:
    """Upright squares of all tops, from the pixels of their corners (clockwise), with a margin around."""
    corners = np.asarray(corners, np.float32).reshape(-1, 4, 2)
    sides = np.linalg.norm(np.roll(corners, -1, axis=1) - corners, axis=2).mean(axis=1)
    finer = np.clip(np.ceil(sides / _SHARP), 1, 16).astype(int)
    cut = np.empty((len(corners), CROP_PX, CROP_PX), np.uint8)
    warps = _homographies(corners)
    small = finer == 1
    if small.any():  # all at once
        x, y, depth = np.moveaxis(warps[small] @ _pixels(), 1, 0)
        seen = cv2.remap(grey, x / depth, y / depth, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        cut[small] = np.asarray(seen).reshape(-1, CROP_PX, CROP_PX)
    for at in np.flatnonzero(~small):
        size, warp = CROP_PX * finer[at], warps[at] @ _spread(CROP_PX * finer[at])
        flags, border = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP, cv2.BORDER_REPLICATE
        large = cv2.warpPerspective(grey, warp, (size, size), flags=flags, borderMode=border)
        cv2.resize(large, (CROP_PX, CROP_PX), dst=cut[at], interpolation=cv2.INTER_AREA)
    return cut


def _spread(size: int) -> Array:
    """From the pixels of a crop, so many along, to the face, which is the square between (0, 0) and (1, 1)."""
    step = (1 + 2 * CROP_MARGIN) / size
    first = 0.5 * step - CROP_MARGIN
    return np.array([[step, 0, first], [0, step, first], [0, 0, 1]], np.float32)


@cache
def _pixels() -> Array:
    """Where on the face the pixels of a crop are."""
    v, u = np.indices((CROP_PX, CROP_PX), np.float32).reshape(2, -1)
    return np.asarray(_spread(CROP_PX) @ np.stack([u, v, np.ones_like(u)]))


def _homographies(corners: Array) -> Array:
    """From the square between (0, 0) and (1, 1) to four corners [N, 4, 2] each."""
    first, second, third, fourth = np.moveaxis(np.asarray(corners, float), 1, 0)
    right, down, skew = second - third, fourth - third, first - second + third - fourth
    area = right[:, 0] * down[:, 1] - right[:, 1] * down[:, 0]
    area = np.where(np.abs(area) < 1e-6, 1e-6, area)  # what is no square at all is cut somehow
    g = (skew[:, 0] * down[:, 1] - skew[:, 1] * down[:, 0]) / area
    h = (right[:, 0] * skew[:, 1] - right[:, 1] * skew[:, 0]) / area
    across, along = second - first + g[:, None] * second, fourth - first + h[:, None] * fourth
    last = np.stack([g, h, np.ones_like(g)], axis=1)
    return np.concatenate([np.stack([across, along, first], axis=2), last[:, None]], axis=1).astype(np.float32)


def normalised(pictures: Array) -> Array:
    """Crops as the network wants them: each with mean 0 and spread 1, whatever the light."""
    values = np.asarray(pictures, np.float32).reshape(-1, CROP_PX * CROP_PX)
    values = values - values.mean(axis=1, keepdims=True)
    spread = np.sqrt(np.einsum("ij,ij->i", values, values) / (CROP_PX * CROP_PX))
    values /= np.maximum(spread, 4.0)[:, None]  # a blank face stays blank
    return np.asarray(values.reshape(-1, 1, CROP_PX, CROP_PX))


class FaceReader:
    """The network with its weights, and what it was taught about a table's own cubes."""

    def __init__(self, taught: Taught | None = None, weights: bytes | None = None) -> None:
        self._network: Any = session(weights or shipped("faces"))
        self.taught = taught

    def read(self, pictures: Array) -> list[Face]:
        """What stands on each of the crops."""
        if len(pictures) == 0:
            return []
        logits = self.logits(pictures)
        chances = _softmax(logits)
        doubtful = np.flatnonzero(by_letter(chances).max(axis=1) < _DOUBT)
        if len(doubtful):
            chances[doubtful] = _softmax(self._from_all_sides(pictures[doubtful], logits[doubtful]))
        return [_face(row, letters) for row, letters in zip(chances, by_letter(chances).tolist(), strict=True)]

    def logits(self, pictures: Array) -> Array:
        """Of each class and of "not a cube", as far as one look goes."""
        logits, features = self.seen(pictures)
        if self.taught is not None:
            logits = logits + self.taught.correction(features)
        return np.asarray(logits)

    def seen(self, pictures: Array) -> tuple[Array, Array]:
        """What the network itself says, untaught, and the features it says it from."""
        logits, features = self._network.run(None, {"crops": normalised(pictures)})
        return logits, features

    def _from_all_sides(self, pictures: Array, first: Array) -> Array:
        total = first.copy()
        turned = np.concatenate([np.rot90(pictures, -quarters, axes=(1, 2)) for quarters in (1, 2, 3)])
        for quarters, logits in zip((1, 2, 3), np.split(self.logits(turned), 3), strict=True):
            total += logits[:, turned_classes(quarters)]
        return np.asarray(total / 4)


def _softmax(logits: Array) -> Array:
    grown = np.exp(logits - logits.max(axis=1, keepdims=True))
    return np.asarray(grown / grown.sum(axis=1, keepdims=True))


def _face(chances: Array, letters: list[float]) -> Face:
    confidence = max(letters[:-1])
    best = letters.index(confidence)
    letter = LETTERS[best] if confidence >= UNSURE else None
    return Face(letter, confidence, quarter_of(chances, best), tuple(letters))
