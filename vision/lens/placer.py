"""Keeping the camera's place from picture to picture: averaged while it is still, noticed when it is bumped.

Between cold searches only the sides of the fiducials are looked at, where they should be. Hands over them do no harm:
what was known before holds until something else is seen.
"""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

import numpy as np

from hardware.mats import Mat
from vision.lens.camera import Lens, Pose
from vision.lens.place import Placed, corners_near, place
from vision.lens.pose import solve
from vision.sighting import Array, Grey

BUMP_MM = 1.0
"""Millimetres by which all fiducials in sight must have moved for it to be a bump."""
AVERAGED_PICTURES = 30
"""Pictures over which corners are averaged."""
_CALM = 5
"""Pictures without motion after which another bump is another one."""
_MOVED = 0.04
"""Pixels by which averaged corners must have moved for the pose to be worked out again."""
_SEARCH_EVERY = 12
"""Once lost, the whole picture is searched at once, then after 2, 4 and 8 pictures, then after every so many."""
_LEARNING = (4, 16)
"""After so many pictures a lens in doubt is fitted again, to corners that are better known by then."""


class Placing(NamedTuple):
    """Where the camera is, as far as is known at this picture."""

    placed: Placed | None
    seen: int
    """How many fiducials are in sight in this picture."""
    bumped: float = 0.0
    """By how many millimetres camera or mat have moved; said once."""


class Placer:
    """Watches the fiducials of one mat."""

    def __init__(self, mat: Mat, lens: Lens) -> None:
        self.mat = mat
        self.lens = lens
        """What was believed at the start; that of `placed` is what has become of it."""
        self.placed: Placed | None = None
        self._mean = np.zeros((len(mat.fiducials), 4, 2))
        self._count = np.zeros(len(mat.fiducials), int)
        self._solved = self._mean.copy()
        self._fitted = False
        self._learned: Lens | None = None
        self._calm = 0
        self._blind = 0
        self._size = (0, 0)

    def see(self, grey: Grey) -> Placing:
        """Look at the next picture."""
        if grey.shape != self._size:  # another camera, or another mode of it
            self.placed, self._size, self._blind = None, (grey.shape[0], grey.shape[1]), 0
            self._fitted, self._learned = False, None
        if self.placed is None:
            return self._search(grey)
        corners, there = corners_near(grey, self.mat, self.placed.pose)
        if there.sum() < 2:  # one alone may be something else, where the mat was before it was pushed
            placing = self._search(grey)
            return placing if placing.seen else placing._replace(seen=int(there.sum()))
        self._blind = 0
        known = there & (self._count > 0)
        jumps = np.linalg.norm((corners - self._mean).mean(axis=1), axis=1) / self.placed.pose.scale
        if known.sum() >= 2 and (jumps[known] > BUMP_MM).all():
            return self._bump(corners, there, jumps)
        self._calm += 1
        self._average(corners, there & ((jumps < BUMP_MM) | (self._count == 0)))
        return Placing(self.placed, int(there.sum()))

    def learn(self, lens: Lens) -> None:
        """Take it that this is the lens, from what cubes told about it."""
        if self.placed is not None:
            self._learned = lens
            self._solve()

    def _search(self, grey: Grey) -> Placing:
        self._blind += 1
        due = self._blind in (1, 2, 4, 8) or self._blind % _SEARCH_EVERY == 0
        found = place(grey, self.mat, self._lens()) if due else None
        if found is None:
            return Placing(self.placed, 0)
        self._blind = 0
        before, self.placed = self.placed, found
        there = np.array([fiducial.id in found.ids for fiducial in self.mat.fiducials])
        corners = np.zeros_like(self._mean)
        corners[there] = found.corners
        if before is None:
            self._restart(corners, there)
            return Placing(self.placed, int(there.sum()))
        known = there & (self._count > 0)
        jumps = np.linalg.norm((corners - self._mean).mean(axis=1), axis=1) / found.pose.scale
        if not known.any() or (jumps[known] > BUMP_MM).all():
            return self._bump(corners, there, jumps)
        self.placed = before
        self._average(corners, there & (jumps < BUMP_MM))
        return Placing(self.placed, int(there.sum()))

    def _bump(self, corners: Array, there: Array, jumps: Array) -> Placing:
        by = float(np.median(jumps[there])) if self._calm >= _CALM else 0.0
        self._restart(corners, there)
        return Placing(self.placed, int(there.sum()), by)

    def _restart(self, corners: Array, there: Array) -> None:
        first = not self._count.any()
        self._calm = _CALM if first else 0
        self._mean = np.where(there[:, None, None], corners, 0.0)
        self._count = there.astype(int)
        self._solve()

    def _average(self, corners: Array, good: Array) -> None:
        joined = bool((good & (self._count == 0)).any())
        self._count = np.where(good, np.minimum(self._count + 1, AVERAGED_PICTURES), self._count)
        share = good / np.maximum(self._count, 1)
        self._mean = self._mean + (corners - self._mean) * share[:, None, None]
        known = self._count > 0
        if joined or np.abs(self._mean - self._solved)[known].max() > _MOVED or self._calm in _LEARNING:
            self._solve()

    def _solve(self) -> None:
        """Work the pose out from the averaged corners, of fiducials under hands too."""
        known = self._count > 0
        if known.sum() < 2:
            return
        ids = tuple(fiducial.id for fiducial, its in zip(self.mat.fiducials, known, strict=True) if its)
        again = self._calm in _LEARNING or (known.sum() > 2 and not self._fitted)
        if again and self._learned is None:
            lens, self._fitted = self.lens.scaled(self._size[1], self._size[0]), known.sum() > 2
        else:
            lens = self._lens()
        solved = solve(self.mat, ids, self._mean[known], lens, self.pose)
        if solved is not None:
            self.placed = Placed(solved.pose, solved.error, ids, self._mean[known])
            self._solved = self._mean.copy()

    def _lens(self) -> Lens:
        """What is believed of the lens by now, which does not change with every picture."""
        if self._learned is not None:
            return self._learned
        if self._fitted and self.placed is not None:
            return replace(self.placed.pose.lens, doubt=0.0)
        return self.lens.scaled(self._size[1], self._size[0])

    @property
    def pose(self) -> Pose | None:
        return self.placed.pose if self.placed else None
