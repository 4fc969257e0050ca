"""Mats as data: what they hold, which region a cube lies in, and what is said about a mat that cannot be."""

from importlib.resources import files
from math import cos, pi, sin

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.mats import BadMat, mat_named, mat_with, names, read_mat, region_of, region_of_base
from hardware.mats.heights import LENSES, by_diagonal, view

TOURNAMENT = files("hardware.mats").joinpath("tournament.toml").read_text("utf-8")
MAT = mat_named("tournament")


def base(x, y, turn=0.0, cube=16.0):
    """The base of a cube with its centre at a point."""
    r = cube / 2**0.5
    return [(x + r * cos(turn + k * pi / 2 + pi / 4), y + r * sin(turn + k * pi / 2 + pi / 4)) for k in range(4)]


def test_there_are_three_mats_and_no_two_share_a_fiducial():
    assert names() == ("basic", "essential", "tournament")
    ids = [fiducial.id for name in names() for fiducial in mat_named(name).fiducials]
    assert len(ids) == len(set(ids)) == 12


def test_a_fiducials_corners_go_clockwise_from_the_top_left_as_opencv_gives_them():
    assert MAT.fiducials[1].square.corners == ((520, 8), (552, 8), (552, 40), (520, 40))


def test_a_mat_is_known_by_the_fiducials_that_are_seen():
    assert mat_with([1]) is MAT
    assert mat_with([4, 6, 7, 30]) is mat_named("basic")
    assert mat_with([0, 4]) is None
    assert mat_with([]) is None
    assert mat_with([49]) is None


def test_a_point_is_in_the_region_that_is_printed_around_it():
    assert region_of(MAT, (280, 40)) == "goal"
    assert region_of(MAT, (14, 90)) == "forbidden"
    assert region_of(MAT, (400, 163)) is None
    assert region_of(MAT, (-5, 40)) is None


def test_a_cube_is_where_most_of_its_base_is():
    assert region_of_base(MAT, base(235, 150)) == "forbidden"
    assert region_of_base(MAT, base(237, 150)) == "resources"
    assert region_of_base(MAT, base(435, 158)) == "permitted"
    assert region_of_base(MAT, base(435, 168)) == "required"


def test_a_cube_beside_every_region_lies_in_resources():
    assert region_of_base(MAT, base(550, 300)) == "resources"
    assert region_of_base(MAT, base(-40, 500)) == "resources"


@given(st.floats(-30, 590), st.floats(-30, 450), st.floats(0, 2 * pi))
def test_a_cube_well_inside_a_region_is_there_however_it_is_turned(x, y, turn):
    for region in MAT.regions:
        if region.area.grown(-12).holds((x, y)):
            assert region_of_base(MAT, base(x, y, turn)) == region.name
            assert region_of_base(MAT, base(x, y, turn)[::-1]) == region.name
            return
    assert region_of_base(MAT, base(x, y, turn)) in {region.name for region in MAT.regions}


BAD = {
    "a key that nobody reads": ("cube = 16", "cube = 16\nglue = 1", "glue means nothing here"),
    "a missing key": ("quiet_zone = 6", "", "fiducials.quiet_zone is missing"),
    "a word for a number": ("cube = 16", "cube = 'big'", "cube must be a number"),
    "a truth for a number": ("cube = 16", "cube = true", "cube must be a number"),
    "nothing for a size": ("cube = 16", "cube = 0", "cube must be more than nothing"),
    "no number": ("radius = 30", "radius = nan", "challenge_pad.radius is not a length"),
    "a region off the mat": ("[14, 90, 236, 236]", "[-4, 90, 236, 236]", "regions.forbidden is not all on the mat"),
    "regions over each other": ("[324, 90, 546, 160]", "[324, 90, 546, 170]", "permitted and regions.required are in"),
    "a region too small": ("[324, 90, 546, 160]", "[324, 90, 546, 100]", "regions.permitted has no room for a cube"),
    "a region backwards": ("[324, 90, 546, 160]", "[546, 90, 324, 160]", "regions.permitted has no room for a cube"),
    "a region in a quiet zone": (
        "[60, 14, 500, 74]",
        "[45, 14, 500, 74]",
        "goal and fiducial 0 are in each other's way",
    ),
    "a pad on a region": ("radius = 30", "radius = 50", "and challenge_pad are in each other's way"),
    "a fiducial twice": ("[0, 1, 2, 3]", "[0, 1, 2, 2]", "a number is there twice"),
    "a fiducial that is none": ("[0, 1, 2, 3]", "[0, 1, 2, 50]", "50 is not a number from 0 to 49"),
    "three fiducials": ("[0, 1, 2, 3]", "[0, 1, 2]", "lists of four"),
    "fiducials the wrong way round": ("[[24, 24], [536, 24]", "[[536, 24], [24, 24]", "clockwise from the top-left"),
    "another dictionary": ("DICT_4X4_50", "DICT_5X5_50", "we print DICT_4X4_50, not DICT_5X5_50"),
    "no colour": ('"#c9a227"', '"gold"', "colours.goal: 'gold' is not a colour"),
    "no table": ("[challenge_pad]", "[[challenge_pad]]", "challenge_pad must be a table"),
    "no TOML": ("name =", "name", "is not TOML"),
}


@pytest.mark.parametrize("what", BAD)
def test_a_mat_that_cannot_be_is_refused_in_a_sentence(what):
    before, after, words = BAD[what]
    assert before in TOURNAMENT
    with pytest.raises(BadMat, match=r"^mine\.toml") as caught:
        read_mat(TOURNAMENT.replace(before, after, 1), "mine.toml")
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)


@given(st.integers(0, len(TOURNAMENT) - 1), st.integers(0, 30), st.text('0123456789-.[]="# \nxe', max_size=6))
def test_a_damaged_file_is_a_mat_or_is_refused_and_nothing_else_happens(at, length, instead):
    try:
        mat = read_mat(TOURNAMENT[:at] + instead + TOURNAMENT[at + length :])
    except BadMat:
        return
    assert all(mat.area.holds(corner) for region in mat.regions for corner in region.area.corners)


def test_a_mat_we_do_not_have_is_refused_with_the_names_of_those_we_have():
    with pytest.raises(BadMat, match="no mat 'chess'; we have basic, essential, tournament"):
        mat_named("chess")
    with pytest.raises(KeyError, match="the tournament mat has no region 'essential'"):
        MAT.region("essential")


@pytest.mark.parametrize("lens", LENSES, ids=lambda lens: lens.name)
def test_from_its_height_a_camera_sees_the_mat_and_not_much_more(lens):
    seen = view(MAT, lens)
    per_mm = seen.cube_in_play / MAT.cube
    wide, deep = lens.in_play[0] / per_mm, lens.in_play[1] / per_mm
    assert wide >= 600 - 1e-6
    assert deep >= 460 - 1e-6
    assert min(wide / 600, deep / 460) < 1.04


def test_a_webcams_diagonal_gives_the_angles_that_people_have_measured():
    lens = by_diagonal("C920", 78, (1920, 1080), (1920, 1080))
    assert lens.across == pytest.approx(70.4, abs=0.1)
    assert lens.down == pytest.approx(43.3, abs=0.1)
