"""Whether pictures come from the camera: how soon, how large, how many in a second."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from hardware.checkup.finding import Finding, bad, ok, warning
from hardware.clock import now
from hardware.parts import Camera, Frame

FIRST_PICTURE_WAIT_S = 5.0
"""Seconds that a camera may take to open and to send its first picture."""
BELIEVED_AFTER_S = 2.0
"""Seconds after which a camera that says what is wrong with it is believed."""
FEW, TOO_FEW = 0.6, 0.3
"""Shares of the rate that was asked for."""


class Watched(NamedTuple):
    """What came while the camera was watched."""

    frames: int
    first: Frame | None
    last: Frame | None

    @property
    def rate(self) -> float:
        """Pictures in a second, by their own stamps."""
        if self.first is None or self.last is None or self.last.at <= self.first.at:
            return 0.0
        return (self.frames - 1) * 1000 / (self.last.at - self.first.at)


def watch(camera: Camera, seconds: float, clock: Callable[[], int] = now) -> Watched:
    """Read what comes; the time starts with the first picture, so that one slow to open is not called slow."""
    first = _first(camera, clock)
    if first is None:
        return Watched(0, None, None)
    frames, last, until = 1, first, clock() + round(1000 * seconds)
    while (left := until - clock()) > 0:
        frame = camera.read(left / 1000)
        if frame is not None:
            frames, last = frames + 1, frame
    return Watched(frames, first, last)


def _first(camera: Camera, clock: Callable[[], int]) -> Frame | None:
    start = clock()
    while (passed := (clock() - start) / 1000) < FIRST_PICTURE_WAIT_S and (
        passed < BELIEVED_AFTER_S or not camera.trouble()
    ):
        frame = camera.read(0.5)
        if frame is not None:
            return frame
    return None


def picture(seen: Watched, trouble: str, size: tuple[int, int], rate: float) -> list[Finding]:
    """What is to be said about the pictures themselves."""
    part = "camera"
    if seen.last is None:
        words = trouble or f"no picture came within {FIRST_PICTURE_WAIT_S:g} s"
        return [bad(part, *_parted(words, "check its cable, and camera.driver and camera.device in the configuration"))]
    high, wide = seen.last.grey.shape
    counted = [_rate(part, seen.rate, rate)] if rate or seen.rate else []
    return [_size(part, (wide, high), size), *counted]


def _size(part: str, got: tuple[int, int], wanted: tuple[int, int]) -> Finding:
    said = f"pictures of {got[0]} x {got[1]} arrive"
    if got != wanted:
        return warning(
            part,
            f"{said}; {wanted[0]} x {wanted[1]} were asked for",
            f"set camera.size to what the camera can: [{got[0]}, {got[1]}]",
        )
    return ok(part, said)


def _rate(part: str, got: float, wanted: float) -> Finding:
    said = f"{got:.0f} pictures in a second"
    if got < FEW * wanted:
        found = bad if got < TOO_FEW * wanted else warning
        return found(
            part,
            f"{said}; {wanted:g} were asked for",
            "more light, a shorter cable, a USB 3 port, or a smaller camera.rate; stop other programs",
        )
    return ok(part, said)


def _parted(words: str, otherwise: str) -> tuple[str, str]:
    """Words of a driver tell what is wrong and then, after a semicolon, what to do."""
    words = words[:1].lower() + words[1:]
    said, mark, do = words.partition("; ")
    return (said, do.rstrip(".")) if mark and do else (words.rstrip("."), otherwise)
