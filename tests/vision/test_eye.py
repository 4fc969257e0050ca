"""The whole of vision over rendered film: what was done is what is told."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from hardware.mats import mat_named
from hardware.simulated.puppet import VirtualTable
from hardware.simulated.renderer import Renderer
from vision.changes import (
    BlockSeen,
    Bumped,
    Change,
    HandCame,
    HandLeft,
    Lying,
    SawCovered,
    SawGoalRead,
    SawMoved,
    SawRolled,
    Settled,
    Shifted,
)
from vision.eye import Eye
from vision.lens.camera import unknown_lens
from vision.read import PictureReader, watching
from vision.sighting import Grey

LETTERS = "CAKENRCAKENRCApqrsiopqrsiopq"


class Film:
    """A puppet, its camera, and an eye that watches."""

    def __init__(self) -> None:
        self.table, self.renderer = VirtualTable(seed=4), Renderer()
        self.eye = Eye(PictureReader(mat_named("tournament"), unknown_lens(1280, 960)))
        self.number = 0

    def frame(self) -> Grey:
        picture = self.renderer.render(self.table.scene, self.number)
        return np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8)

    def watch(self, after: int = 8) -> list[Change]:
        told: list[Change] = []
        for _ in self.table.frames(15, after):
            self.number += 1
            grey = self.frame()
            told += self.eye.see(round(self.table.now), grey, watching(grey))
        return told


@pytest.fixture(scope="module")
def film() -> Film:
    """A table after a roll; tests leave it as they found it, more or less."""
    film = Film()
    whole = VirtualTable(seed=4)
    whole.roll("south", LETTERS)
    list(whole.frames())
    for cube in whole.scene.cubes:
        film.table.put(cube)
    told = film.watch(12)
    [rolled] = [change for change in told if isinstance(change, SawRolled)]
    assert sorted(rolled.letters) == sorted(LETTERS)
    return film


def acts(changes: list[Change]) -> list[Change]:
    return [change for change in changes if not isinstance(change, HandCame | HandLeft)]


def test_a_cube_that_is_carried_to_the_goal_is_told_with_the_hand_and_read(film: Film) -> None:
    film.table.place("south", 15, 120, 44, angle=0)
    told = film.watch()
    assert {change.side for change in told if isinstance(change, HandCame)} == {"south"}
    moved, goal, settled = acts(told)
    assert isinstance(moved, SawMoved)
    assert (moved.letter, moved.origin, moved.region, moved.side) == ("p", "resources", "goal", "south")
    assert isinstance(goal, SawGoalRead)
    assert goal.letters == "p"
    assert isinstance(settled, Settled)
    assert {cube.cube for cube in settled.cubes if cube.region == "goal"} == {moved.cube}


def test_a_hand_that_only_hovers_moves_nothing(film: Film) -> None:
    film.table.hover("west", 300, 320, 400)
    assert acts(film.watch()) == []


def test_an_idle_table_is_not_read(film: Film) -> None:
    film.watch(6)
    before = film.eye.readings
    film.watch(20)
    assert film.eye.readings == before
    assert film.eye.idle


def test_the_block_is_seen_to_leave_and_to_come_back(film: Film) -> None:
    film.table.lift_block("east")
    assert [change.on_pad for change in acts(film.watch()) if isinstance(change, BlockSeen)] == [False]
    film.table.return_block("east")
    assert [change.on_pad for change in acts(film.watch()) if isinstance(change, BlockSeen)] == [True]


def test_a_bump_is_noticed_and_no_cube_has_moved(film: Film) -> None:
    film.table.bump_camera(0.5, -0.4, 0.3)
    told = acts(film.watch(14))
    assert [type(change) for change in told] == [Bumped]


def known(film: Film) -> tuple[tuple[Lying, ...], str, int]:
    """What an eye knows of the table as it is."""
    film.eye = Eye(PictureReader(mat_named("tournament"), unknown_lens(1280, 960)))
    goals = [change.letters for change in film.watch(12) if isinstance(change, SawGoalRead)]
    return film.eye.tracker.lying(), goals[-1] if goals else "", round(film.table.now)


def reopen(film: Film, lying: tuple[Lying, ...], goal: str, at: int) -> None:
    """Another eye, that knows what the one before it knew."""
    film.eye = Eye(PictureReader(mat_named("tournament"), unknown_lens(1280, 960)))
    film.eye.resume(lying, goal, at)


def test_an_eye_that_is_opened_again_goes_on_where_it_was(film: Film) -> None:
    reopen(film, *known(film))
    assert acts(film.watch(12)) == []
    film.table.place("west", 3, 60, 140)
    moved, settled = acts(film.watch())
    assert isinstance(moved, SawMoved)
    assert (moved.region, moved.side) == ("forbidden", "west")
    assert isinstance(settled, Settled)


def test_what_was_moved_while_the_eye_was_shut_is_asked_and_not_made_up(film: Film) -> None:
    before = known(film)
    film.table.place("west", 4, 60, 200)
    list(film.table.frames(15, 0))
    reopen(film, *before)
    told = acts(film.watch(40))
    shifted, settled = told
    assert isinstance(shifted, Shifted)
    assert (shifted.origin, shifted.region) == ("resources", "forbidden")
    assert isinstance(settled, Settled)


def test_a_cube_that_a_hand_holds_when_the_eye_opens_was_moved_by_it(film: Film) -> None:
    before = known(film)
    film.table.place("west", 5, 200, 140)
    frames = film.table.frames(15, 0)
    while not any(cube.z > 5 for cube in next(frames).cubes):
        pass
    reopen(film, *before)
    told = [change for change in acts(film.watch(30)) if isinstance(change, SawMoved)]
    assert [(moved.region, moved.side) for moved in told] == [("forbidden", "west")]


def test_a_hand_that_lies_still_when_the_eye_opens_is_seen_and_still_covers_what_it_covered(film: Film) -> None:
    lying, goal, _ = known(film)
    under = film.table.scene.cubes[16]
    film.table.cover("south", under.x, under.y, 6_000)
    covered = [change for change in film.watch(0) if isinstance(change, SawCovered)]
    cubes = max((change.cubes for change in covered), key=len)
    film.table.cover("south", under.x, under.y, 6_000)
    for _ in range(45):
        film.table.advance(1000 / 15)
    reopen(film, lying, goal, round(film.table.now))
    film.eye._linger.resume(round(film.table.now), cubes, at_block=False)
    told = acts(film.watch(12))
    [clear] = told
    assert isinstance(clear, SawCovered)
    assert clear.cubes == ()
