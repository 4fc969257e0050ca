"""The sand-timer as a ring of WS2812 lights: what each shows, and how the ring looks when the host is lost."""

from firmware.framing import FULL, STATES

_COLOURS = ((0, 0, 0), (96, 56, 8), (8, 48, 96), (120, 8, 0), (72, 0, 0))
"""Red, green and blue of each state: amber sand, blue for the extra minute, red for the countdown and for stopped."""

_STOPPED = STATES.index("stopped")
_COUNTDOWN = STATES.index("countdown")


def paint(ring: bytearray, state: int, fraction: int, ticks: int) -> None:
    """Fill a ring of three bytes a light (red, green, blue) with as much sand as the top bulb holds.

    The last light is as bright as the part of it that is left, so the ring shows every thousandth.
    """
    colour = _COLOURS[state]
    lights = len(ring) // 3
    sand = FULL if state == _STOPPED else fraction
    if state == _COUNTDOWN and (ticks // 250) & 1:
        sand = 0  # blinks
    for light in range(lights):
        part = min(max(sand * lights - light * FULL, 0), FULL)
        for tint in range(3):
            ring[3 * light + tint] = colour[tint] * part // FULL


def paint_lost(ring: bytearray, ticks: int) -> None:
    """One blue light that goes round: the pod runs, and nobody listens."""
    lights = len(ring) // 3
    here = (ticks // 100) % lights if lights else 0
    for light in range(lights):
        ring[3 * light] = 0
        ring[3 * light + 1] = 0
        ring[3 * light + 2] = 64 if light == here else 0
