"""What people are told: once, in order, a lift not before vision knows what came before it."""

from __future__ import annotations

import pytest

from table.control.announcer import LIFT_WAIT_MS, Announcer
from table.control.outbox import JournalOutbox, Unwritten
from table.journal.clock import TravelClock
from table.journal.session import Session
from table.rules import events as ev
from table.rules.match import Decision
from tests.control.scripted import LIFTED, Lights, Onlooker, full


class Hall:
    """An announcer, and what is heard of it."""

    def __init__(self, session: Session) -> None:
        self.session, self.outbox = session, JournalOutbox(session)
        self.lights, self.vision = Lights(), Onlooker()
        self.told: list[str] = []
        self.announcer = Announcer(
            session, self.outbox, self.lights, self.vision, lambda decision: self.told.append(decision.text)
        )

    def happens(self, event: ev.Event) -> list[Decision]:
        """Something is written down by somebody else; gives what follows."""
        self.session.journal.append(event, "gpio")
        return self.outbox.read()

    def announced(self) -> list[str]:
        return [one.event.text for one in self.outbox.waiting if isinstance(one.event, ev.Announced)]


@pytest.fixture
def hall(session: Session) -> Hall:
    return Hall(session)


def decided(kind: str, text: str, public: bool = True, at: int = 100_000) -> Decision:
    return Decision(kind, at, text, "VI-B", None, public)


def test_what_is_public_is_told_and_put_into_the_outbox_to_be_written(hall: Hall) -> None:
    hall.announcer.announce([decided("turn", "Cal to move"), decided("note", "a secret", public=False)])
    assert hall.told == ["Cal to move", "a secret"]
    (one,) = hall.outbox.waiting
    assert (one.event, one.source) == (ev.Announced("Cal to move", "VI-B"), "clock")


def test_nothing_is_told_twice(hall: Hall) -> None:
    for _ in range(3):
        hall.announcer.announce([decided("turn", "Cal to move")])
    assert hall.told == hall.announced() == ["Cal to move"]


@pytest.mark.parametrize(("kind", "signal"), [("time-up", "warning"), ("stop", "stop"), ("turn-lost", "over")])
def test_what_must_be_heard_sounds(hall: Hall, kind: str, signal: str) -> None:
    hall.announcer.announce([decided(kind, "the time to move ran out"), decided("turn", "Cal to move")])
    assert hall.lights.sounded == [signal]


def test_a_lift_waits_until_vision_knows_what_came_before_it(hall: Hall, clock: TravelClock) -> None:
    hall.announcer.announce(hall.happens(ev.BlockLifted()))
    at = hall.session.journal.now()
    hall.announcer.announce_lifts(at, known=at - 1)
    assert hall.told == []
    hall.announcer.announce_lifts(at, known=at)
    assert hall.told == [LIFTED]
    assert hall.lights.sounded == ["lifted"]


def test_a_lift_waits_no_longer_than_it_may_and_not_at_all_without_an_eye(hall: Hall, clock: TravelClock) -> None:
    hall.announcer.announce(hall.happens(ev.BlockLifted()))
    at = hall.session.journal.now()
    hall.announcer.announce_lifts(at + LIFT_WAIT_MS - 1, known=0)
    assert hall.told == []
    hall.announcer.announce_lifts(at + LIFT_WAIT_MS, known=0)
    assert hall.told == [LIFTED]
    clock.advance(1_000)
    hall.announcer.announce(hall.happens(ev.BlockReturned()))
    hall.announcer.announce(hall.happens(ev.BlockLifted()))
    hall.announcer.announce_lifts(hall.session.journal.now(), known=None)
    assert hall.told[-1] == LIFTED


def test_a_lift_that_was_folded_away_meanwhile_is_not_told(hall: Hall, clock: TravelClock) -> None:
    hall.announcer.announce(hall.happens(ev.BlockLifted()))
    last = hall.session.journal.last()
    assert last is not None
    hall.session.say([f"judge JD strikes entry {last.seq}: it was a sleeve"])
    hall.announcer.announce_lifts(hall.session.journal.now(), known=None)
    assert hall.told == []


def test_nobody_hears_of_a_challenge_before_the_lift(hall: Hall, clock: TravelClock) -> None:
    hall.announcer.announce(hall.happens(ev.BlockLifted()))
    clock.advance(50)
    hall.announcer.announce(hall.happens(ev.Said("now", "Cal")))
    assert hall.announced() == [LIFTED, "Cal challenges Ben: Now"]


def test_the_pictures_around_a_flag_are_kept_and_needed_until_it_is_settled(hall: Hall, clock: TravelClock) -> None:
    hall.announcer.announce(hall.happens(ev.BlockLifted()))
    clock.advance(100)
    hall.announcer.announce(hall.happens(ev.BlockReturned()))
    at = hall.session.journal.now()
    assert hall.vision.kept == [(at - 5_000, at + 4_000)]
    assert list(hall.announcer.needed) == [(at - 5_000, at + 4_000)]
    hall.session.say(["judge JD dismisses no-challenge-stated"])
    hall.announcer.announce([])
    assert not hall.announcer.needed


# What time decides while nothing can be written


def stuck(hall: Hall, monkeypatch: pytest.MonkeyPatch, *events: ev.Event) -> None:
    monkeypatch.setattr(hall.session.journal, "append", full)
    for event in events:
        hall.outbox.put(Unwritten(event, "gpio"))


def foreseen(hall: Hall, clock: TravelClock) -> None:
    """Time passes, until that to move has run out."""
    assert hall.session.match is not None
    for _ in range(75):
        clock.advance(1_000)
        hall.announcer.foresee(hall.session.match, hall.session.journal.now())


def test_time_that_runs_out_is_told_once_though_it_cannot_be_written(
    hall: Hall, clock: TravelClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    stuck(hall, monkeypatch, ev.Time())
    foreseen(hall, clock)
    assert hall.lights.sounded == ["warning"]
    assert hall.told.count("the time to move ran out") == 1


def test_no_time_is_called_on_what_the_match_does_not_know_yet(
    hall: Hall, clock: TravelClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    stuck(hall, monkeypatch, ev.BlockLifted())
    foreseen(hall, clock)
    assert hall.told == []


# After a restart


def test_only_what_must_be_heard_and_was_not_announced_any_more_is_told_after_a_restart(session: Session) -> None:
    before = Hall(session)
    before.happens(ev.BlockLifted())
    after = Hall(session)
    after.announcer.take_up()
    after.announcer.announce_lifts(session.journal.now(), known=None)
    assert after.told == [LIFTED]


def test_what_was_announced_or_is_long_ago_is_not_told_after_a_restart(session: Session, clock: TravelClock) -> None:
    before = Hall(session)
    before.happens(ev.BlockLifted())
    session.append(ev.Announced(LIFTED, "VI-B"), "clock")
    for late in (0, 60_000):
        clock.advance(late)
        session.append(ev.Time(), "clock")
        after = Hall(session)
        after.announcer.take_up()
        after.announcer.announce_lifts(session.journal.now(), known=None)
        assert LIFTED not in after.told


def test_the_rest_of_what_was_being_kept_is_kept_after_a_restart(session: Session, clock: TravelClock) -> None:
    for event in (ev.BlockLifted(), ev.BlockReturned()):
        session.append(event, "gpio")
    at = session.journal.now()
    clock.advance(1_000)
    after = Hall(session)
    after.announcer.take_up()
    assert (at - 5_000, at + 4_000) in after.vision.kept
    clock.advance(10_000)
    later = Hall(session)
    later.announcer.take_up()
    assert later.vision.kept == []
