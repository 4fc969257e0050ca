"""What vision says about one picture: plain values, in millimetres of the mat and degrees clockwise seen from above."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

Array: TypeAlias = NDArray[Any]
Grey: TypeAlias = NDArray[np.uint8]
Side: TypeAlias = Literal["north", "east", "south", "west"]

LETTERS = "CAKENRpqrsio"
"""The faces of upper and lower cubes, in the order in which the network gives their chances."""


class Square(NamedTuple):
    """The top of a cube in a picture whose cubes are `vision.cubes.find.CUBE` pixels wide; its angle is 0 to 90."""

    x: float
    y: float
    angle: float
    score: float


class Face(NamedTuple):
    """What stands on a top. `letter` is None when the network is not sure enough."""

    letter: str | None
    confidence: float
    """How likely the likeliest letter is, calibrated."""
    quarter: int
    """Quarter turns clockwise by which the letter stands against the corners that were given."""
    chances: tuple[float, ...]
    """Of each of LETTERS, and last of "not a cube"."""


@dataclass(frozen=True, slots=True)
class SeenCube:
    """A cube, by the centre of its base."""

    letter: str | None
    confidence: float
    x: float
    y: float
    angle: float
    """The way its letter stands; 0 is upright for the reader of the Goal."""
    region: str
    chances: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class SeenHand:
    """A hand over the table: where it comes from and how far it reaches."""

    side: Side
    x: float
    y: float
    """Its foremost point."""
    area: float
    """Square millimetres of the mat that it hides."""


@dataclass(frozen=True, slots=True)
class Sighting:
    """One picture, read."""

    placed: bool
    """Whether the mat was found; without it there is nothing else."""
    cubes: tuple[SeenCube, ...] = ()
    goal: str = ""
    hands: tuple[SeenHand, ...] = ()
    block: bool = False
