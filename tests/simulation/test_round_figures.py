"""The figures of a round are counted as their names say."""

from __future__ import annotations

from bench.fresh_rounds import drawn, summed, told
from bench.round_figures import RoundFigures, measured
from bench.round_trials import faults_of, named, script_of
from table.language.scenario import parse, play
from table.rules.match import Match

HEAD = """
title: Two shakes
rule: V-B
editions: 2019-20
divisions: senior

0:00  the round starts
0:00  judge JD enters totals Ann 0, Ben 0, Cal 0 after 1 shakes, the last set by Cal
"""
SHAKE = """
0:10  Ann rolls CCCAAKKKEENNRRpppqqqrrssiioo
0:20  Ann moves s to goal
0:25  Ann says goal
0:40  Ben moves p to required
0:50  Cal moves q to permitted
0:55  Cal moves q to forbidden
1:00  Ann turns A over to K
1:05  Ann moves r to permitted
1:15  Ben lifts the block
1:18  Ben says now
1:19  the block is returned
1:30  Cal joins the mover
1:40  Ben presents a solution
1:50  Ann accepts Ben's solution
1:55  Cal accepts Ben's solution
"""
NEXT = """
2:10  Ben rolls CCCAAKKKEENNRRpppqqqrrssiioo
2:20  Ben moves s to goal
2:25  Ben says goal
2:40  Cal moves p to required
"""


def match(text: str) -> Match:
    scenario = parse(HEAD + text)
    concluded = play(scenario, "2019-20", "senior").referee.table.match
    assert concluded is not None
    return concluded


PLAYED = match(SHAKE + NEXT)


def figures(seen: Match) -> RoundFigures:
    return measured(seen, PLAYED, questions=0, unsaid=[])


def test_a_round_as_played_has_all_its_flags_told_as_sure() -> None:
    as_played = figures(match(SHAKE + NEXT))
    assert as_played == RoundFigures(true_flags=2, true_sure=2, turned=1, turned_told=1, moves=4, table_minutes=2.7)
    assert as_played.as_played


def test_a_flag_in_doubt_is_told_though_not_as_sure() -> None:
    seen = match(SHAKE + NEXT)
    for flag in seen.flags.values():
        flag.doubt = "the table was without its camera"
    assert (figures(seen).true_sure, figures(seen).turned_told, figures(seen).false_doubtful) == (0, 1, 0)


def test_what_was_not_seen_is_a_line_and_not_recalled() -> None:
    missed = figures(match(SHAKE.replace("1:00  Ann turns A over to K\n", "") + NEXT))
    assert missed.differences == ["flag cube-turned by Ann on K was not raised"]
    assert (missed.turned, missed.turned_told, missed.true_sure, missed.false_sure) == (1, 0, 1, 0)
    assert missed.scores_right


def test_a_flag_by_another_is_false_and_counts_as_sure_or_in_doubt() -> None:
    seen = match(SHAKE.replace("Ann turns", "Ben turns") + NEXT)
    assert figures(seen).false_sure == 1
    next(flag for flag in seen.flags.values() if flag.kind == "cube-turned").doubt = "somebody was asked"
    assert (figures(seen).false_sure, figures(seen).false_doubtful) == (0, 1)


def test_points_that_were_not_due_are_taken_wrongly() -> None:
    early = "2:21  Ann lifts the block\n2:22  Ann says now\n2:23  the block is returned\n"
    taken = figures(match(SHAKE + NEXT.replace("2:25", early + "2:25")))
    assert taken.false_points == 1
    assert not taken.scores_right


def test_errors_cross_into_the_next_shake_only_if_both_are_wrong() -> None:
    first, second = SHAKE.replace("0:55  Cal moves q", "0:55  Cal moves r"), NEXT.replace("p to req", "q to req")
    assert figures(match(first + NEXT)).crossing == 0
    assert figures(match(SHAKE + second)).crossing == 0
    assert figures(match(first + second)).crossing == 1
    assert figures(match(first)).crossing == 1  # the next one was never noticed


def test_rounds_are_drawn_anew_and_can_be_named_again() -> None:
    names = drawn(6)
    assert [name.partition("-")[0] for name in names] == ["demo", "chance"] * 3
    assert names != drawn(6)
    trial = named(names[1], "falsified")
    assert script_of(trial) == script_of(named(names[1], "fresh"))
    scenario = parse(script_of(trial))
    words = [words for _, words in faults_of(trial, scenario)]
    assert sum(word.startswith("falsify") for word in words) == 5
    assert [*faults_of(named(names[1], "fresh"), scenario)] == []


def test_what_all_rounds_gave_is_told_beside_its_goals() -> None:
    good = {"name": "chance-1", "mode": "fresh", "seconds": 3, **figures(match(SHAKE + NEXT)).as_dict()}
    assert told(good)[0].startswith("  chance-1: as played; 2 of 2 flags told as sure, 0 questions")
    fine, lines = summed("fresh", [good, good])
    assert fine
    assert lines[0] == "fresh: 2 of 2 wholly as played"
    broke = {"name": "demo-2", "mode": "fresh", "as_played": False, "broke": "AssertionError", "kept": "there"}
    fine, lines = summed("fresh", [good, broke])
    assert not fine
    assert lines[0] == "fresh: 1 of 2 wholly as played, 1 broke"
