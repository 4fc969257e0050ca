"""The writer is killed at random moments: nothing acknowledged is lost, and the match goes on at the right time."""

from pathlib import Path

import pytest

from bench.journal import kills
from table.journal.journal import Journal
from table.rules.entry import At, Entry, Source
from table.rules.events import Event


def test_100_kills_lose_no_acknowledged_entry_and_leave_none_half_there(tmp_path: Path) -> None:
    reached: list[int] = []
    found = kills(tmp_path, times=100, seed=20, progress=reached.append)
    assert found.clean, found
    assert found.times == reached[-1] == 100
    assert found.acknowledged > 100


def test_the_kills_would_notice_an_entry_that_was_acknowledged_too_early(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def promise(journal: Journal, event: Event, source: Source, at: At | None = None) -> Entry:
        last = journal.last()
        now = journal.now()
        return Entry(last.seq + 1 if last else 1, now, now, source, event)

    monkeypatch.setattr(Journal, "append", promise)
    assert kills(tmp_path, times=10, seed=1).lost > 0


def test_the_kills_would_notice_a_clock_that_starts_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    honest = Journal.now
    monkeypatch.setattr(Journal, "now", lambda journal: honest(journal) + 60_000)
    assert kills(tmp_path, times=10, seed=1).wrong_clock > 0
