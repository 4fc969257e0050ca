"""A picture is read: from where cubes seem to be in it to where they stand, how their letters stand, and in what."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from hardware.cameras.watched import small_of
from hardware.simulated.scene import region_of_cube
from tests.hardware.simulated.views import laid_out
from tests.vision.tables import MAT, TILTED, covered, lens_of_view, moved, picture, pose_of_view
from vision.cubes.faces import CROP_PX
from vision.lens.camera import unknown_lens
from vision.lens.flatten import Flat
from vision.overlay import BAR_PX, draw, draw_loose
from vision.read import PictureReader, watching
from vision.sighting import LETTERS, Face, SeenHand, Square

CUBES = laid_out(1).cubes


class Finds:
    """A finder that knows where the tops are, and sees things besides."""

    def __init__(self, *more: Square, pose=None):
        pose = pose or pose_of_view(TILTED)
        flat = Flat(MAT, 16, 1.25, 20)
        # Where the tops appear in a flattened picture if the camera is where it is taken to be.
        self.squares = [
            Square(x, y, cube.angle % 90, 0.9) for cube in CUBES for x, y in [flat.to_pixels((cube.x, cube.y)).tolist()]
        ] + list(more)

    def find(self, flat, least=0.4):
        return self.squares


class Reads:
    """Faces as they are, in the order in which the finder gives them; what comes after the cubes is none."""

    def read(self, crops):
        assert crops.shape[1:] == (CROP_PX, CROP_PX)
        return [self.face(number) for number in range(len(crops))]

    def face(self, number):
        chances = np.full(len(LETTERS) + 1, 0.001)
        cube = CUBES[number] if number < len(CUBES) else None
        chances[LETTERS.index(cube.letter) if cube else -1] = 0.98
        quarter = int(cube.angle // 90) if cube else 0
        letter = cube.letter if cube and number != 3 else None
        return Face(letter, 0.99, quarter, tuple(chances))


class NoHands:
    """What the finder of hands gives is for its own functions only; here it is whatever those below understand."""

    hands: tuple[SeenHand, ...] = ()

    def mask(self, flat):
        assert flat.shape == (125, 160)
        return self


class HandFrom(NoHands):
    """A hand from the south that reaches up to the pad."""

    hands = (SeenHand("south", 280.0, 170.0, 9000.0),)


@pytest.fixture(autouse=True)
def _hands(monkeypatch):
    monkeypatch.setattr("vision.read.hands_in", lambda mask, mat, still: mask.hands)
    monkeypatch.setattr(
        "vision.read.shade",
        lambda mask, edge, still: (
            lambda x, y: any(abs(x - hand.x) < 40 and y > hand.y - edge / 2 for hand in mask.hands)
        ),
    )


def reader(finder=None, hands=None, lens=None):
    return PictureReader(MAT, lens or lens_of_view(TILTED), finder or Finds(), Reads(), hands or NoHands())


def test_cubes_stand_where_they_were_put_and_letters_as_they_lie():
    reading = reader().read(picture())
    assert len(reading.cubes) == len(CUBES)
    for cube, seen in zip(CUBES, reading.cubes, strict=True):
        assert (seen.x, seen.y) == pytest.approx((cube.x, cube.y), abs=0.15)
        assert (seen.angle - cube.angle + 180) % 360 - 180 == pytest.approx(0, abs=0.5)
        assert seen.region == region_of_cube(MAT, cube)
    assert reading.cubes[3].letter is None
    assert reading.sighting.placed
    assert reading.block is True


def test_what_the_network_calls_no_cube_and_what_is_there_twice_is_left_out():
    first = Finds().squares[0]
    twice = Square(first.x + 6, first.y + 2, first.angle, 0.5)
    reading = reader(Finds(Square(200, 150, 10, 0.8), twice, Square(900, 20, 0, 0.9))).read(picture())
    assert len(reading.cubes) == len(CUBES)
    assert len(reading.tops) == len(reading.cubes)


class Wavers:
    """Faces that are an i for most looks, and an r for some."""

    def read(self, crops):
        return [self.face("r" if number % 4 == 3 else "i") for number in range(len(crops))]

    def face(self, letter):
        chances = [0.05 / len(LETTERS)] * (len(LETTERS) + 1)
        chances[LETTERS.index(letter)] = 0.95
        return Face(letter, 0.95, 0, tuple(chances))


def test_a_faint_top_on_whose_letter_looks_disagree_is_a_cube_with_a_letter_in_doubt():
    finder = Finds()
    finder.squares = [finder.squares[0]._replace(score=0.5)]
    [cube] = PictureReader(MAT, lens_of_view(TILTED), finder, Wavers(), NoHands()).read(picture()).cubes
    assert cube.letter == "i"
    assert cube.confidence == pytest.approx(0.95 * 9 / 12, abs=0.01)


def test_a_picture_without_a_mat_says_nothing():
    reading = reader().read(np.zeros((960, 1280), np.uint8))
    assert not reading.sighting.placed
    assert reading.cubes == ()
    assert reader().hands(np.zeros((240, 320), np.uint8))[0] == ()


def test_a_hand_is_told_with_its_side_and_hides_the_block():
    reading = reader(hands=HandFrom()).read(picture())
    assert [hand.side for hand in reading.hands] == ["south"]
    assert reading.hands[0].y < 220
    assert reading.block is None
    assert not reading.sighting.block


def test_a_bump_is_passed_on_and_cubes_are_where_they_were():
    table = reader()
    for _ in range(6):
        table.read(picture())
    pushed = moved(picture(), 4, 0)
    assert table.place(pushed) == (True, pytest.approx(2.4, abs=0.3))
    reading = table.read(pushed)
    assert reading.bumped > 0  # the same picture is not placed twice
    assert (reading.cubes[0].x, reading.cubes[0].y) == pytest.approx((CUBES[0].x, CUBES[0].y), abs=0.3)


class FindsInPixels(Finds):
    """A finder that sees tops where they are in the picture, however the camera was placed."""

    def __init__(self):
        super().__init__()
        self.reader = None

    def find(self, flat, least=0.4):
        pose, plane = self.reader.placer.pose, Flat(MAT, 16, 1.25, 20)
        found = []
        for cube in CUBES:
            pixel = pose_of_view(TILTED).project([(cube.x, cube.y, 16)])
            x, y = plane.to_pixels(pose.to_plane(pixel, 16))[0]
            found.append(Square(float(x), float(y), cube.angle % 90, 0.9))
        return found


def test_with_an_unknown_lens_the_feet_of_the_cubes_tell_how_high_the_camera_is():
    finder = FindsInPixels()
    for guess in (0.75, 1.3):
        lens = replace(unknown_lens(1280, 960), focal=TILTED.focal * guess)
        finder.reader = reader(finder, lens=lens)
        reading = finder.reader.read(picture())
        assert finder.reader.told > 20
        assert reading.placed is not None
        assert reading.placed.pose.height == pytest.approx(TILTED.z, rel=0.2)
        off = [np.hypot(seen.x - cube.x, seen.y - cube.y) for seen, cube in zip(reading.cubes, CUBES, strict=True)]
        assert np.percentile(off, 95) < 1.8


def test_an_overlay_shows_the_reading_over_the_picture():
    grey = covered(picture(), TILTED, 1)
    reading = reader(hands=HandFrom()).read(grey)
    shown = draw(grey, reading, MAT)
    assert shown.shape == (960 + BAR_PX, 1280, 3)
    assert (shown[BAR_PX:] != cv2.cvtColor(grey, cv2.COLOR_GRAY2BGR)).any(axis=2).mean() > 0.02
    small = cv2.cvtColor(cv2.resize(grey, (640, 480)), cv2.COLOR_GRAY2BGR)
    assert draw(small, replace(reading, placed=None), MAT).shape[1] == 1280
    assert draw_loose(small, reading.tops).shape[1] == 1280


def test_what_nobody_can_read_under_a_hand_is_no_cube():
    class OverThird(NoHands):
        hands = (SeenHand("south", CUBES[3].x, CUBES[3].y - 30, 900.0),)

    reading = reader(hands=OverThird()).read(picture())
    assert len(reading.cubes) == len(reading.tops) == len(CUBES) - 1
    assert all(cube.letter for cube in reading.cubes)


@pytest.mark.parametrize("shape", [(960, 1280), (1080, 1920), (721, 961)])
def test_the_picture_for_watching_is_the_one_that_cameras_give(shape):
    grey = np.random.default_rng(1).integers(0, 256, shape, np.uint8)
    assert np.array_equal(watching(grey), small_of(grey))
