"""The corners of fiducials that are known to be about there: where their edges really run, and if they are in sight.

A black square on white is measured along all of its sides, which is finer than looking at its corners, does not mind
blur, and costs next to nothing.
"""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np

from vision.sighting import Array

REACH = 0.7
"""How far a side may be from where it is looked for, in cells of the fiducial; the white cells begin after one."""
_ALONG = np.linspace(0.08, 0.92, 15, dtype=np.float32)
"""Where a side is measured; the corners themselves are round in a blurred picture."""
_STEPS = 17
_FAINT = 14.0
"""Grey levels that must be between black and white."""
_ALIKE = 0.75
"""How much a fiducial must look like itself, from -1 to 1."""


def refined(grey: Array, corners: Array, patterns: Array, reach: float = REACH) -> tuple[Array, Array]:
    """Better corners of fiducials [F, 4, 2], and which of them are really there with nothing over them."""
    corners = np.asarray(corners, np.float32)
    ends = np.roll(corners, -1, axis=1)
    sides = ends - corners
    lengths = np.linalg.norm(sides, axis=2)
    cell = lengths.mean(axis=1) / patterns.shape[-1]
    outward = np.stack([sides[..., 1], -sides[..., 0]], axis=-1) / np.maximum(lengths, 1e-3)[..., None]
    feet = corners[:, :, None] + sides[:, :, None] * _ALONG[:, None]
    offsets = np.linspace(-1, 1, _STEPS, dtype=np.float32)[None] * (cell * reach)[:, None]
    spots = feet[:, :, :, None] + outward[:, :, None, None] * offsets[:, None, None, :, None]
    across = _sampled(grey, spots)
    found, strength = _brightest_step(across, offsets)
    contrast = across[..., -3:].mean(axis=-1) - across[..., :3].mean(axis=-1)
    usual = np.median(contrast.reshape(len(corners), -1), axis=1)
    sure = (strength > 0) & (contrast > np.maximum(0.4 * usual, _FAINT)[:, None, None])
    start, slope, share = _lines(found, sure)
    enough = (share.min(axis=1) > 0.55) & (usual > _FAINT)
    moved = _crossings(corners, ends, outward, start, start + slope)
    moved = np.where(np.isfinite(moved), moved, corners).astype(np.float32)
    return moved, enough & (likeness(grey, moved, patterns) > _ALIKE)


def likeness(grey: Array, corners: Array, patterns: Array) -> Array:
    """How much each fiducial looks like its pattern: the correlation of its cells."""
    count = patterns.shape[-1]
    at = (np.arange(count, dtype=np.float32) + 0.5) / count
    u, v = np.meshgrid(at, at)
    weights = np.stack([(1 - u) * (1 - v), u * (1 - v), u * v, (1 - u) * v], axis=-1)
    cells = _sampled(grey, np.einsum("yxk,fkc->fyxc", weights, corners)).reshape(len(corners), -1)
    cells = cells - cells.mean(axis=1, keepdims=True)
    wanted = patterns.reshape(len(corners), -1)
    wanted = wanted - wanted.mean(axis=1, keepdims=True)
    size = np.sqrt((cells**2).sum(axis=1) * (wanted**2).sum(axis=1))
    return np.asarray((cells * wanted).sum(axis=1) / np.maximum(size, 1e-6))


@lru_cache(maxsize=8)
def patterns_of(dictionary: str, ids: tuple[int, ...]) -> Array:
    """The cells of these fiducials, 0 for black and 1 for white, with their black border."""
    markers = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, dictionary))
    cells = markers.markerSize + 2
    return np.stack([cv2.aruco.generateImageMarker(markers, number, cells) for number in ids]) / np.float32(255)


def _sampled(grey: Array, spots: Array) -> Array:
    x, y = np.ascontiguousarray(np.moveaxis(spots.reshape(-1, spots.shape[-2], 2), -1, 0), np.float32)
    seen = cv2.remap(grey, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(seen, np.float32).reshape(spots.shape[:-1])


def _brightest_step(across: Array, offsets: Array) -> tuple[Array, Array]:
    """Where on each line from the inside out it gets brighter fastest, finer than the samples, and by how much."""
    steps = across[..., 2:] - across[..., :-2]
    peak = steps.argmax(axis=-1)
    strength = np.take_along_axis(steps, peak[..., None], axis=-1)[..., 0]
    near = np.abs(np.arange(steps.shape[-1]) - peak[..., None]) <= 3
    weight = np.where(near, np.maximum(steps, 0), 0)
    total = np.maximum(weight.sum(axis=-1), 1e-3)
    return (weight * offsets[:, None, None, 1:-1]).sum(axis=-1) / total, strength


def _lines(found: Array, sure: Array) -> tuple[Array, Array, Array]:
    """A straight line through the steps along each side: where it begins, its slope, and how many steps lie on it."""
    t = np.broadcast_to(_ALONG, found.shape)
    spread = np.abs(found - np.median(found, axis=-1)[..., None])
    on = sure & (spread < np.maximum(3 * np.median(spread, axis=-1), 1.5)[..., None])
    for tolerance in (1.2, 0.6):
        weight = on.astype(np.float32)
        total = np.maximum(weight.sum(axis=-1), 1e-3)
        mean_t, mean_d = (weight * t).sum(axis=-1) / total, (weight * found).sum(axis=-1) / total
        dt, dd = t - mean_t[..., None], found - mean_d[..., None]
        slope = (weight * dt * dd).sum(axis=-1) / np.maximum((weight * dt * dt).sum(axis=-1), 1e-3)
        start = mean_d - slope * mean_t
        off = np.abs(found - start[..., None] - slope[..., None] * t)
        on = sure & (off < tolerance)
    return start, slope, on.mean(axis=-1)


def _crossings(corners: Array, ends: Array, outward: Array, start: Array, end: Array) -> Array:
    """The new corners: where each moved side crosses the one before it."""
    a, b = corners + outward * start[..., None], ends + outward * end[..., None]
    c, d = np.roll(a, 1, axis=1), np.roll(b, 1, axis=1)
    along, before = b - a, d - c
    turn = along[..., 0] * before[..., 1] - along[..., 1] * before[..., 0]
    gap = c - a
    share = (gap[..., 0] * before[..., 1] - gap[..., 1] * before[..., 0]) / np.where(np.abs(turn) < 1e-6, np.nan, turn)
    return np.asarray(a + along * share[..., None])
