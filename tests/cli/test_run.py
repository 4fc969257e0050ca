"""A table that runs goes on whatever happens to the terminal, and says there what is wrong."""

from __future__ import annotations

import dataclasses
import io
import shutil
import subprocess
import sys
import time
from collections import deque
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import redirect_stdout
from pathlib import Path
from queue import SimpleQueue

import pytest
from typer.testing import CliRunner

from hardware.devices import open_devices
from table.assembly import assembled
from table.cli import run as command
from table.cli.app import app
from table.cli.output import Lasting
from table.config.keys import attached, simulated
from table.control.loop import Message
from table.journal.session import Session
from table.service.systemd import Systemd
from tests.bell import WAIT_S
from tests.journal.opening import opening

HERE = Path(__file__).parents[2]


@pytest.mark.parametrize("lost", ["| head -1", "> /dev/full", ">&-"])
def test_a_table_whose_output_cannot_be_written_runs_on(tmp_path: Path, lost: str) -> None:
    line = f"{sys.executable} -m table.cli.app run --simulated --data {tmp_path} --minutes 0.05"
    script = f"set -o pipefail; {line} {lost}"
    began = time.monotonic()
    done = subprocess.run(["bash", "-c", script], cwd=HERE, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert time.monotonic() - began >= 3


class Full(io.StringIO):
    """A disk with room for one line."""

    def write(self, text: str) -> int:
        if self.getvalue():
            raise OSError(28, "No space left on device")
        return super().write(text)


def test_output_that_was_lost_is_not_tried_again() -> None:
    disk = Full()
    with redirect_stdout(Lasting(disk)):
        for number in range(3):
            print(number, end="")
    assert disk.getvalue() == "0"


def test_a_letter_that_the_terminal_has_not_is_replaced() -> None:
    raw = io.BytesIO()
    terminal = io.TextIOWrapper(raw, encoding="ascii", write_through=True)
    with redirect_stdout(Lasting(terminal)):
        print("Zoë moves")
    assert raw.getvalue() == b"Zo? moves\n"
    assert not terminal.closed


def test_a_data_directory_that_is_removed_does_not_end_the_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(command, "MISSING_EVERY_S", 0.1)
    data, opened = tmp_path / "data", opening(monkeypatch)

    def remove() -> None:
        assert opened.wait(WAIT_S)
        shutil.rmtree(data)

    with ThreadPoolExecutor(1) as somebody:
        gone = somebody.submit(remove)
        done = CliRunner().invoke(app, ["run", "--simulated", "--data", str(data), "--minutes", "0.05"])
        gone.result()
    assert done.exit_code == 0, done.output
    assert f"{data}: no such file or directory" in done.output


@pytest.fixture
def watched(tmp_path: Path) -> Iterator[command._Watched]:
    chosen = dataclasses.replace(simulated(), data=tmp_path)
    inbox: SimpleQueue[Message] = SimpleQueue()
    session, devices = Session.open(tmp_path), open_devices(attached(chosen), inbox.put)
    table = assembled(chosen, session, devices, lambda _: None).loop(inbox)
    yield command._Watched(table, devices, chosen, deque(), Systemd())
    devices.close()
    session.close()


def test_pictures_that_cannot_be_kept_are_told(watched: command._Watched, capsys: pytest.CaptureFixture[str]) -> None:
    watcher = watched._table.watcher
    assert watcher is not None
    assert watcher._camcorder is not None
    watcher._camcorder.trouble = "pictures cannot be kept: no space left on device"
    watched.log()
    assert watcher.trouble in capsys.readouterr().out


def test_what_was_refused_is_told_once(watched: command._Watched, capsys: pytest.CaptureFixture[str]) -> None:
    watched._table.controller.refused.append("moved: cube 29 is nowhere")
    for expected in (1, 0):
        watched.log()
        assert capsys.readouterr().out.count("cube 29 is nowhere") == expected


def test_times_count_from_the_opening_of_the_match(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    session = Session.open(tmp_path)
    session.say(["staff opens match 1: Ann, Ben, Cal; 2019-20 junior"])
    session.close()
    opened = opening(monkeypatch)

    def start() -> None:
        assert opened.wait(WAIT_S)
        session = Session.open(tmp_path)
        session.say(["the round starts"])
        session.close()

    with ThreadPoolExecutor(1) as staff:
        said = staff.submit(start)
        done = CliRunner().invoke(app, ["run", "--simulated", "--data", str(tmp_path), "--minutes", "0.05"])
        said.result()
    (line,) = [line for line in done.output.splitlines() if "the round begins" in line]
    assert line.split()[0].startswith("0:")


def damaged(directory: Path) -> None:
    """Spoil the second entry of a journal."""
    session = Session.open(directory)
    session.say(["staff opens match 1: Ann, Ben, Cal; 2019-20 junior", "the round starts", "judge JD stops the clocks"])
    session.close()
    file = directory / "journal.db"
    file.write_bytes(file.read_bytes().replace(b"round-started", b"round-sTarted"))


def test_a_table_says_that_its_journal_was_recovered(tmp_path: Path) -> None:
    damaged(tmp_path)
    done = CliRunner().invoke(app, ["run", "--simulated", "--data", str(tmp_path), "--minutes", "0.02"])
    assert done.exit_code == 0
    assert "Recovered: 2 entries; missing: 2." in " ".join(done.output.split())


def test_a_gap_that_a_recovery_left_is_no_new_damage(tmp_path: Path) -> None:
    damaged(tmp_path)
    verify = ["journal", str(tmp_path), "verify"]
    done = CliRunner().invoke(app, verify)
    assert done.exit_code == 2
    assert "the table recovers what it can" in done.stderr
    said = CliRunner().invoke(app, ["say", str(tmp_path), "judge JD lets the clocks run"])
    assert "Recovered: 2 entries; missing: 2." in said.stderr
    done = CliRunner().invoke(app, verify)
    assert done.exit_code == 0
    assert "Missing: 2. It was lost before the journal was recovered: entry 4 tells of it." in done.stdout
    assert "there is nothing to recover" in done.stdout
