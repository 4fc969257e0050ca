"""Killed at any moment and started again: the round goes on where it was, and ends with the same sheet."""

from __future__ import annotations

import subprocess
import sys
import time
from collections import Counter
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from bench.rounds import entries_in
from table.cli.demo_rehearsal import compared
from table.journal.journal import JournalReader
from table.language.scenario import Scenario, parse, play
from table.rules.events import Announced
from table.rules.fold import fold
from table.rules.match import Match
from table.simulation.rehearsal import Rehearsal

SCRIPT = Path(__file__).parents[1] / "scenarios/illegal/unannounced-bonus-insulated-by-challenge.txt"
LONGEST = 240.0
"""Seconds after which a process that should have ended is given up."""


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
            if shown in (9, 15, 21, 24):
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
    for entries in (8, 25, 40):
        kill_after(tmp_path, entries)
    assert demo(tmp_path, "--resume").wait(LONGEST) == 0
    with JournalReader(tmp_path) as journal:
        table, _ = fold(journal.entries())
    assert table.match is not None
    assert compared(table.match, scripted(scenario)) == []


def kill_after(directory: Path, entries: int) -> None:
    """Let it run until the journal has so many entries, and kill it without a word."""
    process = demo(directory, *(["--resume"] if any(directory.iterdir()) else []))
    deadline = time.monotonic() + LONGEST
    while entries_in(directory) < entries:
        with suppress(subprocess.TimeoutExpired):
            process.wait(0.02)
        assert process.returncode is None, "it ended before it could be killed"
        assert time.monotonic() < deadline
    process.kill()
    process.wait()


def demo(directory: Path, *more: str) -> subprocess.Popen[Any]:
    command = [sys.executable, "-m", "table.cli.app", "demo", "--fast", "--headless", "--script", str(SCRIPT)]
    return subprocess.Popen([*command, "--data", str(directory), *more], stdout=subprocess.DEVNULL)
