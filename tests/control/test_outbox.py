"""Events that are not written yet: their order, their times, and what becomes of those that cannot be written."""

from __future__ import annotations

import pytest

from table.control.outbox import REFUSED_KEPT, JournalOutbox, Unwritten
from table.journal.clock import TravelClock
from table.journal.journal import JournalDamaged, JournalError
from table.journal.session import Session
from table.rules import events as ev
from table.rules.entry import Entry
from tests.control.scripted import full


@pytest.fixture
def outbox(session: Session) -> JournalOutbox:
    return JournalOutbox(session)


def saw(what: str, at: int | None = None) -> Unwritten:
    return Unwritten(ev.Saw(what, {}), "camera", at)


def emptied(outbox: JournalOutbox) -> None:
    while outbox.write_next() is not None:
        """What follows is nobody's business here."""


def seen(session: Session) -> list[Entry]:
    return [entry for entry in session.journal.entries() if isinstance(entry.event, ev.Saw)]


def test_events_are_written_in_the_order_in_which_they_were_put_each_at_its_time(
    session: Session, clock: TravelClock, outbox: JournalOutbox
) -> None:
    now = session.journal.now()
    outbox.put(saw("late", now - 500))
    outbox.put(saw("now"))
    clock.advance(100)
    emptied(outbox)
    assert [(entry.event, entry.moment) for entry in seen(session)] == [
        (ev.Saw("late", {}), now - 500),
        (ev.Saw("now", {}), now),
    ]
    assert not outbox.waiting


def test_what_follows_from_an_event_is_given_when_it_is_written(outbox: JournalOutbox) -> None:
    outbox.put(Unwritten(ev.BlockLifted(), "gpio"))
    assert [decision.kind for decision in outbox.write_next() or ()] == ["lifted"]
    assert outbox.write_next() is None


def test_what_cannot_be_written_is_kept_with_its_time_and_written_when_it_can_be(
    session: Session, clock: TravelClock, outbox: JournalOutbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = session.journal.now()
    with monkeypatch.context() as disk:
        disk.setattr(session.journal, "append", full)
        outbox.put(saw("one"))
        outbox.put(saw("two"))
        assert outbox.write_next() is None
        assert outbox.trouble == (
            "Could not append to the journal: the disk is full. Events are held in memory (2) until it can be written."
        )
        assert not outbox.damaged
    clock.advance(5_000)
    outbox.try_again()
    emptied(outbox)
    assert outbox.trouble == ""
    assert [entry.moment for entry in seen(session)] == [now, now]


def test_a_journal_that_failed_is_left_alone_until_something_happens_or_time_has_passed(
    session: Session, outbox: JournalOutbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    tries = []

    def fails(*_: object) -> Entry:
        tries.append(1)
        return full()

    monkeypatch.setattr(session.journal, "append", fails)
    outbox.put(saw("one"))
    for _ in range(3):
        assert outbox.write_next() is None
    assert len(tries) == 1
    outbox.try_again()
    outbox.write_next()
    outbox.put(saw("two"))
    outbox.write_next()
    assert len(tries) == 3


def test_what_cannot_be_right_is_refused_with_its_reason_and_the_rest_is_written(
    session: Session, outbox: JournalOutbox
) -> None:
    outbox.put(saw("tomorrow", session.journal.now() + 86_400_000))
    outbox.put(saw("now"))
    emptied(outbox)
    (words,) = outbox.refused
    assert words.startswith("saw: ")
    assert [entry.event for entry in seen(session)] == [ev.Saw("now", {})]


def test_a_sensor_that_is_refused_all_day_fills_no_memory(session: Session, outbox: JournalOutbox) -> None:
    tomorrow = session.journal.now() + 86_400_000
    for number in range(REFUSED_KEPT + 50):
        outbox.put(saw(str(number), tomorrow))
    emptied(outbox)
    assert len(outbox.refused) == REFUSED_KEPT


def test_a_tick_waits_for_nobody(session: Session, outbox: JournalOutbox, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(session.journal, "append", full)
    outbox.put(Unwritten(ev.Time(), "clock"))
    outbox.put(saw("one"))
    outbox.put(Unwritten(ev.Time(), "clock"))
    assert [one.event.kind for one in outbox.waiting] == ["time", "saw"]
    assert [one.event.kind for one in outbox.left()] == ["saw"], "a tick that was not written is no loss"


def test_an_event_is_written_once_though_what_follows_cannot_be_read(
    session: Session, outbox: JournalOutbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails() -> list[object]:
        raise JournalDamaged("Entry 5 is damaged.")

    monkeypatch.setattr(session, "catch_up", fails)
    outbox.put(saw("one"))
    emptied(outbox)
    assert (outbox.trouble, outbox.damaged) == ("Entry 5 is damaged.", True)
    assert len(seen(session)) == 1
    monkeypatch.undo()
    outbox.read()
    assert outbox.trouble == ""


@pytest.mark.parametrize(("kind", "damaged"), [(JournalError, False), (JournalDamaged, True)])
def test_a_damaged_journal_is_another_thing_than_a_full_disk(
    session: Session, outbox: JournalOutbox, monkeypatch: pytest.MonkeyPatch, kind: type[JournalError], damaged: bool
) -> None:
    def fails(*_: object) -> Entry:
        raise kind("Could not append.")

    monkeypatch.setattr(session.journal, "append", fails)
    outbox.put(saw("one"))
    emptied(outbox)
    assert outbox.damaged is damaged


def test_when_something_was_last_written_is_known(session: Session, clock: TravelClock, outbox: JournalOutbox) -> None:
    clock.advance(700)
    outbox.put(saw("one"))
    assert outbox.written_at == session.journal.now() - 700
    emptied(outbox)
    assert outbox.written_at == session.journal.now()
