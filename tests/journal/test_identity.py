"""Whose a journal is: devices, epochs with their parents, and the chain that its entries make."""

import multiprocessing
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from io import StringIO
from multiprocessing.connection import Connection
from pathlib import Path
from tempfile import TemporaryDirectory
from zlib import crc32

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner

from table.cli.app import app
from table.journal import identity
from table.journal.clock import TravelClock
from table.journal.journal import Journal, JournalReader, restore
from table.rules.entry import Epoch, Parent, Predecessor, decode, encode
from table.rules.events import Moved, Noted, Time

FORK = multiprocessing.get_context("fork")


def played(directory: Path, count: int = 3, table: str = "") -> list[str]:
    """A journal with so many entries, and its lines."""
    clock = TravelClock()
    with Journal(directory, clock, table) as journal:
        for number in range(count):
            clock.advance(100)
            journal.append(Noted(f"remark {number}"), "judge")
    return exported(directory)


def exported(directory: Path) -> list[str]:
    out = StringIO()
    with JournalReader(directory) as journal:
        journal.export(out)
    return out.getvalue().splitlines()


def epoch_of(directory: Path) -> Epoch:
    with Journal(directory, TravelClock(now=1000)) as journal:
        return journal.epoch


def end_of(lines: list[str]) -> Parent:
    """The last of these lines as the parent of an epoch."""
    last = decode(lines[-1])
    return Parent(last.epoch, last.seq, crc32(lines[-1].encode()))


# --- entries ------------------------------------------------------------------------------------------------------


def test_an_entry_names_its_epoch_and_the_entry_before_it(tmp_path: Path) -> None:
    with Journal(tmp_path, TravelClock()) as journal:
        one, two = journal.append(Time(), "clock"), journal.append(Time(), "clock")
        assert one.epoch == two.epoch == journal.epoch.id
    assert one.follows == Predecessor(0, 0)
    assert two.follows == Predecessor(1, crc32(encode(one).encode()))


def test_the_first_entry_of_an_epoch_says_all_of_it_and_the_others_its_id(tmp_path: Path) -> None:
    one, two = map(decode, played(tmp_path, 2, table="7"))
    assert one.begins == epoch_of(tmp_path) == Epoch(one.epoch, identity.device_id(), "7", None)
    assert two.begins is None


def test_an_entry_carries_the_command_it_came_of_and_whose_deed_it_was(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        assert journal.append(Time(), "judge", command="c-17", login="jdoe").command == "c-17"
        entry = journal.last()
        assert entry is not None
        assert (entry.command, entry.login) == ("c-17", "jdoe")
        assert '"command"' not in encode(journal.append(Time(), "judge"))


# --- epochs -------------------------------------------------------------------------------------------------------


def test_a_new_journal_has_an_epoch_without_a_parent_and_no_two_have_the_same(tmp_path: Path) -> None:
    one, other = epoch_of(tmp_path / "one"), epoch_of(tmp_path / "other")
    assert one.parent is other.parent is None
    assert one.id != other.id
    assert one.device == other.device == identity.device_id() != ""


def test_a_journal_that_is_opened_again_goes_on_in_its_epoch(tmp_path: Path) -> None:
    played(tmp_path)
    assert len({decode(line).epoch for line in [*played(tmp_path), *played(tmp_path)]}) == 1


def test_a_restored_journal_goes_on_in_a_new_epoch_after_the_backups_last_entry(tmp_path: Path) -> None:
    backup = played(tmp_path, 3, table="7")
    played(tmp_path, 4)
    restore(tmp_path, backup, TravelClock())
    epoch = epoch_of(tmp_path)
    assert epoch.parent == end_of(backup)
    assert (epoch.table, epoch.id != epoch.parent.epoch) == ("7", True)
    lines = played(tmp_path, 2)
    assert lines[:3] == backup
    assert decode(lines[3]).begins == epoch
    with JournalReader(tmp_path) as journal:
        assert journal.verify() == []


def test_a_backup_that_is_restored_twice_has_two_heirs(tmp_path: Path) -> None:
    backup = played(tmp_path)
    heirs = []
    for _ in range(2):
        restore(tmp_path, backup, TravelClock())
        heirs.append(epoch_of(tmp_path))
    assert heirs[0].parent == heirs[1].parent == end_of(backup)
    assert heirs[0].id != heirs[1].id


def test_an_imported_journal_goes_on_in_a_new_epoch_and_keeps_its_own_name(tmp_path: Path) -> None:
    lines = played(tmp_path / "one", table="7")
    for name, kept in (("", "7"), ("8", "8")):
        with Journal(tmp_path / f"two{name}", TravelClock(), name) as journal:
            journal.import_lines(lines)
            assert (journal.epoch.parent, journal.epoch.table) == (end_of(lines), kept)
            assert journal.append(Time(), "clock").begins == journal.epoch
            assert journal.verify() == []


def test_whoever_has_the_journal_open_goes_on_in_the_epoch_that_an_import_began(tmp_path: Path) -> None:
    lines = played(tmp_path / "one")
    with Journal(tmp_path / "two", TravelClock()) as table, Journal(tmp_path / "two", TravelClock()) as console:
        console.import_lines(lines)
        assert table.append(Time(), "clock").begins == console.epoch
        assert console.append(Time(), "clock").begins is None
        assert console.verify() == []


def test_an_epoch_without_entries_is_nobodys_parent(tmp_path: Path) -> None:
    lines = played(tmp_path)
    restore(tmp_path, lines, TravelClock())
    unused = epoch_of(tmp_path)
    restore(tmp_path, lines, TravelClock())
    epoch = epoch_of(tmp_path)
    assert epoch.parent == end_of(lines)
    assert unused.id != epoch.id


def test_a_table_that_is_given_another_name_goes_on_in_a_new_epoch(tmp_path: Path) -> None:
    lines = played(tmp_path)
    with Journal(tmp_path, TravelClock(), "7") as journal:
        named = journal.epoch
    assert (named.table, named.parent) == ("7", end_of(lines))
    with Journal(tmp_path, TravelClock(), "7") as journal:
        assert journal.epoch == named
    assert epoch_of(tmp_path) == named  # the console knows no name, and leaves it


def test_a_card_in_another_machine_goes_on_in_a_new_epoch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    numbers = [tmp_path / "serial-number", tmp_path / "machine-id"]
    monkeypatch.setattr(identity, "_NUMBERS", numbers)
    numbers[0].write_bytes(b"10000000a1b2c3d4\0")
    numbers[1].write_text("on the card\n")
    lines = played(tmp_path / "data", table="7")
    first = epoch_of(tmp_path / "data")
    numbers[0].write_bytes(b"10000000deadbeef\0")
    second = epoch_of(tmp_path / "data")
    assert second.device != first.device
    assert (second.parent, second.table) == (end_of(lines), "7")
    assert epoch_of(tmp_path / "data") == second


def test_a_machine_is_known_by_its_number_or_by_that_of_its_system(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    numbers = [tmp_path / "serial-number", tmp_path / "machine-id"]
    monkeypatch.setattr(identity, "_NUMBERS", numbers)
    assert identity.device_id() == ""
    numbers[1].write_text("0f3c\n")
    by_system = identity.device_id()
    numbers[0].write_bytes(b"\0")
    assert identity.device_id() == by_system
    numbers[0].write_bytes(b"10000000a1b2c3d4\0")
    assert len({"", by_system, identity.device_id()}) == 3
    assert "a1b2c3d4" not in identity.device_id()


def test_a_line_of_an_older_version_is_imported_as_it_is_so_that_the_next_one_knows_it(tmp_path: Path) -> None:
    marks = '"boot":"b","wall":"","epoch":"e1","follows":'
    old = f'{{"seq":1,"t":5,"at":5,"source":"camera","kind":"asked","v":1,"body":{{"words":"?"}},{marks}[0,0],'
    old += '"begins":{"id":"e1","device":"d1"}}'
    new = f'{{"seq":2,"t":5,"at":5,"source":"clock","kind":"time","v":1,"body":{{}},{marks}[1,{crc32(old.encode())}]}}'
    with Journal(tmp_path, TravelClock()) as journal:
        journal.import_lines([old, new])
        assert journal.verify() == []
    assert exported(tmp_path) == [old, new]


# --- the chain ----------------------------------------------------------------------------------------------------


def _write_when_told(directory: Path, pipe: Connection) -> None:
    with Journal(directory) as journal:
        while pipe.recv():
            pipe.send(journal.append(Time(), "clock"))


@contextmanager
def writers(directory: Path) -> Iterator[list[Connection]]:
    """Two processes that have the journal open, as a table and its console have."""
    pipes, processes = [], []
    for _ in range(2):
        ours, theirs = FORK.Pipe()
        processes.append(FORK.Process(target=_write_when_told, args=(directory, theirs)))
        processes[-1].start()
        pipes.append(ours)
    try:
        yield pipes
    finally:
        for pipe, process in zip(pipes, processes, strict=True):
            pipe.send(False)
            process.join(60)


@settings(max_examples=15, deadline=None)
@given(turns=st.lists(st.sampled_from([(0,), (1,), (0, 1)]), max_size=12))
def test_two_processes_in_any_order_write_one_unbroken_chain(quick_disk: Path, turns: list[tuple[int, ...]]) -> None:
    with TemporaryDirectory(dir=quick_disk) as name, writers(Path(name)) as pipes:
        written = []
        for turn in turns:  # one of them, or both at once
            for writer in turn:
                pipes[writer].send(True)
            written += [pipes[writer].recv() for writer in turn]
        lines = [encode(entry) for entry in sorted(written, key=lambda entry: entry.seq)]
        ahead = Predecessor(0, 0)
        for entry, line in zip(map(decode, lines), lines, strict=True):
            assert entry.follows == ahead
            assert (entry.begins is None) == (entry.seq > 1)
            ahead = Predecessor(entry.seq, crc32(line.encode()))
        if lines:
            with JournalReader(Path(name)) as journal:
                assert journal.verify() == []
            assert exported(Path(name)) == lines


def rewrite(directory: Path, seq: int, line: bytes) -> None:
    """Somebody puts another line into the file, with a checksum that fits."""
    with closing(sqlite3.connect(directory / "journal.db")) as db, db:
        db.execute("UPDATE entries SET line = CAST(? AS TEXT), crc = ? WHERE seq = ?", (line, crc32(line), seq))


@settings(max_examples=60, deadline=None)
@given(seq=st.integers(1, 5), where=st.floats(0, 1, exclude_max=True), byte=st.integers(0, 255), sealed=st.booleans())
def test_a_changed_byte_in_any_entry_is_noticed(
    quick_disk: Path, seq: int, where: float, byte: int, sealed: bool
) -> None:
    """Even where whoever changed it wrote a new checksum, because the next entry knows the old one."""
    with TemporaryDirectory(dir=quick_disk) as name:
        lines = played(Path(name), 6)
        line = lines[seq - 1].encode()
        place = int(len(line) * where)
        other = line[:place] + bytes([byte]) + line[place + 1 :]
        assume(other != line)
        if sealed:
            try:
                rewrite(Path(name), seq, other)
            except sqlite3.Error:  # it takes no more than JSON
                return
        else:
            path = Path(name) / "journal.db"
            path.write_bytes(path.read_bytes().replace(line, other))
        with JournalReader(Path(name)) as journal:
            assert journal.verify()


def test_verify_says_where_the_chain_is_broken(tmp_path: Path) -> None:
    lines = played(tmp_path / "a", 6)
    strange = played(tmp_path / "b", 6)
    for seq, line in (
        (2, lines[1].replace("remark 1", "other")),
        (4, strange[3]),
        (6, lines[5].split(',"epoch"')[0] + "}"),
    ):
        rewrite(tmp_path / "a", seq, line.encode())
    with JournalReader(tmp_path / "a") as journal:
        assert journal.verify() == [
            "The chain is broken at entry 3: entry 2 is not the one that it was written after.",
            "The chain is broken at entry 4: entry 3 is not the one that it was written after.",
            "The chain is broken at entry 5: entry 4 is not the one that it was written after.",
            "The chain is broken at entry 6: it does not say which entry it follows.",
        ]
    told = CliRunner().invoke(app, ["journal", str(tmp_path / "a"), "verify"])
    assert told.exit_code == 2
    assert "The chain is broken at entry 5: " in told.output
    assert "is not as it was written: its chain is broken in 4 place(s)" in " ".join(told.output.split())


def test_an_entry_that_was_moved_is_noticed(tmp_path: Path) -> None:
    lines = played(tmp_path, 3)
    moved = lines[1].replace('"follows":[1,', '"follows":[0,')
    rewrite(tmp_path, 2, moved.encode())
    with JournalReader(tmp_path) as journal:
        assert journal.broken_links()[0] == (
            "The chain is broken at entry 2: it was written after entry 0, and entry 1 stands before it."
        )


def test_an_epoch_that_does_not_begin_where_it_says_is_noticed(tmp_path: Path) -> None:
    lines = played(tmp_path, 3)
    other = lines[2].replace(decode(lines[2]).epoch, "0123456789abcdef")
    rewrite(tmp_path, 3, other.encode())
    with JournalReader(tmp_path) as journal:
        assert journal.verify() == [
            "The chain is broken at entry 3: it is of another epoch, and that does not begin there."
        ]


def test_a_gap_does_not_break_the_chain(tmp_path: Path) -> None:
    lines = played(tmp_path / "one", 6)
    with Journal(tmp_path / "two", TravelClock()) as journal:
        journal.import_lines([lines[0], *lines[3:]], gaps=True)
        journal.append(Moved(1, "goal"), "camera")
        assert journal.verify() == ["Missing: 2 to 3."]
        assert journal.broken_links() == []
