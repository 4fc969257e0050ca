"""The renderer draws what is there, where it is, and no more than it must."""

from __future__ import annotations

import time
from dataclasses import replace
from random import Random

import cv2
import numpy as np
import pytest

from hardware.simulated.letters import LETTERS, fonts, ink
from hardware.simulated.look import TableLook, random_look
from hardware.simulated.optics import CameraView, ground, project
from hardware.simulated.renderer import Renderer
from hardware.simulated.scene import Cube, Hand, Scene, SceneLight
from hardware.simulated.truth import truth
from tests.hardware.simulated.views import SMALL, laid_out, looked_at, with_hand


def fiducials_of(picture: np.ndarray) -> dict[int, np.ndarray]:
    settings = cv2.aruco.DetectorParameters()
    settings.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    finder = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50), settings)
    corners, ids, _ = finder.detectMarkers(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY))
    return {} if ids is None else {int(i): c.reshape(4, 2) for i, c in zip(ids.ravel(), corners, strict=True)}


@pytest.mark.parametrize("seed", range(5))
def test_fiducials_are_found_in_every_look_within_a_pixel_of_where_they_are(seed: int) -> None:
    scene = looked_at(seed)
    found = fiducials_of(Renderer().render(scene))
    assert set(found) >= {0, 1, 2, 3}
    for fiducial in scene.plan.fiducials:
        expected = project(scene.view, [(x, y, 0) for x, y in fiducial.square.corners])
        assert np.abs(found[fiducial.id] - expected).max() < 1


def test_a_white_cube_brightens_exactly_the_pixels_that_the_truth_gives_to_its_top() -> None:
    look = TableLook(noise=0, focus=0, sharpen=0, vignette=0, ambient_shadow=0)
    cubes = replace(look.upper, body=(250, 250, 250), ink=(250, 250, 250), wear=0, gloss=0, bevel=0.02, grain=0)
    dark = replace(look, upper=cubes, paper=(30, 30, 30), print_strength=0, tint=0, labels=False, creases=0)
    scene = Scene(cubes=(Cube(1, "A", 450, 120, 30),), look=dark, light=SceneLight(lamps=(), ambient=0.9))
    picture = cv2.cvtColor(Renderer().render(scene), cv2.COLOR_BGR2GRAY)
    (cube,) = truth(scene).cubes
    mask = np.zeros_like(picture)
    cv2.fillConvexPoly(mask, np.round(cube.top).astype(np.int32), 255)
    assert picture[cv2.erode(mask, np.ones((5, 5))) > 0].min() > 200
    bright = (picture > 225).astype(np.uint8)
    bright[:, :800] = 0  # the table beside the mat
    bright[:, 1100:] = 0
    found = cv2.moments(bright, binaryImage=True)
    assert np.abs(np.array([found["m10"], found["m01"]]) / found["m00"] - cube.top.mean(axis=0)).max() < 0.5
    assert found["m00"] == pytest.approx(cv2.contourArea(cube.top.astype(np.float32)), rel=0.12)


def test_the_top_of_a_cube_shifts_outwards_and_its_inner_side_shows() -> None:
    scene = Scene(cubes=(Cube(1, "A", 500, 210, 0, "KENR"),))
    (cube,) = truth(scene).cubes
    assert cube.top[:, 0].mean() - cube.base[:, 0].mean() > 10
    assert abs(cube.top[:, 1].mean() - cube.base[:, 1].mean()) < 1


def test_the_same_seed_gives_the_same_frame() -> None:
    scene = laid_out(look=random_look(Random(5)), view=SMALL)
    again = laid_out(look=random_look(Random(5)), view=SMALL)
    assert scene == again
    assert np.array_equal(Renderer().render(scene, 7), Renderer().render(again, 7))
    assert not np.array_equal(Renderer().render(scene, 7), Renderer().render(scene, 8))


def test_a_picture_drawn_piece_by_piece_is_the_picture_drawn_at_once() -> None:
    start = laid_out(view=SMALL)
    renderer = Renderer()
    renderer.render(start)
    renderer.render(with_hand(start, 200, 250))
    cubes = tuple(replace(cube, y=cube.y - 200, angle=10) if cube.number < 4 else cube for cube in start.cubes)
    renderer.render(replace(start, cubes=cubes, hands=(Hand("east", 400, 200, grip="flat", person=3),)))
    end = replace(start, cubes=cubes)
    assert np.array_equal(renderer.render(end, 3), Renderer().render(end, 3))


def test_frames_without_change_cost_almost_nothing() -> None:
    scene = laid_out()
    renderer = Renderer()
    started = time.process_time()
    renderer.render(scene, 0)
    first = time.process_time() - started
    started = time.process_time()
    for number in range(10):
        renderer.render(scene, number)
    assert (time.process_time() - started) / 10 < first / 20


def test_letters_are_there_in_every_font_and_p_is_no_mirrored_q_of_another() -> None:
    for font in fonts():
        drawn = {letter: ink(font, letter, 32, 0.6) for letter in LETTERS}
        assert all(0.01 < one.mean() < 0.4 for one in drawn.values()), font
        left, right = drawn["p"][16:, :16].sum(), drawn["p"][16:, 16:].sum()
        assert left > right, font
        assert drawn["q"][16:, 16:].sum() > drawn["q"][16:, :16].sum(), font


def test_a_hand_covers_what_the_truth_says_and_comes_from_its_side() -> None:
    scene = laid_out(view=SMALL)
    cube = scene.cubes[0]
    over = replace(scene, hands=(Hand("south", cube.x, cube.y - 20, grip="flat", person=2),))
    told = truth(over)
    ((side, mask),) = told.hands
    assert side == "south"
    changed = np.abs(Renderer().render(over).astype(int) - Renderer().render(scene)).max(axis=2) > 30
    assert (mask[changed] > 0).mean() > 0.6
    assert mask[-1].any()
    assert not mask[0].any()
    assert told.cubes[0].visible < 0.2
    assert all(one.visible > 0.95 for one in truth(scene).cubes)


def test_a_lamp_that_goes_out_darkens_the_picture() -> None:
    scene = laid_out(view=SMALL)
    off = replace(scene, light=SceneLight(lamps=(), ambient=0.28))
    assert Renderer().render(off).mean() < 0.75 * Renderer().render(scene).mean()


def test_a_pixel_looks_at_the_point_that_lands_on_it() -> None:
    view = CameraView(tilt=3, pan=-2, roll=5, lens=(-0.12, 0.03, 0.001, -0.001, 0))
    points = ground(view)
    pixels = np.array([[100, 80], [640, 480], [1200, 900]])
    met = np.array([[*points[y, x], 0.0] for x, y in pixels])
    assert np.abs(project(view, met) - pixels).max() < 0.05


def test_the_fine_mode_shows_the_same_table() -> None:
    scene = laid_out(look=TableLook(noise=0), view=SMALL)
    quick, fine = (Renderer(fine).render(scene).astype(int) for fine in (1, 2))
    assert quick.shape == fine.shape
    assert np.abs(quick - fine).mean() < 4
