"""The checker: a sheet is accepted, or rejected with every reason of the book that applies."""

from __future__ import annotations

from collections import Counter

from table.logic.proofs.essential import inessential
from table.logic.proofs.proof_check import proof_reasons, proof_warnings
from table.logic.proofs.verdict import WARNINGS, Reason, Verdict, reason
from table.logic.reading.sheet import Proof, Solution, WrittenSheet
from table.logic.terms import RULES, Challenge, Position, Terms
from table.logic.wff import fault, is_wff


def check(position: Position, challenge: Challenge, solution: Solution, proof: Proof) -> Verdict:
    """Judge a solution and its proof as VII-B and VII-C-5 do."""
    terms = position.terms
    reasons = [
        *_goal_reasons(position.goal),
        *_part_reasons(solution, terms),
        *_cube_reasons(position, challenge, solution),
        *proof_reasons(proof, solution, position.goal, terms),
    ]
    warnings = [*proof_warnings(proof, solution, position.goal, terms), *_mark_warnings(position, solution)]
    if is_wff(position.goal) and not _part_reasons(solution, terms):
        reasons += inessential(position, solution)
    return Verdict(not reasons, tuple(reasons), tuple(warnings))


def check_sheet(position: Position, challenge: Challenge, sheet: WrittenSheet) -> Verdict:
    """The same for a sheet as read from text."""
    return check(position, challenge, sheet.solution, sheet.proof)


def _goal_reasons(goal: str) -> list[Reason]:
    trouble = fault(goal)
    return [reason("goal-not-wff", f"the Goal {trouble}", cubes=goal)] if trouble else []


def _part_reasons(solution: Solution, terms: Terms) -> list[Reason]:
    """What is wrong with the premises and rule names themselves."""
    reasons = []
    for premise in solution.premises:
        trouble = fault(premise.text)
        if trouble:
            reasons.append(reason("premise-not-wff", f"the premise {trouble}", cubes=premise.text))
    for named in solution.rules:
        if named.rule not in RULES:
            reasons.append(reason("not-a-rule", f"{named.rule} is not the name of a rule", cubes=named.cubes))
        elif named.rule not in terms.rules:
            reasons.append(reason("rule-not-allowed", f"{named} is not a rule of this division", cubes=named.cubes))
        elif not named.wild and not terms.may_spell(named.rule):
            reasons.append(
                reason("rule-not-allowed", f"{named} may only be stood for by R with these dice", cubes=named.cubes)
            )
    for rule, count in Counter(solution.names).items():
        if count > 1:
            reasons.append(reason("duplicate-rule", f"{rule} is named {count} times", cubes=rule))
    if not solution.premises and terms.premise_needed:
        reasons.append(reason("no-premise", "the solution has no premise"))
    if not solution.rules and terms.rule_needed:
        reasons.append(reason("no-rule", "the solution names no rule"))
    return reasons


def _cube_reasons(position: Position, challenge: Challenge, solution: Solution) -> list[Reason]:
    """Whether the cubes are there, and used as their regions ask (VII-B-3)."""
    used = solution.cubes
    required = Counter(position.required)
    mat = required + Counter(position.permitted)
    resources, forbidden = Counter(position.resources), Counter(position.forbidden)
    reasons = []
    if used.total() < 2:
        reasons.append(reason("too-few-cubes", f"the solution has {used.total()} of the two cubes it needs"))
    for letter in sorted(used):
        lacking = used[letter] - mat[letter] - resources[letter]
        if lacking > 0:
            code = "forbidden-used" if forbidden[letter] >= lacking else "cubes-missing"
            there = mat[letter] + resources[letter]
            also = " and the rest are in Forbidden" if code == "forbidden-used" else ""
            reasons.append(
                reason(code, f"{used[letter]} {letter} are used, {there} may be{also}", cubes=letter * lacking)
            )
    unused = "".join(sorted((required - used).elements()))
    if unused:
        reasons.append(reason("required-unused", f"not used from Required: {' '.join(unused)}", cubes=unused))
    taken = "".join(sorted((used - mat).elements()))
    if challenge == "now" and len(taken) > 1:
        reasons.append(
            reason("too-many-resources", f"taken from Resources: {' '.join(taken)}; one is allowed", cubes=taken)
        )
    return reasons


def _mark_warnings(position: Position, solution: Solution) -> list[Reason]:
    """Marks that do not fit what lies in Required; they never make a solution wrong (VII-B-4(e))."""
    marked = Counter(part.cubes[mark] for part in solution.parts for mark in part.marks if mark < len(part.cubes))
    if not marked or marked == Counter(position.required):
        return []
    message = (
        f"marked as required: {' '.join(sorted(marked.elements()))};"
        f" in Required: {' '.join(sorted(position.required)) or 'nothing'}"
    )
    return [Reason("marks", WARNINGS["marks"], message)]
