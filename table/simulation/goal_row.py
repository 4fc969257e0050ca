"""The Goal as it is being built: a row of cubes in the order in which they are read, the way its letters stand."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from hardware.mats import Mat
from hardware.simulated.scene import Side
from table.simulation.spots import NoRoom, PlacingSpot, is_free


class GoalRow:
    """Slots in the Goal's region. Who sits to the north builds it upside down; everyone else the mat's way."""

    def __init__(self, rng: Random, mat: Mat, side: Side, places: int = 9) -> None:
        area = mat.region("goal").area
        self._rng, self._mat = rng, mat
        self.pitch = mat.cube + rng.choice((0.3, 0.6, 1.5, 3.0, 5.0))
        self._way = -1.0 if side == "north" else 1.0
        self._angle = 180.0 if side == "north" else 0.0
        room = area.width - places * self.pitch - 2 * mat.cube
        start = mat.cube + rng.uniform(0, max(0.0, room))
        self._x = area.x1 - start if side == "north" else area.x0 + start
        self._y = area.centre[1] + rng.uniform(-10, 10)
        self._slots: dict[int, int] = {}

    @property
    def numbers(self) -> list[int]:
        """The cubes in reading order."""
        return sorted(self._slots, key=lambda number: self._slots[number])

    def add(self, number: int, taken: Sequence[PlacingSpot]) -> PlacingSpot:
        """The spot for one more cube, at the end of the row."""
        slot = max(self._slots.values(), default=-1) + 1
        area = self._mat.region("goal").area.grown(-self._mat.cube * 0.55)
        while area.holds((self._at(slot), self._y)):
            steady = 0.3 if self.pitch < self._mat.cube + 1 else 2.0
            turn = max(-1.0, min(1.0, self._rng.gauss(0, 0.5))) * steady
            spot = PlacingSpot(self._at(slot), self._y + self._rng.gauss(0, 0.3), (self._angle + turn) % 360)
            if is_free(spot, taken, self._mat.cube, 0.0):
                self._slots[number] = slot
                return spot
            slot += 1
        raise NoRoom("there is no room for another cube in the Goal's row")

    def drop(self, number: int) -> None:
        """A cube has left the row; the others stay where they are."""
        self._slots.pop(number, None)

    def _at(self, slot: int) -> float:
        return self._x + self._way * slot * self.pitch
