"""What is on and around the table at one moment, as frozen values: everything a picture depends on.

Millimetres of the mat, x to the right and y down as the reader of the Goal sees it, z up. Angles are degrees clockwise
as seen from above; at 0 a letter stands upright for the reader of the Goal.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from math import cos, radians, sin
from random import Random
from typing import Any, Literal, TypeAlias

import numpy as np

from hardware.mats import Mat, mat_named, region_of_base
from hardware.simulated.letters import LOWER, UPPER
from hardware.simulated.look import TableLook
from hardware.simulated.optics import Array, CameraView

Side: TypeAlias = Literal["north", "east", "south", "west"]
Grip: TypeAlias = Literal["pinch", "flat"]
SIDES: tuple[Side, ...] = ("north", "east", "south", "west")


@dataclass(frozen=True, slots=True)
class Cube:
    """A cube, by the centre of its base; the letters of its sides are those that face north, east, south and west."""

    number: int
    letter: str
    x: float
    y: float
    angle: float = 0.0
    sides: str = ""
    z: float = 0.0
    lean: float = 0.0
    """How far it is tipped over; 90 has turned it onto a side."""
    toward: float = 0.0
    """The direction it is tipped in, against its own north."""

    @property
    def upper(self) -> bool:
        """Whether it is one of the cubes with capitals."""
        return self.letter in UPPER

    @property
    def resting(self) -> bool:
        return self.z == 0 and self.lean == 0


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand over the table: its fingertips (or, flat, its palm), and where on its side the elbow is."""

    side: Side
    x: float
    y: float
    z: float = 20.0
    grip: Grip = "pinch"
    along: float = 0.0
    """How far the elbow is from the middle of the side, in millimetres to the right as seen from above."""
    person: int = 0
    """Whose hand: gives its skin, size and sleeve."""


@dataclass(frozen=True, slots=True)
class SceneBlock:
    """The challenge block, a round wooden one."""

    x: float
    y: float
    z: float = 0.0


@dataclass(frozen=True, slots=True)
class Card:
    """Something flat and opaque that lies over cubes: a notepad, an edition of the rules."""

    x0: float
    y0: float
    x1: float
    y1: float
    z: float = 17.0

    @property
    def x(self) -> float:
        return (self.x0 + self.x1) / 2

    @property
    def y(self) -> float:
        return (self.y0 + self.y1) / 2


@dataclass(frozen=True, slots=True)
class Lamp:
    """A light of some size; its power is how much of a well-lit mat it would give alone."""

    x: float
    y: float
    z: float
    power: float = 0.6
    size: float = 60.0
    colour: tuple[float, float, float] = (1.0, 1.0, 1.0)
    """Blue, green, red, after the camera's white balance."""


@dataclass(frozen=True, slots=True)
class SceneLight:
    lamps: tuple[Lamp, ...] = (Lamp(60, -260, 900, 0.55, 70, (0.94, 1.0, 1.04)), Lamp(700, 300, 1600, 0.25, 400))
    ambient: float = 0.28


@dataclass(frozen=True, slots=True)
class Scene:
    cubes: tuple[Cube, ...] = ()
    block: SceneBlock | None = None
    hands: tuple[Hand, ...] = ()
    light: SceneLight = field(default_factory=SceneLight)
    view: CameraView = field(default_factory=CameraView)
    look: TableLook = field(default_factory=TableLook)
    mat: str = "tournament"
    card: Card | None = None

    @property
    def plan(self) -> Mat:
        return mat_named(self.mat)


def cube_of(rng: Random, number: int, letter: str, x: float, y: float, angle: float = 0.0) -> Cube:
    """A cube with this letter on top and a fair choice of the letters of its kind around it."""
    rest = [other for other in (UPPER if letter in UPPER else LOWER) if other != letter]
    rng.shuffle(rest)
    return Cube(number, letter, x, y, angle, "".join(rest[:4]))


def rolled(rng: Random, mat: Mat, upper: int = 14, lower: int = 14) -> tuple[Cube, ...]:
    """A roll of the cubes: on the resources, at all angles, none through another."""
    area = mat.region("resources").area.grown(-mat.cube * 0.8)
    spots: list[tuple[float, float]] = []
    room = mat.cube * 1.45
    while len(spots) < upper + lower:
        for _ in range(400):
            spot = rng.uniform(area.x0, area.x1), rng.uniform(area.y0, area.y1)
            if all((spot[0] - x) ** 2 + (spot[1] - y) ** 2 > room**2 for x, y in spots):
                spots.append(spot)
                break
        else:
            spots.clear()
    letters = [rng.choice(UPPER) for _ in range(upper)] + [rng.choice(LOWER) for _ in range(lower)]
    return tuple(
        cube_of(rng, number, letter, x, y, rng.uniform(0, 360))
        for number, (letter, (x, y)) in enumerate(zip(letters, spots, strict=True), 1)
    )


def turned(cube: Cube, toward: float) -> Cube:
    """The cube after it was tipped a quarter over one of its edges: what faced away from `toward` is on top now."""
    quarter = round(toward / 90) % 4
    letters = UPPER if cube.upper else LOWER
    bottom = next(letter for letter in letters if letter not in cube.letter + cube.sides)
    ring = list(cube.sides)
    top, ring[quarter], ring[(quarter + 2) % 4] = ring[(quarter + 2) % 4], cube.letter, bottom
    sides = "".join(ring[quarter:] + ring[:quarter])  # the new letter stands upright against the way it was tipped
    return replace(cube, letter=top, sides=sides, angle=(cube.angle + 90 * quarter) % 360, lean=0.0, toward=0.0)


def orientation(cube: Cube) -> Array:
    """The cube's own axes (east, south, up) as the columns of a matrix in mat axes."""
    about = _about_z(cube.angle)
    if cube.lean:
        tip, way = radians(cube.lean), _about_z(cube.toward)
        # Tipping northwards takes the top to the north: up becomes north, which is minus y.
        north = np.array([[1, 0, 0], [0, cos(tip), -sin(tip)], [0, sin(tip), cos(tip)]])
        about = about @ way @ north @ way.T
    return np.asarray(about)


def middle(cube: Cube, edge: float) -> Array:
    """The centre of the cube, high enough for its lowest corner to be at z."""
    half = edge / 2
    return np.array([cube.x, cube.y, cube.z + half * float(np.abs(orientation(cube)[2]).sum())])


def top_corners(cube: Cube, edge: float) -> Array:
    """The four corners of the top face in space, clockwise from its letter's top-left."""
    half = edge / 2
    corners = np.array([[-half, -half, half], [half, -half, half], [half, half, half], [-half, half, half]])
    return np.asarray(corners @ orientation(cube).T + middle(cube, edge))


def base_corners(cube: Cube, edge: float) -> Array:
    """The four corners of the base on the mat, clockwise."""
    half = edge / 2
    corners = np.array([[-half, -half], [half, -half], [half, half], [-half, half]])
    return np.asarray(corners @ _about_z(cube.angle)[:2, :2].T + (cube.x, cube.y))


def region_of_cube(mat: Mat, cube: Cube) -> str:
    """The region that covers most of the cube's base."""
    return region_of_base(mat, [(float(x), float(y)) for x, y in base_corners(cube, mat.cube)])


def _about_z(angle: float) -> Any:
    c, s = cos(radians(angle)), sin(radians(angle))
    return np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])
