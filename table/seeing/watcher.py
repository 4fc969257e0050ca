"""Camera, eye and camcorder joined: one picture after another, and what follows from each.

`look` belongs to one thread; the rest may be asked from the control loop, and answers without waiting.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from hardware.parts import Camera
from vision.changes import Change, HandCame, HandLeft
from vision.sighting import Side

if TYPE_CHECKING:  # they bring OpenCV
    from table.seeing.camcorder import Camcorder
    from vision.eye import Eye


class WatchedPicture(NamedTuple):
    """What a picture has shown to have happened, and until when everything is known."""

    changes: list[Change]
    known: int


class Watcher:
    """Watches one table."""

    def __init__(
        self, camera: Camera, eye: Eye, camcorder: Camcorder | None = None, table_time: Callable[[int], int] = int
    ) -> None:
        """`table_time` makes the table's time of the machine's."""
        self.camera, self.eye = camera, eye
        self._camcorder, self._table_time = camcorder, table_time
        self._orders: deque[Callable[[], None]] = deque()
        self.frames = self.dropped = 0
        self._number: int | None = None

    def look(self, timeout: float) -> WatchedPicture | None:
        """Wait for the next picture and see what it shows; nothing if none came in time."""
        frame = self.camera.read(timeout)
        if frame is None:
            return None
        self.frames += 1
        if self._number is not None:
            self.dropped += max(0, frame.number - self._number - 1)
        self._number = frame.number
        while self._orders:
            self._orders.popleft()()
        changes = self.eye.see(frame.at, frame.grey, frame.small)
        if self._camcorder is not None:
            at = self._table_time(frame.at)
            if any(not isinstance(change, HandCame | HandLeft) for change in changes):
                self._camcorder.keep(at, at)
            image = frame.grey if frame.colour is None else frame.colour
            self._camcorder.see(at, image, busy=bool(changes) or not self.eye.idle)
        return WatchedPicture(changes, self.eye.known)

    def at_block(self, at: int) -> Side | None:
        """Whose hand was at the block at that moment of the machine's, if that is known."""
        return self.eye.at_block(at)

    def renumber(self, numbers: Mapping[int, int]) -> None:
        """Call cubes by the journal's numbers, from the next picture on."""
        self._orders.append(partial(self.eye.tracker.renumber, dict(numbers)))

    def name(self, letters: Mapping[int, str]) -> None:
        """Take a judge's word for what cubes show, from the next picture on."""
        self._orders.append(partial(self.eye.tracker.name, dict(letters)))

    @property
    def trouble(self) -> str:
        """Why pictures cannot be kept, in words; nothing if they can."""
        return self._camcorder.trouble if self._camcorder is not None else ""

    def keep(self, first: int, last: int) -> None:
        """Keep the pictures of an interval of the table's time."""
        if self._camcorder is not None:
            self._camcorder.keep(first, last)
