"""A damaged journal: opening keeps the file, says what is lost, and brings back all that is whole."""

import random
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cached_property
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from zlib import crc32

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from table.journal import file as journalfile
from table.journal.clock import TravelClock
from table.journal.journal import Journal, JournalError, JournalReader
from table.journal.salvage import PAGE_BYTES
from table.rules.entry import decode, encode
from table.rules.events import Event, Moved, Noted, Saw

LAW = settings(max_examples=60, deadline=None)
MANY = 150


class Sample:
    """A journal's files, and what was written into them."""

    def __init__(self, files: dict[str, bytes], lines: dict[int, str], log_sizes: dict[int, int]) -> None:
        self.files = files
        self.lines = lines
        self.log_sizes = log_sizes
        """how long the write-ahead log was when an entry had been appended"""

    def __repr__(self) -> str:
        return f"a journal of {len(self.lines)} entries in {len(self.files)} files"

    @property
    def database(self) -> bytes:
        return self.files["journal.db"]

    @property
    def log(self) -> bytes:
        return self.files["journal.db-wal"]

    @cached_property
    def pages(self) -> dict[int, set[int]]:
        """The pages of the database that hold a piece of each entry, by plain search."""
        return {seq: set(self._pages(line.encode())) for seq, line in self.lines.items()}

    def _pages(self, line: bytes) -> Iterator[int]:
        for start in range(0, len(line), 12):
            offset = self.database.find(line[start : start + 24])
            if offset >= 0:
                yield from (place // PAGE_BYTES for place in (offset - 12, offset, offset + 36))


def _play() -> Iterator[Event]:
    """Short entries, entries that fill a page, and entries that take several."""
    chance = random.Random(5)
    for cube in range(MANY):
        yield Moved(1 + cube % 28, "required", "Ann")
        if cube % 20 == 7:
            yield Saw("much", {"numbers": [chance.getrandbits(60) for _ in range(chance.choice([60, 190, 900]))]})


@pytest.fixture(scope="module")
def samples(quick_disk: Path) -> dict[str, Sample]:
    """One journal that was closed in good order, and one as a killed process leaves it."""
    directory = quick_disk / "sample"
    lines, sizes, clock = {}, {}, TravelClock(now=1000)
    with Journal(directory, clock) as journal:
        for event in _play():
            clock.advance(40)
            entry = journal.append(event, "camera")
            lines[entry.seq] = encode(entry)
            sizes[entry.seq] = (directory / "journal.db-wal").stat().st_size
        hot = {path.name: path.read_bytes() for path in directory.iterdir()}
    cold = {path.name: path.read_bytes() for path in directory.iterdir()}
    assert set(cold) == {"journal.db"}
    return {"cold": Sample(cold, lines, sizes), "hot": Sample(hot, lines, sizes)}


@contextmanager
def opened(files: dict[str, bytes]) -> Iterator[Journal]:
    memory = Path("/dev/shm")
    with TemporaryDirectory(dir=memory if memory.is_dir() else None) as name:
        for file, data in files.items():
            (Path(name) / file).write_bytes(data)
        clock = TravelClock(now=60_000)
        with Journal(Path(name), clock) as journal:
            yield journal


def found(journal: Journal) -> dict[int, str]:
    """The entries that are there, without the note that a recovery leaves."""
    entries = {entry.seq: entry for entry in journal.entries()}
    if journal.recovered:
        note = entries.pop(max(entries))
        assert note.event == Noted(str(journal.recovered), about="recovery")
        assert journal.recovered.recovered == len(entries)
        assert journal.recovered.aside.exists()
    return {seq: encode(entry) for seq, entry in entries.items()}


def missing(journal: Journal) -> set[int]:
    assert journal.recovered
    return {seq for run in journal.recovered.missing for seq in run}


def check(journal: Journal, sample: Sample, sure: set[int]) -> None:
    """What is there is what was written, all that is sure is there, and the rest is reported."""
    there = found(journal)
    assert there.items() <= sample.lines.items()
    assert sure <= set(there)
    if journal.recovered:
        assert missing(journal) == set(range(1, journal_end(journal))) - set(there)
        check_epoch(journal, there)
    else:
        assert there == sample.lines
    after = journal.append(Moved(1, "goal"), "camera")
    assert after.seq > max(there, default=0)
    assert journal.broken_links() == []


def check_epoch(journal: Journal, there: dict[int, str]) -> None:
    """It goes on in an epoch of its own, which names the last entry that could be saved."""
    note = journal.last()
    assert note is not None
    assert note.begins == journal.epoch
    assert note.epoch == journal.epoch.id
    end = max(there, default=0)
    if end:
        assert journal.epoch.parent == (decode(there[end]).epoch, end, crc32(there[end].encode()))
        assert note.follows == (end, crc32(there[end].encode()))
    else:
        assert journal.epoch.parent is None
        assert note.follows == (0, 0)


def journal_end(journal: Journal) -> int:
    last = journal.last()
    assert last
    return last.seq


@pytest.mark.parametrize("state", ["cold", "hot"])
def test_a_journal_that_is_whole_is_never_set_aside(samples: dict[str, Sample], state: str) -> None:
    with opened(samples[state].files) as journal:
        assert journal.recovered is None
        assert found(journal) == samples[state].lines
        assert journal.restarted is None
        assert journal.now() == 60_000


@LAW
@given(hit=st.sets(st.integers(0, 200), min_size=1, max_size=8), seed=st.integers(0, 99))
@example(hit={0}, seed=0)
@example(hit={1}, seed=0)
@example(hit={0, 1, 2}, seed=1)
def test_all_entries_outside_the_damaged_pages_come_back(samples: dict[str, Sample], hit: set[int], seed: int) -> None:
    sample = samples["cold"]
    pages = len(sample.database) // PAGE_BYTES
    hit = {page % pages for page in hit}
    data = bytearray(sample.database)
    for page in hit:
        data[page * PAGE_BYTES : (page + 1) * PAGE_BYTES] = (
            random.Random(seed).randbytes(PAGE_BYTES) if seed % 4 else bytes(PAGE_BYTES)
        )
    sure = {seq for seq in sample.lines if not hit & sample.pages[seq]}
    with opened({"journal.db": bytes(data)}) as journal:
        assert journal.recovered
        check(journal, sample, sure)


@LAW
@given(share=st.floats(0, 1, exclude_max=True))
@example(share=0.0)
def test_all_entries_before_a_cut_come_back(samples: dict[str, Sample], share: float) -> None:
    sample = samples["cold"]
    cut = int(len(sample.database) * share)
    sure = {seq for seq in sample.lines if max(sample.pages[seq]) < cut // PAGE_BYTES}
    with opened({"journal.db": sample.database[:cut]}) as journal:
        assert journal.recovered
        check(journal, sample, sure)


@settings(max_examples=80, deadline=None)
@given(share=st.floats(0, 1, exclude_max=True), bit=st.integers(0, 7))
def test_a_flipped_bit_in_the_file_costs_no_more_than_its_own_entry(
    samples: dict[str, Sample], share: float, bit: int
) -> None:
    _flip_and_check(samples["cold"], int(len(samples["cold"].database) * share), bit)


@settings(max_examples=60, deadline=None)
@given(offset=st.integers(0, 99), bit=st.integers(0, 7))
@example(offset=18, bit=0)
@example(offset=60, bit=4)
def test_a_flipped_bit_in_the_header_costs_nothing(samples: dict[str, Sample], offset: int, bit: int) -> None:
    _flip_and_check(samples["cold"], offset, bit, lost=0)


def _flip_and_check(sample: Sample, offset: int, bit: int, lost: int = 1) -> None:
    data = bytearray(sample.database)
    data[offset] ^= 1 << bit
    with opened({"journal.db": bytes(data)}) as journal:
        assert len(found(journal)) >= len(sample.lines) - lost
        check(journal, sample, set())


@settings(max_examples=60, deadline=None)
@given(share=st.floats(0, 1, exclude_max=True), bit=st.integers(0, 7))
@example(share=0.0, bit=0)
def test_a_flipped_bit_in_the_log_costs_no_more_than_its_own_entry(
    samples: dict[str, Sample], share: float, bit: int
) -> None:
    sample = samples["hot"]
    data = bytearray(sample.log)
    data[int(len(data) * share)] ^= 1 << bit
    with opened(sample.files | {"journal.db-wal": bytes(data)}) as journal:
        there = found(journal)
        assert there.items() <= sample.lines.items()
        lost = set(sample.lines) - set(there)
        assert len(lost) <= 1
        # Only what was at the very end can be lost without a trace: it looks as if it had not been written yet.
        assert lost <= (missing(journal) if journal.recovered else set()) | {max(sample.lines)}


@LAW
@given(share=st.floats(0, 1))
def test_a_log_that_was_cut_keeps_all_that_was_whole_before_the_cut(samples: dict[str, Sample], share: float) -> None:
    sample = samples["hot"]
    cut = int(len(sample.log) * share)
    with opened(sample.files | {"journal.db-wal": sample.log[:cut]}) as journal:
        assert journal.recovered is None
        assert set(found(journal)) == {seq for seq, size in sample.log_sizes.items() if size <= cut}


def test_a_log_without_its_database_is_enough(samples: dict[str, Sample]) -> None:
    with opened({"journal.db-wal": samples["hot"].log}) as journal:
        assert journal.recovered
        check(journal, samples["hot"], set(samples["hot"].lines))


def test_a_database_that_was_emptied_is_made_good_from_its_log(samples: dict[str, Sample]) -> None:
    with opened(samples["hot"].files | {"journal.db": b""}) as journal:
        assert journal.recovered
        check(journal, samples["hot"], set(samples["hot"].lines))


@pytest.mark.parametrize("data", [b"", b"\0", b"hello, world\n" * 5000, random.Random(1).randbytes(50_000)])
def test_a_file_of_rubbish_is_set_aside_and_play_can_begin(data: bytes) -> None:
    with opened({"journal.db": data}) as journal:
        assert journal.recovered
        assert journal.recovered.aside.read_bytes() == data
        assert journal.recovered.recovered == 0
        assert journal.restarted is None
        assert journal.append(Moved(1, "goal"), "camera").seq == 2


def test_the_clock_goes_on_over_a_recovery_within_one_boot(samples: dict[str, Sample]) -> None:
    with opened({"journal.db": bytes(PAGE_BYTES) + samples["cold"].database[PAGE_BYTES:]}) as journal:
        assert journal.recovered
        assert journal.now() == 60_000
        assert journal.restarted is None


def test_the_report_names_the_file_and_the_missing_entries(samples: dict[str, Sample]) -> None:
    sample = samples["cold"]
    for seq in (5, 6, 40, max(sample.lines)):
        data = sample.database.replace(sample.lines[seq].encode(), sample.lines[seq].replace("Ann", "Bob").encode())
        sample = Sample({"journal.db": data}, sample.lines, {})
    with opened(sample.files) as journal:
        last = max(sample.lines)
        assert str(journal.recovered) == (
            "The journal was damaged (the checksum of entry 5 does not match) and is kept as "
            f"journal.damaged-20200101T120000Z.db. Recovered: {last - 4} entries; missing: 5 to 6, 40, {last}."
        )
        assert journal_end(journal) == last + 1  # a number that was given out is not given out again
        assert journal.verify() == ["Missing: 5 to 6.", "Missing: 40.", f"Missing: {last}."]
        damaged = {path.name: path.read_bytes() for path in journal.path.parent.glob("journal.damaged*")}
        assert damaged["journal.damaged-20200101T120000Z.db"] == sample.database


def test_a_second_recovery_never_overwrites_what_the_first_kept(tmp_path: Path) -> None:
    for rubbish in (b"one", b"two", b"three"):
        (tmp_path / "journal.db").write_bytes(rubbish)
        Journal(tmp_path, TravelClock()).close()
    kept = sorted(path.read_bytes() for path in tmp_path.glob("journal.damaged-*.db"))
    assert kept == [b"one", b"three", b"two"]


@pytest.mark.parametrize("step", range(1, 5))
def test_a_recovery_that_is_itself_cut_short_is_done_again(
    samples: dict[str, Sample], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: int
) -> None:
    files = samples["hot"].files | {"journal.db": b"not any more"}
    for file, data in files.items():
        (tmp_path / file).write_bytes(data)
    calls, settle = count(1), journalfile._settle

    def power_fails(directory: Path) -> None:
        settle(directory)
        if next(calls) == step:
            raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(journalfile, "_settle", power_fails)
        with pytest.raises(KeyboardInterrupt):
            Journal(tmp_path, TravelClock(now=60_000))
    with Journal(tmp_path, TravelClock(now=60_000)) as journal:
        entries = [encode(entry) for entry in journal.entries()]
        assert entries[: len(samples["hot"].lines)] == list(samples["hot"].lines.values())
        assert len(entries) == len(samples["hot"].lines) + 1
        assert journal.verify() == []
    for kept in tmp_path.glob("journal.damaged-*.db"):
        assert kept.read_bytes() == b"not any more"


class Hurried:
    """A clock for whoever waits for a lock: sleeping moves it on and takes no time."""

    at = 0.0

    def monotonic(self) -> float:
        return self.at

    def sleep(self, seconds: float) -> None:
        self.at += seconds


def test_a_damaged_journal_that_another_process_has_open_is_left_alone(
    samples: dict[str, Sample], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = Hurried()
    monkeypatch.setattr(journalfile, "time", clock)
    (tmp_path / "journal.db").write_bytes(samples["cold"].database)
    with JournalReader(tmp_path):
        (tmp_path / "journal.db").write_bytes(b"rubbish")
        with pytest.raises(JournalError, match="another process has it open"):
            Journal(tmp_path)
    assert (tmp_path / "journal.db").read_bytes() == b"rubbish"
    assert clock.at >= journalfile.LOCK_WAIT_S, "it was given time to let go"


def test_a_reader_of_a_damaged_journal_says_so_and_touches_nothing(samples: dict[str, Sample], tmp_path: Path) -> None:
    data = bytearray(samples["cold"].database)
    data[2 * PAGE_BYTES :] = bytes(len(data) - 2 * PAGE_BYTES)
    for spoiled in (b"", b"rubbish", bytes(data)):
        (tmp_path / "journal.db").write_bytes(spoiled)
        with pytest.raises(JournalError, match=r" is damaged[.:]"), JournalReader(tmp_path) as reader:
            list(reader.entries())
        assert [path.read_bytes() for path in tmp_path.iterdir()] == [spoiled]


def test_verify_reports_a_file_that_cannot_be_read_to_its_end(samples: dict[str, Sample], tmp_path: Path) -> None:
    data = bytearray(samples["cold"].database)
    data[3 * PAGE_BYTES :] = bytes(len(data) - 3 * PAGE_BYTES)
    (tmp_path / "journal.db").write_bytes(data)
    with JournalReader(tmp_path) as reader:
        assert any("its file is damaged" in problem for problem in reader.verify())


@pytest.mark.parametrize("offset", [0, 7, 12, 25, 30, 42, 60, 75, 90, 140])
@pytest.mark.parametrize("bit", [0x80, 0x01])
def test_a_damaged_schema_is_damage_like_any_other(samples: dict[str, Sample], offset: int, bit: int) -> None:
    data = bytearray(samples["cold"].database)
    data[data.index(b"CREATE TABLE entries") + offset] ^= bit
    with opened({"journal.db": bytes(data)}) as journal:
        assert journal.recovered
        check(journal, samples["cold"], set(samples["cold"].lines))


def test_a_foreign_database_is_refused_and_left_alone(tmp_path: Path) -> None:
    db = sqlite3.connect(tmp_path / "journal.db")
    db.execute("CREATE TABLE recipes (name TEXT)")
    db.commit()
    db.close()
    before = (tmp_path / "journal.db").read_bytes()
    for opening in (Journal, JournalReader):
        with pytest.raises(JournalError, match="is an SQLite file but not a journal"):
            opening(tmp_path)
    assert {path.name: path.read_bytes() for path in tmp_path.glob("*.db")} == {"journal.db": before}


@pytest.mark.parametrize("opening", [Journal, JournalReader])
def test_a_journal_of_a_newer_version_is_refused_in_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, opening: Callable[[Path], object]
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(journalfile, "VERSION", 7)
        Journal(tmp_path).close()
    with pytest.raises(JournalError, match=r"newer version of this program \(its form is 7, this one reads 1\)"):
        opening(tmp_path)


def test_a_directory_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(JournalError, match="Could not make"):
        Journal(tmp_path / "file" / "data")


def test_a_set_aside_journal_can_be_looked_at_with_a_copy(samples: dict[str, Sample], tmp_path: Path) -> None:
    """The kept log stays beside the kept database, so that SQLite's own tools find it."""
    for file, data in samples["hot"].files.items():
        (tmp_path / file).write_bytes(data)
    log = bytearray(samples["hot"].log)
    log[len(log) // 2] ^= 1
    (tmp_path / "journal.db-wal").write_bytes(log)
    with Journal(tmp_path, TravelClock(now=60_000)) as journal:
        assert journal.recovered
        aside = journal.recovered.aside
    copy = tmp_path / "copy"
    copy.mkdir()
    for path in tmp_path.glob(f"{aside.name}*"):
        shutil.copy(path, copy)
    db = sqlite3.connect(copy / aside.name)
    (rows,) = db.execute("SELECT count(*) FROM entries").fetchone()
    db.close()
    assert 0 < rows < len(samples["hot"].lines)
