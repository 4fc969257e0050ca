"""Well-formed formulas in the game's prefix notation: reading, explaining, truth tables, parts and words."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import NewType

Wff = NewType("Wff", str)
"""A string that has been read as a WFF; every function below but `read` and `fault` takes it on trust."""

VARIABLES = "pqrs"
BINARY = "CAKE"
LETTERS = "CAKENRpqrsio"
MOST_LETTERS = 200
"""More letters than any set has cubes; whoever reads text from outside refuses what is longer."""
ALL_ROWS = 0xFFFF
"""A truth table is a 16-bit mask: bit v is the value in row v; p is bit 0 of v, q bit 1, r bit 2, s bit 3. That of Nx
is x's with all rows turned: `ALL_ROWS ^ x`."""
ALL_TRUE = 1 << 15
"""The row in which all variables are true."""
CONNECTIVES: dict[str, Callable[[int, int], int]] = {
    "C": lambda left, right: (ALL_ROWS ^ left) | right,
    "A": operator.or_,
    "K": operator.and_,
    "E": lambda left, right: ALL_ROWS ^ left ^ right,
}
"""The truth table of a WFF from those of its two parts."""


@dataclass(frozen=True)
class Fault:
    """Why a string is not a WFF: the 1-based position of the trouble and a sentence about it."""

    text: str
    position: int
    reason: str

    def __str__(self) -> str:
        return f"{self.text or '(empty)'} is not a WFF: {self.reason}"


class NotAWffError(ValueError):
    """Raised by `read`; `fault` says where and why."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(str(fault))
        self.fault = fault


def read(text: str) -> Wff:
    """The WFF that `text` is; raises NotAWffError."""
    trouble = fault(text)
    if trouble:
        raise NotAWffError(trouble)
    return Wff(text)


def is_wff(text: str) -> bool:
    """Whether `text` is a WFF (II-B)."""
    return fault(text) is None


def fault(text: str) -> Fault | None:
    """What keeps `text` from being a WFF, or None if it is one."""
    if not text:
        return Fault(text, 1, "there are no letters")
    open_letters: list[tuple[int, int]] = []  # position of a letter and how many WFFs it still waits for
    for position, letter in enumerate(text, 1):
        if letter in "iR" or letter == "o":
            return Fault(text, position, f"{letter} (letter {position}) only makes rule names")
        if letter not in LETTERS:
            return Fault(text, position, f"{letter!r} (letter {position}) is on no cube")
        if letter == "N" or letter in BINARY:
            open_letters.append((position, 1 if letter == "N" else 2))
            continue
        while open_letters and open_letters[-1][1] == 1:
            open_letters.pop()
        if open_letters:
            open_letters.append((open_letters.pop()[0], 1))
        elif position < len(text):
            rest = text[position:]
            return Fault(text, position + 1, f"{text[:position]} is complete and {rest} is left over")
    if not open_letters:
        return None
    position, missing = open_letters[-1]
    letter = text[position - 1]
    wants = "its WFF" if letter == "N" else "two WFFs" if missing == 2 else "its second WFF"
    return Fault(text, len(text) + 1, f"{letter} (letter {position}) lacks {wants}")


@lru_cache(maxsize=1 << 16)
def parts(wff: str) -> tuple[Wff, ...]:
    """The WFFs directly under the first letter: none of a variable, one of N, two of C, A, K and E."""
    if wff[0] == "N":
        return (Wff(wff[1:]),)
    if wff[0] in BINARY:
        split = _end(wff, 1)
        return (Wff(wff[1:split]), Wff(wff[split:]))
    return ()


@lru_cache(maxsize=1 << 16)
def truth(wff: str) -> int:
    """The truth table of a WFF as a 16-bit mask."""
    letter = wff[0]
    if letter in VARIABLES:
        return _ROWS[letter]
    if letter == "N":
        return ALL_ROWS ^ truth(wff[1:])
    left, right = parts(wff)
    return CONNECTIVES[letter](truth(left), truth(right))


def entails(premises: tuple[str, ...] | list[str], goal: str) -> bool:
    """Whether every row that makes all premises true makes the goal true."""
    rows = ALL_ROWS
    for premise in premises:
        rows &= truth(premise)
    return not rows & ~truth(goal)


def subformulas(wff: str) -> Iterator[Wff]:
    """The WFF itself and every WFF inside it, outermost first, once per place where it stands."""
    stack = [Wff(wff)]
    while stack:
        one = stack.pop()
        yield one
        stack.extend(reversed(parts(one)))


def in_words(wff: str) -> str:
    """A reading aid: `Cpq` is "if p then q", with brackets where the words alone would be ambiguous."""
    letter = wff[0]
    inside = [_bracketed(part) for part in parts(wff)]
    if letter == "N":
        return f"not {inside[0]}"
    if letter == "C":
        return f"if {inside[0]} then {inside[1]}"
    if letter == "A":
        return f"{inside[0]} or {inside[1]}"
    if letter == "K":
        return f"{inside[0]} and {inside[1]}"
    if letter == "E":
        return f"{inside[0]} if and only if {inside[1]}"
    return letter


_ROWS = {name: sum(1 << v for v in range(16) if v >> bit & 1) for bit, name in enumerate(VARIABLES)}


def _end(text: str, start: int) -> int:
    """Where the WFF that starts at `start` ends."""
    missing = 1
    while missing:
        letter = text[start]
        missing += 1 if letter in BINARY else 0 if letter == "N" else -1
        start += 1
    return start


def _bracketed(wff: Wff) -> str:
    words = in_words(wff)
    return words if len(wff) == 1 else f"({words})"
