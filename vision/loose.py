"""Finding cubes and tiles in a picture without a mat: at the scale at which most of them look like tops."""

from __future__ import annotations

from typing import NamedTuple

import cv2
import numpy as np

from vision.cubes.faces import FaceReader, crops
from vision.cubes.find import CUBE_PX, Finder
from vision.read import Top
from vision.sighting import Array, Grey

SCALE_STEP = 1.25
"""Between two scales that are tried; the finder knows a top that is a little too large or small."""
LARGEST_PX = 1600
"""Pixels along a picture beyond which there is nothing to be seen that smaller ones do not show."""
_SMALLEST, _WIDEST = 14.0, 0.3
"""Edges that are tried: from some pixels to a part of the picture's shorter side."""
_EVIDENCE = 0.55
"""The score from which on a top speaks for a scale; the surer the more, for grain and dust look a little like many."""
_CERTAIN = 0.75
"""Where no top is as sure as this there is none."""
_LEAST = 0.45


class SeenTile(NamedTuple):
    """A top in pixels of the picture it was found in; its angle is 0 to 90."""

    x: float
    y: float
    angle: float
    score: float
    edge: float


def find_loose(grey: Grey, cube_px: float | None, finder: Finder) -> list[SeenTile]:
    """The tops in any picture; `cube_px` is how wide they are, if somebody knows."""
    shrink = min(1.0, LARGEST_PX / max(grey.shape))
    if shrink < 1:
        high, wide = grey.shape
        across, down = max(shrink, 1 / wide), max(shrink, 1 / high)
        grey = np.asarray(cv2.resize(grey, None, fx=across, fy=down, interpolation=cv2.INTER_AREA), np.uint8)
    edge = cube_px * shrink if cube_px else _likeliest(grey, finder)
    tiles: list[SeenTile] = []
    for one in (edge / SCALE_STEP, edge, edge * SCALE_STEP):  # what is nearer to the camera is larger
        tiles += _at(grey, one, finder)
    tiles.sort(key=lambda tile: -tile.score)
    if not tiles or tiles[0].score < _CERTAIN:
        return []
    kept: list[SeenTile] = []
    for tile in tiles:
        if all(np.hypot(tile.x - other.x, tile.y - other.y) > 0.6 * min(tile.edge, other.edge) for other in kept):
            kept.append(tile)
    return [
        SeenTile((x + 0.5) / shrink - 0.5, (y + 0.5) / shrink - 0.5, angle, score, edge / shrink)
        for x, y, angle, score, edge in kept
    ]


def read_loose(grey: Grey, cube_px: float | None, finder: Finder, faces: FaceReader) -> list[tuple[SeenTile, Top]]:
    """The same with what stands on them; a letter that no cube has is not read, and yet it is on a tile."""
    tiles = find_loose(grey, cube_px, finder)
    corners = np.array([corners_of(tile) for tile in tiles]).reshape(-1, 4, 2)
    return [
        (tile, Top(np.roll(its, -face.quarter, axis=0), face, tile.score))
        for tile, its, face in zip(tiles, corners, faces.read(crops(grey, corners)), strict=True)
    ]


def corners_of(tile: SeenTile) -> Array:
    """Its four corners in pixels, clockwise."""
    angle, half = np.radians(tile.angle), tile.edge / 2
    own = np.array([[-half, -half], [half, -half], [half, half], [-half, half]])
    turn = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    return np.asarray(own @ turn + (tile.x, tile.y))


def _likeliest(grey: Grey, finder: Finder) -> float:
    """The edge at which the tops that are found make the best case together."""
    edges = [_SMALLEST]
    while edges[-1] * SCALE_STEP < _WIDEST * min(grey.shape):
        edges.append(edges[-1] * SCALE_STEP)
    return max(edges, key=lambda edge: sum(max(0.0, tile.score - _EVIDENCE) ** 2 for tile in _at(grey, edge, finder)))


def _at(grey: Grey, edge: float, finder: Finder) -> list[SeenTile]:
    """The tops that are about this wide."""
    scale = CUBE_PX / edge
    if round(scale * min(grey.shape)) < CUBE_PX:
        return []
    way = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    resized = np.asarray(cv2.resize(grey, None, fx=scale, fy=scale, interpolation=way), np.uint8)
    return [
        SeenTile((square.x + 0.5) / scale - 0.5, (square.y + 0.5) / scale - 0.5, square.angle, square.score, edge)
        for square in finder.find(resized, _LEAST)
    ]
