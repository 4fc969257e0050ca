"""Grain, dirt and weave as small grey pictures: reading one costs the renderer far less than computing noise does."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray


def cloudy(seed: int, size: int, coarse: tuple[int, int], octaves: int) -> NDArray[np.float32]:
    """Noise of mean 0.5 from `coarse` (across, down) blotches to ones `2 ** octaves` times as fine."""
    grains = np.random.default_rng(seed)
    total = np.zeros((size, size), np.float32)
    for octave in range(octaves):
        across, down = (min(size, count * 2**octave) for count in coarse)
        rough = grains.standard_normal((down, across)).astype(np.float32)
        total += cv2.resize(rough, (size, size), interpolation=cv2.INTER_CUBIC) * np.float32(0.62**octave)
    return np.clip(0.5 + 0.18 * total / total.std(), 0, 1)


def woven(seed: int, size: int, threads: int) -> NDArray[np.float32]:
    """Threads over and under each other, none quite like the next."""
    turns = np.arange(size, dtype=np.float32) * (np.pi * threads / size)
    wave = np.abs(np.sin(turns))
    over = (np.floor(turns / np.pi)[:, None] + np.floor(turns / np.pi)[None, :]) % 2
    cloth = np.where(over > 0, wave[:, None], wave[None, :])
    return np.clip(0.75 * cloth + 0.5 * (cloudy(seed, size, (40, 40), 4) - 0.25), 0, 1).astype(np.float32)
