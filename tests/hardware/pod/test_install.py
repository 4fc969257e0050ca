"""`wff-table pod install`: everything is copied, a running pod steps aside, and without a Pico it says how."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from typer.testing import CliRunner

import firmware
from hardware.pod import install
from hardware.pod.virtual import VirtualPod
from table.cli.app import app


def run(*words: str) -> tuple[int, str, str]:
    result = CliRunner().invoke(app, ["pod", "install", *words])
    return result.exit_code, result.stdout, result.stderr


def test_without_a_pico_it_says_how(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("table.cli.pod.find_port", lambda: None)
    code, _, said = run()
    assert code == 2
    assert "no Pico is attached" in said
    assert "BOOTSEL" in said


def test_by_hand_it_only_says_how() -> None:
    code, said, _ = run("--by-hand")
    assert code == 0
    assert str(Path(firmware.__file__).parent) in said


def test_without_mpremote_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("table.cli.pod.command", lambda port: None)
    code, _, said = run("--port", "/dev/nowhere")
    assert code == 2
    assert "pip install mpremote" in said


def test_a_port_that_cannot_be_opened_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("table.cli.pod.command", lambda port: ["false"])
    code, _, said = run("--port", "/dev/nowhere")
    assert code == 2
    assert "/dev/nowhere cannot be opened" in said


def test_a_running_pod_steps_aside_and_everything_is_copied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hardware.pod.install.importlib.util.find_spec", lambda name: name)
    monkeypatch.setattr("hardware.pod.install.time.sleep", lambda seconds: None)
    virtual = VirtualPod(tmp_path)
    ran: list[list[str]] = []

    def mpremote(command: list[str], check: bool) -> subprocess.CompletedProcess[str]:
        ran.append(command)
        return subprocess.CompletedProcess(command, 0)

    monkeypatch.setattr("table.cli.pod.subprocess.run", mpremote)
    try:
        code, said, _ = run("--port", str(virtual.port))
        assert virtual.left.wait(5)
    finally:
        virtual.close()
    assert code == 0
    assert "is on the pod" in said
    copied = {Path(word).name for word in ran[0] if word.endswith(".py")}
    assert copied >= {path.name for path in Path(firmware.__file__).parent.glob("*.py")}
    assert ran[0][-1] == "reset"


def test_where_no_pod_answers_the_prompt_may_be_there_already(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("firmware.pod.Pod.turn", lambda self: True)
    virtual = VirtualPod(tmp_path)
    try:
        assert not install.ask_to_leave(str(virtual.port), patience=0.2)
    finally:
        virtual.close()


def test_a_port_that_does_not_come_back_is_not_waited_for_forever() -> None:
    assert not install.wait_for("/dev/nowhere", lambda port: False, patience=0.01)
