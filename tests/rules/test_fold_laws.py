"""Laws of the fold: what must hold for any journal, however it came about."""

from random import Random

import msgspec
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from table.rules import events as ev
from table.rules.editions import EDITIONS
from table.rules.entry import Entry, decode, embedded, encode
from table.rules.fold import Referee, fold
from table.rules.tournament import view
from table.rules.tournament.report import report
from table.rules.tournament.screen import public
from table.simulation.random_match import random_match
from tests.rules.nonsense import EVENTS, journals

DIVISIONS = ("elementary", "middle", "junior", "senior")


def legal_journal(seed, edition="2019-20", division="senior", players=3, timer="sand"):
    seats = tuple(ev.Seat(name) for name in ("Ann", "Ben", "Cal")[:players])
    opening = ev.MatchOpened("random", edition, division, seats, settings={"timer": timer})
    return list(random_match(Random(seed), opening))


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("division", DIVISIONS)
@pytest.mark.parametrize("players", [2, 3])
def test_legal_play_never_raises_a_flag_and_ends_with_scores_by_the_tables(edition, division, players):
    for seed in range(4):
        timer = "sand" if seed % 2 else "exact"
        table, _ = fold(legal_journal(f"{seed} {edition} {division}", edition, division, players, timer))
        match = report(table.match)
        assert match["flags"] == []
        assert match["phase"] == "closed"
        scored = [shake for shake in match["shakes"] if shake["phase"] == "scored"]
        assert scored
        for shake in scored:
            assert shake["scores"] == scores_by_the_book(shake, edition)
        sums = {p: sum(shake["scores"][p] for shake in scored) for p in match["players"]}
        assert match["totals"] == sums
        assert match["match_points"] == points_by_the_book(list(sums.items()))


def scores_by_the_book(shake, edition):
    """Section X once more, in its own words, sharing nothing with the referee."""
    right = {s["writer"] for s in shake["solutions"] if s["correct"]}
    scores = {}
    for player in shake["players"]:
        if shake["challenge"] is None:  # X-C, XI-B
            scores[player] = 4 if player in right else 2
            continue
        c = shake["challenge"]
        side = shake["sides"].get(player, "challenger" if player == c["challenger"] else "mover")
        must_write = side == ("challenger" if c["kind"] == "now" else "mover")
        correct = player in right if must_write else not right  # X-A
        accepted = any(s["verdicts"].get(player, {}).get("accepted") for s in shake["solutions"])
        presented = any(s["writer"] == player for s in shake["solutions"])
        if edition != "2019-20" and len(shake["players"]) == 3 and accepted and not presented:
            correct = False  # the exception in X-A-2
        third = player not in (c["challenger"], c["mover"])
        scores[player] = 2 if not correct else 4 if third and side == "challenger" else 6  # X-B
    return scores


def points_by_the_book(sums):
    """XII-A once more: by sorted place."""
    ranked = sorted((total for _, total in sums), reverse=True)
    if len(sums) == 2:
        table = {(1, 1): 6, (1, 2): 5, (2, 1): 4}
    else:
        table = {(1, 1): 6, (1, 2): 5, (1, 3): 4, (2, 1): 4, (2, 2): 3, (3, 1): 2}
    return {player: table[ranked.index(total) + 1, ranked.count(total)] for player, total in sums}


@given(journals())
@settings(max_examples=400, deadline=None)
def test_nonsense_never_raises_and_living_through_it_equals_folding_it(journal):
    referee = Referee()
    for entry in journal:
        referee.add(entry)
    table, decisions = fold(journal)
    assert referee.table == table
    assert referee.decisions == decisions
    for match in table.matches:
        msgspec.json.encode(report(match))
        msgspec.json.encode(public(match))
        view.due_announcements(match)
    no_book_has_it = ("paused", "resumed", "sense", "asked")
    assert all(decision.cite for decision in decisions if decision.public and decision.kind not in no_book_has_it)


@given(journals(most=25))
@settings(max_examples=60, deadline=None)
def test_a_restart_after_every_event_changes_nothing(journal):
    referee = Referee()
    for count, entry in enumerate(journal, 1):
        referee.add(entry)
        reborn = Referee()
        for line in map(encode, journal[:count]):
            reborn.add(decode(line))
        assert reborn.table == referee.table


@given(journals(), st.data())
@settings(max_examples=120, deadline=None)
def test_correcting_an_event_equals_having_had_the_right_one(journal, data):
    seq = data.draw(st.integers(2, len(journal)))
    right = journal[seq - 1]
    wrong = msgspec.structs.replace(right, event=data.draw(EVENTS))
    assume(not isinstance(right.event, ev.PlayerRenamed) and not isinstance(wrong.event, ev.PlayerRenamed))
    mistaken = [*journal[: seq - 1], wrong, *journal[seq:]]
    body = embedded(right.event)
    last = journal[-1].t
    correction = Entry(len(journal) + 1, last, last, "judge", ev.Corrected(seq, "JD", body))
    live = Referee()
    for entry in [*mistaken, correction]:
        live.add(entry)
    assert live.table == fold(journal)[0]
    assert fold([*mistaken, correction])[0] == live.table


@given(st.integers(0, 1000), st.data())
@settings(max_examples=25, deadline=None)
def test_an_event_written_late_is_folded_where_it_happened(seed, data):
    journal = legal_journal(seed)
    late = data.draw(st.integers(3, len(journal)))
    moved = journal[late - 1]
    rest = [e for e in journal if e is not moved]
    # Written last, with a number of its own, but happening where it happened; ties in time go by number.
    after = next((e for e in rest if e.seq > late), None)
    if after is not None and after.at == moved.at:
        return
    end = journal[-1].t
    order = [*rest, msgspec.structs.replace(moved, t=end)]
    live = Referee()
    for entry in order:
        live.add(entry)
    assert live.table == fold(journal)[0]


@given(st.integers(0, 1000))
@settings(max_examples=20, deadline=None)
def test_ticks_mean_nothing_by_themselves(seed):
    journal = legal_journal(seed)
    without = [e for e in journal if not isinstance(e.event, ev.Time)]
    assert report(fold(without)[0].match) == report(fold(journal)[0].match)


@given(journals())
@settings(max_examples=80, deadline=None)
def test_what_players_see_never_names_a_flag_that_is_the_judges(journal):
    table, _ = fold(journal)
    shown = repr(public(table.match))
    for flag in table.match.flags.values():
        assert flag.id not in shown


def test_snapshots_stay_bounded_and_going_far_back_still_works():
    journal = legal_journal(5)
    while len(journal) < 12_000:
        seq, t = journal[-1].seq + 1, journal[-1].t + 10
        journal.append(Entry(seq, t, t, "clock", ev.Time()))
    referee = Referee()
    for entry in journal:
        referee.add(entry)
    assert len(referee._snapshots) <= 16
    moved = next(e for e in journal if isinstance(e.event, ev.Moved))
    t = journal[-1].t
    struck = Entry(len(journal) + 1, t, t, "judge", ev.Corrected(moved.seq, "JD"))
    referee.add(struck)
    assert referee.table == fold([*journal, struck])[0]
