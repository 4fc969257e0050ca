"""A journal with its referee: what making a session does, and what opening one does."""

from __future__ import annotations

from pathlib import Path

from table.journal.clock import TravelClock
from table.journal.journal import Journal
from table.journal.session import Session
from table.rules.events import Restarted

OPENED = ["staff opens match 1: Ann, Ben, Cal; 2019-20 senior", "the round starts"]


def test_a_session_that_is_made_has_folded_and_written_nothing(tmp_path: Path) -> None:
    clock = TravelClock(100_000)
    first = Session.open(tmp_path, clock)
    first.say(OPENED)
    first.close()
    clock.reboot("boot-2", dark=90_000, now=500)
    with Journal(tmp_path, clock) as journal:
        made = Session(journal)
        assert (made.seq, made.match) == (0, None)
        assert not any(isinstance(entry.event, Restarted) for entry in journal.entries())


def test_a_session_that_is_opened_goes_on_and_writes_once_that_the_machine_was_restarted(tmp_path: Path) -> None:
    clock = TravelClock(100_000)
    first = Session.open(tmp_path, clock)
    first.say(OPENED)
    first.close()
    clock.reboot("boot-2", dark=90_000, now=500)
    for _ in range(2):
        again = Session.open(tmp_path, clock)
        assert again.match is not None
        assert again.match.paused is not None
        assert [entry.event for entry in again.journal.entries()][2:] == [Restarted(90_500)]
        again.close()
