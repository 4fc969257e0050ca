"""The block's switch and the camera's opinion of it."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from hardware.parts import BlockMoved
from table.control.block_check import DISAGREE_MS, BlockCheck
from table.control.outbox import Unwritten
from table.control.senses import Senses
from table.journal.clock import TravelClock
from table.journal.session import Session
from table.rules import events as ev


class Pad(NamedTuple):
    """A block that is checked."""

    session: Session
    clock: TravelClock
    senses: Senses
    check: BlockCheck

    def after(self, milliseconds: int) -> list[ev.Event]:
        """What is to be written when so much time has passed, and vision has seen it pass."""
        self.clock.advance(milliseconds)
        now = self.session.journal.now()
        return [one.event for one in self.check.compare(now, now)]

    def write(self, happened: list[Unwritten]) -> list[ev.Event]:
        for event, source, at in happened:
            self.session.append(event, source, at)
        return [one.event for one in happened]


@pytest.fixture
def pad(session: Session, clock: TravelClock) -> Pad:
    senses = Senses(session)
    return Pad(session, clock, senses, BlockCheck(session, senses))


def test_what_the_switch_says_is_written_at_its_time(pad: Pad) -> None:
    at = pad.clock.now()
    pad.clock.advance(160)
    assert pad.check.moved(BlockMoved(at, True)) == [
        Unwritten(ev.BlockLifted(), "gpio", at + pad.session.journal.offset)
    ]
    assert pad.check.lifted_at == at
    (returned,) = pad.check.moved(BlockMoved(at + 100, False))
    assert returned.event == ev.BlockReturned()
    assert pad.check.lifted_at is None


def test_a_switch_that_differs_from_the_camera_is_asked_about_once_when_both_have_been_sure(pad: Pad) -> None:
    pad.clock.advance(500)
    pad.check.seen(False, pad.clock.now())
    assert pad.after(DISAGREE_MS - 1) == []
    words = "the block is seen off its pad, and its switch says otherwise; see to the switch"
    assert pad.after(1) == [ev.Asked(words, topic="block")]
    assert pad.after(60_000) == []


def test_a_question_about_the_switch_is_answered_when_it_agrees_unless_a_judge_was_first(pad: Pad) -> None:
    for judge in (False, True):
        pad.clock.advance(500)
        pad.check.seen(False, pad.clock.now())
        now = pad.clock.now() + DISAGREE_MS + pad.session.journal.offset
        pad.clock.advance(DISAGREE_MS)
        assert len(pad.write(pad.check.compare(now, now))) == 1
        if judge:
            pad.session.say(["judge JD has looked"])
        pad.check.seen(True, pad.clock.now())
        assert pad.after(1) == ([] if judge else [ev.Answered()])
        if not judge:
            pad.session.append(ev.Answered(), "camera")


def test_who_has_no_opinion_is_not_asked(pad: Pad) -> None:
    pad.clock.advance(500)
    pad.check.moved(BlockMoved(pad.clock.now(), True))
    known = pad.session.journal.now()
    pad.clock.advance(60_000)
    assert pad.check.compare(pad.session.journal.now(), known) == [], "the camera has not looked since the lift"
    for sense in ("camera", "block"):
        pad.senses.tell(sense, "test", "it is gone")
        assert pad.after(60_000) == []
        pad.senses.tell(sense, "test", "")
    assert len(pad.after(0)) == 1


def test_a_switch_that_comes_round_to_what_was_told_before_tells_nothing_new(pad: Pad) -> None:
    pad.senses.tell("block", "block", "it flutters")
    pad.check.seen(False, pad.clock.now())
    assert pad.check.lifted_at == pad.clock.now(), "the camera tells, while the switch is gone"
    pad.session.append(ev.BlockLifted(), "camera")
    assert pad.check.moved(BlockMoved(pad.clock.now(), True)) == []
    assert len(pad.check.moved(BlockMoved(pad.clock.now(), False))) == 1


def test_the_cameras_opinion_lifts_no_block_whose_switch_is_well(pad: Pad) -> None:
    pad.check.seen(False, pad.clock.now())
    assert pad.check.lifted_at is None


def test_what_the_switch_says_after_nobody_listened_is_believed_where_the_journal_has_it_otherwise(pad: Pad) -> None:
    assert pad.check.found(False) == []
    assert pad.write(pad.check.found(True)) == [ev.BlockLifted()]
    assert pad.check.lifted_at == pad.clock.now()
    assert pad.check.found(True) == []


def test_a_switch_that_was_asked_about_before_a_restart_is_not_believed(pad: Pad) -> None:
    pad.session.append(ev.Asked("the block is seen on its pad, and its switch says otherwise", topic="block"), "camera")
    again = BlockCheck(pad.session, pad.senses)
    assert again.found(True) == []
