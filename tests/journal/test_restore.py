"""A backup becomes the journal: what was there is kept, whoever has it open is asked, a bad one changes nothing."""

import threading
from io import StringIO
from pathlib import Path

import pytest

from table.journal.clock import TravelClock
from table.journal.file import asked_for
from table.journal.journal import Journal, JournalError, JournalReader, restore
from table.rules.entry import BadEntry
from table.rules.events import Noted


def written(directory: Path, *notes: str, clock: TravelClock | None = None) -> list[str]:
    """A journal with these notes, and its lines."""
    clock, out = clock or TravelClock(), StringIO()
    with Journal(directory, clock) as journal:
        for note in notes:
            clock.advance(100)
            journal.append(Noted(note), "staff")
        journal.export(out)
    return out.getvalue().splitlines()


def notes(directory: Path) -> list[str]:
    with JournalReader(directory) as journal:
        assert journal.verify() == []
        return [entry.event.text for entry in journal.entries() if isinstance(entry.event, Noted)]


def test_a_backup_becomes_the_journal_and_what_was_there_is_kept(tmp_path: Path) -> None:
    backup = written(tmp_path / "elsewhere", "a", "b", "c")
    clock = TravelClock(now=70_000)
    written(tmp_path / "table", "x", clock=clock)
    done = restore(tmp_path / "table", backup, clock)
    assert (done.entries, done.until) == (3, 300)
    assert notes(tmp_path / "table") == ["a", "b", "c"]
    assert done.aside is not None
    (tmp_path / "kept").mkdir()
    done.aside.rename(tmp_path / "kept" / "journal.db")
    assert notes(tmp_path / "kept") == ["x"]
    with Journal(tmp_path / "table", clock) as journal:  # time goes on from where the backup stood
        clock.advance(50)
        assert journal.append(Noted("d"), "staff").t == 350


@pytest.mark.parametrize("bad", [[], ["nonsense"], ['{"t":5,"kind":"no-such","source":"staff","body":{}}']])
def test_a_bad_backup_changes_nothing(tmp_path: Path, bad: list[str]) -> None:
    written(tmp_path, "x")
    with pytest.raises(BadEntry):
        restore(tmp_path, bad)
    assert notes(tmp_path) == ["x"]
    assert {path.name for path in tmp_path.iterdir()} == {"journal.db"}


def test_whoever_has_the_journal_open_is_asked_to_let_go(tmp_path: Path) -> None:
    backup = written(tmp_path / "elsewhere", "a")
    written(tmp_path / "table", "x")
    opened = threading.Event()

    def hold_until_asked() -> None:
        with Journal(tmp_path / "table", TravelClock()):
            opened.set()
            while not asked_for(tmp_path / "table"):
                pass

    holder = threading.Thread(target=hold_until_asked)
    holder.start()
    assert opened.wait(10)
    assert restore(tmp_path / "table", backup).entries == 1
    holder.join()
    assert not asked_for(tmp_path / "table")


def test_a_journal_that_somebody_keeps_open_is_not_replaced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("table.journal.journal._LET_GO_S", 0.05)
    backup = written(tmp_path / "elsewhere", "a")
    written(tmp_path / "table", "x")
    with JournalReader(tmp_path / "table"), pytest.raises(JournalError, match="another process has it open"):
        restore(tmp_path / "table", backup)
    assert notes(tmp_path / "table") == ["x"]
    assert not asked_for(tmp_path / "table")


def test_nobody_asks_who_is_gone(tmp_path: Path) -> None:
    (tmp_path / "journal.wanted").touch()
    assert not asked_for(tmp_path)
