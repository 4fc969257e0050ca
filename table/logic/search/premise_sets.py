"""All sets of WFFs that can be made from given letters, found by truth table first so that few must be spelled."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from table.logic.proofs.formulas import needed
from table.logic.search.letters import BLOCKS, UNIT, count, pack, parts_of, size, trees
from table.logic.wff import ALL_ROWS, ALL_TRUE, BINARY, CONNECTIVES, VARIABLES, parts, truth

TABLED = 9
"""Up to how many letters truth tables are worth collecting before WFFs are spelled."""

_BINARY = [(letter, UNIT[letter]) for letter in BINARY]
_N = UNIT["N"]


class Forests:
    """The sets of WFFs for one goal that are true together only in rows of a truth table.

    Some WFFs may be held together as blocks, each counting as one letter.
    """

    def __init__(self, goal: str, blocks: Sequence[str], table: int) -> None:
        self.open_rows = ALL_ROWS ^ table
        self.blocks = tuple(blocks)
        found = needed(goal).union(*(needed(block) for block in blocks))
        if goal[0] == "C":
            left, right = parts(goal)
            found |= {f"C{right}{left}"}  # by which Ei and Eo lead from Cxy to Exy and back
        self.parts = sorted(found)
        self._saved = sum(UNIT[sign] - pack(block) for sign, block in zip(BLOCKS, self.blocks, strict=False))
        self._leaves: dict[int, tuple[str, int]] = {}
        for letter in VARIABLES:
            self._leaves[UNIT[letter]] = (letter, truth(letter))
        for sign, block in zip(BLOCKS, self.blocks, strict=False):
            self._leaves[UNIT[sign]] = (block, truth(block))
        self._parts: dict[int, tuple[int, ...]] = {}
        self._tables: dict[int, frozenset[int]] = {}
        self._wffs: dict[int, tuple[tuple[str, int], ...]] = {}
        self._conjunctions: dict[tuple[int, int], frozenset[int]] = {}

    def can_entail(self, bag: int) -> bool:
        """Whether some set of WFFs made from exactly these letters entails the goal; True also where not known."""
        many = trees(bag)
        if many < 1:
            return False
        if not count(bag, "N") and self.open_rows & ALL_TRUE:
            return False  # WFFs without N are all true where all variables are
        held = bag + self._saved
        if size(held) > TABLED:
            return True
        return any(not table & self.open_rows for table in self.conjunctions(held, many))

    def of(self, bag: int, tops: str | None = None) -> Iterator[tuple[str, ...]]:
        """Every set of WFFs made from exactly these letters, the blocks among them, that entails the goal.

        The longest is no part of another, unless inside a block; where it is no part of the goal either, it must
        begin with one of `tops`, the letters that the rules can take apart. None asks for no such thing.
        """
        return self._of(bag + self._saved, trees(bag), ALL_ROWS, (0, ""), tops)

    def tree_parts(self, bag: int) -> tuple[int, ...]:
        """The parts of a multiset that make one WFF each, small ones first."""
        found = self._parts.get(bag)
        if found is None:
            found = tuple(sorted((part for part in parts_of(bag) if trees(part) == 1), key=size))
            self._parts[bag] = found
        return found

    def tables(self, bag: int) -> frozenset[int]:
        """The truth tables of all WFFs made from exactly these letters."""
        known = self._tables.get(bag)
        if known is None:
            known = self._tables[bag] = frozenset(self._find_tables(bag))
        return known

    def wffs(self, bag: int) -> tuple[tuple[str, int], ...]:
        """Every WFF made from exactly these letters, with its truth table."""
        known = self._wffs.get(bag)
        if known is None:
            known = tuple(self._find_wffs(bag))
            if size(bag) <= TABLED:
                self._wffs[bag] = known
        return known

    def conjunctions(self, bag: int, many: int) -> frozenset[int]:
        """The truth tables of all sets of `many` WFFs made from exactly these letters."""
        if many == 1:
            return self.tables(bag)
        known = self._conjunctions.get((bag, many))
        if known is None:
            found: set[int] = set()
            for first in self.tree_parts(bag):
                if size(first) * many > size(bag):
                    break
                rest = self.conjunctions(bag - first, many - 1)
                found |= {one & other for one in self.tables(first) for other in rest}
            known = self._conjunctions[bag, many] = frozenset(found)
        return known

    def _find_tables(self, bag: int) -> set[int]:
        if bag in self._leaves:
            return {self._leaves[bag][1]}
        found: set[int] = set()
        if count(bag, "N"):
            found |= {ALL_ROWS ^ table for table in self.tables(bag - _N)}
        for letter, left, right in self._splits(bag):
            if letter == "C" or left <= right:
                joined = CONNECTIVES[letter]
                for one in self.tables(left):
                    found |= {joined(one, other) for other in self.tables(right)}
        return found

    def _longest(self, bag: int, tops: str | None) -> Iterator[tuple[str, int]]:
        """The WFFs that may be the longest premise."""
        if tops is None:
            yield from self.wffs(bag)
        elif bag in self._leaves:
            if self._leaves[bag][0] in self.parts:
                yield self._leaves[bag]
        else:
            yield from self._find_wffs(bag, tops)
            letters = bag
            for sign, block in zip(BLOCKS, self.blocks, strict=False):
                letters += count(bag, sign) * (pack(block) - UNIT[sign])
            for wff in self.parts:
                if wff[0] not in tops and pack(wff) == letters:
                    yield wff, truth(wff)

    def _find_wffs(self, bag: int, tops: str = BINARY + "N") -> Iterator[tuple[str, int]]:
        if bag in self._leaves:
            yield self._leaves[bag]
            return
        if "N" in tops and count(bag, "N"):
            for wff, table in self.wffs(bag - _N):
                yield "N" + wff, ALL_ROWS ^ table
        for letter, left, right in self._splits(bag, tops):
            others, joined = self.wffs(right), CONNECTIVES[letter]
            for one, table in self.wffs(left):
                for other, other_table in others:
                    yield letter + one + other, joined(table, other_table)

    def _splits(self, bag: int, tops: str = BINARY) -> Iterator[tuple[str, int, int]]:
        """The ways to part a WFF's letters into its first one and those of its two parts."""
        for letter, unit in _BINARY:
            if letter in tops and bag // unit & 15:
                rest = bag - unit
                for left in self.tree_parts(rest):
                    if trees(rest - left) == 1:
                        yield letter, left, rest - left

    def _of(self, bag: int, many: int, rows: int, last: tuple[int, str], tops: str | None) -> Iterator[tuple[str, ...]]:
        """Sets in increasing order, `last` being the one before; `rows` make all so far true."""
        whole = size(bag)
        open_rows = rows & self.open_rows
        if many == 1:
            for wff, table in self._longest(bag, tops):
                if not open_rows & table and (whole > last[0] or wff > last[1]):
                    yield (wff,)
            return
        for first in self.tree_parts(bag):
            length = size(first)
            if length * many > whole:
                break
            if length < last[0]:
                continue
            rest = bag - first
            others = self.conjunctions(rest, many - 1) if whole - length <= TABLED else None
            for wff, table in self.wffs(first):
                if length == last[0] and wff <= last[1]:
                    continue
                left = open_rows & table
                if others is not None and all(left & other for other in others):
                    continue
                for tail in self._of(rest, many - 1, rows & table, (length, wff), tops):
                    yield (wff, *tail)
