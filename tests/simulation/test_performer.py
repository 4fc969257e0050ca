"""A scenario that is played with hands: what was physically done is what its sentences say, at their times."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from hardware.parts import BlockMoved, Input, Pressed
from hardware.simulated.bench import Bench, Travelling
from hardware.simulated.deeds import Done, fold
from hardware.simulated.scene import cube_of, region_of_cube
from table.cli.demo import builtin
from table.language.scenario import BadScenario, Scenario, ScenarioStep, parse, told
from table.rules import events as ev
from table.simulation.bodies import FINGERS_MM, Bodies
from table.simulation.cues import Cue
from table.simulation.performer import SETTING_UP_MS, perform
from table.simulation.pressing import button_for

FRAME_MS = 67
SCENARIOS = Path(__file__).parent.parent / "scenarios"
CHOSEN = sorted(SCENARIOS.glob("*/*.txt"))[::12]


@pytest.fixture
def bench() -> Iterator[Bench]:
    made = Bench(seed=1, clock=Travelling(0))
    yield made
    made.close()


def played(bench: Bench, scenario: Scenario, seed: int = 0) -> list[Cue]:
    """Play it through in leaps, which hands do not mind."""
    edition, division = next(scenario.variants())
    moments = []
    for moment in perform(scenario, edition, division, bench, rng=Random(seed)):
        bench.clock.at = max(bench.clock.at, moment.at)  # type: ignore[attr-defined]
        bench.catch_up()
        moments.append(moment)
    return moments


def script(*lines: str, given: str = "Ann has set Ksr") -> Scenario:
    head = ["title: A test", "rule: V", "editions: 2019-20", f"given: {given}"]
    return parse("\n".join([*head, *lines]), "test")


def deeds(bench: Bench, *kinds: str) -> list[Done]:
    return [done for done in bench.table.log if done.kind in kinds]


def moves_of(scenario: Scenario) -> list[tuple[float, list[ev.Moved]]]:
    """Each sentence that moves cubes, with its time."""
    found = []
    for line, entries, _ in told(scenario, *next(scenario.variants())):
        moved = [entry.event for entry in entries if isinstance(entry.event, ev.Moved) and entry.source == "camera"]
        if isinstance(line, ScenarioStep) and moved:
            at = sum(line.at) / 2 if isinstance(line.at, tuple) else line.at
            found.append((SETTING_UP_MS + at, moved))
    return sorted(found, key=lambda sentence: sentence[0])


@pytest.mark.parametrize("file", CHOSEN, ids=lambda file: file.stem)
def test_the_truth_of_a_scenario_is_what_its_sentences_say(bench: Bench, file: Path) -> None:
    scenario = parse(file.read_text(), file.stem)
    played(bench, scenario)
    done = deeds(bench, "move", "remove", "relocate")
    for at, moved in moves_of(scenario):
        for number, move in enumerate(moved, 1):
            deed = next(d for d in done if (d.cube, d.to, d.who) == (move.cube, move.to, move.player or ""))
            done.remove(deed)
            assert deed.ended <= at + FRAME_MS
            if number == len(moved):
                assert deed.ended >= at - FRAME_MS
    assert all(deed.kind == "relocate" for deed in done)  # a Goal that is put in another order
    assert fold((), bench.table.log) == bench.table.scene.cubes


def test_the_built_in_round_is_played_with_hands_to_its_end(bench: Bench) -> None:
    moments = played(bench, builtin())
    said = [moment.words for moment in moments if moment.kind == "say"]
    assert "judge JD upholds hovering: hand over the block for 25 seconds" in said
    assert not [words for words in said if "moves" in words or "lifts" in words]
    assert sum(moment.kind == "expect" for moment in moments) > 15
    assert [(round((d.ended - SETTING_UP_MS) / 1000), d.who) for d in deeds(bench, "lift")] == [
        (220, "Cal"),
        (865, "Ann"),
        (1442, "Cal"),
        (1700, "Ben"),
    ]
    assert len(deeds(bench, "return")) == 4
    (hover,) = deeds(bench, "hover")
    assert (hover.started - SETTING_UP_MS, hover.ended - SETTING_UP_MS) == pytest.approx(
        (780_000, 805_000), abs=FRAME_MS
    )
    goals = {d.ended: d.letter for d in deeds(bench, "move") if d.to == "goal"}
    assert "".join(goals.values()) == "KsrrCCpqqApqiKAprCqsNEpp"  # with what was not to be there


def test_a_hand_comes_from_its_players_side_and_the_letters_stand_for_who_sits_there(bench: Bench) -> None:
    played(bench, script("0:40  Ben moves p to forbidden", "0:50  Cal moves q to required"))
    (ben,) = [done for done in deeds(bench, "move") if done.who == "Ben"]
    (cal,) = [done for done in deeds(bench, "move") if done.who == "Cal"]
    assert (ben.side, ben.to, cal.side, cal.to) == ("west", "forbidden", "north", "required")


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize(("setter", "way"), [("Ann", 1), ("Ben", 1), ("Cal", -1)])
def test_a_goal_reads_in_order_for_who_built_it(bench: Bench, setter: str, way: int, seed: int) -> None:
    played(bench, script("0:30  Ann moves p to required", given=f"{setter} has set KKsrq"), seed)
    goal = [cube for cube in bench.table.scene.cubes if region_of_cube(bench.table.plan, cube) == "goal"]
    assert "".join(cube.letter for cube in sorted(goal, key=lambda cube: way * cube.x)) == "KKsrq"


def test_a_goal_is_put_in_another_order(bench: Bench) -> None:
    played(bench, script("0:25  the Goal reads Krs", "0:40  Ben moves p to required"))
    goal = [cube for cube in bench.table.scene.cubes if region_of_cube(bench.table.plan, cube) == "goal"]
    assert "".join(cube.letter for cube in sorted(goal, key=lambda cube: cube.x)) == "Krs"
    assert {done.who for done in deeds(bench, "relocate")} == {"Ann"}


@pytest.mark.parametrize("letter", ["q", "r", "s", "i", "o"])
def test_a_cube_is_turned_over_until_it_shows_the_letter(bench: Bench, letter: str) -> None:
    played(bench, script(f"0:40  Ben turns p over to {letter}"))
    turn = deeds(bench, "turn")[-1]
    assert (turn.letter, turn.who) == (letter, "Ben")
    assert turn.ended - SETTING_UP_MS == pytest.approx(40_000, abs=FRAME_MS)


def test_a_hand_covers_cubes_until_the_view_is_clear(bench: Bench) -> None:
    played(bench, script("0:40  Ann covers p", "1:02  the view is clear"))
    (cover,) = deeds(bench, "cover")
    assert (cover.started - SETTING_UP_MS, cover.ended - SETTING_UP_MS) == pytest.approx((40_000, 62_000), abs=FRAME_MS)


def test_a_hand_over_scattered_cubes_keeps_its_fingers_off_the_block_where_it_can(bench: Bench) -> None:
    strings, pad = Bodies(bench, {"Ann": "north"}), bench.table.plan.pad
    x, y = pad.centre
    for number, at in ((1, (x, y - FINGERS_MM)), (2, (x - 180, y - FINGERS_MM))):
        bench.table.put(cube_of(Random(1), number, "p", *at, 0))
    strings.cover("Ann", [1, 2], lasts=100)
    bench.clock.at = 20_000  # type: ignore[attr-defined]
    bench.catch_up()
    (cover,) = deeds(bench, "cover")
    assert (cover.x, cover.y) == (x - 180, y - FINGERS_MM)


def test_somebody_comes_from_where_nobody_sits(bench: Bench) -> None:
    played(bench, script("0:40  somebody moves p to off"))
    (removed,) = deeds(bench, "remove")
    assert (removed.side, removed.who, removed.to) == ("east", "", "off")
    assert removed.ended - SETTING_UP_MS == pytest.approx(40_000, abs=FRAME_MS)


def test_the_real_drivers_tell_what_was_said_and_lifted(bench: Bench) -> None:
    heard: list[Input] = []
    bench.block(heard.append)
    bench.buttons(heard.append)
    scenario = script("0:40  Ben moves p to required", "0:44  Cal lifts the block", "0:46  Cal says never",
                      "0:48  the block is returned", "0:50  Ann turns the timer")  # fmt: skip
    for moment in perform(scenario, "2019-20", "senior", bench):
        bench.advance(moment.at - bench.table.now)
    zero = bench.moment(SETTING_UP_MS)
    assert [thing._replace(at=thing.at - zero) for thing in heard] == [
        Pressed(20_000, 0, "goal"),
        BlockMoved(44_000, True),
        Pressed(46_000, 2, "impossible"),
        BlockMoved(48_000, False),
        Pressed(50_000, 0, "goal"),
    ]


def test_with_the_table_of_buttons_a_round_needs_few_words(bench: Bench) -> None:
    said: list[str] = []
    pressed: list[str] = []
    for moment in perform(builtin(), "2019-20", "junior", bench, pressing=button_for):
        bench.clock.at = max(bench.clock.at, moment.at)  # type: ignore[attr-defined]
        bench.catch_up()
        if moment.kind in ("say", "press"):
            (said if moment.kind == "say" else pressed).append(moment.words)
    assert {"Ann joins the challenger", "Ben rejects Ann's solution: a cube in Required is not essential"} <= set(
        pressed
    )
    assert {"Cal presents a solution", "Cal accepts Ann's solution", "Ann signs"} <= set(pressed)
    assert all(words.startswith(("staff", "judge", "the round")) or "charges" in words for words in said), said


def test_a_fault_of_the_script_happens_at_its_time(bench: Bench) -> None:
    dark = []
    scenario = script("0:30  fault lamp off", "0:35  fault lamp on")
    for moment in perform(scenario, "2019-20", "senior", bench):
        bench.clock.at = max(bench.clock.at, moment.at)  # type: ignore[attr-defined]
        bench.catch_up()
        dark.append((round(moment.at - SETTING_UP_MS), bench.table.scene.light.lamps[0].power == 0))
    assert (30_000, False) in dark
    assert (35_000, True) in dark
    assert not dark[-1][1]


def test_a_fault_that_is_none_is_an_error_with_its_line() -> None:
    with pytest.raises(BadScenario, match="test, line 5: 'spill coffee' is no fault; there are: unplug camera"):
        script("0:30  fault spill coffee")


def test_a_judge_lays_out_the_position_that_is_entered(bench: Bench) -> None:
    scenario = script(
        "0:30  judge JD enters goal Ksr, required pK, permitted -, forbidden CC, resources q; "
        "Ann set the Goal, Ann moved last, Ben is to move",
        "0:40  Ben moves q to required",
    )
    played(bench, scenario)
    where: dict[str, str] = {}
    for cube in bench.table.scene.cubes:
        region = region_of_cube(bench.table.plan, cube)
        where[region] = where.get(region, "") + cube.letter
    assert where == {"goal": "Ksr", "required": "pKq", "forbidden": "CC"}
    assert fold((), bench.table.log) == bench.table.scene.cubes
