"""The challenge block is on its pad, or it is not; or a hand is in the way."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import cv2
import numpy as np
import pytest

from hardware.simulated.look import random_look
from hardware.simulated.renderer import Renderer
from hardware.simulated.scene import Lamp, Scene, SceneBlock, SceneLight, cube_of
from tests.vision.tables import ABOVE, MAT, TILTED, picture, pose_of_view
from vision.cubes.block import BlockFinder
from vision.lens.camera import Pose

HALF = replace(TILTED, width=640, height=480, focal=TILTED.focal / 2)


def seen(scene: Scene) -> bool | None:
    grey = cv2.cvtColor(Renderer().render(scene), cv2.COLOR_BGR2GRAY)
    return BlockFinder(MAT).on_pad(grey, pose_of_view(scene.view))


@pytest.mark.parametrize("there", [True, False], ids=["there", "lifted"])
def test_the_block_is_seen_in_looks_of_all_kinds(there):
    for seed in range(3):
        rng = Random(seed)
        block = SceneBlock(MAT.pad.centre[0] + rng.gauss(0, 2), MAT.pad.centre[1] + rng.gauss(0, 2)) if there else None
        assert seen(Scene(block=block, view=HALF, look=random_look(rng))) is there


def test_shadows_and_cubes_on_the_empty_pad_are_no_block():
    x, y = MAT.pad.centre
    low = SceneLight((Lamp(x - 700, y, 250, 0.7, 20),), 0.2)
    cubes = tuple(cube_of(Random(1), at, "K", x + 34 * (at - 1), y + 5 * at, 30.0 * at) for at in range(3))
    assert seen(Scene(cubes=cubes, light=low, view=HALF)) is False


def test_a_white_block_on_white_paper_is_seen():
    look = replace(Scene().look, block=(236, 240, 242), paper=(238, 240, 240))
    assert seen(Scene(block=SceneBlock(*MAT.pad.centre), view=HALF, look=look)) is True


def test_a_hand_over_the_pad_leaves_it_unknown():
    finder = BlockFinder(MAT)
    assert finder.on_pad(picture(), pose_of_view(TILTED), lambda x, y: y > 170) is None
    assert finder.on_pad(picture(), pose_of_view(TILTED), lambda x, y: y > 300) is True


def test_a_pad_outside_the_picture_is_unknown():
    pose = pose_of_view(ABOVE)
    aside = Pose(pose.lens, pose.rotation, pose.translation + np.array([400, 0, 0]))
    assert BlockFinder(MAT).on_pad(np.full((960, 1280), 200, np.uint8), aside) is None
