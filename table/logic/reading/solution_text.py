"""Reading the one line of a solution, with required cubes marked by `*` after a letter or `^` under it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from table.logic.reading.sheet import Named, Premise, Solution
from table.logic.wff import MOST_LETTERS


class UnreadableError(ValueError):
    """Text that cannot be read, and so is neither right nor wrong; row and column are 1-based."""

    def __init__(self, row: int, column: int, problem: str) -> None:
        super().__init__(f"line {row}, column {column}: {problem}")
        self.row, self.column, self.problem = row, column, problem


MARKS = re.compile(r"\s*[\^↑][\^↑\s]*")
HEADING = re.compile(r"\s*(?i:solution)\b\s*:?")


def read_solution(text: str) -> Solution:
    """A solution alone, such as `p, K*sCpr / Ko, R(Ki)`; raises UnreadableError."""
    rows = text.removeprefix("\ufeff").splitlines() or [""]
    line = SolutionLine(rows[0].expandtabs(8), 1)
    for row, under in enumerate(rows[1:], 2):
        if MARKS.fullmatch(under):
            line.mark(under.expandtabs(8), row)
        elif under.strip():
            raise UnreadableError(row, 1, "a solution is one line, with a line of ^ under it at most")
    return line.solution()


class SolutionLine:
    """A solution being read: its line, or two if it goes on after the heading or the /, and the marks under them."""

    def __init__(self, line: str, row: int) -> None:
        self.row = row
        self._parted = False
        self._premises: list[_Item] = []
        self._rules: list[_Item] = []
        heading = HEADING.match(line)
        self.take(line, row, heading.end() if heading else 0)

    @property
    def empty(self) -> bool:
        """Whether there is only the heading so far."""
        return not (self._parted or self._premises or self._rules)

    def goes_on(self, line: str) -> bool:
        """Whether `line`, next after the solution, is the rest of it."""
        if not self._parted:
            return "/" in line and not HEADING.match(line)
        return not self._rules and bool(_RULE_ROW.fullmatch(line))

    def take(self, line: str, row: int, start: int = 0) -> None:
        """Read on in `line`, from `start`."""
        self._row = row
        if line.count("/") + self._parted > 1:
            raise UnreadableError(row, line.rindex("/") + 1, "one / parts the premises from the rules")
        slash = -1 if self._parted else line.find("/") if "/" in line else len(line)
        premises = list(_items(line, start, slash, row))
        for item in premises:
            if item.wild is not None:
                raise UnreadableError(row, item.columns[0], "only rules have brackets")
        self._premises += premises
        self._rules += _items(line, slash + 1, len(line), row)
        self._parted = self._parted or "/" in line

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
        items = [item for item in (*self._premises, *self._rules) if item.row == self._row]
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
    row: int
    marks: set[int] = field(default_factory=set)


_ITEM = re.compile(
    r"(?P<letters>[A-Za-z*\s]*)(?P<bracket>[(\[]\s*(?P<wild>[A-Za-z*\s]*)[)\]]\s*(?P<star>\*?))?\s*\.?\s*"
)
_RULE = r"(?:[CAKEN]\*?[io]|R\*?p|R\s*[(\[][\w\s*]*[)\]]|R)\*?"
_RULE_ROW = re.compile(rf"\s*{_RULE}(?:[\s,;]+{_RULE})*[\s,;.]*")


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
        item = _Item("", [], at + len(chunk[0].rstrip()), None, row)
        for offset, letter in enumerate(match["letters"]):
            if letter == "*" and not item.letters:
                raise UnreadableError(row, at + offset + 1, "a * stands after the letter that it marks")
            if letter == "*":
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
        if len(item.letters) > MOST_LETTERS:
            raise UnreadableError(row, at + 1, f"this has {len(item.letters)} letters, and {MOST_LETTERS} are the most")
        if not item.letters:
            raise UnreadableError(row, at + 1, f"cannot read {chunk[0].strip()!r} as a premise or a rule")
        yield item
