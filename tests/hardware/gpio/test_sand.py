"""The bar of LEDs on mock pins: what it shows of a whole round, and that its states can be told apart."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.gpio.lights import bar, fraction_of, light
from hardware.gpio.sand import GpioSand
from hardware.wiring import WIRING
from table.rules import events as ev
from table.rules.entry import Entry
from table.rules.fold import Referee
from table.rules.tournament import view
from table.simulation.random_match import random_match

STATES = ("idle", "running", "extra", "countdown", "stopped")


@pytest.fixture
def sand(bench):
    return bench.put(GpioSand)


def test_the_last_grain_dims_its_led(bench, sand):
    sand.show("running", 0.5 + 0.25 / 8)
    assert bench.leds() == [1, 1, 1, 1, 0.25, 0, 0, 0]


def test_an_idle_glass_glimmers_so_that_one_sees_it_is_alive(bench, sand):
    assert bench.leds() == [0.03] * 8


def test_the_extra_minute_has_a_dim_ground_and_winks(bench, sand):
    bench.now = 2_500
    sand.show("extra", 0.25)
    assert bench.leds() == [1, 1, *[0.15] * 6]
    bench.wait(550, step=50)
    assert bench.leds() == [0.5, 0.5, *[0.15] * 6]


def test_a_countdown_flashes_every_second_by_itself(bench, sand):
    sand.show("countdown", 1.0)
    bench.now = 5_000
    seen = []
    for _ in range(8):
        seen.append(bench.leds()[0])
        bench.wait(250, step=50)
    assert seen[1:] == [1, 0.25, 0.25, 1, 1, 0.25, 0.25]


def test_a_stopped_glass_breathes_and_never_goes_dark(bench, sand):
    sand.show("stopped", 0.5)
    seen = []
    for _ in range(60):
        bench.wait(50, step=50)
        seen.append(bench.leds())
    assert min(leds[0] for leds in seen) == pytest.approx(0.2, abs=0.02)
    assert max(leds[0] for leds in seen) == pytest.approx(0.7, abs=0.02)
    assert all(leds[4:] == [0, 0, 0, 0] for leds in seen)


@pytest.mark.parametrize(("one", "other"), list(combinations(STATES, 2)))
@pytest.mark.parametrize("fraction", [0.02, 0.3, 0.98])
def test_two_states_never_look_alike_for_a_whole_second(one, other, fraction):
    fractions = {state: 0.0 if state == "idle" else fraction for state in (one, other)}
    films = [[bar(state, fractions[state], at) for at in range(0, 1_000, 50)] for state in (one, other)]
    # the eye sees a difference of a tenth of an LED's light, or glimmer against darkness
    assert max(abs(a - b) for pair in zip(*films, strict=True) for a, b in zip(*pair, strict=True)) >= 0.03


@given(st.sampled_from(STATES), st.floats(0, 1), st.integers(0, 10**9))
def test_the_fraction_can_be_read_from_the_leds_at_any_moment(state, fraction, at):
    leds = bar(state, fraction, at)
    assert all(0 <= led <= 1 for led in leds)
    assert fraction_of(leds, light(state, at)) == pytest.approx(fraction, abs=1e-6)


@pytest.mark.parametrize("fraction", [-0.1, 1.2])
def test_a_fraction_out_of_bounds_is_an_empty_or_full_bar(bench, sand, fraction):
    sand.show("running", fraction)
    assert bench.leds() == [1.0 if fraction > 1 else 0.0] * 8


@pytest.mark.parametrize("mode", ["sand", "exact"])
def test_the_bar_is_within_one_per_cent_of_the_referee_at_every_moment_of_a_round(bench, sand, mode):
    worst, shown = worst_error(bench, sand, random_match(Random(3), opening(mode)))
    assert bench.now >= 35 * 60_000
    assert shown >= {"idle", "running"}
    assert worst <= 0.01


@pytest.mark.parametrize("mode", ["sand", "exact"])
def test_the_bar_is_right_when_players_dawdle_into_the_extra_minute_and_judges_stop_the_clocks(bench, sand, mode):
    worst, shown = worst_error(bench, sand, dawdling(mode))
    assert shown == set(STATES)
    assert worst <= 0.01


def opening(mode):
    seats = tuple(ev.Seat(name) for name in ("Ann", "Ben", "Cal"))
    return ev.MatchOpened("m", "2019-20", "senior", seats, settings={"timer": mode})


def dawdling(mode):
    """The beginning of a match, until nobody does anything any more; a judge stops the clocks for a while."""
    for entry in random_match(Random(5), opening(mode)):
        yield entry
        if entry.moment > 120_000 and isinstance(entry.event, ev.Moved):
            break
    for number in range(1, 600):
        event = ev.Paused("Judge") if number == 20 else ev.Resumed("Judge") if number == 60 else ev.Time()
        at = entry.moment + 500 * number
        yield Entry(entry.seq + number, at, at, "judge" if 20 <= number <= 60 else "clock", event)


def worst_error(bench, sand, entries):
    """How far the LEDs ever are from the referee, and which states were seen.

    The glass is drawn every 100 ms, every 50 ms in a countdown, and when its state changes or it is turned over; it is
    compared just before each next picture, when it is as wrong as it gets.
    """
    referee, worst, shown = Referee(), 0.0, set()
    for entry in entries:
        while bench.now < entry.at and (match := referee.table.match) is not None:
            glass = view.sand(match, bench.now)
            sand.show(glass.state, glass.fraction)
            shown.add(glass.state)
            lit = light(glass.state, bench.now)
            pause = 50 if glass.state == "countdown" else 100
            next_picture = min(entry.at, bench.now + pause)
            then = view.sand(match, next_picture - 1)
            while then.state != glass.state or then.fraction > glass.fraction:
                next_picture -= 1
                then = view.sand(match, next_picture - 1)
            worst = max(worst, abs(fraction_of(bench.leds(), lit) - then.fraction))
            bench.now = next_picture
        bench.now = max(bench.now, entry.at)
        referee.add(entry)
    return worst, shown


def test_a_sand_timer_whose_pins_are_taken_says_so_and_comes_back(bench):
    from gpiozero import LED  # noqa: PLC0415

    thief = LED(WIRING.sand[3], pin_factory=bench.factory)
    sand = bench.put(GpioSand, inbox=bench.heard.append)
    sand.show("running", 1.0)
    assert "busy" in sand.trouble()
    thief.close()
    bench.wait(1_100)
    assert sand.trouble() == ""
    assert bench.leds() == [1] * 8
    assert [bool(h.words) for h in bench.heard] == [True, False]


def test_a_closed_glass_is_dark(bench, sand):
    sand.show("running", 1.0)
    sand.close()
    sand.close()
    sand.show("running", 1.0)
    assert not any(bench.leds())
