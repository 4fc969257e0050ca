"""What may be read wrongly of a cube: its letter, its place, or that it is there at all.

Pictures stay true: whoever reads those of a bench is to be given `bench.falsified` instead of what they show.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import cos, hypot, radians, sin
from random import Random

from hardware.mats import Mat, region_of
from hardware.simulated.letters import LOWER, UPPER
from hardware.simulated.scene import Cube

APART_MM = 30.0
"""How far from all others a cube is seen that is seen where it does not lie."""


@dataclass(frozen=True, slots=True)
class Falsified:
    """A cube as it lies, and what is read of it instead; it is over once the cube lies otherwise."""

    cube: Cube
    letter: str = ""
    """What its face is taken for."""
    spot: tuple[float, float] | None = None
    """Where it is seen."""
    gone: bool = False
    """Whether it is not seen at all."""


def false_face(rng: Random, cubes: Sequence[Cube]) -> Falsified | None:
    """Another letter of its kind on a cube that lies still; nothing if there is none."""
    lying = [cube for cube in cubes if cube.resting]
    if not lying:
        return None
    cube = rng.choice(lying)
    return Falsified(cube, rng.choice([letter for letter in (UPPER if cube.upper else LOWER) if letter != cube.letter]))


def false_place(rng: Random, mat: Mat, cubes: Sequence[Cube]) -> Falsified | None:
    """A cube that lies still is seen some millimetres off, in another region, or not at all."""
    lying = [cube for cube in cubes if cube.resting]
    if not lying:
        return None
    cube = rng.choice(lying)
    how = rng.choice(("near", "elsewhere", "gone"))
    if how == "near":
        far, way = rng.uniform(6, 15), radians(rng.uniform(0, 360))
        return Falsified(cube, spot=(cube.x + far * cos(way), cube.y + far * sin(way)))
    spot = _elsewhere(rng, mat, cube, cubes) if how == "elsewhere" else None
    return Falsified(cube, spot=spot, gone=spot is None)


def _elsewhere(rng: Random, mat: Mat, cube: Cube, cubes: Sequence[Cube]) -> tuple[float, float] | None:
    """A free spot in another region, if one is found."""
    home = region_of(mat, (cube.x, cube.y))
    areas = [region.area.grown(-mat.cube) for region in mat.regions if region.name != home]
    for _ in range(100):
        area = rng.choice(areas)
        x, y = rng.uniform(area.x0, area.x1), rng.uniform(area.y0, area.y1)
        if all(hypot(other.x - x, other.y - y) > APART_MM for other in cubes):
            return x, y
    return None
