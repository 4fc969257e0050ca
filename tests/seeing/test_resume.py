"""An eye that goes on after a restart from what the journal knows."""

from __future__ import annotations

from pathlib import Path

import pytest

from hardware.mats import mat_named
from table.journal.clock import TravelClock
from table.journal.session import Session
from table.rules import events as ev
from table.seeing.resume import resume
from tests.control.scripted import OPENED
from vision.changes import Lying, SawCovered, SawHandAtBlock
from vision.eye import Eye
from vision.lens.camera import unknown_lens
from vision.read import PictureReader

ROLL = "Ann rolls CCCAAKKKEENNRRpppqqqrrssiioo"


@pytest.fixture
def eye() -> Eye:
    return Eye(PictureReader(mat_named("tournament"), unknown_lens(1280, 960)))


def opened(directory: Path, *events: ev.Event, say: tuple[str, ...] = ()) -> Session:
    """The session of a table at which that happened, and which was started again since."""
    session = Session.open(directory, TravelClock(100_000))
    session.say([*OPENED, *say])
    for event in events:
        session.append(event, "camera")
    session.close()
    return Session.open(directory, TravelClock(100_000))


def test_an_eye_has_nothing_to_go_on_from_where_no_cubes_were_seen(tmp_path: Path, eye: Eye) -> None:
    session = opened(tmp_path)
    assert not resume(eye, session)
    session.close()


def test_an_eye_knows_where_cubes_lay_and_what_a_judge_has_said_that_they_show(tmp_path: Path, eye: Eye) -> None:
    cubes = {"1": ["C", "resources", 10.0, 20.0, 0], "2": ["q", "goal", 30.0, 20.0, 0]}
    session = opened(tmp_path, ev.Saw(ev.CUBES, cubes), ev.FaceNamed(2, "o", "JD"))
    assert resume(eye, session)
    assert eye.tracker.lying() == (
        Lying(1, "C", "resources", 10.0, 20.0, 0.0),
        Lying(2, "o", "goal", 30.0, 20.0, 0.0),
    )
    session.close()


def test_a_table_that_starts_again_is_still_wary_of_a_letter_that_a_worn_cube_was_taken_for(
    tmp_path: Path, eye: Eye
) -> None:
    session = opened(tmp_path, say=(ROLL, "judge JD reads cube 27 as q", "judge JD reads cube 1 as C", ROLL))
    assert session.named == {}
    resume(eye, session)
    assert eye.tracker.misread == {"o"}
    session.close()


def test_a_table_that_starts_again_knows_which_hand_stayed(tmp_path: Path, eye: Eye) -> None:
    session = opened(tmp_path, ev.HandAtBlock("Cal"), ev.Covered((3, 4), "Ann"), ev.Saw(ev.CUBES, {}))
    assert resume(eye, session)
    told = [*eye._linger.see(100_500, (), lambda x, y: False, ())]
    assert {type(change) for change in told} == {SawCovered, SawHandAtBlock}
    session.append(ev.HandLeftBlock(), "camera")
    session.append(ev.Uncovered(), "camera")
    assert (session.at_block, session.covered) == (False, ())
    session.close()
