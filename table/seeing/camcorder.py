"""The last half minute of the table in memory, of which the seconds around what matters are kept on disk.

Pictures are taken while something happens, and one now and then while nothing does. What is asked for is written at
once as far as it was seen, and the rest as it comes. It runs beside the control loop; a disk that stays full for longer
than the film lasts costs pictures, not play.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from typing import Any, TypeAlias

import cv2
import numpy as np

from table.seeing.evidence import Frames, Interval
from vision.sighting import Array

BUSY_EVERY_MS = 190
"""Milliseconds between two pictures while something happens: a little less than three frames."""
IDLE_EVERY_MS = 5_000
"""Milliseconds between two while nothing does."""
HELD_FOR_MS = 30_000
"""Milliseconds for which pictures are held in memory."""
TIDY_EVERY = 200
"""Pictures written between two looks at how much there is."""
TIDY_WITHIN_MS = 3_600_000
"""Milliseconds between two such looks at the most; the first is at the first frame."""
_QUALITY = 80

Outline: TypeAlias = Callable[[int, int], Array | None]
"""The corners of the mat in a picture of a width and height, if it is known where it is."""


class Camcorder:
    """Sees every frame; `keep` may be called from another thread."""

    def __init__(self, frames: Frames, outline: Outline, needed: Callable[[], Iterable[Interval]] = tuple) -> None:
        """`needed`: the intervals that pending flags need."""
        self.frames = frames
        self._outline, self._needed = outline, needed
        self._film: deque[tuple[int, bytes]] = deque()
        self._wanted: list[Interval] = []
        self._asked: deque[Interval] = deque()
        self._written: set[int] = set()
        self._since_tidy = 0
        self._tidied: int | None = None
        self._last = -IDLE_EVERY_MS
        self.trouble = ""
        """Why pictures cannot be kept, in words; nothing if they can."""

    def see(self, at: int, image: Array, busy: bool) -> None:
        """A frame, at the table's time. One that was asked for by its very moment is taken in any case."""
        while self._asked:
            self._wanted.append(self._asked.popleft())
        if at - self._last >= (BUSY_EVERY_MS if busy else IDLE_EVERY_MS) or (at, at) in self._wanted:
            picture = cropped(image, self._outline(image.shape[1], image.shape[0]))
            if picture is not None:
                self._last = at
                self._film.append((at, picture))
        while self._film and self._film[0][0] < at - HELD_FOR_MS:
            self._written.discard(self._film.popleft()[0])
        if self._wanted:
            self._write(at)
        if self._tidied is None or at - self._tidied >= TIDY_WITHIN_MS or self._since_tidy >= TIDY_EVERY:
            self._tidy(at)

    def keep(self, first: int, last: int) -> None:
        """Keep what is seen from first to last: as soon as the next frame is there."""
        self._asked.append((first, last))

    def _write(self, now: int) -> None:
        """What is wanted and on film. What could not be written stays wanted for as long as the film may show it."""
        done = now
        try:
            for at, picture in self._film:
                if at not in self._written and any(first <= at <= last for first, last in self._wanted):
                    self.frames.write(at, picture)
                    self._written.add(at)
                    self._since_tidy += 1
                    self.trouble = ""
        except OSError as error:
            done = now - HELD_FOR_MS
            self.trouble = f"pictures cannot be kept: {(error.strerror or str(error)).lower()}"
        self._wanted = [interval for interval in self._wanted if interval[1] > done]

    def _tidy(self, now: int) -> None:
        self._tidied, self._since_tidy = now, 0
        try:
            self.frames.prune(self._needed())
        except OSError as error:
            self.trouble = f"old pictures cannot be removed: {(error.strerror or str(error)).lower()}"


def cropped(image: Any, corners: Array | None) -> bytes | None:
    """The mat and nothing beside it, as a JPEG; nothing if it is not known where it is."""
    if corners is None:
        return None
    high, wide = image.shape[:2]
    left, top = np.clip(np.floor(corners.min(axis=0)), 0, (wide, high)).astype(int)
    right, bottom = np.clip(np.ceil(corners.max(axis=0)), 0, (wide, high)).astype(int)
    if right - left < 16 or bottom - top < 16:
        return None
    part = np.ascontiguousarray(image[top:bottom, left:right])
    mask = np.zeros(part.shape[:2], np.uint8)
    cv2.fillConvexPoly(mask, np.round(corners - (left, top)).astype(np.int32), 255)
    done, data = cv2.imencode(".jpg", cv2.bitwise_and(part, part, mask=mask), [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])
    return data.tobytes() if done else None
