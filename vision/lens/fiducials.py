"""Looking for fiducials in a whole picture, without knowing where they could be."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any, NamedTuple

import cv2
import numpy as np

from vision.sighting import Array, Grey

_LARGE = 1600
"""Pictures are searched at most so wide; the corners are refined in the whole one."""
_SMALL = 900
"""Pictures smaller than this are searched at twice their size as well."""


class Marker(NamedTuple):
    """A fiducial that was found: its number and its corners (clockwise from its own top-left)."""

    id: int
    corners: Array


def looks(grey: Grey, dictionary: str) -> Iterator[list[Marker]]:
    """What is found by looking in one way after another, the quickest first; stop when enough is found."""
    high, wide = grey.shape
    scale = min(1.0, _LARGE / max(wide, high))
    small = grey if scale == 1 else _resized(grey, scale)
    yield _found(small, scale, dictionary, "quick")
    yield _found(small, scale, dictionary, "thorough")
    even = np.asarray(cv2.createCLAHE(4.0, (8, 8)).apply(small), np.uint8)
    yield _found(even, scale, dictionary, "thorough")
    yield _found(np.asarray(cv2.GaussianBlur(even, (0, 0), 1.6), np.uint8), scale, dictionary, "thorough")
    soft = cv2.GaussianBlur(small, (0, 0), 2.5)
    yield _found(np.asarray(cv2.addWeighted(small, 2.5, soft, -1.5, 0), np.uint8), scale, dictionary, "thorough")
    if max(wide, high) < _SMALL:
        yield _found(_resized(even, 2.0), scale * 2, dictionary, "thorough")
    elif max(wide, high) > 1000:
        yield _found(_resized(even, 0.5), scale * 0.5, dictionary, "thorough")


def _resized(grey: Grey, scale: float) -> Grey:
    way = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
    high, wide = grey.shape
    across, down = max(scale, 1 / wide), max(scale, 1 / high)  # a pixel at least
    return np.asarray(cv2.resize(grey, None, fx=across, fy=down, interpolation=way), np.uint8)


def _found(grey: Grey, scale: float, dictionary: str, way: str) -> list[Marker]:
    corners, ids, _ = _detector(dictionary, way).detectMarkers(grey)
    if ids is None:
        return []
    # Halves: the centre of the first pixel is at 0 in the small picture and in the large one.
    return [
        Marker(int(number), (np.asarray(one, np.float32).reshape(4, 2) + 0.5) / scale - 0.5)
        for number, one in zip(np.ravel(ids), corners, strict=True)
    ]


@lru_cache(maxsize=4)
def _detector(dictionary: str, way: str) -> Any:
    wishes = cv2.aruco.DetectorParameters()
    wishes.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_NONE  # the sides are measured afterwards
    wishes.minMarkerPerimeterRate = 0.04
    wishes.maxMarkerPerimeterRate = 1.0
    if way == "quick":
        wishes.adaptiveThreshWinSizeMin, wishes.adaptiveThreshWinSizeMax = 23, 23
    else:
        wishes.adaptiveThreshWinSizeMin, wishes.adaptiveThreshWinSizeMax = 7, 75
        wishes.adaptiveThreshWinSizeStep = 17
        wishes.adaptiveThreshConstant = 4
        wishes.polygonalApproxAccuracyRate = 0.05
        wishes.errorCorrectionRate = 0.8
        wishes.perspectiveRemovePixelPerCell = 6
    return cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, dictionary)), wishes)
