"""What is missing before a round can start, in words; and the commands that say so."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from typer.testing import CliRunner

from table.cli.app import app
from table.config.reading import load
from table.journal.journal import Journal, restore
from table.journal.session import Session
from table.rules.entry import encode
from table.rules.events import Noted
from table.rules.match import Match
from table.service.readiness import TableFacts, missing
from tests.bell import WAIT_S
from tests.journal.opening import opening

WELL = TableFacts(
    match=None, troubles={}, watched=True, placed=True, cubes=28, expected=28, lifted=False, journal="", free=10**10
)


def open_match(directory: Path) -> Match:
    session = Session.open(directory)
    session.say(["staff opens match 1: Ann, Ben, Cal; 2019-20 senior"])
    match = session.match
    session.close()
    assert match is not None
    return match


def test_a_table_that_lacks_nothing_is_ready(tmp_path: Path) -> None:
    assert missing(WELL._replace(match=open_match(tmp_path))) == []


def test_each_thing_that_is_missing_is_said_with_what_to_do(tmp_path: Path) -> None:
    well = WELL._replace(match=open_match(tmp_path))
    cases = {
        "camera: it was unplugged": well._replace(troubles={"camera": "it was unplugged"}),
        "corner marks": well._replace(placed=False),
        "27 of 28": well._replace(cubes=27),
        "on its pad": well._replace(lifted=True),
        "full": well._replace(journal="the disk is full"),
        "MB are free": well._replace(free=1_000_000),
        "none is open": well._replace(match=None),
    }
    for words, facts in cases.items():
        assert len(missing(facts)) == 1
        assert words in missing(facts)[0]


def test_a_table_without_a_camera_is_not_asked_for_a_mat(tmp_path: Path) -> None:
    assert missing(WELL._replace(match=open_match(tmp_path), watched=False, placed=False, cubes=0)) == []


def test_a_simulated_table_runs_and_says_what_is_missing(tmp_path: Path) -> None:
    done = CliRunner().invoke(app, ["run", "--simulated", "--data", str(tmp_path / "data"), "--minutes", "0.02"])
    assert done.exit_code == 0, done.output
    assert "none is open" in " ".join(done.stdout.split())


def test_a_table_lets_go_of_its_journal_when_a_backup_is_restored(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = tmp_path / "data"
    with Journal(tmp_path / "elsewhere") as other:
        backup = [encode(other.append(Noted("from elsewhere"), "staff"))]
    opened = opening(monkeypatch)

    def restored() -> int:
        assert opened.wait(WAIT_S)
        return restore(data, backup).entries

    with ThreadPoolExecutor(1) as console:
        found = console.submit(restored)
        done = CliRunner().invoke(app, ["run", "--simulated", "--data", str(data), "--minutes", "1"])
        assert found.result() == 1
    assert done.exit_code == 0, done.output
    assert "replaced by a backup" in done.stdout


def test_without_a_configuration_it_says_how_to_write_one(tmp_path: Path) -> None:
    done = CliRunner().invoke(app, ["run", "--config", str(tmp_path / "none.toml")])
    assert done.exit_code == 2
    assert "no such file" in done.output


def test_init_writes_what_was_said_and_never_over_what_is_there(tmp_path: Path) -> None:
    file = tmp_path / "table.toml"
    arguments = ["init", str(file), "--camera", "usb", "--parts", "pod", "--data", "games"]
    assert CliRunner().invoke(app, arguments).exit_code == 0
    config = load(file)
    assert (config.camera.driver, config.block.driver, config.buzzer.driver) == ("opencv", "pod", "pod")
    assert config.data == tmp_path / "games"
    again = CliRunner().invoke(app, arguments)
    assert again.exit_code == 2
    assert "--force" in again.output
    wrong = CliRunner().invoke(app, ["init", str(tmp_path / "b.toml"), "--camera", "gopro"])
    assert wrong.exit_code == 2
    assert "one of pi, usb, none, simulated" in " ".join(wrong.output.split())


def test_a_part_that_names_itself_is_not_named_twice(tmp_path: Path) -> None:
    well = WELL._replace(match=open_match(tmp_path))
    troubles = {"buttons": "buttons: no pins", "sand": "sand-timer: no pins"}
    assert missing(well._replace(troubles=troubles)) == ["buttons: no pins", "sand-timer: no pins"]
