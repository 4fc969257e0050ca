"""The focal length of an unknown lens, from the cubes: how far their feet are from under their tops.

Fiducials on a flat mat, seen from above, hardly tell a short lens from a long one that hangs higher. Cubes do: the
nearer the camera, the more of their sides it sees.
"""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

import cv2
import numpy as np

from hardware.mats import Mat
from vision.lens.camera import Lens, Pose
from vision.lens.place import Placed
from vision.lens.pose import solve
from vision.sighting import Array, Grey

_TRIED = np.linspace(-0.6, 0.6, 31)
"""Logarithms of the focal lengths that are tried, against the one that was believed."""
_LEAST = 2.5
"""Millimetres by which the edge of a foot must be off from that of the top to be worth looking at."""
_ENOUGH = 5
"""Edges that must be seen."""
_ALONG = np.linspace(0.15, 0.85, 12)
_FOOT = 0.5
"""How high the edge of a foot is seen: the edges of cubes are rounded, of some more than of others."""
_WIDE = 8
_SOFT = np.exp(-0.5 * (np.arange(-_WIDE, _WIDE + 1) / 3) ** 2)
"""Tops are found to half a millimetre or so, and what an edge says is as blurred as that."""
_HELD = 0.06
"""How much edges must say for a lens that is further from what was believed than it is likely to be."""
_FIRM = 0.001
"""The doubt about a focal length that is tried: nearly none, but unlike none it leaves the rest of the lens free."""


class FocalEstimate(NamedTuple):
    lens: Lens
    edges: int
    """How many edges were looked at."""
    clear: float
    """How much more they say for this lens than they would for any; 0 is nothing, 1 is all of them."""


def lens_from_cubes(grey: Grey, mat: Mat, placed: Placed, tops: Array) -> FocalEstimate | None:
    """The lens that puts the feet of cubes where edges are to be seen, by the pixels of their tops [N, 4, 2]."""
    if len(tops) == 0 or placed.poor:
        return None
    poses = [_with_focal(mat, placed, float(np.exp(tried))) for tried in _TRIED]
    middle = poses[len(poses) // 2]
    if middle is None:
        return None
    facing = _facing(middle, tops, mat.cube)
    if facing.sum() < _ENOUGH:
        return None
    soft = np.asarray(cv2.GaussianBlur(grey, (0, 0), 0.35 * max(1.0, middle.scale)), np.uint8)
    steps = np.stack([_steps(soft, pose, tops, mat.cube)[facing] if pose else np.zeros(facing.sum()) for pose in poses])
    # Each edge has one voice, whatever its contrast, and speaks for where it is clearest.
    voices = steps / np.maximum(steps.max(axis=0), 2.0)
    said = np.convolve(np.pad((voices**2).mean(axis=1), _WIDE, mode="edge"), _SOFT, "valid")
    said = said / max(float(said.max()), 1e-6)
    belief = said - _HELD * (_TRIED / max(placed.pose.lens.doubt, 0.05)) ** 2
    best = int(belief.argmax())
    if best in (0, len(_TRIED) - 1):
        return None
    before, at, after = said[best - 1 : best + 2]
    aside = 0.5 * (before - after) / min(before - 2 * at + after, -1e-6)
    by = float(np.exp(_TRIED[best] + np.clip(aside, -1, 1) * (_TRIED[1] - _TRIED[0])))
    pose = _with_focal(mat, placed, by)
    if pose is None:
        return None
    return FocalEstimate(replace(pose.lens, doubt=0.0), int(facing.sum()), float(said[best] - np.median(said)))


def _longer(lens: Lens, by: float) -> Lens:
    """The lens with another focal length that bends the same pixels as much."""
    k1, k2, p1, p2, k3 = lens.distortion
    bent = (k1 * by**2, k2 * by**4, p1 * by, p2 * by, k3 * by**6)
    return replace(lens, focal=lens.focal * by, distortion=bent, doubt=_FIRM)


def _with_focal(mat: Mat, placed: Placed, by: float) -> Pose | None:
    """Where the camera would be with such a lens; what else there is to the lens may follow."""
    solved = solve(mat, placed.ids, placed.corners, _longer(placed.pose.lens, by))
    return solved.pose if solved else None


def _facing(pose: Pose, tops: Array, edge: float) -> Array:
    """Which sides of the cubes, [N, 4], the camera sees well."""
    quads = pose.to_plane(tops.reshape(-1, 2), edge).reshape(-1, 4, 2)
    ends = np.roll(quads, -1, axis=1)
    along = ends - quads
    outward = np.stack([along[..., 1], -along[..., 0]], axis=-1) / np.linalg.norm(along, axis=2)[..., None]
    shift = (outward * (pose.eye[:2] - (quads + ends) / 2)).sum(axis=-1) * edge / (pose.height - edge)
    return np.asarray(shift > _LEAST)


def _steps(grey: Grey, pose: Pose, tops: Array, edge: float) -> Array:
    """How clear an edge there is along each side of each foot, [N, 4], if the camera were there."""
    quads = pose.to_plane(tops.reshape(-1, 2), edge)
    feet = pose.project(np.column_stack([quads, np.full(len(quads), _FOOT)])).reshape(-1, 4, 2)
    along = np.roll(feet, -1, axis=1) - feet
    outward = np.stack([along[..., 1], -along[..., 0]], axis=-1) / np.linalg.norm(along, axis=2)[..., None]
    spots = feet[:, :, None] + along[:, :, None] * _ALONG[:, None]
    reach = 0.6 * max(1.0, pose.scale)
    sides = [spots + outward[:, :, None] * (sign * reach) for sign in (1, -1)]
    outer, inner = (_sampled(grey, side) for side in sides)
    return np.asarray(np.abs((outer - inner).mean(axis=-1)))


def _sampled(grey: Grey, spots: Array) -> Array:
    x, y = np.ascontiguousarray(np.moveaxis(spots.reshape(-1, spots.shape[-2], 2), -1, 0), np.float32)
    seen = cv2.remap(grey, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(seen, np.float32).reshape(spots.shape[:-1])
