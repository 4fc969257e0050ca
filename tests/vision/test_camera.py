"""The camera's geometry: pixels and millimetres are two ways to say the same."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from hardware.simulated.optics import CameraView
from hardware.simulated.optics import project as drawn_at
from tests.vision.tables import TILTED, lens_of_view, pose_of_view
from vision.lens.camera import LENSES, lens_of, unknown_lens
from vision.lens.lensfile import BadLens, lens_as_toml, lens_from_toml

views = st.builds(
    CameraView,
    focal=st.floats(600, 2000),
    x=st.floats(200, 360),
    y=st.floats(150, 270),
    z=st.floats(400, 1200),
    tilt=st.floats(-12, 12),
    pan=st.floats(-12, 12),
    roll=st.floats(-180, 180),
    off_x=st.floats(-40, 40),
    off_y=st.floats(-40, 40),
    lens=st.tuples(st.floats(-0.2, 0.2), st.floats(-0.03, 0.03), *[st.floats(-0.001, 0.001)] * 2, st.just(0.0)),
)
spots = st.tuples(st.floats(0, 560), st.floats(0, 420))


@given(views, st.lists(spots, min_size=1, max_size=5), st.floats(0, 30))
def test_a_pixel_shows_the_point_that_lands_on_it(view, points, z):
    pose = pose_of_view(view)
    pixels = pose.project([(x, y, z) for x, y in points])
    seen = np.abs(pixels - pose.lens.centre).max(axis=1) < 900  # what is far outside a picture has no pixel
    back = pose.to_plane(pixels, z)
    assert np.abs(back - np.array(points))[seen].max(initial=0) < 1e-4


@given(views, st.lists(spots, min_size=1, max_size=5), st.floats(0, 30))
@example(CameraView(lens=(0.0, 2.2250738585e-313, 0.0, 0.0, 0.0)), [(0.0, 0.0)], 0.0)
@example(CameraView(lens=(1e-300, 0.0, 0.0, 0.0, -5e-324)), [(0.0, 0.0)], 0.0)
def test_points_land_where_the_simulator_draws_them(view, points, z):
    places = [(x, y, z) for x, y in points]
    pose = pose_of_view(view)
    drawn = drawn_at(view, places)
    seen = np.abs(drawn - pose.lens.centre).max(axis=1) < 700
    assert np.abs(pose.project(places) - drawn)[seen].max(initial=0) < 1e-6
    assert pose.height == pytest.approx(view.z)
    assert pose.eye == pytest.approx(view.eye)


@given(views, spots)
def test_a_smaller_picture_shows_the_same_in_smaller(view, spot):
    pose = pose_of_view(view)
    large, small = pose.project([(*spot, 16)]), pose.scaled(320, 240).project([(*spot, 16)])
    assert (small + 0.5) * 4 - 0.5 == pytest.approx(large, abs=1e-6)


def test_a_picture_of_another_shape_is_cut_from_the_middle():
    wide = lens_of(1280, 960, 1000).scaled(1920, 1080)
    assert (wide.focal, wide.centre) == (1500, (959.5, 539.5))
    upright = lens_of(1280, 960, 1000).scaled(960, 1280)
    assert (upright.focal, upright.centre) == (1000, (479.5, 639.5))


def test_a_lens_that_folds_back_does_not_show_what_is_far_outside():
    bent = replace(pose_of_view(TILTED), lens=replace(lens_of_view(TILTED), distortion=(-0.4, 0.0, 0.0, 0.0, 0.0)))
    far = bent.project([(x, 210, 0) for x in range(300, 6000, 100)])
    assert (np.diff(np.linalg.norm(far - bent.lens.centre, axis=1)) > -1e-6)[2:].all()


@pytest.mark.parametrize(
    ("name", "across"), [("pi-v2", 62.2), ("pi-v3", 66), ("pi-v3-wide", 102), ("pi-hq-6mm", 63), ("c920", 70.4)]
)
def test_known_cameras_see_as_wide_as_their_makers_say(name, across):
    lens = LENSES[name]
    edge = lens.straight(np.array([[lens.width / 2 / lens.focal, 0.0]]))[0, 0]
    assert 2 * np.degrees(np.arctan(edge)) == pytest.approx(across, abs=2.5)


def test_a_camera_that_nobody_knows_is_in_doubt():
    assert unknown_lens(1280, 720).doubt > 0.1
    assert unknown_lens(1280, 720).focal == unknown_lens(720, 1280).focal


def test_a_lens_comes_back_from_its_file():
    lens = replace(lens_of_view(TILTED), doubt=0.02)
    back = lens_from_toml(lens_as_toml(lens, {"a 'b' \"c\".jpg": 0.123, "d\\e.png": 0.2}))
    assert (back.width, back.height, back.doubt) == (lens.width, lens.height, lens.doubt)
    assert back.focal == pytest.approx(lens.focal, abs=0.01)
    assert back.distortion == pytest.approx(lens.distortion)


GOOD = lens_as_toml(lens_of(1280, 960, 1000))
BAD = {
    "nonsense": ("[lens", "is not TOML"),
    "another file": ("[camera]\n", "camera means nothing here"),
    "an empty one": ("", "there is no [lens] in it"),
    "a missing key": (GOOD.replace("focal", "fokal"), "lens.focal is missing"),
    "a word for a number": (GOOD.replace("focal = 1000.00", "focal = 'long'"), "lens.focal must be a number"),
    "a lens that cannot be": (GOOD.replace("focal = 1000.00", "focal = 3.0"), "no camera has"),
    "an axis outside": (GOOD.replace("[639.50", "[-9.0"), "lens.centre must be in the picture"),
    "not a number": (GOOD.replace("focal = 1000.00", "focal = nan"), "lens.focal must be a number"),
}


@pytest.mark.parametrize("what", BAD)
def test_a_lens_that_makes_no_sense_is_refused_with_a_sentence(what):
    text, sentence = BAD[what]
    with pytest.raises(BadLens, match=sentence.replace("[", r"\[")):
        lens_from_toml(text, "camera.toml")
