"""Export and import: the same lines come back, and a file with a mistake imports nothing and says where."""

from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from table.journal.clock import TravelClock
from table.journal.journal import Journal, JournalError
from table.rules.entry import BadEntry
from table.rules.events import Event, Moved, Noted, Said, Saw, Time

TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=40)
EVENTS: st.SearchStrategy[Event] = st.one_of(
    st.just(Time()),
    st.builds(Noted, TEXT, TEXT),
    st.builds(Said, st.sampled_from(["bonus", "goal", "now", "impossible"])),
    st.builds(Moved, st.integers(1, 99), st.just("required"), confidence=st.none() | st.floats(0, 1)),
    st.builds(Saw, TEXT, st.dictionaries(TEXT, st.integers() | TEXT | st.booleans(), max_size=3)),
)


@settings(max_examples=30, deadline=None)
@given(played=st.lists(st.tuples(EVENTS, st.integers(0, 5000)), max_size=8))
def test_what_is_exported_and_imported_is_the_same_to_the_byte(
    quick_disk: Path, played: list[tuple[Event, int]]
) -> None:
    clock = TravelClock(now=10)
    with TemporaryDirectory(dir=quick_disk) as name:
        with Journal(Path(name) / "one", clock) as journal:
            for event, wait in played:
                clock.advance(wait)
                journal.append(event, "player", at=(clock.now() - wait, clock.now()))
            lines = _export(journal)
        with Journal(Path(name) / "two", TravelClock(now=99_999, boot="elsewhere")) as other:
            assert other.import_lines(StringIO(lines)) == len(played)
            assert _export(other) == lines
            assert other.verify() == []


def test_an_imported_match_goes_on_where_it_stood(tmp_path: Path) -> None:
    lines = _lines(tmp_path / "one", 3)
    clock = TravelClock(now=5_000_000, boot="elsewhere")
    with Journal(tmp_path / "two", clock) as journal:
        journal.import_lines(lines)
        assert journal.now() == 300
        clock.advance(50)
        assert journal.append(Time(), "clock").t == 350
    clock.advance(50)
    with Journal(tmp_path / "two", clock) as journal:
        assert journal.now() == 400


def test_blank_lines_do_not_matter(tmp_path: Path) -> None:
    lines = _lines(tmp_path / "one", 2)
    with Journal(tmp_path / "two") as journal:
        assert journal.import_lines(["\n", lines[0], "  \r\n", lines[1], ""]) == 2


@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (lambda lines: [lines[0], lines[1][:30]], "line 2: .*cut off"),
        (lambda lines: [lines[0], lines[2]], "line 2: entry 3 where entry 2 was expected"),
        (lambda lines: [lines[0], lines[0]], "line 2: entry 1 where entry 2 was expected"),
        (lambda lines: [lines[1]], "line 1: entry 2 where entry 1 was expected"),
        (lambda lines: [lines[0], _later(lines[1]), lines[2]], "line 3: written at 300, before .* at 900"),
        (lambda lines: [lines[0].replace('"time"', '"tame"')], "line 1: unknown kind 'tame'"),
        (lambda lines: [lines[0].replace(":100,", f":{10**30},")], "line 1: 't' is too large"),
        (lambda lines: ['{"t":1,"source":"clock","kind":"saw","body":{"what":' + "[" * 9999], "line 1: nested"),
    ],
)
def test_a_mistake_imports_nothing_and_names_its_line(tmp_path: Path, spoil: object, message: str) -> None:
    spoiled = spoil(_lines(tmp_path / "one", 3))  # type: ignore[operator]
    with Journal(tmp_path / "two") as journal:
        with pytest.raises(BadEntry, match=message):
            journal.import_lines(spoiled)
        assert journal.last() is None


@settings(max_examples=60, deadline=None)
@given(lines=st.lists(st.text(max_size=60) | st.sampled_from(["{}", "[]", "null", '{"t":0}', '{"seq":1e9}'])))
def test_any_text_is_either_entries_or_a_named_mistake(lines: list[str], shared: Journal) -> None:
    if any(line.strip() for line in lines):
        with pytest.raises(BadEntry, match=r"^line \d+: "):
            shared.import_lines(lines)
    else:
        assert shared.import_lines(lines) == 0
    assert shared.last() is None


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Journal]:
    with Journal(tmp_path_factory.mktemp("shared")) as journal:
        yield journal


def test_a_journal_with_entries_takes_no_import(tmp_path: Path) -> None:
    lines = _lines(tmp_path / "one", 2)
    with Journal(tmp_path / "one") as journal, pytest.raises(JournalError, match="already has entries"):
        journal.import_lines(lines)


def test_a_recovered_journal_can_be_imported_with_its_gaps(tmp_path: Path) -> None:
    lines = _lines(tmp_path / "one", 4)
    del lines[1]
    with Journal(tmp_path / "two") as journal:
        assert journal.import_lines(lines, gaps=True) == 3
        assert journal.verify() == ["Missing: 2."]
        assert journal.append(Time(), "clock").seq == 5


def _lines(directory: Path, count: int) -> list[str]:
    clock = TravelClock()
    with Journal(directory, clock) as journal:
        for _ in range(count):
            clock.advance(100)
            journal.append(Time(), "clock")
        return _export(journal).splitlines()


def _export(journal: Journal) -> str:
    out = StringIO()
    journal.export(out)
    return out.getvalue()


def _later(line: str) -> str:
    return line.replace('"t":200', '"t":900')
