"""Multisets of the letters that make WFFs, packed into one integer so that they add, subtract and compare fast.

Each letter has a field of five bits: four for the count (a roll has at most 14 of one letter) and a guard bit.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

ORDER = "CAKENpqrs"
UNIT = {letter: 1 << 5 * n for n, letter in enumerate(ORDER)}
GUARDS = sum(16 * unit for unit in UNIT.values())
VARIABLES = "pqrs"


def pack(letters: Iterable[str]) -> int:
    """The multiset of the letters, those that only make rule names left out."""
    return sum(UNIT.get(letter, 0) for letter in letters)


def count(bag: int, letter: str) -> int:
    """How many of a letter the multiset has."""
    return bag // UNIT[letter] & 15


def unpack(bag: int) -> str:
    """The letters of a multiset in a fixed order."""
    return "".join(letter * count(bag, letter) for letter in ORDER)


def fits(small: int, large: int) -> bool:
    """Whether the first multiset is part of the second."""
    return ((large | GUARDS) - small) & GUARDS == GUARDS


def excess(bag: int, over: int) -> int:
    """What the first multiset has beyond the second."""
    return sum(max(0, count(bag, letter) - count(over, letter)) * UNIT[letter] for letter in ORDER)


def join(one: int, other: int) -> int:
    """The smallest multiset that contains both."""
    return other + excess(one, other)


@lru_cache(maxsize=1 << 18)
def size(bag: int) -> int:
    """How many letters there are."""
    return sum(bag >> 5 * n & 15 for n in range(9))


@lru_cache(maxsize=1 << 18)
def trees(bag: int) -> int:
    """How many WFFs the letters make if they make any: as many as there are variables more than C, A, K and E."""
    return sum(bag >> 5 * n & 15 for n in range(5, 9)) - sum(bag >> 5 * n & 15 for n in range(4))


def parts_of(bag: int) -> Iterator[int]:
    """Every multiset that is part of this one, the empty one and itself included."""
    steps = [(unit, bag // unit & 15) for unit in UNIT.values() if bag // unit & 15]

    def go(at: int, so_far: int) -> Iterator[int]:
        if at == len(steps):
            yield so_far
            return
        unit, most = steps[at]
        for n in range(most + 1):
            yield from go(at + 1, so_far + n * unit)

    return go(0, 0)
