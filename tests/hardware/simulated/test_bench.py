"""The puppet moves pins, and the real drivers tell of it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from hardware.gpio.lights import fraction_of, light
from hardware.parts import BlockMoved, Input, Pressed, Trouble
from hardware.simulated.bench import Bench, Travelling
from hardware.simulated.deeds import Done
from hardware.simulated.look import TableLook
from tests.bell import Bell
from tests.hardware.simulated.views import SMALL


@pytest.fixture
def bench() -> Iterator[Bench]:
    made = Bench(seed=3, clock=Travelling(), view=SMALL, look=TableLook(noise=0))
    yield made
    made.close()


def of_kind(bench: Bench, kind: str) -> list[Done]:
    return [done for done in bench.table.log if done.kind == kind]


def test_the_block_is_told_when_the_puppet_lifts_and_returns_it(bench: Bench) -> None:
    heard: list[Input] = []
    block = bench.block(heard.append)
    assert [block.lifted] == [False]
    bench.table.lift_block("west")
    bench.advance(1500)
    assert [block.lifted] == [True]
    bench.table.return_block("west")
    bench.advance(1500)
    (lift,), (back,) = of_kind(bench, "lift"), of_kind(bench, "return")
    assert heard == [BlockMoved(bench.moment(lift.ended), True), BlockMoved(bench.moment(back.ended), False)]


def test_the_pin_follows_within_the_advance_that_lifts_the_block(bench: Bench) -> None:
    heard: list[Input] = []
    block = bench.block(heard.append)
    bench.table.lift_block("east")
    bench.clock.wait(1.5)  # type: ignore[attr-defined]
    frame = bench.camera().read(0.1)  # looking at the table is enough for it to move on
    assert frame is not None
    block.check()  # type: ignore[attr-defined]
    bench.advance(200)
    assert heard == [BlockMoved(bench.moment(of_kind(bench, "lift")[0].ended), True)]


def test_buttons_are_pressed_and_let_go(bench: Bench) -> None:
    heard: list[Input] = []
    buttons = bench.buttons(heard.append)
    bench.advance(50)
    at = bench.clock()
    bench.press(1, "bonus")
    bench.advance(300)
    bench.press(2, "impossible", long=True)
    bench.advance(1200)
    assert buttons.seats == 3
    assert heard == [
        Pressed(at, 1, "bonus"),
        Pressed(at + 300, 2, "impossible"),
        Pressed(at + 300, 2, "impossible", long=True),
    ]
    assert [done.to for done in of_kind(bench, "press")] == ["bonus", "impossible long"]


def test_the_bar_shows_the_sand(bench: Bench) -> None:
    sand = bench.sand(lambda _: None)
    sand.show("running", 0.625)
    bench.advance(20)
    assert fraction_of(bench.lights(), light("running", bench.clock())) == pytest.approx(0.625)


def test_the_puppet_moves_on_while_the_camera_is_unplugged(bench: Bench) -> None:
    heard: list[Input] = []
    bench.block(heard.append)
    bench.sensor.unplug()
    bench.table.lift_block("north")
    bench.advance(2000)
    assert [moved.lifted for moved in heard if isinstance(moved, BlockMoved)] == [True]


def test_closing_twice_does_nothing(bench: Bench) -> None:
    bench.block(lambda _: None)
    bench.close()
    bench.close()


def test_the_pod_tells_what_the_puppet_does(with_pod: Bench, bell: Bell) -> None:
    heard: list[Input] = []
    block, glass = with_pod.block(heard.append), with_pod.sand(heard.append)
    bell.until(lambda: not block.trouble())
    assert with_pod.buttons(heard.append).seats == 3
    with_pod.table.lift_block("west")
    with_pod.press(0, "now")
    glass.show("running", 0.5)
    bell.until(lambda: len([thing for thing in heard if not isinstance(thing, Trouble)]) == 2)
    bell.until(lambda: sum(level > 0 for level in with_pod.lights()) == 8)
    inputs = {type(thing): thing for thing in heard}
    (lift,) = of_kind(with_pod, "lift")
    assert abs(inputs[BlockMoved].at - with_pod.moment(lift.ended)) < 500  # on a busy machine
    assert inputs[Pressed][1:] == (0, "now", False)
