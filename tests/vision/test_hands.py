"""Hands are seen with the side they come from; shadows, lamps and cubes are none."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import numpy as np
import pytest

from hardware.mats import mat_named
from hardware.simulated.optics import CameraView
from hardware.simulated.renderer import Renderer
from hardware.simulated.scene import Hand, Lamp, Scene, SceneBlock, SceneLight, Side, rolled
from hardware.simulated.truth import truth
from vision.hands.find_hands import CELL_MM, SIDES, SMALL_MARGIN_MM, HandFinder, hands_in, shade
from vision.sighting import Array, SeenHand
from vision.training.flats import flat_of
from vision.training.scenes import Example

MAT = mat_named("tournament")
TABLE = Scene(rolled(Random(4), MAT), SceneBlock(*MAT.pad.centre), view=CameraView(640, 480, 532))
REACH: dict[Side, tuple[float, float]] = {
    "north": (150, 110), "east": (430, 200), "south": (300, 300), "west": (140, 220),
}  # fmt: skip
EDGE: dict[Side, tuple[float, float]] = {
    "north": (180, 25), "east": (535, 260), "south": (380, 395), "west": (25, 130),
}  # fmt: skip


@pytest.fixture(scope="module")
def finder() -> HandFinder:
    return HandFinder()


@pytest.fixture(scope="module")
def renderer() -> Renderer:
    return Renderer()


def seen(finder: HandFinder, renderer: Renderer, scene: Scene) -> tuple[tuple[SeenHand, ...], Array]:
    mask = finder.mask(flat_of(Example(scene, renderer.render(scene), truth(scene))).small)
    return hands_in(mask, MAT), mask


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("person", [1, 2, 5])
def test_a_hand_has_the_side_it_comes_from(finder: HandFinder, renderer: Renderer, side: Side, person: int) -> None:
    hands, _ = seen(finder, renderer, replace(TABLE, hands=(Hand(side, *REACH[side], 30, person=person),)))
    assert [hand.side for hand in hands] == [side]
    assert np.hypot(hands[0].x - REACH[side][0], hands[0].y - REACH[side][1]) < 45


unseen = pytest.mark.xfail(strict=True, reason="the network does not yet see every fingertip at the edge")


@pytest.mark.parametrize("side", ["north", *(pytest.param(side, marks=unseen) for side in ("east", "south", "west"))])
def test_a_hand_only_just_over_the_edge_is_seen(finder: HandFinder, renderer: Renderer, side: Side) -> None:
    hands, _ = seen(finder, renderer, replace(TABLE, hands=(Hand(side, *EDGE[side], 25, person=3),)))
    assert [hand.side for hand in hands] == [side]


def test_hands_from_two_sides_are_two(finder: HandFinder, renderer: Renderer) -> None:
    both = Hand("south", 160, 330, 30, person=1), Hand("east", 430, 150, 30, "flat", person=4)
    hands, _ = seen(finder, renderer, replace(TABLE, hands=both))
    assert {hand.side for hand in hands} == {"south", "east"}
    assert all(hand.area > 2000 for hand in hands)


def test_without_a_hand_there_is_none_in_any_light(finder: HandFinder, renderer: Renderer) -> None:
    lamps = SceneLight((Lamp(-400, 100, 500, 0.8, 20),), 0.15), SceneLight((Lamp(900, 900, 1500, 0.3, 500),), 0.5)
    for light in (TABLE.light, *lamps):
        assert seen(finder, renderer, replace(TABLE, light=light))[0] == ()
    assert seen(finder, renderer, replace(TABLE, cubes=(), block=None))[0] == ()


def test_what_lies_under_a_hand_is_hidden(finder: HandFinder, renderer: Renderer) -> None:
    _, mask = seen(finder, renderer, replace(TABLE, hands=(Hand("west", 200, 200, 20, "flat"),)))
    hides = shade(mask)
    assert hides(190, 200)
    assert hides(100, 205)
    assert not hides(450, 330)


def drawn(*arms: tuple[Side, slice, slice]) -> Array:
    """A mask in which these rows and columns are certain."""
    mask = np.zeros((4, 32, 40), np.float32)
    for side, rows, columns in arms:
        mask[SIDES.index(side), rows, columns] = 0.95
    return mask


def test_what_is_not_taken_for_a_hand_hides_nothing() -> None:
    mask = drawn(("south", slice(20, 32), slice(10, 14)))
    mask[0, 5:7, 30:32] = 0.6
    (hand,), hides = hands_in(mask, MAT), shade(mask)
    assert hand.side == "south"
    assert hides(12 * CELL_MM - SMALL_MARGIN_MM, 25 * CELL_MM - SMALL_MARGIN_MM)
    assert not hides(31 * CELL_MM - SMALL_MARGIN_MM, 6 * CELL_MM - SMALL_MARGIN_MM)


def test_what_does_not_stir_must_be_certain_to_be_a_hand() -> None:
    likely = 0.8 * drawn(("south", slice(20, 32), slice(10, 14)))
    certain = drawn(("south", slice(20, 32), slice(10, 14)))
    assert [len(hands_in(mask, MAT, still)) for mask in (likely, certain) for still in (False, True)] == [1, 0, 1, 1]
    assert not shade(likely, still=True)(12 * CELL_MM - SMALL_MARGIN_MM, 25 * CELL_MM - SMALL_MARGIN_MM)


def test_area_and_tip_are_in_millimetres_of_the_mat() -> None:
    (hand,) = hands_in(drawn(("south", slice(20, 32), slice(10, 14))), MAT)
    assert (hand.side, hand.y) == ("south", pytest.approx(20.5 * CELL_MM - SMALL_MARGIN_MM, abs=CELL_MM / 2))
    assert hand.area == pytest.approx(0.95 * 4 * CELL_MM * (MAT.height - (20 * CELL_MM - SMALL_MARGIN_MM)))
    assert 10 * CELL_MM - SMALL_MARGIN_MM < hand.x < 14 * CELL_MM - SMALL_MARGIN_MM


def test_arms_that_touch_are_told_apart_by_their_sides() -> None:
    mask = drawn(("south", slice(15, 32), slice(10, 14)), ("east", slice(11, 15), slice(12, 40)))
    assert {hand.side for hand in hands_in(mask, MAT)} == {"south", "east"}


def test_what_stays_beside_the_mat_is_no_hand() -> None:
    assert hands_in(drawn(("west", slice(5, 15), slice(0, 2))), MAT) == ()
    assert hands_in(np.full((4, 32, 40), 0.1, np.float32), MAT) == ()
