"""Tops of cubes are found where they are, and nothing else is taken for one."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import cv2
import numpy as np
import pytest

from hardware.mats import mat_named
from hardware.simulated.optics import CameraView
from hardware.simulated.renderer import Renderer
from hardware.simulated.scene import Cube, Hand, Scene, SceneBlock, cube_of, rolled
from hardware.simulated.truth import truth
from hardware.simulated.variety import random_light, random_view
from vision.cubes.find import CUBE_PX, STRIDE_PX, Finder, squares
from vision.loose import find_loose
from vision.sighting import Square
from vision.training.flats import WANTED, FlatExample, flat_of
from vision.training.scenes import Example
from vision.training.tiles import tiles_picture

MAT = mat_named("tournament")


@pytest.fixture(scope="module")
def finder() -> Finder:
    return Finder()


RENDERER = Renderer()  # draws a table once and then only what changes on it


def shown(scene: Scene) -> FlatExample:
    return flat_of(Example(scene, RENDERER.render(scene), truth(scene)))


def missed_and_strange(flat: FlatExample, found: list[Square]) -> tuple[int, int]:
    """Tops with no square within two millimetres, and squares that are no top's."""
    sure = flat.tops[flat.tops[:, 3] == WANTED]
    near = np.hypot(
        flat.tops[:, 0] - np.array([square.x for square in found])[:, None],
        flat.tops[:, 1] - np.array([square.y for square in found])[:, None],
    ).reshape(len(found), len(flat.tops))
    missed = sum(near[:, flat.tops[:, 3] == WANTED].min(axis=0) > CUBE_PX / 8) if found else len(sure)
    strange = sum(near.min(axis=1) > CUBE_PX / 2) if len(flat.tops) else len(found)
    return int(missed), int(strange)


def row(count: int, x: float, y: float, gap: float = 0.05) -> tuple[Cube, ...]:
    rng = Random(count)
    return tuple(
        cube_of(rng, at, rng.choice("CAKENRpqrsio"), x + at * (16 + gap), y, 90 * rng.randrange(4))
        for at in range(1, count + 1)
    )


@pytest.mark.parametrize("seed", [2, 3])
def test_all_28_are_found_within_two_millimetres(finder: Finder, seed: int) -> None:
    rng = Random(seed)
    view = random_view(rng, MAT, 960, 720)
    scene = Scene(rolled(rng, MAT), SceneBlock(*MAT.pad.centre), light=random_light(rng), view=view)
    flat = shown(scene)
    found = finder.find(flat.large)
    assert missed_and_strange(flat, found) == (0, 0)
    assert len(found) == 28


def test_the_angle_is_the_cubes_own(finder: Finder) -> None:
    flat = shown(Scene(tuple(Cube(at, "A", 60 + 60 * at, 300, 10.0 * at, "KENR") for at in range(1, 8))))
    for square in finder.find(flat.large):
        cube = flat.tops[np.hypot(flat.tops[:, 0] - square.x, flat.tops[:, 1] - square.y).argmin()]
        assert abs((square.angle - cube[2] + 45) % 90 - 45) < 6


def test_cubes_that_touch_are_told_apart(finder: Finder) -> None:
    touching = (*row(8, 80, 40), *row(6, 100, 300), *row(6, 100, 316.1))
    flat = shown(Scene(tuple(replace(cube, number=at) for at, cube in enumerate(touching))))
    assert missed_and_strange(flat, finder.find(flat.large)) == (0, 0)


@pytest.mark.parametrize("mat", ["tournament", "essential"])
def test_an_empty_mat_has_no_cubes(finder: Finder, mat: str) -> None:
    small = CameraView(960, 720, 800)
    assert finder.find(shown(Scene(block=SceneBlock(*MAT.pad.centre), view=small, mat=mat)).large) == []


def test_what_a_hand_hides_is_not_found(finder: Finder) -> None:
    under = Cube(1, "A", 280, 330, 20, "KENR")
    flat = shown(Scene((under, Cube(2, "p", 120, 120, 20, "qrsi")), hands=(Hand("south", 280, 300, 20, "flat"),)))
    found = finder.find(flat.large)
    assert len(found) == 1
    assert missed_and_strange(flat, found) == (0, 0)


def test_a_picture_may_have_any_size(finder: Finder) -> None:
    large = shown(Scene((Cube(1, "A", 100, 100, 20, "KENR"),))).large
    (whole,) = finder.find(large)
    for high, wide in ((201, 233), (190, 199), (575, 301)):
        (part,) = finder.find(np.ascontiguousarray(large[:high, :wide]))
        assert (part.x, part.y) == pytest.approx((whole.x, whole.y), abs=0.2)


@pytest.mark.parametrize("shade", [0, 128, 255])
def test_there_is_nothing_in_a_blank_picture(finder: Finder, shade: int) -> None:
    assert finder.find(np.full((300, 400), shade, np.uint8)) == []


def test_two_peaks_of_one_top_are_one_square() -> None:
    cells = np.zeros((5, 20, 20), np.float32)
    cells[3] = 1
    cells[0, 5, 5], cells[0, 5, 7], cells[0, 5, 12] = 0.9, 0.8, 0.7
    found = squares(cells, 0.4)
    assert [(round(square.x), round(square.y)) for square in found] == [(5 * STRIDE_PX, 20), (12 * STRIDE_PX, 20)]


@pytest.mark.parametrize("times", [1.0, 2.0])
def test_without_a_mat_the_scale_is_found_too(finder: Finder, times: float) -> None:
    flat = tiles_picture(4)
    larger = cv2.resize(flat.large, None, fx=times, fy=times)
    tiles = find_loose(np.asarray(larger, np.uint8), None, finder)
    sure = flat.tops[flat.tops[:, 3] == WANTED]
    far = [min(float(np.hypot(tile.x / times - x, tile.y / times - y)) for tile in tiles) for x, y in sure[:, :2]]
    assert max(far) < 3
    assert len(tiles) <= len(flat.tops)
