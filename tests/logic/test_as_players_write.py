"""Sheets as players hand them in: odd numbering, marks, headings and reasons, and what the verdict says of them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from table.cli.app import app
from table.logic.proofs.check import check_sheet
from table.logic.proofs.verdict import Verdict
from table.logic.reading.printing import print_sheet
from table.logic.reading.sheet_text import read_sheet
from table.logic.reading.solution_text import UnreadableError, read_solution
from table.logic.terms import Position, Terms

KASPQ = Position("KAspq", "", "pKsqKoAiKi")
SOLUTION = "p, Ksq / Ko, Ai, Ki"
PROOF = "1 p s\n2 Ksq s\n3 q Ko, 2\n4 Asp Ai, 1\n5 KAspq Ki, 3, 4\n"


def judged(text: str, place: Position = KASPQ) -> Verdict:
    return check_sheet(place, "now", read_sheet(text))


def untroubled(text: str, place: Position = KASPQ) -> bool:
    """Accepted, and with no note but for the top line."""
    verdict = judged(text, place)
    return verdict.accepted and {one.code for one in verdict.warnings} <= {"top-line"}


@pytest.mark.parametrize("between", ["\n", "\n\n", "\n   \n\n", "\n# required\n"])
def test_marks_may_stand_under_the_solution_after_empty_rows(between: str) -> None:
    for text in (f"{SOLUTION}{between}   ^\n{PROOF}", f"{PROOF}{SOLUTION}{between}   ↑"):
        assert read_sheet(text).solution.premises[1].marks == (0,)


@pytest.mark.parametrize("text", [f"   ^\n{SOLUTION}\n{PROOF}", f"{SOLUTION}\n{PROOF}   ^", f"{PROOF}   ^\n{SOLUTION}"])
def test_marks_that_stand_elsewhere_are_not_dropped(text: str) -> None:
    with pytest.raises(UnreadableError, match="column 4: marks of required cubes stand under the solution"):
        read_sheet(text)


@pytest.mark.parametrize(
    "proof",
    [
        "1p   s\n2Ksq s\n3q Ko, 2\n4Asp Ai, 1\n5KAspq Ki, 3, 4\n",
        "i. p s\nii. Ksq s\niii. q Ko, ii\niv. Asp Ai, i\nv. KAspq Ki, iii, iv\n",
        "  i) p s\n ii) Ksq s\niii) q Ko, ii\n iv) Asp Ai, i\n  v) KAspq Ki, iii, iv\n",
        "vi.   p s\nvii.  Ksq s\nviii. q Ko, vii\nix.   Asp Ai, vi\nx.    KAspq Ki, viii, ix\n",
        "A. p s\nB. Ksq s\nC. q Ko, B\nD. Asp Ai, A\nE. KAspq Ki, C, D\n",
        "(a) p s\n(b) Ksq s\n(c) q Ko, b\n(d) Asp Ai, a\n(e) KAspq Ki, c-d\n",
        "(8)\tp\ts\n(9)\tKsq\ts\n(10)\tq\tKo, 9\n(11)\tAsp\tAi, 8\n(12)\tKAspq\tKi, 10, 11\n",
        "p   s\n2   Ksq  s\n3   q    Ko, 2\n4   Asp  Ai, 1\n5   KAspq  Ki, 3, 4\n",
        "1)   p\n2)   Ksq\n3)   q Ko\nAsp Ai\n5)   KAspq Ki\n",
        "p s\nKsq s\nq Ko, 2\nAsp Ai, 1\nKAspq Ki, 3, 4\n",
    ],
)
def test_no_way_of_numbering_changes_a_verdict(proof: str) -> None:
    assert untroubled(proof + SOLUTION)
    assert [line.depth for line in read_sheet(proof + SOLUTION).proof.lines] == [0] * 5


@pytest.mark.parametrize(
    "proof",
    [
        "1  q\n2     p\n3     q R, 1\n4  Cpq Ci, 2-3\n",
        "q\n2     p\n3     q R, 1\n4  Cpq Ci, 2-3\n",
        "(9)\tq\n(10)\t\tp\n(11)\t\tq R, 9\n(12)\tCpq Ci, 10…11\n",
        "i. q\nii.    p\niii.    q R, i\niv. Cpq Ci, ii-iii\n",
        "q\n    a. p\n    b. q R, 1\nCpq Ci, a..b\n",
        "1. q\n1.1.   p\n1.2.   q R, 1\n2. Cpq Ci, 1.1-1.2\n",
    ],
)
def test_sub_proofs_are_made_out_beside_any_numbering(proof: str) -> None:
    assert [line.depth for line in read_sheet(proof + "q / R, Ci").proof.lines] == [0, 1, 1, 0]
    assert untroubled(proof + "q / R, Ci", Position("Cpq", "", "qRCi"))


@pytest.mark.parametrize(
    "solution",
    [
        "Solution:\np, Ksq / Ko, Ai, Ki",
        "SOLUTION:\n\n  p, Ksq / Ko, Ai, Ki",
        "Solution: p, Ksq /\n   Ko, Ai, Ki",
        "Solution: p, Ksq\n/ Ko, Ai, Ki",
        "Solution:\np, Ksq /\nKo, Ai,Ki.",
    ],
)
def test_a_solution_may_go_on_in_the_next_row(solution: str) -> None:
    assert untroubled(PROOF + solution)
    assert untroubled(f"{solution}\n{PROOF}")


def test_marks_under_both_rows_of_a_solution_are_taken() -> None:
    sheet = read_sheet("p, Ksq /\n   ^\nKo, Ai, Ki\n     ^\n")
    assert sheet.solution == read_solution("p, K*sq / Ko, Ai*, Ki")


def test_a_proof_under_a_solution_without_rules_is_not_taken_for_them() -> None:
    sheet = read_sheet("solution: Kpq /\n1 Kpq s")
    assert (sheet.solution.rules, len(sheet.proof.lines)) == ((), 1)


@pytest.mark.parametrize("line", ["4 | r 2", "4 | r   lines 2, 3", "4 | r, 1-2"])
def test_a_line_with_a_reference_and_no_rule_begins_no_sub_proof(line: str) -> None:
    text = f"1 p\n2 | q\n3 | Kqq Ki, 2\n{line}\n5 CqKqq Ci, 2-3\np / Ki, Ci"
    verdict = judged(text, Position("CqKqq", "", "pKiCi"))
    assert verdict.codes == ("line-without-rule",)
    assert verdict.reasons[0].cite == "VII-C-5(g)1"
    assert print_sheet(read_sheet(print_sheet(read_sheet(text)))) == print_sheet(read_sheet(text))


@pytest.mark.parametrize(
    ("written", "instead"),
    [
        ("Ko, 2", "Ko #2"),
        ("Ko, 2", "- Ko 2"),
        ("Ko, 2", "R[Ko], 2"),
        ("Ki, 3, 4", "Ki 3+4"),
        ("Ki, 3, 4", "− Ki, 3−4"),
        ("p s", "p given"),
        ("p s", "p Premise"),
        ("p s", "p s, 1"),
        ("1 p s", "p, Ksq −→ KAspq\n1 p s"),
    ],
)
def test_reasons_are_read_in_many_hands(written: str, instead: str) -> None:
    assert untroubled(PROOF.replace(written, instead) + SOLUTION)


def test_two_rs_may_be_written_together() -> None:
    text = "1 r\n2 | p\n3 | | q\n4 | | r RR 1\n5 | Cqr Ci\n6 CpCqr Ci\nr / R, Ci"
    assert untroubled(text, Position("CpCqr", "", "rRCi"))


def test_a_star_before_the_first_letter_is_not_dropped() -> None:
    assert read_solution("p / R[Ki]*") == read_solution("p / R(Ki)*")
    for text in ("*p / Ki", "p / *Ki", "p, * Kqr / Ki"):
        with pytest.raises(UnreadableError, match=r"a \* stands after the letter"):
            read_solution(text)


@pytest.mark.parametrize("end", ["3 q\n4 Asp Ai, 1\n5 KAspq Ki, 3, 4\n", "3 KAspq\n"])
def test_a_missing_rule_after_the_premises_is_not_taken_for_a_premise(end: str) -> None:
    verdict = judged(f"1 p s\n2 Ksq s\n{end}{SOLUTION}")
    assert "line-without-rule" in verdict.codes
    assert "premise-extra" not in verdict.codes


def test_a_sub_proof_that_is_not_indented_inside_another_is_named_so() -> None:
    text = "1 Epq\n2 | Np\n3 | q\n4 | Epq R, 1\n5 | Cqp Eo, 4\n6 | p Co, 3, 5\n7 | Np R, 2\n8 | Nq Ni, 3-7\n"
    text += "9 CNpNq Ci, 2-8\nEpq / R, Eo, Co, Ni, Ci"
    verdict = judged(text, Position("CNpNq", "", "EpqREoCoNiCi"))
    assert ("subproof-not-indented", 3) in [(one.code, one.line) for one in verdict.reasons]


@pytest.mark.parametrize("mark", [" s", ""])
def test_two_premises_in_one_sub_proof_are_named_so(mark: str) -> None:
    text = f"1 q{mark}\n2 | r{mark}\n3 | p{mark}\n4 | q R, 1\n5 Cpq Ci, 2-4\nq / R, Ci"
    assert judged(text, Position("Cpq", "", "qRCi")).codes == ("subproof-premise",)


def test_a_sub_proof_of_one_line_beside_another_is_no_second_premise() -> None:
    text = "1 Apq\n2 q\n3 | q\n4 | p\n5 | q R\n6 q Ao\nApq, q / R, Ao"
    assert untroubled(text, Position("q", "", "ApqqRAo"))


def test_where_outer_lines_count_inside_a_sub_proof_of_one_line_may_end_with_them() -> None:
    text = "1 Apq\n2 r\n3 | p\n4 | q\n5 r Ao\nApq, r / Ao"
    place = Position("r", "", "ApqrAo", terms=Terms(reiteration="free"))
    assert untroubled(text, place)


@pytest.mark.parametrize("marked", ["Apq", "q", "p", "q R", "none"])
def test_an_s_on_some_premises_only_changes_nothing(marked: str) -> None:
    text = "1 Apq\n2 q\n3 | p\n4 | q R\n5 | q\n6 | Aqp Ai\n7 | q Rp\n8 q Ao\nApq, q / R, Ao, Ai, Rp\n"
    for number, wff in ((1, "Apq"), (2, "q"), (3, "| p"), (5, "| q")):
        if wff.endswith(marked):
            text = text.replace(f"{number} {wff}\n", f"{number} {wff} s\n")
    assert untroubled(text, Position("q", "", "ApqqRAoAiRp"))


def test_a_number_with_a_rule_glued_to_it_is_no_reference() -> None:
    text = "1 Epq\n2 | r\n3 | Epq 2R 1\n4 CrEpq Ci\nEpq / R, Ci"
    assert judged(text, Position("CrEpq", "", "EpqRCi")).codes == ("bad-rule",)


def test_a_reason_names_the_line_as_the_player_did() -> None:
    labelled = judged(PROOF.replace("3 q Ko", "c. q Ai").replace(" 3,", " c,") + SOLUTION).reasons[0]
    assert str(labelled).startswith("line 3, labelled c: q does not follow by Ai")
    unlabelled = judged("\np\nKsq\n\nq Ai\nAsp Ai\nKAspq Ki\n" + SOLUTION).reasons[0]
    assert str(unlabelled).startswith("line 3, in row 5: ")
    assert str(judged(PROOF.replace("q Ko", "q Ai") + SOLUTION).reasons[0]).startswith("line 3: ")


def test_how_often_r_is_written_is_said_in_words() -> None:
    text = "1 q\n2 | p\n3 | q R, R\n4 Cpq Ci\nq / R, Ci"
    place = Position("Cpq", "", "qRCi")
    assert judged(text, place).reasons[0].message == "R is written twice and q needs it once"
    outside = judged("1 Kpq\n2 p R, Ko\nKpq / R, Ko", Position("p", "", "KpqRKo")).reasons[0]
    assert outside.message == "R is written once and p needs none"


def run(*words: str) -> tuple[int, str, str]:
    result = CliRunner().invoke(app, list(words))
    assert result.exception is None or isinstance(result.exception, SystemExit)
    return result.exit_code, result.stdout, result.stderr


def refused(*words: str) -> str:
    """The one sentence with which the command is refused."""
    code, out, err = run(*words)
    assert (code, out, err.count("\n")) == (2, "", 1)
    return err


RECORD = {"goal": "KAspq", "permitted": "pKsqKoAiKi", "challenge": "now"}


def test_a_byte_order_mark_is_passed_over(tmp_path: Path) -> None:
    place, sheet = tmp_path / "place.json", tmp_path / "sheet.txt"
    place.write_text("\ufeff" + json.dumps(RECORD), encoding="utf-8")
    sheet.write_text(f"\ufeffp, Ksq -> KAspq\n{PROOF}{SOLUTION}", encoding="utf-8")
    assert run("check", str(place), str(sheet)) == (0, "accepted\n", "")


def test_strings_longer_than_any_wff_are_refused(tmp_path: Path) -> None:
    long = "N" * 3000 + "p"
    place, sheet = tmp_path / "place.json", tmp_path / "sheet.txt"
    place.write_text(json.dumps(RECORD | {"goal": long}))
    assert "3001 letters" in refused("wff", long)
    assert "3001 letters" in refused("prove", f"p / Ki => {long}")
    assert "3001 letters" in refused("prove", f"{long} / Ki => p")
    assert "the goal has 3001 letters" in refused("solve", str(place))
    place.write_text(json.dumps(RECORD))
    sheet.write_text(f"1 {long}\n{SOLUTION}")
    assert "3001 letters" in refused("check", str(place), str(sheet))
    assert run("wff", "N" * 199 + "p", "--table")[0] == 0


def test_solve_reads_every_position_before_it_answers_one(tmp_path: Path) -> None:
    file = tmp_path / "positions"
    good = json.dumps(RECORD)
    file.write_text(f"{good}\n\n{json.dumps(RECORD | {'challenge': 'later'})}\n")
    assert "line 3: the challenge is 'later'" in refused("solve", str(file))
    file.write_text(f"[{good}, 5]")
    assert "position 2: a position is a JSON object" in refused("solve", str(file))
    file.write_text("[]")
    assert "holds no position" in refused("solve", str(file))


@pytest.mark.parametrize("limit", ["-1", "nan"])
def test_a_limit_is_a_number_of_seconds(tmp_path: Path, limit: str) -> None:
    file = tmp_path / "position"
    file.write_text(json.dumps(RECORD))
    assert f"the limit is {limit}" in refused("solve", str(file), "--limit", limit)


def test_prove_refuses_a_rule_named_twice() -> None:
    assert "Ki is named 2 times" in refused("prove", "p / Ki, R(Ki) => Kpp")


def test_prove_says_so_where_no_rule_is_named() -> None:
    assert run("prove", "p / => Kpp")[:2] == (1, "There is no proof of Kpp from p without any rule.\n")
