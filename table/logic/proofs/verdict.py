"""The verdict on a sheet, and every reason for which a book lets a solution be rejected, with its section."""

from __future__ import annotations

from dataclasses import dataclass

from table.logic.reading.sheet import WrittenSheet

REASONS = {
    "goal-not-wff": ("VII-C-5(a)", "the Goal is not a WFF"),
    "premise-not-wff": ("VII-C-5(b)", "a premise is not a WFF"),
    "misapplied": ("VII-C-5(c)", "a rule is used incorrectly"),
    "not-essential": ("VII-C-5(d), VII-B-4", "a cube in Required is not essential"),
    "rule-not-allowed": ("VII-C-5(e), III-A", "a rule is not one of this division's"),
    "subproof-not-allowed": ("VII-C-5(e), III-A note", "there are no sub-proofs in this game"),
    "cubes-missing": ("VII-C-5(f)", "the cubes for the solution are not there"),
    "forbidden-used": ("VII-B-3(c)", "the solution needs a cube that is in Forbidden"),
    "too-few-cubes": ("VII-B-3(a)", "a solution has at least two cubes"),
    "required-unused": ("VII-B-3(b)", "a cube in Required is not used"),
    "too-many-resources": ("VII-B-3(e)", "after Now at most one cube of Resources may be used"),
    "no-premise": ("VII-B", "a solution has at least one premise"),
    "no-rule": ("VII-B-2(d)", "a solution and its proof have at least one rule beside the premises"),
    "duplicate-rule": ("III-C", "a rule is named twice in the solution"),
    "not-a-rule": ("VII-B, III", "a name in the solution is not a rule"),
    "proof-missing": ("VII-C-5(g)", "there is no proof"),
    "top-line": ("VII-B-2(a)", "the top line does not give the premises and the Goal"),
    "premise-unlisted": ("VII-B-2(b)", "a premise of the solution is not listed first in the proof"),
    "premise-extra": ("VII-B-2(b)", "the proof starts from a premise that is not in the solution"),
    "rule-unnamed": ("I-A, VII-B", "the proof uses a rule that is not in the solution"),
    "line-without-rule": ("VII-C-5(g)1", "a WFF other than a premise has no rule"),
    "wrong-end": ("VII-C-5(g)2", "the proof does not end with the Goal"),
    "two-wffs": ("VII-C-5(g)3", "two WFFs are on one line"),
    "bad-wff": ("VII-C-5(g)4", "a line has no correctly written WFF"),
    "bad-rule": ("VII-C-5(g)5", "a rule is written incorrectly"),
    "subproof-not-indented": ("VII-C-5(g)6, VII-B-2(e)", "a sub-proof is not indented"),
    "two-rules": ("VII-C-5(g)7", "two rules are given for one WFF"),
    "subproof-premise": ("VII-B-2(f)", "a sub-proof has one premise and only one"),
    "reiteration": ("VII-B-2(h)", "R must be written once for every level a WFF is carried"),
}
"""Code of a reason: the book's section and what it says."""

WARNINGS = {
    "top-line": "VII-B-2(a)",
    "reference": "VII-B-2(i)",
    "marks": "VII-B-4(e)",
}
"""What a judge may want to see although nobody is penalized for it."""


@dataclass(frozen=True)
class Reason:
    """One reason for a rejection, or a warning: where it is, its cubes, and a sentence to read out.

    `line` is the number of the proof's line, counted from 1; 0 where it is about the solution. `label` is what the
    player wrote before that line, and `row` the row of the sheet where it stands, 0 if it was not read from text.
    `shorter` is, for a cube that is not essential, the solution and proof that show it (VII-B-4(a)).
    """

    code: str
    cite: str
    message: str
    line: int = 0
    cubes: str = ""
    shorter: WrittenSheet | None = None
    label: str = ""
    row: int = 0

    def __str__(self) -> str:
        return f"{self._where}{self.message} ({self.cite})"

    @property
    def _where(self) -> str:
        if not self.line:
            return ""
        if self.label and self.label != str(self.line):
            return f"line {self.line}, labelled {self.label}: "
        if self.row and not self.label:
            return f"line {self.line}, in row {self.row}: "
        return f"line {self.line}: "


@dataclass(frozen=True)
class Verdict:
    """What the checker says: accepted, or rejected with every reason that applies."""

    accepted: bool
    reasons: tuple[Reason, ...] = ()
    warnings: tuple[Reason, ...] = ()

    @property
    def codes(self) -> tuple[str, ...]:
        return tuple(reason.code for reason in self.reasons)


def reason(code: str, message: str, line: int = 0, cubes: str = "", shorter: WrittenSheet | None = None) -> Reason:
    """A reason with the section that its code stands for."""
    return Reason(code, REASONS[code][0], message, line, cubes, shorter)
