"""Journals made before there were epochs open, export, import and fold as they did then, for ever.

In `frozen/` lie a whole round of the demo, and a short match as a file, once whole and once recovered after damage; all
of them with what that version exported and with its `replay --json`. They are never made again.
"""

import gzip
from io import StringIO
from pathlib import Path

import pytest
from typer.testing import CliRunner

from table.cli.app import app
from table.journal.clock import TravelClock
from table.journal.journal import Journal, JournalReader, restore
from table.rules.entry import Parent, encode
from table.rules.events import Time

FROZEN = Path(__file__).parent / "frozen"
ALL = ["demo", "small", "recovered"]
FILES = ["small", "recovered"]
GAPS = {"recovered": ["Missing: 15 to 16."]}


def frozen(name: str) -> str:
    return gzip.decompress((FROZEN / f"{name}.gz").read_bytes()).decode()


def thawed(name: str, directory: Path) -> Path:
    """A table's data directory with the old file in it."""
    directory.mkdir()
    (directory / "journal.db").write_bytes(gzip.decompress((FROZEN / f"{name}.db.gz").read_bytes()))
    return directory


def exported(directory: Path) -> str:
    out = StringIO()
    with JournalReader(directory) as journal:
        journal.export(out)
    return out.getvalue()


def run(*args: object) -> str:
    done = CliRunner().invoke(app, [str(arg) for arg in args])
    assert done.exit_code == 0, done.output
    return done.stdout


@pytest.mark.parametrize("name", FILES)
def test_an_old_file_is_read_without_a_trace_and_folds_to_the_same_report(name: str, tmp_path: Path) -> None:
    directory = thawed(name, tmp_path / "table")
    before = (directory / "journal.db").read_bytes()
    assert run("replay", directory, "--json") == frozen(f"{name}.report.json")
    assert exported(directory) == frozen(f"{name}.jsonl")
    with JournalReader(directory) as journal:
        assert journal.verify() == GAPS.get(name, [])
    assert [path.read_bytes() for path in directory.iterdir()] == [before]


@pytest.mark.parametrize("name", FILES)
def test_an_old_file_goes_on_in_an_epoch_that_begins_where_it_ends(name: str, tmp_path: Path) -> None:
    directory = thawed(name, tmp_path / "table")
    clock = TravelClock(now=2_000_000)
    with Journal(directory, clock) as journal:
        assert journal.recovered is None
        last = journal.last()
        assert last is not None
        entry = journal.append(Time(), "clock")
        assert entry.begins == journal.epoch
        assert journal.epoch.parent == Parent("", last.seq, entry.follows.checksum if entry.follows else 0)
        assert journal.append(Time(), "clock").begins is None
        assert journal.verify() == GAPS.get(name, [])
    with Journal(directory, clock) as journal:
        assert journal.epoch == entry.begins
    assert exported(directory).startswith(frozen(f"{name}.jsonl") + encode(entry))


@pytest.mark.parametrize("name", ALL)
def test_old_lines_are_imported_and_restored_to_the_byte(name: str, tmp_path: Path) -> None:
    lines = frozen(f"{name}.jsonl")
    (tmp_path / "old.jsonl").write_text(lines, encoding="utf-8")
    run("journal", tmp_path / "imported", "import", tmp_path / "old.jsonl")
    (tmp_path / "restored").mkdir()
    restore(tmp_path / "restored", StringIO(lines), TravelClock())
    for directory in (tmp_path / "imported", tmp_path / "restored"):
        assert exported(directory) == lines
        assert run("replay", directory, "--json") == frozen(f"{name}.report.json")
        with Journal(directory, TravelClock()) as journal:
            assert journal.verify() == GAPS.get(name, [])
            assert journal.epoch.parent is not None
            assert journal.epoch.parent.epoch == ""


@pytest.mark.parametrize("name", ALL)
def test_old_lines_fold_to_the_same_report(name: str, tmp_path: Path) -> None:
    (tmp_path / "old.jsonl").write_text(frozen(f"{name}.jsonl"), encoding="utf-8")
    assert run("replay", tmp_path / "old.jsonl", "--json") == frozen(f"{name}.report.json")


def test_the_gap_that_an_old_recovery_left_is_told_as_before(tmp_path: Path) -> None:
    told = run("journal", thawed("recovered", tmp_path / "table"), "verify")
    assert "Missing: 15 to 16. It was lost before the journal was recovered: entry 29 tells of it.\n" in told
    assert told.endswith("30 entries, the others as they were written; there is nothing to recover\n")
