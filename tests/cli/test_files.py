"""What commands write is whole, or it is as it was."""

from __future__ import annotations

import resource
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from table.cli.app import app
from table.cli.files import whole
from table.journal.session import Session

HERE = Path(__file__).parents[2]
INIT = ["init", "keep.toml", "--camera", "usb", "--parts", "pod", "--data", "games"]


def with_a_full_disk(where: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run a command that may write a kilobyte into a file."""
    return subprocess.run(
        [sys.executable, "-m", "table.cli.app", *arguments],
        cwd=where,
        env={"PYTHONPATH": str(HERE), "PYTHONDONTWRITEBYTECODE": "1"},
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (1024, 1024)),
        capture_output=True,
        text=True,
        check=False,
    )


def test_init_on_a_full_disk_leaves_the_old_configuration(tmp_path: Path) -> None:
    (tmp_path / "keep.toml").write_text('data = "old"\n')
    done = with_a_full_disk(tmp_path, *INIT, "--force")
    assert (done.returncode, done.stderr) == (2, "wff-table: keep.toml: file too large\n")
    assert (tmp_path / "keep.toml").read_text() == 'data = "old"\n'
    assert [file.name for file in tmp_path.iterdir()] == ["keep.toml"]


def test_a_journal_exported_to_a_full_disk_leaves_no_half_file(tmp_path: Path) -> None:
    session = Session.open(tmp_path / "data")
    session.say(["staff opens match 1: Ann, Ben, Cal; 2019-20 junior", *["the round starts"] * 20])
    session.close()
    done = with_a_full_disk(tmp_path, "journal", "data", "export", "out.jsonl")
    assert (done.returncode, done.stderr) == (2, "wff-table: out.jsonl: file too large\n")
    assert [file.name for file in tmp_path.iterdir()] == ["data"]


def test_a_file_that_is_written_over_keeps_its_rights_and_its_links(tmp_path: Path) -> None:
    file, link = tmp_path / "file", tmp_path / "link"
    file.write_text("old")
    file.chmod(0o640)
    link.symlink_to(file)
    with whole(link, over=True) as draft:
        draft.write_text("new")
    assert link.is_symlink()
    assert (file.read_text(), stat.S_IMODE(file.stat().st_mode)) == ("new", 0o640)


def test_a_file_that_came_meanwhile_is_not_written_over(tmp_path: Path) -> None:
    def write() -> None:
        with whole(tmp_path / "file") as draft:
            draft.write_text("ours")
            (tmp_path / "file").write_text("theirs")

    with pytest.raises(FileExistsError):
        write()
    assert (tmp_path / "file").read_text() == "theirs"


def test_init_refuses_a_folder_whose_name_cannot_be_printed(tmp_path: Path) -> None:
    done = CliRunner().invoke(app, ["init", str(tmp_path / "a.toml"), *INIT[2:6], "--data", "a\nb"])
    assert done.exit_code == 2
    assert "--data is 'a\\nb'" in done.output
    assert not (tmp_path / "a.toml").exists()
