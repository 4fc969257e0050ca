"""`wff-table mat` as a builder meets it."""

from pathlib import Path

import pypdfium2
import pytest
from typer.testing import CliRunner

from hardware.mats import mat_named
from table.cli.app import app
from table.cli.mat import cameras

README = Path(__file__).parents[3] / "hardware" / "README.md"


@pytest.fixture
def run(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return lambda *args: CliRunner().invoke(app, ["mat", *args])


def pages(file):
    return len(pypdfium2.PdfDocument(file))


def test_the_mat_comes_on_one_sheet_of_a2_unless_told_otherwise(run, tmp_path):
    done = run()
    assert done.exit_code == 0, done.output
    assert "mat.pdf: the tournament mat on one sheet of A2" in done.stderr
    assert pages(tmp_path / "mat.pdf") == 1


def test_any_mat_comes_in_tiles_on_smaller_paper(run, tmp_path):
    done = run("--print", "letter", "--mat", "essential", "--out", "mine.pdf")
    assert "mine.pdf: the essential mat on 6 sheets of Letter; print at 100 %" in done.stderr
    assert pages(tmp_path / "mine.pdf") == 6


def test_faces_come_on_one_sheet(run, tmp_path):
    assert run("faces").exit_code == 0
    assert pages(tmp_path / "faces.pdf") == 1


def test_a_file_that_is_there_is_written_over_only_by_force(run, tmp_path):
    (tmp_path / "mat.pdf").write_text("dear")
    refused = run()
    assert refused.exit_code == 2
    assert refused.stderr == (
        "wff-table: mat.pdf is there already; choose another name with --out, or write over it with --force\n"
    )
    assert (tmp_path / "mat.pdf").read_text() == "dear"
    assert run("--force").exit_code == 0
    assert pages(tmp_path / "mat.pdf") == 1


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["--print", "A9"], "we do not print on 'A9'"),
        (["--mat", "chess"], "there is no mat 'chess'; we have basic, essential, tournament"),
        (["--out", "nowhere/mat.pdf"], "nowhere/mat.pdf: no such file or directory"),
    ],
)
def test_what_cannot_be_is_one_sentence_and_leaves_nothing_behind(run, tmp_path, args, words):
    done = run(*args)
    assert done.exit_code == 2
    assert done.stderr.startswith(f"wff-table: {words}")
    assert done.stderr.count("\n") == 1
    assert not list(tmp_path.iterdir())


def test_a_full_disk_is_said_with_the_name_of_the_file(run):
    done = run("--force", "--out", "/dev/full")
    assert done.exit_code == 2
    assert done.stderr == "wff-table: /dev/full: no space left on device\n"


def test_standard_output_takes_the_file_too(run):
    assert run("--out", "-").stdout_bytes.startswith(b"%PDF-")


def test_the_cameras_in_the_builders_guide_are_those_that_the_command_prints(run):
    printed = run("cameras").stdout
    assert printed.strip() == cameras(mat_named("tournament"))
    assert printed.strip() in README.read_text("utf-8")
