"""The threads of a running table, on the machine's own clock: vision never holds up the loop."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from queue import SimpleQueue

import pytest

from hardware.devices import Devices, open_devices
from table.config.keys import attached, simulated
from table.control.controller import Controller
from table.control.loop import ControlLoop, Message
from table.journal.session import Session
from table.rules.entry import Entry
from table.rules.events import BlockLifted, SenseBack, SenseLost
from table.seeing.watcher import WatchedPicture, Watcher
from table.service.systemd import Systemd

GIVEN_UP_S = 20.0
"""Seconds after which something that should have happened has not."""


class Blind(Watcher):
    """Does in place of seeing whatever a test wants."""

    def __init__(self, look: Callable[[], WatchedPicture | None]) -> None:
        self._look = look
        self._pace = threading.Event()

    def look(self, timeout: float) -> WatchedPicture | None:
        self._pace.wait(0.005)  # as a camera does
        return self._look()


class Table:
    """A running table whose parts are simulated, and whose eye is a test's."""

    def __init__(self, directory: Path, look: Callable[[], WatchedPicture | None]) -> None:
        inbox: SimpleQueue[Message] = SimpleQueue()
        self.session = Session.open(directory)
        self.session.say(["staff opens match 1: Ann, Ben, Cal; 2019-20 senior", "the round starts"])
        self.devices: Devices = open_devices(attached(simulated()), inbox.put)
        parts = self.devices
        seats = ("south", "west", "east")
        controller = Controller(self.session, seats, parts.sand, parts.buzzer, block=parts.block)
        self.running = ControlLoop(controller, Blind(look), inbox, Systemd())
        self.running.start()

    def until(self, kind: type[object]) -> Entry:
        """Let the loop turn until such an event is in the journal."""
        deadline = time.monotonic() + GIVEN_UP_S
        while time.monotonic() < deadline:
            self.running.turn()
            for entry in self.session.journal.entries():
                if isinstance(entry.event, kind):
                    return entry
        raise AssertionError(f"no {kind.__name__} within {GIVEN_UP_S} seconds")

    def close(self) -> None:
        self.running.close()
        self.devices.close()
        self.session.close()


@pytest.fixture
def tables(tmp_path: Path) -> Iterator[Callable[[Callable[[], WatchedPicture | None]], Table]]:
    made: list[Table] = []

    def make(look: Callable[[], WatchedPicture | None]) -> Table:
        made.append(Table(tmp_path, look))
        return made[-1]

    yield make
    for table in made:
        table.close()


def test_a_lift_is_written_down_while_vision_is_busy(tables: Callable[..., Table]) -> None:
    seen, done = threading.Event(), threading.Event()

    def busy() -> None:
        seen.set()
        done.wait(GIVEN_UP_S)

    table = tables(busy)
    assert seen.wait(GIVEN_UP_S)
    assert table.devices.bench is not None
    with table.devices.bench.still():
        table.devices.bench.table.lift_block("west")
    lifted = table.until(BlockLifted)
    assert not done.is_set()
    assert lifted.t - lifted.moment < 1_000, "a lift counts after 150 ms, and is stamped at its first edge"
    done.set()


def test_vision_that_fails_is_a_camera_that_is_gone_until_it_sees_again(
    tables: Callable[..., Table], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("table.control.loop.VISION_RETRY_S", 0.01)
    well = threading.Event()

    def look() -> WatchedPicture | None:
        if not well.is_set():
            raise ValueError("the network is broken")
        return WatchedPicture([], 0)

    table = tables(look)
    lost = table.until(SenseLost).event
    assert isinstance(lost, SenseLost)
    assert "the network is broken" in lost.words
    well.set()
    assert table.until(SenseBack)


def test_the_loop_remembers_how_late_it_was(tables: Callable[..., Table]) -> None:
    table = tables(lambda: None)
    for _ in range(5):
        table.running.turn()
    assert len(table.running.delays) == 5
    assert min(table.running.delays) >= 0
