"""A reader that tells untruths tells those that it is told to, of the cubes that lie so, and no others."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
import pytest

from hardware.mats import mat_named
from hardware.simulated.bench import Bench, Travelling
from hardware.simulated.scene import Cube
from hardware.simulated.untruths import Falsified
from table.simulation.false_sight import SURE, FalseSight, falsified
from vision.eye import Watched
from vision.sighting import LETTERS, Grey, SeenCube

MAT = mat_named("tournament")
KING = Cube(1, "K", 150, 350, 0, "AENR")
SEEN = (
    SeenCube("K", 1.0, 151, 349, 0, "resources", tuple(float(one == "K") for one in (*LETTERS, ""))),
    SeenCube("p", 0.9, 300, 350, 0, "resources"),
)
GREY = np.zeros((2, 2), np.uint8)


class Reading(NamedTuple):
    cubes: Sequence[SeenCube] = SEEN
    block: bool | None = True


class Plain:
    """Sees two cubes in any picture."""

    mat = MAT

    def hands(self, small: Grey, still: bool = False) -> Watched:
        return (), lambda _x, _y: still

    def place(self, grey: Grey) -> tuple[bool, float]:
        return True, 0.0

    def read(self, grey: Grey, watched: Watched | None = None, block: bool = True) -> Reading:
        return Reading()


@pytest.fixture
def bench() -> Iterator[Bench]:
    made = Bench(clock=Travelling())
    made.table.put(KING)
    yield made
    made.close()


def test_a_falsified_face_is_read_without_a_doubt() -> None:
    other, king = falsified(SEEN, [Falsified(KING, letter="N")], MAT)
    assert other == SEEN[1]
    assert (king.letter, king.confidence, king.x, king.y) == ("N", SURE, 151, 349)
    assert king.chances[LETTERS.index("N")] == SURE
    assert sum(king.chances) == pytest.approx(1)


def test_a_falsified_place_is_in_the_region_where_it_is_seen() -> None:
    x, y = MAT.region("forbidden").area.centre
    _, king = falsified(SEEN, [Falsified(KING, spot=(x, y))], MAT)
    assert (king.letter, king.x, king.y, king.region) == ("K", x, y, "forbidden")


def test_a_cube_that_is_gone_is_not_seen() -> None:
    assert falsified(SEEN, [Falsified(KING, gone=True)], MAT) == [SEEN[1]]


def test_a_cube_that_was_not_seen_cannot_be_falsified() -> None:
    assert falsified(SEEN[1:], [Falsified(KING, letter="N")], MAT) == [SEEN[1]]


def test_without_faults_everything_is_read_as_it_is(bench: Bench) -> None:
    sight = FalseSight(Plain(), bench)
    assert sight.read(GREY) == Reading()
    assert sight.place(GREY) == (True, 0.0)
    assert sight.hands(GREY, True)[1](0, 0)


def test_an_untruth_is_over_when_the_cube_lies_otherwise(bench: Bench) -> None:
    sight = FalseSight(Plain(), bench)
    bench.falsified.append(Falsified(KING, gone=True))
    assert [cube.letter for cube in sight.read(GREY).cubes] == ["p"]
    bench.table.put(Cube(1, "K", 151, 350, 0, "AENR"))
    assert sight.read(GREY).cubes == SEEN
