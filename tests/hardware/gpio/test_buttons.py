"""The seats' buttons on mock pins, with the real gpiozero."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hardware.gpio.buttons import GpioButtons
from hardware.held import LONG_PRESS_MS, STUCK_BUTTON_MS
from hardware.parts import Pressed, Trouble
from hardware.wiring import BUTTONS, WIRING
from tests.hardware.gpio.conftest import Bench

GOAL, BONUS, NOW, IMPOSSIBLE = WIRING.buttons[1]


@pytest.fixture
def buttons(bench):
    return bench.put(GpioButtons, bench.heard.append)


def press(bench, pin, length=100):
    bench.close_switch(pin)
    bench.wait(length)
    bench.open_switch(pin)
    bench.wait(60)


def test_there_are_three_seats_with_four_buttons(bench, buttons):
    assert buttons.seats == 3
    for seat, pins in enumerate(WIRING.buttons):
        for button, pin in zip(BUTTONS, pins, strict=True):
            at = bench.now
            press(bench, pin)
            assert bench.heard == [Pressed(at, seat, button)]
            bench.heard.clear()


def test_a_press_is_heard_on_its_leading_edge(bench, buttons):
    bench.close_switch(NOW)
    assert bench.heard == [Pressed(bench.now, 1, "now")]


def test_a_chattering_press_is_one_press(bench, buttons):
    at = bench.now
    for _ in range(5):
        bench.close_switch(BONUS)
        bench.wait(1)
        bench.open_switch(BONUS)
        bench.wait(2)
    press(bench, BONUS)
    assert bench.heard == [Pressed(at, 1, "bonus")]


def test_a_long_press_is_told_again_on_release_with_the_time_it_began(bench, buttons):
    at = bench.now
    press(bench, IMPOSSIBLE, LONG_PRESS_MS)
    assert bench.heard == [Pressed(at, 1, "impossible"), Pressed(at, 1, "impossible", long=True)]


def test_a_press_just_too_short_is_not_long(bench, buttons):
    press(bench, IMPOSSIBLE, LONG_PRESS_MS - 1)
    assert [h.long for h in bench.heard] == [False]


def test_two_players_press_at_once(bench, buttons):
    for seat in (0, 2):
        bench.close_switch(WIRING.buttons[seat][2])
    assert bench.heard == [Pressed(bench.now, 0, "now"), Pressed(bench.now, 2, "now")]


def test_a_stuck_button_is_said_in_words_until_it_comes_loose(bench, buttons):
    bench.close_switch(GOAL)
    bench.wait(STUCK_BUTTON_MS, step=200)
    assert buttons.trouble() == (
        f"buttons: the goal button of seat 2 (GPIO{GOAL}) is stuck: see what presses it, or whether its wires touch."
    )
    bench.open_switch(GOAL)
    bench.wait(60)
    assert buttons.trouble() == ""
    assert [bool(h.words) for h in bench.heard if isinstance(h, Trouble)] == [True, False]


def test_a_button_that_is_down_at_the_start_is_no_press_but_will_be_stuck(bench):
    bench.factory.pin(GOAL)._set_pull = lambda _: None  # something on it is stronger than the pull-up
    bench.pin(GOAL).drive_low()
    buttons = bench.put(GpioButtons, bench.heard.append)
    bench.wait(1_000)
    assert bench.heard == []
    bench.wait(STUCK_BUTTON_MS, step=500)
    assert "stuck" in buttons.trouble()


def test_fewer_seats_take_fewer_pins(bench):
    buttons = bench.put(GpioButtons, bench.heard.append, WIRING.buttons[:2])
    assert buttons.seats == 2
    bench.close_switch(WIRING.buttons[2][0])
    assert bench.heard == []


@given(
    st.lists(
        st.tuples(st.integers(0, 2), st.integers(0, 3), st.integers(1, 700), st.integers(60, 400), st.integers(0, 8)),
        max_size=12,
    )
)
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_no_press_is_lost_and_none_invented(presses):
    bench = Bench()
    buttons = bench.put(GpioButtons, bench.heard.append)
    expected = []
    for seat, button, length, pause, bounces in presses:
        pin = WIRING.buttons[seat][button]
        expected.append(Pressed(bench.now, seat, BUTTONS[button]))
        for _ in range(bounces):
            bench.close_switch(pin)
            bench.now += 1
            bench.open_switch(pin)
            bench.now += 1
        press(bench, pin, length)
        bench.wait(pause)
    buttons.close()
    assert [h for h in bench.heard if not getattr(h, "long", False)] == expected
