"""Flattened pictures: a millimetre is a millimetre everywhere in them."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.hardware.simulated.views import laid_out
from tests.vision.tables import MAT, TILTED, picture, pose_of_view
from vision.lens.camera import Pose
from vision.lens.flatten import Flat
from vision.read import watching

POSE = pose_of_view(TILTED)
numbers = st.floats(-100, 700)


@given(numbers, numbers, st.floats(0.1, 8), st.floats(0, 60))
def test_pixels_and_millimetres_are_each_others_opposite(x, y, scale, margin):
    flat = Flat(MAT, 16, scale, margin)
    assert flat.to_mm(flat.to_pixels((x, y))) == pytest.approx((x, y), abs=1e-6)


def test_fiducials_are_where_the_mat_has_them():
    flat = Flat(MAT, 0, 2.0, 20)
    seen = flat.flatten(picture(), POSE)
    assert seen.shape == (920, 1200)
    for fiducial in MAT.fiducials:
        square = fiducial.square
        (x0, y0), (x1, y1) = np.round(flat.to_pixels([(square.x0, square.y0), (square.x1, square.y1)])).astype(int)
        for inner, outer in (
            (seen[y0 + 2 : y1 - 2, x0 + 3], seen[y0 + 2 : y1 - 2, x0 - 3]),
            (seen[y1 - 3, x0 + 2 : x1 - 2], seen[y1 + 3, x0 + 2 : x1 - 2]),
        ):
            assert inner.mean() + 60 < outer.mean()


def test_the_tops_of_cubes_lie_over_their_feet_in_the_plane_of_the_tops():
    flat = Flat(MAT, 16, 1.25, 20)
    seen = flat.flatten(picture(), POSE)
    for cube in laid_out(1).cubes:
        x, y = np.round(flat.to_pixels((cube.x, cube.y))).astype(int)
        top = seen[y - 5 : y + 6, x - 5 : x + 6]
        assert top.std() > 10  # there is a letter in the middle


def test_the_small_picture_shows_the_same_plane():
    large, small = Flat(MAT, 0, 0.25, 40), Flat(MAT, 0, 0.25, 40)
    one, other = large.flatten(picture(), POSE), small.flatten(watching(picture()), POSE)
    assert one.shape == other.shape == (125, 160)
    assert np.corrcoef(one.ravel(), other.ravel())[0, 1] > 0.97


def test_many_megapixels_are_not_thrown_away():
    grey = cv2.resize(picture(), None, fx=3, fy=3, interpolation=cv2.INTER_CUBIC)
    speckled = grey.copy()
    speckled[::3] = 255 - grey[::3]  # fine lines that picking single pixels would take for the picture
    flat = Flat(MAT, 0, 1.25, 0)
    wanted = 255 / 3 + flat.flatten(grey, POSE) / 3.0
    assert np.abs(flat.flatten(speckled, POSE) - wanted)[40:-40, 40:-40].mean() < 8


def test_maps_are_made_anew_only_when_the_camera_moves():
    flat = Flat(MAT, 16, 1.25, 20)
    for shift, made in ((0.0, 1), (0.02, 1), (0.5, 2), (0.5, 2)):
        flat.flatten(picture(), Pose(POSE.lens, POSE.rotation, POSE.translation + np.array([shift, 0, 0])))
        assert flat.made == made
    longer = replace(POSE.lens, focal=POSE.lens.focal * 1.2)
    flat.flatten(picture(), replace(POSE, lens=longer))
    assert flat.made == 3


def test_what_the_camera_does_not_see_is_black():
    aside = Pose(POSE.lens, POSE.rotation, POSE.translation + np.array([400, 0, 0]))
    seen = Flat(MAT, 0, 0.5, 0).flatten(picture(), aside)
    assert (seen[:, -40:] == 0).all()
