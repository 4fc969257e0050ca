"""Shakes cut out of the demo are what they were in it."""

from __future__ import annotations

from importlib.resources import files

import pytest

from table.language.scenario import parse, play
from table.rules.match import Match
from table.simulation.excerpt import excerpt, shakes_in

DEMO = (files("table.simulation") / "demo.txt").read_text()


def concluded(text: str) -> Match:
    scenario = parse(text)
    run = play(scenario, *next(scenario.variants()))
    assert run.failures == []
    match = run.referee.table.match
    assert match is not None
    return match


@pytest.mark.parametrize("first", range(1, 5))
def test_two_shakes_have_the_flags_scores_and_totals_that_they_have_in_the_whole_round(first: int) -> None:
    whole, part = concluded(DEMO), concluded(excerpt(DEMO, first, 2))
    shakes = whole.shakes[first - 1 : first + 1]
    assert [shake.scores for shake in part.shakes] == [shake.scores for shake in shakes]
    kinds = [flag.kind for flag in whole.flags.values() if flag.shake in {shake.number for shake in shakes}]
    assert [flag.kind for flag in part.flags.values()] == kinds


def test_the_demo_has_five_shakes_and_its_last_ones_end_as_it_does() -> None:
    assert shakes_in(DEMO) == 5
    whole, part = concluded(DEMO), concluded(excerpt(DEMO, 4, 2))
    assert [part.total(player) for player in part.players] == [whole.total(player) for player in whole.players]
