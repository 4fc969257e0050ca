"""A sheet says what the referee concluded, and what was done to the sheet itself."""

from datetime import UTC, timedelta, timezone

import pytest

from table.rules import events as ev
from table.rules.entry import Entry
from table.rules.match_report import unlike_signed
from table.rules.tournament.report import final_totals, points
from table.sheets.assemble import sheets
from tests.sheets.journals import FOLDERS, journal, opened, played, scenario, short


@pytest.mark.parametrize("folder", FOLDERS)
def test_a_sheet_has_the_referees_totals_and_points(folder):
    for match, sheet in played(folder):
        assert {p.name: p.final for p in sheet.players} == final_totals(match), match.id
        assert {p.name: p.points for p in sheet.players} == points(match), match.id
        assert {p.name: p.total for p in sheet.players} == {p: match.total(p) for p in match.players}, match.id


@pytest.mark.parametrize("folder", FOLDERS)
def test_what_is_listed_adds_up_to_the_totals(folder):
    for match, sheet in played(folder):
        for player in sheet.players:
            scored = sum(s.scores.get(player.name, 0) for s in sheet.shakes)
            lost = sum(p.points for p in sheet.penalties if p.player == player.name and p.counts)
            assert (scored, lost) == (player.scored, player.lost), match.id
            assert player.carried + scored - lost == player.total, match.id


@pytest.mark.parametrize("folder", FOLDERS)
def test_a_sheet_shows_every_difference_from_what_was_signed(folder):
    for match, sheet in played(folder):
        assert len(sheet.differences) == len(unlike_signed(match, final_totals(match))), match.id


def test_a_row_says_who_challenged_whom_in_the_word_of_the_book():
    _, sheet = scenario("replayed-later")
    row = sheet.shakes[1]
    assert (row.challenge.word, row.challenge.challenger, row.challenge.mover) == ("Impossible", "Cal", "Ben")
    assert row.challenge.joined == {"Ann": "challenger"}
    assert (row.goal, row.setter, row.scores) == ("Kpq", "Ben", {"Ann": 4, "Ben": 2, "Cal": 6})


def test_a_replayed_shake_is_void_and_its_replay_has_its_number():
    _, sheet = scenario("replayed-later")
    assert [(s.number, s.replay, s.state) for s in sheet.shakes] == [
        (1, False, "void"),
        (2, False, "scored"),
        (1, True, "scored"),
    ]
    assert (sheet.shakes[0].ending, sheet.shakes[0].scores) == ("void, replayed", {})
    assert "Shake 1: replayed, ordered by judge HJ: Cal spoke during it (IX-C)" in sheet.notes


def test_a_shake_under_way_has_no_scores():
    _, sheet = scenario("time-exceeded-initials")
    assert (sheet.state, sheet.shakes[-1].state, sheet.shakes[-1].scores) == ("under way", "under way", {})


def test_a_penalty_carries_its_reason_its_cite_and_the_judges_initials():
    _, sheet = scenario("time-exceeded-initials")
    (penalty,) = sheet.penalties
    assert (penalty.player, penalty.points, penalty.cite, penalty.initials) == ("Ben", 1, "XI-A", "JD")
    assert penalty.needs_initials
    assert penalty.counts


def test_a_penalty_without_the_initials_it_needs_does_not_count():
    _, sheet = scenario("initials-missing-at-the-end", "middle")
    assert [p.counts for p in sheet.penalties if p.needs_initials and not p.initials] == [False]
    assert sum(p.lost for p in sheet.players) == sum(p.points for p in sheet.penalties if p.counts)


def test_an_honest_slip_is_listed_with_what_stands_and_explains_what_was_signed():
    _, sheet = scenario("sheet-honest-with-consent")
    (slip,) = sheet.corrections
    assert (slip.player, slip.listed, slip.right, slip.stands, slip.honest, slip.judge) == (
        "Ben",
        15,
        16,
        16,
        True,
        "JD",
    )
    assert {(d.signer, d.player, d.signed, d.now, d.corrected) for d in sheet.differences} == {
        (signer, "Ben", 15, 16, True) for signer in ("Ann", "Ben", "Cal")
    }


def test_deceit_leaves_nothing_for_the_round():
    _, sheet = scenario("sheet-deceit-higher")
    (slip,) = sheet.corrections
    player = next(p for p in sheet.players if p.name == slip.player)
    assert (slip.honest, slip.stands, player.final, player.points) == (False, 0, 0, 0)
    assert player.remark == "0 for the round (XII-B)"


def test_of_two_corrections_of_a_total_the_later_one_stands():
    slips = [ev.SheetCorrected("Ann", 9, right, "JD", consent=("Ann", "Ben")) for right in (8, 7)]
    (sheet,) = sheets(journal(opened("Ann", "Ben"), *slips))
    assert [c.stands for c in sheet.corrections] == [None, 7]


def test_a_replayed_round_forgets_what_was_signed_and_corrected_before():
    slip = ev.SheetCorrected("Ann", 9, 8, "JD", consent=("Ann", "Ben"))
    (sheet,) = sheets(journal(opened("Ann", "Ben"), ev.Signed("Ann"), slip, ev.RoundReplayed("HJ", "a fire alarm")))
    assert sheet.corrections == ()
    assert [p.signature for p in sheet.players] == [None, None]
    assert sheet.notes == ("The round was replayed, ordered by judge HJ: a fire alarm (IX-C)",)


def test_a_disqualified_player_has_no_total_and_the_sheet_says_who_ruled_so():
    _, sheet = scenario("disqualified-points")
    out = [p for p in sheet.players if p.remark == "disqualified (IX-C)"]
    assert [(p.final, p.points) for p in out] == [(0, 0)]
    assert any("was disqualified for this round by judge" in note for note in sheet.notes)


def test_a_sheet_knows_seats_sides_event_table_and_rules():
    (sheet,) = sheets(short(("Ann", "Ben", "Cal")), "Spring Open", "7", UTC)
    assert [(p.name, p.seat, p.side) for p in sheet.players] == [
        ("Ann", 1, "north"),
        ("Ben", 2, "east"),
        ("Cal", 3, "west"),
    ]
    assert (sheet.event, sheet.table, sheet.rules, sheet.state) == ("Spring Open", "7", "0.1.0", "closed")
    assert (sheet.edition, sheet.division, sheet.game) == ("2019-20", "senior", "regular")


def test_the_date_is_that_of_the_place_and_not_of_greenwich():
    entries = journal(opened("Ann", "Ben"), wall="2026-11-17T02:30:00.000Z")
    (sheet,) = sheets(entries, zone=timezone(timedelta(hours=-5)))
    assert (sheet.date, sheet.opened) == ("2026-11-16", "2026-11-16 21:30-05:00")


@pytest.mark.parametrize("wall", ["", "yesterday", "0001-01-01T00:00:00Z", "9999-12-31T23:59:59Z"])
def test_a_journal_without_a_sensible_date_still_has_a_sheet(wall):
    (sheet,) = sheets(journal(opened("Ann", "Ben"), wall=wall), zone=timezone(timedelta(hours=14)))
    assert sheet.match == "M1"


def test_a_correction_of_the_opening_corrects_the_sheet():
    right = {"match": "M2", "edition": "2019-20", "division": "junior", "players": [{"name": "Ann"}, {"name": "Bo"}]}
    entries = journal(opened("Ann", "Ben"), ev.Corrected(1, "JD", {"kind": "match-opened", "body": right}))
    (sheet,) = sheets(entries)
    assert (sheet.match, [p.name for p in sheet.players]) == ("M2", ["Ann", "Bo"])


def test_an_opening_that_cannot_be_played_has_no_sheet():
    again = ev.MatchOpened("M2", "2019-20", "senior", (ev.Seat("Ann"), ev.Seat("Ann")))
    assert [s.match for s in sheets(journal(opened("Ann", "Ben"), again))] == ["M1"]


def test_the_signature_has_its_time_and_the_totals_that_stood_there():
    entries = journal(opened("Ann", "Ben"))
    late = Entry(2, 9000, 9000, "player", ev.Signed("Ann", {"Ann": 1}), "boot", "2026-11-16T15:00:00.000Z")
    (sheet,) = sheets([*entries, late], zone=UTC)
    assert (sheet.players[0].signature.at, sheet.players[0].signature.totals) == ("2026-11-16 15:00+00:00", {"Ann": 1})
    assert [(d.signer, d.player, d.signed, d.now, d.corrected) for d in sheet.differences] == [
        ("Ann", "Ann", 1, 0, False)
    ]


def test_a_judges_word_on_a_solution_is_noted_with_its_shake():
    _, sheet = scenario("judge-overrules-a-rejection")
    assert any(note.startswith("Shake 1: judge JD found ") for note in sheet.notes), sheet.notes
