"""The contact sheet in docs/: readings drawn over their pictures, good ones, hard ones, and every kind of failure."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import cv2
import numpy as np

from bench.boards import PICTURES, Boards, _add, pictures
from hardware.mats import mat_named
from hardware.simulated.puppet import VirtualTable
from hardware.simulated.renderer import Renderer
from hardware.simulated.scene import Scene
from hardware.simulated.variety import random_scene
from vision.lens.camera import unknown_lens
from vision.overlay import draw
from vision.read import PictureReader
from vision.sighting import Array

OUT = Path(__file__).parents[1] / "docs" / "vision-sheet.jpg"
ACROSS, WIDE = 3, 640


def main(out: Path = OUT) -> int:
    """Write the sheet."""
    tiles = [_titled(picture, words) for words, picture in _all()]
    high = max(tile.shape[0] for tile in tiles)
    tiles = [cv2.copyMakeBorder(tile, 0, high - tile.shape[0], 0, 0, cv2.BORDER_CONSTANT, value=(255, 255, 255))
             for tile in tiles]  # fmt: skip
    while len(tiles) % ACROSS:
        tiles.append(np.full_like(tiles[0], 255))
    rows = [np.hstack(tiles[at : at + ACROSS]) for at in range(0, len(tiles), ACROSS)]
    cv2.imwrite(str(out), np.vstack(rows), [cv2.IMWRITE_JPEG_QUALITY, 82])
    print(f"{out}: {len(tiles)} pictures")
    return 0


def _all() -> Iterator[tuple[str, Array]]:
    good, bad = [], []
    for grey, truth in pictures():
        reading = _reader().read(grey)
        one = Boards()
        _add(one, grey, truth, reading, mat_named(truth["mat"]))
        colour = cv2.imread(str(PICTURES / truth["file"]))
        (bad if one.faults else good).append((one.faults, colour, reading, truth["file"]))
    for _, colour, reading, name in good[:3]:
        yield f"good: Blender {name}, all right", draw(colour, reading, mat_named("tournament"))
    for faults, colour, reading, _ in sorted(bad, key=lambda one: -len(one[0]))[:6]:
        yield f"failure: {'; '.join(faults)[:70]}", draw(colour, reading, mat_named("tournament"))
    for words, scene in _hard():
        picture = Renderer(fine=2).render(scene, 1)
        reading = _reader().read(np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8))
        yield words, draw(picture, reading, scene.plan)


def _hard() -> Iterator[tuple[str, Scene]]:
    """What makes reading hard, simulated."""
    for seed in (11, 12, 13):
        yield f"hard: a look, light and camera of chance ({seed})", random_scene(Random(seed))
    table = VirtualTable(seed=3)
    table.roll("south")
    list(table.frames())
    plain = table.scene
    yield "hard: the lamp is out", replace(plain, light=replace(plain.light, lamps=(), ambient=0.12))
    cubes = list(plain.cubes)
    cubes[0] = replace(cubes[1], number=cubes[0].number, z=16.0)
    cubes[2] = replace(cubes[2], lean=30.0)
    yield "unclear: one cube on another, and one that leans", replace(plain, cubes=tuple(cubes))
    table.cover("south", 280, 330, 1500)
    for _ in range(12):
        table.advance(67)
    yield "unclear: a hand covers cubes, which are not guessed at", table.scene


def _reader() -> PictureReader:
    return PictureReader(mat_named("tournament"), unknown_lens(1280, 960))


def _titled(picture: Array, words: str) -> Array:
    high = round(picture.shape[0] * WIDE / picture.shape[1])
    small = cv2.resize(picture, (WIDE, high), interpolation=cv2.INTER_AREA)
    head = np.full((30, WIDE, 3), 255, np.uint8)
    cv2.putText(head, words[:80], (6, 20), cv2.FONT_HERSHEY_SIMPLEX, 0.45, (30, 30, 30), 1, cv2.LINE_AA)
    return np.vstack([head, small])


if __name__ == "__main__":
    sys.exit(main())
