"""A player is renamed: all that was written under any of the names counts, under the right one."""

from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from table.journal.clock import TravelClock
from table.journal.session import Session
from table.rules import events as ev
from table.rules.entry import BadEntry, Entry, Source, decode, encode
from table.rules.fold import Referee, fold
from table.rules.games import game_of
from table.rules.validate import Door
from table.sheets.assemble import sheets
from tests.rules.nonsense import journals

SEATS = (ev.Seat("Ann", "north", "p-1"), ev.Seat("Ben"), ev.Seat("Cal"))
OPENED = ev.MatchOpened("M1", "2019-20", "senior", SEATS)


def journal(*events: ev.Event, source: Source = "staff") -> list[Entry]:
    return [Entry(seq, seq * 100, seq * 100, source, event) for seq, event in enumerate(events, 1)]


def live(entries: list[Entry]) -> Referee:
    referee = Referee()
    for entry in entries:
        referee.add(entry)
    return referee


def admitted(entries: list[Entry]) -> Door:
    door = Door()
    for entry in entries:
        door.admit(entry)
    return door


@given(journals(), st.data())
@settings(max_examples=150, deadline=None)
def test_a_renamed_player_might_as_well_have_had_the_name_from_the_start(
    written: list[Entry], data: st.DataObject
) -> None:
    """Wherever the renaming stands, and whichever name is used after it."""
    written = [entry for entry in written if not isinstance(entry.event, ev.PlayerRenamed)]
    place = data.draw(st.integers(1, len(written)))
    t = written[place - 1].t
    renamed: list[Entry] = []
    from_the_start: list[Entry] = []
    for remark, entries in ((ev.PlayerRenamed("Ann", "Anne"), renamed), (ev.Noted("?"), from_the_start)):
        here = [*written[:place], Entry(0, t, t, "staff", remark), *written[place:]]
        entries += [msgspec.structs.replace(entry, seq=seq) for seq, entry in enumerate(here, 1)]
    from_the_start = [decode(encode(entry).replace('"Ann"', '"Anne"')) for entry in from_the_start]
    table, decisions = fold(from_the_start)
    assert fold(renamed) == (table, decisions)
    referee = live(renamed)
    assert (referee.table, referee.decisions) == (table, decisions)


def test_a_renaming_decides_nothing_anew() -> None:
    entries = journal(OPENED, ev.RoundStarted(), ev.FirstRolled("Ann", "C"))
    referee = live(entries)
    assert referee.add(Entry(4, 400, 400, "staff", ev.PlayerRenamed("Ann", "Anne"))) == []
    assert any("Anne" in decision.text for decision in referee.decisions)


def test_a_name_may_be_corrected_again_and_taken_back() -> None:
    entries = journal(
        OPENED,
        ev.PlayerRenamed("Ann", "Anne"),
        ev.PlayerRenamed("Anne", "Annie"),
        ev.PlayerLeft("Ann"),
        ev.PlayerRenamed("Ann", "Ann"),
        ev.PlayerReturned("Annie"),
        ev.PlayerLeft("Anne"),
    )
    admitted(entries)
    for table in (fold(entries)[0], live(entries).table):
        assert table.match is not None
        assert table.match.players == ("Ann", "Ben", "Cal")
        assert table.match.absent == ["Ann"]


@pytest.mark.parametrize(
    ("renaming", "why"),
    [
        (ev.PlayerRenamed("Zoe", "Anne"), "unknown player 'Zoe'"),
        (ev.PlayerRenamed("Ann", "Ben"), "another player of this match is or was called Ben"),
        (ev.PlayerRenamed("Ann", "Bob"), "another player of this match is or was called Bob"),
        (ev.PlayerRenamed("Ann", "somebody"), "a player cannot be called 'somebody'"),
    ],
)
def test_two_players_never_become_one(renaming: ev.PlayerRenamed, why: str) -> None:
    entries = journal(OPENED, ev.PlayerRenamed("Ben", "Bob"), ev.PlayerRenamed("Bob", "Benno"), renaming)
    with pytest.raises(BadEntry, match=why):
        admitted(entries)
    for table in (fold(entries)[0], live(entries).table):
        assert table.match is not None
        assert table.match.players == ("Ann", "Benno", "Cal")


def test_only_a_judge_or_staff_renames() -> None:
    admitted(journal(OPENED, ev.PlayerRenamed("Ann", "Anne"), source="judge"))
    with pytest.raises(BadEntry, match="is a judge's to say"):
        admitted(journal(OPENED, ev.PlayerRenamed("Ann", "Anne"), source="camera"))


def test_a_renaming_is_not_struck_since_acts_may_have_been_written_with_the_name() -> None:
    entries = journal(
        OPENED,
        ev.PlayerRenamed("Ann", "Anne"),
        ev.PlayerLeft("Anne"),
        ev.Corrected(2, "JD"),
        ev.Corrected(3, "JD", {"kind": "player-renamed", "body": {"player": "Ben", "name": "Bob"}}),
    )
    with pytest.raises(BadEntry, match="entry 2 cannot be corrected: it renames a player; rename the player again"):
        admitted(entries[:4])
    with pytest.raises(BadEntry, match="a renaming is an entry of its own"):
        admitted([*entries[:3], entries[4]])
    for table in (fold(entries)[0], live(entries).table):
        assert table.match is not None
        assert table.match.players == ("Anne", "Ben", "Cal")
        assert table.match.absent == ["Anne"]


def test_an_opening_that_is_corrected_after_a_renaming_keeps_who_was_who() -> None:
    body = msgspec.to_builtins(msgspec.structs.replace(OPENED, players=(ev.Seat("Anne"), ev.Seat("Ben"))))
    entries = journal(
        OPENED,
        ev.PlayerLeft("Ann"),
        ev.PlayerRenamed("Ann", "Anne"),
        ev.Corrected(1, "JD", {"kind": "match-opened", "body": body}),
    )
    for table in (fold(entries)[0], live(entries).table):
        assert table.match is not None
        assert table.match.players == ("Anne", "Ben")
        assert table.match.absent == ["Anne"]


def test_the_match_before_keeps_its_names() -> None:
    other = msgspec.structs.replace(OPENED, match="M2")
    entries = journal(
        OPENED, other, ev.PlayerRenamed("Ann", "Anne"), ev.PlayerLeft("Ann"), OPENED, ev.PlayerLeft("Ann")
    )
    admitted(entries)
    for table in (fold(entries)[0], live(entries).table):
        assert [match.players[0] for match in table.matches] == ["Ann", "Anne", "Ann"]
        assert [match.absent for match in table.matches] == [[], ["Anne"], ["Ann"]]


def test_a_sentence_renames_and_reports_and_sheets_have_the_right_name(tmp_path: Path) -> None:
    clock = TravelClock()
    session = Session.open(tmp_path, clock)
    session.append(OPENED, "staff")
    session.say(["the round starts", "Ann rolls A for the first Goal", "Ben rolls K for the first Goal"])
    session.say(["staff renames Ann to Anne Lee", "Anne Lee leaves", "Ben signs Anne Lee 0, Ben 0, Cal 0"])
    session.append(ev.Signed("Ann", {"Ann": 0, "Ben": 0, "Cal": 0}), "player")  # by a part that had not heard of it
    assert session.match is not None
    assert session.opening is not None
    assert session.opening.players == (ev.Seat("Anne Lee", "north", "p-1"), *SEATS[1:])
    report = game_of(session.match).report(session.match)
    assert '"Ann"' not in msgspec.json.encode(report).decode()
    (sheet,) = sheets(list(session.journal.entries()))
    assert [player.name for player in sheet.players] == ["Anne Lee", "Ben", "Cal"]
    assert all(player.signature for player in sheet.players[:2])
    session.close()


def test_two_players_cannot_have_one_id() -> None:
    twice = msgspec.structs.replace(OPENED, players=(SEATS[0], ev.Seat("Ben", None, "p-1")))
    with pytest.raises(BadEntry, match="two players have the same id"):
        admitted(journal(twice))


def test_a_seat_without_an_id_is_written_as_it_always_was() -> None:
    assert msgspec.json.encode(ev.Seat("Ann")) == b'{"name":"Ann"}'
