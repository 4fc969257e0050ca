"""From edges of the pod's switches to inputs: presses, short and long, and a block that left or came back."""

from __future__ import annotations

from typing import get_args

from hardware.parts import BlockMoved, Button, Input, Pressed
from hardware.pod.link import Heard, Met

LONG = 800
"""Milliseconds after which a press is a long one."""

STUCK = 30_000
"""Milliseconds after which a button that is still down is stuck."""

AWAY = 600_000
"""And a block that is still away is forgotten, or its wire is off."""

BUTTONS: tuple[Button, ...] = get_args(Button)


class Presses:
    """What is down, and whether the block is up."""

    def __init__(self) -> None:
        self.lifted: bool | None = None
        """None until a pod has told."""
        self._moved_at = 0
        self._down: dict[int, int] = {}

    def hear(self, heard: Heard) -> list[Input]:
        """A press acts on its leading edge; a long one is told once more when it is over, with the same moment."""
        if isinstance(heard, Met):
            return self._meet(heard)
        if heard.channel == 0:
            return self._move(heard.at, heard.on)
        if heard.on:
            self._down[heard.channel] = heard.at
            return [Pressed(heard.at, *place(heard.channel))]
        began = self._down.pop(heard.channel, None)
        if began is None or heard.at - began < LONG:
            return []
        return [Pressed(began, *place(heard.channel), long=True)]

    def stuck(self, now: int) -> str:
        """Switches that have been on for too long, in words."""
        held = [place(channel) for channel, since in sorted(self._down.items()) if now - since >= STUCK]
        words = [
            f"the {button} button of seat {seat + 1} is stuck: see what presses it, or whether its wires touch."
            for seat, button in held
        ]
        if self.lifted and now - self._moved_at >= AWAY:
            words.append("the block has been away for ten minutes: put it back, or see whether its wire is off.")
        return " ".join(words)

    def _meet(self, met: Met) -> list[Input]:
        """A pod that started anew knows only how things are; one that was away will tell all that happened."""
        if not met.anew:
            return []
        self._down.clear()
        return self._move(met.at, bool(met.greeting.levels & 1))

    def _move(self, at: int, lifted: bool) -> list[Input]:
        """How the block is found at the start is no news; a change while the pod was away is."""
        was, self.lifted, self._moved_at = self.lifted, lifted, at
        return [BlockMoved(at, lifted)] if was is not None and was != lifted else []


def place(channel: int) -> tuple[int, Button]:
    """The seat, from 0, and the button of a channel."""
    seat, button = divmod(channel - 1, len(BUTTONS))
    return seat, BUTTONS[button]


def channel(seat: int, button: Button) -> int:
    """The channel of a button."""
    return 1 + len(BUTTONS) * seat + BUTTONS.index(button)
