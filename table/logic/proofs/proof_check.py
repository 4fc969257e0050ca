"""Checking a proof line by line, as VII-B-2 and the list under VII-C-5(g) ask."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace

from table.logic.proofs.steps import Box, LinesInReach, follows, reach_of
from table.logic.proofs.verdict import WARNINGS, Reason, reason
from table.logic.reading.references import referred
from table.logic.reading.sheet import Proof, ProofLine, Solution
from table.logic.terms import RULES, Terms
from table.logic.wff import fault


def proof_reasons(proof: Proof, solution: Solution, goal: str, terms: Terms) -> list[Reason]:
    """Every reason for which the proof is wrong."""
    if not proof.lines:
        return [reason("proof-missing", "the solution is not accompanied by a proof")]
    reasons = []
    if terms.top_line == "must" and (trouble := _top_trouble(proof, solution, goal)):
        reasons.append(reason("top-line", trouble))
    reasons += _premise_reasons(proof, solution)
    reasons += _line_reasons(proof, solution, terms)
    if terms.rule_needed and solution.rules and not proof.rules_used:
        reasons.append(reason("no-rule", "the proof uses no rule"))
    last = proof.lines[-1]
    if (last.depth or last.wffs[-1:] != (goal,)) and not fault(goal):
        inside = " inside a sub-proof" if last.depth else ""
        reasons.append(
            reason(
                "wrong-end",
                f"the proof ends with {' '.join(last.wffs) or 'no WFF'}{inside}, not with {goal}",
                len(proof.lines),
            )
        )
    return _located(reasons, proof)


def proof_warnings(proof: Proof, solution: Solution, goal: str, terms: Terms) -> list[Reason]:
    """What is not as the book likes it but costs nobody anything."""
    warnings = []
    if proof.lines and terms.top_line == "should" and (trouble := _top_trouble(proof, solution, goal)):
        warnings.append(Reason("top-line", WARNINGS["top-line"], trouble))
    for index, line, reach in _walk(proof):
        if not line.refs or reach is None or not _readable(line) or _trouble(line, reach, terms):
            continue
        meant = referred(proof.lines, index)
        if meant is None or _trouble(line, reach.only(meant), terms):
            message = f"the reference {', '.join(line.refs)} is wrong, but earlier lines do justify the step"
            warnings.append(Reason("reference", WARNINGS["reference"], message, index + 1))
    return _located(warnings, proof)


def _located(reasons: Iterable[Reason], proof: Proof) -> list[Reason]:
    """The reasons with the label and the row of the line that each is about, so that a judge finds it."""
    lines = (None, *proof.lines)
    return [
        replace(one, label=" ".join(line.labels), row=line.row) if (line := lines[one.line]) else one for one in reasons
    ]


def _top_trouble(proof: Proof, solution: Solution, goal: str) -> str:
    if proof.top is None:
        return "the top line with the premises and the Goal is missing"
    premises, end = proof.top
    if Counter(premises) != Counter(solution.texts) or end != goal:
        return f"the top line says {', '.join(premises) or 'nothing'} -> {end or 'nothing'}"
    return ""


def _premise_reasons(proof: Proof, solution: Solution) -> Iterator[Reason]:
    """All premises of the solution come first, each on its own line (VII-B-2(b))."""
    unlisted = Counter(text for text in solution.texts if not fault(text))
    heading = True
    for number, line in enumerate(proof.lines, 1):
        heading = heading and not line.rules and not line.depth
        if line.rules or line.depth or len(line.wffs) != 1 or fault(line.wffs[0]):
            continue
        wff = line.wffs[0]
        if heading and unlisted[wff]:
            unlisted[wff] -= 1
        elif heading and wff in solution.texts:
            yield reason("premise-extra", f"{wff} is listed more often than in the solution", number)
        elif _starts_a_subproof(proof, number):
            yield reason("subproof-not-indented", f"the sub-proof from {wff} is not indented", number)
        elif heading and (line.supposed or (unlisted.total() and not line.refs)):
            yield reason("premise-extra", f"{wff} is no premise of the solution", number)
        elif unlisted[wff]:  # only after the heading
            unlisted[wff] -= 1
            yield reason("premise-unlisted", f"the premise {wff} is not among the first lines", number)
        else:
            yield reason("line-without-rule", f"no rule is given for {wff}", number)
    for wff in unlisted.elements():
        yield reason("premise-unlisted", f"the premise {wff} is not listed in the proof", cubes=wff)


def _starts_a_subproof(proof: Proof, number: int) -> bool:
    """Whether a line without a rule is what a later line takes for the premise of a sub-proof."""
    wff = proof.lines[number - 1].wffs[0]
    return any(_discharges(line, wff, proof.lines[:number]) for line in proof.lines[number:])


def _discharges(line: ProofLine, wff: str, before: Iterable[ProofLine]) -> bool:
    """Whether the rule of `line` would take a sub-proof from `wff`, with the lines `before` that sub-proof."""
    for after in line.wffs[:1]:
        if ("Ci" in line.rules and after.startswith("C" + wff)) or (
            ("Ni" in line.rules and after == "N" + wff) or ("No" in line.rules and wff == "N" + after)
        ):
            return True
        if "Ao" in line.rules and any(one.wffs[:1] and one.wffs[0][:1] == "A" and wff in one.wffs[0] for one in before):
            return True
    return False


def _line_reasons(proof: Proof, solution: Solution, terms: Terms) -> Iterator[Reason]:
    marked = any(line.supposed or line.ruled for line in proof.lines if line.depth)
    told_subproofs = False
    wrong = {index for index, line, reach in _walk(proof) if reach and _readable(line) and _trouble(line, reach, terms)}
    for index, line, reach in _walk(proof):
        number = index + 1
        if line.depth and not terms.subproofs and not told_subproofs:
            told_subproofs = True
            yield reason("subproof-not-allowed", "sub-proofs are not allowed in this game", number)
        if len(line.wffs) > 1:
            yield reason("two-wffs", f"{' and '.join(line.wffs)} are on one line", number)
        elif not line.wffs:
            yield reason("bad-wff", "there is no WFF on this line", number)
        elif trouble := fault(line.wffs[0]):
            yield reason("bad-wff", str(trouble), number)
        elif line.opens and line.rules:
            yield reason("subproof-premise", "the sub-proof begins without a premise", number)
        elif line.opens:
            yield from _opening_reasons(proof, index, marked, wrong, terms)
        elif line.depth and not line.rules:
            yield reason("line-without-rule", f"no rule is given for {line.wffs[0]}", number)
        elif reach is not None and line.rules:
            yield from _reason_reasons(line, reach, number, solution, terms)


def _opening_reasons(proof: Proof, index: int, marked: bool, wrong: set[int], terms: Terms) -> Iterator[Reason]:
    """A second line without a rule in a sub-proof is read as the start of another one; was it meant so?"""
    line, before, number = proof.lines[index], proof.lines[index - 1], index + 1
    wff = line.wffs[0]
    if index and line.depth > before.depth + 1:
        yield reason("subproof-premise", "a sub-proof around this one has no premise", number)
    if line.refs and not line.supposed:
        yield reason("line-without-rule", f"no rule is given for {wff}", number)
    if not index or before.depth < line.depth:
        return
    if any(at in wrong and _discharges(proof.lines[at], wff, proof.lines[:index]) for at in _beside(proof, index)):
        yield reason("subproof-not-indented", f"the sub-proof from {wff} is not indented", number)
    elif before.depth > line.depth:
        return
    elif (
        before.opens
        and not before.ruled
        and (line.ruled or (before.wffs and not _serves(proof, index - 1, wrong, terms)))
    ):
        above = " above its line" if line.ruled else f", {before.wffs[0]} and {wff}"
        yield reason("subproof-premise", f"the sub-proof has two premises{above}", number)
    elif marked and not line.supposed and not line.ruled and not _serves(proof, index, wrong, terms):
        yield reason("line-without-rule", f"no rule is given for {wff}", number)


def _beside(proof: Proof, index: int) -> Iterator[int]:
    """The later lines that stand on the same level, in the same sub-proof as it was written."""
    depth = proof.lines[index].depth
    for at in range(index + 1, len(proof.lines)):
        if proof.lines[at].depth < depth:
            return
        if proof.lines[at].depth == depth and not proof.lines[at].opens:
            yield at


def _serves(proof: Proof, index: int, wrong: set[int], terms: Terms) -> bool:
    """Whether a later line rightly takes the sub-proof that is read as beginning at `index`."""
    opening = proof.lines[index]
    outer = proof.lines[:index] if terms.reiteration == "free" else ()
    inside = {wff for line in outer for wff in line.wffs}
    ended = False
    for at in range(index, len(proof.lines)):
        line = proof.lines[at]
        if line.depth < opening.depth - 1:
            return False
        ended = ended or (at > index and (line.depth < opening.depth or (line.depth == opening.depth and line.opens)))
        if not ended and line.depth == opening.depth:
            inside.update(line.wffs[:1])
        elif line.depth == opening.depth - 1 and at not in wrong and _takes(line, opening.wffs[0], inside):
            return True
    return False


def _takes(line: ProofLine, wff: str, inside: set[str]) -> bool:
    """Whether the rule of `line` can use a sub-proof from `wff` in which the WFFs `inside` stand."""
    if len(line.wffs) != 1:
        return False
    after = line.wffs[0]
    if ("Ni" in line.rules and after == "N" + wff) or ("No" in line.rules and wff == "N" + after):
        return True
    return ("Ao" in line.rules and after in inside) or (
        "Ci" in line.rules and any(after == "C" + wff + end for end in inside)
    )


def _reason_reasons(
    line: ProofLine, reach: LinesInReach, number: int, solution: Solution, terms: Terms
) -> Iterator[Reason]:
    """What is wrong with the rule or rules written beside a WFF."""
    wff = line.wffs[0]
    for rule in dict.fromkeys(line.rules):
        if rule not in RULES:
            yield reason("bad-rule", f"{rule} is not a rule", number)
        elif rule not in terms.rules:
            if rule not in solution.names:  # else the solution has been told so
                yield reason("rule-not-allowed", f"{rule} is not a rule of this division", number)
        elif rule not in solution.names:
            yield reason("rule-unnamed", f"{rule} is not in the solution", number)
    if any(rule not in RULES for rule in line.rules):
        return
    others = [rule for rule in line.rules if rule != "R"]
    if len(others) > 1:
        yield reason("two-rules", f"{' and '.join(others)} are both given for {wff}", number)
        return
    trouble = _trouble(line, reach, terms)
    if trouble:
        yield reason(trouble, _sentence(trouble, line, reach, terms), number)


def _readable(line: ProofLine) -> bool:
    """Whether the line has rules, and no more of them than one beside R."""
    return all(rule in RULES for rule in line.rules) and sum(rule != "R" for rule in line.rules) <= 1


def _trouble(line: ProofLine, reach: LinesInReach, terms: Terms) -> str:
    """The code of what is wrong with a line that has at most one rule beside R; empty if it follows."""
    wff = line.wffs[0]
    carried = line.rules.count("R")
    rule = next((rule for rule in line.rules if rule != "R"), None)
    if follows(wff, rule, carried, reach, terms):
        return ""
    if any(follows(wff, rule, other, reach, terms) for other in range(20) if rule or other):
        return "reiteration"
    return "misapplied"


def _sentence(trouble: str, line: ProofLine, reach: LinesInReach, terms: Terms) -> str:
    wff, carried = line.wffs[0], line.rules.count("R")
    rule = next((rule for rule in line.rules if rule != "R"), None)
    if trouble == "reiteration":
        right = next(other for other in range(20) if (rule or other) and follows(wff, rule, other, reach, terms))
        written = f"written {_times(carried)}" if carried else "not written"
        needed = f"needs it {_times(right)}" if right else "needs none"
        return f"R is {written} and {wff} {needed}"
    if rule is None:
        return f"there is no {wff} outside to carry in"
    return f"{wff} does not follow by {rule} from earlier lines"


def _times(count: int) -> str:
    return {1: "once", 2: "twice"}.get(count, f"{count} times")


def _walk(proof: Proof) -> Iterator[tuple[int, ProofLine, LinesInReach | None]]:
    """Every line with what it can reach; a line without a well-formed reason to check has None."""
    stack = [Box(0, None)]
    for index, line in enumerate(proof.lines):
        while len(stack) > line.depth + 1 or (line.opens and len(stack) > line.depth):
            _close(stack, index - 1)
        wff = line.wffs[0] if len(line.wffs) == 1 and not fault(line.wffs[0]) else None
        while len(stack) < line.depth + 1:
            stack.append(Box(index, wff if len(stack) == line.depth and not line.rules else None))
        yield index, line, reach_of(stack) if wff and line.rules and not line.opens else None
        if wff:
            stack[-1].lines.append((index, wff))


def _close(stack: list[Box], last: int) -> None:
    box = stack.pop()
    box.last = last
    stack[-1].closed.append(box)
