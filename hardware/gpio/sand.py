"""The glass as a bar of eight LEDs, dimmed by PWM."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from gpiozero import LEDBarGraph

from hardware.clock import now
from hardware.gpio.lights import bar, moves
from hardware.gpio.part import PinPart
from hardware.parts import Inbox, SandState
from hardware.wiring import WIRING

PICTURE_S = 0.05
"""Between pictures that move. Five periods of the PWM: lgpio queues ten at most."""


class GpioSand(PinPart[Any]):
    """`SandTimer` on pins.

        >>> with GpioSand() as sand:
        ...     sand.show("running", 0.5)
        ...     pause()

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
        self._state: SandState = "idle"
        self._fraction = 0.0
        super().__init__("sand-timer", inbox, factory, clock, watched)

    def show(self, state: SandState, fraction: float) -> None:
        with self._lock:
            moved = moves(state) and not moves(self._state)
            self._state, self._fraction = state, fraction
            self._serve(self._clock())
        if moved and self._watch is not None:
            self._watch.wake()

    def _take(self, factory: Any) -> Any:
        return LEDBarGraph(*self._pins, pwm=True, pin_factory=factory)

    def _use(self, held: Any, at: int) -> None:
        for led, value in zip(held, bar(self._state, self._fraction, at), strict=True):
            if led.value != value:
                led.value = value

    def _pause(self, at: int) -> float:
        return PICTURE_S if moves(self._state) else super()._pause(at)
