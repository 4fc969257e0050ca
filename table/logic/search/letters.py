"""Multisets of letters packed into one integer each, so that they add, subtract and compare fast.

Each letter has a field of five bits: four for the count (a roll has at most 14 of one letter) and a guard bit. The
nine letters that make WFFs come first, then signs that stand for whole WFFs, then R, i and o.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from table.logic.wff import BINARY, VARIABLES

ORDER = BINARY + "N" + VARIABLES
BLOCKS = "1234"
UNIT = {letter: 1 << 5 * n for n, letter in enumerate(ORDER + BLOCKS + "Rio")}
GUARDS = sum(16 * unit for unit in UNIT.values())
WFF_LETTERS = sum(15 * UNIT[letter] for letter in ORDER)
_BINARIES = (1 << 20) - 1


def pack(letters: Iterable[str]) -> int:
    """The multiset of the letters."""
    return sum(UNIT[letter] for letter in letters)


def count(bag: int, letter: str) -> int:
    """How many of a letter the multiset has."""
    return bag // UNIT[letter] & 15


def unpack(bag: int) -> str:
    """The letters of a multiset in a fixed order."""
    return "".join(letter * count(bag, letter) for letter in UNIT)


def fits(small: int, large: int) -> bool:
    """Whether the first multiset is part of the second."""
    return ((large | GUARDS) - small) & GUARDS == GUARDS


def excess(bag: int, over: int) -> int:
    """What the first multiset has beyond the second."""
    difference = (bag | GUARDS) - over
    return difference & ((difference & GUARDS) >> 4) * 15


def join(one: int, other: int) -> int:
    """The smallest multiset that contains both."""
    return other + excess(one, other)


def size(bag: int) -> int:
    """How many letters there are: the sum of digits to base 32, which is at most 28."""
    return bag % 31


def trees(bag: int) -> int:
    """How many WFFs the letters make if they make any: as many as there are variables more than C, A, K and E."""
    return (bag >> 25) % 31 - (bag & _BINARIES) % 31


def parts_of(bag: int) -> Iterator[int]:
    """Every multiset that is part of this one, the empty one and itself included."""
    steps = [(unit, bag // unit & 15) for unit in UNIT.values() if bag // unit & 15]
    found = [0]
    for unit, most in steps:
        found = [one + n * unit for one in found for n in range(most + 1)]
    return iter(found)
