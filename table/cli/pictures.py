"""Pictures from files: any format that OpenCV reads, upright, with eight bits, in colour; or a sentence why not."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from vision.sighting import Array, Grey

LARGEST_PIXELS = 16_000_000
"""Pixels; larger pictures show nothing that this many do not, and take seconds."""


class BadPicture(ValueError):  # noqa: N818
    """A file that is no picture: the sentence says why."""


def load(file: Path) -> tuple[Array, str]:
    """The picture in blue, green and red, and a remark if it was made smaller."""
    try:
        data = file.read_bytes()
    except IsADirectoryError:
        raise BadPicture(f"{file} is a folder; name the pictures in it") from None
    except OSError as error:
        raise BadPicture(f"{file}: {(error.strerror or str(error)).lower()}") from None
    if not data:
        raise BadPicture(f"{file} is empty")
    if _cut_short(data):
        raise BadPicture(f"{file} is cut short: its end is missing")
    try:
        with _in_silence():  # the libraries below OpenCV have their own words for damage
            image: Array | None = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR | cv2.IMREAD_ANYDEPTH)
    except cv2.error as error:
        raise BadPicture(f"{file} is not a picture that OpenCV can read ({error.err})") from None
    if image is None:
        raise BadPicture(f"{file} is not a picture, or it is damaged")
    picture = _eight_bits(image)
    high, wide = picture.shape[:2]
    if wide * high <= LARGEST_PIXELS:
        return picture, ""
    shrink = (LARGEST_PIXELS / (wide * high)) ** 0.5
    small = np.asarray(cv2.resize(picture, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA), np.uint8)
    size = f"{small.shape[1]} x {small.shape[0]}"
    return small, f"{file} has {wide * high / 1e6:.0f} megapixels, more than helps; it is read at {size}"


def grey_of(picture: Array) -> Grey:
    return np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8)


def save(file: Path, picture: Array) -> None:
    """Write a picture in the format that the name asks for."""
    try:
        done, data = cv2.imencode(file.suffix or ".png", picture)
    except cv2.error:
        done, data = False, np.empty(0, np.uint8)
    if not done:
        raise BadPicture(
            f"{file}: {file.suffix or 'a file without an ending'} is no format for pictures; try .jpg or .png"
        )
    try:
        file.write_bytes(data.tobytes())
    except OSError as error:
        raise BadPicture(f"{file}: {(error.strerror or str(error)).lower()}") from None


def _eight_bits(image: Array) -> Array:
    """What sensors with more than eight bits give, brought down to them."""
    if image.ndim == 2:
        image = np.asarray(cv2.cvtColor(image, cv2.COLOR_GRAY2BGR))
    if image.dtype == np.uint8:
        return image
    values: Any = np.nan_to_num(image.astype(np.float32), posinf=0.0, neginf=0.0)
    most = float(values.max(initial=0.0))
    # Cameras put 10, 12 or 14 bits into 16; floats are light from 0 to 1, or to whatever was brightest.
    whole = next((float(2**bits - 1) for bits in (10, 12, 14, 16) if most < 2**bits), most)
    if image.dtype.kind == "f":
        whole = max(1.0, most)
    return np.asarray(np.clip(values * (255 / max(whole, 1e-6)), 0, 255), np.uint8)


def _cut_short(data: bytes) -> bool:
    """Whether the end that every file of its kind has is missing; decoders paint the rest grey and say nothing."""
    if data.startswith(b"\xff\xd8"):
        return data.rfind(b"\xff\xd9") < len(data) // 2
    if data.startswith(b"\x89PNG"):
        return b"IEND" not in data[-4096:]
    if data.startswith(b"RIFF") and len(data) > 8:
        return int.from_bytes(data[4:8], "little") + 8 > len(data) + 1
    return False


@contextmanager
def _in_silence() -> Iterator[None]:
    """Without what C libraries write to standard error."""
    kept = os.dup(2)
    nowhere = os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(nowhere, 2)
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)
        os.close(nowhere)
