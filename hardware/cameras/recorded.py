"""A recording instead of a camera: a folder of images or a video file, at its speed or as fast as one reads."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.cameras.watched import picture_of
from hardware.clock import now
from hardware.parts import Frame

FRAMES_A_SECOND = 15.0
"""Frames a second where nobody says."""
IMAGES = (".png", ".jpg", ".jpeg", ".bmp", ".webp", ".tif", ".tiff")


class BadRecording(ValueError):  # noqa: N818  (a recording is bad, as an entry or a mat is)
    """There is nothing at that place that could be played."""


class RecordedCamera:
    """Plays pictures in order, each `hold` times. What cannot be read is left out, and named in `skipped`."""

    def __init__(
        self,
        path: Path,
        *,
        rate: float | None = None,
        paced: bool = True,
        hold: int = 1,
        clock: Callable[[], int] = now,
        wait: Callable[[float], None] = time.sleep,
    ) -> None:
        """Frames are stamped `rate` to the second, or as a video says; not `paced`, they come as fast as one reads."""
        self.skipped: list[str] = []
        self.name = ""
        """The file that the last frame was read from, in a folder."""
        self.over = False
        images, own = _video(path) if path.is_file() and not _is_image(path) else (self._images(path), 0.0)
        self._period = 1000 / (rate or own or FRAMES_A_SECOND)
        self._paced = paced
        self._clock, self._wait = clock, wait
        self._start: int | None = None
        self._number = 0
        self._frames = self._held(images, hold)

    def read(self, timeout: float) -> Frame | None:
        """The next frame, or None if it is not yet due or the recording is over."""
        if self.over:
            return None
        if self._start is None:
            self._start = self._clock()
        due = self._start + round(self._number * self._period)
        early = due - self._clock()
        if self._paced and early > 0:
            self._wait(min(early / 1000, timeout))
            if self._clock() < due:
                return None
        image = next(self._frames, None)
        if image is None:
            self.over = True
            return None
        self._number += 1
        picture = picture_of(image, due)
        return Frame(picture.at, self._number, picture.grey, picture.small, picture.colour)

    def lock(self, locked: bool) -> None:
        """A recording's exposure is as it was."""

    def trouble(self) -> str:
        """That it is over, or what could not be read."""
        if self.over:
            return "The recording is over."
        return f"Could not be read and left out: {', '.join(self.skipped)}." if self.skipped else ""

    def close(self) -> None:
        self.over = True
        self._frames = iter(())

    def _images(self, path: Path) -> Iterator[NDArray[Any]]:
        files = [path] if path.is_file() else sorted(filter(_is_image, path.glob("*")), key=_in_order)
        if not files:
            raise BadRecording(f"{path} is neither a video nor a folder with images ({', '.join(IMAGES)})")
        return self._read(files)

    def _read(self, files: list[Path]) -> Iterator[NDArray[Any]]:
        for file in files:
            image = cv2.imdecode(np.fromfile(file, np.uint8), cv2.IMREAD_COLOR) if file.stat().st_size else None
            if image is None:
                self.skipped.append(file.name)
            else:
                self.name = file.name
                yield np.asarray(image)

    def _held(self, images: Iterator[NDArray[Any]], hold: int) -> Iterator[NDArray[Any]]:
        return (image for image in images for _ in range(hold))


def _video(path: Path) -> tuple[Iterator[NDArray[Any]], float]:
    """The frames of a video, and how many come in a second; 0 if it does not say."""
    video = cv2.VideoCapture(str(path))
    if not video.isOpened():
        raise BadRecording(f"{path} is not a video that OpenCV can read")
    return _frames(video), video.get(cv2.CAP_PROP_FPS)


def _frames(video: cv2.VideoCapture) -> Iterator[NDArray[Any]]:
    try:
        while True:
            good, image = video.read()
            if not good:
                return
            yield np.asarray(image)
    finally:
        video.release()


def _is_image(path: Path) -> bool:
    return path.suffix.lower() in IMAGES


def _in_order(path: Path) -> list[tuple[int, str]]:
    """So that frame 10 comes after frame 9."""
    return [(int(part), "") if part.isdigit() else (-1, part) for part in re.split(r"(\d+)", path.name)]
