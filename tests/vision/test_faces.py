"""Letters are read in any rotation, with a chance that can be trusted."""

from __future__ import annotations

from random import Random

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hardware.mats import mat_named
from hardware.simulated.optics import CameraView, project
from hardware.simulated.renderer import Renderer
from hardware.simulated.scene import Scene, cube_of
from hardware.simulated.truth import truth
from vision.cubes.faces import CROP_PX, FaceReader, crops
from vision.cubes.turns import CLASSES, NOT_A_CUBE, TURNS, by_letter, class_of, turned_classes
from vision.sighting import LETTERS, Array

ANGLES = 24


@pytest.fixture(scope="module")
def reader() -> FaceReader:
    return FaceReader()


@pytest.fixture(scope="module")
def picture() -> Array:
    return cv2.cvtColor(Renderer().render(_SCENE), cv2.COLOR_BGR2GRAY)


_SCENE = Scene(
    cubes=tuple(
        cube_of(Random(at), at + 1, letter, 24 + 22 * (at % 24), 60 + 24 * (at // 24), at % 24 * 360 / ANGLES + 3)
        for at, letter in enumerate(letter for letter in LETTERS for _ in range(ANGLES))
    )
)
"""A row of each letter, turned a little more from cube to cube."""


@pytest.fixture(scope="module")
def tops() -> Array:
    """The corners of all tops: letter, angle, corner."""
    corners = np.array([one.top for one in truth(_SCENE).cubes])
    return corners.reshape(len(LETTERS), ANGLES, 4, 2)


def test_every_letter_is_read_in_all_24_angles(reader: FaceReader, picture: Array, tops: Array) -> None:
    for letter, row in zip(LETTERS, tops, strict=True):
        faces = reader.read(crops(picture, row))
        assert [face.letter for face in faces] == [letter] * ANGLES
        assert [face.quarter for face in faces] == [0] * ANGLES


def test_p_and_q_are_told_apart_however_they_lie(reader: FaceReader, picture: Array, tops: Array) -> None:
    p, q = LETTERS.index("p"), LETTERS.index("q")
    for one, other in ((p, q), (q, p)):
        for face in reader.read(crops(picture, tops[one])):
            assert face.letter == LETTERS[one]
            assert face.chances[other] < 0.01


@settings(max_examples=20, deadline=None)
@given(number=st.integers(0, ANGLES - 1), quarters=st.integers(0, 3))
def test_turning_the_corners_by_a_quarter_turns_the_answer_by_a_quarter(
    reader: FaceReader, picture: Array, tops: Array, number: int, quarters: int
) -> None:
    faces = reader.read(crops(picture, np.roll(tops[:, number], quarters, axis=1)))
    assert [face.quarter for face in faces] == [quarters % TURNS[letter] for letter in LETTERS]


def test_what_is_no_cube_is_not_read(reader: FaceReader) -> None:
    mat, view = mat_named("tournament"), CameraView()
    grey = cv2.cvtColor(Renderer().render(Scene()), cv2.COLOR_BGR2GRAY)
    squares = [one.square for one in mat.fiducials]
    fiducials = [project(view, [(x, y, 0.0) for x, y in square.corners]) for square in squares]
    paper = [[[x, 400], [x + 36, 400], [x + 36, 436], [x, 436]] for x in (300, 500, 700)]
    for face in reader.read(crops(grey, np.array([*fiducials, *paper]))):
        assert face.letter is None
        assert face.chances[-1] > 0.5


def test_a_blank_face_is_no_letter(reader: FaceReader) -> None:
    blank = np.full((3, CROP_PX, CROP_PX), [[[20]], [[128]], [[250]]], np.uint8)
    assert [face.letter for face in reader.read(blank)] == [None, None, None]


def test_chances_add_up_to_one_and_no_crops_give_no_faces(reader: FaceReader, picture: Array, tops: Array) -> None:
    for face in reader.read(crops(picture, tops[:, 0])):
        assert len(face.chances) == len(LETTERS) + 1
        assert sum(face.chances) == pytest.approx(1, abs=1e-4)
        assert face.confidence == max(face.chances[:-1])
    assert reader.read(np.empty((0, CROP_PX, CROP_PX), np.uint8)) == []
    assert crops(picture, np.empty((0, 4, 2))).shape == (0, CROP_PX, CROP_PX)


def test_light_and_contrast_do_not_matter(reader: FaceReader, picture: Array, tops: Array) -> None:
    dim = (picture * 0.3 + 20).astype(np.uint8)
    assert "".join(face.letter or "?" for face in reader.read(crops(dim, tops[:, 5]))) == LETTERS


def test_cubes_in_a_large_picture_are_shrunk_without_flicker(picture: Array, tops: Array) -> None:
    large = cv2.resize(picture, None, fx=3, fy=3, interpolation=cv2.INTER_CUBIC)
    small, from_large = crops(picture, tops[:, 7]), crops(large, tops[:, 7] * 3 + 1)
    assert np.abs(small.astype(int) - from_large).mean() < 4


def test_a_crop_shows_the_face_upright_with_a_margin() -> None:
    grey = np.zeros((100, 100), np.uint8)
    cv2.rectangle(grey, (35, 35), (64, 64), 255, -1)
    grey[35:40, 35:40] = 128  # its top-left corner
    square = np.array([[34.5, 34.5], [64.5, 34.5], [64.5, 64.5], [34.5, 64.5]])
    upright, turned = crops(grey, np.array([square, np.roll(square, 1, axis=0)]))
    assert upright[0, 0] == 0
    assert upright[CROP_PX // 2, CROP_PX // 2] == 255
    assert 100 < upright[7, 7] < 160
    assert 100 < turned[7, -8] < 160  # the corner is now on the right: a quarter clockwise
    assert np.abs(turned.astype(int) - np.rot90(upright, -1)).max() <= 2


def test_four_quarter_turns_bring_every_class_back() -> None:
    once = turned_classes(1)
    assert once[NOT_A_CUBE] == NOT_A_CUBE
    assert (once[once[once[once]]] == np.arange(NOT_A_CUBE + 1)).all()
    assert class_of("N", 2) == class_of("N", 0)
    assert class_of("o", 3) == class_of("o", 0)
    assert class_of("p", 2) != class_of("p", 0)


def test_a_letters_chance_is_that_of_all_its_quarters() -> None:
    chances = np.full((1, NOT_A_CUBE + 1), 1 / (NOT_A_CUBE + 1))
    expected = [TURNS[letter] / (len(CLASSES) + 1) for letter in LETTERS] + [1 / (len(CLASSES) + 1)]
    assert by_letter(chances)[0] == pytest.approx(expected)
