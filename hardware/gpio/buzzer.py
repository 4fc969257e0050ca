"""A buzzer that sounds its signals in the background."""

from __future__ import annotations

from collections.abc import Callable
from itertools import accumulate
from typing import Any

import gpiozero

from hardware.clock import now
from hardware.gpio.part import PinPart
from hardware.parts import Inbox, Signal
from hardware.wiring import WIRING

SIGNALS: dict[Signal, tuple[int, ...]] = {
    "tick": (30,),
    "lifted": (120,),
    "warning": (200, 150, 200),
    "over": (600,),
    "stop": (400, 200, 400, 200, 1200),
}
"""Milliseconds on, off, on and so forth; told apart by length and number, since the buzzer has one pitch."""


def sounding(signal: Signal, elapsed: int) -> tuple[bool, int | None]:
    """Whether a signal sounds so many milliseconds after it began, and in how many that changes; None at its end."""
    for turn, end in enumerate(accumulate(SIGNALS[signal])):
        if elapsed < end:
            return turn % 2 == 0, end - elapsed
    return False, None


class GpioBuzzer(PinPart[Any]):
    """`Buzzer` on a pin, with a buzzer that has its own oscillator. A new signal replaces the one that sounds.

    >>> with GpioBuzzer() as buzzer:
    ...     buzzer.sound("stop")
    ...     pause()
    """

    def __init__(
        self,
        pin: int = WIRING.buzzer,
        inbox: Inbox | None = None,
        factory: Any = None,
        clock: Callable[[], int] = now,
        watched: bool = True,
    ) -> None:
        self._pin = pin
        self._signal: Signal | None = None
        self._began = 0
        super().__init__("buzzer", inbox, factory, clock, watched)

    def sound(self, signal: Signal) -> None:
        with self._lock:
            self._signal, self._began = signal, self._clock()
        if self._watch is not None:
            self._watch.wake()
        else:
            self.check()

    def _take(self, factory: Any) -> Any:
        return gpiozero.Buzzer(self._pin, pin_factory=factory)

    def _use(self, held: Any, at: int) -> None:
        on, _ = self._sounding(at)
        if bool(held.value) != on:
            held.value = on

    def _pause(self, at: int) -> float:
        _, change = self._sounding(at)
        return super()._pause(at) if change is None else change / 1000

    def _sounding(self, at: int) -> tuple[bool, int | None]:
        return (False, None) if self._signal is None else sounding(self._signal, at - self._began)
