"""Line references of a proof: which lines or sub-proofs a written number or letter means."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from table.logic.reading.sheet import Proof, ProofLine


def labels_in(ref: str) -> tuple[str, ...]:
    """The labels that a reference names: one, or the two ends of a range such as 2-7."""
    return tuple(filter(None, re.split(r"[-–—−…]+|\.{2,}", ref)))


def referred(lines: Sequence[ProofLine], index: int) -> frozenset[int] | None:
    """The indices of earlier lines that the references of line `index` may mean; None if one means nothing.

    Players number sub-proofs afresh, so a label may mean several lines. A label of an outer column (the book's
    `2 a | Np`) means the sub-proof that starts there, and a range such as 2-7 the one that it spans.
    """
    found: set[int] = set()
    names = _names(lines)
    for ref in lines[index].refs:
        for label in labels_in(ref):
            meant = {at for at in range(index) if label in names[at]}
            if not meant:
                return None
            found |= meant
    return frozenset(found)


def canonical(proof: Proof) -> Proof:
    """The proof with lines labelled 1, 2, 3 ... and the references that can be made out changed to match."""
    lines = []
    named = [replace(line, labels=names) for line, names in zip(proof.lines, _names(proof.lines), strict=True)]
    for index, line in enumerate(named):
        refs = tuple(_renamed(named, index, ref) for ref in line.refs)
        lines.append(replace(line, refs=refs, labels=(str(index + 1),)))
    return Proof(tuple(lines), proof.top)


def _names(lines: Sequence[ProofLine]) -> list[tuple[str, ...]]:
    """The labels of each line; a line without one goes by its place, unless another line is labelled so."""
    taken = {label for line in lines for label in line.labels}
    places = ((line, str(place)) for place, line in enumerate(lines, 1))
    return [line.labels or (() if place in taken else (place,)) for line, place in places]


def _latest(lines: Sequence[ProofLine], index: int, label: str) -> int | None:
    """The latest line before `index` that goes by `label`, one that is still in reach if there is any."""
    reached, hidden = None, None
    least = lines[index].depth
    for at in range(index - 1, -1, -1):
        line = lines[at]
        outer = line.depth - 1 if line.opens else line.depth
        if label in line.labels:
            depth = line.depth if label == line.labels[-1] else outer
            if depth <= least and reached is None:
                reached = at
            hidden = at if hidden is None else hidden
        least = min(least, outer)
    return hidden if reached is None else reached


def _renamed(lines: Sequence[ProofLine], index: int, ref: str) -> str:
    ends = [_latest(lines, index, label) for label in labels_in(ref)]
    if not ends or any(end is None for end in ends):
        return ref
    return "-".join(str(end + 1) for end in ends if end is not None)
