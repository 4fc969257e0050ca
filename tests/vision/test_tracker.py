"""What the tracker concludes from looks at a table where hands come and go."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from hardware.simulated.puppet import VirtualTable
from hardware.simulated.scene import Cube
from tests.vision.truthful import Onlooker
from vision.changes import (
    Appeared,
    Change,
    HandCame,
    HandLeft,
    Lying,
    Missed,
    Reread,
    SawMoved,
    SawRolled,
    SawTurned,
    Unclear,
)
from vision.sighting import SeenCube, SeenHand
from vision.track.belief import FaceLook
from vision.track.tracker import Tracker

LETTERS = "CAKENRCAKENRCApqrsiopqrsiopq"


def started(seed: int = 4, **how: float) -> tuple[VirtualTable, Onlooker, dict[int, int]]:
    """A table after a roll that was seen, and which cube of the tracker is which of the puppet."""
    table = VirtualTable(seed=seed)
    onlooker = Onlooker(table, Random(seed), **how)  # type: ignore[arg-type]
    table.roll("south", LETTERS)
    seen = onlooker.watch()
    rolled = [change for change in seen if isinstance(change, SawRolled)]
    assert len(rolled) == 1
    assert sorted(rolled[0].letters) == sorted(LETTERS)
    return table, onlooker, numbers(table, onlooker)


def numbers(table: VirtualTable, onlooker: Onlooker) -> dict[int, int]:
    names = {}
    for cube in onlooker.tracker.cubes:
        at = min(table.scene.cubes, key=lambda one: (one.x - cube.x) ** 2 + (one.y - cube.y) ** 2)
        assert at.letter == cube.letter
        names[at.number] = cube.number
    return names


def acts(changes: list[Change]) -> list[Change]:
    return [change for change in changes if not isinstance(change, HandCame | HandLeft)]


def test_a_roll_is_told_once_with_who_rolled() -> None:
    table = VirtualTable(seed=2)
    onlooker = Onlooker(table, Random(2))
    table.roll("west", LETTERS)
    rolled = acts(onlooker.watch())
    assert len(rolled) == 1
    assert isinstance(rolled[0], SawRolled)
    assert rolled[0].side == "west"


@pytest.mark.parametrize("side", ["north", "east", "south", "west"])
def test_a_move_is_told_with_its_cube_regions_and_hand(side: str) -> None:
    table, onlooker, names = started()
    table.place(side, 15, 100, 150)  # type: ignore[arg-type]
    [move] = acts(onlooker.watch())
    assert isinstance(move, SawMoved)
    assert (move.cube, move.letter, move.origin, move.region, move.side) == (
        names[15],
        "p",
        "resources",
        "forbidden",
        side,
    )


def test_a_hand_that_hovers_or_covers_moves_nothing() -> None:
    table, onlooker, _ = started()
    table.hover("east", 300, 330)
    table.cover("south", 250, 330)
    assert acts(onlooker.watch()) == []


def test_two_cubes_of_one_hand_are_told_in_the_order_they_were_placed() -> None:
    table, onlooker, names = started()
    table.place("north", 15, 100, 150)
    table.place("north", 1, 400, 120)
    moves = acts(onlooker.watch())
    assert [(move.cube, move.region) for move in moves if isinstance(move, SawMoved)] == [
        (names[15], "forbidden"),
        (names[1], "permitted"),
    ]
    assert moves[0].at[1] <= moves[1].at[0]


def test_the_time_of_a_move_holds_the_moment_it_touched_down() -> None:
    table, onlooker, _ = started()
    table.place("south", 15, 100, 150)
    touched, told = None, None
    for _ in onlooker.frames(30):
        if touched is None and table.cube(15).resting and table.cube(15).y == 150:
            touched = table.now
        for change in onlooker.see():
            if isinstance(change, SawMoved):
                told = change
    assert told is not None
    assert touched is not None
    assert told.at[0] - 70 <= touched <= told.at[1] + 70
    assert told.at[1] - told.at[0] < 700


def test_a_cube_turned_over_where_it_lies_is_a_turn() -> None:
    table, onlooker, names = started()
    table.turn("south", 3)
    [turn] = acts(onlooker.watch())
    assert isinstance(turn, SawTurned)
    assert (turn.cube, turn.before, turn.letter) == (names[3], "K", table.cube(3).letter)


def test_a_cube_that_is_put_elsewhere_within_its_region_is_relocated() -> None:
    table, onlooker, names = started()
    cube = table.cube(20)
    table.place("east", 20, 280, 390) if cube.x < 200 else table.place("east", 20, 80, 390)
    [move] = acts(onlooker.watch())
    assert isinstance(move, SawMoved)
    assert move.relocated
    assert move.cube == names[20]


def test_a_cube_that_is_pushed_a_little_is_told_once_no_hand_is_at_it() -> None:
    tracker = Tracker(1)
    tracker.resume([Lying(1, "p", "permitted", 100, 150, 0)], 0)

    def look(at: int, x: float, *hands: SeenHand) -> list[Change]:
        changes = tracker.hands(at, hands, lambda x, y: False)
        cube = SeenCube("p", 1.0, x, 150, 0.0, "permitted")
        return acts(changes + tracker.look(FaceLook(at, [cube], hands, lambda x, y: False, not hands)))

    finger = SeenHand("north", 110, 115, 5000.0)
    for at in range(100, 500, 100):
        assert look(at, 100) == []
    for at in range(500, 1_500, 100):
        assert look(at, 112, finger) == []
    told = [change for at in range(1_500, 2_500, 100) for change in look(at, 112)]
    [move] = told
    assert isinstance(move, SawMoved)
    assert move.relocated
    assert (move.cube, move.x, move.side) == (1, 112, "north")


@pytest.mark.parametrize("expected", [28, None])
def test_a_table_that_was_cleared_is_neither_moves_nor_a_roll_and_need_not_be_looked_at(expected: int | None) -> None:
    table, onlooker, _ = started()
    onlooker.tracker.expected = expected
    table.hover("south", 280, 300)
    told = [change for _ in range(10) for change in onlooker.see()]
    for cube in onlooker.tracker.cubes:
        cube.touched = round(table.now)
    onlooker._read = lambda shade: []  # type: ignore[method-assign]
    told += onlooker.watch(120)
    assert acts(told) == []
    assert onlooker.tracker.rolling
    assert onlooker.tracker.settled


def test_a_cube_that_nobody_can_read_and_nobody_put_there_does_not_appear() -> None:
    table = VirtualTable(seed=1)
    onlooker = Onlooker(table, Random(1))
    flat = tuple([1 / 12] * 12)
    shadow = SeenCube(None, 1 / 12, 100, 150, 0.0, "permitted", flat)
    onlooker._read = lambda shade: [shadow]  # type: ignore[method-assign]
    for _ in range(60):
        table.advance(1000 / 15)
        onlooker.still = 0
        assert acts(onlooker.see()) == []


def test_two_cubes_that_swap_places_are_two_moves() -> None:
    table, onlooker, names = started()
    table.place("south", 15, 100, 150)
    table.place("south", 1, 400, 120)
    onlooker.watch()
    table.place("south", 15, 440, 150)
    table.place("south", 1, 100, 150)
    moves = [move for move in acts(onlooker.watch()) if isinstance(move, SawMoved)]
    assert [(move.cube, move.region) for move in moves] == [(names[15], "permitted"), (names[1], "forbidden")]


def test_a_cube_that_is_taken_away_is_missed_and_moves_when_it_comes_back() -> None:
    table, onlooker, names = started()
    table.lift("south", 15)
    table.carry("south", 15, 280, 640)
    table.wait("south", 5000)
    seen = acts(onlooker.watch())
    assert [type(change) for change in seen] == [Missed]
    table.place("south", 15, 400, 200)
    [move] = acts(onlooker.watch())
    assert isinstance(move, SawMoved)
    assert (move.cube, move.region) == (names[15], "required")


def test_cubes_rolled_one_by_one_for_the_first_goal_appear() -> None:
    table = VirtualTable(seed=1)
    onlooker = Onlooker(table, Random(1), expected=3)
    whole = VirtualTable(seed=9)
    whole.roll("south", LETTERS)
    list(whole.frames())
    for number in (1, 2, 3):
        table.put(whole.cube(number))
        [one] = acts(onlooker.watch())
        assert isinstance(one, Appeared)
        assert one.letter == LETTERS[number - 1]


def test_a_cube_too_many_is_unclear_and_not_a_move() -> None:
    table, onlooker, _ = started()
    table.put(table.cube(1).__class__(29, "p", 450, 120, 0, "qrsi"))
    seen = acts(onlooker.watch(after=60))
    assert [type(change) for change in seen] == [Unclear]


@pytest.mark.parametrize("seed", range(6))
def test_moves_at_random_are_told_as_they_were_made(seed: int) -> None:
    table, onlooker, names = started(seed, misread=0.002, overlooked=0.01)
    rng = Random(seed)
    made, told = [], []
    spots = [(x, y) for x in range(40, 230, 30) for y in range(110, 230, 30)]
    spots += [(x, y) for x in range(345, 540, 30) for y in (112, 142, 185, 215)]
    rng.shuffle(spots)
    for number in rng.sample(range(1, 29), 10):
        x, y = spots.pop()
        table.place(rng.choice(["north", "south", "west"]), number, x, y)  # type: ignore[arg-type]
        region = "forbidden" if x < 240 else "permitted" if y < 160 else "required"
        made.append((names[number], region, table.cube(number).letter))
        for change in acts(onlooker.watch(after=20)):
            assert isinstance(change, SawMoved)
            told.append((change.cube, change.region, change.letter))
    assert told == made


def test_of_two_cubes_with_one_letter_the_one_in_whose_place_something_lies_was_turned_over() -> None:
    table, onlooker, names = started()
    table.place("south", 7, 200, 150)  # a C, like cube 1
    onlooker.watch()
    table.place("south", 1, 120, 200)
    table.turn("north", 7)
    changes = acts(onlooker.watch())
    assert {(type(change), change.cube) for change in changes if isinstance(change, SawMoved | SawTurned)} == {
        (SawMoved, names[1]),
        (SawTurned, names[7]),
    }


def test_a_face_in_doubt_is_of_the_kind_of_which_a_cube_is_wanting() -> None:
    table = VirtualTable(seed=3)
    onlooker = Onlooker(table, Random(3))
    read = onlooker._read

    def doubtful(shade):  # type: ignore[no-untyped-def]
        """One o is taken for a C, and might be an o."""
        seen = read(shade)
        o = next((one for one in seen if one.letter == "o"), None)
        chances = tuple({"C": 0.6, "o": 0.4}.get(letter, 0.0) for letter in "CAKENRpqrsio")
        return [replace(one, letter=None, confidence=0.6, chances=chances) if one is o else one for one in seen]

    onlooker._read = doubtful  # type: ignore[method-assign]
    table.roll("south", LETTERS)
    [rolled] = [change for change in onlooker.watch() if isinstance(change, SawRolled)]
    assert sorted(rolled.letters) == sorted(LETTERS)
    assert rolled.unsure == ()


def the(table: VirtualTable, number: int) -> Cube:
    return next(cube for cube in table.scene.cubes if cube.number == number)


def worn(onlooker: Onlooker, table: VirtualTable) -> None:
    """The q with number 16 is always taken for an o, and quite surely."""
    read = onlooker._read

    def misread(shade):  # type: ignore[no-untyped-def]
        at = [(cube.x, cube.y) for cube in table.scene.cubes if cube.number == 16 and cube.letter == "q"]
        chances = tuple({"o": 0.999, "q": 0.001}.get(letter, 0.0) for letter in "CAKENRpqrsio")
        return [
            replace(one, letter="o", confidence=0.999, chances=chances)
            if any(abs(one.x - x) + abs(one.y - y) < 5 for x, y in at)
            else one
            for one in read(shade)
        ]

    onlooker._read = misread  # type: ignore[method-assign]


def test_a_cube_that_nobody_touched_and_that_looks_otherwise_from_now_on_was_misread_before() -> None:
    table = VirtualTable(seed=4)
    onlooker = Onlooker(table, Random(4))
    clear = onlooker._read
    worn(onlooker, table)
    table.roll("south", LETTERS)
    onlooker.watch()
    onlooker._read = clear  # type: ignore[method-assign]
    told: list[Change] = []
    for x in (100, 130, 160):
        table.place("north", 1, x, 150)
        told += onlooker.watch()
    [reread] = [change for change in told if isinstance(change, Reread)]
    assert (reread.before, reread.letter) == ("o", "q")
    assert not any(isinstance(change, SawTurned) for change in told)


def misread_q() -> tuple[VirtualTable, Onlooker, int]:
    """A table whose worn q was rolled and taken for an o, who looks at it, and the number it has there."""
    table = VirtualTable(seed=4)
    onlooker = Onlooker(table, Random(4))
    worn(onlooker, table)
    table.roll("south", LETTERS)
    onlooker.watch()
    real = the(table, 16)
    taken = min(onlooker.tracker.cubes, key=lambda one: abs(one.x - real.x) + abs(one.y - real.y))
    assert taken.letter == "o"
    return table, onlooker, taken.number


def test_a_cube_that_a_judge_has_named_is_not_read_otherwise_even_after_a_restart() -> None:
    table, onlooker, q = misread_q()
    onlooker.tracker.name({q: "q"})
    lying = onlooker.tracker.lying()
    onlooker.tracker = Tracker()
    onlooker.tracker.resume(lying, round(table.now))
    onlooker.tracker.name({q: "q"})
    told: list[Change] = []
    for x in (100, 130, 160):
        table.place("north", 1, x, 150)
        told += onlooker.watch()
    assert {type(change) for change in acts(told)} == {SawMoved}
    assert next(cube.letter for cube in onlooker.tracker.cubes if cube.number == q) == "q"


def test_a_cube_that_a_judge_has_named_keeps_its_letter_though_it_looks_like_another() -> None:
    table, onlooker, q = misread_q()
    onlooker.tracker.name({q: "q"})
    assert onlooker.tracker.misread == {"o"}
    table.place("north", 16, 100, 150)
    [move] = acts(onlooker.watch())
    assert isinstance(move, SawMoved)
    assert (move.cube, move.letter) == (q, "q")
    table.turn("north", 16)
    [turned] = acts(onlooker.watch())
    assert isinstance(turned, SawTurned)
    assert (turned.cube, turned.before, turned.letter) == (q, "q", the(table, 16).letter)


def test_a_cube_that_was_missed_and_is_seen_again_is_back() -> None:
    table, onlooker, names = started()
    read, hidden = onlooker._read, [True]
    at = the(table, 16)

    def overlooks(shade):  # type: ignore[no-untyped-def]
        return [one for one in read(shade) if not (hidden[0] and abs(one.x - at.x) + abs(one.y - at.y) < 5)]

    onlooker._read = overlooks  # type: ignore[method-assign]
    table.place("south", 15, at.x + 40, at.y)
    missed = [change for change in onlooker.watch(60) if isinstance(change, Missed)]
    hidden[0] = False
    table.place("north", 1, 100, 150)
    back = [change for change in onlooker.watch() if isinstance(change, SawMoved) and change.cube == names[16]]
    assert [change.cube for change in missed] == [names[16]]
    assert [(change.origin, change.region, change.side) for change in back] == [("off", "resources", None)]


def test_a_letter_that_a_judge_has_corrected_must_be_more_certain_the_next_time() -> None:
    table = VirtualTable(seed=4)
    onlooker = Onlooker(table, Random(4))
    asked = []
    for _ in range(2):
        table.roll("south", LETTERS)
        [rolled] = [change for change in onlooker.watch() if isinstance(change, SawRolled)]
        asked.append({lies.letter for lies in rolled.unsure})
        onlooker.tracker.name({next(cube.number for cube in onlooker.tracker.cubes if cube.letter == "o"): "q"})
    assert asked == [set(), {"o"}]
