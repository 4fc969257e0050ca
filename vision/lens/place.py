"""Where the camera is: the mat's fiducials in a picture that nothing is known about yet."""

from __future__ import annotations

from itertools import combinations
from typing import NamedTuple

import cv2
import numpy as np

from hardware.mats import Mat
from vision.lens.camera import Lens, Pose
from vision.lens.edges import patterns_of, refined
from vision.lens.fiducials import Marker, looks
from vision.lens.pose import mat_points, solve
from vision.sighting import Array, Grey

_OFF = 3.0
"""Pixels of a picture 1280 wide by which corners may miss their places on average; lenses bend more than ours do."""
_APART = 0.35
"""How far a fiducial may be from where two others want it, in its own sides: distortion does some of that."""


class Placed(NamedTuple):
    """The camera over the mat."""

    pose: Pose
    error: float
    """By how much the corners miss their places, root mean square in pixels."""
    ids: tuple[int, ...]
    """The fiducials that were seen, in the mat's order."""
    corners: Array
    """Their corners in the picture, [F, 4, 2]."""

    @property
    def poor(self) -> bool:
        """Two fiducials give a pose, but not one to rely on."""
        return len(self.ids) < 3


def place(grey: Grey, mat: Mat, lens: Lens) -> Placed | None:
    """The pose from this picture alone; None if fewer than two of the mat's fiducials are to be found."""
    lens = lens.scaled(grey.shape[1], grey.shape[0])
    seen: list[Marker] = []
    best: Placed | None = None
    for more in looks(grey, mat.dictionary):
        seen += more
        best = _better(best, _from(grey, mat, lens, seen))
        if best is not None and not best.poor:
            break  # a fourth was looked for where it must be: something lies on it
    return best


def corners_near(grey: Grey, mat: Mat, pose: Pose) -> tuple[Array, Array]:
    """The corners of all the mat's fiducials where the camera nearly is there, and which of them are in sight."""
    ids = tuple(fiducial.id for fiducial in mat.fiducials)
    expected = pose.project(mat_points(mat, ids)).reshape(-1, 4, 2)
    inside = _inside(expected, grey)
    corners, there = refined(grey, expected, patterns_of(mat.dictionary, ids))
    return corners, there & inside


def _from(grey: Grey, mat: Mat, lens: Lens, seen: list[Marker]) -> Placed | None:
    """The best pose from markers of which some may be wrong or there twice."""
    chosen = _that_agree(mat, seen)
    if len(chosen) < 2:
        return None
    ids = tuple(marker.id for marker in chosen)
    corners, there = refined(grey, np.stack([marker.corners for marker in chosen]), patterns_of(mat.dictionary, ids))
    if there.sum() < 2:
        return None
    best = _placed(mat, tuple(np.array(ids)[there].tolist()), corners[there], lens)
    for _ in range(2):  # again from better places, and with those that were missed before
        if best is not None:
            corners, there = corners_near(grey, mat, best.pose)
            if there.sum() >= 2:
                best = _better(best, _placed(mat, _ids(mat, there), corners[there], lens, best.pose))
    return best


def _that_agree(mat: Mat, seen: list[Marker]) -> list[Marker]:
    """The markers of this mat that lie to each other as they do on it; two of them are a hypothesis, others vote."""
    mine = [marker for marker in seen if any(marker.id == fiducial.id for fiducial in mat.fiducials)]
    best: list[Marker] = []
    best_gap = np.inf
    for one, other in combinations(mine, 2):
        if one.id == other.id:
            continue
        plan = mat_points(mat, (one.id, other.id))[:, :2]
        warp: Array | None = cv2.findHomography(plan, np.concatenate([one.corners, other.corners]))[0]
        if warp is None:
            continue
        nearest: dict[int, tuple[float, Marker]] = {}
        for marker in mine:
            wanted = cv2.perspectiveTransform(mat_points(mat, (marker.id,))[None, :, :2], warp)[0]
            side = float(np.linalg.norm(marker.corners[0] - marker.corners[2])) / 1.414
            # The further it is from the two, the more the lens and a small slip of a corner move it.
            gap = float(np.linalg.norm(wanted - marker.corners, axis=1).mean()) / max(side, 1.0)
            limit = 0.1 if marker is one or marker is other else 4 * _APART
            if gap < limit and gap < nearest.get(marker.id, (np.inf, marker))[0]:
                nearest[marker.id] = gap, marker
        gap = sum(gap for gap, _ in nearest.values())
        if (len(nearest), -gap) > (len(best), -best_gap):
            best, best_gap = [marker for _, marker in nearest.values()], gap
    order = [fiducial.id for fiducial in mat.fiducials]
    return sorted(best, key=lambda marker: order.index(marker.id))


def _placed(mat: Mat, ids: tuple[int, ...], corners: Array, lens: Lens, near: Pose | None = None) -> Placed | None:
    solved = solve(mat, ids, corners, lens, near)
    if solved is None or solved.error > _OFF * lens.width / 1280:
        return None
    return Placed(solved.pose, solved.error, ids, corners)


def _ids(mat: Mat, there: Array) -> tuple[int, ...]:
    return tuple(fiducial.id for fiducial, seen in zip(mat.fiducials, there, strict=True) if seen)


def _better(one: Placed | None, other: Placed | None) -> Placed | None:
    if one is None or other is None:
        return one or other
    return max(one, other, key=lambda placed: (len(placed.ids), -placed.error))


def _inside(corners: Array, grey: Grey) -> Array:
    high, wide = grey.shape
    return np.asarray(((corners > 0) & (corners < (wide - 1, high - 1))).all(axis=(1, 2)))
