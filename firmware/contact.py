"""One switch, debounced: looked at every turn of the loop, it says when its level has really changed."""

from firmware.framing import passed

CHATTER_MS = 20
"""Contacts that close or open are quiet after this."""

LIFT_MS = 150
"""The block counts as lifted when it has been off its pad for so long; `hardware.held` says the same."""


class Contact:
    """A switch that is on or off. `since` is the first edge of the last change."""

    def __init__(self, on_after: int, off_after: int, on: bool, now: int) -> None:
        self.on = on
        self.since = now
        self._on_after = on_after
        self._off_after = off_after
        self._leaving = False
        self._returning = False
        self._first = now
        self._back = now

    def look(self, on: bool, now: int) -> bool:
        """Whether the level has changed, given how the switch is now."""
        if on == self.on:
            if self._leaving:
                self._stay(now)
            return False
        self._returning = False
        if not self._leaving:
            self._leaving = True
            self._first = now
        if passed(now, self._first) < (self._on_after if on else self._off_after):
            return False
        self.on = on
        self.since = self._first
        self._leaving = False
        return True

    def _stay(self, now: int) -> None:
        """Only a switch that stays back has not left: a moment of contact is part of the chatter."""
        if not self._returning:
            self._returning = True
            self._back = now
        elif passed(now, self._back) >= CHATTER_MS:
            self._leaving = False
            self._returning = False


def button(on: bool, now: int) -> Contact:
    """Acts on its leading edge; let go when it has been quiet."""
    return Contact(0, CHATTER_MS, on, now)


def block(lifted: bool, now: int) -> Contact:
    """On when the block is lifted."""
    return Contact(LIFT_MS, CHATTER_MS, lifted, now)
