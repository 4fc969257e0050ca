"""The real driver with pyserial over a pty, against the firmware's own code in a thread."""

from __future__ import annotations

import queue
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TypeVar

import pytest

from bench.pod import replug
from firmware import framing
from hardware.clock import now
from hardware.parts import BlockMoved, Buzzer, ChallengeBlock, Input, Pressed, SandTimer, SeatButtons, Trouble
from hardware.pod.driver import PodDriver
from hardware.pod.line import Faults
from hardware.pod.virtual import VirtualBoard, VirtualPod
from hardware.wiring import BUTTONS
from tests.bell import WAIT_S, Bell

T = TypeVar("T", BlockMoved, Pressed, Trouble)


class Table:
    """A virtual pod that rings with each of its turns, the driver, and what the driver has told."""

    def __init__(self, directory: Path) -> None:
        self.inputs: queue.SimpleQueue[Input] = queue.SimpleQueue()
        self.bell = Bell()
        self.virtual = VirtualPod(directory, self.bell.after(now))
        self.pod = PodDriver(self.inputs.put, str(self.virtual.port))

    def next(self, kind: type[T]) -> T:
        """The next input of this kind; others are passed over."""
        return heard(self.inputs, kind)

    def ready(self) -> None:
        self.bell.until(lambda: self.pod.trouble() == "")

    def rest(self) -> list[Input]:
        found = []
        while not self.inputs.empty():
            found.append(self.inputs.get())
        return [thing for thing in found if not isinstance(thing, Trouble)]


def heard(inputs: queue.SimpleQueue[Input], kind: type[T]) -> T:
    """The next input of this kind; others are passed over."""
    deadline = time.monotonic() + WAIT_S
    while True:
        thing = inputs.get(timeout=max(deadline - time.monotonic(), 0.001))
        if isinstance(thing, kind):
            return thing


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    table = Table(tmp_path)
    table.ready()
    yield table
    table.pod.close()
    table.virtual.close()


def test_a_press_arrives_with_its_moment(table: Table) -> None:
    before = now()
    table.virtual.press(2, "now")
    after = now()
    pressed = table.next(Pressed)
    assert pressed[1:] == (2, "now", False)
    assert before - 50 <= pressed.at <= after + 100  # on a busy machine


def test_a_lift_and_a_return_arrive(table: Table) -> None:
    before = now()
    table.virtual.lift()
    lifted = table.next(BlockMoved)
    assert lifted.lifted
    assert before - 50 <= lifted.at <= before + 100  # its first edge, not when it counted
    assert table.pod.block.lifted
    table.virtual.lift(False)
    assert not table.next(BlockMoved).lifted
    assert not table.pod.block.lifted


def test_the_parts_are_what_a_table_asks_for(table: Table) -> None:
    block: ChallengeBlock = table.pod.block
    buttons: SeatButtons = table.pod.buttons
    glass: SandTimer = table.pod.glass
    buzzer: Buzzer = table.pod.buzzer
    assert buttons.seats == 3
    glass.show("running", 0.5)
    table.bell.until(lambda: sum(1 for light in range(16) if table.virtual.board.ring[3 * light]) == 8)
    buzzer.sound("tick")
    table.bell.until(lambda: table.virtual.board.tones == [2093, 0])
    assert [part.trouble() for part in (block, buttons, glass, buzzer)] == [""] * 4


def test_the_port_is_let_go_with_the_last_part(table: Table) -> None:
    parts = [table.pod.block, table.pod.buttons, table.pod.glass]
    for part in parts:
        part.close()
    table.virtual.press(0, "goal")
    table.next(Pressed)
    table.pod.buzzer.close()
    table.pod.buzzer.close()
    assert not table.pod._thread.is_alive()


def test_an_unplugged_pod_is_missed_in_words_and_back_within_a_second(table: Table) -> None:
    table.rest()
    table.virtual.unplug()
    gone = table.next(Trouble)
    assert gone.part == "pod"
    assert str(table.virtual.port) in gone.words
    table.virtual.press(1, "bonus")
    pressed = now()
    table.virtual.plug()
    assert table.bell.until(lambda: table.pod.trouble() == "") < 1
    arrived = table.next(Pressed)
    assert arrived[1:] == (1, "bonus", False)
    assert abs(arrived.at - pressed) <= 100


def test_unplugging_again_and_again_loses_and_doubles_nothing() -> None:
    found = replug(5)
    assert (found.lost, found.twice) == (0, 0)
    assert found.worst < 1


def test_a_pod_that_lost_its_power_comes_back_and_the_block_is_as_it_is(table: Table) -> None:
    table.virtual.unplug()
    table.virtual.lift()
    table.virtual.restart()
    table.virtual.plug()
    assert table.next(BlockMoved).lifted


def test_host_and_pod_may_start_in_any_order(tmp_path: Path) -> None:
    inputs: queue.SimpleQueue[Input] = queue.SimpleQueue()
    pod = PodDriver(inputs.put, str(tmp_path / "pod"))
    missing = inputs.get(timeout=5)
    assert isinstance(missing, Trouble)
    assert "nothing is attached there" in missing.words
    virtual = VirtualPod(tmp_path)
    try:
        assert heard(inputs, Trouble).words == ""
        assert pod.trouble() == ""
    finally:
        pod.close()
        virtual.close()


def test_a_bad_line_loses_and_doubles_nothing(table: Table) -> None:
    table.virtual.spoil(Faults(drop=0.01, garble=0.01, double=0.01))
    for place in [(seat, button) for button in BUTTONS for seat in range(3)]:
        table.virtual.press(*place)
        assert table.next(Pressed)[1:3] == place
    table.virtual.spoil(Faults())
    table.bell.until(lambda: table.virtual.waiting == 0)
    assert table.rest() == []


def test_another_protocol_is_said_with_what_to_do(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("firmware.link.PROTOCOL", 2)
    table.virtual.restart()
    table.bell.until(lambda: "wff-table pod install" in table.pod.trouble())
    assert "protocol 2" in table.pod.block.trouble()


def test_a_part_that_a_pod_does_not_have_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(VirtualBoard, "has", framing.BLOCK | framing.BUTTONS)
    table = Table(tmp_path)
    try:
        table.ready()
        assert table.pod.block.trouble() == ""
        assert table.pod.buzzer.trouble() == "this pod has no buzzer"
    finally:
        table.pod.close()
        table.virtual.close()


def test_no_pod_at_all_is_said_with_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hardware.pod.driver.find_port", lambda: None)
    inputs: queue.SimpleQueue[Input] = queue.SimpleQueue()
    pod = PodDriver(inputs.put)
    assert "plug it in" in heard(inputs, Trouble).words
    pod.close()
