"""Examples as the networks get them: rectified, with the tops and hands that are to be found, kept in a folder."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from pathlib import Path

import cv2
import numpy as np

from hardware.mats import Mat
from hardware.simulated.optics import Array, CameraView, project
from hardware.simulated.scene import SIDES, Scene, top_corners
from hardware.simulated.truth import CubeTruth
from vision.hands.find_hands import SMALL_MARGIN_MM, SMALL_SCALE
from vision.read import MARGIN_MM, SMALL_WIDTH_PX
from vision.training.scenes import Example, examples

SCALE = 1.25
"""Pixels to a millimetre of the plane of the cubes' tops."""
WANTED, UNKNOWN = 1.0, 0.0
"""A top that is to be found, and one of which neither finding nor missing it is wrong."""


@dataclass(frozen=True, slots=True)
class FlatExample:
    """One example, rectified."""

    large: Array
    """The plane of the tops, grey."""
    tops: Array
    """Rows of x, y (pixels of `large`), angle, and WANTED or UNKNOWN."""
    small: Array
    hands: Array
    """For each pixel of `small` the sides that a hand there comes from: north 1, east 2, south 4, west 8."""


def flat_of(example: Example) -> FlatExample:
    scene, mat = example.scene, example.scene.plan
    grey = cv2.cvtColor(example.picture, cv2.COLOR_BGR2GRAY)
    large = rectified(grey, scene.view, mat, mat.cube, SCALE, MARGIN_MM)
    shrink = SMALL_WIDTH_PX / scene.view.width
    little = cv2.resize(grey, (SMALL_WIDTH_PX, round(scene.view.height * shrink)), interpolation=cv2.INTER_AREA)
    small = rectified(little, scene.view, mat, 0.0, SMALL_SCALE, SMALL_MARGIN_MM)
    hands = np.zeros(small.shape, np.uint8)
    for side, mask in example.truth.hands:
        whole = rectified(cv2.GaussianBlur(mask, (0, 0), 1.5), scene.view, mat, 0.0, SMALL_SCALE, SMALL_MARGIN_MM)
        hands |= np.where(whole > 127, np.uint8(1 << SIDES.index(side)), np.uint8(0))
    return FlatExample(large, _tops(scene, example.truth.cubes), small, hands)


def rectified(picture: Array, view: CameraView, mat: Mat, z: float, scale: float, margin: float) -> Array:
    """The plane at height z as seen from straight above, with black where the camera does not see."""
    x, y = _looked_up(view, mat.width, mat.height, z, scale, margin)
    shrink = picture.shape[1] / view.width
    if shrink != 1:
        x, y = (x + 0.5) * shrink - 0.5, (y + 0.5) * shrink - 0.5
    return np.asarray(cv2.remap(picture, x.astype(np.float32), y.astype(np.float32), cv2.INTER_LINEAR))


def pictures(folder: Path, seed: int, count: int) -> list[Path]:
    """The files of that many examples; what is not there yet is drawn, some minutes for a thousand."""
    folder.mkdir(parents=True, exist_ok=True)
    size, started = 24, time.monotonic()
    files = [folder / f"{seed + at}.npz" for at in range(-(-count // size))]
    missing = [file for file in files if not file.exists()]
    for made, file in enumerate(missing, 1):
        save(file, [flat_of(example) for example in islice(examples(int(file.stem)), size)])
        left = (time.monotonic() - started) / made * (len(missing) - made)
        print(f"{made * size} pictures drawn, {left / 60:.0f} min left", file=sys.stderr, flush=True)
    return files


def save(file: Path, flats: list[FlatExample]) -> None:
    tops = [np.column_stack([np.full(len(flat.tops), at), flat.tops]) for at, flat in enumerate(flats)]
    unfinished = file.with_suffix(".part.npz")
    np.savez(
        unfinished,
        large=np.stack([flat.large for flat in flats]),
        tops=np.concatenate(tops).astype(np.float32),
        small=np.stack([flat.small for flat in flats]),
        hands=np.stack([flat.hands for flat in flats]),
    )
    unfinished.rename(file)


def load(files: list[Path]) -> Iterator[FlatExample]:
    for file in files:
        with np.load(file) as kept:
            large, tops, small, hands = kept["large"], kept["tops"], kept["small"], kept["hands"]
        for at in range(len(large)):
            yield FlatExample(large[at], tops[tops[:, 0] == at][:, 1:], small[at], hands[at])


def _tops(scene: Scene, cubes: tuple[CubeTruth, ...]) -> Array:
    rows = []
    for seen in cubes:
        weight = _worth(seen)
        if weight is None:
            continue
        edge, eye = scene.plan.cube, scene.view.eye
        top = top_corners(seen.cube, edge).mean(axis=0)
        at = eye + (top - eye) * (eye[2] - edge) / (eye[2] - top[2])
        x, y = (at[:2] + MARGIN_MM) * SCALE - 0.5
        rows.append((x, y, seen.cube.angle % 90, weight))
    return np.array(rows, np.float32).reshape(-1, 4)


def _worth(seen: CubeTruth) -> float | None:
    """Whether a top is to be found; None if it must not be."""
    cube = seen.cube
    if cube.lean > 15 or seen.visible < 0.5:
        return None
    if cube.z < 3 and cube.lean == 0:
        return WANTED if seen.visible >= 0.8 else UNKNOWN
    # From above one sees hardly more of a tower than of a cube; what hangs in the air is in somebody's fingers.
    return UNKNOWN if cube.z <= 25 or (cube.lean <= 8 and seen.visible > 0.9) else None


@lru_cache(maxsize=4)
def _looked_up(
    view: CameraView, wide: float, high: float, z: float, scale: float, margin: float
) -> tuple[Array, Array]:
    """The pixel of the picture that each pixel of the rectified one shows."""
    size = round((wide + 2 * margin) * scale), round((high + 2 * margin) * scale)
    coarse = 8
    u, v = np.meshgrid(np.arange(0, size[0] + coarse, coarse), np.arange(0, size[1] + coarse, coarse))
    points = np.column_stack(
        [(u.ravel() + 0.5) / scale - margin, (v.ravel() + 0.5) / scale - margin, np.full(u.size, z)]
    )
    knots = project(view, points).reshape(*u.shape, 2).astype(np.float32)
    across, down = np.meshgrid(
        np.arange(size[0], dtype=np.float32) / coarse, np.arange(size[1], dtype=np.float32) / coarse
    )
    fine = cv2.remap(knots, across, down, cv2.INTER_LINEAR)
    return fine[..., 0], fine[..., 1]
