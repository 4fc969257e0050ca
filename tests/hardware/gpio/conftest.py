"""A bench with mock pins, a clock that one sets, and an inbox that keeps everything."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin

from hardware.parts import Input
from hardware.wiring import WIRING


class StillFactory(MockFactory):
    """Mock pins whose ticks stand still: edges are as late as a test says, never as the machine happens to be."""

    late = 0.0

    def ticks(self) -> float:  # type: ignore[override]
        return self.late

    def ticks_diff(self, later: float, earlier: float) -> float:  # type: ignore[override]
        return later


@dataclass
class Bench:
    factory: Any = field(default_factory=lambda: StillFactory(pin_class=MockPWMPin))
    now: int = 1_000
    heard: list[Input] = field(default_factory=list)
    parts: list[Any] = field(default_factory=list)

    def put(self, kind: Any, *args: Any, **settings: Any) -> Any:
        """A part on the bench, without a thread of its own: `wait` is its time."""
        made = kind(*args, **({"factory": self.factory, "clock": lambda: self.now, "watched": False} | settings))
        self.parts.append(made)
        return made

    def pin(self, gpio: int) -> Any:
        return self.factory.pin(gpio)

    def close_switch(self, gpio: int) -> None:
        self.pin(gpio).drive_low()

    def open_switch(self, gpio: int) -> None:
        self.pin(gpio).drive_high()

    def wait(self, milliseconds: int, step: int = 20) -> None:
        end = self.now + milliseconds
        while self.now < end:
            self.now = min(end, self.now + step)
            for part in self.parts:
                part.check()

    def leds(self) -> list[float]:
        return [float(self.pin(gpio).state) for gpio in WIRING.sand]


@pytest.fixture
def bench():
    made = Bench()
    yield made
    for part in made.parts:
        part.close()
