"""A clock that tests turn: waiting moves it on, so nothing sleeps."""

from __future__ import annotations

import pytest


class TurnedClock:
    def __init__(self) -> None:
        self.at = 5_000_000.0

    def __call__(self) -> int:
        return int(self.at)

    def wait(self, seconds: float) -> None:
        self.at += max(seconds, 0.001) * 1000


@pytest.fixture
def clock() -> TurnedClock:
    return TurnedClock()
