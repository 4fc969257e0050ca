"""A buzzer that sounds its signals in the background."""

from __future__ import annotations

import threading
from collections.abc import Callable
from itertools import accumulate
from typing import Any, Literal, TypeAlias

import gpiozero

from hardware.clock import now
from hardware.gpio.link import RETRY, PinLink
from hardware.gpio.watch import PinWatch
from hardware.parts import Inbox
from hardware.wiring import WIRING

Signal: TypeAlias = Literal["warning", "tick", "over", "lifted", "stop"]

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


class GpioBuzzer:
    """`Buzzer` on a pin, with a buzzer that has its own oscillator. A new signal replaces the one that sounds."""

    def __init__(
        self,
        pin: int = WIRING.buzzer,
        inbox: Inbox | None = None,
        factory: Any = None,
        clock: Callable[[], int] = now,
        watched: bool = True,
    ) -> None:
        self._pin = pin
        self._clock = clock
        self._lock = threading.RLock()
        self._link: PinLink[Any] = PinLink("buzzer", self._take, _drop, factory, inbox)
        self._signal: Signal | None = None
        self._began = 0
        self._closed = False
        self.check()
        self._watch = PinWatch("gpio buzzer", self.check) if watched else None

    def sound(self, signal: Signal) -> None:
        with self._lock:
            self._signal, self._began = signal, self._clock()
        if self._watch is not None:
            self._watch.wake()
        else:
            self.check()

    def trouble(self) -> str:
        return self._link.words

    def check(self) -> float:
        """Be on or off as is due now, on a pin that may have come back; seconds until that changes."""
        with self._lock:
            if self._closed:
                return RETRY / 1000
            at = self._clock()
            on, change = (False, None) if self._signal is None else sounding(self._signal, at - self._began)
            if change is None:
                self._signal = None
            buzzer = self._link.hold(at)
            if buzzer is not None:
                try:
                    if bool(buzzer.value) != on:
                        buzzer.value = on
                except Exception as problem:  # a driver's own kind of error: the pin is gone
                    self._link.lost(problem, at)
            self._link.tell(self._link.words, at)
            return (RETRY if change is None else change) / 1000

    def close(self) -> None:
        with self._lock:
            if self._closed:
                return
            self._closed = True
            self._link.drop()
        if self._watch is not None:
            self._watch.close()

    def _take(self, factory: Any) -> Any:
        return gpiozero.Buzzer(self._pin, pin_factory=factory)


def _drop(buzzer: Any) -> None:
    buzzer.close()
