"""Killed at any moment and started again: the round goes on where it was, and ends with the same sheet."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections import Counter
from pathlib import Path

import pytest

from table.cli.demo_rehearsal import compared
from table.journal.journal import JournalReader
from table.language.scenario import Scenario, parse, play
from table.rules.events import Announced
from table.rules.fold import fold
from table.rules.match import Match
from table.simulation.rehearsal import Rehearsal

SCRIPT = Path(__file__).with_name("short-play.txt")
LONGEST_S = 240.0
"""After which a process that should have ended is given up."""


@pytest.fixture(scope="module")
def scenario() -> Scenario:
    return parse(SCRIPT.read_text(encoding="utf-8"), SCRIPT.stem)


def scripted(scenario: Scenario) -> Match:
    match = play(scenario, *next(iter(scenario.variants()))).referee.table.match
    assert match is not None
    return match


@pytest.mark.parametrize("reboot", [False, True])
def test_a_table_that_crashes_again_and_again_concludes_what_was_played(
    tmp_path: Path, scenario: Scenario, reboot: bool
) -> None:
    rehearsal = Rehearsal(tmp_path, scenario, *next(iter(scenario.variants())))
    try:
        for shown, _ in enumerate(rehearsal.run()):
            if shown in (7, 12, 17, 20):
                rehearsal.crash(reboot)
        assert rehearsal.crashes == 4
        assert rehearsal.match is not None
        assert compared(rehearsal.match, scripted(scenario)) == []
        told = [entry.event for entry in rehearsal.session.journal.entries() if isinstance(entry.event, Announced)]
        often = Counter(event.text for event in told if "challenges" in event.text or "unannounced" in event.text)
        assert set(often.values()) == {1}, "nothing is announced again after a restart"
    finally:
        rehearsal.close()


def test_a_process_that_is_killed_goes_on_where_it_was(tmp_path: Path, scenario: Scenario) -> None:
    for words in ("Ann moves s to goal", "Cal to move", "somebody lifted the block"):
        kill_at(tmp_path, words)
    with demo(tmp_path) as process:
        process.communicate(timeout=LONGEST_S)
    assert process.returncode == 0
    with JournalReader(tmp_path) as journal:
        table, _ = fold(journal.entries())
    assert table.match is not None
    assert compared(table.match, scripted(scenario)) == []


def kill_at(directory: Path, words: str) -> None:
    """Let it run until it has told this, and kill it without a word."""
    with demo(directory) as process:
        deadline = threading.Timer(LONGEST_S, process.kill)
        deadline.start()
        told = any(words in line for line in process.stdout or ())
        deadline.cancel()
        process.kill()
    assert told, f"it ended before it told {words!r}"


def demo(directory: Path) -> subprocess.Popen[str]:
    """The short play, from where it was killed if it was begun; it tells each line when it happens."""
    command = [sys.executable, "-u", "-m", "table.cli.app", "demo", "--fast", "--headless", "--script", str(SCRIPT)]
    resume = ["--resume"] if any(directory.iterdir()) else []
    return subprocess.Popen([*command, "--data", str(directory), *resume], stdout=subprocess.PIPE, text=True)
