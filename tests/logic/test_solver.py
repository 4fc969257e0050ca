"""The solver against one that tries everything, and its answers in plain cases."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from table.logic.proofs.check import check_sheet
from table.logic.search.flubs import CubeMove, after, judge_move, judge_moves
from table.logic.search.solve import NoSolution, Solved, Undecided, solve
from table.logic.terms import (
    ELEMENTARY,
    MOST_OF_A_LETTER,
    REGULAR,
    BadPositionError,
    Challenge,
    Position,
    Terms,
)
from table.logic.wff import LETTERS

from .exhaustive import solvable
from .test_prover import random_wff

ELEMENTARY_2013 = replace(ELEMENTARY, rule_needed=False)
REGULAR_2013 = Terms(rule_needed=False)
OPTIONAL = Terms(premise_needed=False)
ESSENTIAL = Terms(rules=REGULAR.rules - {"R", "Rp"}, spelled=frozenset({"Ki", "Ko", "Ci", "Co"}), reiteration="free")


def small_position(chance: random.Random, terms: Terms, most: int) -> Position:
    variables = chance.choice(("p", "pq", "pqr"))
    goal = random_wff(chance, 4, variables)
    pool = chance.choice(
        (LETTERS, "CAKEio" + variables * 2, "CKRRio" + variables * 2, "CAKENRRRio" + variables * 3, goal * 2 + "RRKio")
    )
    cubes = [chance.choice(pool) for _ in range(chance.randint(3, most))]
    if chance.random() < 0.5:
        cubes = list(goal) + cubes[: max(2, most - len(goal))]
    regions = {"required": "", "permitted": "", "resources": ""}
    for cube in cubes:
        regions[chance.choice(list(regions))] += cube
    return Position(goal, **regions, terms=terms)


@pytest.mark.parametrize("challenge", ["now", "impossible"])
@pytest.mark.parametrize(
    "terms",
    [ELEMENTARY, REGULAR, ELEMENTARY_2013, REGULAR_2013, OPTIONAL, ESSENTIAL],
    ids=["elementary", "regular", "elementary-2013", "regular-2013", "premises-optional", "essential"],
)
def test_the_solver_agrees_with_trying_everything(terms: Terms, challenge: Challenge) -> None:
    chance = random.Random(f"{sorted(terms.rules)} {challenge}")
    found = 0
    for _ in range(60):
        place = small_position(chance, terms, 8)
        answer = solve(place, challenge)
        assert isinstance(answer, Solved) == bool(solvable(place, challenge)), (place, challenge)
        if isinstance(answer, Solved):
            found += 1
            assert check_sheet(place, challenge, answer.sheet).accepted
    assert found


@pytest.mark.parametrize(
    ("place", "premises", "rules"),
    [
        (Position("q", "rqC", "p", "", "CorRpp"), None, None),
        (Position("p", "ERC", "pRR", "", "pro"), ("Erp", "p"), ("Co", "Eo")),
        (Position("Np", "AAp", "orq", "", "NsR"), None, None),
        (Position("Cpq", "C", "pqCqp", "", "EiEo"), None, None),
        (Position("Nr", "prioiNr", "ECsiNCAosAK", "", "iqqCK"), None, None),
    ],
)
def test_positions_that_once_were_missed_are_solved(
    place: Position, premises: tuple[str, ...] | None, rules: tuple[str, ...] | None
) -> None:
    answer = solve(place, "impossible")
    assert isinstance(answer, Solved)
    if premises:
        assert set(answer.sheet.solution.texts) == set(premises)
        assert set(answer.sheet.solution.names) == set(rules or ())


def test_after_now_only_one_cube_of_resources_is_used() -> None:
    place = Position("q", "", "pC", "", "pqCo")
    assert isinstance(solve(place, "now"), NoSolution)
    answer = solve(place, "impossible")
    assert isinstance(answer, Solved)
    nearly = Position("q", "", "ppqCC", "", "oi")
    answer = solve(nearly, "now")
    assert isinstance(answer, Solved)
    assert answer.resources_used == "o"


def test_a_goal_that_is_no_wff_has_no_solution() -> None:
    answer = solve(Position("pKr", "", "pKrRp"), "impossible")
    assert isinstance(answer, NoSolution)
    assert "p is complete and Kr is left over" in answer.reason


@pytest.mark.parametrize(
    ("place", "words"),
    [
        (Position("q", "", "pC", "", "pK"), "no set of rules can be named"),
        (Position("q", "", "pCC", "", "po"), "there is no q"),
        (Position("Nq", "", "qqKKCCo", "", "AiR"), "without N"),
        (Position("q", "r", "qpCCo", "", "p", ELEMENTARY), "a single r cannot be essential"),
    ],
)
def test_a_reason_says_why_there_is_no_solution(place: Position, words: str) -> None:
    answer = solve(place, "impossible")
    assert isinstance(answer, NoSolution)
    assert words in answer.reason


def test_a_search_that_is_stopped_is_undecided_and_reports_progress() -> None:
    place = Position("r", "qECpRsE", "CCEAsi", "", "RsoNKrpNiC")
    steps: list[tuple[int, int]] = []
    answer = solve(place, "impossible", lambda: True, lambda done, of: steps.append((done, of)))
    assert isinstance(answer, Undecided)
    assert steps


def test_letters_that_are_on_no_cube_are_refused() -> None:
    with pytest.raises(BadPositionError, match="'x' in required is on no cube"):
        Position("p", "x")
    with pytest.raises(BadPositionError, match="there are 15 p"):
        Position("p", "", "p" * 14)


def test_a_move_that_leaves_no_solution_is_a_p_flub() -> None:
    place = Position("q", "", "pqC", "", "Cop", ELEMENTARY)
    judged = {one.move: one.flub for one in judge_moves(place)}
    assert judged[CubeMove("o", "forbidden")] == "P"
    assert judged[CubeMove("p", "required")] == ""


def test_a_move_that_allows_a_solution_is_an_a_flub_only_where_it_could_be_avoided() -> None:
    place = Position("q", "", "ppqC", "", "Cos", ELEMENTARY)
    assert judge_move(place, CubeMove("C", "permitted")).flub == "A"
    assert judge_move(place, CubeMove("s", "permitted")).flub == ""
    for judged in judge_moves(place):
        assert judge_move(place, judged.move) == judged
    assert after(place, CubeMove("C", "required")) == replace(place, required="C", resources="os")


@settings(max_examples=500, deadline=None)
@given(
    st.text(alphabet=LETTERS, max_size=5),
    *(st.text(alphabet=LETTERS, max_size=5) for _ in range(3)),
    st.sampled_from(("now", "impossible", "last-cube", "stop")),
    st.sampled_from((ELEMENTARY, REGULAR, ELEMENTARY_2013, ESSENTIAL)),
)
def test_any_position_is_answered(
    goal: str, required: str, permitted: str, resources: str, challenge: Challenge, terms: Terms
) -> None:
    whole = goal + required + permitted + resources
    assume(all(whole.count(letter) <= MOST_OF_A_LETTER for letter in LETTERS))  # a set has no more
    ticks = iter(range(400))
    place = Position(goal, required, permitted, "", resources, terms)
    answer = solve(place, challenge, lambda: next(ticks, None) is None)
    assert isinstance(answer, Solved | NoSolution | Undecided)
