"""One picture after another: what the watcher makes of them, and what it can be asked from another thread."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from pathlib import Path

import numpy as np
import pytest

from hardware.parts import Frame
from table.seeing.camcorder import Camcorder
from table.seeing.evidence import Frames
from table.seeing.watcher import Watcher
from vision.changes import Change, HandCame, Sight

PICTURE = np.zeros((48, 64), np.uint8)


class Film:
    """A camera whose frames are made beforehand."""

    def __init__(self) -> None:
        self.frames: deque[Frame] = deque()

    def read(self, timeout: float) -> Frame | None:
        return self.frames.popleft() if self.frames else None

    def lock(self, locked: bool) -> None:
        """It has no exposure."""

    def trouble(self) -> str:
        return ""

    def close(self) -> None:
        """There is nothing to let go of."""


class Tracked:
    def __init__(self) -> None:
        self.numbers: dict[int, int] = {}

    def renumber(self, numbers: Mapping[int, int]) -> None:
        self.numbers = dict(numbers)


class Seen:
    """An eye that sees what it is told to."""

    def __init__(self) -> None:
        self.tracker, self.idle, self.known = Tracked(), True, 7
        self.changes: list[Change] = []

    def see(self, at: int, grey: object, small: object) -> list[Change]:
        return self.changes


class Watched:
    def __init__(self, directory: Path) -> None:
        self.film, self.eye = Film(), Seen()
        self.frames = Frames(directory)
        corners = np.array([[0, 0], [64, 0], [64, 48], [0, 48]], float)
        self.camcorder = Camcorder(self.frames, lambda _wide, _high: corners)
        self.watcher = Watcher(self.film, self.eye, self.camcorder, lambda at: at + 1_000)  # type: ignore[arg-type]

    def shows(self, at: int, number: int, *changes: Change) -> None:
        self.eye.changes = list(changes)
        self.film.frames.append(Frame(at, number, PICTURE, PICTURE))
        assert self.watcher.look(0.0) is not None


@pytest.fixture
def watched(tmp_path: Path) -> Watched:
    return Watched(tmp_path)


def test_what_a_picture_shows_is_given_with_until_when_all_is_known(watched: Watched) -> None:
    assert watched.watcher.look(0.0) is None
    change = Sight((100, 100), True)
    watched.eye.changes = [change]
    watched.film.frames.append(Frame(100, 1, PICTURE, PICTURE))
    assert watched.watcher.look(0.0) == ([change], 7)


def test_frames_that_were_lost_are_counted(watched: Watched) -> None:
    for number in (1, 2, 5):
        watched.shows(100 * number, number)
    assert (watched.watcher.frames, watched.watcher.dropped) == (3, 2)


def test_an_order_is_carried_out_with_the_next_picture(watched: Watched) -> None:
    watched.watcher.renumber({1: 2})
    assert watched.eye.tracker.numbers == {}
    watched.shows(100, 1)
    assert watched.eye.tracker.numbers == {1: 2}


def test_the_picture_in_which_something_happened_is_kept_at_the_tables_time(watched: Watched) -> None:
    watched.shows(100, 1, HandCame((100, 100), "south"))
    assert watched.frames.times(0, 10_000) == []
    watched.shows(200, 2, Sight((200, 200), True))
    assert watched.frames.times(0, 10_000) == [1_200]


def test_what_keeps_pictures_from_being_kept_is_the_watchers_trouble(watched: Watched) -> None:
    assert watched.watcher.trouble == ""
    watched.camcorder.trouble = "pictures cannot be kept: no space left on device"
    assert watched.watcher.trouble == watched.camcorder.trouble
    without = Watcher(watched.film, watched.eye)  # type: ignore[arg-type]
    assert without.trouble == ""
