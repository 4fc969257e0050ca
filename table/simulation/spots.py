"""Where a cube can be put: inside a region, through no other cube, now and then touching one, as people do it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import cos, hypot, radians, sin
from random import Random
from typing import NamedTuple

from hardware.mats import Mat, Rectangle, region_of
from hardware.simulated.scene import Cube, Side

UPRIGHT: dict[Side, float] = {"south": 0.0, "west": 90.0, "north": 180.0, "east": 270.0}
"""The angle of a letter that stands upright for who sits there."""
_MARGIN = 0.75
"""Of a cube's edge: how far from a region's line its middle stays, so that all of its base is inside."""


class PlacingSpot(NamedTuple):
    x: float
    y: float
    angle: float


class NoRoom(ValueError):  # noqa: N818  (a region is full)
    """There is no free spot in a region."""


def angle_from(rng: Random, side: Side) -> float:
    """Mostly upright for who puts it there, more or less; sometimes any way."""
    return (UPRIGHT[side] + rng.gauss(0, 8)) % 360 if rng.random() < 0.85 else rng.uniform(0, 360)


def overlap(one: PlacingSpot, other: PlacingSpot, edge: float, gap: float = 0.0) -> bool:
    """Whether two cubes would be one through the other, or nearer to each other than the gap."""
    far = hypot(one.x - other.x, one.y - other.y)
    return far < (edge + gap) * 2**0.5 and _no_line_between(one, other, edge + gap)


def free_spot(
    rng: Random, mat: Mat, region: str, taken: Sequence[PlacingSpot], angle: float, touching: float = 0.3
) -> PlacingSpot:
    """A spot in a region, by chance; with the chance `touching` side by side with a cube that lies there."""
    area = mat.region(region).area.grown(-mat.cube * _MARGIN)
    near = [spot for spot in taken if region_of(mat, (spot.x, spot.y)) == region]
    if near and rng.random() < touching:
        for spot in _beside(rng, near, mat.cube, tries=8):
            if area.holds((spot.x, spot.y)) and is_free(spot, taken, mat.cube, 0.0):
                return spot
    for _ in range(300):
        spot = PlacingSpot(rng.uniform(area.x0, area.x1), rng.uniform(area.y0, area.y1), angle)
        if is_free(spot, taken, mat.cube, 1.0):
            return spot
    for spot in _beside(rng, near, mat.cube, tries=200):
        if area.holds((spot.x, spot.y)) and is_free(spot, taken, mat.cube, 0.0):
            return spot
    raise NoRoom(f"there is no room for another cube in {region}")


def near_spot(
    rng: Random, area: Rectangle, here: PlacingSpot, taken: Sequence[PlacingSpot], edge: float
) -> PlacingSpot | None:
    """A spot 5 to 30 mm away that can be reached by pushing, or nothing."""
    for _ in range(40):
        way, far = rng.uniform(0, 360), rng.uniform(5, 30)
        there = PlacingSpot(here.x + far * cos(radians(way)), here.y + far * sin(radians(way)), here.angle)
        steps = [
            PlacingSpot(here.x + (there.x - here.x) * n / 8, here.y + (there.y - here.y) * n / 8, here.angle)
            for n in range(9)
        ]
        if area.holds((there.x, there.y)) and all(is_free(step, taken, edge, 0.3) for step in steps):
            return there
    return None


def is_free(spot: PlacingSpot, taken: Iterable[PlacingSpot], edge: float, gap: float) -> bool:
    return not any(overlap(spot, other, edge, gap) for other in taken)


def spot_of(cube: Cube) -> PlacingSpot:
    return PlacingSpot(cube.x, cube.y, cube.angle)


def _beside(rng: Random, near: Sequence[PlacingSpot], edge: float, tries: int) -> Iterable[PlacingSpot]:
    """Spots that touch a cube on one of its sides, or nearly."""
    for _ in range(tries if near else 0):
        other = rng.choice(near)
        way = radians(other.angle + rng.choice((0, 90, 180, 270)))
        far, along = edge + rng.uniform(0.05, 0.4), rng.gauss(0, 0.6)
        x = other.x + far * cos(way) - along * sin(way)
        y = other.y + far * sin(way) + along * cos(way)
        yield PlacingSpot(x, y, (other.angle + rng.choice((0, 0, 0, 90, 180, 270))) % 360)


def _no_line_between(one: PlacingSpot, other: PlacingSpot, edge: float) -> bool:
    """Two squares meet unless a side of one of them parts them."""
    for axis in (one.angle, one.angle + 90, other.angle, other.angle + 90):
        c, s = cos(radians(axis)), sin(radians(axis))
        apart = abs((other.x - one.x) * c + (other.y - one.y) * s)
        if apart >= _half(one.angle - axis, edge) + _half(other.angle - axis, edge):
            return False
    return True


def _half(turn: float, edge: float) -> float:
    """Half the width of a square as seen along an axis."""
    return edge / 2 * (abs(cos(radians(turn))) + abs(sin(radians(turn))))
