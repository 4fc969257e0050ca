"""Random play with hands: nothing physical is impossible, and the log explains everything."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, pairwise
from random import Random

import pytest

from hardware.simulated.bench import Bench, Travelling
from hardware.simulated.deeds import Done, fold
from hardware.simulated.scene import Scene
from table.simulation.cues import Cue
from table.simulation.random_hands import idle_minutes, random_play
from table.simulation.spots import overlap, spot_of

EDGE = 15.99


def scenes(bench: Bench, moments: Iterator[Cue], every: float = 100) -> Iterator[Scene]:
    """The table again and again while it is played at."""
    for moment in moments:
        while bench.table.now < moment.at:
            bench.clock.at += min(every, moment.at - bench.table.now) + 0.6  # type: ignore[attr-defined]
            bench.catch_up()
            yield bench.table.scene


@pytest.fixture
def bench() -> Bench:
    return Bench(clock=Travelling(0))


@pytest.mark.parametrize("seed", range(3))
def test_no_cube_is_ever_through_another_and_the_log_explains_the_table(bench: Bench, seed: int) -> None:
    for scene in scenes(bench, random_play(bench, Random(seed), 3, illegal=0.5)):
        lying = [spot_of(cube) for cube in scene.cubes if cube.resting]
        assert not any(overlap(one, other, EDGE) for one, other in combinations(lying, 2)), bench.table.now
        if all(cube.resting for cube in scene.cubes) and not scene.hands:
            assert fold((), bench.table.log) == scene.cubes
    assert fold((), bench.table.log) == bench.table.scene.cubes
    assert not bench.table.scene.hands


def test_all_kinds_of_things_are_done(bench: Bench) -> None:
    for _ in scenes(bench, random_play(bench, Random(5), 12, illegal=0.4), every=1_000):
        pass
    kinds = Counter(done.kind for done in bench.table.log)
    assert set(kinds) == {
        *("move", "turn", "relocate", "remove", "roll", "gather", "cover", "hover", "lift", "return", "press"),
    }
    assert len({done.side for done in bench.table.log if done.kind == "move"}) == 3


def test_two_cubes_in_one_go_are_both_on_record(bench: Bench) -> None:
    for _ in scenes(bench, random_play(bench, Random(1), 6, illegal=0), every=1_000):
        pass
    moves = [done for done in bench.table.log if done.kind == "move"]
    assert any(one.started < other.started < one.ended for one, other in pairwise(moves))


def test_moves_of_the_log_begin_where_the_last_one_of_the_cube_ended(bench: Bench) -> None:
    for _ in scenes(bench, random_play(bench, Random(2), 6, illegal=0.4), every=1_000):
        pass
    where: dict[int, str] = {}
    for done in [done for done in bench.table.log if done.cube]:
        assert done.was == where.get(done.cube, "off"), done
        assert done.started <= done.ended
        where[done.cube] = done.to


def test_the_same_seed_plays_the_same_way() -> None:
    def log(seed: int) -> list[Done]:
        bench = Bench(clock=Travelling(0))
        for _ in scenes(bench, random_play(bench, Random(seed), 1), every=1_000):
            pass
        return bench.table.log

    assert log(3) == log(3)
    assert log(3) != log(4)


def test_idle_minutes_move_no_cube(bench: Bench) -> None:
    seen = {scene.cubes for scene in scenes(bench, idle_minutes(bench, Random(7), 4), every=300)}
    assert len(seen) == 1
    kinds = Counter(done.kind for done in bench.table.log)
    assert set(kinds) == {"roll", "hover", "cover"}
    assert kinds["hover"] > 10
