"""Every hand over the mat is in the picture, where it is, however its lens bends."""

from __future__ import annotations

from functools import cache
from math import cos, radians, sin
from random import Random

import numpy as np

from hardware.mats import mat_named
from hardware.simulated import hands
from hardware.simulated.anatomy import FINE, LEFT, TOP, relief
from hardware.simulated.look import random_look
from hardware.simulated.optics import CameraView, project
from hardware.simulated.scene import SIDES, Grip, Hand, SceneLight
from hardware.simulated.variety import random_light, random_view
from tests.hardware.simulated.views import SMALL

MAT = mat_named("tournament")
LIGHT = SceneLight()
TIP_MM = 7.0
"""From the end of a finger to the middle of its tip."""


def view_of(seed: int) -> CameraView:
    """The camera of a rehearsal with this seed, with a small sensor."""
    rng = Random(seed)
    random_look(rng)
    random_light(rng)
    return random_view(rng, MAT, 320, 240)


def fingertip(hand: Hand) -> tuple[float, float, float]:
    """The tip of the hand's longest finger in space."""
    turn = radians(hands.heading(hand, MAT))
    across, along = longest(hand.grip, hand.person)
    x = hand.x + across * cos(turn) - along * sin(turn)
    y = hand.y + across * sin(turn) + along * cos(turn)
    return x, y, hand.z + (18.0 if hand.grip == "pinch" else 10.0)


@cache
def longest(grip: str, person: int) -> tuple[float, float]:
    """The tip of the longest finger in the hand's own axes."""
    rows, columns = np.nonzero(relief(grip, person).cover > 0.5)
    return float(columns[0] / FINE + LEFT), float(rows[0] / FINE + TOP + TIP_MM)


def is_drawn(hand: Hand, view: CameraView) -> bool:
    """Whether the pixel of its fingertip is covered, if that is in the picture at all."""
    column, row = np.round(project(view, [fingertip(hand)])[0]).astype(int)
    if not (0 <= column < view.width and 0 <= row < view.height):
        return True
    rect, cover = hands.covering(hand, MAT, view)
    y, x = row - rect.y0, column - rect.x0
    return bool((cover[max(0, y - 1) : y + 2, max(0, x - 1) : x + 2] > 127).any())


def test_every_hand_over_the_mat_is_drawn_where_it_is_in_400_views() -> None:
    unseen = []
    for seed in range(400):
        view, rng = view_of(seed), Random(seed)
        for side in SIDES:
            grip: Grip
            for grip in ("pinch", "flat"):
                for _ in range(2):
                    x, y, z, along = (
                        rng.uniform(30, 530),
                        rng.uniform(30, 390),
                        rng.uniform(8, 60),
                        rng.uniform(-150, 150),
                    )
                    hand = Hand(side, x, y, z, grip, along, SIDES.index(side) + 1)
                    if not is_drawn(hand, view):
                        unseen.append((seed, hand))
    assert unseen == []


def test_the_arm_that_a_strong_lens_folded_out_of_the_picture_is_drawn() -> None:
    view = view_of(424242)
    hands_over_the_mat = [Hand(side, x, y) for side in SIDES for x in (60, 280, 500) for y in (60, 210, 360)]
    assert all(is_drawn(hand, view) for hand in hands_over_the_mat)


def test_what_covers_the_picture_is_what_is_drawn() -> None:
    for view in (SMALL, view_of(424242)):
        hand = Hand("west", 300, 200, person=2)
        rect, cover = hands.covering(hand, MAT, view)
        drawn = hands.draw(hand, MAT, view, LIGHT)
        assert drawn is not None
        assert drawn.rect == rect
        assert np.array_equal(drawn.cover[..., 0], cover)


def test_what_is_farther_away_is_farther_out_however_the_lens_bends() -> None:
    view = CameraView(lens=(-0.12, -0.03, 0.0, 0.0, 0.0), z=350)
    pixels = project(view, [(view.x + far, view.y, 0) for far in range(0, 2000, 10)])
    assert (np.diff(pixels[:, 0]) > 0).all()
