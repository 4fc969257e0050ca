"""Crops kept on disk between runs, in shards: each has its own seed, so that what is there need not be made again."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import numpy as np

from vision.training.cuts import Cuts, random_cuts
from vision.training.painting import random_paintings

PAINTED, LOOKS, LAYOUTS = 4000, 3, 5
"""How many paintings, or how many looks with how many layouts of cubes each, are in a shard."""


def painted(work: Path, seed: int, shards: int, say: Callable[[str], None]) -> Cuts:
    return _joined([_kept(work / f"painted-{seed}-{at:03}.npz", seed * 1000 + at, _paint, say) for at in range(shards)])


def rendered(work: Path, seed: int, shards: int, say: Callable[[str], None]) -> Cuts:
    return _joined([_kept(work / f"cut-{seed}-{at:03}.npz", seed * 1000 + at, _render, say) for at in range(shards)])


def _paint(seed: int) -> Cuts:
    return random_paintings(seed, PAINTED)


def _render(seed: int) -> Cuts:
    return _joined(list(random_cuts(seed, LOOKS, LAYOUTS)))


def _kept(path: Path, seed: int, make: Callable[[int], Cuts], say: Callable[[str], None]) -> Cuts:
    if not path.exists():
        made = make(seed)
        fresh = path.with_suffix(f".{os.getpid()}.tmp.npz")
        np.savez(fresh, pictures=made.pictures, classes=made.classes, angles=made.angles)
        fresh.replace(path)
        say(f"{path.name}: {len(made.classes)} crops")
    with np.load(path) as kept:
        return Cuts(kept["pictures"], kept["classes"], kept["angles"])


def _joined(parts: list[Cuts]) -> Cuts:
    return Cuts(
        np.concatenate([part.pictures for part in parts]),
        np.concatenate([part.classes for part in parts]),
        np.concatenate([part.angles for part in parts]),
    )
