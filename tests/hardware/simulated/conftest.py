"""A clock that tests turn: waiting moves it on, so nothing sleeps. A pod has threads, and rings when it has turned."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from hardware.clock import now
from hardware.simulated.bench import Bench
from tests.bell import Bell


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


@pytest.fixture
def bell() -> Bell:
    return Bell()


@pytest.fixture
def with_pod(tmp_path: Path, bell: Bell) -> Iterator[Bench]:
    """On the machine's clock, since a pod is a program of its own; whoever looks at the clock rings the bell."""
    made = Bench(pod=True, directory=tmp_path, hurry=3, clock=bell.after(now))
    yield made
    made.close()
