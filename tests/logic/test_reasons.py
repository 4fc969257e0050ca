"""Every reason for a rejection, alone: at least two sheets each that are wrong for exactly that."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace

import pytest

from table.logic.proofs.check import check_sheet
from table.logic.proofs.verdict import REASONS
from table.logic.reading.sheet_text import read_sheet
from table.logic.terms import ELEMENTARY, REGULAR, Challenge, Position, Terms

CO = "p, Cpq -> q\n1 p s\n2 Cpq s\n3 q Co, 1, 2\np, Cpq / Co"
KI = "p, q -> Kpq\n1 p s\n2 q s\n3 Kpq Ki, 1, 2\np, q / Ki"
CI = "q -> Cpq\n1 q s\n2 | p s\n3 | q R, 1\n4 Cpq Ci, 2-3\nq / R, Ci"
NI = "NKpq, p -> Nq\n1 NKpq s\n2 p s\n3 | q s\n4 | p R, 2\n5 | Kpq Ki, 3, 4\n6 | NKpq R, 1\n7 Nq Ni\n"
NI += "NKpq, p / R, Ki, Ni"
MUST = replace(REGULAR, top_line="must")
NO_PREMISE = replace(REGULAR, premise_needed=False)
NO_RULE = replace(REGULAR, rule_needed=False)
SPELL = replace(REGULAR, spelled=frozenset({"Ki"}))

Case = tuple[str, Position, Challenge, str]
CASES: list[Case] = [
    ("goal-not-wff", Position("Kp", "", "pqKi"), "now", KI.replace("Kpq", "Kp").replace("3 Kp", "3 Kpq")),
    ("goal-not-wff", Position("pq", "", "pCpqCo"), "now", CO),
    ("premise-not-wff", Position("q", "", "pCpqCoC"), "now", "1 p s\n2 Cpq s\n3 q Co\np, Cpq, C / Co"),
    ("premise-not-wff", Position("q", "", "pCpqCopp"), "now", "1 p s\n2 Cpq s\n3 q Co\np, Cpq, pp / Co"),
    ("misapplied", Position("q", "", "pCpqCo"), "now", "1 p s\n2 Cpq s\n3 Cpp Co, 1\n4 q Co, 1, 2\np, Cpq / Co"),
    ("misapplied", Position("p", "", "qCpqCo"), "now", "1 q s\n2 Cpq s\n3 p Co, 1, 2\nq, Cpq / Co"),
    ("misapplied", Position("Cpq", "", "qRCi"), "now", CI.replace("3 | q R, 1", "3 | r R, 1\n4 | q R, 1")),
    ("not-essential", Position("q", "r", "pCpqCo"), "now", "1 p\n2 Cpq\n3 r\n4 q Co\np, Cpq, r / Co"),
    ("not-essential", Position("q", "K", "pCpqCoo"), "now", CO.replace("/ Co", "/ Co, Ko")),
    ("rule-not-allowed", Position("Apq", "", "pAiNo", terms=ELEMENTARY), "now", "1 p\n2 Apq Ai\np / Ai, No"),
    ("rule-not-allowed", Position("Apq", "", "pAiR", terms=ELEMENTARY), "now", "1 p\n2 Apq Ai\np / Ai, R(Ci)"),
    ("rule-not-allowed", Position("q", "", "pCpqCo", terms=SPELL), "now", CO),
    ("subproof-not-allowed", Position("Kpq", "", "pqKi", terms=ELEMENTARY), "now", KI.replace("3 Kpq", "| r\nKpq")),
    (
        "subproof-not-allowed",
        Position("Kpq", "", "pqKi", terms=ELEMENTARY),
        "now",
        "1 p\n2 q\n3    p\n4    Kpp Ki\n5 Kpq Ki\np, q / Ki",
    ),
    ("cubes-missing", Position("Kpq", "", "pqK"), "now", KI),
    ("cubes-missing", Position("q", "", "pCpqC", resources="KK"), "impossible", CO),
    ("forbidden-used", Position("Kpq", "", "pqK", "i"), "now", KI),
    ("forbidden-used", Position("q", "", "pqCo", "pC"), "impossible", CO),
    ("too-few-cubes", Position("Cpp", "", "R", terms=NO_PREMISE), "now", "1 | p s\n2 Cpp Ci\nsolution: / R(Ci)"),
    ("too-few-cubes", Position("p", "", "p", terms=NO_RULE), "now", "p -> p\n1 p s\nsolution: p"),
    ("required-unused", Position("Kpq", "s", "pqKi"), "now", KI),
    ("required-unused", Position("Kpq", "pp", "qKi"), "now", KI),
    ("too-many-resources", Position("Kpq", "", "pq", resources="Ki"), "now", KI),
    ("too-many-resources", Position("q", "p", "Cq", resources="pCo"), "now", CO),
    ("no-premise", Position("Cpp", "", "Ci"), "now", "1 | p s\n2 Cpp Ci\nsolution: / Ci"),
    ("no-premise", Position("CpApq", "", "CiAi"), "now", "1 | p s\n2 | Apq Ai\n3 CpApq Ci\nsolution: / Ci, Ai"),
    ("no-rule", Position("Kpq", "", "Kpq"), "now", "1 Kpq s\nsolution: Kpq"),
    ("no-rule", Position("Kpq", "", "KpqRp"), "now", "1 Kpq s\nKpq / Rp"),
    ("duplicate-rule", Position("Kpq", "", "pqKiR"), "now", KI.replace("/ Ki", "/ Ki, R(Ki)")),
    ("duplicate-rule", Position("q", "", "pCpqCoCo"), "now", CO.replace("/ Co", "/ Co, Co")),
    ("not-a-rule", Position("Kpq", "", "pqKiKp"), "now", KI.replace("/ Ki", "/ Ki, Kp")),
    ("not-a-rule", Position("Kpq", "", "pqKiRi"), "now", KI.replace("/ Ki", "/ Ki, Ri")),
    ("proof-missing", Position("Kpq", "", "pqKi"), "now", "p, q / Ki"),
    ("proof-missing", Position("q", "", "pCpqCo"), "now", "p, Cpq -> q\n\nsolution: p, Cpq / Co"),
    ("top-line", Position("Kpq", "", "pqKi", terms=MUST), "now", KI.replace("p, q -> Kpq\n", "")),
    ("top-line", Position("Kpq", "", "pqKi", terms=MUST), "now", KI.replace("p, q ->", "p ->")),
    ("premise-unlisted", Position("Kpq", "", "pqsKi"), "now", KI.replace("p, q /", "p, q, s /")),
    ("premise-unlisted", Position("Kpp", "", "pqKi"), "now", "1 p\n2 Kpp Ki\n3 q\n4 Kpp Ki\np, q / Ki"),
    ("premise-extra", Position("Kpq", "", "pqKi"), "now", KI.replace("3 Kpq", "s s\n3 Kpq")),
    ("premise-extra", Position("Kpq", "", "pqKi"), "now", KI.replace("3 Kpq", "q s\n3 Kpq")),
    ("rule-unnamed", Position("Kpq", "", "pqKi"), "now", KI.replace("3 Kpq", "App Ai\n3 Kpq")),
    ("rule-unnamed", Position("Cpq", "", "qCi"), "now", CI.replace("q / R, Ci", "q / Ci")),
    ("line-without-rule", Position("Kpq", "", "pqKi"), "now", KI.replace("3 Kpq", "Kqp Ki\nKqq\n3 Kpq")),
    ("line-without-rule", Position("Cpq", "", "qRCi"), "now", CI.replace("3 | q R, 1", "3 | q R, 1\n| p")),
    ("wrong-end", Position("Kqp", "", "pqKi"), "now", KI),
    ("wrong-end", Position("Cpq", "", "qRCi"), "now", CI.replace("4 Cpq Ci, 2-3\n", "")),
    ("two-wffs", Position("Kpq", "", "pqKi"), "now", KI.replace("3 Kpq", "Kpp, Kqq Ki\n3 Kpq")),
    ("two-wffs", Position("Kpq", "", "pqKi"), "now", KI.replace("3 Kpq", "p q Ki\n3 Kpq")),
    ("bad-wff", Position("Kpq", "", "pqKi"), "now", KI.replace("3 Kpq", "Kp Ki\n3 Kpq")),
    ("bad-wff", Position("Kpq", "", "pqKi"), "now", KI.replace("3 Kpq", "3 Ki\n4 Kpq")),
    ("bad-rule", Position("Kpq", "", "pqKi"), "now", KI.replace("Ki, 1, 2", "Kj, 1, 2")),
    ("bad-rule", Position("Kpq", "", "pqKi"), "now", KI.replace("Ki, 1, 2", "and in")),
    ("subproof-not-indented", Position("Cpq", "", "qRRpCi"), "now", CI.replace("2 |", "q Rp\np\n|") + ", Rp"),
    ("subproof-not-indented", Position("Cpp", "", "qCi"), "now", "1 q s\n2 p s\n3 | p s\n4 Cpp Ci\nq / Ci"),
    ("two-rules", Position("Kpq", "", "pqKiAi"), "now", KI.replace("Ki, 1, 2", "Ki, Ai").replace("/ Ki", "/ Ki, Ai")),
    ("two-rules", Position("q", "", "pCpqCoKo"), "now", CO.replace("Co, 1, 2", "Co, Ko").replace("/ Co", "/ Co, Ko")),
    ("subproof-premise", Position("Cpq", "", "qRCi"), "now", CI.replace("2 | p s", "2 | r s\n  | p s\n  |---")),
    ("subproof-premise", Position("Cpq", "", "qRCi"), "now", CI.replace("1 q s", "1 q s\n | q R\n")),
    ("reiteration", Position("Cpq", "", "qRCi"), "now", CI.replace("R, 1", "R, R, 1")),
    ("reiteration", Position("Nq", "", "NKpqpRKiNi"), "now", NI.replace("6 | NKpq R, 1", "6 | NKpq R, R")),
    ("reiteration", Position("Cpq", "", "KqqKoCi"), "now", "1 Kqq\n2 | p\n3 | q Ko, 1\n4 Cpq Ci\nKqq / Ko, Ci"),
]  # fmt: skip


@pytest.mark.parametrize(("code", "place", "challenge", "text"), CASES)
def test_a_sheet_is_rejected_for_exactly_the_reason_that_applies(
    code: str, place: Position, challenge: Challenge, text: str
) -> None:
    verdict = check_sheet(place, challenge, read_sheet(text))
    assert set(verdict.codes) == {code}
    assert all(reason.cite == REASONS[code][0] for reason in verdict.reasons)


def test_every_reason_has_two_examples() -> None:
    examples: dict[str, int] = defaultdict(int)
    for code, *_ in CASES:
        examples[code] += 1
    assert {code for code in REASONS if examples[code] < 2} == set()


@pytest.mark.parametrize(
    ("text", "place"),
    [
        (CO, Position("q", "pC", "pqCo")),
        (KI, Position("Kpq", "pqKi")),
        (CI, Position("Cpq", "qR", "Ci")),
        (NI, Position("Nq", "NR", "KpqpKiNi")),
    ],
)
def test_the_sheets_that_the_examples_spoil_are_accepted(text: str, place: Position) -> None:
    verdict = check_sheet(place, "now", read_sheet(text))
    assert verdict.accepted
    assert not verdict.warnings


def test_r_may_be_combined_with_one_other_rule() -> None:
    text = "1 Kqr\n2 | p\n3 | q R, Ko, 1\n4 Cpq Ci\nKqr / R, Ko, Ci"
    assert check_sheet(Position("Cpq", "", "KqrRKoCi"), "now", read_sheet(text)).accepted


def test_a_wrong_reference_is_a_warning_only() -> None:
    verdict = check_sheet(Position("q", "", "pCpqCo"), "now", read_sheet(CO.replace("Co, 1, 2", "Co, 1, 1")))
    assert verdict.accepted
    assert [one.code for one in verdict.warnings] == ["reference"]


def test_marks_that_do_not_fit_are_a_warning_only() -> None:
    verdict = check_sheet(Position("q", "p", "pCqCo"), "now", read_sheet(CO.replace("/ Co", "/ C*o")))
    assert verdict.accepted
    assert [one.code for one in verdict.warnings] == ["marks"]


def test_events_can_switch_off_short_subproofs_and_citing_twice() -> None:
    short = "1 q\n2 | p\n3 Cpp Ci\nq / Ci"
    twice = "1 p\n2 Kpp Ki, 1, 1\np / Ki"
    strict = Terms(one_line_subproofs=False, line_cited_twice=False)
    assert check_sheet(Position("Cpp", "", "qCi"), "now", read_sheet(short)).accepted
    assert check_sheet(Position("Kpp", "", "pKi"), "now", read_sheet(twice)).accepted
    assert check_sheet(Position("Cpp", "", "qCi", terms=strict), "now", read_sheet(short)).codes == ("misapplied",)
    assert check_sheet(Position("Kpp", "", "pKi", terms=strict), "now", read_sheet(twice)).codes == ("misapplied",)
