"""The ring shows how much sand is left to a hundredth, and the buzzer plays each signal to its end."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware.chime import Chime
from firmware.framing import SIGNALS, STATES, TICKS
from firmware.glass import paint


@settings(deadline=None)
@given(st.sampled_from(["running", "extra"]), st.integers(0, 1000), st.sampled_from([8, 12, 16, 24]))
def test_the_ring_is_as_full_as_the_glass(state: str, fraction: int, lights: int) -> None:
    ring, full = bytearray(3 * lights), bytearray(3 * lights)
    paint(ring, STATES.index(state), fraction, 0)
    paint(full, STATES.index(state), 1000, 0)
    assert sum(ring) / sum(full) == pytest.approx(fraction / 1000, abs=0.01)


def test_a_countdown_blinks() -> None:
    ring = bytearray(48)
    lit = set()
    for ticks in range(0, 1000, 50):
        paint(ring, STATES.index("countdown"), 700, ticks)
        lit.add(any(ring))
    assert lit == {True, False}


def test_stopped_is_a_whole_ring_and_idle_a_dark_one() -> None:
    ring = bytearray(48)
    paint(ring, STATES.index("stopped"), 0, 0)
    assert all(ring[0::3])
    paint(ring, STATES.index("idle"), 1000, 0)
    assert not any(ring)


@pytest.mark.parametrize("signal", range(len(SIGNALS)))
def test_a_signal_ends(signal: int) -> None:
    chime = Chime()
    chime.play(signal, TICKS - 100)
    heard = []
    for at in range(3000):
        chime.turn((TICKS - 100 + at) % TICKS)
        heard.append(chime.hertz)
    assert heard[0] > 0
    assert heard[-1] == 0
