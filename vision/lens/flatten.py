"""A plane over the mat as seen from straight above: pictures in which a millimetre is everywhere as long."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np

from hardware.mats import Mat
from vision.lens.camera import Pose
from vision.sighting import Array, Grey

STILL_PX = 0.25
"""Pixels of the flattened picture by which the camera may move before the maps are made anew."""
_KNOTS = 8
"""The lens is followed at every eighth pixel and is as good as straight between."""


class Flat:
    """Flattens pictures of one plane, z millimetres over the mat; black where the camera does not see.

    What it looks up in a picture is prepared for a pose, and kept while the pose hardly moves.
    """

    def __init__(self, mat: Mat, z: float, scale: float, margin: float) -> None:
        """`scale` is in pixels to a millimetre; `margin` millimetres beside the mat are shown too."""
        self.z, self.scale, self.margin = z, scale, margin
        self.size = round((mat.width + 2 * margin) * scale), round((mat.height + 2 * margin) * scale)
        self._marks = np.array([(x, y, z) for x, y in (*mat.area.grown(margin).corners, mat.area.centre)])
        self._pose: Pose | None = None
        self._seen: Array | None = None
        self._key: tuple[int, int] = (0, 0)
        self._shrink = 1
        self._maps: tuple[Array, Array] = (np.empty(0), np.empty(0))
        self.made = 0
        """How often maps were made."""

    def flatten(self, picture: Array, pose: Pose) -> Grey:
        """The plane in this picture, which may have another size than those that the pose was found in."""
        high, wide = picture.shape[:2]
        if pose is not self._pose or self._key != (wide, high):
            self._prepare(pose.scaled(wide, high))
            self._pose = pose
        if self._shrink > 1:
            size = -(-wide // self._shrink), -(-high // self._shrink)
            picture = cv2.resize(picture, size, interpolation=cv2.INTER_AREA)
        return np.asarray(cv2.remap(picture, *self._maps, cv2.INTER_LINEAR), np.uint8)

    def to_mm(self, pixels: Any) -> Array:
        """Points (x, y) of the mat's axes from pixels of the flattened picture."""
        return (np.asarray(pixels, float) + 0.5) / self.scale - self.margin

    def to_pixels(self, points: Any) -> Array:
        """The opposite."""
        return (np.asarray(points, float) + self.margin) * self.scale - 0.5

    def _prepare(self, pose: Pose) -> None:
        size = pose.lens.width, pose.lens.height
        seen = pose.project(self._marks)
        if self._seen is not None and self._key == size:
            moved = np.abs(seen - self._seen).max() * self.scale / max(pose.scale, 1e-6)
            if moved < STILL_PX:
                return
        self._seen, self._key = seen, size
        self.made += 1
        # A picture with many pixels to each of ours is shrunk first, or most of them would not count.
        self._shrink = max(1, int(pose.scale / self.scale / 1.3))
        wide, high = -(-size[0] // self._shrink), -(-size[1] // self._shrink)
        stretch = np.array([wide / size[0], high / size[1]])
        u, v = np.meshgrid(np.arange(0, self.size[0] + _KNOTS, _KNOTS), np.arange(0, self.size[1] + _KNOTS, _KNOTS))
        points = np.column_stack([self.to_mm(np.column_stack([u.ravel(), v.ravel()])), np.full(u.size, self.z)])
        knots = ((pose.project(points) + 0.5) * stretch - 0.5).reshape(*u.shape, 2).astype(np.float32)
        across, down = np.meshgrid(
            np.arange(self.size[0], dtype=np.float32) / _KNOTS, np.arange(self.size[1], dtype=np.float32) / _KNOTS
        )
        x, y = (cv2.remap(np.ascontiguousarray(knots[..., at]), across, down, cv2.INTER_LINEAR) for at in (0, 1))
        self._maps = cv2.convertMaps(x, y, cv2.CV_16SC2)
