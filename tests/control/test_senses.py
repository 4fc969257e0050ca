"""What the table is without: who says so, when it is back, and what the match is told."""

from __future__ import annotations

import pytest

from hardware.parts import Trouble
from table.control.outbox import Unwritten
from table.control.senses import BEFOREHAND, SIGHT, Senses
from table.journal.session import Session
from table.rules import events as ev
from tests.control.scripted import OPENED, Block


@pytest.fixture
def senses(session: Session) -> Senses:
    return Senses(session)


def test_the_newest_reason_is_said_and_all_must_be_content(senses: Senses) -> None:
    senses.tell("camera", SIGHT, "the mat is out of sight")
    senses.tell("camera", "camera", "it was unplugged")
    assert senses.lost == {"camera": "it was unplugged"}
    senses.tell("camera", "camera", "")
    assert senses.lost == {"camera": "the mat is out of sight"}
    senses.tell("camera", SIGHT, "")
    assert senses.lost == {}


def test_a_pod_that_is_gone_takes_block_and_buttons_with_it(senses: Senses) -> None:
    senses.trouble(Trouble(0, "pod", "the pod is gone"))
    assert list(senses.lost) == ["block", "buttons"]


@pytest.mark.parametrize(("part", "gone"), [("pod", False), ("sand", True)])
def test_a_part_that_still_works_or_is_no_sense_leaves_the_table_without_nothing(
    senses: Senses, part: str, gone: bool
) -> None:
    senses.trouble(Trouble(0, part, "it is odd", gone))
    assert senses.lost == {}


def test_the_match_is_told_once_of_what_is_gone_and_once_that_it_is_back(session: Session) -> None:
    senses = Senses(session, "pod")
    senses.trouble(Trouble(0, "camera", "it was unplugged"))
    senses.trouble(Trouble(0, "block", "its switch flutters"))
    assert senses.news(99_000) == [
        Unwritten(ev.SenseLost("camera", "it was unplugged"), "camera", 99_000),
        Unwritten(ev.SenseLost("block", "its switch flutters"), "pod", 99_000),
    ]
    assert senses.news() == []
    senses.trouble(Trouble(0, "camera", ""))
    senses.trouble(Trouble(0, "block", ""))
    assert senses.news() == [
        Unwritten(ev.SenseBack("block"), "pod"),
        Unwritten(ev.SenseBack("camera"), "camera"),
    ]


def test_a_match_that_was_just_opened_is_told_too(session: Session, senses: Senses) -> None:
    senses.trouble(Trouble(0, "camera", "it was unplugged"))
    senses.news()
    session.say(OPENED)
    assert [one.event for one in senses.news()] == [ev.SenseLost("camera", "it was unplugged")]


def test_what_was_gone_before_a_restart_is_gone_until_its_part_is_well(session: Session) -> None:
    for sense in ("block", "camera"):
        session.append(ev.SenseLost(sense, "it was unplugged"), "gpio")
    block = Block(False, "the pod is gone")
    senses = Senses(session, block=block)
    assert set(senses.lost) == {"block", "camera"}
    assert senses.are_back() == []
    block.words = ""
    assert senses.are_back() == ["block"]
    assert set(senses.lost) == {"camera"}, "only a picture tells that a camera is back"
    senses.tell("camera", BEFOREHAND, "")
    assert [one.event for one in senses.news()] == [ev.SenseBack("block"), ev.SenseBack("camera")]
