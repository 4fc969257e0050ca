"""From light to a photograph: exposure, white balance, blur, noise, the camera's curve, and its JPEG."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

import cv2
import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class Sensor:
    exposure: float
    """What the paper comes out as, where white is 1 (linear light)."""
    cast: tuple[float, float, float]
    """What white balance leaves of a tint, blue, green, red."""
    blur: float
    noise: float
    """Standard deviation at white, in shares of it; most of it is shot noise."""
    curve: float
    vignette: float
    sharpen: float
    quality: int


def random_sensor(rng: Random) -> Sensor:
    warm = rng.gauss(0, 0.05)
    return Sensor(
        exposure=rng.uniform(0.4, 0.95),
        cast=(1 - warm, 1 + rng.gauss(0, 0.015), 1 + warm),
        blur=rng.uniform(0.3, 1.0),
        noise=rng.choice((0.006, 0.012, 0.02, 0.03)) * rng.uniform(0.7, 1.2),
        curve=rng.uniform(0, 0.5),
        vignette=rng.uniform(0, 0.3),
        sharpen=rng.choice((0.0, 0.0, 0.3, 0.6)),
        quality=rng.randint(80, 95),
    )


def developed(light: NDArray[np.float32], paper: NDArray[np.bool_], sensor: Sensor, seed: int) -> NDArray[np.uint8]:
    """The picture (blue, green, red) of linear light; `paper` is where the mat is, for exposure and white balance."""
    grains = np.random.default_rng(seed)
    white = np.percentile(light[paper], 75, axis=0)
    light = light / white * sensor.exposure * np.array(sensor.cast, np.float32)
    light = cv2.GaussianBlur(np.maximum(light, 0), (0, 0), sensor.blur)
    high, wide = light.shape[:2]
    y, x = np.mgrid[-1 : 1 : high * 1j, -1 : 1 : wide * 1j]
    light *= (1 - sensor.vignette * (x**2 + y**2) / 2)[..., None].astype(np.float32)
    deviation = sensor.noise * np.sqrt(light + 0.02)
    light = light + deviation * _grain(grains, light.shape)
    light = np.clip(light, 0, None)
    light = np.where(light > 0.9, 1 - 0.1 * np.exp((0.9 - light) / 0.1), light)  # highlights roll off
    shown = np.where(light < 0.0031308, 12.92 * light, 1.055 * np.power(light, 1 / 2.4, where=light > 0) - 0.055)
    shown += sensor.curve * (shown * shown * (3 - 2 * shown) - shown)
    if sensor.sharpen:
        shown += sensor.sharpen * (shown - cv2.GaussianBlur(shown, (0, 0), 1.2))
    picture = np.clip(shown * 255 + 0.5, 0, 255).astype(np.uint8)
    _, coded = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, sensor.quality])
    return cv2.imdecode(coded, cv2.IMREAD_COLOR)


def _grain(grains: np.random.Generator, shape: tuple[int, ...]) -> NDArray[np.float32]:
    """Noise as a camera leaves it after its colours were interpolated: a little soft, mostly grey."""
    fine = grains.standard_normal(shape).astype(np.float32)
    grey = grains.standard_normal((*shape[:2], 1)).astype(np.float32)
    mixed = 0.5 * fine + 0.87 * grey
    return 0.6 * mixed + 0.8 * cv2.GaussianBlur(mixed, (0, 0), 0.7)
