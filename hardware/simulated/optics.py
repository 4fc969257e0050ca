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
    """Pixels of points (x, y, z) over the mat."""
    matrix, rotation, distortion = _prepared(view)
    seen = ((np.asarray(points, float) - (view.x, view.y, view.z)) * (1, 1, -1)) @ rotation.T
    seen[:, 2] = np.maximum(seen[:, 2], 1.0)
    pixels, _ = cv2.projectPoints(seen, np.zeros(3), np.zeros(3), matrix, distortion)
    return np.asarray(pixels.reshape(-1, 2))


def ground(view: CameraView, step: int = 1) -> Array:
    """The point of the mat's plane that every `step`-th pixel looks at, as an array of (x, y)."""
    coarse = 8
    xs = np.arange(0, view.width + coarse, coarse, dtype=float)
    ys = np.arange(0, view.height + coarse, coarse, dtype=float)
    pixels = np.stack(np.meshgrid(xs, ys), axis=-1).reshape(-1, 1, 2)
    matrix, rotation, distortion = _prepared(view)
    rays = cv2.undistortPoints(pixels, matrix, distortion).reshape(-1, 2)
    directions = np.column_stack([rays, np.ones(len(rays))]) @ rotation
    met = np.array([view.x, view.y]) + directions[:, :2] * (view.z / np.maximum(directions[:, 2:], 0.05))
    grid = met.reshape(len(ys), len(xs), 2).astype(np.float32)
    if step == coarse:
        return np.asarray(grid[: -(-view.height // coarse), : -(-view.width // coarse)])
    # Between the knots the lens is as good as straight; finer solving would cost a second and give 0.01 pixels.
    at_x, at_y = np.meshgrid(
        np.arange(0, view.width, step, dtype=np.float32) / coarse,
        np.arange(0, view.height, step, dtype=np.float32) / coarse,
    )
    return np.asarray(cv2.remap(grid, at_x, at_y, cv2.INTER_LINEAR))


@lru_cache(maxsize=8)
def _prepared(view: CameraView) -> tuple[Array, Array, Array]:
    return view.matrix, view.rotation, view.distortion
