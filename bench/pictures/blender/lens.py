"""The camera over the mat: where it is, where points land in its picture, and how its lens bends a rendered one."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from math import ceil, cos, radians, sin
from random import Random

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.mats import Mat

FLIP = np.diag([1.0, -1.0, -1.0])
"""Between axes of OpenCV (y and z point down) and those of Blender (y and z point up)."""


@dataclass(frozen=True)
class Lens:
    width: int
    height: int
    focal: float
    """In pixels."""
    x: float
    y: float
    z: float
    tilt: float
    pan: float
    roll: float
    off: tuple[float, float]
    """From the middle of the picture to the lens's axis, in pixels."""
    bend: tuple[float, float, float, float, float]
    """k1, k2, p1, p2, k3 as in OpenCV."""

    @property
    def eye(self) -> NDArray[np.float64]:
        return np.array([self.x, self.y, self.z])

    @property
    def matrix(self) -> NDArray[np.float64]:
        """OpenCV's camera matrix; the first pixel's centre is at 0."""
        cx, cy = (self.width - 1) / 2 + self.off[0], (self.height - 1) / 2 + self.off[1]
        return np.array([[self.focal, 0, cx], [0, self.focal, cy], [0, 0, 1]])

    @cached_property
    def rotation(self) -> NDArray[np.float64]:
        """From the mat's axes, with z turned down, to the camera's (x right, y down, z forward)."""
        a, b, c = radians(self.tilt), radians(self.pan), radians(self.roll)
        about_x = np.array([[1, 0, 0], [0, cos(a), -sin(a)], [0, sin(a), cos(a)]])
        about_y = np.array([[cos(b), 0, sin(b)], [0, 1, 0], [-sin(b), 0, cos(b)]])
        about_z = np.array([[cos(c), -sin(c), 0], [sin(c), cos(c), 0], [0, 0, 1]])
        return about_z @ about_y @ about_x

    def pixels(self, points: NDArray[np.float64]) -> NDArray[np.float64]:
        """Where points (x, y, z) of the mat are in the picture."""
        seen = ((np.asarray(points, float) - self.eye) * (1, 1, -1)) @ self.rotation.T
        found, _ = cv2.projectPoints(seen, np.zeros(3), np.zeros(3), self.matrix, np.array(self.bend))
        return found.reshape(-1, 2)

    @cached_property
    def straight(self) -> NDArray[np.float32]:
        """For each pixel of the picture, where a lens without any bend would have it."""
        xs, ys = np.arange(0, self.width + 8, 8.0), np.arange(0, self.height + 8, 8.0)
        knots = np.stack(np.meshgrid(xs, ys), -1).reshape(-1, 1, 2)
        enough = (cv2.TERM_CRITERIA_COUNT | cv2.TERM_CRITERIA_EPS, 60, 1e-7)
        rays = cv2.undistortPointsIter(knots, self.matrix, np.array(self.bend), np.eye(3), self.matrix, enough)
        grid = rays.reshape(len(ys), len(xs), 2).astype(np.float32)
        at = np.meshgrid(np.arange(self.width, dtype=np.float32) / 8, np.arange(self.height, dtype=np.float32) / 8)
        return cv2.remap(grid, *at, cv2.INTER_LINEAR)

    @cached_property
    def margin(self) -> int:
        """How much wider than the picture, on each side, has to be rendered for the lens to bend."""
        if not any(self.bend):
            return 0
        low = self.straight.min(axis=(0, 1))
        high = self.straight.max(axis=(0, 1)) - (self.width - 1, self.height - 1)
        return max(0, ceil(max(-low.min(), high.max()))) + 3

    def bent(self, rendered: NDArray[np.float32]) -> NDArray[np.float32]:
        """The picture from one rendered with the margin around it."""
        if not any(self.bend):
            return rendered
        at = self.straight + self.margin
        return cv2.remap(rendered, at[..., 0], at[..., 1], cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE)


def random_lens(rng: Random, mat: Mat, width: int, height: int) -> Lens:
    """A camera above the mat that sees all of it; half of the lenses are straight."""
    focal = rng.uniform(0.62, 1.3) * width
    bend = (0.0, 0.0, 0.0, 0.0, 0.0)
    if rng.random() < 0.5:
        k1 = max(-0.1, min(0.1, rng.gauss(0, 0.05)))
        bend = (k1, rng.gauss(0, 0.01), rng.gauss(0, 0.0005), rng.gauss(0, 0.0005), 0.0)
    lens = Lens(
        width,
        height,
        focal,
        mat.width / 2 + rng.gauss(0, 15),
        mat.height / 2 + rng.gauss(0, 15),
        focal * mat.width / width * rng.uniform(1.02, 1.25),
        rng.gauss(0, 3),
        rng.gauss(0, 3),
        rng.gauss(0, 3) + rng.choice((0, 0, 180)),
        (0.0, 0.0),
        bend,
    )
    while not _sees(lens, mat):
        away = lens.pixels(np.array([[mat.width / 2, mat.height / 2, 0]]))[0] - ((width - 1) / 2, (height - 1) / 2)
        off = lens.off[0] - 0.2 * float(away[0]), lens.off[1] - 0.2 * float(away[1])
        lens = replace(lens, z=lens.z * 1.02, tilt=lens.tilt * 0.96, pan=lens.pan * 0.96, off=off)
    return lens


def _sees(lens: Lens, mat: Mat) -> bool:
    corners = lens.pixels(np.array([(x, y, 0) for x, y in mat.area.grown(3).corners]))
    return bool((corners >= 3).all() and (corners <= (lens.width - 4, lens.height - 4)).all())
