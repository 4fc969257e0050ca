"""A table whose journal, switch or eye fails it: nothing is lost, written twice or made up, and it says so."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from queue import SimpleQueue

import pytest

from hardware.parts import Trouble
from table.control.loop import ControlLoop
from table.journal.journal import JournalDamaged, JournalError
from table.rules import events as ev
from table.seeing.watcher import WatchedPicture
from table.service.systemd import Systemd
from tests.control.scripted import Scripted, full
from tests.control.test_loop import Table


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Scripted]:
    with closing(Scripted(tmp_path)) as made:
        yield made


def unreadable(kind: type[JournalError]) -> Callable[[], list[object]]:
    def fails() -> list[object]:
        raise kind("Entry 5 cannot be read.")

    return fails


def test_an_event_is_written_once_though_the_journal_cannot_be_read_after_it(
    table: Scripted,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(table.session, "catch_up", unreadable(JournalError))
    table.block()
    for _ in range(20):
        table.after(20)
    assert table.controller.trouble == "Entry 5 cannot be read."
    assert len(table.wrote(ev.BlockLifted)) == 1
    monkeypatch.undo()
    table.after(1_500)
    assert table.controller.trouble == ""
    assert table.match.block_up


def test_a_charge_while_nothing_can_be_written_is_written_later(
    table: Scripted,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(table.session.journal, "append", full)
    table.controller.sense(Trouble(table.clock.now(), "sand", "the sand is broken"))
    table.press(0, "now", held=1_000)
    assert [one.event.kind for one in table.controller.close()] == ["saw"]
    monkeypatch.undo()
    table.after(20)
    assert [entry.event for entry in table.wrote(ev.Charged)] == [ev.Charged("Ann")]
    assert table.controller.close() == []


def test_a_charge_is_what_it_meant_when_the_button_went_down_and_not_the_time_before(table: Scripted) -> None:
    table.press(0, "now")
    table.press(0, "now", held=1_000)
    assert [entry.event for entry in table.wrote(ev.Charged)] == [ev.Charged("Ann")]


def test_the_hand_at_the_block_is_compared_with_who_pressed_also_where_only_the_camera_tells_of_the_block(
    table: Scripted,
) -> None:
    table.controller.sense(Trouble(table.clock.now(), "block", "block: none is attached"))
    table.vision.hand = "south"
    table.sees_block(False)
    table.press(2, "now")
    (said,) = table.wrote(ev.Said)
    assert said.event == ev.Said("now", None)


def test_a_switch_that_was_never_attached_is_not_asked_about(table: Scripted) -> None:
    table.controller.sense(Trouble(table.clock.now(), "block", "block: none is attached"))
    table.sees_block(False)
    for _ in range(40):
        table.sees()
        table.after(100)
    assert table.wrote(ev.Asked) == []
    assert table.match.block_up


def test_vision_that_hangs_is_a_camera_that_is_gone_until_it_comes_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("table.control.loop.VISION_HANGS_MS", 50)
    wakes = threading.Event()

    def hangs() -> WatchedPicture | None:
        wakes.wait(20)
        return None

    with closing(Table(tmp_path, hangs)) as table:
        lost = table.until(ev.SenseLost).event
        assert isinstance(lost, ev.SenseLost)
        assert "Nothing has come from vision" in lost.words
        monkeypatch.setattr("table.control.loop.VISION_HANGS_MS", 60_000)
        wakes.set()
        assert table.until(ev.SenseBack)


class Fed(Systemd):
    """Counts signs of life."""

    def __init__(self) -> None:
        self.watchdog, self.times = 2, 0

    def alive(self) -> bool:
        self.times += 1
        return True


@pytest.mark.parametrize(("kind", "fed"), [(JournalError, True), (JournalDamaged, False)])
def test_a_full_disk_is_no_reason_to_start_anew_and_a_damaged_journal_is(
    table: Scripted,
    monkeypatch: pytest.MonkeyPatch,
    kind: type[JournalError],
    fed: bool,
) -> None:
    systemd = Fed()
    monkeypatch.setattr(table.session, "catch_up", unreadable(kind))
    monkeypatch.setattr(table.session.journal, "writable", lambda: False)
    table.controller.tick()
    ticks = iter(range(1_000, 100_000, 1_000))
    monkeypatch.setattr("table.control.loop.clock.now", lambda: next(ticks))
    running = ControlLoop(table.controller, None, SimpleQueue(), systemd)
    for _ in range(3):
        running.turn()
    assert (systemd.times > 1) is fed
