"""A demo goes on only with the play that its directory was begun with, and ends in order when it is told to."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from table.cli import demo_console as pages
from table.cli.app import app
from table.cli.demo import script_in
from table.cli.demo_record import Begun, begin
from table.journal.journal import Journal, JournalReader

HERE = Path(__file__).parents[2]
TEXT = "title: A round begins\nrule: XI-B\neditions: 2019-20\n\n0:10  the round starts\n"


@pytest.fixture
def script(tmp_path: Path) -> Path:
    file = tmp_path / "tiny.txt"
    file.write_text(TEXT)
    return file


def demo(*arguments: object) -> Result:
    return CliRunner().invoke(app, ["demo", "--fast", "--headless", *map(str, arguments)])


def begun(directory: Path, seed: int = 0, faults: bool = False, words: bool = False, text: str = TEXT) -> Path:
    """A directory in which a demo was begun, and killed at once."""
    directory.mkdir()
    begin(directory, Begun.of("tiny", text, seed, faults, words), resume=False)
    Journal(directory).close()
    return directory


def test_a_play_that_was_killed_at_once_goes_on(tmp_path: Path, script: Path) -> None:
    data = begun(tmp_path / "data")
    assert demo("--script", script, "--data", data, "--resume").exit_code == 0
    with JournalReader(data) as journal:
        assert [entry.event.kind for entry in journal.entries()][:1] == ["match-opened"]


def test_where_nothing_was_begun_a_play_begins(tmp_path: Path, script: Path) -> None:
    done = demo("--script", script, "--data", tmp_path / "data", "--resume")
    assert done.exit_code == 0, done.output
    again = demo("--script", script, "--data", tmp_path / "data", "--resume", "--seed", 3)
    assert again.exit_code == 2
    assert "was begun with --seed 0, and this is --seed 3" in " ".join(again.stderr.split())


@pytest.mark.parametrize(
    ("play", "words"),
    [
        ({"seed": 5}, "with --seed 5, and this is --seed 0"),
        ({"faults": True}, "with --faults"),
        ({"words": True}, "with --words, and cannot go on"),
        ({"text": TEXT + "0:20  Ann rolls A for the first Goal\n"}, "and this is another script 'tiny'"),
    ],
)
def test_another_play_than_was_begun_is_refused_by_name(
    tmp_path: Path, script: Path, play: dict[str, object], words: str
) -> None:
    data = begun(tmp_path / "data", **play)  # type: ignore[arg-type]
    done = demo("--script", script, "--data", data, "--resume")
    assert done.exit_code == 2
    assert words in done.stderr
    with JournalReader(data) as journal:
        assert journal.last() is None


def test_a_journal_that_no_demo_has_begun_is_not_gone_on_with(tmp_path: Path, script: Path) -> None:
    CliRunner().invoke(app, ["say", str(tmp_path / "data"), "staff opens match 1: Ann, Ben, Cal; 2019-20 junior"])
    done = demo("--script", script, "--data", tmp_path / "data", "--resume")
    assert done.exit_code == 2
    assert "no demo has begun" in done.stderr


@pytest.mark.parametrize("arguments", [["--resume"], ["--resume", "--words", "--data", "data"]])
def test_what_cannot_be_resumed_is_refused(arguments: list[str]) -> None:
    done = demo(*arguments)
    assert done.exit_code == 2
    assert done.stderr.startswith("wff-table: --resume goes on with ")


def test_a_file_where_a_folder_should_be_is_named(script: Path) -> None:
    for command in (["demo", "--fast"], ["run", "--simulated"]):
        done = CliRunner().invoke(app, [*command, "--data", str(script)])
        assert done.exit_code == 2
        assert f"--data is {script}, which is a file; it must be a folder" in done.stderr


def test_a_damaged_journal_is_recovered_aloud(tmp_path: Path, script: Path) -> None:
    data = tmp_path / "data"
    for arguments in ([], ["--resume"]):
        assert demo("--script", script, "--data", data, *arguments).exit_code == 0
    assert "The journal was damaged" not in demo("--script", script, "--data", data, "--resume").stdout
    whole = (data / "journal.db").read_bytes()
    (data / "journal.db").write_bytes(whole.replace(b"round-started", b"round-sTarted"))
    (data / "clock.json").write_text('{"boot":"simulated","now":20000,"wall":"2020-01-01T12:00:20Z"}')  # it was killed
    done = demo("--script", script, "--data", data, "--resume")
    assert "The journal was damaged" in " ".join(done.stdout.split()), done.output


@pytest.mark.parametrize(("number", "code"), [(signal.SIGTERM, 143), (signal.SIGHUP, 129)])
def test_a_demo_that_is_told_to_end_leaves_nothing_behind(tmp_path: Path, number: signal.Signals, code: int) -> None:
    heeding = ["env", "--default-signal=HUP"]  # whoever runs the tests may ignore it, as nohup does
    command = [*heeding, sys.executable, "-m", "table.cli.app", "demo", "--fast", "--headless", "--console"]
    with subprocess.Popen(
        command, cwd=HERE, env=os.environ | {"TMPDIR": str(tmp_path)}, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert "PINs" in process.stdout.readline()
        served = children(process.pid)
        process.send_signal(number)
        process.communicate()
    assert process.returncode == code
    assert served
    assert not any(Path(f"/proc/{one}").exists() for one in served)
    assert list(tmp_path.iterdir()) == []


def children(pid: int) -> list[int]:
    return [int(one) for one in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def test_pages_that_do_not_end_are_killed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pages, "PAGES_END_WAIT_S", 0.1)
    before = children(os.getpid())
    with pages.pages(tmp_path):
        (process,) = set(children(os.getpid())).difference(before)
        os.kill(process, signal.SIGSTOP)  # it hears nothing any more
    assert not Path(f"/proc/{process}").exists()


def test_a_script_that_is_not_text_is_refused_by_its_line(tmp_path: Path) -> None:
    file = tmp_path / "latin.txt"
    file.write_bytes(b"title: x\nrule: \xe9\n")
    done = demo("--words", "--script", file)
    assert done.exit_code == 2
    assert f"{file}, line 2: this is not text in UTF-8" in done.stderr
    assert script_in(Path(__file__)).startswith('"""A demo')


@pytest.mark.parametrize("words", [[], ["--words"]])
def test_a_flag_that_nobody_knows_is_refused_by_its_line(tmp_path: Path, script: Path, words: list[str]) -> None:
    script.write_text(TEXT + "      expect flag sneezing by Ann\n")
    done = demo("--script", script, *words)
    assert done.exit_code == 2
    assert "tiny, line 6: there is no flag called 'sneezing'" in done.stderr
