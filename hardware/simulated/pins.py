"""Mock pins with switches on them: the real gpiozero drivers read what the puppet does."""

from __future__ import annotations

import threading
from typing import Any

from gpiozero.pins.mock import MockFactory, MockPWMPin


class SwitchedPin(MockPWMPin):  # type: ignore[misc]
    """A pin with a switch to ground: its pull-up makes it high only while the switch is open."""

    def __init__(self, factory: Any, info: Any) -> None:
        self.shut = False
        super().__init__(factory, info)

    def _set_pull(self, value: str) -> None:
        super()._set_pull(value)
        if self.shut:
            self.drive_low()


class SwitchedPins(MockFactory):  # type: ignore[misc]
    """The header of a Pi that is not there. Edges are told with how late they are, as lgpio does."""

    def __init__(self) -> None:
        super().__init__(pin_class=SwitchedPin)
        self._late = 0.0
        self._lock = threading.Lock()

    def switch(self, gpio: int, shut: bool, late: float = 0.0) -> None:
        """Close or open the switch at a pin, so many milliseconds ago."""
        pin = self.pin(gpio)
        with self._lock:
            self._late = max(0.0, late) / 1000
            pin.shut = shut
            if pin.function == "input":
                pin.drive_low() if shut else pin.drive_high()
            self._late = 0.0

    def level(self, gpio: int) -> float:
        """How bright a light on this pin is, 0 to 1."""
        return float(self.pin(gpio).state)

    def ticks(self) -> float:
        return self._late

    def ticks_diff(self, later: float, earlier: float) -> float:
        return later
