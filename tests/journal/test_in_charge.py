"""One process at a time runs a table; what a simulated one leaves behind misleads no real one."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from table.cli.app import app
from table.journal.clock import SHARED, TravelClock, share_clock
from table.journal.file import in_charge
from table.journal.journal import JournalError
from table.journal.session import Session


def test_a_second_process_is_refused_until_the_first_has_ended(tmp_path: Path) -> None:
    with (
        in_charge(tmp_path),
        pytest.raises(JournalError, match="already: stop it first"),
        in_charge(tmp_path),
    ):
        pass
    with in_charge(tmp_path):
        pass


def test_who_has_the_journal_open_is_not_kept_from_it(tmp_path: Path) -> None:
    with in_charge(tmp_path):
        session = Session.open(tmp_path, TravelClock(0))
        session.say(["staff opens match seen: Ann, Ben, Cal; 2019-20 senior"])
        session.close()


@pytest.mark.parametrize("command", [["run", "--simulated"], ["demo", "--fast", "--headless", "--words"]])
def test_a_command_that_would_be_the_second_says_so(tmp_path: Path, command: list[str]) -> None:
    with in_charge(tmp_path):
        done = CliRunner().invoke(app, [*command, "--data", str(tmp_path)])
    assert done.exit_code == 2
    assert done.stderr == f"wff-table: A table runs on {tmp_path} already: stop it first.\n"


def test_a_table_that_runs_forgets_the_clock_of_a_demo_that_was_killed(tmp_path: Path) -> None:
    share_clock(tmp_path, TravelClock(5_000, "simulated"))
    done = CliRunner().invoke(app, ["run", "--simulated", "--data", str(tmp_path), "--minutes", "0.001"])
    assert done.exit_code == 0, done.output
    assert not (tmp_path / SHARED).exists()
