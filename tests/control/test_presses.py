"""Presses that wait for a lift, presses that are held, and who challenges by one."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from hardware.parts import BlockMoved, Button, Pressed
from table.control.block_check import BlockCheck
from table.control.outbox import Unwritten
from table.control.presses import LIFT_UNDER_WAY_MS, STUCK_PRESS_MS, Presses
from table.control.senses import Senses
from table.journal.clock import TravelClock
from table.journal.session import Session
from table.rules import events as ev
from tests.control.scripted import SEATS, Onlooker
from vision.sighting import Side

CAL = 2


class Seats:
    """The buttons of a table at which Cal may challenge Ben."""

    def __init__(self, session: Session, clock: TravelClock) -> None:
        self.session, self.clock, self.vision = session, clock, Onlooker()
        self.block = BlockCheck(session, Senses(session))
        self.presses = Presses(session, SEATS, self.block, self.vision)

    def press(
        self, seat: int, button: Button, long: bool = False, ago: int = 0, behind: bool = False
    ) -> list[ev.Event]:
        return events(self.presses.press(Pressed(self.clock.now() - ago, seat, button, long), behind))

    def after(self, milliseconds: int) -> list[ev.Event] | None:
        """What the next press that has waited means, when so much time has passed."""
        self.clock.advance(milliseconds)
        taken = self.presses.take_next(self.session.journal.now())
        return None if taken is None else events(taken)

    def lifts(self) -> None:
        for event, source, at in self.block.moved(BlockMoved(self.clock.now(), True)):
            self.session.append(event, source, at)


def events(happened: Sequence[Unwritten]) -> list[ev.Event]:
    return [one.event for one in happened]


@pytest.fixture
def seats(session: Session, clock: TravelClock) -> Seats:
    return Seats(session, clock)


def test_now_waits_until_a_lift_that_is_under_way_has_counted(seats: Seats) -> None:
    assert seats.press(CAL, "now") == []
    assert seats.after(LIFT_UNDER_WAY_MS - 1) is None
    seats.lifts()
    assert seats.after(1) == [ev.Said("now", "Cal")]
    assert seats.after(1_000) is None


def test_a_press_that_a_pod_tells_late_waits_from_when_it_is_told(seats: Seats) -> None:
    seats.press(CAL, "now", ago=900)
    assert seats.after(LIFT_UNDER_WAY_MS - 1) is None
    seats.lifts()
    assert seats.after(1) == [ev.Said("now", "Cal")]


def test_a_press_is_written_at_the_moment_when_the_button_went_down(seats: Seats) -> None:
    seats.press(CAL, "now")
    at = seats.session.journal.now()
    seats.clock.advance(LIFT_UNDER_WAY_MS)
    seats.lifts()
    taken = seats.presses.take_next(seats.session.journal.now())
    assert taken == [Unwritten(ev.Said("now", "Cal"), "player", at)]


def test_a_press_that_needs_no_lift_means_something_at_once(session: Session, seats: Seats) -> None:
    session.say(["Cal moves p to required"])
    assert seats.press(CAL, "bonus") == [ev.Said("bonus", "Cal")]


def test_a_press_waits_while_the_journal_lags_behind(session: Session, seats: Seats) -> None:
    session.say(["Cal moves p to required"])
    assert seats.press(CAL, "bonus", behind=True) == []
    assert seats.after(0) == [ev.Said("bonus", "Cal")]


def test_a_seat_at_which_nobody_sits_means_nothing(seats: Seats) -> None:
    seats.press(3, "now")
    assert seats.after(1_000) == []


# Held


def test_a_button_that_is_held_means_what_it_would_have_when_it_went_down(seats: Seats) -> None:
    seats.press(0, "now")
    seats.after(1_000)
    seats.lifts()
    assert seats.press(0, "now", long=True, ago=1_000) == [ev.Charged("Ann")]
    assert seats.press(0, "now", long=True, ago=1_000) == [], "it was held once"


def test_a_button_that_was_stuck_means_nothing(seats: Seats) -> None:
    seats.press(0, "now")
    seats.after(STUCK_PRESS_MS)
    assert seats.press(0, "now", long=True, ago=STUCK_PRESS_MS) == []


# Who challenges


@pytest.mark.parametrize("hand", [None, "north", "east"])
def test_who_presses_challenges_where_no_other_players_hand_was_at_the_block(seats: Seats, hand: Side | None) -> None:
    seats.vision.hand = hand
    seats.lifts()
    assert seats.press(CAL, "now") == [ev.Said("now", "Cal")]


def test_another_hand_at_the_block_leaves_it_to_a_judge_who_challenges(seats: Seats) -> None:
    seats.vision.hand = "south"
    seats.lifts()
    saw, said = seats.press(CAL, "now")
    assert saw == ev.Saw("another hand at the block than the one that pressed", {"pressed": "Cal", "hand": "Ann"})
    assert said == ev.Said("now", None)


def test_a_hand_is_not_asked_for_where_only_a_person_told_of_the_lift(session: Session, seats: Seats) -> None:
    seats.vision.hand = "south"
    session.say(["Cal lifts the block"])
    assert seats.press(CAL, "now") == [ev.Said("now", "Cal")]
