"""Patterns that no one drew: noise in octaves, wood, cloth and wear, each from its seed."""

from __future__ import annotations

import cv2
import numpy as np

from hardware.simulated.optics import Array


def clouds(seed: int, size: tuple[int, int], coarse: int, octaves: int = 3) -> Array:
    """Smooth noise around 0 with a spread of about 1; `coarse` is the size of the largest patches in pixels."""
    rng = np.random.default_rng(seed)
    wide, high = size
    total = np.zeros((high, wide), np.float32)
    weight, scale = 1.0, float(coarse)
    for _ in range(octaves):
        knots = rng.standard_normal((max(2, int(high / scale) + 2), max(2, int(wide / scale) + 2))).astype(np.float32)
        total += weight * cv2.resize(knots, size, interpolation=cv2.INTER_CUBIC)
        weight, scale = weight * 0.55, max(1.0, scale / 2.3)
    return total / max(1e-6, float(total.std()))


def wood(seed: int, size: tuple[int, int], ring: float) -> Array:
    """Long fibres and rings along x, around 0."""
    wide, high = size
    rng = np.random.default_rng(seed)
    fibres = cv2.resize(rng.standard_normal((high, max(2, wide // 60 + 2))).astype(np.float32), size)
    bands = clouds(seed + 1, (max(2, wide // 12), high), max(2, int(ring)), 2)
    bands = cv2.resize(bands, size, interpolation=cv2.INTER_CUBIC)
    rings = np.sin(bands * 2.5 + np.arange(high, dtype=np.float32)[:, None] / ring)
    return np.asarray(0.5 * rings + 0.35 * bands + 0.4 * fibres, np.float32)


def cloth(seed: int, size: tuple[int, int]) -> Array:
    """A weave with some unevenness, around 0."""
    wide, high = size
    x, y = np.arange(wide, dtype=np.float32), np.arange(high, dtype=np.float32)[:, None]
    rng = np.random.default_rng(seed)
    weave = 0.4 * np.sin(x * 2.1) * np.sin(y * 2.1) + 0.5 * rng.standard_normal((high, wide)).astype(np.float32)
    return np.asarray(weave + 0.5 * clouds(seed, size, 200), np.float32)
