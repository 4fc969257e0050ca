"""The worked proofs of the rule books and their example of a cube that is not essential."""

from __future__ import annotations

import pytest

from table.logic.proofs.check import check_sheet
from table.logic.reading.printing import print_sheet, print_solution
from table.logic.reading.sheet_text import read_sheet
from table.logic.terms import ELEMENTARY, REGULAR, Position, Terms

RULE_TWICE = """
    p, KsCpr => Ksr
1   p       s
2   KsCpr   s
3   s       Ko, 2
4   Cpr     Ko, 2
5   r       Co, 1, 4
6   Ksr     Ki, 3, 5

solution: p, KsCpr / Ko, Co, Ki
"""
WITHOUT_SUBPROOF = """
    p, Ksq --> KAspq
1   p       s
2   Ksq     s
3   q       Ko, 2
4   Asp     Ai, 1
5   KAspq   Ki, 3,4

solution: p, Ksq / Ko, Ai, Ki
"""
WITH_SUBPROOFS = """
        Epq --> CNpNq
1       Epq          s
2   a | Np           s
    b | 1 | q        s
      | 2 | Epq      R, R, 1
      | 3 | Cqp      Eo, 2
      | 4 | p        Co, 1,3
      | 5 | Np       R, a
    c | Nq           Ni, b
3       CNpNq        Ci, 2

solution :Epq / R, Eo, Co, Ni, Ci
"""
WILD = """
    Eqr  -->  KCqrCrq
1   Eqr       s
2   Cqr       Eo, 1
3   Crq       Eo, 1
4   KCqrCrq   Ki, 2,3

solution: Eqr / Eo, R(Ki)
          ^     ^   ^
"""
NOT_ESSENTIAL = """
    r, p, s --> Krs
1   r     s
2   p     s
3   s     s
4   Krs   Ki, 1, 3

solution: r,p,s / Ki
"""

BASIC_2013 = Terms(rules=ELEMENTARY.rules, subproofs=False, top_line="must", rule_needed=False)
REGULAR_2013 = Terms(top_line="must", rule_needed=False)


@pytest.mark.parametrize(
    ("text", "goal", "required", "permitted", "terms"),
    [
        (RULE_TWICE, "Ksr", "", "pKsCprKoCoKi", ELEMENTARY),
        (RULE_TWICE, "Ksr", "", "pKsCprKoCoKi", BASIC_2013),
        (WITHOUT_SUBPROOF, "KAspq", "", "pKsqKoAiKi", ELEMENTARY),
        (WITHOUT_SUBPROOF, "KAspq", "", "pKsqKoAiKi", BASIC_2013),
        (WITH_SUBPROOFS, "CNpNq", "", "EpqREoCoNiCi", REGULAR),
        (WITH_SUBPROOFS, "CNpNq", "", "EpqREoCoNiCi", REGULAR_2013),
        (WILD, "KCqrCrq", "EER", "qro", REGULAR),
        (WILD, "KCqrCrq", "EER", "qro", BASIC_2013),
    ],
)
def test_the_books_proofs_are_accepted(text: str, goal: str, required: str, permitted: str, terms: Terms) -> None:
    verdict = check_sheet(Position(goal, required, permitted, terms=terms), "now", read_sheet(text))
    assert verdict.accepted
    assert not verdict.warnings


def test_a_subproof_is_not_for_the_elementary_game() -> None:
    place = Position("CNpNq", "", "EpqREoCoNiCi", terms=ELEMENTARY)
    verdict = check_sheet(place, "now", read_sheet(WITH_SUBPROOFS))
    assert set(verdict.codes) == {"rule-not-allowed", "subproof-not-allowed"}


@pytest.mark.parametrize("terms", [ELEMENTARY, REGULAR, BASIC_2013, REGULAR_2013])
def test_the_books_p_is_not_essential_and_the_shorter_proof_shows_it(terms: Terms) -> None:
    place = Position("Krs", "p", "rsKi", terms=terms)
    verdict = check_sheet(place, "now", read_sheet(NOT_ESSENTIAL))
    assert verdict.codes == ("not-essential",)
    (reason,) = verdict.reasons
    assert (reason.cubes, reason.cite) == ("p", "VII-C-5(d), VII-B-4")
    assert reason.shorter
    assert print_solution(reason.shorter.solution) == "solution: r, s / Ki"
    again = check_sheet(Position("Krs", "", "rsKi", terms=terms), "now", reason.shorter)
    assert again.accepted


def test_without_a_required_p_the_same_solution_is_correct() -> None:
    place = Position("Krs", "r", "psKi", terms=ELEMENTARY)
    assert check_sheet(place, "now", read_sheet(NOT_ESSENTIAL)).accepted


def test_an_unmarked_required_k_may_be_any_of_the_three() -> None:
    proof = "Kpr -> Kpr\n1 Kpr s\n2 p Ko\n3 r Ko\n4 Kpr Ki\n"
    place = Position("Kpr", "K", "KKproi", terms=ELEMENTARY)
    for marks in ("Kpr / Ko, Ki", "Kpr / K*o, Ki", "K*pr / Ko, Ki"):
        assert check_sheet(place, "now", read_sheet(proof + marks)).accepted
    padded = proof.replace("1 Kpr s", "1 Kpr s\n2 Kpp s")
    crowded = Position("Kpr", "K", "KKKppproi", terms=ELEMENTARY)
    marked = check_sheet(crowded, "now", read_sheet(padded + "K*pr, Kpp / Ko, Ki"))
    unmarked = check_sheet(crowded, "now", read_sheet(padded + "Kpr, Kpp / Ko, Ki"))
    assert marked.accepted
    assert unmarked.codes == ("not-essential",)


@pytest.mark.parametrize("text", [RULE_TWICE, WITHOUT_SUBPROOF, WITH_SUBPROOFS, WILD, NOT_ESSENTIAL])
def test_the_canonical_form_reads_back_the_same(text: str) -> None:
    printed = print_sheet(read_sheet(text))
    assert print_sheet(read_sheet(printed)) == printed
    assert read_sheet(printed).solution == read_sheet(text).solution
