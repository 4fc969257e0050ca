"""Faces that look as they did in the reading before are not read again: most cubes lie still while one is moved."""

from __future__ import annotations

import cv2
import numpy as np

from vision.cubes.faces import FaceReader
from vision.sighting import Array, Face

STILL_PX = 1.5
"""Pixels by which the corners of a top may differ from those in the reading before."""
ALIKE = 5.0
"""Grey levels, on average, by which the pictures may."""
CERTAIN = 0.995
"""Only a letter that was read so certainly is remembered; what is unsure or no cube is worth another look, for it may
have been a cube in the shadow of a hand."""


class Memory:
    """The tops of one reading, for the next one."""

    def __init__(self) -> None:
        self._corners: Array = np.empty((0, 4, 2))
        self._pictures: Array = np.empty((0, 1, 1))
        self._faces: list[Face] = []

    def read(self, reader: FaceReader, pictures: Array, corners: Array) -> list[Face]:
        """What stands on each of the crops, which were cut at these corners."""
        known = self._known(pictures, corners)
        new = [at for at, face in enumerate(known) if face is None]
        for at, face in zip(new, reader.read(pictures[new]), strict=True):
            known[at] = face
        self._faces = [face for face in known if face is not None]
        self._corners, self._pictures = corners, pictures
        return self._faces

    def _known(self, pictures: Array, corners: Array) -> list[Face | None]:
        """What stood on them in the reading before, where they are the same."""
        if not self._faces or not len(pictures):
            return [None] * len(pictures)
        off = np.abs(corners.reshape(-1, 1, 8) - self._corners.reshape(-1, 8)).max(axis=2)
        nearest = off.argmin(axis=1)
        differ = cv2.absdiff(pictures, self._pictures[nearest]).mean(axis=(1, 2))
        same = (off.min(axis=1) <= STILL_PX) & (differ <= ALIKE)
        faces = (self._faces[at] for at in nearest)
        return [face if still and _certain(face) else None for face, still in zip(faces, same, strict=True)]


def _certain(face: Face) -> bool:
    return max(face.chances[:-1]) >= CERTAIN
