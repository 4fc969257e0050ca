"""The buzzer on a mock pin."""

from __future__ import annotations

import threading

import pytest

from hardware.gpio.buzzer import SIGNALS, GpioBuzzer, sounding
from hardware.wiring import WIRING


def heard(bench, length=4_000):
    """What one hears: stretches of sound and silence, in tens of milliseconds."""
    levels = []
    for _ in range(0, length, 10):
        levels.append(bool(bench.pin(WIRING.buzzer).state))
        bench.wait(10, step=10)
    runs: list[tuple[bool, int]] = []
    for level in levels:
        runs = [*runs[:-1], (level, runs[-1][1] + 10)] if runs and runs[-1][0] == level else [*runs, (level, 10)]
    return [length for _, length in runs[:-1]]


@pytest.mark.parametrize("signal", SIGNALS)
def test_a_signal_sounds_as_it_is_written_and_then_stops(bench, signal):
    bench.put(GpioBuzzer).sound(signal)
    assert heard(bench) == list(SIGNALS[signal])


def test_all_signals_differ():
    assert len(set(SIGNALS.values())) == len(SIGNALS)


def test_a_new_signal_replaces_the_one_that_sounds(bench):
    buzzer = bench.put(GpioBuzzer)
    buzzer.sound("stop")
    bench.wait(100)
    buzzer.sound("tick")
    assert heard(bench) == [30]


def test_nothing_sounds_before_the_first_signal_or_after_closing(bench):
    buzzer = bench.put(GpioBuzzer)
    assert not bench.pin(WIRING.buzzer).state
    buzzer.sound("over")
    buzzer.close()
    buzzer.close()
    assert not bench.pin(WIRING.buzzer).state


def test_the_caller_is_not_kept_waiting(bench):
    """With its own thread: `sound` only wakes it."""
    sounded = threading.Event()
    buzzer = bench.put(GpioBuzzer, watched=True)
    pin = bench.pin(WIRING.buzzer)
    change = pin._change_state
    pin._change_state = lambda value: (sounded.set() if value else None, change(value))[1]
    buzzer.sound("stop")
    assert sounded.wait(5)
    assert pin.state


def test_the_end_of_a_signal_is_known():
    assert sounding("warning", 0) == (True, 200)
    assert sounding("warning", 349) == (False, 1)
    assert sounding("warning", 550) == (False, None)
