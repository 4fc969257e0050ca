"""All sets of WFFs that can be made from given letters, found by truth table first so that few must be spelled."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from table.logic.letters import ORDER, UNIT, count, parts_of, size, trees
from table.logic.wff import ALL_ROWS, truth

TABLED = 9
"""Up to how many letters truth tables are worth collecting before WFFs are spelled."""


@lru_cache(maxsize=1 << 16)
def tree_parts(bag: int) -> tuple[int, ...]:
    """The parts of a multiset that make one WFF each."""
    return tuple(part for part in parts_of(bag) if trees(part) == 1)


@lru_cache(maxsize=1 << 16)
def tables(bag: int) -> frozenset[int]:
    """The truth tables of all WFFs made from exactly these letters."""
    if trees(bag) != 1:
        return frozenset()
    if size(bag) == 1:
        return frozenset({truth(ORDER[(bag.bit_length() - 1) // 5])})
    found: set[int] = set()
    if count(bag, "N"):
        found |= {ALL_ROWS ^ table for table in tables(bag - UNIT["N"])}
    for letter in "CAKE":
        if count(bag, letter):
            rest = bag - UNIT[letter]
            for left in tree_parts(rest):
                right = rest - left
                if trees(right) != 1 or (letter != "C" and left > right):
                    continue
                for one in tables(left):
                    found |= {_join(letter, one, other) for other in tables(right)}
    return frozenset(found)


def _join(letter: str, left: int, right: int) -> int:
    if letter == "K":
        return left & right
    if letter == "A":
        return left | right
    if letter == "C":
        return (ALL_ROWS ^ left) | right
    return ALL_ROWS ^ left ^ right


@lru_cache(maxsize=1 << 14)
def wffs(bag: int) -> tuple[str, ...]:
    """Every WFF made from exactly these letters."""
    if trees(bag) != 1:
        return ()
    if size(bag) == 1:
        return (ORDER[(bag.bit_length() - 1) // 5],)
    found: list[str] = []
    if count(bag, "N"):
        found += ["N" + one for one in wffs(bag - UNIT["N"])]
    for letter in "CAKE":
        if count(bag, letter):
            rest = bag - UNIT[letter]
            for left in tree_parts(rest):
                if trees(rest - left) == 1:
                    found += [letter + one + other for one in wffs(left) for other in wffs(rest - left)]
    return tuple(found)


@lru_cache(maxsize=1 << 16)
def conjunctions(bag: int, many: int) -> frozenset[int]:
    """The truth tables of all sets of `many` WFFs made from exactly these letters."""
    if many == 1:
        return tables(bag)
    found: set[int] = set()
    for first in tree_parts(bag):
        if size(first) * many <= size(bag):
            rest = conjunctions(bag - first, many - 1)
            found |= {one & other for one in tables(first) for other in rest}
    return frozenset(found)


def can_entail(bag: int, goal_table: int) -> bool:
    """Whether some set of WFFs made from exactly these letters entails the goal; True also where it is not known."""
    many = trees(bag)
    if many < 1:
        return False
    if not count(bag, "N") and not goal_table >> 15 & 1:
        return False  # WFFs without N are all true where all variables are
    if size(bag) > TABLED:
        return True
    return any(not table & ~goal_table for table in conjunctions(bag, many))


def forests(bag: int, goal_table: int) -> Iterator[tuple[str, ...]]:
    """Every set of WFFs made from exactly these letters that entails the goal."""
    yield from _forests(bag, trees(bag), goal_table, ALL_ROWS, (0, ""))


def _forests(bag: int, many: int, goal_table: int, rows: int, last: tuple[int, str]) -> Iterator[tuple[str, ...]]:
    if many == 1:
        for wff in wffs(bag):
            if not rows & truth(wff) & ~goal_table and (len(wff), wff) > last:
                yield (wff,)
        return
    for first in tree_parts(bag):
        length = size(first)
        if length * many > size(bag) or length < last[0]:
            continue
        rest = bag - first
        if size(rest) <= TABLED:
            others = conjunctions(rest, many - 1)
            if not others:
                continue
        for wff in wffs(first):
            if (length, wff) <= last:
                continue
            left = rows & truth(wff)
            if size(rest) <= TABLED and all(left & other & ~goal_table for other in others):
                continue
            for tail in _forests(rest, many - 1, goal_table, left, (length, wff)):
                yield (wff, *tail)
