"""Reading the one line of a solution, with required cubes marked by `*` after a letter or `^` under it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from table.logic.sheet import Named, Premise, Solution


class UnreadableError(ValueError):
    """Text that cannot be read, and so is neither right nor wrong; row and column are 1-based."""

    def __init__(self, row: int, column: int, problem: str) -> None:
        super().__init__(f"line {row}, column {column}: {problem}")
        self.row, self.column, self.problem = row, column, problem


MARKS = re.compile(r"\s*[\^↑][\^↑\s]*")
HEADING = re.compile(r"\s*[Ss]olution\b\s*:?")


def read_solution(text: str) -> Solution:
    """A solution alone, such as `p, K*sCpr / Ko, R(Ki)`; raises UnreadableError."""
    rows = text.splitlines() or [""]
    line = SolutionLine(rows[0].expandtabs(4), 1)
    for row, under in enumerate(rows[1:], 2):
        if MARKS.fullmatch(under):
            line.mark(under.expandtabs(4), row)
        elif under.strip():
            raise UnreadableError(row, 1, "a solution is one line, with a line of ^ under it at most")
    return line.solution()


class SolutionLine:
    """A solution being read: the line itself, then perhaps the marks under it."""

    def __init__(self, line: str, row: int) -> None:
        self.row = row
        heading = HEADING.match(line)
        start = heading.end() if heading else 0
        if line.count("/") > 1:
            raise UnreadableError(row, line.rindex("/") + 1, "one / parts the premises from the rules")
        slash = line.find("/") if "/" in line else len(line)
        self._premises = list(_items(line, start, slash, row))
        self._rules = list(_items(line, slash + 1, len(line), row))
        for item in self._premises:
            if item.wild is not None:
                raise UnreadableError(row, item.columns[0], "only rules have brackets")

    def mark(self, marks: str, row: int) -> None:
        """Take over a row of `^` or `↑`, each under the letter it marks, or one column beside it."""
        for column, sign in enumerate(marks, 1):
            if sign in "^↑":
                item, index = self._letter_at(column, row)
                item.marks.add(index)

    def solution(self) -> Solution:
        """The solution as read so far."""
        return Solution(
            tuple(Premise(item.letters, tuple(sorted(item.marks))) for item in self._premises),
            tuple(_named(item) for item in self._rules),
        )

    def _letter_at(self, column: int, row: int) -> tuple[_Item, int]:
        items = (*self._premises, *self._rules)
        for near in (0, -1, 1):
            for item in items:
                if column + near in item.columns:
                    return item, item.columns.index(column + near)
                if item.wild is not None and item.columns[0] <= column + near <= item.last:
                    return item, 0
        raise UnreadableError(row, column, "this mark stands under no letter of the solution")


@dataclass
class _Item:
    letters: str
    columns: list[int]
    last: int
    wild: str | None
    marks: set[int] = field(default_factory=set)


_ITEM = re.compile(r"(?P<letters>[A-Za-z*\s]*)(?P<bracket>\(\s*(?P<wild>[A-Za-z*\s]*)\)\s*(?P<star>\*?))?\s*\.?\s*")


def _named(item: _Item) -> Named:
    marks = tuple(sorted(item.marks))
    if item.wild is not None:
        return Named(item.wild or "R", True, marks)
    return Named(item.letters, item.letters == "R", marks)


def _items(line: str, start: int, end: int, row: int) -> Iterator[_Item]:
    """The items between commas: letters with their columns, stars, and what stands in brackets."""
    if start >= end:
        return
    for chunk in re.finditer("[^,;]+", line[start:end]):
        at = start + chunk.start()
        if not chunk[0].strip():
            continue
        match = _ITEM.fullmatch(chunk[0])
        if not match:
            bad = re.search(r"[^A-Za-z*\s()]", chunk[0])
            column = at + (bad.start() if bad else 0) + 1
            raise UnreadableError(row, column, f"cannot read {chunk[0].strip()!r} as a premise or a rule")
        item = _Item("", [], at + len(chunk[0].rstrip()), None)
        for offset, letter in enumerate(match["letters"]):
            if letter == "*" and item.letters:
                item.marks.add(len(item.letters) - 1)
            elif letter.isalpha():
                item.letters += letter
                item.columns.append(at + offset + 1)
        if match["bracket"] is not None:
            if item.letters != "R":
                raise UnreadableError(row, at + 1, f"{chunk[0].strip()!r}: only R is written with a rule in brackets")
            item.wild = re.sub(r"[*\s]", "", match["wild"])
            if match["star"] or "*" in match["wild"]:
                item.marks.add(0)
        if not item.letters:
            raise UnreadableError(row, at + 1, f"cannot read {chunk[0].strip()!r} as a premise or a rule")
        yield item
