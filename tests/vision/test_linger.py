"""Hands that stay: over cubes, and at the block."""

from __future__ import annotations

import pytest

from hardware.mats import mat_named
from vision.changes import Change, SawCovered, SawHandAtBlock
from vision.sighting import SeenHand, Side
from vision.track.belief import Belief, Tracked
from vision.track.linger import AT_BLOCK_MS, COVER_MS, LEFT_BLOCK_MS, Linger

MAT = mat_named("tournament")
CUBE = Tracked(7, "q", Belief(), 100.0, 150.0, 0.0, "permitted", 0, 0)


def hand(side: Side, x: float, y: float, area: float = 5000.0) -> SeenHand:
    return SeenHand(side, x, y, area)


def watch(linger: Linger, since: int, until: int, *hands: SeenHand) -> list[Change]:
    def hides(x: float, y: float) -> bool:
        return any(abs(one.x - x) + abs(one.y - y) < 60 for one in hands)

    return [change for at in range(since, until, 100) for change in linger.see(at, hands, hides, [CUBE])]


@pytest.mark.parametrize(
    ("other", "who"),
    [
        ((), "south"),
        ((hand("east", 400, 300),), "south"),
        ((hand("west", 20, 320),), "south"),
        ((hand("east", 150, 190),), None),
        ((hand("east", 150, 190, 400),), "south"),
    ],
    ids=["alone", "another rests elsewhere", "another comes in beside the arm", "another is as near", "only a little"],
)
def test_a_cube_that_stays_hidden_is_covered_by_the_hand_that_is_over_it(
    other: tuple[SeenHand, ...], who: Side | None
) -> None:
    linger = Linger(MAT)
    assert watch(linger, 0, COVER_MS - 100, hand("south", 110, 160), *other) == []
    among: tuple[Side, ...] = () if who else ("east", "south")
    told = watch(linger, COVER_MS - 100, COVER_MS + 500, hand("south", 110, 160), *other)
    assert told == [SawCovered((0, COVER_MS), (7,), who, among)]
    [free] = watch(linger, COVER_MS + 500, COVER_MS + 1_000)
    assert isinstance(free, SawCovered)
    assert free.cubes == ()


def test_an_arm_that_reaches_over_a_cube_covers_nothing() -> None:
    linger = Linger(MAT)
    assert watch(linger, 0, COVER_MS - 200, hand("south", 110, 160)) == []
    assert watch(linger, COVER_MS - 200, 3 * COVER_MS) == []


def test_a_hand_that_stays_at_the_block_is_told_of_with_when_it_came_and_left() -> None:
    linger, (x, y) = Linger(MAT), MAT.pad.centre
    assert watch(linger, 0, AT_BLOCK_MS, hand("north", x, y)) == []
    assert watch(linger, AT_BLOCK_MS, AT_BLOCK_MS + 500, hand("north", x, y)) == [
        SawHandAtBlock((0, AT_BLOCK_MS), "north", True)
    ]
    left = AT_BLOCK_MS + 400
    assert watch(linger, AT_BLOCK_MS + 500, AT_BLOCK_MS + 2_000) == [
        SawHandAtBlock((left, left + LEFT_BLOCK_MS), "north", False)
    ]


def test_who_covers_a_cube_is_told_by_the_arm_though_the_fingers_are_beyond_it() -> None:
    linger, hands = Linger(MAT), (hand("south", 100, 50), hand("west", 20, 240))
    told = [
        change for at in range(0, COVER_MS + 100, 100) for change in linger.see(at, hands, lambda x, y: True, [CUBE])
    ]
    assert told == [SawCovered((0, COVER_MS), (7,), "south")]


def test_after_a_restart_a_hand_that_was_at_the_block_is_told_to_have_left_or_not_told_of_again() -> None:
    (x, y), stays, leaves = MAT.pad.centre, Linger(MAT), Linger(MAT)
    for linger in (stays, leaves):
        linger.resume(1_000, (), at_block=True)
    assert watch(stays, 1_100, 4_000, hand("west", x, y)) == []
    assert watch(leaves, 1_100, 4_000) == [SawHandAtBlock((1_000, 1_000 + LEFT_BLOCK_MS), None, False)]


def test_after_a_restart_cubes_that_were_covered_are_told_to_be_in_sight_or_not_told_of_again() -> None:
    stays, leaves = Linger(MAT), Linger(MAT)
    for linger in (stays, leaves):
        linger.resume(1_000, (CUBE.number,), at_block=False)
    assert watch(stays, 1_100, 4_000, hand("south", CUBE.x, CUBE.y)) == []
    assert watch(leaves, 1_100, 4_000) == [SawCovered((1_100, 1_100), (), None)]
