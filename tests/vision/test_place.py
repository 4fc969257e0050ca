"""The camera is placed by the fiducials, whatever happens to some of them; and noticed when it is bumped."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from hardware.mats import mat_named
from hardware.simulated.optics import CameraView
from tests.vision.tables import ABOVE, MAT, TILTED, covered, lens_of_view, moved, picture, pose_of_view
from vision.lens.camera import unknown_lens
from vision.lens.edges import patterns_of
from vision.lens.place import place
from vision.lens.placer import Placer

UPSIDE_DOWN = replace(TILTED, roll=TILTED.roll + 180)
GRID = np.array([(x, y) for x in range(0, 561, 56) for y in range(0, 421, 42)], float)


def off(placed, view: CameraView, z: float = 0.0) -> float:
    """By how many millimetres, at the most, points of the mat are taken for others."""
    pixels = pose_of_view(view).project(np.column_stack([GRID, np.full(len(GRID), z)]))
    scale = placed.pose.lens.width / view.width
    return float(np.linalg.norm(placed.pose.to_plane((pixels + 0.5) * scale - 0.5, z) - GRID, axis=1).max())


@pytest.mark.parametrize("view", [TILTED, UPSIDE_DOWN], ids=["upright", "turned round"])
def test_a_known_camera_is_placed_within_a_tenth_of_a_millimetre(view):
    placed = place(picture(view), MAT, lens_of_view(view))
    assert placed is not None
    assert placed.ids == (0, 1, 2, 3)
    assert not placed.poor
    assert off(placed, view) < 0.1
    assert off(placed, view, 16) < 0.1
    assert placed.error < 0.3


def test_three_fiducials_are_enough_and_two_are_poor():
    grey, lens = picture(), lens_of_view(TILTED)
    three = place(covered(grey, TILTED, 2), MAT, lens)
    assert three is not None
    assert three.ids == (0, 1, 3)
    assert not three.poor
    assert off(three, TILTED, 16) < 0.3
    two = place(covered(grey, TILTED, 0, 1), MAT, lens)
    assert two is not None
    assert two.poor
    assert off(two, TILTED) < 3
    assert place(covered(grey, TILTED, 0, 1, 3), MAT, lens) is None


def test_an_unknown_lens_is_fitted_so_that_the_mat_lies_flat():
    placed = place(picture(), MAT, unknown_lens(1280, 960))
    assert placed is not None
    assert off(placed, TILTED) < 1
    assert placed.pose.lens.distortion[0] == pytest.approx(-0.06, abs=0.03)


SPOILT = {
    "dark": lambda grey: (grey * 0.12).astype(np.uint8),
    "blurred": lambda grey: cv2.GaussianBlur(grey, (0, 0), 3.0),
    "noisy": lambda grey: np.clip(grey + np.random.default_rng(1).normal(0, 25, grey.shape), 0, 255).astype(np.uint8),
    "half in shadow": lambda grey: (grey * np.linspace(0.25, 1, grey.shape[1])).astype(np.uint8),
    "glaring": lambda grey: np.clip(grey * 1.0 + 110 * np.exp(-((np.arange(1280) - 150) ** 2) / 2e4), 0, 255).astype(
        np.uint8
    ),
}


@pytest.mark.parametrize("what", SPOILT)
def test_a_spoilt_picture_is_placed_too(what):
    placed = place(SPOILT[what](picture()), MAT, lens_of_view(TILTED))
    assert placed is not None
    assert off(placed, TILTED, 16) < 0.7


def test_a_picture_of_many_megapixels_is_placed_by_all_of_them():
    large = cv2.resize(picture(), (4480, 3360), interpolation=cv2.INTER_CUBIC)
    placed = place(large, MAT, lens_of_view(TILTED))
    assert placed is not None
    assert off(placed, TILTED) < 0.15


def test_a_fiducial_that_is_there_twice_or_in_the_wrong_place_is_no_trouble():
    grey = picture().copy()
    for number, (x, y) in {0: (560, 620), 9: (700, 400)}.items():
        marker = cv2.resize(patterns_of(MAT.dictionary, (number,))[0] * 255, (54, 54), interpolation=cv2.INTER_NEAREST)
        grey[y - 10 : y + 64, x - 10 : x + 64] = 240
        grey[y : y + 54, x : x + 54] = marker
    placed = place(grey, MAT, lens_of_view(TILTED))
    assert placed is not None
    assert off(placed, TILTED) < 0.1


def test_where_no_mat_is_there_is_no_place():
    nothing = np.zeros((960, 1280), np.uint8)
    noise = np.random.default_rng(2).integers(0, 256, nothing.shape).astype(np.uint8)
    for grey in (nothing, nothing + 200, noise, nothing[:40, :40]):
        assert place(grey, MAT, unknown_lens(1280, 960)) is None
    assert place(picture(), mat_named("basic"), lens_of_view(TILTED)) is None


def noisy(grey: np.ndarray, seed: int) -> np.ndarray:
    return np.clip(grey + np.random.default_rng(seed).normal(0, 4, grey.shape), 0, 255).astype(np.uint8)


def test_poses_of_still_pictures_are_averaged_and_always_the_same():
    def watched(count: int) -> float:
        placer = Placer(MAT, lens_of_view(TILTED))
        for seed in range(count):
            assert placer.see(noisy(picture(), seed)).bumped == 0
        assert placer.placed is not None
        return off(placer.placed, TILTED, 16)

    assert watched(12) < 0.05
    assert watched(3) == watched(3)


def test_a_bump_is_told_once_and_the_camera_placed_anew_with_the_cubes_in_place():
    placer = Placer(MAT, lens_of_view(TILTED))
    grey = picture()
    for push in (3.0, 40.0):  # within reach of the sides, and only to be found by searching
        for _ in range(6):
            placer.see(grey)
        grey = moved(grey, push, -push / 2)
        told = [placer.see(grey).bumped for _ in range(8)]
        assert told[0] == pytest.approx(np.hypot(push, push / 2) / (TILTED.focal / TILTED.z), rel=0.15)
        assert not any(told[1:])
        assert placer.pose is not None
        spot = placer.pose.project([(280, 210, 0)])[0]
    assert spot == pytest.approx(
        pose_of_view(TILTED).project([(280, 210, 0)])[0] + (43.0, -21.5), abs=0.8
    )  # the lens bends elsewhere now


def test_hands_over_fiducials_move_nothing():
    placer = Placer(MAT, lens_of_view(TILTED))
    placer.see(picture())
    before = placer.placed
    for numbers in ((0,), (0, 1), (0, 1, 2), (0, 1, 2, 3), (0, 1, 2, 3), (3,)):
        placing = placer.see(covered(picture(), TILTED, *numbers))
        assert placing.bumped == 0
        assert placing.seen == 4 - len(numbers)
        assert placing.placed is not None
    assert before is not None
    assert placer.pose is not None
    assert placer.pose.eye == pytest.approx(before.pose.eye, abs=0.2)


def test_a_camera_that_sees_nothing_at_first_is_placed_when_it_does():
    placer = Placer(MAT, lens_of_view(ABOVE))
    for _ in range(3):
        assert placer.see(np.zeros((960, 1280), np.uint8)).placed is None
    assert placer.see(picture(ABOVE)).placed is not None
    small = cv2.resize(picture(ABOVE), (640, 480), interpolation=cv2.INTER_AREA)
    assert placer.see(small).placed is not None
    assert placer.pose is not None
    assert placer.pose.lens.width == 640
