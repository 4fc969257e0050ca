"""Which faces are read again."""

from __future__ import annotations

import numpy as np
import pytest

from vision.cubes.memory import Memory
from vision.sighting import LETTERS, Array, Face

CORNERS = np.array([[(10.0, 10.0), (30.0, 10.0), (30.0, 30.0), (10.0, 30.0)]])
PICTURE = np.full((1, 32, 32), 100, np.uint8)


class Reads:
    """Reads what it is told to, and counts."""

    def __init__(self, *chances: float) -> None:
        self.face = Face("q", max(chances[:-1]), 0, chances)
        self.read_ = 0

    def read(self, pictures: Array) -> list[Face]:
        self.read_ += len(pictures)
        return [self.face] * len(pictures)


def chances(q: float, none: float) -> tuple[float, ...]:
    return (*(q if letter == "q" else 0.0 for letter in LETTERS), none)


@pytest.mark.parametrize(
    ("q", "none", "times"), [(0.999, 0.001, 1), (0.9, 0.1, 2), (0.0, 1.0, 2)], ids=["certain", "unsure", "no cube"]
)
def test_only_a_certain_letter_is_not_read_again(q: float, none: float, times: int) -> None:
    memory, reads = Memory(), Reads(*chances(q, none))
    for _ in range(2):
        memory.read(reads, PICTURE, CORNERS)  # type: ignore[arg-type]
    assert reads.read_ == times


def test_what_moved_or_looks_otherwise_is_read_again() -> None:
    memory, reads = Memory(), Reads(*chances(1.0, 0.0))
    for picture, corners in ((PICTURE, CORNERS), (PICTURE, CORNERS + 3), (PICTURE + 10, CORNERS + 3)):
        memory.read(reads, picture, corners)  # type: ignore[arg-type]
    assert reads.read_ == 3
