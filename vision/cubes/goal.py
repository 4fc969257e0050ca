"""The Goal as a string, the way its letters stand: setters sit all round, and read it from where they sit."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import atan2, cos, degrees, radians, sin

from vision.sighting import SeenCube

UNSURE = "?"
"""What stands for a letter that could not be read."""
TURNS = {"N": 180, "s": 180, "o": 90}
"""After how many degrees a letter looks the same, where that is not a whole turn; so an o tells nothing but corners."""

_CUBE_MM = 16.0
_SAME_WAY = 45.0
"""Letters that stand at less than this to each other stand the same way."""
_ROW = 0.62
"""Cubes whose places across the row differ by more than this part of a cube are in two rows."""
_SKEW = 20.0
"""Degrees by which a row may run off from the way its letters stand."""


def goal_of(cubes: Iterable[SeenCube]) -> str:
    """The letters in the Goal in reading order: row by row from the top, as who set them sees it."""
    row = [cube for cube in cubes if cube.region == "goal"]
    row.sort(key=lambda cube: (cube.x, cube.y, cube.letter or UNSURE))  # nothing may depend on who was found first
    return "".join(cube.letter or UNSURE for line in rows_of(row) for cube in line)


def rows_of(cubes: Sequence[SeenCube]) -> list[list[SeenCube]]:
    """Cubes in reading order, in rows."""
    if not cubes:
        return []
    way = reading_angle(cubes)
    way += _skew(cubes, way)
    across, down = (cos(radians(way)), sin(radians(way))), (-sin(radians(way)), cos(radians(way)))
    placed = sorted(((_along(cube, down), _along(cube, across), cube) for cube in cubes), key=lambda one: one[:2])
    rows = [[placed[0]]]
    for before, one in pairwise(placed):
        if one[0] - before[0] > _ROW * _CUBE_MM:
            rows.append([])
        rows[-1].append(one)
    return [[cube for _, _, cube in sorted(row, key=lambda one: one[1])] for row in rows]


def reading_angle(cubes: Iterable[SeenCube]) -> float:
    """The way most letters stand, in degrees clockwise; the mat's own way, or nearest to it, as far as they tell."""
    cubes = list(cubes)
    telling = [(cube.angle, cube.confidence) for cube in cubes if cube.letter and TURNS.get(cube.letter, 360) == 360]
    half = [(cube.angle, cube.confidence) for cube in cubes if cube.letter and TURNS.get(cube.letter) == 180]
    either = half + [(angle + 180, weight) for angle, weight in half]
    if telling:
        return _most(telling, telling + [(angle, 0.4 * weight) for angle, weight in either])
    if half:
        return _most(either, either)
    corners = [(cube.angle + quarter, 1.0) for cube in cubes for quarter in (0, 90, 180, 270)]
    return _most(corners, corners) if corners else 0.0


def _most(candidates: Sequence[tuple[float, float]], voices: Sequence[tuple[float, float]]) -> float:
    """The way that has most voices near it; among equals the one nearest to the mat's own."""
    sums = []
    for angle, _ in candidates:
        near = [(_between(voice, angle), weight) for voice, weight in voices]
        near = [(off, weight) for off, weight in near if abs(off) < _SAME_WAY]
        total = sum(weight for _, weight in near)
        x = sum(weight * cos(radians(off)) for off, weight in near)
        y = sum(weight * sin(radians(off)) for off, weight in near)
        mean = _between(angle + degrees(atan2(y, x)), 0)
        sums.append((-round(total, 3), round(abs(mean), 3), mean))
    return min(sums)[2]


def _skew(cubes: Sequence[SeenCube], way: float) -> float:
    """By how many degrees the rows run off from the way their letters stand: the middle one of what neighbours say."""
    found = []
    for cube in cubes:
        others = [(other.x - cube.x, other.y - cube.y) for other in cubes if other is not cube]
        for x, y in sorted(others, key=lambda gap: gap[0] ** 2 + gap[1] ** 2)[:2]:
            off = _between(degrees(atan2(y, x)), way)
            off -= 180 * round(off / 180)
            if x * x + y * y < (2.5 * _CUBE_MM) ** 2 and abs(off) <= _SKEW:
                found.append(off)
    found.sort()
    return found[len(found) // 2] if found else 0.0


def _along(cube: SeenCube, way: tuple[float, float]) -> float:
    return cube.x * way[0] + cube.y * way[1]


def _between(angle: float, other: float) -> float:
    """How far it is from one direction to another, from -180 to 180."""
    return (angle - other + 180) % 360 - 180
