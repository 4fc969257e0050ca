"""What an append promises: it is numbered, timed, durable when it returns, and there wholly or not at all."""

import multiprocessing
import resource
import sqlite3
import zlib
from datetime import UTC, datetime
from pathlib import Path

import pytest

from table.journal.clock import TravelClock
from table.journal.journal import Journal, JournalError, JournalReader
from table.rules.entry import BadEntry, encode
from table.rules.events import MatchOpened, Moved, Noted, Saw, Seat, Time

FORK = multiprocessing.get_context("fork")


def test_an_entry_carries_its_number_times_source_boot_and_wall_time(tmp_path: Path) -> None:
    clock = TravelClock(now=700, boot="b", wall=datetime(2024, 5, 1, 9, 30, tzinfo=UTC))
    with Journal(tmp_path, clock) as journal:
        entry = journal.append(Moved(3, "required", "Ann"), "camera", at=(500, 650))
    assert (entry.seq, entry.t, entry.at, entry.source) == (1, 700, (500, 650), "camera")
    assert (entry.boot, entry.wall) == ("b", "2024-05-01T09:30:00.000Z")
    with JournalReader(tmp_path) as journal:
        assert list(journal.entries()) == [entry]


def test_an_entry_without_a_moment_of_its_own_happened_when_it_was_written(tmp_path: Path) -> None:
    with Journal(tmp_path, TravelClock(now=700)) as journal:
        assert journal.append(Time(), "clock").at == 700


def test_what_is_still_to_come_cannot_be_appended(tmp_path: Path) -> None:
    with Journal(tmp_path, TravelClock(now=700)) as journal:
        with pytest.raises(BadEntry, match="after it was written"):
            journal.append(Time(), "clock", at=701)
        assert journal.last() is None


@pytest.mark.parametrize("event", [Noted("\ud800"), Saw("x", {"y": object()}), Noted(3)])  # type: ignore[arg-type]
def test_what_could_not_be_read_back_is_not_written(tmp_path: Path, event: Noted | Saw) -> None:
    with Journal(tmp_path) as journal:
        with pytest.raises(BadEntry):
            journal.append(event, "staff")
        assert journal.append(Time(), "clock").seq == 1


def test_what_append_returns_is_what_a_reader_reads(tmp_path: Path) -> None:
    loose = MatchOpened("m", "x", "middle", [Seat("Ann"), Seat("Ben")])  # type: ignore[arg-type]
    with Journal(tmp_path) as journal:
        assert journal.append(loose, "staff") == journal.last()


def test_the_file_can_be_queried_with_plain_sql(tmp_path: Path) -> None:
    with Journal(tmp_path, TravelClock(now=5)) as journal:
        journal.append(Noted("hello", by="JD"), "judge")
        with sqlite3.connect(journal.path) as db:
            row = db.execute("SELECT seq, t, source, kind, body ->> 'text' FROM entries").fetchone()
        db.close()
    assert row == (1, 5, "judge", "noted", "hello")


def test_processes_that_append_at_once_share_one_gapless_row_of_numbers(tmp_path: Path) -> None:
    writers = [FORK.Process(target=_append, args=(tmp_path, name, 40)) for name in ("Ann", "Ben", "Cleo")]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join(60)
    assert [writer.exitcode for writer in writers] == [0, 0, 0]
    with JournalReader(tmp_path) as journal:
        assert journal.verify() == []
        entries = list(journal.entries())
    assert [entry.seq for entry in entries] == list(range(1, 121))
    assert [entry.t for entry in entries] == sorted(entry.t for entry in entries)
    for name in ("Ann", "Ben", "Cleo"):
        own = [entry.event.cube for entry in entries if isinstance(entry.event, Moved) and entry.event.player == name]
        assert own == list(range(1, 41))


def test_an_append_that_the_disk_refuses_is_named_and_leaves_nothing(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        journal.append(Time(), "clock")
        limits = resource.getrlimit(resource.RLIMIT_FSIZE)
        try:
            resource.setrlimit(resource.RLIMIT_FSIZE, (30_000, limits[1]))
            with pytest.raises(JournalError, match=r"Could not append to .*journal\.db: the disk"):
                journal.append(Saw("too much", {"x": "y" * 40_000}), "camera")
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, limits)
        assert journal.append(Time(), "clock").seq == 2
        assert journal.verify() == []
    with JournalReader(tmp_path) as again:
        assert [entry.event for entry in again.entries()] == [Time(), Time()]


def test_an_append_to_a_closed_journal_is_named(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    journal.close()
    journal.close()
    with pytest.raises(JournalError, match="closed"):
        journal.append(Time(), "clock")


def test_verify_names_what_somebody_changed(tmp_path: Path) -> None:
    with Journal(tmp_path, TravelClock(now=9)) as journal:
        for _ in range(6):
            journal.append(Time(), "clock")
        late = encode(journal.append(Time(), "clock")).replace('"t":9,"at":9', '"t":1,"at":1')
        with sqlite3.connect(journal.path) as db:
            db.execute("UPDATE entries SET line = replace(line, 'time', 'tame') WHERE seq = 2")
            db.execute("DELETE FROM entries WHERE seq IN (4, 5)")
            db.create_function("crc32", 1, lambda text: zlib.crc32(text.encode()))
            db.execute("UPDATE entries SET line = ?, crc = crc32(?) WHERE seq = 7", (late, late))
        db.close()
        problems = journal.verify()
    assert len(problems) == 3
    assert "Entry 2 " in problems[0]
    assert "checksum" in problems[0]
    assert problems[1] == "Missing: 4 to 5."
    assert problems[2] == "Entry 7 was written at 1, before the one ahead of it at 9."


def _append(directory: Path, name: str, times: int) -> None:
    with Journal(directory) as journal:
        for cube in range(1, times + 1):
            journal.append(Moved(cube, "required", name), "camera")
