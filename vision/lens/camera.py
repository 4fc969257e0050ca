"""The camera over the mat: its lens, where it hangs, which pixel shows a point and which point a pixel shows.

Points are in millimetres of the mat with z up, towards the camera; the centre of a picture's first pixel is at 0, 0.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from math import atan, degrees
from typing import Any

import numpy as np

from vision.sighting import Array

UP = np.array([1.0, 1.0, -1.0])
"""Turns z downwards: only so are the mat's axes right-handed, as the camera's are."""


@dataclass(frozen=True, slots=True)
class Lens:
    """A lens on a sensor, for pictures of one size."""

    width: int
    height: int
    focal: float
    """In pixels."""
    centre: tuple[float, float]
    """Where the axis of the lens meets the picture."""
    distortion: tuple[float, float, float, float, float] = (0.0, 0.0, 0.0, 0.0, 0.0)
    """k1, k2, p1, p2, k3 as in OpenCV."""
    doubt: float = 0.0
    """How far the focal length may be off, as a share of it: 0 for one that was measured."""

    @property
    def matrix(self) -> Array:
        """OpenCV's camera matrix."""
        return np.array([[self.focal, 0, self.centre[0]], [0, self.focal, self.centre[1]], [0, 0, 1]])

    @property
    def across(self) -> float:
        """The angle of view from left to right in degrees, as if the lens did not bend."""
        return 2 * degrees(atan(self.width / 2 / self.focal))

    def scaled(self, width: int, height: int) -> Lens:
        """The same lens for pictures of another size; those of another shape are cut from the sensor's middle."""
        if (width, height) == (self.width, self.height):
            return self
        if (width < height) != (self.width < self.height):  # the camera stands on its side
            turned = replace(self, width=self.height, height=self.width, centre=self.centre[::-1])
            return turned.scaled(width, height)
        by = max(width / self.width, height / self.height)
        shift_x, shift_y = self.centre[0] - (self.width - 1) / 2, self.centre[1] - (self.height - 1) / 2
        centre = (width - 1) / 2 + shift_x * by, (height - 1) / 2 + shift_y * by
        return replace(self, width=width, height=height, focal=self.focal * by, centre=centre)

    def bent(self, rays: Array) -> Array:
        """Where rays (x, y at a depth of one) would have to go without the lens to land where they do with it."""
        k1, k2, p1, p2, k3 = self.distortion
        x, y = rays[..., 0], rays[..., 1]
        square = x * x + y * y
        # Far outside the picture the formula folds back into it; there we stop at its farthest.
        limit = _turning(k1, k2, k3)
        if limit < square.max(initial=0.0):
            shrink = np.sqrt(limit / np.maximum(square, limit))
            x, y, square = x * shrink, y * shrink, np.minimum(square, limit)
        radial = 1 + square * (k1 + square * (k2 + square * k3))
        return np.stack(
            [
                x * radial + 2 * p1 * x * y + p2 * (square + 2 * x * x),
                y * radial + p1 * (square + 2 * y * y) + 2 * p2 * x * y,
            ],
            axis=-1,
        )

    def straight(self, bent: Array) -> Array:
        """The opposite of `bent`, by going round until nothing changes."""
        k1, k2, p1, p2, k3 = self.distortion
        rays = np.array(bent, float)
        if not any(self.distortion):
            return rays
        for _ in range(40):
            x, y = rays[..., 0], rays[..., 1]
            square = x * x + y * y
            radial = np.maximum(1 + square * (k1 + square * (k2 + square * k3)), 0.2)
            across = 2 * p1 * x * y + p2 * (square + 2 * x * x)
            down = p1 * (square + 2 * y * y) + 2 * p2 * x * y
            better = np.stack([(bent[..., 0] - across) / radial, (bent[..., 1] - down) / radial], axis=-1)
            done = float(np.abs(better - rays).max(initial=0.0)) < 1e-7
            rays = better
            if done:
                break
        return rays


def lens_of(width: int, height: int, focal: float, doubt: float = 0.0, k1: float = 0.0) -> Lens:
    """A lens that looks out of the middle of its picture."""
    return Lens(width, height, focal, ((width - 1) / 2, (height - 1) / 2), (k1, 0.0, 0.0, 0.0, 0.0), doubt)


LENSES: dict[str, Lens] = {
    # 3.04 mm before pixels of 1.12 µm: 62.2 degrees across.
    "pi-v2": lens_of(3280, 2464, 3.04e3 / 1.12, 0.03, 0.02),
    # 4.74 mm before pixels of 1.4 µm, drawn out a little when it focuses on a table; 66 degrees.
    "pi-v3": lens_of(4608, 2592, 4.85e3 / 1.4, 0.04),
    # 2.75 mm; the 102 degrees of its data sheet are three more than a lens that does not bend would have.
    "pi-v3-wide": lens_of(4608, 2592, 2.75e3 / 1.4, 0.04, -0.03),
    # 6 mm before pixels of 1.55 µm; 63 degrees, and not 55, for the same reason.
    "pi-hq-6mm": lens_of(4056, 3040, 6e3 / 1.55, 0.04, -0.3),
    # 78 degrees from corner to corner.
    "c920": lens_of(1920, 1080, 1360.0, 0.05),
}
"""Cameras by name, from the makers' data sheets."""

WEBCAM = 0.88
"""The focal length of a camera that nobody knows, against the longer side of its picture: 59 degrees across."""


def unknown_lens(width: int, height: int) -> Lens:
    """What to begin with for any camera: webcams and telephones see 50 to 78 degrees across."""
    return lens_of(width, height, WEBCAM * max(width, height), 0.22)


@dataclass(frozen=True, slots=True, eq=False)
class Pose:
    """A lens, and where it is over the mat."""

    lens: Lens
    rotation: Array
    """From the mat's axes (z turned downwards) to the camera's."""
    translation: Array
    """The mat's corner as the camera sees it."""

    @property
    def eye(self) -> Array:
        """The camera's place over the mat."""
        return np.asarray(-self.rotation.T @ self.translation * UP)

    @property
    def height(self) -> float:
        """How high the camera hangs over the mat."""
        return float(self.eye[2])

    @property
    def scale(self) -> float:
        """Pixels to a millimetre below the camera."""
        return self.lens.focal / max(self.height, 1.0)

    def project(self, points: Any) -> Array:
        """Pixels of points (x, y, z)."""
        seen = (np.asarray(points, float).reshape(-1, 3) * UP) @ self.rotation.T + self.translation
        rays = seen[:, :2] / np.maximum(seen[:, 2:], 1.0)
        return self.lens.bent(rays) * self.lens.focal + self.lens.centre

    def to_plane(self, pixels: Any, z: float = 0.0) -> Array:
        """The points (x, y) at the height z that pixels show."""
        rays = self.lens.straight((np.asarray(pixels, float).reshape(-1, 2) - self.lens.centre) / self.lens.focal)
        ways = np.column_stack([rays, np.ones(len(rays))]) @ self.rotation
        eye = self.eye
        return np.asarray(eye[:2] + ways[:, :2] * ((eye[2] - z) / np.maximum(ways[:, 2:], 0.02)))

    def scaled(self, width: int, height: int) -> Pose:
        """The same camera with pictures of another size."""
        return replace(self, lens=self.lens.scaled(width, height))


@lru_cache(maxsize=16)
def _turning(k1: float, k2: float, k3: float) -> float:
    """The square of the radius at which the formula for the lens turns back."""
    slopes = [slope if abs(slope) > 1e-9 else 0.0 for slope in (7 * k3, 5 * k2, 3 * k1)] + [1.0]
    roots = np.roots(slopes) if any(slopes[:3]) else np.empty(0)
    return float(min((root.real for root in roots if abs(root.imag) < 1e-9 and root.real > 0), default=np.inf)) * 0.98
