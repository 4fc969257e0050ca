"""What a table is made of, by capability: small interfaces behind which real and simulated drivers are siblings.

Inputs are stamped at their source with `hardware.clock.now()` and handed to an inbox; outputs are told what to show.
Every part says in words what is wrong with it, and comes back by itself after it was unplugged.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, NamedTuple, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

Button: TypeAlias = Literal["goal", "bonus", "now", "impossible"]
SandState: TypeAlias = Literal["idle", "running", "extra", "countdown", "stopped"]
Signal: TypeAlias = Literal["warning", "tick", "over", "lifted", "stop"]
Grey: TypeAlias = NDArray[np.uint8]


class Pressed(NamedTuple):
    """A seat's button went down at `at`. Held, the same press is told again with `long` when it is released."""

    at: int
    seat: int
    button: Button
    long: bool = False


class BlockMoved(NamedTuple):
    """The challenge block left its pad or came back, at the first edge of the switch."""

    at: int
    lifted: bool


class Trouble(NamedTuple):
    """A part has gone, or is back (then `words` is empty)."""

    at: int
    part: str
    words: str
    gone: bool = True
    """False if it still works, as buttons do of which one is stuck."""


Input: TypeAlias = Pressed | BlockMoved | Trouble
Inbox: TypeAlias = Callable[[Input], None]
"""Where inputs go; called from a driver's thread, so it must only put them into a queue."""


class Frame(NamedTuple):
    """A picture of the table: when it was taken, the large one for reading and a small one for watching."""

    at: int
    number: int
    grey: Grey
    small: Grey
    colour: NDArray[Any] | None = None


class Part(Protocol):
    """What all parts can do."""

    def trouble(self) -> str:
        """What is wrong, in words and with what to do about it; nothing if all is well."""

    def close(self) -> None:
        """Let go of pins, ports and threads; a second time does nothing."""


class ChallengeBlock(Part, Protocol):
    """The block on its pressure switch."""

    @property
    def lifted(self) -> bool:
        """Whether the block is off its pad, after the 150 ms that a lift takes to count."""


class SeatButtons(Part, Protocol):
    """Four buttons at each seat."""

    @property
    def seats(self) -> int: ...


class SandTimer(Part, Protocol):
    """The glass, as a bar of eight LEDs or a ring."""

    def show(self, state: SandState, fraction: float) -> None:
        """Show how much is in the top bulb, 0 to 1; of the ten seconds in a countdown."""


class Buzzer(Part, Protocol):
    """A buzzer that is heard across a table."""

    def sound(self, signal: Signal) -> None: ...


class Camera(Part, Protocol):
    """Looks down on the mat."""

    def read(self, timeout: float) -> Frame | None:
        """The next frame that has not been read, or None if none came in time."""

    def lock(self, locked: bool) -> None:
        """Hold exposure and white balance as they are, or let them go."""
