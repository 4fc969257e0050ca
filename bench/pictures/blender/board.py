"""What lies on the mat: a moment of play chosen by chance, in millimetres of the mat (x right, y down, z up).

Angles are degrees clockwise seen from above; at 0 a letter stands upright for the reader of the Goal.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import cos, hypot, radians, sin
from random import Random

import numpy as np
from numpy.typing import NDArray

from bench.pictures.blender.faces import LOWER, UPPER
from hardware.mats import Mat, region_of_base

SIDES = ("north", "east", "south", "west")
BLOCK_RADIUS, BLOCK_HEIGHT = 21.0, 26.0


@dataclass(frozen=True, slots=True)
class Cube:
    letter: str
    x: float
    y: float
    angle: float
    others: str
    """The letters of the north, east, south and west side and of the bottom."""
    turns: tuple[int, ...]
    """Quarter turns of those letters on their faces."""


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand and forearm: where the fingertips are, and the side of the table that the arm comes from."""

    side: str
    x: float
    y: float
    z: float
    along: float
    """How far the elbow is from the middle of its side."""
    flat: bool
    left: bool
    size: float
    sleeve: float
    """How far behind the wrist the sleeve begins; beyond the elbow there is none."""


@dataclass(frozen=True, slots=True)
class Board:
    cubes: tuple[Cube, ...]
    goal: str
    """What the row in the Goal says to who reads it the way its letters stand."""
    block: tuple[float, float] | None
    block_on_pad: bool
    hands: tuple[Hand, ...]


def random_board(rng: Random, mat: Mat) -> Board:
    letters = [rng.choice(UPPER) for _ in range(14)] + [rng.choice(LOWER) for _ in range(14)]
    rng.shuffle(letters)
    cubes: list[Cube] = []
    goal = ""
    if rng.random() < 0.75:
        row = [letters.pop() for _ in range(rng.choice((1, 2, 3, 3, 4, 5, 5, 6, 7)))]
        goal = _row(rng, mat, cubes, row)
    angles = [360 * (at + rng.random()) / len(letters) for at in range(len(letters))]
    rng.shuffle(angles)
    out = rng.choice((0.0, 0.2, 0.4, 0.6, 0.8))
    while letters:
        letter, angle = letters.pop(), angles.pop()
        name = rng.choice(("forbidden", "permitted", "required")) if rng.random() < out else "resources"
        cubes.append(_placed(rng, mat, cubes, letter, angle, name))
        if letters and rng.random() < 0.22:
            beside = _beside(rng, mat, cubes, letters[-1])
            if beside is not None:
                cubes.append(beside)
                letters.pop()
                angles.pop()
    return Board(tuple(cubes), goal, *_block(rng, mat), _hands(rng, mat) if rng.random() < 0.15 else ())


def base_corners(cube: Cube, edge: float) -> NDArray[np.float64]:
    """The corners of the base on the mat, clockwise from the one below the letter's top-left."""
    c, s, half = cos(radians(cube.angle)), sin(radians(cube.angle)), edge / 2
    own = np.array([[-half, -half], [half, -half], [half, half], [-half, half]])
    return own @ np.array([[c, s], [-s, c]]) + (cube.x, cube.y)


def region_of(mat: Mat, cube: Cube) -> str:
    return region_of_base(mat, [(float(x), float(y)) for x, y in base_corners(cube, mat.cube)])


def _cube(rng: Random, letter: str, x: float, y: float, angle: float) -> Cube:
    others = [other for other in (UPPER if letter in UPPER else LOWER) if other != letter]
    rng.shuffle(others)
    return Cube(letter, x, y, angle % 360, "".join(others), tuple(rng.randrange(4) for _ in others))


def _row(rng: Random, mat: Mat, cubes: list[Cube], row: list[str]) -> str:
    """Cubes side by side in the Goal, touching or nearly so; `row` from left to right on the mat."""
    area = mat.region("goal").area
    step = mat.cube + rng.choice((0.05, 0.1, 0.3, 1, 2.5, 4))
    long = step * (len(row) - 1)
    tilt, turn = radians(rng.gauss(0, 2)), rng.choice((0, 0, 180))
    middle = rng.uniform(area.x0 + long / 2 + 14, area.x1 - long / 2 - 14)
    y = area.centre[1] + rng.uniform(-6, 6)
    for at, letter in enumerate(row):
        along = step * at - long / 2
        spot = middle + along * cos(tilt), y + along * sin(tilt) + rng.gauss(0, 0.3)
        # A cube that turns more than this would cut into the one it touches.
        loose = min(1.5, 0.2 + 2.5 * (step - mat.cube))
        angle = turn + tilt * 57.2958 + rng.uniform(-1, 1) * loose
        cubes.append(_cube(rng, letter, *spot, angle))
    return "".join(row if turn == 0 else reversed(row))


def _placed(rng: Random, mat: Mat, cubes: list[Cube], letter: str, angle: float, name: str) -> Cube:
    for attempt in range(4000):
        area = mat.region(name if attempt < 1000 else "resources").area.grown(-mat.cube * 0.55)
        cube = _cube(rng, letter, rng.uniform(area.x0, area.x1), rng.uniform(area.y0, area.y1), angle)
        if _fits(mat, cubes, cube, 0.4):
            return cube
    raise RuntimeError("no room left for a cube: choose another seed")


def _beside(rng: Random, mat: Mat, cubes: list[Cube], letter: str) -> Cube | None:
    """A cube that touches the last one with a face, or is a hair away from it."""
    last = cubes[-1]
    for _ in range(20):
        way = radians(last.angle + 90 * rng.randrange(4))
        far, aside = mat.cube + rng.choice((0.05, 0.1, 0.3, 0.8)), rng.choice((0.0, rng.uniform(-7, 7)))
        x = last.x + far * cos(way) - aside * sin(way)
        y = last.y + far * sin(way) + aside * cos(way)
        cube = _cube(rng, letter, x, y, last.angle + 90 * rng.randrange(4))
        inside = mat.region(region_of(mat, last)).area.grown(-mat.cube * 0.5).holds((x, y))
        if inside and _fits(mat, cubes[:-1], cube, 0.4):
            return cube
    return None


def _fits(mat: Mat, cubes: list[Cube], cube: Cube, gap: float) -> bool:
    grown = base_corners(cube, mat.cube + 2 * gap)
    near = (other for other in cubes if hypot(other.x - cube.x, other.y - cube.y) < 1.5 * mat.cube + 2 * gap)
    return not any(_overlap(grown, base_corners(other, mat.cube)) for other in near)


def _overlap(one: NDArray[np.float64], other: NDArray[np.float64]) -> bool:
    """Whether two convex shapes meet: no side of either parts them."""
    for shape in (one, other):
        for at in range(len(shape)):
            side = shape[at] - shape[at - 1]
            across = np.array([-side[1], side[0]])
            if (one @ across).max() <= (other @ across).min() or (other @ across).max() <= (one @ across).min():
                return False
    return True


def _block(rng: Random, mat: Mat) -> tuple[tuple[float, float] | None, bool]:
    if rng.random() < 0.85:
        return (mat.pad.centre[0] + rng.gauss(0, 1.5), mat.pad.centre[1] + rng.gauss(0, 1.5)), True
    if rng.random() < 0.5:  # somebody has it beside the mat
        return (rng.choice((-45.0, mat.width + 45)), rng.uniform(60, mat.height - 60)), False
    return None, False


def _hands(rng: Random, mat: Mat) -> tuple[Hand, ...]:
    hand = Hand(
        side=rng.choice(SIDES),
        x=rng.uniform(90, mat.width - 90),
        y=rng.uniform(80, mat.height - 80),
        z=rng.uniform(27, 60),
        along=rng.uniform(-150, 150),
        flat=rng.random() < 0.35,
        left=rng.random() < 0.4,
        size=rng.uniform(0.78, 1.05),
        sleeve=rng.choice((40.0, 90.0, 160.0, 900.0)),
    )
    if rng.random() < 0.75:
        return (hand,)
    across = {"north": "south", "south": "north", "east": "west", "west": "east"}[hand.side]
    # Apart from the first: a quarter of the mat to the side.
    x, y = mat.width - hand.x, mat.height - hand.y
    if across in ("north", "south"):
        x = (hand.x + mat.width / 4 - 90) % (mat.width - 180) + 90
    else:
        y = (hand.y + mat.height / 4 - 80) % (mat.height - 160) + 80
    return hand, replace(hand, side=across, x=x, y=y, left=not hand.left, sleeve=90.0)
