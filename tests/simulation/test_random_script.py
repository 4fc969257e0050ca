"""Matches by chance hold what they say, hands can play them, and in many of them all kinds of things happen."""

from __future__ import annotations

from collections import Counter
from functools import cache
from random import Random

import pytest

from hardware.simulated.bench import Bench, Travelling
from table.language.scenario import Scenario, ScenarioStep, parse, play, told
from table.rules import events as ev
from table.rules.match import Match
from table.simulation.cues import seated
from table.simulation.performer import SETTING_UP_MS, perform
from table.simulation.pressing import button_for
from table.simulation.random_script import MINUTES, random_script

SEEDS = range(30)


@cache
def scripted(seed: int) -> Scenario:
    return parse(random_script(Random(seed)), f"chance-{seed}")


@cache
def concluded(seed: int) -> Match:
    scenario = scripted(seed)
    run = play(scenario, *next(scenario.variants()))
    assert run.failures == []
    match = run.referee.table.match
    assert match is not None
    return match


def test_a_script_says_all_that_comes_of_it_and_is_of_a_few_shakes() -> None:
    for seed in SEEDS:
        match = concluded(seed)
        assert 1 <= len(match.shakes) <= 4
        assert match.at < 2 * MINUTES * 60_000


def test_the_same_seed_gives_the_same_script_and_another_another() -> None:
    assert random_script(Random(3)) == random_script(Random(3))
    assert random_script(Random(3)) != random_script(Random(4))


def test_scripts_have_two_players_and_three_all_books_and_most_kinds_of_flags() -> None:
    scenarios = [scripted(seed) for seed in SEEDS]
    assert {len(scenario.players) for scenario in scenarios} == {2, 3}
    assert len({scenario.editions for scenario in scenarios}) == 3
    kinds = Counter(flag.kind for seed in SEEDS for flag in concluded(seed).flags.values())
    assert set(kinds) >= {
        "wrong-cubes", "wrong-setter", "out-of-turn", "unannounced-bonus", "extra-cube", "goal-changed", "move-to-goal",
        "cube-turned", "cube-relocated", "cube-withdrawn", "hovering", "view-blocked", "early-challenge",
        "cubes-moved-while-checking", "time-exceeded",
    }  # fmt: skip


@pytest.mark.parametrize("seed", range(3))
def test_hands_do_what_a_script_says_when_it_says_so(seed: int) -> None:
    scenario = scripted(seed)
    edition, division = next(scenario.variants())
    bench = Bench(seed, clock=Travelling())
    for cue in perform(scenario, edition, division, bench, seated(scenario.players), Random(seed), button_for):
        bench.advance(cue.at - bench.table.now)
        assert not isinstance(cue.line, ScenarioStep) or cue.words == cue.line.sentence  # nobody is unable to do it
    bench.advance(5_000)
    bench.close()
    done = [(deed.who, deed.cube, deed.to, deed.ended) for deed in bench.table.log if deed.kind in ("move", "remove")]
    for line in told(scenario, edition, division):
        moved = [entry for entry in line.entries if isinstance(entry.event, ev.Moved)]
        for entry in moved[-1:]:  # the others come before it
            assert isinstance(entry.event, ev.Moved)
            at = SETTING_UP_MS + entry.moment
            who, cube, to = entry.event.player, entry.event.cube, entry.event.to
            assert any((who, cube, to) == one[:3] and abs(one[3] - at) < 1_000 for one in done), line.line
