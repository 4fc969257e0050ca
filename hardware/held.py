"""How long a switch is held before it means something, on pins and on a pod alike: a lift, a long press, a fault."""

from __future__ import annotations

from typing import NamedTuple

from hardware.parts import Button, Pressed

LIFT_MS = 150
"""The block counts as lifted when it has been off its pad for so long; less is a touch. The pod's firmware, which can
import nothing of ours, says the same."""

LONG_PRESS_MS = 800
"""A press that lasts so long is a long one."""

STUCK_BUTTON_MS = 30_000
"""Nobody presses for so long: something lies on the button, or it hangs."""

AWAY_BLOCK_MS = 600_000
"""Nobody holds the block for ten minutes: it was forgotten, or the wire is off."""


class ButtonPlace(NamedTuple):
    """Where a button is; seats count from 0, and from 1 in words."""

    seat: int
    button: Button

    def __str__(self) -> str:
        return f"the {self.button} button of seat {self.seat + 1}"


class HeldButtons:
    """Which buttons are down, and since when.

    >>> held = HeldButtons()
    >>> held.hear(ButtonPlace(1, "impossible"), 5_000, down=True)
    Pressed(at=5000, seat=1, button='impossible', long=False)
    >>> held.hear(ButtonPlace(1, "impossible"), 6_000, down=False)
    Pressed(at=5000, seat=1, button='impossible', long=True)
    """

    def __init__(self) -> None:
        self.since: dict[ButtonPlace, int] = {}

    def hear(self, place: ButtonPlace, at: int, down: bool) -> Pressed | None:
        """A press acts on its leading edge; a long one is told once more when it is over, with the same moment."""
        if down:
            self.since[place] = at
            return Pressed(at, *place)
        began = self.since.pop(place, None)
        if began is None or at - began < LONG_PRESS_MS:
            return None
        return Pressed(began, *place, long=True)


def stuck(button: str) -> str:
    """What is said of a button that is held for too long."""
    return f"{button} is stuck: see what presses it, or whether its wires touch."
