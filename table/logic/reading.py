"""Reading a sheet, solution and proof, as players write them, with row and column for what cannot be read."""

from __future__ import annotations

import re
from dataclasses import dataclass

from table.logic.sheet import Line, Proof, Sheet
from table.logic.solution_text import HEADING, MARKS, SolutionLine, UnreadableError
from table.logic.terms import RULES
from table.logic.wff import is_wff


def read_sheet(text: str) -> Sheet:
    """The solution and the proof in `text`, in either order (VII-B-1); raises UnreadableError."""
    solution: SolutionLine | None = None
    top: tuple[tuple[str, ...], str] | None = None
    written: list[_Written] = []
    for row, raw in enumerate(text.splitlines(), 1):
        line = raw.expandtabs(4)
        if _IDLE.fullmatch(line):
            continue
        if MARKS.fullmatch(line):
            if solution and row == solution.row + 1:
                solution.mark(line, row)
        elif _UNDERLINE.fullmatch(line):
            if written:
                written[-1].ruled = True
        elif "/" in line or HEADING.match(line):
            if solution:
                raise UnreadableError(row, 1, f"this is a second solution; the first is on line {solution.row}")
            solution = SolutionLine(line, row)
        elif _ARROW.search(line):
            if top or written:
                raise UnreadableError(row, 1, "the line with the arrow must come before the proof, and only once")
            top = _top(line, row)
        else:
            written.append(_written(line, row))
    if solution is None:
        raise UnreadableError(1, 1, "no solution found; write it on a line like 'solution: p, Cpq / Co'")
    return Sheet(solution.solution(), Proof(_structured(written), top))


_BAR = "|│┃¦"
_IDLE = re.compile(rf"\s*(#.*|[Pp]roof\s*:?\s*|[{_BAR}\s]*)")
_UNDERLINE = re.compile(rf"[\s{_BAR}+├└─]*[-_─][\s\-_─]*")
_ARROW = re.compile(r"[-=–—]+>|[→⟶⇒⟹⊢∴]|\|-")
_LABEL = re.compile(r"\(?(\d+(?:\.\d+)*[a-z]?|[a-hj-nt-z])(?:[.):]+|(?=[\s|│┃¦]))")
_TOKEN = re.compile(r"R\s*\(\s*(?P<wild>\w*)\s*\)|(?P<plain>[\w.\-–…]+)")
_REF = re.compile(r"\d[\w.\-–…]*|[a-z]\d*([\-–…]+\w+)?")
_SUPPOSED = re.compile(r"[sS]|[Ss]up\w*|[Pp]rem\w*|[Aa]ssum\w*")
_FILLER = frozenset({"by", "from", "line", "lines", "and", "on", "of", "using", "with"})


@dataclass
class _Written:
    """A row of the proof before sub-proofs are made out."""

    row: int
    column: int
    bars: int
    labels: tuple[str, ...]
    wffs: tuple[str, ...]
    rules: tuple[str, ...] = ()
    refs: tuple[str, ...] = ()
    supposed: bool = False
    ruled: bool = False


def _written(line: str, row: int) -> _Written:
    at, bars, labels = 0, 0, []
    while at < len(line):
        if line[at].isspace() or line[at] in _BAR:
            bars += line[at] in _BAR
            at += 1
        elif label := _LABEL.match(line, at):
            labels.append(label[1])
            at = label.end()
        else:
            break
    tokens = _tokens(line, at, row)
    wffs: list[str] = []
    if tokens and tokens[0] not in RULES:
        wffs.append(tokens.pop(0))
    while tokens and _is_another_wff(tokens):
        wffs.append(tokens.pop(0))
    one = _Written(row, at + 1, bars, tuple(labels), tuple(wffs))
    if len(tokens) == 1 and _SUPPOSED.fullmatch(tokens[0]):
        one.supposed = True
        return one
    # A word that is no rule stays among the rules: the checker says that a rule is written incorrectly.
    one.refs = tuple(token for token in tokens if token not in RULES and _REF.fullmatch(token))
    one.rules = tuple(token for token in tokens if token not in one.refs and token not in _FILLER)
    return one


def _tokens(line: str, at: int, row: int) -> list[str]:
    tokens = []
    while at < len(line):
        if line[at].isspace() or line[at] in ",;:()[]&" + _BAR:
            at += 1
            continue
        match = _TOKEN.match(line, at)
        if not match:
            raise UnreadableError(row, at + 1, f"{line[at]!r} belongs neither to a WFF nor to a reason")
        token = match["plain"] if match["wild"] is None else match["wild"]
        tokens.append(token.rstrip(".-–…") or token or "R")
        at = match.end()
    return tokens


def _is_another_wff(tokens: list[str]) -> bool:
    if tokens[0] == "s" and len(tokens) == 1:
        return False  # the mark of a supposition
    return is_wff(tokens[0])


def _structured(written: list[_Written]) -> tuple[Line, ...]:
    """Lines with their depth and with the premises of sub-proofs made out.

    A line without a rule inside a sub-proof begins another one: the books ask for no mark there (VII-B-2(c)).
    """
    by_bars = any(one.bars for one in written)
    least = min((one.bars for one in written), default=0)
    columns: list[int] = []
    lines: list[Line] = []
    for one in written:
        depth = one.bars - least if by_bars else _depth_by_indent(columns, one.column)
        deeper = depth > (lines[-1].depth if lines else 0)
        opens = depth > 0 and (deeper or not one.rules)
        lines.append(
            Line(
                one.wffs,
                one.rules,
                one.refs,
                one.supposed,
                depth,
                opens,
                one.labels,
                one.ruled,
                one.row,
                one.column,
            )
        )
    return tuple(lines)


def _depth_by_indent(columns: list[int], column: int) -> int:
    """Where a line stands among the columns open so far; one column off is the writer's hand, no level."""
    while len(columns) > 1 and column < columns[-1] - 1:
        columns.pop()
    if not columns or column > columns[-1] + 1:
        columns.append(column)
    return len(columns) - 1


def _top(line: str, row: int) -> tuple[tuple[str, ...], str]:
    arrow = _ARROW.search(line)
    assert arrow
    left, right = line[: arrow.start()], line[arrow.end() :]
    for text, start in ((left, 0), (right, arrow.end())):
        bad = re.search(r"[^\w\s,;.]", text)
        if bad:
            raise UnreadableError(row, start + bad.start() + 1, f"{bad[0]!r} does not belong on the top line")
    return tuple(one.strip() for one in re.split("[,;]", left) if one.strip()), right.strip(" ,;.")
