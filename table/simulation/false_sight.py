"""What an eye sees with, telling untruths: cubes that a fault has falsified are read as something else.

It stands between the reader of pictures and the eye, so that all that is made of a misread is the table's own doing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import cos, hypot, radians, sin
from typing import NamedTuple

from hardware.mats import Mat, region_of_base
from hardware.simulated.bench import Bench
from hardware.simulated.scene import Cube
from hardware.simulated.untruths import Falsified
from vision.eye import PictureRead, Reads, Watched
from vision.sighting import LETTERS, Grey, SeenCube

SURE = 0.995
"""How certain a reader is of a face that it has taken for another."""
NEAR_MM = 12.0
"""Millimetres from where a cube lies within which a reading is one of it."""


class FalseRead(NamedTuple):
    """A reading after it was falsified."""

    cubes: Sequence[SeenCube]
    block: bool | None


class FalseSight:
    """Reads as another does, but for what is falsified at a bench."""

    def __init__(self, reads: Reads, bench: Bench) -> None:
        self.mat = reads.mat
        self._reads, self._bench = reads, bench

    def hands(self, small: Grey, still: bool = False) -> Watched:
        return self._reads.hands(small, still)

    def place(self, grey: Grey) -> tuple[bool, float]:
        return self._reads.place(grey)

    def read(self, grey: Grey, watched: Watched | None = None, block: bool = True) -> PictureRead:
        reading = self._reads.read(grey, watched, block)
        lying = {cube.number: cube for cube in self._bench.table.scene.cubes}
        holding = [one for one in self._bench.falsified if _lies_so(one.cube, lying.get(one.cube.number))]
        return FalseRead(falsified(reading.cubes, holding, self.mat), reading.block) if holding else reading


def falsified(cubes: Sequence[SeenCube], untruths: Sequence[Falsified], mat: Mat) -> list[SeenCube]:
    """What is seen, with untruths in place of the cubes that they are about."""
    seen = list(cubes)
    for untruth in untruths:
        real = untruth.cube
        found = min(seen, key=lambda one: hypot(one.x - real.x, one.y - real.y), default=None)
        if found is None or hypot(found.x - real.x, found.y - real.y) > NEAR_MM:
            continue  # it is under a hand, say
        seen.remove(found)
        if untruth.letter:
            seen.append(_misread(found, untruth.letter))
        elif untruth.spot is not None:
            seen.append(_misplaced(found, untruth.spot, mat))
    return seen


def _misread(seen: SeenCube, letter: str) -> SeenCube:
    left = (1 - SURE) / len(LETTERS)
    chances = tuple(SURE if one == letter else left for one in LETTERS)
    return replace(seen, letter=letter, confidence=SURE, chances=(*chances, left))


def _misplaced(seen: SeenCube, spot: tuple[float, float], mat: Mat) -> SeenCube:
    (x, y), half, turn = spot, mat.cube / 2, radians(seen.angle)
    base = [
        (x + a * cos(turn) - b * sin(turn), y + a * sin(turn) + b * cos(turn))
        for a, b in ((-half, -half), (half, -half), (half, half), (-half, half))
    ]
    return replace(seen, x=x, y=y, region=region_of_base(mat, base))


def _lies_so(then: Cube, now: Cube | None) -> bool:
    return now is not None and now.resting and (then.letter, then.x, then.y) == (now.letter, now.x, now.y)
