"""What a picture may also have looked like: turned, larger, darker, blurred, through a worse camera; never mirrored."""

from __future__ import annotations

from math import cos, radians, sin
from random import Random

import cv2
import numpy as np

from hardware.simulated.optics import Array


def turned(
    rng: Random, picture: Array, tops: Array, middle: tuple[float, float], size: int, stretch: float
) -> tuple[Array, Array]:
    """A square cut out of the picture around its middle, at any angle and a little larger or smaller, with its tops."""
    angle = rng.choice((0, 90, 180, 270)) + rng.gauss(0, 3) if rng.random() < 0.5 else rng.uniform(0, 360)
    scale = 1 + rng.uniform(-stretch, stretch)
    c, s = cos(radians(angle)) * scale, sin(radians(angle)) * scale
    x, y = middle
    turn = np.array([[c, -s, size / 2 - c * x + s * y], [s, c, size / 2 - s * x - c * y]])
    beyond = rng.choice((0, 0, rng.randrange(256)))
    cut = cv2.warpAffine(picture, turn, (size, size), flags=cv2.INTER_LINEAR, borderValue=beyond)
    moved = tops.copy()
    moved[:, :2] = tops[:, :2] @ turn[:, :2].T + turn[:, 2]
    moved[:, 2] = (tops[:, 2] + angle) % 90
    inside = ((moved[:, :2] > -12) & (moved[:, :2] < size + 12)).all(axis=1)
    return np.asarray(cut), moved[inside]


def another_camera(rng: Random, picture: Array, noise: float = 9.0) -> Array:
    """Other exposure, contrast, focus, noise and compression."""
    if rng.random() < 0.25:
        picture = cv2.GaussianBlur(picture, (0, 0), rng.uniform(0.4, 1.3))
    if rng.random() < 0.08:  # something was moving
        long = rng.choice((3, 5))
        smear = np.full((1, long), 1 / long, np.float32)
        picture = cv2.filter2D(picture, -1, smear if rng.random() < 0.5 else smear.T)
    value = np.arange(256, dtype=np.float32) / 255
    value = value ** np.float32(2 ** rng.uniform(-0.6, 0.6))
    low, high = rng.uniform(-0.1, 0.25), rng.uniform(0.45, 1.15)
    value = low + (high - low) * value
    if rng.random() < 0.06:
        value = 1 - value
    picture = cv2.LUT(picture, np.clip(value * 255, 0, 255).astype(np.uint8))
    if rng.random() < 0.5:
        grain = np.random.default_rng(rng.randrange(1 << 30)).standard_normal(picture.shape, np.float32)
        picture = np.clip(picture + grain * rng.uniform(0, noise), 0, 255).astype(np.uint8)
    if rng.random() < 0.2:
        _, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, rng.randrange(35, 95)])
        return np.asarray(cv2.imdecode(data, cv2.IMREAD_GRAYSCALE))
    return np.asarray(picture)
