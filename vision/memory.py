"""Faces that look as they did in the reading before are not read again: most cubes lie still while one is moved."""

from __future__ import annotations

import numpy as np

from vision.faces import FaceReader
from vision.sighting import Array, Face

STILL = 1.5
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
        known = [self._known(picture, corner) for picture, corner in zip(pictures, corners, strict=True)]
        new = [at for at, face in enumerate(known) if face is None]
        for at, face in zip(new, reader.read(pictures[new]), strict=True):
            known[at] = face
        self._faces = [face for face in known if face is not None]
        self._corners, self._pictures = corners, pictures
        return self._faces

    def _known(self, picture: Array, corners: Array) -> Face | None:
        if not self._faces:
            return None
        off = np.abs(self._corners - corners).max(axis=(1, 2))
        at = int(off.argmin())
        face = self._faces[at]
        if off[at] > STILL or max(face.chances[:-1]) < CERTAIN:
            return None
        differs = float(np.abs(self._pictures[at].astype(np.int16) - picture).mean())
        return face if differs <= ALIKE else None
