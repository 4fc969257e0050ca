"""Whether one line of a proof follows: each rule of inference, tried on the lines and sub-proofs in reach."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import product

from table.logic.terms import Terms
from table.logic.wff import parts


@dataclass(frozen=True)
class LineInReach:
    """A line in reach: its WFF, its index in the proof and how many sub-proof borders lie between."""

    wff: str
    index: int
    levels: int


@dataclass
class Box:
    """A proof or sub-proof while it is walked through. The outermost one has no assumption."""

    first: int
    assumption: str | None
    lines: list[tuple[int, str]] = field(default_factory=list)
    closed: list[Box] = field(default_factory=list)
    last: int = -1

    def holds(self, wff: str) -> bool:
        return any(wff == one for _, one in self.lines)


@dataclass(frozen=True)
class LinesInReach:
    """Everything a line may rest on: lines and finished sub-proofs, with the borders in between."""

    lines: tuple[LineInReach, ...]
    boxes: tuple[tuple[Box, int], ...]

    def only(self, indices: frozenset[int]) -> LinesInReach:
        """What of it was referred to: lines by their index, sub-proofs by that of any line in them."""
        return LinesInReach(
            tuple(one for one in self.lines if one.index in indices),
            tuple(
                (box, levels) for box, levels in self.boxes if any(box.first <= index <= box.last for index in indices)
            ),
        )


def reach_of(stack: list[Box]) -> LinesInReach:
    """What a line in the innermost box of `stack` can see."""
    lines, boxes = [], []
    for levels, box in enumerate(reversed(stack)):
        lines += [LineInReach(wff, index, levels) for index, wff in box.lines]
        boxes += [(closed, levels) for closed in box.closed]
    return LinesInReach(tuple(lines), tuple(boxes))


def follows(wff: str, rule: str | None, carried: int, reach: LinesInReach, terms: Terms) -> bool:
    """Whether `wff` follows by `rule` with `carried` R's before it; `rule` None is R alone."""
    if rule is None:
        return any(one.wff == wff and one.levels == carried for one in reach.lines)
    for inputs in _RULES[rule](wff, reach, terms):
        if terms.reiteration == "free":
            if carried == 0:
                return True
        elif any(carried in (max(levels), sum(levels)) for levels in product(*inputs)):
            # Two lines carried over one border each may be counted as one R or as two: the books do not say.
            return True
    return False


def levels_of(wff: str, reach: LinesInReach) -> set[int]:
    """Over how many borders a line would have to be carried to stand here."""
    return {one.levels for one in reach.lines if one.wff == wff}


_Inputs = list[set[int]]
"""For every line or sub-proof that a step rests on, the borders it may have to be carried over."""


def _found(*inputs: set[int]) -> Iterator[_Inputs]:
    if all(inputs):
        yield list(inputs)


def _pair(first: str, second: str, reach: LinesInReach, terms: Terms) -> Iterator[_Inputs]:
    """Two lines; different ones where an event does not allow citing a line twice."""
    if first == second and not terms.line_cited_twice and sum(one.wff == first for one in reach.lines) < 2:
        return
    yield from _found(levels_of(first, reach), levels_of(second, reach))


def _ki(wff: str, reach: LinesInReach, terms: Terms) -> Iterator[_Inputs]:
    if wff[0] == "K":
        left, right = parts(wff)
        yield from _pair(left, right, reach, terms)


def _ko(wff: str, reach: LinesInReach, terms: Terms) -> Iterator[_Inputs]:
    for one in reach.lines:
        if one.wff[0] == "K" and wff in parts(one.wff):
            yield [{one.levels}]


def _co(wff: str, reach: LinesInReach, terms: Terms) -> Iterator[_Inputs]:
    for one in reach.lines:
        if one.wff[0] == "C" and parts(one.wff)[1] == wff:
            yield from _found({one.levels}, levels_of(parts(one.wff)[0], reach))


def _ai(wff: str, reach: LinesInReach, terms: Terms) -> Iterator[_Inputs]:
    if wff[0] == "A":
        for part in parts(wff):
            yield from _found(levels_of(part, reach))


def _ei(wff: str, reach: LinesInReach, terms: Terms) -> Iterator[_Inputs]:
    if wff[0] == "E":
        left, right = parts(wff)
        yield from _pair(f"C{left}{right}", f"C{right}{left}", reach, terms)


def _eo(wff: str, reach: LinesInReach, terms: Terms) -> Iterator[_Inputs]:
    if wff[0] == "C":
        left, right = parts(wff)
        yield from _found(levels_of(f"E{left}{right}", reach) | levels_of(f"E{right}{left}", reach))


def _rp(wff: str, reach: LinesInReach, terms: Terms) -> Iterator[_Inputs]:
    yield from _found(levels_of(wff, reach))


def _ci(wff: str, reach: LinesInReach, terms: Terms) -> Iterator[_Inputs]:
    if wff[0] == "C":
        left, right = parts(wff)
        yield from _found(_leading(left, right, reach, terms))


def _ao(wff: str, reach: LinesInReach, terms: Terms) -> Iterator[_Inputs]:
    for one in reach.lines:
        if one.wff[0] == "A":
            left, right = (_leading(part, wff, reach, terms) for part in parts(one.wff))
            yield from _found({one.levels}, left, right)


def _ni(wff: str, reach: LinesInReach, terms: Terms) -> Iterator[_Inputs]:
    if wff[0] == "N":
        yield from _found(_refuting(wff[1:], reach, terms))


def _no(wff: str, reach: LinesInReach, terms: Terms) -> Iterator[_Inputs]:
    yield from _found(_refuting("N" + wff, reach, terms))


_RULES: dict[str, Callable[[str, LinesInReach, Terms], Iterable[_Inputs]]] = {
    "Ki": _ki,
    "Ko": _ko,
    "Co": _co,
    "Ai": _ai,
    "Ei": _ei,
    "Eo": _eo,
    "Rp": _rp,
    "Ci": _ci,
    "Ao": _ao,
    "Ni": _ni,
    "No": _no,
}


def _leading(assumption: str, wff: str, reach: LinesInReach, terms: Terms) -> set[int]:
    """Where there is a sub-proof (assumption...wff); with free use of outer lines the WFF may be one of them."""
    outside = terms.reiteration == "free" and any(one.wff == wff for one in reach.lines)
    return {levels for box, levels in _boxes(assumption, reach, terms) if outside or box.holds(wff)}


def _refuting(assumption: str, reach: LinesInReach, terms: Terms) -> set[int]:
    """Where there is a sub-proof from the assumption to some x and Nx."""
    # In the Essential Rules outer lines may be used as they are, and Nx may stand outside.
    outside = {one.wff for one in reach.lines} if terms.reiteration == "free" else set()
    found = set()
    for box, levels in _boxes(assumption, reach, terms):
        there = {wff for _, wff in box.lines} | outside
        if any("N" + wff in there for wff in there):
            found.add(levels)
    return found


def _boxes(assumption: str, reach: LinesInReach, terms: Terms) -> Iterator[tuple[Box, int]]:
    for box, levels in reach.boxes:
        if box.assumption == assumption and (terms.one_line_subproofs or len(box.lines) > 1):
            yield box, levels
