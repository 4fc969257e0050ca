"""What buttons mean: enough for a whole round, and nothing by accident."""

from itertools import product
from random import Random

import pytest

from hardware.wiring import BUTTONS
from table.control.buttons import meaning, seated_at
from table.rules import events as ev
from table.rules.entry import Entry
from table.rules.fold import Referee
from table.rules.match import Match
from table.rules.tournament.buttons import MEANINGS
from table.rules.tournament.view import legal_acts, phase
from table.simulation.random_match import random_match

NAMES = ("Ann", "Ben", "Cal")
PRESSES = tuple(product(range(3), BUTTONS, (False, True)))


def opening(edition="2019-20", players=3, division="senior"):
    return ev.MatchOpened("M1", edition, division, tuple(ev.Seat(name) for name in NAMES[:players]))


def referee_at(seed, where, edition="2019-20", players=3):
    """A random match, folded until the phase comes."""
    referee = Referee()
    for entry in random_match(Random(seed), opening(edition, players)):
        referee.add(entry)
        if phase(match_of(referee)) == where:
            return referee
    raise AssertionError(f"no {where} in match {seed}")


def match_of(referee) -> Match:
    assert referee.table.match is not None
    return referee.table.match


def by_buttons(match, event):
    """The press that does what an event of a player says, if there is one."""
    for seat, button, long in PRESSES:
        made = meaning(match, seat, button, long)
        if made is not None and same(match, made, event):
            return made
    return None


def same(match, made, event):
    if isinstance(event, ev.Rejected):  # the reason is said aloud
        return made == ev.Rejected(event.player, event.writer)
    if isinstance(event, ev.Signed):
        return isinstance(made, ev.Signed) and made.player == event.player
    if isinstance(event, ev.Declined) and isinstance(made, ev.Sided):  # a third party without a solution shows its side
        challenge = match.shake.challenge
        without = "mover" if challenge.kind == "now" else "challenger"
        return made == ev.Sided(event.player, without)
    return made == event


@pytest.mark.parametrize(("edition", "players"), [*product(("2013-14", "2017-18", "2019-20"), (2, 3))])
def test_a_whole_round_of_random_play_needs_no_screen(edition, players):
    referee, done = Referee(), set()
    for entry in random_match(Random(f"{edition} {players}"), opening(edition, players)):
        event = entry.event
        if entry.source == "player":
            made = by_buttons(match_of(referee), event)
            assert made is not None, event
            done.add(event.kind)
            event = made
        referee.add(Entry(entry.seq, entry.t, entry.at, entry.source, event))
    match = match_of(referee)
    assert match.closed
    assert set(match.signatures) == set(NAMES[:players])
    assert {"said", "presented", "signed"} <= done
    assert {"accepted", "rejected"} & done
    assert not match.flags


def test_every_legal_act_of_players_has_its_press_at_every_moment():
    for seed in range(4):
        referee = Referee()
        for entry in random_match(Random(seed), opening()):
            referee.add(entry)
            match = match_of(referee)
            for act in legal_acts(match):
                for event in events_of(act):
                    assert by_buttons(match, event) is not None, (phase(match), act)


def events_of(act):
    """What an act may be as an event; none for what hands do with cubes and the block."""
    player = act.player
    many = {
        "say": [ev.Said(word, player) for word in act.choices],
        "side": [ev.Sided(player, side) for side in act.choices],
        "accept": [ev.Accepted(player, writer) for writer in act.choices],
        "reject": [ev.Rejected(player, writer) for writer in act.choices],
        "present": [ev.Presented(player)],
        "decline": [ev.Declined(player)],
        "sign": [ev.Signed(player)],
    }
    return many.get(act.act, [])


@pytest.mark.parametrize("where", ["first-roll", "between", "setting", "moving", "checking", "signing"])
def test_holding_now_charges_illegal_procedure(where):
    match = match_of(referee_at(3, where))
    for seat, name in enumerate(NAMES):
        assert meaning(match, seat, "now") is None
        assert meaning(match, seat, "now", long=True) == ev.Charged(name)


def test_with_the_block_up_goal_is_held_to_charge_and_a_long_word_is_only_the_word():
    match = match_of(referee_at(3, "lifted"))
    assert meaning(match, 0, "now") == ev.Said("now", "Ann")
    assert meaning(match, 0, "now", long=True) is None
    assert meaning(match, 1, "impossible", long=True) is None
    assert meaning(match, 2, "goal", long=True) == ev.Charged("Cal")


def test_no_long_press_means_anything_where_the_short_one_did():
    for seed in range(3):
        referee = Referee()
        for entry in random_match(Random(seed), opening()):
            referee.add(entry)
            match = match_of(referee)
            for seat, button in product(range(3), BUTTONS):
                if meaning(match, seat, button) is not None:
                    assert meaning(match, seat, button, long=True) is None


def test_words_of_challenge_mean_nothing_while_the_block_rests():
    match = match_of(referee_at(1, "moving"))
    assert all(meaning(match, seat, button) is None for seat, button in product(range(3), ("now", "impossible")))


def test_only_the_setter_sets_the_goal():
    match = match_of(referee_at(1, "setting"))
    made = [meaning(match, seat, "goal") for seat in range(3)]
    assert made == [ev.Said("goal", name) if name == match.shake.setter else None for name in NAMES]


def test_a_leader_may_press_bonus_since_noticing_it_is_for_the_others():
    match = match_of(referee_at(1, "moving"))
    match.shake.leader = match.shake.turn.player
    seat = NAMES.index(match.shake.turn.player)
    assert meaning(match, seat, "bonus") == ev.Said("bonus", NAMES[seat])


def test_the_third_party_joins_with_now_those_who_say_there_is_a_solution():
    for seed in range(20):
        match = match_of(referee_at(seed, "writing"))
        if match.shake.challenge is not None:
            break
    challenge = match.shake.challenge
    third = next(seat for seat, n in enumerate(NAMES) if n not in (challenge.challenger, challenge.mover))
    sides = ("challenger", "mover") if challenge.kind == "now" else ("mover", "challenger")
    assert meaning(match, third, "now") == ev.Sided(NAMES[third], sides[0])
    assert meaning(match, third, "impossible") == ev.Sided(NAMES[third], sides[1])


def test_the_extra_minute_is_held_for_and_only_where_the_book_sells_it():
    match = match_of(referee_at(2, "checking"))
    checker = next(seat for seat, name in enumerate(NAMES) if name != match.shake.checking)
    assert meaning(match, checker, "bonus") is None
    assert meaning(match, checker, "bonus", long=True) == ev.ExtraMinute(NAMES[checker])
    older = match_of(referee_at(2, "checking", "2017-18"))
    assert all(meaning(older, seat, "bonus", long=True) is None for seat in range(3))


def test_a_rejection_may_be_taken_back():
    referee = referee_at(2, "checking")
    match = match_of(referee)
    checker = next(seat for seat, name in enumerate(NAMES) if name != match.shake.checking)
    match.shake.verdicts = {match.shake.checking: {NAMES[checker]: (False, "")}}
    assert meaning(match, checker, "goal") == ev.Accepted(NAMES[checker], match.shake.checking)
    assert meaning(match, checker, "impossible") is None


def test_a_seat_without_a_player_and_a_paused_match_mean_nothing():
    referee = referee_at(1, "moving", players=2)
    match = match_of(referee)
    assert all(meaning(match, 2, button, long) is None for _, button, long in PRESSES)
    assert meaning(match, 7, "bonus") is None
    match.paused = match.at
    assert all(meaning(match, *press) is None for press in PRESSES)


def test_players_are_found_by_the_side_where_they_sit():
    sides = ("south", "west", "east")
    told = ev.MatchOpened("M", "2019-20", "senior", (ev.Seat("Ann", "south"), ev.Seat("Ben", "east")))
    assert seated_at(told, sides) == ("Ann", None, "Ben")
    assert seated_at(opening(players=2), sides) == ("Ann", "Ben", None)
    match = match_of(referee_at(1, "moving", players=2))
    assert meaning(match, 2, "bonus", seated=("Ann", None, "Ben")) == ev.Said("bonus", "Ben")
    assert meaning(match, 1, "bonus", seated=("Ann", None, "Ben")) is None


def test_every_row_of_the_table_is_for_a_phase_and_a_button_that_exist():
    phases = {"first-roll", "between", "setting", "moving", "lifted", "writing", "checking", "signing"}
    assert {row.phase for row in MEANINGS} == phases
    assert {row.button for row in MEANINGS} == set(BUTTONS)
