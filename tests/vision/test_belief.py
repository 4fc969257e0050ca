"""What is known of faces: a full set has as many upper cubes as lower ones."""

from __future__ import annotations

import pytest

from vision.sighting import LETTERS
from vision.track.belief import Belief, halved

UPPER, LOWER = "CAKENRCAKENRCA", "pqrsiopqrsiopq"


def read(letter: str, rest: float = 1e-6, other: str = "") -> Belief:
    """A face that is read as a letter; `rest` of the chance is another letter's."""
    belief = Belief()
    belief.add([1.0 if one == letter else rest if one == other else 1e-6 for one in LETTERS])
    return belief


def letters(beliefs: list[Belief]) -> str:
    return "".join(belief.letter for belief in beliefs)


@pytest.mark.parametrize(("taken_for", "other"), [("o", "C"), ("i", "E")])
@pytest.mark.parametrize(("rest", "asked"), [(0.5, 0), (0.05, 1)])
def test_a_doubtful_face_is_of_the_kind_that_is_wanting(taken_for: str, other: str, rest: float, asked: int) -> None:
    beliefs = [read(letter) for letter in UPPER[1:] + LOWER] + [read(taken_for, rest, other)]
    assert len(halved(beliefs)) == asked, "what looked otherwise for sure may have to be looked at"
    assert letters(beliefs) == UPPER[1:] + LOWER + other
    assert beliefs[-1].of(taken_for) == 0


def test_a_doubtful_face_of_the_right_kind_stays_what_it_is() -> None:
    beliefs = [read(letter) for letter in UPPER + LOWER[1:]] + [read("o", 0.4, "C")]
    assert halved(beliefs) == []
    assert letters(beliefs) == UPPER + LOWER[1:] + "o"


@pytest.mark.parametrize("rolled", [UPPER + "R" + LOWER[1:], UPPER[1:] + LOWER + "s"])
def test_a_cube_of_the_wrong_set_is_read_as_what_it_shows(rolled: str) -> None:
    beliefs = [read(letter) for letter in rolled]
    assert halved(beliefs) == []
    assert letters(beliefs) == rolled
