"""Reading and following: from any number, in any process, and without leaving a trace."""

import multiprocessing
import threading
from pathlib import Path

import pytest

from bench.journal import tail_delay
from table.journal.clock import TravelClock
from table.journal.journal import Journal, JournalError, JournalReader
from table.rules.events import Noted, Time

FORK = multiprocessing.get_context("fork")


def test_entries_are_read_from_any_number(quick_disk: Path) -> None:
    with Journal(quick_disk / "long") as journal:
        for _ in range(1203):  # more than are read at once
            journal.append(Time(), "clock")
        assert [entry.seq for entry in journal.entries()] == list(range(1, 1204))
        assert [entry.seq for entry in journal.entries(after=1200)] == [1201, 1202, 1203]
        assert [entry.seq for entry in journal.tail(after=700, timeout=0)] == list(range(701, 1204))


def test_a_follower_sees_what_its_own_journal_appends_meanwhile(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        journal.append(Time(), "clock")
        seen = []
        for entry in journal.tail(timeout=0):
            seen.append(entry.seq)
            if entry.seq < 4:
                journal.append(Time(), "clock")
        assert seen == [1, 2, 3, 4]


def test_a_follower_can_be_stopped_at_once(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        for _ in range(5):
            journal.append(Time(), "clock")
        stop = threading.Event()
        seen = 0
        for _ in journal.tail(stop=stop):
            seen += 1
            if seen == 2:
                stop.set()
        assert seen == 2
        assert list(journal.tail(stop=stop)) == []


def test_a_follower_in_another_process_sees_an_append_within_100_ms(tmp_path: Path) -> None:
    delay = tail_delay(tmp_path, appends=20)
    assert delay.count == 20
    assert delay.median < 100


def test_a_reader_that_began_before_the_writer_follows_it(tmp_path: Path) -> None:
    Journal(tmp_path).close()
    with JournalReader(tmp_path) as reader:
        assert reader.last() is None
        for number in (1, 2):  # a writer that stays, and one that is gone before the reader looks
            writer = FORK.Process(target=_append_one, args=(tmp_path,))
            writer.start()
            assert next(reader.tail(after=number - 1, timeout=30)).seq == number
            writer.join(30)
        _append_one(tmp_path)
        assert [entry.seq for entry in reader.tail(after=2, timeout=0)] == [3]


def test_reading_leaves_no_trace(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        journal.append(Time(), "clock")
    before = _files(tmp_path)
    with JournalReader(tmp_path) as reader:
        assert len(list(reader.entries())) == 1
        assert reader.verify() == []
        assert _files(tmp_path) == before
    assert _files(tmp_path) == before


def test_where_there_is_no_journal_a_reader_says_so_and_makes_none(tmp_path: Path) -> None:
    with pytest.raises(JournalError, match="There is no journal in"):
        JournalReader(tmp_path)
    with pytest.raises(JournalError, match="There is no journal in"):
        JournalReader(tmp_path / "nowhere")
    assert _files(tmp_path) == {}


def test_a_reader_is_not_held_up_by_a_writer_in_the_middle_of_a_write(tmp_path: Path) -> None:
    with Journal(tmp_path, TravelClock()) as journal:
        journal.append(Noted("done"), "staff")
        with JournalReader(tmp_path) as reader, journal._writing("hold"):
            assert [entry.seq for entry in reader.entries()] == [1]


def _append_one(directory: Path) -> None:
    with Journal(directory) as journal:
        journal.append(Time(), "clock")


def _files(directory: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in directory.iterdir()}
