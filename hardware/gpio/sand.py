"""The glass as a bar of eight LEDs, dimmed by PWM."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from typing import Any

from gpiozero import LEDBarGraph

from hardware.clock import now
from hardware.gpio.lights import State, bar, moves
from hardware.gpio.link import RETRY, PinLink
from hardware.gpio.watch import PinWatch
from hardware.parts import Inbox
from hardware.wiring import WIRING

PICTURE = 0.05
"""Seconds between pictures that move. Five periods of the PWM: lgpio queues ten at most."""


class GpioSand:
    """`SandTimer` on pins.

    Show it every 50 ms in a countdown, every 100 ms otherwise, and when its state changes or it is turned over: then it
    is never off by one per cent. Flashing and breathing go on by themselves.
    """

    def __init__(
        self,
        pins: Sequence[int] = WIRING.sand,
        inbox: Inbox | None = None,
        factory: Any = None,
        clock: Callable[[], int] = now,
        watched: bool = True,
    ) -> None:
        self._pins = pins
        self._clock = clock
        self._lock = threading.RLock()
        self._link: PinLink[Any] = PinLink("sand-timer", self._take, _drop, factory, inbox)
        self._state: State = "idle"
        self._fraction = 0.0
        self._closed = False
        self.check()
        self._watch = PinWatch("gpio sand", self.check) if watched else None

    def show(self, state: State, fraction: float) -> None:
        with self._lock:
            moved = moves(state) and not moves(self._state)
            self._state, self._fraction = state, fraction
            self._draw()
        if moved and self._watch is not None:
            self._watch.wake()

    def trouble(self) -> str:
        return self._link.words

    def check(self) -> float:
        """Draw the picture that is due now, on pins that may have come back; seconds until the next one."""
        with self._lock:
            if not self._closed:
                self._draw()
            return PICTURE if moves(self._state) else RETRY / 1000

    def close(self) -> None:
        with self._lock:
            if self._closed:
                return
            self._closed = True
            self._link.drop()
        if self._watch is not None:
            self._watch.close()

    def _draw(self) -> None:
        at = self._clock()
        leds = None if self._closed else self._link.hold(at)
        if leds is not None:
            try:
                for led, value in zip(leds, bar(self._state, self._fraction, at), strict=True):
                    if led.value != value:
                        led.value = value
            except Exception as problem:  # a driver's own kind of error: the pins are gone
                self._link.lost(problem, at)
        self._link.tell(self._link.words, at)

    def _take(self, factory: Any) -> Any:
        return LEDBarGraph(*self._pins, pwm=True, pin_factory=factory)


def _drop(leds: Any) -> None:
    leds.close()
