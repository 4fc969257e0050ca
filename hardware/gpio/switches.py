"""Switches to ground on pins with pull-ups: stamped in the pin's own callback, debounced, and looked at regularly."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping
from typing import Any, Generic, TypeVar

from gpiozero import InputDevice

from hardware.clock import now
from hardware.debounce import DebouncedContact, Edge, due, hear, resting, restless
from hardware.gpio.part import PinPart
from hardware.parts import Inbox

LOOK_S = 0.02
"""Between looks at the levels, when nothing is due before; twelve reads cost a Pi next to nothing."""

LATE_S = 1.0
"""A callback that is later than this is not late: its ticks are of another clock."""

Key = TypeVar("Key")


class Switches(PinPart[dict[Key, "_Wire"]], Generic[Key]):
    """A part that is made of switches, each by its key; one that opens counts as open after `open_for` milliseconds."""

    def __init__(
        self,
        name: str,
        pins: Mapping[Key, int],
        open_for: int,
        inbox: Inbox,
        factory: Any = None,
        clock: Callable[[], int] = now,
        watched: bool = True,
    ) -> None:
        self._pins = pins
        self._open_for = open_for
        self._contacts: dict[Key, DebouncedContact] = {}
        super().__init__(name, inbox, factory, clock, watched)

    @abstractmethod
    def _changed(self, key: Key, edge: Edge) -> None:
        """A switch closed or opened; called under the lock, from whichever thread noticed."""

    def _take(self, factory: Any) -> dict[Key, _Wire]:
        taken: dict[Key, _Wire] = {}
        try:
            for key, pin in self._pins.items():
                taken[key] = _Wire(pin, factory, self._listener(key))
        except BaseException:
            self._drop(taken)
            raise
        return taken

    def _drop(self, held: Mapping[Key, _Wire]) -> None:
        for wire in held.values():
            wire.drop()

    def _use(self, held: Mapping[Key, _Wire], at: int) -> None:
        for key, wire in held.items():
            self._heard(key, at, wire.closed)

    def _pause(self, at: int) -> float:
        soon = min((when for c in self._contacts.values() if (when := due(c)) is not None), default=None)
        return LOOK_S if soon is None else min(LOOK_S, max(0.001, (soon - at) / 1000))

    def _gone(self, at: int) -> bool:
        """One that is stuck leaves the others; one that flutters may have been anything."""
        return bool(self._without) or any(restless(contact, at) for contact in self._contacts.values())

    def _listener(self, key: Key) -> Callable[[int, bool], None]:
        def listen(age: int, closed: bool) -> None:
            at = self._clock() - age
            with self._lock:
                if not self._closed:
                    self._heard(key, at, closed)

        return listen

    def _heard(self, key: Key, at: int, closed: bool) -> None:
        if key not in self._contacts:  # as the table finds it: neither a press nor a lift
            self._contacts[key] = resting(at, closed, self._open_for)
            return
        self._contacts[key], edges = hear(self._contacts[key], at, closed)
        for edge in edges:
            self._changed(key, edge)


class _Wire:
    """One pin; gpiozero's own bounce_time is off, since lgpio's compares two clocks and mock pins have none."""

    def __init__(self, pin: int, factory: Any, listen: Callable[[int, bool], None]) -> None:
        self._listen = listen
        self._device = InputDevice(pin, pull_up=True, pin_factory=factory)
        try:
            self._device.pin.edges = "both"
            self._device.pin.when_changed = self._changed
        except BaseException:
            self._device.close()
            raise

    @property
    def closed(self) -> bool:
        return bool(self._device.value)

    def drop(self) -> None:
        if self._device.pin is not None:
            self._device.pin.when_changed = None
        self._device.close()

    def _changed(self, ticks: float, level: float) -> None:
        """lgpio hands over when the kernel saw the edge, which may be earlier than now if threads are busy.

        Its ticks are of the monotonic clock since Linux 5.7 and of the wall clock before; the latter cannot be used.
        """
        factory = self._device.pin_factory
        late = factory.ticks_diff(factory.ticks(), ticks)
        self._listen(round(1000 * late) if 0 <= late < LATE_S else 0, not level)
