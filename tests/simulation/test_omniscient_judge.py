"""The judge at a simulated table says what really happened, and nothing that the table knows already."""

from __future__ import annotations

from random import Random

import pytest

from hardware.simulated.deeds import Done
from hardware.simulated.scene import Side, cube_of
from table.rules import events as ev
from table.rules.entry import Entry
from table.simulation.omniscient_judge import JudgesWord, faces, made_up, mistaken, rolled_unseen, unseen
from vision.changes import Lying

PEOPLE: dict[Side, str] = {"south": "Ann", "west": "Ben"}


def entry(seq: int, at: int, event: ev.Event) -> Entry:
    return Entry(seq, at, at, "camera", event)


def test_a_face_is_read_where_the_table_has_its_cube_whatever_number_it_goes_by() -> None:
    cubes = [cube_of(Random(1), number, letter, x, 100, 0) for number, letter, x in ((1, "p", 100), (2, "q", 200))]
    lying = [Lying(7, "o", "resources", 201.0, 99.0, 0.0), Lying(8, "p", "resources", 100.0, 100.0, 0.0)]
    assert faces([7], lying, cubes) == ["judge JD reads cube 7 as q"]
    assert faces([], lying, cubes) == []


def test_only_moves_that_are_not_in_the_journal_are_told() -> None:
    journal = [entry(1, 1_000, ev.Rolled("pq")), entry(2, 10_000, ev.Moved(1, "required", "Ann"))]
    done = [
        Done("move", 9_000, 9_900, "south", "Ann", 1, "p", "resources", "required"),
        Done("move", 19_000, 20_000, "west", "Ben", 2, "q", "resources", "permitted"),
    ]
    assert unseen(done, journal, PEOPLE, zero=0, now=30_000) == [JudgesWord(20_000, "Ben moves q to permitted")]
    assert unseen(done, journal, PEOPLE, zero=0, now=20_300) == [], "that one may still be told"


def test_a_first_roll_that_was_not_seen_is_told_with_who_rolled() -> None:
    done = [Done("roll", 1_000, 2_000, "south", "Ann", 1, "A"), Done("roll", 5_000, 6_000, "west", "Ben", 2, "K")]
    journal = [entry(1, 2_100, ev.FirstRolled("Ann", "A"))]
    assert rolled_unseen(done, journal, PEOPLE, zero=0, now=9_000) == [
        JudgesWord(6_000, "Ben rolls K for the first Goal"),
    ]


def test_a_lift_that_nobody_made_is_found() -> None:
    journal = [entry(1, 5_000, ev.BlockLifted())]
    assert made_up([], journal, zero=0) == [1]
    assert made_up([Done("lift", 4_000, 5_000, "west", "Ben")], journal, zero=0) == []


@pytest.mark.parametrize(
    ("sentence", "kept"),
    [
        ("judge JD reads cube 7 as K", "judge JD reads cube 7 as "),
        ("Ben moves p to required", "Ben moves p to "),
        ("Ann rolls C for the first Goal", "Ann rolls "),
    ],
)
def test_a_judge_who_is_wrong_says_another_letter_or_another_region(sentence: str, kept: str) -> None:
    said = {mistaken(Random(seed), sentence) for seed in range(20)}
    assert sentence not in said
    assert len(said) > 1
    assert all(one.startswith(kept) for one in said)


def test_what_cannot_be_told_wrongly_is_told_as_it_is() -> None:
    sentence = "judge JD strikes entry 7: nobody lifted the block"
    assert mistaken(Random(1), sentence) == sentence
