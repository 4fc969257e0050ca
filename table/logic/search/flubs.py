"""Flubs: a move that makes a solution impossible (P), or needlessly allows one with one more cube (A)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from table.logic.search.solve import NoSolution, Solved, Undecided, never, solve
from table.logic.terms import Position

Place: TypeAlias = Literal["required", "permitted", "forbidden"]
PLACES: tuple[Place, ...] = ("required", "permitted", "forbidden")


@dataclass(frozen=True)
class CubeMove:
    """A cube from Resources to a section of the mat."""

    letter: str
    place: Place


@dataclass(frozen=True)
class Judged:
    """What a move does: `possible` and `allows` are None where the search was stopped."""

    move: CubeMove
    possible: bool | None
    """Whether a solution is still possible with all that is left (the P-claim)."""
    allows: bool | None
    """Whether one is possible with at most one more cube of Resources (what the A-claim is about)."""
    flub: Literal["", "P", "A"] | None
    """P, A, or empty for none; None where it was not decided."""


def after(position: Position, move: CubeMove) -> Position:
    """The position once the cube has been moved."""
    at = position.resources.index(move.letter)
    rest = position.resources[:at] + position.resources[at + 1 :]
    return replace(position, resources=rest, **{move.place: getattr(position, move.place) + move.letter})


def moves(position: Position) -> Iterator[CubeMove]:
    """Every move there is; the last cube may not be forbidden (VIII-A)."""
    places = PLACES if len(position.resources) > 1 else PLACES[:2]
    for letter in dict.fromkeys(position.resources):
        for place in places:
            yield CubeMove(letter, place)


def judge_moves(position: Position, stop: Callable[[], bool] = never) -> list[Judged]:
    """Every move from the position with what it does, for the player whose turn it is."""
    facts = [(move, *_facts(after(position, move), stop)) for move in moves(position)]
    safe = any(possible and allows is False for _, possible, allows in facts)
    unsure = any(possible is None or (possible and allows is None) for _, possible, allows in facts)
    return [Judged(move, possible, allows, _flub(possible, allows, safe, unsure)) for move, possible, allows in facts]


def judge_move(position: Position, move: CubeMove, stop: Callable[[], bool] = never) -> Judged:
    """One move, made from the position; the others are only looked at where the A-claim depends on them."""
    possible, allows = _facts(after(position, move), stop)
    if not possible or not allows:
        return Judged(move, possible, allows, _flub(possible, allows, False, False))
    unsure = False
    for other in moves(position):
        here, soon = _facts(after(position, other), stop)
        if here and soon is False:
            return Judged(move, possible, allows, "A")
        unsure = unsure or here is None or (here and soon is None)
    return Judged(move, possible, allows, None if unsure else "")


def _facts(position: Position, stop: Callable[[], bool]) -> tuple[bool | None, bool | None]:
    soon = solve(position, "now", stop)
    if isinstance(soon, Solved):
        return True, True
    later = solve(position, "impossible", stop)
    possible = None if isinstance(later, Undecided) else isinstance(later, Solved)
    allows = False if isinstance(soon, NoSolution) else None
    return possible, allows


def _flub(possible: bool | None, allows: bool | None, safe: bool, unsure: bool) -> Literal["", "P", "A"] | None:
    if possible is False:
        return "P"
    if possible is None or allows is None:
        return None
    if not allows:
        return ""
    return "A" if safe else None if unsure else ""
