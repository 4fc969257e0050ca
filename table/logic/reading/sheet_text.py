"""Reading a sheet, solution and proof, as players write them, with row and column for what cannot be read."""

from __future__ import annotations

import re
from dataclasses import dataclass

from table.logic.reading.references import labels_in
from table.logic.reading.sheet import Proof, ProofLine, WrittenSheet
from table.logic.reading.solution_text import HEADING, MARKS, SolutionLine, UnreadableError
from table.logic.terms import RULES
from table.logic.wff import MOST_LETTERS, is_wff


def read_sheet(text: str) -> WrittenSheet:
    """The solution and the proof in `text`, in either order (VII-B-1); raises UnreadableError."""
    solution: SolutionLine | None = None
    at_solution = False  # whether nothing but empty rows, marks and remarks stands between here and the solution
    top: tuple[tuple[str, ...], str] | None = None
    rows: list[tuple[str, int]] = []
    ruled: set[int] = set()
    for row, raw in enumerate(text.removeprefix("\ufeff").splitlines(), 1):
        line = raw.expandtabs(TAB)
        if _IDLE.fullmatch(line):
            continue
        if MARKS.fullmatch(line):
            if not solution or not at_solution:
                column = len(line) - len(line.lstrip()) + 1
                raise UnreadableError(row, column, "marks of required cubes stand under the solution, and only there")
            solution.mark(line, row)
        elif solution and at_solution and solution.goes_on(line):
            solution.take(line, row)
        elif _UNDERLINE.fullmatch(line):
            at_solution = False
            ruled.update(at for _, at in rows[-1:])
        elif "/" in line or HEADING.match(line):
            if solution and not solution.empty:
                raise UnreadableError(row, 1, f"this is a second solution; the first is on line {solution.row}")
            solution, at_solution = SolutionLine(line, row), True
        else:
            at_solution = False
            if not ARROW.search(line):
                rows.append((line, row))
            elif top or rows:
                raise UnreadableError(row, 1, "the line with the arrow must come before the proof, and only once")
            else:
                top = _top(line, row)
    if solution is None:
        raise UnreadableError(1, 1, "no solution found; write it on a line like 'solution: p, Cpq / Co'")
    starts = [_start(line) for line, _ in rows]
    known = frozenset(label for start in starts for label in start.labels)
    written = [_written(line, row, start, known) for (line, row), start in zip(rows, starts, strict=True)]
    for one in written:
        one.ruled = one.row in ruled
    return WrittenSheet(solution.solution(), Proof(_structured(written), top))


TAB = 8
"""Tab stops far enough apart that a label such as (10) never reaches the next one."""

ARROW = re.compile(r"[-=–—−]+>|[-=–—−]*[→⟶⇒⟹⊢∴]|\|-")
_BAR = "|│┃¦"
_IDLE = re.compile(rf"\s*(#.*|(?i:proof)\s*:?\s*|[{_BAR}\s]*)")
_UNDERLINE = re.compile(rf"[\s{_BAR}+├└─]*[-_─—−][\s\-_─—−]*")
_NUMBER = r"\d+(?:\.\d+)*[a-ot-z]?"  # p, q, r and s begin a WFF, as in 1p
_LABEL = re.compile(
    rf"\(?(?:({_NUMBER})(?:[.):]+|(?=[\s{_BAR}pqrsCAKEN]|$))"
    rf"|([a-hj-nt-z]|[ivx]+)(?:[.):]+|(?=[\s{_BAR}]))"
    r"|([A-Z]|[IVX]+)[.):]+)"
)
_TOKEN = re.compile(r"R\s*[(\[]\s*(?P<wild>\w*)\s*[)\]]|(?P<plain>[\w.\-–—−…]+)")
_REF = re.compile(rf"{_NUMBER}|[a-z]\d*")
_SUPPOSED = re.compile(r"[sS]|(?i:sup\w*|prem\w*|assum\w*|given)")
_FILLER = frozenset({"by", "from", "line", "lines", "and", "on", "of", "using", "with"})


@dataclass(frozen=True)
class _Start:
    """What stands before the WFF of a row: bars, and labels with the columns where they begin."""

    bars: int
    labels: tuple[str, ...]
    columns: tuple[int, ...]
    gap: int
    """How many columns lie between the last label and the WFF."""
    end: int


def _start(line: str) -> _Start:
    at, bars, gap = 0, 0, 0
    labels, columns = [], []
    while at < len(line):
        if line[at].isspace() or line[at] in _BAR:
            bars += line[at] in _BAR
            at, gap = at + 1, gap + 1
        elif label := _LABEL.match(line, at):
            labels.append(label[1] or label[2] or label[3])
            columns.append(at + 1)
            at, gap = label.end(), 0
        else:
            break
    return _Start(bars, tuple(labels), tuple(columns), gap, at)


@dataclass
class _Written:
    """A row of the proof before sub-proofs are made out."""

    row: int
    column: int
    start: _Start
    wffs: tuple[str, ...]
    rules: tuple[str, ...] = ()
    refs: tuple[str, ...] = ()
    supposed: bool = False
    ruled: bool = False


def _written(line: str, row: int, start: _Start, known: frozenset[str]) -> _Written:
    """The row taken apart; what is one of the `known` labels of the proof is a reference where no WFF can be."""
    tokens = _tokens(line, start.end, row)
    wffs: list[str] = []
    if tokens and tokens[0] not in RULES:
        wffs.append(tokens.pop(0))
    tokens = [token for token in tokens if token not in _FILLER]
    refs = [token for token in tokens if token not in RULES and _is_reference(token, known)]
    while tokens and is_wff(tokens[0]) and not _is_supposition(tokens, refs):
        wffs.append(tokens.pop(0))
    one = _Written(row, start.end + 1, start, tuple(wffs))
    if _is_supposition(tokens, refs):
        one.supposed = True
        tokens.pop(0)
    # A word that is no rule stays among the rules: the checker says that a rule is written incorrectly.
    one.refs = tuple(token for token in tokens if token in refs)
    one.rules = tuple(token for token in tokens if token not in refs)
    return one


def _is_reference(token: str, known: frozenset[str]) -> bool:
    ends = labels_in(token)
    return bool(ends) and all(end in known or _REF.fullmatch(end) for end in ends)


def _is_supposition(tokens: list[str], refs: list[str]) -> bool:
    """Whether the reason is the mark of a supposition, `s` or a word for it, perhaps with a stray number."""
    return bool(tokens and _SUPPOSED.fullmatch(tokens[0])) and all(
        token in refs and not is_wff(token) for token in tokens[1:]
    )


def _tokens(line: str, at: int, row: int) -> list[str]:
    tokens: list[str] = []
    while at < len(line):
        if line[at].isspace() or line[at] in ",;:()[]&+#" + _BAR:
            at += 1
            continue
        match = _TOKEN.match(line, at)
        if not match:
            raise UnreadableError(row, at + 1, f"{line[at]!r} belongs neither to a WFF nor to a reason")
        token = (match["wild"] or "R") if match["plain"] is None else match["plain"].rstrip(".-–—−…")
        if len(token) > MOST_LETTERS:
            raise UnreadableError(row, at + 1, f"this has {len(token)} letters, and {MOST_LETTERS} are the most")
        if re.fullmatch("RR+", token):
            tokens += token
        elif token:
            tokens.append(token)
        at = match.end()
    return tokens


def _structured(written: list[_Written]) -> tuple[ProofLine, ...]:
    """Lines with their depth and with the premises of sub-proofs made out.

    A line with no reason inside a sub-proof begins another one: the books ask for no mark there (VII-B-2(c)).
    """
    depths = _depths_by_bars(written) if any(one.start.bars for one in written) else _depths_by_indent(written)
    lines: list[ProofLine] = []
    for one, depth in zip(written, depths, strict=True):
        deeper = depth > (lines[-1].depth if lines else 0)
        without_reason = not one.rules and (one.supposed or not one.refs)
        lines.append(
            ProofLine(
                one.wffs,
                one.rules,
                one.refs,
                one.supposed,
                depth,
                depth > 0 and (deeper or without_reason),
                one.start.labels,
                one.ruled,
                one.row,
                one.column,
            )
        )
    return tuple(lines)


def _depths_by_bars(written: list[_Written]) -> list[int]:
    least = min(one.start.bars for one in written)
    return [one.start.bars - least for one in written]


def _depths_by_indent(written: list[_Written]) -> list[int]:
    """Where each line stands among the columns open so far; one column off is the writer's hand, no level."""
    columns = _columns(written)
    if not columns:
        return []
    least = min(columns)
    levels = [columns[0] if least >= columns[0] - 1 else least]
    depths = []
    for column in columns:
        while len(levels) > 1 and column < levels[-1] - 1:
            levels.pop()
        if column > levels[-1] + 1:
            levels.append(column)
        depths.append(len(levels) - 1)
    return depths


def _columns(written: list[_Written]) -> list[int]:
    """The column of each line, such that how long its label is, or that it has none, makes no difference.

    Players either line up their WFFs or leave the same gap after each label; whichever needs fewer columns is meant.
    """
    labelled = [one for one in written if one.start.labels]
    if not labelled:
        return [one.column for one in written]
    by_gap = {one.row: _column_by_gap(one.start) for one in labelled}
    places = {one.row: one.column for one in labelled}
    if len(set(by_gap.values())) < len(set(places.values())):
        width = min(one.column - by_gap[one.row] for one in labelled)
        places = {row: column + width for row, column in by_gap.items()}
    return [places[one.row] if one.start.labels else _unlabelled(one.column, labelled, places) for one in written]


def _column_by_gap(start: _Start) -> int:
    return start.columns[-1] + start.gap + 2 * start.labels[-1].count(".")


def _unlabelled(column: int, labelled: list[_Written], places: dict[int, int]) -> int:
    """A WFF without a label may stand in the column of the others' labels; it belongs to the least of their levels."""
    if any(abs(place - column) <= 1 for place in places.values()):
        return column
    beside = [places[one.row] for one in labelled if any(abs(at - column) <= 1 for at in one.start.columns)]
    return max(column, min(beside, default=column))


def _top(line: str, row: int) -> tuple[tuple[str, ...], str]:
    arrow = ARROW.search(line)
    assert arrow
    left, right = line[: arrow.start()], line[arrow.end() :]
    for text, start in ((left, 0), (right, arrow.end())):
        bad = re.search(r"[^\w\s,;.]", text)
        if bad:
            raise UnreadableError(row, start + bad.start() + 1, f"{bad[0]!r} does not belong on the top line")
    return tuple(one.strip() for one in re.split("[,;]", left) if one.strip()), right.strip(" ,;.")
