"""What the camera's word is worth to the journal."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from table.journal.clock import TravelClock
from table.journal.session import Session
from table.rules import events as ev
from table.rules.tournament.state import TournamentMatch
from table.seeing.sighting_events import Sighted, lying, sighted
from vision import changes as ch
from vision.sighting import Side

PEOPLE: dict[Side, str] = {"south": "Ann", "west": "Ben", "north": "Cal"}
OPENED = ["staff opens match seen: Ann, Ben, Cal; 2019-20 senior", "the round starts"]
POSITION = (
    "judge JD enters goal s, required -, permitted q, forbidden -, resources CCCAAKKKEENNRRpppqqrrsiioo; "
    "Ann set the Goal, Ben moved last, Cal is to move"
)


@pytest.fixture
def session(tmp_path: Path) -> Iterator[Session]:
    opened = Session.open(tmp_path, TravelClock(100_000))
    opened.say(OPENED)
    yield opened
    opened.close()


def told(session: Session, change: ch.Change) -> list[ev.Event]:
    events = list(sighted(change, session.match, PEOPLE).events)
    for event in events:
        session.append(event, "camera")
    return events


def match(session: Session) -> TournamentMatch:
    assert isinstance(session.match, TournamentMatch)
    return session.match


def rolls(cube: int, letter: str, side: Side | None, confidence: float = 1.0) -> ch.Appeared:
    return ch.Appeared((0, 0), cube, letter, "resources", 0.0, 0.0, side, confidence)


def test_after_a_tie_for_the_first_goal_a_cube_that_is_rolled_again_counts(session: Session) -> None:
    for cube, (letter, side) in enumerate([("C", "south"), ("C", "west"), ("N", "north")], 1):
        told(session, rolls(cube, letter, side))  # type: ignore[arg-type]
    assert match(session).contenders == ["Ann", "Ben"]
    again = ch.SawTurned((0, 0), 1, "C", "N", "resources", "south", 1.0)
    assert told(session, again) == [ev.FirstRolled("Ann", "N")]
    told(session, ch.SawTurned((0, 0), 2, "C", "A", "resources", "west", 1.0))
    assert match(session).next_setter == "Ben"


def test_a_first_roll_that_can_hardly_be_read_is_asked_and_decides_nothing(session: Session) -> None:
    events = told(session, rolls(1, "C", "south", 0.4))
    assert not any(isinstance(event, ev.FirstRolled) for event in events)
    assert match(session).question.words.startswith("what Ann rolled for the first Goal cannot be read")


def test_a_first_roll_of_which_nobody_knows_whose_it_is_is_asked_unless_only_one_is_left(session: Session) -> None:
    assert not any(isinstance(event, ev.FirstRolled) for event in told(session, rolls(1, "K", None)))
    assert match(session).question.words == "K was rolled for the first Goal, and it was not seen by whom"
    session.say(["Ann rolls K for the first Goal", "judge JD has looked"])
    told(session, rolls(2, "E", "west"))
    assert told(session, rolls(3, "N", None)) == [ev.FirstRolled("Cal", "N")]
    assert match(session).next_setter == "Ben"


def test_a_cube_that_is_not_seen_any_more_is_asked_about_until_it_is_back(session: Session) -> None:
    session.say([POSITION])
    told(session, ch.Missed((0, 0), 5, "A", "resources", "north"))
    assert match(session).question.words.startswith("cube 5, A, is not seen since a hand was there")
    told(session, ch.SawMoved((0, 0), 6, "A", "resources", "required", 0.0, 0.0, "north", 1.0))
    assert match(session).question
    told(session, ch.SawMoved((0, 0), 5, "A", "off", "resources", 0.0, 0.0, None, 1.0))
    assert match(session).question is None


def test_a_cube_that_is_put_away_between_two_shakes_is_nobodys_question(session: Session) -> None:
    told(session, ch.Missed((0, 0), 5, "A", "resources", "north"))
    assert match(session).question is None


def test_cubes_are_covered_by_the_only_one_who_sits_where_the_arm_may_have_come_from(session: Session) -> None:
    along_an_edge = ch.SawCovered((0, 0), (5,), None, ("east", "south"))
    assert told(session, along_an_edge) == [ev.Covered((5,), "Ann")]
    assert told(session, ch.SawCovered((0, 0), (5,), None, ("south", "west"))) == [ev.Covered((5,), None)]


# What the table believes by it, beside what is written down

NOW = (100_000, 100_000)
HANDLED: list[ch.Change] = [
    ch.SawRolled(NOW, "CCCAAKKKEENNRRpppqqqrrssiioo", "south", 1.0),
    ch.SawMoved(NOW, 5, "A", "resources", "required", 0.0, 0.0, "north", 1.0),
    ch.SawMoved(NOW, 5, "A", "resources", "resources", 0.0, 0.0, "north", 1.0),
    ch.SawTurned(NOW, 5, "A", "C", "resources", "north", 1.0),
    ch.Appeared(NOW, 5, "A", "resources", 0.0, 0.0, "north", 1.0),
    ch.Missed(NOW, 5, "A", "resources", "north"),
]


@pytest.mark.parametrize("change", HANDLED)
def test_once_a_cube_was_handled_it_is_not_known_where_all_of_them_lie(change: ch.Change) -> None:
    assert sighted(change, None, PEOPLE).at_rest == ()


def test_when_all_is_at_rest_it_is_written_down_and_known_where_every_cube_lies() -> None:
    cubes = (ch.Lying(1, "C", "resources", 10.04, 20.0, 0.4),)
    seen = sighted(ch.Settled(NOW, cubes), None, PEOPLE)
    assert seen.at_rest == cubes
    (written,) = seen.events
    assert written == ev.Saw(ev.CUBES, {"1": ["C", "resources", 10.0, 20.0, 0]})
    assert lying(written)[0][:3] == (1, "C", "resources")


@pytest.mark.parametrize("seen", [True, False])
def test_whether_the_mat_is_in_sight_is_no_event_of_its_own(seen: bool) -> None:
    assert sighted(ch.Sight(NOW, seen), None, PEOPLE) == Sighted(in_sight=seen)


def test_the_camera_tells_of_the_block_only_while_its_switch_is_gone() -> None:
    opinion = ev.Saw("blockseen", {"on_pad": False})
    off_pad = ch.BlockSeen(NOW, False)
    assert sighted(off_pad, None, PEOPLE) == Sighted([opinion], on_pad=False)
    assert sighted(off_pad, None, PEOPLE, ["block"]) == Sighted([ev.BlockLifted(), opinion], on_pad=False)
    assert sighted(ch.BlockSeen(NOW, True), None, PEOPLE, ["block"]).events[0] == ev.BlockReturned()


def test_a_hand_that_comes_and_goes_means_nothing() -> None:
    assert sighted(ch.HandCame(NOW, "south"), None, PEOPLE) == sighted(ch.HandLeft(NOW, "south"), None, PEOPLE)
    assert sighted(ch.HandCame(NOW, "south"), None, PEOPLE) == Sighted()
