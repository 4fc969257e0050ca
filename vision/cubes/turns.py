"""What the network tells apart: every letter in each quarter turn in which it looks different, and "not a cube"."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from vision.sighting import LETTERS, Array

TURNS = {letter: {"N": 2, "s": 2, "o": 1}.get(letter, 4) for letter in LETTERS}
"""In how many quarter turns a letter looks different: an N upside down is an N, and an o is an o however it lies."""
CLASSES = tuple((letter, quarter) for letter in LETTERS for quarter in range(TURNS[letter]))
NOT_A_CUBE = len(CLASSES)
"""The number of the last class."""

_PLACE = {one: at for at, one in enumerate(CLASSES)}
_FIRST = [_PLACE[letter, 0] for letter in LETTERS]


def class_of(letter: str, quarter: int) -> int:
    """The number of the class of this letter, turned clockwise by so many quarters."""
    return _PLACE[letter, quarter % TURNS[letter]]


def classes_of(letters: Iterable[str], quarters: Iterable[int]) -> Array:
    return np.array([class_of(letter, quarter) for letter, quarter in zip(letters, quarters, strict=True)], np.int64)


def turned_classes(quarters: int) -> Array:
    """Where each class goes when the picture is turned clockwise by so many quarters."""
    return np.array([class_of(letter, quarter + quarters) for letter, quarter in CLASSES] + [NOT_A_CUBE])


def by_letter(chances: Array) -> Array:
    """The chances of all LETTERS, whichever way they stand, and last of "not a cube"."""
    return np.asarray(np.add.reduceat(chances, [*_FIRST, NOT_A_CUBE], axis=1))


def quarter_of(chances: Array, letter: int) -> int:
    """The likeliest turn of a letter (its place in LETTERS), from the chances of all classes."""
    first = _FIRST[letter]
    return int(chances[first : first + TURNS[LETTERS[letter]]].argmax())
