"""The Raspberry Pi's own cameras, through picamera2, which comes with Raspberry Pi OS and is imported only here."""

from __future__ import annotations

from functools import partial
from importlib import import_module
from typing import Any

import cv2
import numpy as np

from hardware.cameras.grabbing import Grabber
from hardware.cameras.watched import SMALL_WIDTH_PX, CameraGone, Device, Picture, WatchedCamera
from hardware.clock import now
from hardware.parts import Inbox

_OLD_STAMP_MS = 1000
"""A sensor's stamp that is more than this many milliseconds off is on another clock, and not used."""


def pi_camera(
    number: int = 0,
    size: tuple[int, int] = (1280, 960),
    rate: int = 15,
    colour: bool = False,
    inbox: Inbox | None = None,
) -> WatchedCamera:
    """A camera on the Pi's ribbon cable."""
    return WatchedCamera(partial(open_pi_camera, number, size, rate, colour), inbox=inbox)


def open_pi_camera(number: int, size: tuple[int, int], rate: int, colour: bool, library: Any = None) -> Device:
    """Open it, or say why not."""
    try:
        library = library or import_module("picamera2")
    except ImportError:
        raise CameraGone(
            "picamera2 is not installed; `sudo apt install python3-picamera2`, and make the environment with "
            "--system-site-packages."
        ) from None
    try:
        camera = library.Picamera2(number)
    except (IndexError, RuntimeError) as error:
        raise CameraGone(
            f"There is no Pi camera {number} ({error}); check the ribbon cable with the power off."
        ) from None
    small = SMALL_WIDTH_PX, size[1] * SMALL_WIDTH_PX // size[0] // 2 * 2
    camera.configure(
        camera.create_video_configuration(
            main={"size": size, "format": "YUV420"},
            lores={"size": small, "format": "YUV420"},
            controls={"FrameRate": rate, "AeEnable": True, "AwbEnable": True},
            buffer_count=4,
        )
    )
    camera.start()
    return _PiCamera(camera, library, size, small, colour)


class _PiCamera:
    def __init__(self, camera: Any, library: Any, size: tuple[int, int], small: tuple[int, int], colour: bool) -> None:
        self._camera = camera
        self._library = library
        self._size = size
        self._small = small
        self._colour = colour
        self._metadata: dict[str, Any] = {}
        self._grabber = Grabber(self._take, camera.close, "pi camera")

    def picture(self, timeout: float) -> Picture | None:
        return self._grabber.picture(timeout)

    def lock(self, locked: bool) -> None:
        """Hold what the automatic has found, by giving it back to the camera as its orders."""
        orders: dict[str, Any] = {"AeEnable": not locked, "AwbEnable": not locked}
        if locked:
            found = self._metadata
            orders |= {name: found[name] for name in ("ExposureTime", "AnalogueGain", "ColourGains") if name in found}
        self._camera.set_controls(orders)

    def close(self) -> None:
        self._grabber.close()

    def _take(self) -> Picture:
        with self._camera.captured_request() as request:
            self._metadata = request.get_metadata()
            at = now()
            taken = int(self._metadata.get("SensorTimestamp", 0)) // 1_000_000
            with (
                self._library.MappedArray(request, "main") as main,
                self._library.MappedArray(request, "lores") as lores,
            ):
                grey = _luminance(main.array, self._size)
                small = _luminance(lores.array, self._small)
                colour = _coloured(main.array, self._size) if self._colour else None
        return Picture(taken if 0 <= at - taken < _OLD_STAMP_MS else at, grey, small, colour)


def _luminance(planes: Any, size: tuple[int, int]) -> Any:
    """The first plane, copied once, since the buffer goes back to the camera."""
    return np.array(planes[: size[1], : size[0]], np.uint8)


def _coloured(planes: Any, size: tuple[int, int]) -> Any:
    return cv2.cvtColor(planes, cv2.COLOR_YUV2BGR_I420)[: size[1], : size[0]]
