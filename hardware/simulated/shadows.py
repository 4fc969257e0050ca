"""Shadows: hard near a small lamp, soft from a large one, and the gloom where a thing touches the mat."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np

from hardware.simulated.lighting import GAMMA
from hardware.simulated.optics import Array, CameraView, project
from hardware.simulated.scene import Lamp
from hardware.simulated.sprite import Rect


def fallen(points: Array, lamp: Lamp, onto: float = 0.0) -> Array:
    """Where the lamp throws the shadows of points onto the plane at height `onto`."""
    source = np.array([lamp.x, lamp.y, lamp.z])
    rise = np.maximum(points[:, 2:] - onto, 0)
    return np.asarray(points + (points - source) * rise / np.maximum(source[2] - points[:, 2:], 50))


def outline(points: Array, lamp: Lamp, view: CameraView, onto: float = 0.0) -> Array:
    """The shadow of a convex thing, from its corners, as a polygon in the picture."""
    thrown = project(view, fallen(points, lamp, onto))
    return np.asarray(cv2.convexHull(thrown.astype(np.float32)).reshape(-1, 2))


def softness(lamp: Lamp, height: float, view: CameraView) -> float:
    """Sigma, in pixels, of the edge of a shadow thrown from this height."""
    return max(0.6, 0.5 * lamp.size / lamp.z * height * view.focal / view.z)


def margin(sigma: float) -> int:
    """How far a blur reaches."""
    return int(4 * sigma) + 3


def filled(polygons: list[Any], rect: Rect, sigma: float) -> Array:
    """Coverage of the rectangle by polygons of the picture, softened; the same wherever the rectangle is cut."""
    wide = rect.grown(margin(sigma))
    mask = np.zeros((wide.y1 - wide.y0, wide.x1 - wide.x0), np.uint8)
    for polygon in polygons:
        points = np.round((polygon - (wide.x0, wide.y0)) * 16).astype(np.int32)
        cv2.fillConvexPoly(mask, points, 255, cv2.LINE_AA, 4)
    soft = cv2.GaussianBlur(mask, (0, 0), sigma)
    edge = margin(sigma)
    return np.asarray(soft[edge:-edge, edge:-edge])


def roughly(polygons: list[Any], rect: Rect, sigma: float) -> Array:
    """Much the same for what moves, with less effort."""
    rough = roughness(sigma)
    mask = np.zeros((-(-(rect.y1 - rect.y0) // rough), -(-(rect.x1 - rect.x0) // rough)), np.uint8)
    for polygon in polygons:
        points = np.round(((polygon - (rect.x0, rect.y0) + 0.5) / rough - 0.5) * 16).astype(np.int32)
        cv2.fillConvexPoly(mask, points, 255, cv2.LINE_AA, 4)
    return softened(mask, rect, sigma)


def roughness(sigma: float) -> int:
    """How many pixels of the picture to one of a shadow: a soft one needs few."""
    return 4 if sigma > 3 else 2


def softened(mask: Array, rect: Rect, sigma: float) -> Array:
    """A rough mask with its soft edge, as large as the rectangle."""
    rough = roughness(sigma)
    soft = cv2.GaussianBlur(mask, (0, 0), sigma / rough)
    full = cv2.resize(soft, (mask.shape[1] * rough, mask.shape[0] * rough))
    return np.asarray(full[: rect.y1 - rect.y0, : rect.x1 - rect.x0])


def darken(picture: Array, masks: list[tuple[float, Array]]) -> None:
    """Take from a picture the shares of its light that these masks cover."""
    left: Array | None = None
    for share, mask in masks:
        part = cv2.convertScaleAbs(mask, alpha=min(1.0, share))
        left = part if left is None else cv2.add(left, part)
    if left is None:
        return
    factor = cv2.LUT(left, _REMAINING)
    np.copyto(picture, cv2.multiply(picture, cv2.merge([factor, factor, factor]), scale=1 / 255))


_REMAINING = np.array([max(0.02, 1 - taken / 255) ** (1 / GAMMA) * 255 + 0.5 for taken in range(256)]).astype(np.uint8)
