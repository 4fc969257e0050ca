"""The visit as a whole, and the command as people and programs meet it."""

import json
import os
import pty
import resource
import select
import signal
import subprocess
import sys
import termios
import threading
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

from hardware.checkup import visit as visits
from hardware.checkup.camera import Watched, picture, watch
from hardware.checkup.finding import Late, bad, checked, within
from hardware.checkup.visit import Visit
from hardware.devices import Absent, Attached, Devices, open_devices
from hardware.parts import Frame
from hardware.simulated.faults import do
from table.cli.app import app
from table.config.keys import Config, attached
from table.config.reading import parse

COMMAND = [sys.executable, "-m", "table.cli.app", "doctor"]
NOTHING = Attached(camera="none", block="none", buttons="none", sand="none", buzzer="none")


def run(tmp_path, *args):
    """The command in a process of its own, where no configuration is found by chance."""
    here = {**os.environ, "HOME": str(tmp_path), "PYTHONPATH": os.getcwd(), "COLUMNS": "120"}
    return subprocess.run([*COMMAND, *map(str, args)], cwd=tmp_path, env=here, stdin=subprocess.DEVNULL,
                          capture_output=True, text=True, timeout=120, check=False)  # fmt: skip


def test_with_nothing_attached_it_explains_what_is_missing(tmp_path):
    (tmp_path / "wff-table.toml").write_text(
        "data = 'data'\n[camera]\ndriver = 'opencv'\ndevice = '/dev/video-nowhere'\n[pod]\nport = '/dev/nowhere'\n"
        + "".join(f"[{part}]\ndriver = 'pod'\n" for part in ("block", "buttons", "sand", "buzzer"))
    )
    done = run(tmp_path)
    assert done.returncode == 1, done.stderr
    assert "Traceback" not in done.stdout + done.stderr
    assert done.stderr == ""
    assert "nothing is attached at /dev/nowhere" in done.stdout
    assert "there is no camera /dev/video-nowhere" in done.stdout
    assert "-> plug" in done.stdout
    assert "wff-table doctor --simulated" in done.stdout


def test_without_a_configuration_it_says_what_it_looks_for(tmp_path, monkeypatch):
    monkeypatch.setattr("table.config.reading.find", lambda: None)
    monkeypatch.setattr("table.cli.doctor._visit", lambda *_: Visit(NOTHING, tmp_path, 3, "1"))
    monkeypatch.setattr("table.cli.doctor.model", lambda: "")
    said = CliRunner().invoke(app, ["doctor"]).output
    assert "a webcam and a pod are looked for" in said
    monkeypatch.setattr("table.cli.doctor.model", lambda: "Raspberry Pi 5")
    assert "the standard table on the Pi's pins" in CliRunner().invoke(app, ["doctor"]).output


def test_a_simulated_table_is_all_green(tmp_path):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = run(tmp_path, "--simulated", "--json")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    assert done.returncode == 0, done.stdout + done.stderr
    told = json.loads(done.stdout)
    assert told["well"]
    not_well = [
        f
        for f in told["findings"]
        if f["state"] != "ok" and f["part"] not in ("clock", "heat", "power", "disk", "pod link")
    ]
    assert not_well == []
    parts = {finding["part"] for finding in told["findings"]}
    assert {"camera", "fiducials", "sharpness", "light", "block", "buttons", "sand-timer", "buzzer", "pod"} <= parts
    assert (after.ru_utime + after.ru_stime) - (before.ru_utime + before.ru_stime) < 10


@pytest.mark.parametrize(
    ("text", "words"),
    [("[camera]\ndrvier = 'pi'", "do you mean camera.driver?"), ("mat = 3", "mat is 3; it must be one of")],
)
def test_a_bad_configuration_is_one_sentence(tmp_path, text, words):
    (tmp_path / "table.toml").write_text(text)
    done = CliRunner().invoke(app, ["doctor", "--config", str(tmp_path / "table.toml")])
    assert done.exit_code == 2
    assert words in done.output
    assert CliRunner().invoke(app, ["doctor", "--config", str(tmp_path / "nothing.toml")]).exit_code == 2


def test_the_configuration_reaches_the_hardware():
    assert attached(Config()) == Attached()
    mine = attached(
        parse("mat = 'basic'\n[block]\npin = 2\n[pod]\nport = '/dev/ttyACM0'\n[camera]\nsize = [1920, 1080]")
    )
    assert (mine.mat, mine.wiring.block, mine.port, mine.size) == ("basic", 2, "/dev/ttyACM0", (1920, 1080))


class Keys:
    """The command in a terminal, with mock pins; what it shows can be waited for, and keys be typed."""

    def __init__(self, tmp_path):
        mock = {"GPIOZERO_PIN_FACTORY": "mock", "GPIOZERO_MOCK_PIN_CLASS": "mockpwmpin", "TERM": "xterm"}
        (tmp_path / "wff-table.toml").write_text("data = 'data'\n[camera]\ndriver = 'none'\n")
        self.keys, self.end = pty.openpty()
        here = {**os.environ, **mock, "PYTHONPATH": os.getcwd(), "COLUMNS": "100"}
        self.process = subprocess.Popen(
            COMMAND, cwd=tmp_path, env=here, stdin=self.end, stdout=self.end, stderr=self.end
        )
        self.shown = ""

    def until(self, words):
        while words not in self.shown:
            ready, _, _ = select.select([self.keys], [], [], 60)
            assert ready, f"{words!r} never came: {self.shown[-600:]}"
            self.shown += os.read(self.keys, 4096).decode("utf-8", "replace")

    def type(self, keys):
        os.write(self.keys, keys.encode())


@pytest.fixture
def terminal(tmp_path):
    made = Keys(tmp_path)
    yield made
    made.process.kill()
    made.process.wait()
    os.close(made.keys)
    os.close(made.end)


def test_a_person_is_asked_and_may_skip(terminal):
    terminal.until("Put the block back")
    terminal.type("\n")
    terminal.until("Still to press: seat 1: goal/done")
    terminal.type("\n")
    terminal.until("Did the lights go out")
    terminal.type("y")
    terminal.until("Did the buzzer sound")
    terminal.type("n")
    terminal.until("it is not heard")
    terminal.until("to put right")
    assert terminal.process.wait(60) == 1
    assert "Traceback" not in terminal.shown


def test_whoever_breaks_it_off_has_the_terminal_back(terminal):
    terminal.until("Put the block back")
    assert termios.tcgetattr(terminal.keys)[3] & termios.ECHO == 0
    terminal.process.send_signal(signal.SIGINT)
    terminal.until("Broken off")
    assert terminal.process.wait(60) == 130
    assert termios.tcgetattr(terminal.keys)[3] & termios.ECHO
    assert "Traceback" not in terminal.shown


def test_a_look_that_hangs_is_broken_off():
    forever = threading.Event()
    with pytest.raises(Late):
        within(0.01, forever.wait)
    (finding,) = checked("camera", 0.01, forever.wait)
    assert (finding.part, finding.state) == ("camera", "bad")
    forever.set()


def test_a_check_that_fails_is_a_finding():
    (finding,) = checked("disk", 5, lambda: [1 / 0])  # type: ignore[list-item]
    assert finding.state == "bad"
    assert "division by zero" in finding.words


class Film(Absent):
    """A camera that sends a frame every 100 ms of its own time."""

    def __init__(self, frames, shape=(960, 1280)):
        super().__init__("" if frames else "The camera has stopped; check its cable.")
        self.now, self.left, self.shape = 0, frames, shape

    def read(self, timeout):
        if not self.left:
            self.now += round(1000 * timeout)
            return None
        self.now, self.left = self.now + 100, self.left - 1
        black = np.zeros(self.shape, np.uint8)
        return Frame(self.now, 1, black, black)


def test_pictures_are_counted_by_their_stamps():
    film = Film(100)
    seen = watch(film, 2.0, lambda: film.now)
    assert seen.rate == pytest.approx(10)
    assert [f.state for f in picture(seen, "", (1280, 960), 10)] == ["ok", "ok"]
    assert [f.state for f in picture(seen, "", (1280, 720), 30)] == ["warning", "warning"]
    assert picture(seen, "", (1280, 960), 60)[1].state == "bad"


def test_a_camera_without_pictures_says_why_in_its_own_words():
    film = Film(0)
    seen = watch(film, 2.0, lambda: film.now)
    assert seen == Watched(0, None, None)
    assert film.now < 3_000  # one that says what is wrong is not waited for to the end
    assert picture(seen, film.trouble(), (1, 1), 1) == [("camera", "bad", "the camera has stopped", "check its cable")]


def test_what_hangs_on_something_broken_is_left_out(tmp_path, monkeypatch):
    monkeypatch.setattr("hardware.checkup.visit.machine.pins", lambda: bad("pins", "gone", "find them"))
    monkeypatch.setattr(visits, "open_devices", lambda *_: Devices(*(Absent() for _ in range(5))))
    found = {f.part: f for f in Visit(Attached(camera="none"), tmp_path, 3, "1").findings()}
    assert {found[part].words for part in ("block", "buttons", "sand-timer", "buzzer")} == {"needs the pins"}


@pytest.mark.parametrize(
    ("fault", "part", "words"),
    [
        ("unplug camera", "camera", "there is no camera"),
        ("stick block closed", "block", "no lift was noticed"),
        ("stick button 2 bonus", "buttons", "not heard: seat 2 bonus"),
    ],
)
def test_what_is_broken_on_the_bench_is_found(tmp_path, monkeypatch, fault, part, words):
    def broken(*args):
        devices = open_devices(*args)
        do(devices.bench, fault)
        return devices

    monkeypatch.setattr(visits, "open_devices", broken)
    monkeypatch.setattr(visits, "_simulated_pod", list)
    kind, rest = ("simulated", "none") if part == "camera" else ("none", "simulated")
    table = Attached(kind, block=rest, buttons=rest, sand="none", buzzer="none")
    told = [f.words for f in Visit(table, tmp_path, 3, "1", patience=0.4).findings() if f.part == part]
    assert any(words in said for said in told), told


def test_everything_is_closed_even_if_the_visit_is_broken_off(tmp_path, monkeypatch):
    parts = [Absent() for _ in range(5)]
    monkeypatch.setattr(visits, "open_devices", lambda *_: Devices(*parts))
    walk: Any = Visit(NOTHING, tmp_path, 3, "1").findings()
    while next(walk).part != "camera":
        pass
    walk.close()
    assert all(part._closed.is_set() for part in parts)
