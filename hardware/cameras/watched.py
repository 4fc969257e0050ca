"""A camera that is watched: one that stops delivering is noticed within a second, said so, and opened again."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, NamedTuple, Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.clock import now
from hardware.parts import Frame, Grey, Inbox, Trouble

FRAME_WAIT_MS = 800
"""Milliseconds without a new picture after which a camera counts as gone."""
REOPEN_MS = 1000
"""Milliseconds between attempts to open a camera that has gone."""
WARM_UP_MS = 2000
"""Milliseconds that exposure and white balance get to settle before they are locked."""
SMALL_WIDTH_PX = 320
"""Width of the picture for watching."""


class CameraGone(Exception):  # noqa: N818  (it is said in the words of the bench)
    """The camera cannot be opened, or has stopped working; the words say why and what to do."""


class Picture(NamedTuple):
    at: int
    grey: Grey
    small: Grey
    colour: NDArray[Any] | None = None


class Device(Protocol):
    """One camera while it is open."""

    def picture(self, timeout: float) -> Picture | None:
        """The next picture, or None if none came in time; `CameraGone` if none will come any more."""

    def lock(self, locked: bool) -> None: ...

    def close(self) -> None: ...


class WatchedCamera:
    """A `Camera` around whatever `open_device` opens. It notices while it is read, which is all the time."""

    def __init__(
        self,
        open_device: Callable[[], Device],
        *,
        inbox: Inbox | None = None,
        clock: Callable[[], int] = now,
        wait: Callable[[float], None] = time.sleep,
        stills: bool = False,
    ) -> None:
        """`stills`: a picture that is the same as the last to the last bit is no sign of a frozen camera."""
        self._open_device = open_device
        self._inbox = inbox
        self._clock = clock
        self._wait = wait
        self._stills = stills
        self._device: Device | None = None
        self._last: Grey | None = None
        self._opened = self._fresh = clock()
        self._retry = self._opened
        self._words = ""
        self._number = 0
        self._locked, self._wanted = False, True
        self._closed = False

    def read(self, timeout: float) -> Frame | None:
        """The next frame that has not been read, or None if none came in time."""
        deadline = self._clock() + round(timeout * 1000)
        while not self._closed:
            left = deadline - self._clock()
            if self._ready():
                frame = self._next(max(0, left))
                if frame is not None:
                    return frame
            elif left > 0:
                self._wait(max(1, min(left, self._retry - self._clock())) / 1000)
            if self._clock() >= deadline:
                return None
        return None

    def lock(self, locked: bool) -> None:
        """Hold exposure and white balance as they are, or let them go; they are held after warm-up unless let go."""
        self._wanted = locked
        if self._device is not None and self._clock() - self._opened >= WARM_UP_MS:
            self._device.lock(locked)
            self._locked = locked

    def trouble(self) -> str:
        """What is wrong, in words and with what to do about it; nothing if all is well."""
        return self._words

    def close(self) -> None:
        """Let go of the camera; a second time does nothing."""
        self._closed = True
        self._let_go()

    def _ready(self) -> bool:
        if self._device is not None:
            return True
        if self._clock() < self._retry:
            return False
        self._retry = self._clock() + REOPEN_MS
        try:
            self._device = self._open_device()
        except CameraGone as gone:
            self._say(str(gone))
            return False
        self._opened = self._fresh = self._clock()
        self._locked = False  # the last picture is remembered: one that is still the same is still frozen
        return True

    def _next(self, left: int) -> Frame | None:
        assert self._device is not None
        patience = max(0, self._fresh + FRAME_WAIT_MS - self._clock())
        try:
            picture = self._device.picture(min(left, patience) / 1000)
        except CameraGone as gone:
            self._lose(str(gone))
            return None
        if picture is not None and (
            self._stills or self._last is None or not np.array_equal(self._last, picture.small)
        ):
            self._fresh, self._last = self._clock(), picture.small
            self._say("")
        elif self._clock() - self._fresh >= FRAME_WAIT_MS:
            still = "keeps sending the same picture" if picture else "has stopped sending pictures"
            self._lose(f"The camera {still}; it is being opened again. If this goes on, check its cable.")
            return None
        if picture is None:
            return None
        self._hold()
        self._number += 1
        return Frame(picture.at, self._number, picture.grey, picture.small, picture.colour)

    def _hold(self) -> None:
        if self._wanted != self._locked and self._clock() - self._opened >= WARM_UP_MS:
            self.lock(self._wanted)

    def _lose(self, words: str) -> None:
        self._let_go()
        self._retry = self._clock()  # the first attempt is at once
        self._say(words)

    def _let_go(self) -> None:
        device, self._device = self._device, None
        if device is not None:
            device.close()

    def _say(self, words: str) -> None:
        if words != self._words:
            self._words = words
            if self._inbox is not None:
                self._inbox(Trouble(self._clock(), "camera", words))


def picture_of(image: NDArray[Any], at: int) -> Picture:
    """A picture from an image in colour (blue, green, red) or grey."""
    grey: Grey = image if image.ndim == 2 else np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8)
    return Picture(at, grey, small_of(grey), None if image.ndim == 2 else image)


def small_of(grey: Grey) -> Grey:
    """The picture for watching."""
    high = max(1, round(grey.shape[0] * SMALL_WIDTH_PX / grey.shape[1]))
    return np.asarray(cv2.resize(grey, (SMALL_WIDTH_PX, high), interpolation=cv2.INTER_AREA), np.uint8)
