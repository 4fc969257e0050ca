"""In which order the parts of a line stand on paper, when some of it is written from right to left.

This is the Unicode Bidirectional Algorithm (UAX #9) for one line, with the names of its rules beside what does them.
Of its explicit marks it knows isolates, which our own sentences put around names; `shown` takes marks out of what
people typed. Its rule for pairs of brackets (N0) is left out: isolates do that work here.
"""

from __future__ import annotations

import re
from itertools import groupby
from typing import NamedTuple
from unicodedata import bidirectional

from table.sheets.plain import shown

OPEN, CLOSE = "\u2068", "\u2069"
_ISOLATE = re.compile(f"{OPEN}([^{OPEN}{CLOSE}]*){CLOSE}")

_NUMBERS = ("EN", "AN")


class DirectionRun(NamedTuple):
    """A part that is written in one direction, in the order in which it is read."""

    text: str
    leftwards: bool


def isolated(name: str) -> str:
    """A name that keeps its own direction in a sentence, and leaves the sentence its own."""
    return f"{OPEN}{shown(name)}{CLOSE}"


def runs(sentence: str) -> list[DirectionRun]:
    """The parts of a line as they stand from left to right. The line is English; isolates go by their first letter."""
    parts: list[DirectionRun] = []
    for number, part in enumerate(_ISOLATE.split(sentence)):
        inside = number % 2 == 1
        # A mark without its other half, as in a line that is still being broken, means nothing.
        parts += _ordered(part.replace(OPEN, "").replace(CLOSE, ""), "" if inside else "L")
    return parts


def leftwards(text: str) -> bool:
    """Whether any of it is written from right to left."""
    return any(bidirectional(char) in ("R", "AL") for char in text)


def _ordered(text: str, outer: str = "") -> list[DirectionRun]:
    if not text:
        return []
    levels = _levels([bidirectional(char) or "L" for char in text], outer)
    parts: list[tuple[int, str]] = []
    for level, group in groupby(zip(levels, text, strict=True), key=lambda pair: pair[0]):
        parts.append((level, "".join(char for _, char in group)))
    for level in range(max(levels), 0, -1):  # L2: from the innermost outwards, each stretch is turned about
        parts = _turned(parts, level)
    return [DirectionRun(part, level % 2 == 1) for level, part in parts]


def _levels(kinds: list[str], outer: str) -> list[int]:
    first = next((kind for kind in kinds if kind in ("L", "R", "AL")), "L")
    outer = outer or ("L" if first == "L" else "R")  # P2, P3: the first letter decides
    kinds = _neutrals(_numbers(_marks(kinds, outer), outer), outer)
    if outer == "L":
        return [{"L": 0, "R": 1}.get(kind, 2) for kind in kinds]  # I1
    return [1 if kind == "R" else 2 for kind in kinds]  # I2


def _marks(kinds: list[str], outer: str) -> list[str]:
    """W1: marks and joiners go with the letter before them."""
    done: list[str] = []
    for kind in kinds:
        done.append((done[-1] if done else outer) if kind in ("NSM", "BN") else kind)
    return done


def _numbers(kinds: list[str], outer: str) -> list[str]:
    """W2 to W7: what numbers and the signs beside them count as."""
    done: list[str] = []
    strong = outer
    for kind in kinds:
        strong = kind if kind in ("L", "R", "AL") else strong
        done.append("AN" if kind == "EN" and strong == "AL" else kind)
    done = ["R" if kind == "AL" else kind for kind in done]
    for i in range(1, len(done) - 1):
        before, after = done[i - 1], done[i + 1]
        if before == after and (before, done[i]) in (("EN", "ES"), ("EN", "CS"), ("AN", "CS")):
            done[i] = before
    done = _beside_numbers(done)
    strong = outer
    for i, kind in enumerate(done):
        strong = kind if kind in ("L", "R") else strong
        done[i] = "L" if kind == "EN" and strong == "L" else kind
    return done


def _beside_numbers(kinds: list[str]) -> list[str]:
    """W5, W6: a row of signs such as % or # next to a number belongs to it; what is left of signs is neutral."""
    done: list[str] = []
    stretches = [(kind, len(list(group))) for kind, group in groupby(kinds)]
    for i, (kind, length) in enumerate(stretches):
        neighbours = [stretches[j][0] for j in (i - 1, i + 1) if 0 <= j < len(stretches)]
        now = "EN" if kind == "ET" and "EN" in neighbours else "ON" if kind in ("ES", "ET", "CS") else kind
        done += [now] * length
    return done


def _neutrals(kinds: list[str], outer: str) -> list[str]:
    """N1, N2: spaces and signs go with their neighbours if those agree, else with the line."""
    done: list[str] = []
    stretches = [(kind, len(list(group))) for kind, group in groupby(kinds, key=_weak)]
    sides = [side for side, _ in stretches]
    start = 0
    for i, (side, length) in enumerate(stretches):
        if side == "neutral":
            before = sides[i - 1] if i else outer
            after = sides[i + 1] if i + 1 < len(sides) else outer
            done += [before if before == after else outer] * length
        else:
            done += kinds[start : start + length]
        start += length
    return done


def _weak(kind: str) -> str:
    return "L" if kind == "L" else "R" if kind in ("R", *_NUMBERS) else "neutral"


def _turned(parts: list[tuple[int, str]], level: int) -> list[tuple[int, str]]:
    done: list[tuple[int, str]] = []
    for inside, group in groupby(parts, key=lambda part: part[0] >= level):
        stretch = list(group)
        done += reversed(stretch) if inside else stretch
    return done
