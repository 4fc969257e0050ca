"""From the corners of fiducials to the camera's pose, and to its lens as far as they tell it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

import cv2
import numpy as np

from hardware.mats import Mat
from vision.lens.camera import Lens, Pose
from vision.sighting import Array

PRECISION_PX = 0.2
"""How well a corner is known, in pixels of a picture 1280 wide."""
_BEND, _BEND_KNOWN = 0.07, 0.02
"""How far k1 may be from what is taken for it, for cameras that nobody knows and for those with a name."""
_AXIS = 0.02
"""How far the axis may be from where it is taken to be, as a share of the picture's width."""
_GROWN = 0.5
"""Millimetres by which black squares may look larger or smaller than they are: ink runs, light creeps over edges."""
_ROUNDS, _FINE = 40, 2e-5
"""How often a fit is improved at the most, and by how much it must get better to go on."""
_OWN = 7
"""What each picture has for itself: turn, shift, and how much its squares have grown. The lens comes after."""


_OUTWARD = np.array([[-1.0, -1.0, 0.0], [1.0, -1.0, 0.0], [1.0, 1.0, 0.0], [-1.0, 1.0, 0.0]])
"""Which way the corners of a square go when it grows."""


class SolvedPose(NamedTuple):
    pose: Pose
    error: float
    """Root mean square of the distances between the corners and where they should be, in pixels."""


def solve(mat: Mat, ids: tuple[int, ...], corners: Array, lens: Lens, near: Pose | None = None) -> SolvedPose | None:
    """The pose that fits these fiducials best, by their corners [F, 4, 2]. A lens in doubt is fitted with it.

    A pose that is near already saves the search for where to begin.

    Seen from above, a short lens from near looks almost like a long one from afar; so the lens moves away from what was
    expected only as far as the picture gives reason to.
    """
    points = mat_points(mat, ids)
    pixels = np.asarray(corners, float).reshape(-1, 2)
    free = lens.doubt > 0 and len(ids) >= 3
    if near is not None:
        begin = _from_turn(near.rotation), near.translation
        return _sound(_fitted(points, pixels, lens, *begin, _difference(near.lens, lens), free), mat, lens)
    solved = [_fitted(points, pixels, lens, *begin, np.zeros(4), False) for begin in _starts(points, pixels, lens)]
    above = [one for one in solved if _sound(one, mat, lens)]
    best = min((one for one in above if one is not None), key=lambda one: one.error, default=None)
    if best is None or not free:
        return best
    begin = _from_turn(best.pose.rotation), best.pose.translation
    freed = _sound(_fitted(points, pixels, lens, *begin, np.zeros(4), True), mat, lens)
    return freed if freed is not None and freed.error <= best.error else best


class Shot(NamedTuple):
    """The fiducials in one of several pictures by the same camera, and about where it was."""

    ids: tuple[int, ...]
    corners: Array
    pose: Pose


class Together(NamedTuple):
    lens: Lens
    doubt: float
    """How far the focal length may still be off, as a share of it."""
    errors: tuple[float, ...]


def solve_together(mat: Mat, shots: Sequence[Shot], lens: Lens) -> Together:
    """The lens that fits all pictures best, each from its own place."""
    unit, beliefs = _units(lens)
    points = [mat_points(mat, shot.ids) for shot in shots]
    pixels = [np.asarray(shot.corners, float).reshape(-1, 2) for shot in shots]
    poses = [np.concatenate([np.ravel(cv2.Rodrigues(one.pose.rotation)[0]), one.pose.translation]) for one in shots]
    count = _OWN * len(shots)
    now: Array = np.concatenate([*(np.append(pose, 0.0) for pose in poses), np.zeros(4)])

    def measured(at: Array) -> tuple[list[Array], Array, Array, float]:
        offs: list[Array] = []
        rows: list[Array] = [np.hstack([np.zeros((4, count)), np.diag(1 / beliefs)])]
        away = at[count:] / beliefs
        wanted, total = [-away], float((away**2).sum())
        for number, (its_points, its_pixels) in enumerate(zip(points, pixels, strict=True)):
            own = slice(_OWN * number, _OWN * (number + 1))
            one = np.concatenate([at[own], at[count:]])
            off, matrix, wish, cost = _measured(its_points, its_pixels, lens, one, unit, beliefs, _OWN + 4)
            row = np.zeros((len(wish) - 4, count + 4))  # what is believed of the lens counts once, not for each picture
            row[:, own], row[:, count:] = matrix[:-4, :_OWN], matrix[:-4, _OWN:]
            offs.append(off)
            rows.append(row)
            wanted.append(wish[:-4])
            total += cost - float((away**2).sum())
        return offs, np.vstack(rows), np.concatenate(wanted), total

    damping, (offs, matrix, wanted, cost) = 1e-3, measured(now)
    for _ in range(_ROUNDS):
        normal, slope = matrix.T @ matrix, matrix.T @ wanted
        step = np.linalg.solve(normal + damping * np.diag(np.diag(normal) + 1e-12), slope)
        if step @ slope < 0.1 * _FINE * (1 + cost) or damping > 1e8:
            break
        there = measured(now + step)
        if there[-1] <= cost:
            now, damping = now + step, max(damping / 10, 1e-9)
            offs, matrix, wanted, cost = there
        else:
            damping *= 10
    spread = np.linalg.inv(matrix.T @ matrix + 1e-12 * np.eye(count + 4))
    errors = tuple(float(np.sqrt((off.reshape(-1, 2) ** 2).sum(axis=1).mean())) for off in offs)
    return Together(_moved(lens, now[count:]), float(np.sqrt(spread[count, count])), errors)


def mat_points(mat: Mat, ids: tuple[int, ...]) -> Array:
    """The corners of these fiducials on the mat, in OpenCV's axes."""
    squares = {fiducial.id: fiducial.square for fiducial in mat.fiducials}
    return np.array([(x, y, 0.0) for number in ids for x, y in squares[number].corners])


def _starts(points: Array, pixels: Array, lens: Lens) -> list[tuple[Array, Array]]:
    try:
        count, turns, shifts, _ = cv2.solvePnPGeneric(
            points, pixels, lens.matrix, np.array(lens.distortion), flags=cv2.SOLVEPNP_IPPE
        )
    except cv2.error:
        return []
    return [(np.asarray(turns[at]), np.asarray(shifts[at])) for at in range(count)]


def _fitted(
    points: Array, pixels: Array, lens: Lens, turn: Array, shift: Array, moved: Array, free: bool
) -> SolvedPose | None:
    """Levenberg and Marquardt from a start, with what is believed of the lens as further measurements.

    The unknowns are turn, shift, growth, and if free: the logarithm of the focal length, k1, and the axis.
    """
    unit, beliefs = _units(lens)
    count = _OWN + 4 if free else _OWN
    now: Array = np.concatenate([np.ravel(turn), np.ravel(shift), [0.0], moved if free else np.zeros(4)])
    off, matrix, wanted = np.empty(0), np.empty(0), np.empty(0)
    damping, cost, trial = 1e-3, np.inf, now
    for _ in range(_ROUNDS):
        there = _measured(points, pixels, lens, trial, unit, beliefs, count)
        if there[-1] <= cost:
            gain = cost - there[-1]
            now, (off, matrix, wanted, cost) = trial, there
            damping = max(damping / 10, 1e-9)
            if gain < _FINE * (1 + cost):
                break
        else:
            damping *= 10
            if damping > 1e8:
                break
        if not np.isfinite(cost):
            return None
        normal, slope = matrix.T @ matrix, matrix.T @ wanted
        step = np.linalg.solve(normal + damping * np.diag(np.diag(normal) + 1e-12), slope)
        if step @ slope < 0.1 * _FINE * (1 + cost):
            break
        trial = now.copy()
        trial[:count] += step
    rotation, _ = cv2.Rodrigues(now[:3])
    error = float(np.sqrt((off.reshape(-1, 2) ** 2).sum(axis=1).mean()))
    return SolvedPose(Pose(_moved(lens, now[_OWN:]), np.asarray(rotation), now[3:6]), error)


def _units(lens: Lens) -> tuple[float, Array]:
    """How well a corner is known, and how far each thing about the lens may be off."""
    bend = _BEND_KNOWN if lens.doubt < 0.1 else _BEND
    return PRECISION_PX * lens.width / 1280, np.array([max(lens.doubt, 1e-4), bend, *(_AXIS * lens.width,) * 2])


def _measured(
    points: Array, pixels: Array, lens: Lens, at: Array, unit: float, beliefs: Array, count: int
) -> tuple[Array, Array, Array, float]:
    """By how much the corners are off, the equations that would put them right, and what it all costs."""
    there = _moved(lens, at[_OWN:])
    matrix_, bent = there.matrix, np.array(there.distortion)
    grown = points + _OUTWARD[np.arange(len(points)) % 4] * at[6]
    seen, slopes = cv2.projectPoints(grown, at[:3], at[3:6], matrix_, bent)
    more, _ = cv2.projectPoints(grown + _OUTWARD[np.arange(len(points)) % 4], at[:3], at[3:6], matrix_, bent)
    off = (pixels - seen.reshape(-1, 2)).ravel()
    far = np.abs(off) / unit
    # After Huber: the corners of one hidden or damaged side must not pull the rest along.
    trust = (1 / np.sqrt(np.maximum(1.0, far / 4)) / unit)[:, None]
    columns = [slopes[:, :6], (more - seen).reshape(-1, 1)]
    believed = np.array([_GROWN])
    if count > _OWN:
        columns += [(slopes[:, 6:7] + slopes[:, 7:8]) * there.focal, slopes[:, 10:11], slopes[:, 8:10]]
        believed = np.concatenate([believed, beliefs])
    held = np.zeros((len(believed), count))
    held[:, 6:] = np.diag(1 / believed)
    away = at[6:count] / believed
    matrix = np.vstack([np.hstack(columns) * trust, held])
    wanted = np.concatenate([off * trust[:, 0], -away])
    cost = float(np.where(far < 4, far**2, 8 * far - 16).sum() + (away**2).sum())
    return off, matrix, wanted, cost if np.isfinite(cost) else np.inf


def _moved(lens: Lens, by: Array) -> Lens:
    if not by.any():
        return lens
    focal, bend, right, down = by
    k1, k2, p1, p2, k3 = lens.distortion
    return replace(
        lens,
        focal=float(lens.focal * np.exp(np.clip(focal, -1, 1))),
        centre=(float(lens.centre[0] + right), float(lens.centre[1] + down)),
        distortion=(float(k1 + bend), k2, p1, p2, k3),
    )


def _difference(lens: Lens, believed: Lens) -> Array:
    """What would have to be `_moved` to come from one lens to the other."""
    by = [np.log(lens.focal / believed.focal), lens.distortion[0] - believed.distortion[0]]
    return np.array([*by, *(a - b for a, b in zip(lens.centre, believed.centre, strict=True))])


def _from_turn(rotation: Array) -> Array:
    return np.asarray(cv2.Rodrigues(rotation)[0])


def _sound(solved: SolvedPose | None, mat: Mat, expected: Lens) -> SolvedPose | None:
    """The fit if it makes sense: a camera over the mat, with a lens that can be."""
    if solved is None:
        return None
    pose = solved.pose
    stretch = abs(np.log(pose.lens.focal / expected.focal))
    bend = abs(pose.lens.distortion[0] - expected.distortion[0])
    over = pose.height > mat.cube and pose.rotation[2, 2] > 0.2
    return solved if over and stretch <= 3 * expected.doubt and bend < 0.3 else None
