"""The puppet does what its strings say, in time that is given to it."""

from __future__ import annotations

from collections import Counter

import pytest

from hardware.simulated.letters import LOWER, UPPER
from hardware.simulated.puppet import VirtualTable
from hardware.simulated.scene import Cube, region_of_cube, turned


def done(table: VirtualTable) -> VirtualTable:
    for count, _ in enumerate(table.frames()):
        assert count < 400, "the hands never finish"
    return table


@pytest.fixture
def table() -> VirtualTable:
    table = VirtualTable(seed=4)
    table.roll("south", "CAKENRCAKENRCApqrsiopqrsiopq")
    return done(table)


def test_a_roll_comes_to_rest_on_the_resources_with_the_letters_asked_for(table: VirtualTable) -> None:
    cubes = table.scene.cubes
    assert "".join(cube.letter for cube in cubes) == "CAKENRCAKENRCApqrsiopqrsiopq"
    assert all(cube.resting for cube in cubes)
    assert Counter(region_of_cube(table.plan, cube) for cube in cubes) == {"resources": 28}
    for cube in cubes:
        assert len({cube.letter, *cube.sides}) == 5
        assert {cube.letter, *cube.sides} <= set(UPPER if cube.upper else LOWER)


def test_a_placed_cube_lies_where_it_was_told_and_the_hand_is_gone(table: VirtualTable) -> None:
    table.place("south", 3, 120, 50, angle=0)
    seen = list(table.frames())
    cube = table.cube(3)
    assert (cube.x, cube.y, cube.z, cube.angle) == (120, 50, 0, 0)
    assert region_of_cube(table.plan, cube) == "goal"
    assert table.scene.hands == ()
    carried = [scene for scene in seen if scene.cubes[2].z > 0]
    assert len(carried) > 5
    assert all(scene.hands[0].side == "south" for scene in carried)
    assert all(abs(scene.hands[0].x - scene.cubes[2].x) < 1e-6 for scene in carried)


def test_hands_of_several_sides_move_at_once(table: VirtualTable) -> None:
    table.place("south", 1, 120, 50)
    table.place("east", 2, 400, 120)
    assert max(len(scene.hands) for scene in table.frames()) == 2
    assert region_of_cube(table.plan, table.cube(2)) == "permitted"


def test_a_turned_cube_shows_the_side_that_was_away_and_has_all_its_letters(table: VirtualTable) -> None:
    before = table.cube(5)
    table.turn("north", 5, toward=0)
    done(table)
    after = table.cube(5)
    assert after.letter == before.sides[2]
    assert after.resting
    assert (after.x, after.y) == (before.x, before.y)


@pytest.mark.parametrize("toward", [0, 90, 180, 270])
def test_four_turns_the_same_way_bring_a_cube_back(toward: float) -> None:
    cube = Cube(1, "C", 0, 0, 0, "AKEN")
    once = turned(cube, toward)
    # The cube's own north is now the way it was tipped, so going on the same way is northwards.
    assert turned(turned(turned(once, 0), 0), 0).letter == cube.letter
    assert once.sides[0] == "C"


def test_hovering_and_covering_move_no_cube(table: VirtualTable) -> None:
    before = table.scene.cubes
    table.hover("west", 100, 300)
    table.cover("east", 300, 330)
    grips = {hand.grip for scene in table.frames() for hand in scene.hands}
    assert grips == {"pinch", "flat"}
    assert table.scene.cubes == before


def test_the_block_is_lifted_and_comes_back(table: VirtualTable) -> None:
    table.lift_block("west")
    assert done(table).scene.block is None
    table.return_block("west")
    block = done(table).scene.block
    assert block is not None
    assert (block.x, block.y, block.z) == (*table.plan.pad.centre, 0)


def test_a_cube_can_be_lifted_carried_about_and_placed(table: VirtualTable) -> None:
    table.lift("south", 9)
    assert done(table).cube(9).z > 20
    table.carry("south", 9, 400, 200)
    assert (done(table).cube(9).x, table.cube(9).resting) == (400, False)
    table.place("south", 9, 420, 200)
    assert (done(table).cube(9).x, table.cube(9).resting) == (420, True)


def test_bumps_move_the_view_and_leave_the_cubes_on_the_mat(table: VirtualTable) -> None:
    before = table.scene
    table.bump_mat()
    table.bump_camera()
    assert table.scene.cubes == before.cubes
    assert table.scene.view != before.view


def test_a_lamp_goes_out_and_on_again(table: VirtualTable) -> None:
    before = table.scene.light
    table.lamp(False)
    assert table.scene.light.lamps[0].power == 0
    table.lamp(True)
    assert table.scene.light == before


def test_the_same_seed_plays_the_same_way() -> None:
    def play() -> list[tuple[Cube, ...]]:
        table = VirtualTable(seed=11)
        table.roll("north")
        rolling = [scene.cubes for scene in table.frames()]
        table.place("east", 4, 100, 150)
        return rolling + [scene.cubes for scene in table.frames()]

    assert play() == play()
