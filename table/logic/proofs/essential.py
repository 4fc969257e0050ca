"""Essential cubes: which parts of a solution must be necessary, and the shorter proof where one is not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from table.logic.proofs.prove import prove
from table.logic.proofs.verdict import Reason, reason
from table.logic.reading.sheet import Named, Premise, Solution, WrittenSheet
from table.logic.terms import Position, Terms


def inessential(position: Position, solution: Solution) -> Iterator[Reason]:
    """A reason for every part that holds a required cube and can be left out (VII-B-4).

    Leaving out more can only prove less, so one part at a time decides it.
    """
    seen: set[Premise | Named] = set()
    for part in held(position, solution):
        if part in seen:
            continue
        seen.add(part)
        shorter = without(solution, part, position.goal, position.terms)
        if shorter:
            name = part.text if isinstance(part, Premise) else str(part)
            cubes = "".join(letter for letter in part.cubes if letter in position.required)
            yield reason(
                "not-essential", f"{name} holds a required cube and can be left out", cubes=cubes, shorter=shorter
            )


def held(position: Position, solution: Solution) -> list[Premise | Named]:
    """The parts that hold a required cube, or may: where marks do not tell, the checker picks (VII-B-4(e))."""
    required = Counter(position.required)
    marked = Counter(part.cubes[mark] for part in solution.parts for mark in part.marks if mark < len(part.cubes))
    told = {letter for letter in required if marked[letter] == required[letter]}
    return [
        part
        for part in solution.parts
        if any(
            letter in required and (letter not in told or index in part.marks)
            for index, letter in enumerate(part.cubes)
        )
    ]


def without(solution: Solution, part: Premise | Named, goal: str, terms: Terms) -> WrittenSheet | None:
    """The solution less `part` with a proof, if that is still a correct solution with the same minimums."""
    rest = solution.without(part)
    if rest.cubes.total() < 2:
        return None
    if (terms.premise_needed and not rest.premises) or (terms.rule_needed and not rest.rules):
        return None
    proof = prove(rest.texts, rest.names, goal, terms)
    return WrittenSheet(rest, proof) if proof else None
