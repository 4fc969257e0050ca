"""The pod's ticks on the table's clock: right to two milliseconds, whatever its crystal does."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware.framing import TICKS
from hardware.pod.offset import PodClock


def readings(clock: PodClock, skew: float, began: int, seconds: int, chance: Random, jitter: int) -> None:
    """Ten a second, most of them late, every fifth at once."""
    for number, at in enumerate(range(1000, 1000 + seconds * 1000, 100)):
        there, back = (chance.randint(0, jitter), chance.randint(0, jitter)) if number % 5 else (0, 0)
        clock.read(ticks(at + there, skew, began), at, at + there + back)


def ticks(at: int, skew: float, began: int) -> int:
    return int(began + at * (1 + skew)) % TICKS


@settings(deadline=None, max_examples=40)
@given(st.floats(-3e-4, 3e-4), st.integers(0, TICKS - 1), st.integers(1, 120), st.integers(0, 1 << 32))
def test_a_moment_is_right_to_two_milliseconds(skew: float, began: int, seconds: int, seed: int) -> None:
    clock = PodClock()
    readings(clock, skew, began, seconds, Random(seed), jitter=40)
    last = 1000 + seconds * 1000
    for at in (last - 900, last - 450, last - 100):
        assert abs(clock.moment(ticks(at, skew, began), last) - at) <= 2


@pytest.mark.parametrize("skew", [-2e-4, 0.0, 5e-5, 2e-4])
def test_a_pod_that_was_away_for_a_minute_still_tells_the_moment(skew: float) -> None:
    clock = PodClock()
    readings(clock, skew, TICKS - 60_000, 300, Random(1), jitter=20)
    at = 301_000 + 60_000
    assert abs(clock.moment(ticks(at, skew, TICKS - 60_000), at + 10) - at) <= 3


def test_no_moment_is_in_the_future() -> None:
    clock = PodClock()
    clock.read(500, 100, 104)
    assert clock.moment(900, 110) == 110


def test_before_any_reading_it_happened_just_now() -> None:
    assert PodClock().moment(123, 77) == 77
