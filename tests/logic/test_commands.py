"""The commands `wff`, `check`, `prove` and `solve`, as a judge would type them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from table.cli.app import app

POSITION = {
    "edition": "2019-20",
    "division": "senior",
    "goal": "Ksr",
    "required": "C",
    "permitted": "psKKC",
    "forbidden": "",
    "resources": "rroiKo",
    "challenge": "impossible",
}
SHEET = (
    "p, KsCpr -> Ksr\n1 p s\n2 KsCpr s\n3 s Ko, 2\n4 Cpr Ko, 2\n5 r Co, 1, 4\n6 Ksr Ki, 3, 5\np, KsCpr / Ko, Co, Ki\n"
)


def run(*words: str) -> tuple[int, str, str]:
    result = CliRunner().invoke(app, list(words))
    return result.exit_code, result.stdout, result.stderr


def saved(folder: Path, **changes: str) -> str:
    path = folder / "position.json"
    path.write_text(json.dumps(POSITION | changes))
    return str(path)


def test_wff_explains_each_string() -> None:
    code, out, _ = run("wff", "Cpq", "pKr")
    assert code == 1
    assert out.splitlines() == [
        "Cpq is a WFF: if p then q",
        "pKr is not a WFF: p is complete and Kr is left over (position 2)",
    ]


def test_prove_prints_a_proof_or_says_that_there_is_none() -> None:
    code, out, _ = run("prove", "p, KsCpr / Ko, Co, Ki => Ksr")
    assert (code, out.splitlines()[-1].split()) == (0, ["6", "Ksr", "Ki,", "3,", "5"])
    code, out, _ = run("prove", "p, KsCpr / Ko, Ki => Ksr")
    assert (code, out.strip()) == (1, "There is no proof of Ksr from p, KsCpr by Ko, Ki.")


def test_check_accepts_and_rejects_with_reasons(tmp_path: Path) -> None:
    proof = tmp_path / "proof.txt"
    proof.write_text(SHEET)
    place = saved(tmp_path, permitted="psKKKCCprooi", required="", resources="")
    assert run("check", place, str(proof))[:2] == (0, "accepted\n")
    proof.write_text(SHEET.replace("5 r Co, 1, 4", "5 r Ko, 4"))
    code, out, _ = run("check", place, str(proof), "--json")
    record = json.loads(out)
    assert (code, record["verdict"]) == (1, "rejected")
    assert ("misapplied", 5) in [(one["code"], one["line"]) for one in record["reasons"]]


def test_solve_prints_a_record_for_each_position(tmp_path: Path) -> None:
    lines = tmp_path / "positions.jsonl"
    unsolvable = POSITION | {"goal": "q", "challenge": "now"}
    lines.write_text(json.dumps(POSITION) + "\n\n" + json.dumps(unsolvable) + "\n")
    code, out, _ = run("solve", str(lines), "--json", "--limit", "30")
    first, second = map(json.loads, out.splitlines())
    assert code == 0
    assert set(first) == {"verdict", "premises", "rules", "resources_used", "proof", "reason", "seconds"}
    assert (first["verdict"], second["verdict"]) == ("solution", "none")
    assert second["reason"]


def test_a_solution_that_solve_prints_is_accepted_by_check(tmp_path: Path) -> None:
    place = saved(tmp_path)
    record = json.loads(run("solve", place, "--json")[1])
    proof = tmp_path / "proof.txt"
    proof.write_text(record["proof"])
    assert run("check", place, str(proof))[:2] == (0, "accepted\n")


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"challenge": "later"}, "the challenge is 'later' and not one of now, impossible, last-cube, stop"),
        ({"edition": "1999"}, "the edition is '1999'"),
        ({"division": "adult"}, "the division is 'adult'"),
        ({"game": "chess"}, "the game is 'chess'"),
        ({"required": "x"}, "'x' in required is on no cube"),
        ({"colour": "red"}, "'colour' is not part of a position"),
    ],
)
def test_a_bad_position_ends_with_one_sentence(tmp_path: Path, changes: dict[str, str], sentence: str) -> None:
    code, out, err = run("solve", saved(tmp_path, **changes))
    assert (code, out) == (2, "")
    assert err.startswith(f"wff-table: {sentence}")
    assert err.count("\n") == 1


def test_bad_files_and_sequents_end_with_one_sentence(tmp_path: Path) -> None:
    torn = tmp_path / "torn.json"
    torn.write_text('{"goal": ')
    for words in (["solve", str(torn)], ["solve", str(tmp_path / "none")], ["prove", "p q"], ["prove", "p / Kx => p"]):
        code, _, err = run(*words)
        assert code == 2
        assert err.count("\n") == 1


@pytest.mark.parametrize(
    ("edition", "division", "allowed"),
    [
        ("2013-14", "elementary", False),
        ("2013-14", "middle", True),
        ("2017-18", "middle", False),
        ("2019-20", "elementary", False),
        ("2019-20", "junior", True),
    ],
)
def test_edition_and_division_decide_about_subproofs(
    tmp_path: Path, edition: str, division: str, allowed: bool
) -> None:
    regions = {"goal": "Cpp", "required": "i", "permitted": "qC", "resources": ""}
    place = saved(tmp_path, edition=edition, division=division, **regions)
    record = json.loads(run("solve", place, "--json")[1])
    assert (record["verdict"] == "solution") == allowed
    with_game = saved(tmp_path, edition=edition, division=division, game="regular", **regions)
    assert json.loads(run("solve", with_game, "--json")[1])["verdict"] == "solution"
