"""From edges of the pod's switches to inputs: presses, short and long, and a block that left or came back."""

from __future__ import annotations

from hardware.held import AWAY_BLOCK_MS, STUCK_BUTTON_MS, ButtonPlace, HeldButtons, stuck
from hardware.parts import BlockMoved, Button, Input
from hardware.pod.link import Heard, Met
from hardware.wiring import BUTTONS


class PodInputs:
    """What is down, and whether the block is up."""

    def __init__(self) -> None:
        self.lifted: bool | None = None
        """None until a pod has told."""
        self._moved_at = 0
        self._down = HeldButtons()

    def hear(self, heard: Heard) -> list[Input]:
        """What an edge, or the pod itself, brings."""
        if isinstance(heard, Met):
            return self._meet(heard)
        if heard.channel == 0:
            return self._move(heard.at, heard.on)
        pressed = self._down.hear(place(heard.channel), heard.at, heard.on)
        return [] if pressed is None else [pressed]

    def stuck(self, now: int) -> str:
        """Switches that have been on for too long, in words."""
        held = [place for place, since in self._down.since.items() if now - since >= STUCK_BUTTON_MS]
        words = [stuck(str(place)) for place in sorted(held, key=lambda place: channel(*place))]
        if self.lifted and now - self._moved_at >= AWAY_BLOCK_MS:
            words.append("the block has been away for ten minutes: put it back, or see whether its wire is off.")
        return " ".join(words)

    def _meet(self, met: Met) -> list[Input]:
        """A pod that started anew knows only how things are; one that was away will tell all that happened."""
        if not met.anew:
            return []
        self._down = HeldButtons()
        return self._move(met.at, bool(met.greeting.levels & 1))

    def _move(self, at: int, lifted: bool) -> list[Input]:
        """How the block is found at the start is no news; a change while the pod was away is."""
        was, self.lifted, self._moved_at = self.lifted, lifted, at
        return [BlockMoved(at, lifted)] if was is not None and was != lifted else []


def place(channel: int) -> ButtonPlace:
    """Where the button of a channel is."""
    seat, button = divmod(channel - 1, len(BUTTONS))
    return ButtonPlace(seat, BUTTONS[button])


def channel(seat: int, button: Button) -> int:
    """The channel of a button."""
    return 1 + len(BUTTONS) * seat + BUTTONS.index(button)
