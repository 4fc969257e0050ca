"""The seats' buttons, each on a pin of its own."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from hardware.clock import now
from hardware.debounce import BOUNCE, DebouncedContact, Edge, restless
from hardware.gpio.switches import Switches
from hardware.parts import Button, Inbox, Pressed
from hardware.wiring import BUTTONS, WIRING

LONG = 800
"""Milliseconds from which a press is a long one."""

STUCK = 30_000
"""Milliseconds. Nobody presses for so long: something lies on the button, or it hangs."""


class Place(NamedTuple):
    """Where a button is; seats count from 0, and from 1 in words."""

    seat: int
    button: Button


class GpioButtons:
    """`SeatButtons` on pins, for up to three seats.

    `Pressed` is handed over on the leading edge. If the press turns out to be a long one, it is handed over once more
    on release, with the same `at` and `long` set.
    """

    def __init__(
        self,
        inbox: Inbox,
        pins: Sequence[Sequence[int]] = WIRING.buttons,
        factory: Any = None,
        clock: Callable[[], int] = now,
        watched: bool = True,
    ) -> None:
        self._inbox = inbox
        self._down: dict[Place, int] = {}
        self._pins = {
            Place(seat, button): pin
            for seat, of_seat in enumerate(pins)
            for button, pin in zip(BUTTONS, of_seat, strict=True)
        }
        self._seats = len(pins)
        self._switches: Switches[Place] = Switches(
            "buttons", self._pins, BOUNCE, self._changed, self._complain, inbox, factory, clock, watched
        )

    @property
    def seats(self) -> int:
        return self._seats

    def trouble(self) -> str:
        return self._switches.trouble()

    def check(self) -> float:
        """Look at the buttons, as their own thread does if they are `watched`; seconds until the next look."""
        return self._switches.check()

    def close(self) -> None:
        self._switches.close()

    def _changed(self, place: Place, edge: Edge) -> None:
        if edge.closed:
            self._down[place] = edge.at
            self._inbox(Pressed(edge.at, *place))
            return
        down = self._down.pop(place, None)
        if down is not None and edge.at - down >= LONG:
            self._inbox(Pressed(down, *place, long=True))

    def _complain(self, contacts: Mapping[Place, DebouncedContact], at: int) -> str:
        found = []
        for place, contact in contacts.items():
            name = f"the {place.button} button of seat {place.seat + 1} (GPIO{self._pins[place]})"
            if restless(contact, at):
                found.append(f"{name} flutters: fasten its wires.")
            elif contact.closed and at - contact.since >= STUCK:
                found.append(f"{name} is stuck: see what presses it, or whether its wires touch.")
        return f"buttons: {' '.join(found)}" if found else ""
