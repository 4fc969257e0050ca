"""Reading sheets: what changes nothing, what is tolerated, and what is said when text cannot be read."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from table.logic.proofs.check import check_sheet
from table.logic.proofs.prove import prove
from table.logic.reading.printing import print_sheet
from table.logic.reading.sheet import Named, ProofLine, WrittenSheet, solution_of
from table.logic.reading.sheet_text import read_sheet
from table.logic.reading.solution_text import UnreadableError, read_solution
from table.logic.terms import RULES, Position

from .brute import short_wffs

SHORT = short_wffs("pqr", 4)


def written(sheet: WrittenSheet, chance: random.Random) -> str:
    """The sheet in some player's hand: numbered or not, marked or not, with bars or indented."""
    numbered, marked, bars, refs = (chance.random() < 0.5 for _ in range(4))
    step = chance.choice((2, 3, 4, 8))
    gap = " " * chance.randint(1, 5)
    rows = []
    if chance.random() < 0.5 and sheet.proof.top:
        rows.append(f"{', '.join(sheet.solution.texts)} {chance.choice(('->', '=>', '→', '-->'))} {sheet.proof.top[1]}")
    for number, line in enumerate(sheet.proof.lines, 1):
        label = f"{number}{chance.choice(('', '.', ')'))}".ljust(5) if numbered else ""
        depth = ("|" + " " * chance.randint(0, 2)) * line.depth if bars else " " * step * line.depth
        rows.append(label + depth + line.wffs[0] + gap + _reason(line, marked, refs and numbered, chance))
        if chance.random() < 0.1:
            rows.append("")
    rows.insert(0 if chance.random() < 0.3 else len(rows), _solution(sheet, chance))
    return "\n".join(rows)


def _reason(line: ProofLine, marked: bool, refs: bool, chance: random.Random) -> str:
    if not line.rules:
        return "s" if marked else ""
    comma = chance.choice((",", ", ", " "))
    return comma.join((*line.rules, *(line.refs if refs else ())))


def _solution(sheet: WrittenSheet, chance: random.Random) -> str:
    comma = chance.choice((",", ", ", " , "))
    premises, rules = comma.join(sheet.solution.texts), comma.join(map(str, sheet.solution.rules))
    return f"{chance.choice(('solution: ', 'Solution :', ''))}{premises}{chance.choice((' / ', '/'))}{rules}"


@settings(max_examples=300, deadline=None)
@given(
    st.lists(st.sampled_from(SHORT), min_size=1, max_size=3, unique=True),
    st.sampled_from(SHORT),
    st.randoms(use_true_random=False),
)
def test_whitespace_numbering_and_marks_never_change_a_verdict(
    premises: list[str], goal: str, chance: random.Random
) -> None:
    proof = prove(premises, RULES, goal)
    if proof is None:
        return
    sheet = WrittenSheet(solution_of(premises, RULES), proof)
    cubes = "".join(sheet.solution.cubes.elements())
    place = Position(goal, "", cubes)
    assert check_sheet(place, "now", read_sheet(written(sheet, chance))).accepted
    spoiled = Position(goal, "", cubes.replace("p", "", 1))
    codes = check_sheet(spoiled, "now", sheet).codes
    assert check_sheet(spoiled, "now", read_sheet(written(sheet, chance))).codes == codes


@settings(max_examples=200, deadline=None)
@given(st.lists(st.sampled_from(SHORT), min_size=1, max_size=3, unique=True), st.sampled_from(SHORT))
def test_what_is_printed_reads_back_as_the_same_sheet(premises: list[str], goal: str) -> None:
    proof = prove(premises, RULES, goal)
    if proof:
        sheet = WrittenSheet(solution_of(premises, RULES, {"Ki", "No"}), proof)
        assert read_sheet(print_sheet(sheet)) == sheet


def test_removing_the_s_marks_of_adjacent_subproofs_changes_nothing() -> None:
    text = "1 Apq s\n2 | p s\n3 | Aqp Ai\n4 | q s\n5 | Aqp Ai\n6 Aqp Ao\nApq / Ai, Ao"
    place = Position("Aqp", "", "ApqAiAo")
    for one in (text, text.replace(" s", ""), text.replace("|", "   ")):
        assert check_sheet(place, "now", read_sheet(one)).accepted


def test_the_books_columns_of_labels_need_no_bars() -> None:
    text = """
        1   Epq             s
        2   a   Np          s
            b   1   q       s
                2   Epq     R, R, 1
                3   Cqp     Eo, 2
                4   p       Co, 1,3
                5   Np      R, a
            c   Nq          Ni, b
        3   CNpNq           Ci, 2
        Epq / R, Eo, Co, Ni, Ci
    """
    verdict = check_sheet(Position("CNpNq", "", "EpqREoCoNiCi"), "now", read_sheet(text))
    assert verdict.accepted
    assert [one.code for one in verdict.warnings] == ["top-line"]


def test_required_cubes_are_marked_by_stars_or_by_arrows_below() -> None:
    starred = read_solution("p, K*sCpr / Ko*, R(Ki)*")
    assert starred == read_solution("p, KsCpr / Ko, R(Ki)\n   ^         ^  ^")
    assert starred == read_solution("p, KsCpr / Ko, R(Ki)\n   ↑         ↑   ↑")
    assert starred.rules == (Named("Ko", False, (1,)), Named("Ki", True, (0,)))


@pytest.mark.parametrize(
    ("text", "row", "column", "problem"),
    [
        ("1 p s", 1, 1, "no solution found"),
        ("1 p s\n2 q $ Ki\np / Ki", 2, 5, "belongs neither to a WFF nor to a reason"),
        ("p / Ki / Ko", 1, 8, "one / parts"),
        ("p / Ki\nq / Ko", 2, 1, "a second solution"),
        ("p / K+i", 1, 6, "cannot read 'K+i'"),
        ("p / K(Ki)", 1, 4, "only R is written with a rule in brackets"),
        ("p, q / Ki\n         ^  ^", 2, 13, "stands under no letter"),
        ("1 p\np -> q\np / Ki", 2, 1, "must come before the proof"),
        ("p % -> q\np / Ki", 1, 3, "does not belong on the top line"),
    ],
)
def test_what_cannot_be_read_is_named_with_row_and_column(text: str, row: int, column: int, problem: str) -> None:
    with pytest.raises(UnreadableError) as caught:
        read_sheet(text)
    assert (caught.value.row, caught.value.column) == (row, column)
    assert problem in caught.value.problem


@settings(max_examples=2_000, deadline=None)
@given(st.text(alphabet="pqrsCAKENRio KiCoRp|s/,->12.()*^\n\t  -_→é$", max_size=80))
def test_any_text_is_judged_or_cannot_be_read(text: str) -> None:
    try:
        sheet = read_sheet(text)
    except UnreadableError:
        return
    check_sheet(Position("Kpq", "p", "qKi", "", "CoR"), "now", sheet)
    read_sheet(print_sheet(sheet))
