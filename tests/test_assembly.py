"""A table put together from its configuration: what meets whom, what it costs, and that it is done nowhere else."""

from __future__ import annotations

import dataclasses
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from queue import SimpleQueue

import pytest

from hardware.devices import open_devices
from table.assembly import AssembledTable, assembled
from table.config.keys import BlockConfig, CameraConfig, Config, attached, simulated
from table.control.loop import Message
from table.journal.session import Session
from table.rules import events as ev
from table.rules.match import Decision
from table.seeing.calibration import BadCalibration

ROOT = Path(__file__).parent.parent
PARTS = "Controller", "ControlLoop", "Watcher", "Camcorder"
Assemble = Callable[..., AssembledTable]


@pytest.fixture
def session(tmp_path: Path) -> Iterator[Session]:
    opened = Session.open(tmp_path)
    opened.say(["staff opens match 1: Ann, Ben, Cal; 2019-20 senior", "the round starts"])
    yield opened
    opened.close()


@pytest.fixture
def inbox() -> SimpleQueue[Message]:
    return SimpleQueue()


@pytest.fixture
def assemble(session: Session, inbox: SimpleQueue[Message], tmp_path: Path) -> Iterator[Assemble]:
    opened = []

    def make(config: Config, tell: Callable[[Decision], None] = lambda _: None) -> AssembledTable:
        config = dataclasses.replace(config, data=tmp_path)
        opened.append(open_devices(attached(config), inbox.put))
        return assembled(config, session, opened[-1], tell)

    yield make
    for devices in opened:
        devices.close()


BLIND = dataclasses.replace(simulated(), camera=CameraConfig("none"))


def test_importing_it_loads_neither_opencv_nor_the_networks() -> None:
    heavy = "cv2", "onnxruntime", "vision.eye", "vision.read", "table.seeing.camcorder"
    asked = f"import sys, table.assembly; print([name for name in {heavy} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True, cwd=ROOT)
    assert done.stdout.strip() == "[]"


def test_a_table_with_a_camera_watches_and_keeps_what_flags_need(assemble: Assemble) -> None:
    table = assemble(simulated())
    assert table.watcher is not None
    assert not table.watcher.eye.placed, "nobody has started it"
    camcorder = table.watcher._camcorder
    assert camcorder is not None
    assert camcorder._needed() == table.controller.needed()


def test_a_table_without_a_camera_has_nobody_who_watches(assemble: Assemble) -> None:
    assert assemble(BLIND).watcher is None


@pytest.mark.parametrize(("driver", "source"), [("simulated", "gpio"), ("pod", "pod")])
def test_the_journal_says_where_the_block_is_attached(
    assemble: Assemble, session: Session, driver: str, source: str
) -> None:
    config = dataclasses.replace(BLIND, block=BlockConfig(driver), pod=dataclasses.replace(BLIND.pod, port="simulated"))  # type: ignore[arg-type]
    table = assemble(config)
    table.controller._senses.tell("block", "test", "it is gone")
    table.controller.tick()
    (lost,) = (entry for entry in session.journal.entries() if isinstance(entry.event, ev.SenseLost))
    assert lost.source == source


def test_what_is_decided_is_told_and_the_table_turns(
    assemble: Assemble, session: Session, inbox: SimpleQueue[Message]
) -> None:
    told: list[str] = []
    loop = assemble(BLIND, lambda decision: told.append(decision.kind)).loop(inbox)
    loop.start()
    session.journal.append(ev.Paused("JD"), "judge")
    loop.turn()
    loop.close()
    assert "paused" in told


def test_a_lens_that_is_not_there_is_said_when_the_table_is_put_together(assemble: Assemble) -> None:
    with pytest.raises(BadCalibration, match="there is no camera and no file 'pi-v9'"):
        assemble(dataclasses.replace(simulated(), camera=CameraConfig("simulated", lens="pi-v9")))


def test_a_table_is_put_together_in_one_place() -> None:
    made = re.compile(rf"\b({'|'.join(PARTS)})\(")
    files = [file for folder in ("table", "bench") for file in (ROOT / folder).rglob("*.py")]
    elsewhere = [
        f"{file.relative_to(ROOT)}: {line.strip()}"
        for file in files
        for line in file.read_text().splitlines()
        if made.search(line) and not line.startswith("class ") and file != ROOT / "table" / "assembly.py"
    ]
    assert elsewhere == []
