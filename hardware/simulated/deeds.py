"""What was physically done at the table, as the puppet itself has it: the truth that trackers are measured by."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, TypeAlias

from hardware.simulated.scene import Cube, Side

Kind: TypeAlias = Literal[
    "move", "turn", "relocate", "remove", "roll", "gather", "cover", "hover", "lift", "return", "press"
]


@dataclass(frozen=True, slots=True)
class Done:
    """One thing that was done; times are milliseconds of the puppet."""

    kind: Kind
    started: float
    """When the cube left the mat, or the hand was there."""
    ended: float
    """When the cube touched down, the block left its pad or was back on it, the hand went away."""
    side: Side | None = None
    who: str = ""
    cube: int = 0
    letter: str = ""
    """What is on top after it."""
    was: str = ""
    """The region it was in, or off."""
    to: str = ""
    x: float = 0.0
    y: float = 0.0
    angle: float = 0.0
    sides: str = ""
    """The letters around, after a roll or a turn."""


def fold(cubes: Iterable[Cube], done: Iterable[Done]) -> tuple[Cube, ...]:
    """The cubes as they lie after all that was done to them."""
    lying = {cube.number: cube for cube in cubes}
    for deed in done:
        if deed.kind in ("remove", "gather"):
            lying.pop(deed.cube, None)
        elif deed.kind in ("move", "relocate", "turn", "roll"):
            lying[deed.cube] = Cube(deed.cube, deed.letter, deed.x, deed.y, deed.angle, deed.sides)
    return tuple(lying[number] for number in sorted(lying))
