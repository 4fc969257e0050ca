"""What a picture tells: one rendered picture of a good table, spoiled in every way that happens to cameras."""

from functools import cache

import cv2
import numpy as np
import pytest

from hardware.checkup.picture import look
from hardware.mats import mat_named
from hardware.simulated.puppet import VirtualTable
from hardware.simulated.renderer import Renderer

MAT = mat_named("tournament")


@cache
def good():
    image = Renderer().render(VirtualTable(seed=1).scene, 1, 1.0)
    return np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY) if image.ndim == 3 else image, np.uint8)


def found(grey, mat=MAT):
    return {finding.part: finding for finding in look(np.ascontiguousarray(grey, np.uint8), mat)}


def blurred(by):
    return cv2.GaussianBlur(good(), (0, 0), by)


def test_a_good_picture_is_well_in_every_way():
    assert {finding.state for finding in found(good()).values()} == {"ok"}


def test_a_covered_corner_is_named():
    grey = good().copy()
    grey[:300, :300] = 90
    finding = found(grey)["fiducials"]
    assert finding.state == "bad"
    assert "3 of 4 are seen; missing: top left (number 0)" in finding.words
    assert "uncover" in finding.do


def test_another_mat_is_recognised():
    finding = found(good(), mat_named("basic"))["fiducials"]
    assert (finding.state, finding.words) == ("bad", "the tournament mat lies there, and the configuration says basic")
    assert 'mat = "tournament"' in finding.do


def test_a_table_without_a_mat_is_said_so_and_the_rest_left_out():
    findings = found(cv2.resize(np.random.default_rng(1).integers(60, 200, (48, 64), np.uint8), (1280, 960)))
    assert findings["fiducials"].state == "bad"
    assert findings["camera height"].state == findings["light"].state == "skipped"


@pytest.mark.parametrize(("by", "state"), [(0.5, "ok"), (1.0, "ok"), (2.2, "warning")])
def test_a_lens_out_of_focus_is_to_be_turned(by, state):
    finding = found(blurred(by))["sharpness"]
    assert finding.state == state, finding
    assert state == "ok" or "turn the lens" in finding.do


def test_a_picture_without_any_edge_is_out_of_focus_or_covered():
    finding = found(blurred(9))["sharpness"]
    assert finding.state == "bad"
    assert "lens" in finding.do


@pytest.mark.parametrize(("share", "state"), [(0.45, "warning"), (0.2, "bad")])
def test_a_dark_picture_wants_a_lamp(share, state):
    finding = found(good() * share)["light"]
    assert (finding.state, "lamp" in finding.do) == (state, True)


def test_a_picture_without_light_is_dark_even_where_nothing_is_found():
    finding = found(np.full((960, 1280), 5, np.uint8))["light"]
    assert finding.state == "bad"
    assert "turn a light on" in finding.do


def test_a_washed_out_picture_is_too_bright():
    findings = found(np.clip(good() * 1.6, 0, 255))
    assert findings["light"].state == findings["glare"].state == "bad"


def test_light_from_one_side_is_uneven_and_the_dark_corner_named():
    finding = found(good() * np.linspace(0.5, 1.0, 1280)[None])["even light"]
    assert finding.state == "warning"
    assert "left corner has" in finding.words


def test_a_mirrored_lamp_is_found_where_it_is():
    grey = good().copy()
    cv2.circle(grey, (640, 500), 40, 255, -1)
    finding = found(grey)["glare"]
    assert finding.state == "warning"
    assert "middle centre" in finding.words


def test_a_camera_that_hangs_too_high_makes_letters_too_small():
    finding = found(cv2.resize(good(), (640, 480), interpolation=cv2.INTER_AREA))["camera height"]
    assert finding.state == "bad"
    assert "hang the camera lower" in finding.do


def test_a_camera_that_hangs_too_low_cuts_the_table_off():
    finding = found(cv2.resize(good()[100:-100, 120:-120], (1280, 960)))["camera height"]
    assert finding.state == "warning"
    assert "hang the camera higher" in finding.do


def test_a_camera_that_looks_from_the_side_is_to_be_tilted():
    corners = np.array([[0, 0], [1280, 0], [1280, 960], [0, 960]], np.float32)
    leaning = np.array([[80, 0], [1200, 0], [1340, 960], [-60, 960]], np.float32)
    matrix = cv2.getPerspectiveTransform(corners, leaning)
    seen = cv2.warpPerspective(good(), matrix, (1280, 960), borderValue=120)
    finding = found(seen)["camera height"]
    assert finding.state == "warning"
    assert "straight down" in finding.do
