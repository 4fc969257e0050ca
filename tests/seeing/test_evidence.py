"""Pictures for judges: what is kept around what matters, and what goes first when there is too much."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterable
from pathlib import Path

import cv2
import numpy as np
import pytest

from table.seeing.camcorder import (
    BUSY_EVERY_MS,
    HELD_FOR_MS,
    IDLE_EVERY_MS,
    TIDY_EVERY,
    TIDY_WITHIN_MS,
    Camcorder,
    cropped,
)
from table.seeing.evidence import KEPT_DAYS, Frames, Interval
from vision.sighting import Array

MAT = np.array([(100.0, 80.0), (500.0, 90.0), (520.0, 400.0), (90.0, 380.0)])
FRAME_MS = 67
"""Milliseconds between two frames."""


def outline(_wide: int, _high: int) -> Array | None:
    return MAT


def film(camcorder: Camcorder, first: int, last: int, busy: bool = True) -> None:
    image = np.full((480, 640, 3), 128, np.uint8)
    for at in range(first, last, FRAME_MS):
        camcorder.see(at, image, busy)


@pytest.fixture
def frames(tmp_path: Path) -> Frames:
    return Frames(tmp_path)


@pytest.fixture
def camcorder(frames: Frames) -> Camcorder:
    return Camcorder(frames, outline)


def test_what_is_asked_for_is_kept_from_before_and_as_it_comes(camcorder: Camcorder, frames: Frames) -> None:
    film(camcorder, 0, 20_000)
    assert frames.times(0, 100_000) == []
    camcorder.keep(15_000, 24_000)
    film(camcorder, 20_000, 40_000)
    kept = frames.times(0, 100_000)
    assert kept[0] - 15_000 < 2 * BUSY_EVERY_MS
    assert 24_000 - kept[-1] < 2 * BUSY_EVERY_MS
    assert max(np.diff(kept)) <= BUSY_EVERY_MS + FRAME_MS
    assert min(np.diff(kept)) >= BUSY_EVERY_MS


def test_while_nothing_happens_a_picture_now_and_then_is_enough(camcorder: Camcorder, frames: Frames) -> None:
    film(camcorder, 0, 20_000, busy=False)
    camcorder.keep(0, 20_000)
    film(camcorder, 20_000, 20_100, busy=False)
    assert min(np.diff(frames.times(0, 20_100))) >= IDLE_EVERY_MS


def test_what_was_longer_ago_than_memory_reaches_is_not_there(camcorder: Camcorder, frames: Frames) -> None:
    film(camcorder, 0, 2 * HELD_FOR_MS)
    camcorder.keep(0, 2 * HELD_FOR_MS)
    film(camcorder, 2 * HELD_FOR_MS, 2 * HELD_FOR_MS + 100)
    assert frames.times(0, 3 * HELD_FOR_MS)[0] >= HELD_FOR_MS - FRAME_MS


def test_a_moment_that_is_asked_for_is_kept_however_short_ago_the_last_picture_was(
    camcorder: Camcorder, frames: Frames
) -> None:
    asked = [4 * FRAME_MS, 5 * FRAME_MS, 7 * FRAME_MS]
    for at in range(0, 20 * FRAME_MS, FRAME_MS):
        if at in asked:
            camcorder.keep(at, at)
            camcorder.keep(at, at)
        film(camcorder, at, at + 1)
    assert frames.times(0, 20 * FRAME_MS) == asked


def test_a_picture_shows_the_mat_and_nothing_beside_it() -> None:
    picture = cropped(np.full((480, 640, 3), 255, np.uint8), MAT)
    assert picture is not None
    image = np.asarray(cv2.imdecode(np.frombuffer(picture, np.uint8), cv2.IMREAD_GRAYSCALE))
    assert image.shape == (320, 430)
    assert image[160, 215] > 240
    assert image[0, 0] < 15, "beside the mat nothing is kept"
    assert image[-1, -1] > 200


def test_no_picture_is_kept_while_it_is_not_known_where_the_mat_is(frames: Frames) -> None:
    camcorder = Camcorder(frames, lambda _wide, _high: None)
    camcorder.keep(0, 5_000)
    film(camcorder, 0, 5_000)
    assert frames.times(0, 5_000) == []
    assert cropped(np.zeros((480, 640), np.uint8), MAT + 700) is None


def test_a_disk_that_takes_no_pictures_is_said_and_forgotten_when_it_does(camcorder: Camcorder, frames: Frames) -> None:
    frames.directory.write_text("in the way")
    camcorder.keep(0, 10_000)
    film(camcorder, 0, 1_000)
    assert camcorder.trouble.startswith("pictures cannot be kept: ")
    frames.directory.unlink()
    film(camcorder, 1_000, 2_000)
    assert camcorder.trouble == ""
    assert frames.times(0, 10_000)[0] == 0, "what could not be written is written then"


def test_a_disk_that_was_full_costs_nothing_that_is_still_in_memory(camcorder: Camcorder, frames: Frames) -> None:
    frames.directory.write_text("in the way")
    film(camcorder, 0, 5_000)
    camcorder.keep(0, 6_000)
    film(camcorder, 5_000, 20_000)
    frames.directory.unlink()
    film(camcorder, 20_000, 20_100)
    kept = frames.times(0, 30_000)
    assert kept[0] == 0
    assert 6_000 - 2 * BUSY_EVERY_MS < kept[-1] <= 6_000
    assert max(np.diff(kept)) <= BUSY_EVERY_MS + FRAME_MS


class Full(Frames):
    """On a disk without room; knows what was tried."""

    tries: tuple[int, ...] = ()

    def write(self, at: int, picture: bytes) -> None:
        self.tries += (at,)
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def test_what_could_not_be_written_is_given_up_when_memory_has_lost_it(tmp_path: Path) -> None:
    full = Full(tmp_path)
    camcorder = Camcorder(full, outline)
    camcorder.keep(0, 1_000)
    film(camcorder, 0, 3 * HELD_FOR_MS)
    assert 1_000 - 2 * BUSY_EVERY_MS < full.tries[-1] <= 1_000
    assert len(full.tries) <= (1_000 + HELD_FOR_MS) / FRAME_MS + 1
    assert camcorder.trouble == "pictures cannot be kept: no space left on device"


# Which go first


def filled(frames: Frames, times: Iterable[int], size: int = 1_000) -> None:
    for at in times:
        frames.write(at, bytes(size))


def test_the_oldest_go_first_but_never_what_a_pending_flag_needs(tmp_path: Path) -> None:
    frames = Frames(tmp_path, most=3_000)
    filled(frames, range(10))
    assert frames.prune([(0, 1), (4, 4)]) == 4
    assert frames.times(0, 10) == [0, 1, 4, 7, 8, 9]
    assert frames.prune([(0, 1)]) == 1
    assert frames.times(0, 10) == [0, 1, 7, 8, 9]


def test_what_fits_stays(tmp_path: Path) -> None:
    frames = Frames(tmp_path, most=10_000)
    filled(frames, range(10))
    assert frames.prune() == 0


def test_after_its_days_a_picture_is_deleted_unless_a_flag_is_still_pending(tmp_path: Path) -> None:
    frames = Frames(tmp_path)
    filled(frames, range(4))
    now = frames.path(0).stat().st_mtime
    for at in (0, 1):
        os.utime(frames.path(at), (now - (KEPT_DAYS + 1) * 86_400,) * 2)
    assert frames.prune([(1, 1)], now) == 1
    assert frames.times(0, 4) == [1, 2, 3]


def test_what_was_set_aside_is_not_shown_and_goes_after_its_days_too(tmp_path: Path) -> None:
    frames = Frames(tmp_path)
    filled(frames, range(4))
    frames.set_aside(1, "replaced")
    assert frames.times(0, 4) == [0, 1]
    aside = sorted((frames.directory / "replaced").iterdir())
    assert len(aside) == 2
    now = aside[0].stat().st_mtime
    os.utime(aside[0], (now - (KEPT_DAYS + 1) * 86_400,) * 2)
    assert frames.prune(now=now) == 1
    assert [path.exists() for path in aside] == [False, True]


def test_the_camcorder_prunes_as_it_writes_and_asks_what_is_needed(tmp_path: Path) -> None:
    frames = Frames(tmp_path, most=20_000)
    pending: list[Interval] = [(0, 2_000)]
    camcorder = Camcorder(frames, outline, lambda: pending)
    last = (TIDY_EVERY + 20) * (BUSY_EVERY_MS + FRAME_MS)
    camcorder.keep(0, last)
    film(camcorder, 0, last)
    kept = frames.times(0, last)
    assert kept[0] == 0, "a pending flag needs it"
    assert frames.times(2_001, 20_000) == []
    assert last - kept[-1] < 2 * BUSY_EVERY_MS


def test_old_pictures_go_at_the_start_and_every_hour_though_none_are_written(tmp_path: Path) -> None:
    frames = Frames(tmp_path)
    camcorder = Camcorder(frames, outline)
    for first in (0, TIDY_WITHIN_MS, 2 * TIDY_WITHIN_MS):
        filled(frames, [1])
        os.utime(frames.path(1), (0, 0))
        film(camcorder, first + FRAME_MS, first + 2 * FRAME_MS, busy=False)
        assert frames.times(0, 10) == []
    filled(frames, [1])
    os.utime(frames.path(1), (0, 0))
    film(camcorder, 2 * TIDY_WITHIN_MS + 10 * FRAME_MS, 2 * TIDY_WITHIN_MS + 20 * FRAME_MS, busy=False)
    assert frames.times(0, 10) == [1], "not with every frame"


def test_a_reader_never_finds_half_a_picture(frames: Frames) -> None:
    filled(frames, [5])
    (frames.directory / "000000000006.part").write_bytes(b"half")
    assert frames.times(0, 10) == [5]
    assert frames.near(9) == 5
    assert frames.near(4) is None


def test_a_picture_that_could_not_be_written_leaves_no_half_behind(frames: Frames) -> None:
    frames.path(5).mkdir(parents=True)
    with pytest.raises(IsADirectoryError):
        frames.write(5, b"whole")
    assert list(frames.directory.iterdir()) == [frames.path(5)]


def test_half_a_picture_that_a_crash_left_goes_and_one_that_is_being_written_stays(frames: Frames) -> None:
    filled(frames, [5])
    left, growing = (frames.path(at).with_suffix(".part") for at in (6, 7))
    for path in (left, growing):
        path.write_bytes(b"half")
    now = growing.stat().st_mtime
    os.utime(left, (now - 120,) * 2)
    assert frames.prune([(0, 10)], now) == 0
    assert sorted(frames.directory.iterdir()) == [frames.path(5), growing]
