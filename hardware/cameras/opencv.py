"""USB webcams and other V4L2 cameras, through OpenCV."""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import partial
from typing import Any

import cv2
import numpy as np

from hardware.cameras.grabbing import Grabber
from hardware.cameras.watched import CameraGone, Device, Picture, WatchedCamera, picture_of
from hardware.clock import now
from hardware.parts import Inbox

_BY_HAND, _BY_ITSELF = 1.0, 3.0
"""What V4L2 calls the modes of exposure."""


def opencv_camera(
    which: int | str = 0, size: tuple[int, int] = (1280, 960), rate: int = 15, inbox: Inbox | None = None
) -> WatchedCamera:
    """A webcam, by its number or its path (`/dev/video0`, or better one in `/dev/v4l/by-id`)."""
    return WatchedCamera(partial(open_webcam, which, size, rate), inbox=inbox)


def open_webcam(
    which: int | str, size: tuple[int, int], rate: int, capture: Callable[[int | str], Any] | None = None
) -> Device:
    """Open it, or say why not."""
    camera = (capture or _v4l2)(which)
    if not camera.isOpened():
        camera.release()
        raise CameraGone(f"There is no camera {which}; plug it in, or name another in the configuration.")
    camera.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))  # raw pictures of this size overload USB 2
    camera.set(cv2.CAP_PROP_FRAME_WIDTH, size[0])
    camera.set(cv2.CAP_PROP_FRAME_HEIGHT, size[1])
    camera.set(cv2.CAP_PROP_FPS, rate)
    camera.set(cv2.CAP_PROP_BUFFERSIZE, 1)
    return _Webcam(camera, which)


class _Webcam:
    def __init__(self, camera: Any, which: int | str) -> None:
        self._camera = camera
        self._which = which
        self._wish: bool | None = None
        self._lock = threading.Lock()
        self._grabber = Grabber(self._take, camera.release, f"camera {which}")

    def picture(self, timeout: float) -> Picture | None:
        return self._grabber.picture(timeout)

    def lock(self, locked: bool) -> None:
        with self._lock:
            self._wish = locked

    def close(self) -> None:
        self._grabber.close()

    def _take(self) -> Picture:
        self._obey()
        if not self._camera.grab():
            raise CameraGone(f"Camera {self._which} was unplugged or has failed; plug it in again.")
        at = now()
        good, image = self._camera.retrieve()
        if not good or image is None:
            raise CameraGone(f"Camera {self._which} sent a picture that cannot be decoded; try another cable.")
        return picture_of(np.asarray(image), at)

    def _obey(self) -> None:
        """Lock or unlock between two pictures, in the thread that owns the device."""
        with self._lock:
            wish, self._wish = self._wish, None
        if wish is None:
            return
        exposure = self._camera.get(cv2.CAP_PROP_EXPOSURE)
        self._camera.set(cv2.CAP_PROP_AUTO_EXPOSURE, _BY_HAND if wish else _BY_ITSELF)
        self._camera.set(cv2.CAP_PROP_AUTO_WB, 0 if wish else 1)
        if wish and exposure > 0:
            self._camera.set(cv2.CAP_PROP_EXPOSURE, exposure)


def _v4l2(which: int | str) -> cv2.VideoCapture:
    return cv2.VideoCapture(which, cv2.CAP_V4L2)
