"""What is really there, beside the picture that shows it: for tests, training and benchmarks."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from hardware.simulated import card as cards
from hardware.simulated import hands
from hardware.simulated.optics import Array, project
from hardware.simulated.scene import Cube, Scene, Side, base_corners, region_of_cube, top_corners


@dataclass(frozen=True, slots=True)
class CubeTruth:
    cube: Cube
    region: str
    """The region that covers most of its base."""
    top: Array
    """Pixels of the top face's corners, clockwise from its letter's top-left."""
    base: Array
    """Pixels of the base's corners."""
    visible: float
    """How much of the top no hand, card or higher cube covers, and is inside the picture; 0 to 1."""


@dataclass(frozen=True, slots=True)
class Truth:
    cubes: tuple[CubeTruth, ...]
    block: bool
    """Whether the block is on its pad."""
    hands: tuple[tuple[Side, Array], ...]
    """The side each hand comes from, and the mask (0 or 255) of what it covers of the whole picture."""


def truth(scene: Scene) -> Truth:
    """All that a perfect reader could say about a picture of this scene."""
    view, mat = scene.view, scene.plan
    size = view.height, view.width
    masks: list[tuple[Side, Array]] = []
    covered = np.zeros(size, np.uint8)
    for hand in scene.hands:
        mask = np.zeros(size, np.uint8)
        rect, cover = hands.covering(hand, mat, view)
        if not rect.empty:
            rect.of(mask)[:] = np.where(cover > 127, 255, 0)
        masks.append((hand.side, mask))
        covered |= mask
    if scene.card is not None:
        hull = cv2.convexHull(project(view, cards.corners(scene.card)).astype(np.float32)).reshape(-1, 2)
        cv2.fillConvexPoly(covered, np.round(hull * 16).astype(np.int32), 255, cv2.LINE_8, 4)
    seen: dict[int, CubeTruth] = {}
    for cube in sorted(scene.cubes, key=lambda cube: -cube.z):
        top = project(view, top_corners(cube, mat.cube))
        base = project(view, np.column_stack([base_corners(cube, mat.cube), np.full(4, cube.z)]))
        own = np.zeros(size, np.uint8)
        cv2.fillConvexPoly(own, np.round(top * 16).astype(np.int32), 255, cv2.LINE_8, 4)
        whole = max(1.0, float(cv2.contourArea(top.astype(np.float32))))
        free = cv2.countNonZero(cv2.bitwise_and(own, cv2.bitwise_not(covered)))
        seen[cube.number] = CubeTruth(cube, region_of_cube(mat, cube), top, base, min(1.0, free / whole))
        if cube.z == 0:
            continue  # tops at one height never cover each other
        hull = cv2.convexHull(np.concatenate([top, base]).astype(np.float32)).reshape(-1, 2)
        cv2.fillConvexPoly(covered, np.round(hull * 16).astype(np.int32), 255, cv2.LINE_8, 4)
    on_pad = scene.block is not None and scene.block.z == 0
    return Truth(tuple(seen[cube.number] for cube in scene.cubes), on_pad, tuple(masks))
