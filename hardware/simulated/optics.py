"""A pinhole camera with a real lens: where a point over the mat lands in the picture, and what a pixel looks at.

Points are in millimetres of the mat with z upwards. The camera looks straight down unless it is tilted.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from math import cos, radians, sin
from typing import Any, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

Array: TypeAlias = NDArray[Any]
COARSE = 8
"""Pixels between two for which the lens is solved."""


@dataclass(frozen=True, slots=True)
class CameraView:
    """Where the camera is, how it is turned (degrees), and its lens."""

    width: int = 1280
    height: int = 960
    focal: float = 1065.0
    """In pixels; the Raspberry Pi's camera v2 has this at a width of 1280."""
    x: float = 280.0
    y: float = 210.0
    z: float = 570.0
    tilt: float = 0.0
    pan: float = 0.0
    roll: float = 0.0
    off_x: float = 0.0
    off_y: float = 0.0
    """How far the lens's axis is from the middle of the picture, in pixels."""
    lens: tuple[float, float, float, float, float] = (0.0, 0.0, 0.0, 0.0, 0.0)
    """k1, k2, p1, p2, k3 as in OpenCV."""

    def enlarged(self, by: int) -> CameraView:
        """The same view on a finer sensor; the centre of the first pixel is at 0, so the axis moves by half a pixel."""
        if by == 1:
            return self
        return replace(
            self,
            width=self.width * by,
            height=self.height * by,
            focal=self.focal * by,
            off_x=self.off_x * by,
            off_y=self.off_y * by,
        )

    @property
    def matrix(self) -> Array:
        """OpenCV's camera matrix."""
        cx, cy = (self.width - 1) / 2 + self.off_x, (self.height - 1) / 2 + self.off_y
        return np.array([[self.focal, 0, cx], [0, self.focal, cy], [0, 0, 1]])

    @property
    def distortion(self) -> Array:
        return np.array(self.lens)

    @property
    def rotation(self) -> Array:
        """From mat axes (z turned downwards, so that they are right-handed) to those of the camera."""
        a, b, c = radians(self.tilt), radians(self.pan), radians(self.roll)
        about_x = np.array([[1, 0, 0], [0, cos(a), -sin(a)], [0, sin(a), cos(a)]])
        about_y = np.array([[cos(b), 0, sin(b)], [0, 1, 0], [-sin(b), 0, cos(b)]])
        about_z = np.array([[cos(c), -sin(c), 0], [sin(c), cos(c), 0], [0, 0, 1]])
        return np.asarray(about_z @ about_y @ about_x)

    @property
    def eye(self) -> Array:
        return np.array([self.x, self.y, self.z])


def project(view: CameraView, points: Any) -> Array:
    """Pixels of points (x, y, z) over the mat.

    A lens is described by a polynomial, which turns back somewhere outside the picture and would fold what is far away
    into it again: from there on it is continued straight outwards.
    """
    matrix, rotation, distortion = _prepared(view)
    seen = ((np.asarray(points, float) - (view.x, view.y, view.z)) * (1, 1, -1)) @ rotation.T
    seen[:, 2] = np.maximum(seen[:, 2], 1.0)
    beyond = np.maximum(np.hypot(seen[:, 0], seen[:, 1]) / seen[:, 2] / _turning(view.lens), 1.0)
    seen[:, :2] /= beyond[:, None]
    pixels, _ = cv2.projectPoints(seen, np.zeros(3), np.zeros(3), matrix, distortion)
    outwards = view.focal * (beyond - 1)[:, None] * seen[:, :2] / seen[:, 2:]
    return np.asarray(pixels.reshape(-1, 2) + outwards)


def ground(view: CameraView, step: int = 1) -> Array:
    """The point of the mat's plane that every `step`-th pixel looks at, as an array of (x, y)."""
    rays = _rays(view)
    met = np.array([view.x, view.y]) + rays[..., :2] * (view.z / np.maximum(rays[..., 2:], 0.05))
    grid = met.astype(np.float32)
    if step == COARSE:
        return np.asarray(grid[: -(-view.height // COARSE), : -(-view.width // COARSE)])
    # Between the knots the lens is as good as straight; finer solving would cost a second and give 0.01 pixels.
    at_x, at_y = np.meshgrid(
        np.arange(0, view.width, step, dtype=np.float32) / COARSE,
        np.arange(0, view.height, step, dtype=np.float32) / COARSE,
    )
    return np.asarray(cv2.remap(grid, at_x, at_y, cv2.INTER_LINEAR))


def on_plane(view: CameraView, corners: Array) -> Array:
    """The point (x, y) at which every `COARSE`-th pixel meets the plane through these points in space."""
    rays = _rays(view) * (1, 1, -1)
    normal = np.cross(corners[1] - corners[0], corners[-1] - corners[0])
    steep = rays @ normal
    far = float((corners[0] - view.eye) @ normal) / np.where(np.abs(steep) < 1e-6, 1e-6, steep)
    return np.asarray(view.eye[:2] + rays[..., :2] * far[..., None])


@lru_cache(maxsize=8)
def _rays(view: CameraView) -> Array:
    """Where every `COARSE`-th pixel looks, in mat axes with z downwards."""
    xs = np.arange(0, view.width + COARSE, COARSE, dtype=float)
    ys = np.arange(0, view.height + COARSE, COARSE, dtype=float)
    pixels = np.stack(np.meshgrid(xs, ys), axis=-1).reshape(-1, 1, 2)
    matrix, rotation, distortion = _prepared(view)
    rays = cv2.undistortPoints(pixels, matrix, distortion).reshape(-1, 2)
    directions = np.column_stack([rays, np.ones(len(rays))]) @ rotation
    return np.asarray(directions.reshape(len(ys), len(xs), 3))


_FELT = 1e-9
"""What is less in a lens bends no ray that a camera could see."""


@lru_cache(maxsize=8)
def _turning(lens: tuple[float, float, float, float, float]) -> float:
    """How far from its axis, as a slope, a lens begins to bend rays back; infinite if it never does."""
    k1, k2, _, _, k3 = (k if abs(k) > _FELT else 0.0 for k in lens)
    squares = np.roots([7 * k3, 5 * k2, 3 * k1, 1])
    turns = squares[(np.abs(squares.imag) < 1e-9) & (squares.real > 0)].real
    return float(np.sqrt(turns.min())) if len(turns) else float("inf")


@lru_cache(maxsize=8)
def _prepared(view: CameraView) -> tuple[Array, Array, Array]:
    return view.matrix, view.rotation, view.distortion
