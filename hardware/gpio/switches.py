"""Switches to ground on pins with pull-ups: stamped in the pin's own callback, debounced, and looked at regularly."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from typing import Any, Generic, TypeVar

from gpiozero import InputDevice

from hardware.clock import now
from hardware.debounce import DebouncedContact, Edge, due, hear, resting, restless
from hardware.gpio.link import PinLink
from hardware.gpio.watch import PinWatch
from hardware.parts import Inbox

LOOK = 0.02
"""Seconds between looks at the levels, when nothing is due before; twelve reads cost a Pi next to nothing."""

LATE = 1.0
"""Seconds. A callback that is later than this is not late: its ticks are of another clock."""

Key = TypeVar("Key")


class Switches(Generic[Key]):
    """Some switches of one part. `changed` and `complain` are called under the lock, from whichever thread noticed."""

    def __init__(
        self,
        part: str,
        pins: Mapping[Key, int],
        open_for: int,
        changed: Callable[[Key, Edge], None],
        complain: Callable[[Mapping[Key, DebouncedContact], int], str],
        inbox: Inbox,
        factory: Any = None,
        clock: Callable[[], int] = now,
        watched: bool = True,
    ) -> None:
        self._pins = pins
        self._open_for = open_for
        self._changed = changed
        self._complain = complain
        self._clock = clock
        self._lock = threading.RLock()
        self._link: PinLink[dict[Key, _Wire]] = PinLink(part, self._take, _drop, factory, inbox)
        self._closed = False
        self.contacts: dict[Key, DebouncedContact] = {}
        self.check()
        self._watch = PinWatch(f"gpio {part}", self.check) if watched else None

    def check(self) -> float:
        """Look at all levels, notice what is stuck, and try to have lost pins back; seconds until the next look."""
        with self._lock:
            if self._closed:
                return LOOK
            at = self._clock()
            wires = self._link.hold(at)
            if wires is not None:
                try:
                    for key, wire in wires.items():
                        self._heard(key, at, wire.closed)
                except Exception as problem:  # a driver's own kind of error: the pins are gone
                    self._link.lost(problem, at)
            fluttering = any(restless(contact, at) for contact in self.contacts.values())
            self._link.tell(self._words(at), at, gone=bool(self._link.words) or fluttering)
            soon = min((when for c in self.contacts.values() if (when := due(c)) is not None), default=None)
        return LOOK if soon is None else min(LOOK, max(0.001, (soon - at) / 1000))

    def trouble(self) -> str:
        with self._lock:
            return "" if self._closed else self._words(self._clock())

    def close(self) -> None:
        with self._lock:
            if self._closed:
                return
            self._closed = True
            self._link.drop()
        if self._watch is not None:
            self._watch.close()

    def _words(self, at: int) -> str:
        return self._link.words or self._complain(self.contacts, at)

    def _take(self, factory: Any) -> dict[Key, _Wire]:
        taken: dict[Key, _Wire] = {}
        try:
            for key, pin in self._pins.items():
                taken[key] = _Wire(pin, factory, self._listener(key))
        except BaseException:
            _drop(taken)
            raise
        return taken

    def _listener(self, key: Key) -> Callable[[int, bool], None]:
        def listen(age: int, closed: bool) -> None:
            at = self._clock() - age
            with self._lock:
                if not self._closed:
                    self._heard(key, at, closed)

        return listen

    def _heard(self, key: Key, at: int, closed: bool) -> None:
        if key not in self.contacts:  # as the table finds it: neither a press nor a lift
            self.contacts[key] = resting(at, closed, self._open_for)
            return
        self.contacts[key], edges = hear(self.contacts[key], at, closed)
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
        self._listen(round(1000 * late) if 0 <= late < LATE else 0, not level)


def _drop(wires: Mapping[Any, _Wire]) -> None:
    for wire in wires.values():
        wire.drop()
