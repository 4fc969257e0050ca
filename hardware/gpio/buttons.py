"""The seats' buttons, each on a pin of its own."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from hardware.clock import now
from hardware.debounce import BOUNCE_MS, Edge, restless
from hardware.gpio.switches import Switches
from hardware.held import STUCK_BUTTON_MS, ButtonPlace, HeldButtons, stuck
from hardware.parts import Inbox
from hardware.wiring import BUTTONS, WIRING


class GpioButtons(Switches[ButtonPlace]):
    """`SeatButtons` on pins, for up to three seats.

        >>> with GpioButtons(print) as buttons:
        ...     pause()
        Pressed(at=81503, seat=0, button='now', long=False)

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
        self._down = HeldButtons()
        self._seats = len(pins)
        places = {
            ButtonPlace(seat, button): pin
            for seat, of_seat in enumerate(pins)
            for button, pin in zip(BUTTONS, of_seat, strict=True)
        }
        super().__init__("buttons", places, BOUNCE_MS, inbox, factory, clock, watched)

    @property
    def seats(self) -> int:
        return self._seats

    def _changed(self, key: ButtonPlace, edge: Edge) -> None:
        pressed = self._down.hear(key, edge.at, edge.closed)
        if pressed is not None:
            self._inbox(pressed)

    def _complain(self, at: int) -> str:
        found = []
        for place, contact in self._contacts.items():
            name = f"{place} (GPIO{self._pins[place]})"
            if restless(contact, at):
                found.append(f"{name} flutters: fasten its wires.")
            elif contact.closed and at - contact.since >= STUCK_BUTTON_MS:
                found.append(stuck(name))
        return f"buttons: {' '.join(found)}" if found else ""
