"""Sheets in canonical form: lines numbered, references to match, sub-proofs behind bars; it reads back the same."""

from __future__ import annotations

from table.logic.reading.references import canonical
from table.logic.reading.sheet import Named, Premise, Proof, ProofLine, Solution, WrittenSheet


def print_sheet(sheet: WrittenSheet) -> str:
    """The proof and, under it, the solution."""
    return f"{print_proof(sheet.proof)}\n\n{print_solution(sheet.solution)}"


def print_solution(solution: Solution) -> str:
    """`solution: p, KsCpr / Ko, R(Ki)`, with a line of `^` under the marked cubes if there are any."""
    text = "solution: "
    marks: set[int] = set()
    groups: tuple[tuple[Premise | Named, ...], ...] = (solution.premises, solution.rules)
    for group, parts in enumerate(groups):
        text += " / " if group else ""
        for index, part in enumerate(parts):
            text += ", " if index else ""
            marks |= {len(text) + mark for mark in part.marks}
            text += part.text if isinstance(part, Premise) else str(part)
    if not marks:
        return text.rstrip()
    return text.rstrip() + "\n" + "".join("^" if column in marks else " " for column in range(max(marks) + 1))


def print_proof(proof: Proof) -> str:
    """The proof with every line numbered, and reasons in a column of their own."""
    lines = canonical(proof).lines
    wide = len(str(len(lines)))
    left = [f"{number:<{wide}}  {'| ' * line.depth}{' '.join(line.wffs)}" for number, line in enumerate(lines, 1)]
    width = max(map(len, left), default=0) + 3
    rows = [f"{start:<{width}}{_reason(line)}".rstrip() for start, line in zip(left, lines, strict=True)]
    if proof.top:
        rows.insert(0, f"{', '.join(proof.top[0])} -> {proof.top[1]}")
    return "\n".join(rows)


def _reason(line: ProofLine) -> str:
    if not line.rules and line.supposed:
        return "s"
    return ", ".join((*line.rules, *line.refs))
