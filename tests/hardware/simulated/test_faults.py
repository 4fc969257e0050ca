"""Each fault verb does what it says, through the drivers that have to live with it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from hardware.mats import region_of
from hardware.parts import BlockMoved, Input, Pressed, Trouble
from hardware.pod.line import Faults
from hardware.simulated.bench import Bench, Travelling
from hardware.simulated.fault_words import VERBS, BadFault, listed, understood
from hardware.simulated.faults import ACTS, do
from hardware.simulated.look import TableLook
from hardware.simulated.renderer import Renderer
from hardware.simulated.scene import Cube
from hardware.simulated.truth import truth
from hardware.wiring import BUTTONS, SEATS
from tests.bell import Bell
from tests.hardware.simulated.views import SMALL


@pytest.fixture
def bench() -> Iterator[Bench]:
    made = Bench(seed=3, clock=Travelling(), view=SMALL, look=TableLook(noise=1.0), rate=5)
    yield made
    made.close()


def lift_and_return(bench: Bench) -> None:
    bench.table.lift_block("west")
    bench.advance(1500)
    bench.table.return_block("west")
    bench.advance(1500)


def lifts(heard: list[Input]) -> list[bool]:
    return [thing.lifted for thing in heard if isinstance(thing, BlockMoved)]


def troubles(heard: list[Input]) -> list[str]:
    return [thing.words for thing in heard if isinstance(thing, Trouble)]


def test_an_unknown_fault_names_the_known_ones(bench: Bench) -> None:
    with pytest.raises(BadFault, match="'spill coffee' is no fault; there are: unplug camera, "):
        do(bench, "spill coffee")


@pytest.mark.parametrize("words", ["stick button 4 bonus", "stick button 1 red", "drop many% of bytes", "stick block"])
def test_a_blank_that_does_not_fit_is_no_fault(words: str) -> None:
    with pytest.raises(BadFault):
        understood(words)


def test_every_verb_has_words_and_a_deed() -> None:
    assert list(VERBS) == list(ACTS)
    lines = listed().splitlines()
    assert [line.split("  ")[0] for line in lines] == list(VERBS)


def test_every_button_can_stick() -> None:
    for seat in range(1, SEATS + 1):
        for button in BUTTONS:
            assert understood(f"stick button {seat} {button}")[1] == (str(seat), button)


def test_an_unplugged_camera_comes_back_when_it_is_plugged_in(bench: Bench) -> None:
    heard: list[Input] = []
    camera = bench.camera(heard.append)
    assert camera.read(1) is not None
    do(bench, "unplug camera")
    assert camera.read(1.5) is None
    do(bench, "plug in camera")
    assert camera.read(1.5) is not None
    assert troubles(heard) == ["The camera was unplugged; plug it in again.", "There is no camera; plug it in.", ""]


@pytest.mark.parametrize("verb", ["stall", "freeze"])
def test_a_camera_that_hangs_is_noticed_until_it_thaws(bench: Bench, verb: str) -> None:
    heard: list[Input] = []
    camera = bench.camera(heard.append)
    camera.read(1)
    do(bench, f"{verb} camera")
    for _ in range(12):
        camera.read(0.2)
    assert "it is being opened again" in troubles(heard)[0]
    do(bench, "thaw camera")
    for _ in range(3):
        camera.read(1)
    assert camera.trouble() == ""


def test_a_chattering_switch_tells_each_movement_once(bench: Bench) -> None:
    heard: list[Input] = []
    bench.block(heard.append)
    do(bench, "chatter block")
    pin = bench.factory.pin(7)
    before = len(pin.states)
    lift_and_return(bench)
    assert len(pin.states) - before > 4
    assert lifts(heard) == [True, False]


def test_a_loose_wire_is_noticed_and_no_lift_is_invented(bench: Bench) -> None:
    heard: list[Input] = []
    block = bench.block(heard.append)
    do(bench, "loosen block")
    bench.advance(3000)
    assert "flutters" in block.trouble()
    do(bench, "free block")
    bench.advance(1000)
    assert block.trouble() == ""
    assert lifts(heard) == []


def test_a_switch_that_is_stuck_closed_hides_a_lift_and_one_stuck_open_makes_one(bench: Bench) -> None:
    heard: list[Input] = []
    bench.block(heard.append)
    do(bench, "stick block closed")
    lift_and_return(bench)
    assert lifts(heard) == []
    do(bench, "stick block open")
    bench.advance(500)
    assert lifts(heard) == [True]
    do(bench, "free block")
    bench.advance(500)
    assert lifts(heard) == [True, False]


def test_a_stuck_button_is_pressed_once_and_then_noticed(bench: Bench) -> None:
    heard: list[Input] = []
    buttons = bench.buttons(heard.append)
    do(bench, "stick button 2 bonus")
    bench.advance(31_000)
    assert [thing[1:3] for thing in heard if isinstance(thing, Pressed)] == [(1, "bonus")]
    assert "bonus button of seat 2" in buttons.trouble()
    do(bench, "free button 2 bonus")
    bench.advance(100)
    assert buttons.trouble() == ""


def test_bumps_and_lamps_change_what_the_camera_sees_and_no_cube(bench: Bench) -> None:
    bench.table.roll("south")
    bench.advance(4000)
    before = bench.table.scene
    for words in ("bump mat", "bump camera"):
        seen = bench.table.scene.view
        do(bench, words)
        assert bench.table.scene.view != seen
    do(bench, "lamp off")
    assert bench.table.scene.light != before.light
    do(bench, "lamp on")
    assert bench.table.scene.light == before.light
    assert bench.table.scene.cubes == before.cubes


def shown(bench: Bench) -> np.ndarray:
    return Renderer().render(bench.sensor.shown).astype(float)


def test_a_camera_out_of_focus_blurs_until_it_is_sharp(bench: Bench) -> None:
    bench.table.roll("south")
    bench.advance(8000)
    edges = lambda: float(np.abs(np.diff(shown(bench), axis=1)).mean())  # noqa: E731
    before = edges()
    do(bench, "blur")
    assert edges() < 0.8 * before
    do(bench, "sharp")
    assert edges() == pytest.approx(before, rel=0.02)


def test_a_band_of_glare_brightens_a_part_of_the_picture_until_it_is_gone(bench: Bench) -> None:
    before = shown(bench)
    do(bench, "glare band")
    brighter = shown(bench) - before > 12
    assert 0.05 < brighter.mean() < 0.5
    do(bench, "no glare")
    assert (np.abs(shown(bench) - before) > 12).mean() < 0.001


def test_a_card_covers_the_half_of_the_goal_where_its_cubes_are_until_it_is_taken_away(bench: Bench) -> None:
    area = bench.table.plan.region("goal").area
    for number, x in enumerate((area.x1 - 30, area.x1 - 60, area.x0 + 30), 1):
        bench.table.put(Cube(number, "A", x, area.centre[1], 0, "KENR"))
    do(bench, "cover half of the Goal")
    assert [one.visible > 0.5 for one in truth(bench.table.scene).cubes] == [False, False, True]
    covered = shown(bench)
    do(bench, "uncover the goal")
    assert (np.abs(shown(bench) - covered) > 30).mean() > 0.03
    assert all(one.visible > 0.95 for one in truth(bench.table.scene).cubes)


def test_hands_are_hidden_in_so_many_seconds_and_are_still_there(bench: Bench) -> None:
    bench.table.hover("south", 200, 200, 300_000)
    bench.advance(2000)
    do(bench, "hide 40% of hands")
    hidden = 0
    for _ in range(200):
        bench.advance(1000)
        assert bench.table.scene.hands
        hidden += not bench.sensor.shown.hands
    assert 60 <= hidden <= 100
    do(bench, "hide 0% of hands")
    assert bench.sensor.shown == bench.table.scene


def test_which_cubes_are_falsified_goes_by_the_seed_and_the_table_stays_as_it_is(bench: Bench) -> None:
    bench.table.roll("south")
    bench.advance(8000)
    before = bench.table.scene
    for words in ("falsify a face", "falsify a place") * 10:
        do(bench, words)
    assert bench.table.scene == before
    faces, places = bench.falsified[::2], bench.falsified[1::2]
    assert all(one.letter not in ("", one.cube.letter) and one.letter.isupper() == one.cube.upper for one in faces)
    assert all(one.gone == (one.spot is None) and not one.letter for one in places)
    assert {one.gone for one in places} == {True, False}
    regions = {region_of(bench.table.plan, one.spot) for one in places if one.spot}
    assert len(regions) > 1
    do(bench, "sight true")
    assert bench.falsified == []


def test_at_an_empty_table_there_is_nothing_to_falsify(bench: Bench) -> None:
    do(bench, "falsify a face")
    do(bench, "falsify a place")
    assert bench.falsified == []


def test_a_power_cut_tells_whoever_runs_the_table(bench: Bench) -> None:
    died: list[str] = []
    bench.powerless.append(lambda: died.append("controller"))
    do(bench, "power cut")
    assert died == ["controller"]


def test_a_bench_with_pins_has_no_pod_to_unplug(bench: Bench) -> None:
    with pytest.raises(BadFault, match="no pod"):
        do(bench, "unplug pod")


def test_a_pod_that_was_unplugged_tells_on_its_return_what_happened_meanwhile(with_pod: Bench, bell: Bell) -> None:
    heard: list[Input] = []
    block = with_pod.block(heard.append)
    bell.until(lambda: not block.trouble())
    do(with_pod, "unplug pod")
    bell.until(lambda: bool(block.trouble()))
    with_pod.press(0, "now")
    do(with_pod, "plug in pod")
    bell.until(lambda: any(isinstance(thing, Pressed) for thing in heard))
    assert block.trouble() == ""


def test_a_restarted_pod_is_met_again(with_pod: Bench, bell: Bell) -> None:
    heard: list[Input] = []
    block = with_pod.block(heard.append)
    bell.until(lambda: not block.trouble())
    do(with_pod, "restart pod")
    with_pod.press(2, "goal")
    bell.until(lambda: any(isinstance(thing, Pressed) for thing in heard))


def test_a_bad_line_is_as_bad_as_it_is_said_to_be_until_it_is_good(with_pod: Bench) -> None:
    assert with_pod.pod is not None
    for words in ("drop 10% of bytes", "garble 1% of bytes", "duplicate 2.5% of bytes", "delay 5% of chunks"):
        do(with_pod, words)
    assert with_pod.pod.to_host.faults == Faults(drop=0.1, garble=0.01, double=0.025, delay=0.05)
    assert with_pod.pod.to_pod.faults == with_pod.pod.to_host.faults
    do(with_pod, "line good")
    assert with_pod.pod.to_host.faults == Faults()


def test_a_press_arrives_once_over_a_bad_line(with_pod: Bench, bell: Bell) -> None:
    heard: list[Input] = []
    block = with_pod.block(heard.append)
    bell.until(lambda: not block.trouble())
    do(with_pod, "drop 5% of bytes")
    with_pod.press(1, "impossible")
    bell.until(lambda: any(isinstance(thing, Pressed) for thing in heard))
    do(with_pod, "line good")
    with_pod.press(2, "goal")  # what comes twice comes before what was done later
    bell.until(lambda: any(isinstance(thing, Pressed) and thing.seat == 2 for thing in heard))
    assert [thing[1:3] for thing in heard if isinstance(thing, Pressed)] == [(1, "impossible"), (2, "goal")]


def test_the_manual_has_every_verb_with_its_words() -> None:
    manual = (Path(__file__).parents[3] / "docs" / "simulator.md").read_text()
    for verb, words in VERBS.items():
        assert f"| `{verb.replace('|', ' or ')}` | {words} |" in manual
