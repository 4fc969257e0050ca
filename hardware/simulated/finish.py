"""What lens, sensor and codec do to a picture: focus, exposure, colour cast, curve, sharpening, noise, JPEG."""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np

from hardware.simulated.lighting import GAMMA
from hardware.simulated.look import TableLook
from hardware.simulated.optics import Array
from hardware.simulated.sprite import Rect

_SPARE = 64
_BANKS = 2
_BAND = 0.06
"""Half the width of a band of glare, against the picture's height."""


def reach(look: TableLook, width: int) -> int:
    """How many pixels around a change the lens smears it."""
    return int(4 * _sigma(look, width)) + 8


def developed(canvas: Array, rect: Rect, look: TableLook, gain: float) -> Array:
    """A part of the picture as the camera's own processor hands it out, before noise."""
    high, wide = canvas.shape[:2]
    around = rect.grown(reach(look, wide)).clip(Rect(0, 0, wide, high))
    seen = around.of(canvas)
    sigma = _sigma(look, wide)
    if sigma > 0.25:
        seen = cv2.GaussianBlur(seen, (0, 0), sigma)
    if look.sharpen:
        seen = cv2.addWeighted(seen, 1 + look.sharpen, cv2.GaussianBlur(seen, (0, 0), 1.2), -look.sharpen, 0)
    inner = Rect(rect.x0 - around.x0, rect.y0 - around.y0, rect.x1 - around.x0, rect.y1 - around.y0)
    return np.asarray(cv2.LUT(np.ascontiguousarray(inner.of(seen)), _curve(look, gain)))


def glaring(picture: Array, look: TableLook) -> Array:
    """The picture with its band of glare, if it has one."""
    if look.glare <= 0:
        return picture
    left = _band(picture.shape[1], picture.shape[0], look.seed, round(look.glare, 2))
    return np.asarray(cv2.bitwise_not(cv2.multiply(cv2.bitwise_not(picture), left, scale=1 / 255)))


def noisy(picture: Array, look: TableLook, number: int) -> Array:
    """The picture with the noise of its frame; the same frame always has the same."""
    if look.noise <= 0:
        return picture.copy()
    high, wide = picture.shape[:2]
    brighter, darker = _noise(look.seed % 997, wide, high, round(look.noise, 2))
    # Where a frame cuts its noise out of the bank; any hash of the number will do.
    pick = (number * 2654435761 + look.seed) & 0xFFFFFFFF
    x, y = pick % _SPARE, (pick >> 8) % _SPARE
    shown = cv2.add(picture, brighter[y : y + high, x : x + wide])
    return np.asarray(cv2.subtract(shown, darker[y : y + high, x : x + wide]))


def compressed(picture: Array, quality: int) -> Array:
    """The picture after a trip through JPEG."""
    if not quality:
        return picture
    _, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])
    read = cv2.imdecode(data, cv2.IMREAD_COLOR)
    assert read is not None
    return np.asarray(read)


def _sigma(look: TableLook, width: int) -> float:
    return look.focus * width / 1280


@lru_cache(maxsize=64)
def _curve(look: TableLook, gain: float) -> Array:
    """Exposure, cast and contrast as a table for each channel."""
    value = np.arange(256) / 255
    table = np.empty((1, 256, 3), np.uint8)
    for channel, cast in enumerate(look.cast):
        exposed = np.clip(value * (look.exposure * gain * cast) ** (1 / GAMMA), 0, 1)
        bent = exposed + look.contrast * (exposed * exposed * (3 - 2 * exposed) - exposed)
        table[0, :, channel] = np.round(bent * 255)
    return table


@lru_cache(maxsize=2)
def _band(wide: int, high: int, seed: int, glare: float) -> Array:
    """How much of what is dark a band of glare leaves, in bytes: it goes through the picture near its middle."""
    rng = np.random.default_rng(seed)
    turn, off = rng.uniform(0, np.pi), rng.uniform(-0.25, 0.25) * high
    y, x = np.mgrid[0:high, 0:wide].astype(np.float32)
    beside = (x - wide / 2) * np.cos(turn) + (y - high / 2) * np.sin(turn) - off
    left = 255 * (1 - glare * np.exp(-((beside / (_BAND * high)) ** 4)))
    return np.asarray(cv2.merge([left.astype(np.uint8)] * 3))


@lru_cache(maxsize=2)
def _noise(seed: int, wide: int, high: int, sigma: float) -> tuple[Array, Array]:
    """A bank of noise, larger than a frame, as what is added and what is taken away."""
    rng = np.random.default_rng(seed)
    shape = high + _SPARE, wide + _SPARE
    grey = rng.standard_normal((*shape, 1), np.float32)
    colour = rng.standard_normal((*shape, 3), np.float32)
    grain: Array = cv2.GaussianBlur(0.85 * grey + 0.5 * colour, (0, 0), 0.45)
    grain *= sigma / float(grain.std())
    return np.clip(grain + 0.5, 0, 255).astype(np.uint8), np.clip(0.5 - grain, 0, 255).astype(np.uint8)
