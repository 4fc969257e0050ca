"""What a bar of LEDs looks like when it shows the sand: brightness from time, no pins."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, tau
from typing import NamedTuple

from hardware.parts import SandState
from hardware.wiring import LEDS


class Light(NamedTuple):
    """How bright the empty part of the bar is, and the part with sand in it; they always differ."""

    empty: float
    sand: float


def bar(state: SandState, fraction: float, at: int) -> tuple[float, ...]:
    """Brightness of each LED from the bottom, 0 to 1; the topmost grain's LED is lit in proportion.

    Idle glimmers. Running is bright on dark. The extra minute is bright on a dim ground and winks, since a full bar has
    no ground. The countdown flashes every second. A stopped glass breathes slowly.
    """
    empty, sand = light(state, at)
    full = min(1.0, max(0.0, fraction)) * LEDS
    return tuple(empty + (sand - empty) * min(1.0, max(0.0, full - n)) for n in range(LEDS))


def light(state: SandState, at: int) -> Light:
    """The two brightnesses at a moment in milliseconds."""
    if state == "idle":
        return Light(0.03, 0.3)
    if state == "extra":
        return Light(0.15, 1.0 if at % 1_000 >= 200 else 0.5)
    if state == "countdown":
        return Light(0.0, 1.0 if at % 1_000 < 500 else 0.25)
    if state == "stopped":
        return Light(0.0, 0.45 - 0.25 * cos(at / 3_000 * tau))
    return Light(0.0, 1.0)


def fraction_of(leds: Sequence[float], shown: Light) -> float:
    """How much sand a bar shows, read back from its LEDs."""
    return sum((led - shown.empty) / (shown.sand - shown.empty) for led in leds) / len(leds)


def moves(state: SandState) -> bool:
    """Whether the picture changes although the sand does not."""
    return state in ("extra", "countdown", "stopped")
