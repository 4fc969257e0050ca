"""The controller with everything around it scripted: what it writes down, when it speaks, and what it asks."""

from __future__ import annotations

import resource
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from hardware.parts import BlockMoved, Pressed, Trouble
from table.control.announcer import LIFT_WAIT_MS
from table.control.controller import Controller
from table.control.presses import STUCK_PRESS_MS
from table.rules import events as ev
from tests.control.scripted import CHALLENGED, LIFTED, POSITION, SEATS, Block, Scripted, full
from vision.changes import Lying, Reread, SawMoved, Sight
from vision.sighting import Side


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Scripted]:
    made = Scripted(tmp_path)
    yield made
    made.close()


def test_making_a_controller_neither_reads_nor_writes_the_journal(
    table: Scripted, monkeypatch: pytest.MonkeyPatch
) -> None:
    def touched(*_: object) -> list[object]:
        raise AssertionError("somebody touched the journal")

    for name in ("append", "entries", "last"):
        monkeypatch.setattr(table.session.journal, name, touched)
    Controller(table.session, SEATS, table.lights, table.lights, table.vision)


# When a lift is announced


def test_a_lift_is_announced_once_vision_knows_what_came_before_it(table: Scripted) -> None:
    at = table.block()
    table.sees(known=at - 100)
    assert table.told == []
    table.sees(known=at)
    assert table.told == [LIFTED]
    assert table.lights.sounded == ["lifted"]
    table.after(2 * LIFT_WAIT_MS)
    assert table.told == [LIFTED]


def test_a_lift_waits_for_vision_no_longer_than_a_second(table: Scripted) -> None:
    at = table.block()
    table.after(at + LIFT_WAIT_MS - 1 - table.clock.now())
    assert table.told == []
    table.after(1)
    assert table.told == [LIFTED]


def test_a_lift_that_was_none_before_vision_was_done_is_not_announced(table: Scripted) -> None:
    table.block()
    (lift,) = table.wrote(ev.BlockLifted)
    table.session.say([f"judge JD strikes entry {lift.seq}: it was a sleeve"])
    table.after(2 * LIFT_WAIT_MS)
    assert LIFTED not in table.told


def test_a_lift_is_announced_before_its_challenge(table: Scripted) -> None:
    table.block()
    table.press(2, "now")
    assert table.told == [LIFTED, CHALLENGED]


def test_a_lift_is_announced_at_once_while_there_is_no_camera(table: Scripted) -> None:
    table.controller.sense(Trouble(table.clock.now(), "camera", "There is no camera; plug it in."))
    table.block()
    assert table.told[-1] == LIFTED


# Who challenges


@pytest.mark.parametrize("hand", [None, "north", "east"])
def test_who_presses_after_the_lift_challenges_where_no_other_players_hand_was_seen(
    table: Scripted, hand: Side | None
) -> None:
    table.vision.hand = hand
    table.block()
    table.press(2, "now")
    assert table.told[-1] == CHALLENGED


def test_the_challenger_is_unknown_where_another_hand_was_at_the_block(table: Scripted) -> None:
    table.vision.hand = "south"
    table.block()
    table.press(2, "now")
    assert table.told[-1] == "who challenges is not clear; a judge names the challenger"
    assert [entry.event for entry in table.wrote(ev.Said)] == [ev.Said("now", None)]
    (saw,) = (entry.event for entry in table.wrote(ev.Saw))
    assert isinstance(saw, ev.Saw)
    assert saw.details == {"pressed": "Cal", "hand": "Ann"}


def test_a_word_just_before_the_lift_counts_belongs_to_it(table: Scripted) -> None:
    at = table.clock.now()
    table.clock.advance(50)
    table.controller.sense(Pressed(table.clock.now(), 2, "now"))
    table.after(110)
    table.controller.sense(BlockMoved(at, True))
    table.after(100)
    assert table.told == [LIFTED, CHALLENGED]


# Buttons


def test_a_long_press_charges_and_a_button_that_was_stuck_does_not(table: Scripted) -> None:
    table.press(0, "now", held=STUCK_PRESS_MS)
    assert table.wrote(ev.Charged) == []
    table.press(0, "now", held=1_000)
    assert [entry.event for entry in table.wrote(ev.Charged)] == [ev.Charged("Ann")]


# The block's switch and the camera's opinion of it


def test_switch_and_camera_that_differ_are_asked_about_once_and_answered_when_they_agree(table: Scripted) -> None:
    table.after(500)
    table.sees_block(False)
    table.after(1_400)
    assert table.wrote(ev.Asked) == []
    for _ in range(5):
        table.after(1_000)
    (asked,) = (entry.event for entry in table.wrote(ev.Asked))
    assert isinstance(asked, ev.Asked)
    assert asked.words == "the block is seen off its pad, and its switch says otherwise; see to the switch"
    assert table.match.question.words == asked.words
    table.sees_block(True)
    assert table.match.question is None
    table.after(5_000)
    assert len(table.wrote(ev.Asked)) == 1


def test_a_camera_that_has_not_looked_since_the_lift_has_no_opinion_of_it(table: Scripted) -> None:
    at = table.block()
    table.sees(known=at)
    table.after(10_000)
    assert table.wrote(ev.Asked) == []


def test_what_a_judge_had_said_of_the_block_is_no_second_lift_when_the_switch_comes_round(table: Scripted) -> None:
    table.after(500)
    table.sees_block(False)
    table.after(2_000)
    table.session.say(["Cal lifts the block", "Cal says now"])
    table.block()
    assert len(table.wrote(ev.BlockLifted)) == 1
    assert not table.match.flags


def test_while_the_switch_is_gone_the_camera_tells_of_the_block(table: Scripted) -> None:
    table.controller.sense(Trouble(table.clock.now(), "block", "block: the switch (GPIO7) flutters."))
    table.sees_block(False)
    table.press(2, "now")
    assert table.told[-2:] == [LIFTED, CHALLENGED]
    table.block()
    table.controller.sense(Trouble(table.clock.now(), "block", ""))
    assert [entry.source for entry in table.wrote(ev.BlockLifted)] == ["camera"]
    assert table.told[-1] == "the block's switch is back"
    assert not table.match.flags


def test_without_its_pod_the_table_is_without_block_and_buttons(table: Scripted) -> None:
    table.controller.sense(Trouble(table.clock.now(), "pod", "the pod is gone"))
    table.controller.sense(Trouble(table.clock.now(), "pod", "the pod is still gone"))
    assert table.match.lost == ["block", "buttons"]
    table.controller.sense(Trouble(table.clock.now(), "pod", ""))
    assert table.match.lost == []
    assert [text.split(";")[0] for text in table.told] == [
        "the block's switch is gone",
        "the buttons are gone",
        "the block's switch is back",
        "the buttons are back",
    ]


def gone(table: Scripted, part: str, words: str = "it is gone", works: bool = False) -> None:
    table.controller.sense(Trouble(table.clock.now(), part, words, not works))


def test_a_match_that_is_opened_while_a_sense_is_gone_is_told_so(table: Scripted) -> None:
    gone(table, "camera")
    table.session.say(["staff opens match next: Ann, Ben, Cal; 2019-20 senior", "the round starts", POSITION])
    table.after(20)
    assert table.match.lost == ["camera"]
    for _ in range(75):
        table.after(1_000)
    assert not any("loses" in text for text in table.told)
    gone(table, "camera", "")
    assert table.match.lost == []


def test_a_sense_is_back_when_nobody_has_a_reason_against_it_any_more(table: Scripted) -> None:
    def sight(seen: bool) -> None:
        table.sees(Sight((table.clock.now(), table.clock.now()), seen))

    sight(False)
    assert table.controller.lost == {"camera": "the mat is out of sight"}
    gone(table, "camera")
    gone(table, "camera", "")
    assert table.match.lost == ["camera"], "it is plugged in again, and still sees no mat"
    gone(table, "vision", "it failed")
    sight(True)
    assert table.match.lost == ["camera"]
    gone(table, "vision", "")
    assert table.match.lost == []


def test_a_part_that_is_odd_and_works_is_not_gone(table: Scripted) -> None:
    gone(table, "pod", "the now button of seat 2 is stuck", works=True)
    assert table.match.lost == []
    assert [entry.event.kind for entry in table.wrote(ev.Saw)] == ["saw"]


# A full disk


def written_late(table: Scripted, fills: Callable[[], None], empties: Callable[[], None]) -> None:
    """A challenge while nothing can be written: what the word means is known once the lift is."""
    fills()
    at = table.block()
    table.press(2, "now")
    table.after(5_000)
    assert table.told == []
    assert "Events are held in memory (1) until it can be written." in table.controller.trouble
    states = {state for state, _ in table.lights.shown}
    fractions = [fraction for _, fraction in table.lights.shown]
    assert states == {"running"}
    assert fractions == sorted(fractions, reverse=True)
    assert len(set(fractions)) > 2, "the sand runs on"
    empties()
    table.after(20)
    assert table.controller.trouble == ""
    assert table.told == [LIFTED, CHALLENGED]
    lift, said = table.wrote(ev.BlockLifted, ev.Said)
    assert (lift.event, lift.moment) == (ev.BlockLifted(), at)
    assert (said.event, said.moment) == (ev.Said("now", "Cal"), at + 160)


def test_what_cannot_be_written_is_written_later_in_order_and_the_sand_runs_on(
    table: Scripted, monkeypatch: pytest.MonkeyPatch
) -> None:
    written_late(table, lambda: monkeypatch.setattr(table.session.journal, "append", full), monkeypatch.undo)


def test_a_disk_that_takes_nothing_more_costs_no_event(table: Scripted) -> None:
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)

    def fills() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (1_000, limits[1]))

    def empties() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)

    try:
        written_late(table, fills, empties)
    finally:
        empties()
    assert table.session.journal.verify() == []


def test_what_follows_from_events_that_were_held_is_told_in_the_order_in_which_they_happened(
    table: Scripted, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as disk:
        disk.setattr(table.session.journal, "append", full)
        table.block()
        table.after(2_000)
        table.block(lifted=False)
        gone(table, "camera")
    table.after(20)
    told = [LIFTED, "the block was put back and no challenge stated", "the camera is gone"]
    assert [text.split(";")[0] for text in table.told] == told
    announced = [entry.event.text for entry in table.wrote(ev.Announced) if isinstance(entry.event, ev.Announced)]
    assert [text.split(";")[0] for text in announced] == told


def test_time_that_runs_out_is_heard_though_it_cannot_be_written_down(
    table: Scripted, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table.session.journal, "append", full)
    for _ in range(75):
        table.after(1_000)
    assert table.lights.sounded == ["warning"]
    monkeypatch.undo()
    table.after(1_000)
    assert table.lights.sounded[:1] == ["warning"]
    said = [text for text in table.told if "ran out" in text]
    assert sorted(said) == ["Cal loses 1 point: the time to move ran out", "the time to move ran out"]


def test_no_time_is_called_on_a_lift_that_cannot_be_written_down(
    table: Scripted, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table.session.journal, "append", full)
    table.block()
    for _ in range(75):
        table.after(1_000)
    assert table.lights.sounded == []


def test_what_was_seen_and_not_written_down_yet_is_not_asked_about(
    table: Scripted, monkeypatch: pytest.MonkeyPatch
) -> None:
    p = table.shake.letters.index("p") + 1
    monkeypatch.setattr(table.session.journal, "append", full)
    now = table.clock.now()
    table.sees(SawMoved((now, now), p, "p", "resources", "required", 0.0, 0.0, "north", 1.0))
    table.lies(Lying(p, "p", "required", 0.0, 0.0, 0.0))
    monkeypatch.undo()
    table.after(20)
    assert table.shake.where[p - 1] == "required"
    assert table.wrote(ev.Asked) == []


# What lies otherwise than is known


def test_what_lies_otherwise_than_the_journal_has_it_is_asked_once_and_answered_when_put_right(
    table: Scripted,
) -> None:
    p = table.shake.letters.index("p") + 1
    table.lies()
    for _ in range(3):
        table.lies(Lying(p, "p", "required", 0.0, 0.0, 0.0))
        table.after(1_000)
    (asked,) = (entry.event for entry in table.wrote(ev.Asked))
    assert asked == ev.Asked("p lies in required, and the journal has it in resources", (p,), "lying")
    table.lies()
    assert len(table.wrote(ev.Answered)) == 1
    assert table.match.question is None


def test_a_judge_who_enters_the_move_has_answered(table: Scripted) -> None:
    p = table.shake.letters.index("p") + 1
    table.lies(Lying(p, "p", "required", 0.0, 0.0, 0.0))
    table.session.say(["Cal moves p to required", "judge JD has looked"])
    table.after(100)
    table.lies()
    assert [entry.source for entry in table.wrote(ev.Answered)] == ["judge"]
    assert table.shake.where[p - 1] == "required"


def test_a_judge_who_says_what_a_cube_shows_has_answered_and_vision_knows_it_by_that(table: Scripted) -> None:
    q = table.shake.letters.index("q") + 1
    table.lies()
    table.controller.saw([Reread((table.clock.now(),) * 2, q, "q", "o", 0.95)], table.clock.now())
    assert table.match.question.words == f"cube {q} was taken for q and shows o"
    table.session.say([f"judge JD reads cube {q} as o"])
    table.after(100)
    assert table.match.question is None
    assert table.shake.letters[q - 1] == "o"
    assert table.vision.letters == {q: "o"}
    table.lies(Lying(q, "o", table.shake.where[q - 1], 0.0, 0.0, 0.0))
    assert len(table.wrote(ev.Asked)) == 1


def test_cubes_of_one_letter_in_one_region_are_as_good_as_each_other(table: Scripted) -> None:
    one, other = (n for n, letter in enumerate(table.shake.letters, 1) if letter == "q" and n > 2)
    permitted = table.shake.where.index("permitted") + 1
    table.lies(
        Lying(permitted, "q", "resources", 0.0, 0.0, 0.0),
        Lying(one, "q", "permitted", 0.0, 0.0, 0.0),
    )
    assert table.wrote(ev.Asked) == []
    assert table.vision.numbers == {permitted: one, one: permitted}
    assert table.shake.where[other - 1] == "resources"


# Evidence


def test_the_pictures_around_a_flag_are_kept_while_it_is_pending(table: Scripted) -> None:
    table.block()
    at = table.block(lifted=False)
    (flag,) = table.match.flags.values()
    assert flag.kind == "no-challenge-stated"
    assert (at - 5_000, at + 4_000) in table.vision.kept
    assert table.controller.needed() == ((at - 5_000, at + 4_000),)
    table.session.say([f"judge JD dismisses {flag.kind}"])
    table.after(20)
    assert table.controller.needed() == ()


# After a restart


def again(table: Scripted, lifted: bool = False, words: str = "") -> Scripted:
    """The program has died and is started again."""
    table.close()
    return Scripted(table.directory, table.clock, Block(lifted, words))


def test_what_was_told_before_a_restart_is_not_told_again(table: Scripted) -> None:
    table.sees(known=table.block())
    table.press(2, "now")
    assert table.told == [LIFTED, CHALLENGED]
    restarted = again(table, lifted=True)
    restarted.after(3_000)
    assert restarted.told == []
    announced = [entry.event for entry in restarted.wrote(ev.Announced)]
    assert [event.text for event in announced if isinstance(event, ev.Announced)] == [LIFTED, CHALLENGED]
    restarted.close()


@pytest.mark.parametrize("up", [True, False])
def test_a_block_that_was_lifted_or_put_back_while_nobody_watched_is_written_down(table: Scripted, up: bool) -> None:
    if not up:
        table.sees(known=table.block())
    restarted = again(table, lifted=up)
    assert restarted.match.block_up == up
    kinds = [entry.event.kind for entry in restarted.wrote(ev.BlockLifted, ev.BlockReturned)]
    assert kinds[-1] == ("block-lifted" if up else "block-returned")
    restarted.close()
    once_more = again(restarted, lifted=up)
    assert len(once_more.wrote(ev.BlockLifted, ev.BlockReturned)) == len(kinds)
    once_more.close()


def test_after_a_power_cut_the_clocks_stand_still_and_that_is_said_once(table: Scripted) -> None:
    table.clock.reboot("boot-2", dark=90_000, now=500)
    restarted = again(table)
    assert restarted.told == ["the clocks stand still"]
    assert restarted.match.paused is not None
    restarted.close()
    once_more = again(restarted)
    assert once_more.told == []
    once_more.close()


def test_a_lift_that_was_not_announced_any_more_is_announced_after_the_restart(table: Scripted) -> None:
    at = table.block()
    table.sees(known=at - 100)
    assert table.told == []
    restarted = again(table, lifted=True)
    restarted.after(LIFT_WAIT_MS)
    assert restarted.told == [LIFTED]
    assert restarted.lights.sounded == ["lifted"]
    restarted.close()


def test_a_camera_that_was_gone_before_a_restart_is_back_with_the_first_picture(table: Scripted) -> None:
    gone(table, "camera")
    restarted = again(table)
    restarted.after(1_000)
    assert restarted.match.lost == ["camera"]
    restarted.sees()
    assert restarted.match.lost == []
    restarted.close()


def test_a_block_that_cannot_be_asked_after_a_restart_is_left_as_it_was_until_it_can(table: Scripted) -> None:
    table.sees(known=table.block())
    gone(table, "pod")
    block = Block(False, "the pod is gone")
    table.close()
    restarted = Scripted(table.directory, table.clock, block)
    restarted.after(1_000)
    assert restarted.match.block_up
    assert restarted.wrote(ev.BlockReturned) == []
    assert restarted.match.lost == ["block"], "nobody told it of the buttons of this pod, and there are none"
    block.words, block.lifted = "", True
    restarted.after(1_000)
    assert restarted.match.block_up
    assert restarted.match.lost == []
    assert restarted.wrote(ev.BlockReturned) == []
    restarted.close()


def test_a_question_from_before_a_restart_is_answered_when_the_cubes_are_put_right(table: Scripted) -> None:
    p = table.shake.letters.index("p") + 1
    table.lies(Lying(p, "p", "required", 0.0, 0.0, 0.0))
    assert table.match.question
    restarted = again(table)
    restarted.lies()
    assert restarted.match.question is None
    assert len(restarted.wrote(ev.Asked)) == 1
    restarted.close()


def test_pictures_that_flags_of_an_earlier_match_need_are_kept_too(table: Scripted) -> None:
    table.block()
    at = table.block(lifted=False)
    table.session.say(["staff opens match next: Ann, Ben, Cal; 2019-20 senior"])
    table.after(20)
    assert table.controller.needed() == ((at - 5_000, at + 4_000),)
    restarted = again(table)
    assert restarted.vision.kept == [(at - 5_000, at + 4_000)], "the seconds after it are still to come"
    restarted.close()
