"""Positions in which a solution was planted: the solver must find one, the planted or another."""

import random
from collections import Counter

import pytest

from table.logic.proofs.check import check
from table.logic.proofs.prove import provable, prove
from table.logic.reading.sheet import solution_of
from table.logic.search.solve import Solved, solve
from table.logic.terms import CHALLENGES, ELEMENTARY, REGULAR, RULES, BadPositionError, Challenge, Position, Terms
from table.rules.book_terms import terms as terms_of

TERMS = (REGULAR, ELEMENTARY, terms_of("2013-14", "senior"), terms_of("2013-14", "elementary"))


def wff(chance: random.Random, most: int) -> str:
    """A WFF of at most so many letters."""
    if most < 3 or chance.random() < 0.25:
        return chance.choice("pqr") if most < 2 or chance.random() < 0.8 else "N" + chance.choice("pqr")
    if chance.random() < 0.2:
        return "N" + wff(chance, most - 1)
    left = wff(chance, chance.randint(1, most - 2))
    return chance.choice("CAKE") + left + wff(chance, most - 1 - len(left))


def planted(chance: random.Random) -> tuple[Position, Challenge] | None:
    """A solution with few idle parts, and a position that has the cubes for it; None where the dice did not fall so."""
    terms, goal = chance.choice(TERMS), wff(chance, 7)
    premises = list(dict.fromkeys(wff(chance, 6) for _ in range(chance.randint(1, 3))))
    if chance.random() < 0.3:
        premises[0] = goal
    premises = list(dict.fromkeys(premises))
    allowed = [rule for rule in RULES if rule in terms.rules]
    rules = set(chance.sample(allowed, chance.randint(1, min(7, len(allowed)))))
    if not provable(premises, rules, goal, terms):
        return None
    for rule in sorted(rules):
        if len(rules) > 1 and provable(premises, rules - {rule}, goal, terms):
            rules.remove(rule)
    for one in list(premises):
        rest = [other for other in premises if other != one]
        if rest and provable(rest, rules, goal, terms):
            premises = rest
    solution = solution_of(premises, sorted(rules), {r for r in rules if r != "R" and chance.random() < 0.3})
    cubes = list(solution.cubes.elements())
    chance.shuffle(cubes)
    required = chance.choice((0, len(cubes), chance.randint(0, len(cubes))))
    challenge = chance.choice(CHALLENGES)
    free = cubes[required:]
    taken = chance.randint(0, min(len(free), 1 if challenge == "now" else 99))
    resources = free[:taken] + [chance.choice("CAKENRpqrsio") for _ in range(chance.randint(0, 3))]
    try:
        place = Position(goal, "".join(cubes[:required]), "".join(free[taken:]), "", "".join(resources), terms)
    except BadPositionError:
        return None
    verdict = check(place, challenge, solution, prove(premises, rules, goal, terms))
    return (place, challenge) if verdict.accepted else None


@pytest.mark.parametrize("seed", range(8))
def test_a_solution_that_was_planted_is_never_overlooked(seed: int) -> None:
    chance = random.Random(seed)
    found = 0
    while found < 60:
        position = planted(chance)
        if position is None:
            continue
        found += 1
        place, challenge = position
        answer = solve(place, challenge)
        assert isinstance(answer, Solved), (place, challenge, answer)
        used, mat = answer.sheet.solution.cubes, Counter(place.required) + Counter(place.permitted)
        assert not Counter(place.required) - used
        assert not used - mat - Counter(place.resources)
        assert challenge != "now" or (used - mat).total() <= 1


ONCE_OVERLOOKED = {
    "a part of the Goal proved by rules alone, without R": ("KCqqp", "", "pCiKi", "AA", REGULAR),
    "an equivalence of theorems": ("KpEqq", "", "pCiEiKi", "AA", REGULAR),
    "a variable that comes in by Ai from premises that contradict each other": (
        "KApqNp",
        "",
        "pNpAiKi",
        "CC",
        ELEMENTARY,
    ),
    "a Goal that is its own premise, by way of Ei and Eo": ("Cpq", "pCpqCiEiEoR", "", "AA", REGULAR),
    "equal premises in a pattern": ("Krs", "qKKCoKKrsCrrAori", "", "p", terms_of("2013-14", "elementary")),
}


@pytest.mark.parametrize(
    ("goal", "required", "permitted", "resources", "terms"), ONCE_OVERLOOKED.values(), ids=ONCE_OVERLOOKED
)
def test_what_was_overlooked_once_is_found(
    goal: str, required: str, permitted: str, resources: str, terms: Terms
) -> None:
    challenge = "stop" if len(resources) == 1 else "now"
    assert isinstance(solve(Position(goal, required, permitted, "", resources, terms), challenge), Solved)


@pytest.mark.parametrize(
    ("premises", "rules", "goal"),
    [
        (("p", "Cpq"), ("Ci", "Ei", "Eo", "R"), "Cpq"),
        (("q", "ApKqp", "CCppp"), ("Ci", "Ei", "Eo", "No"), "CCppp"),
    ],
)
def test_a_conditional_is_had_again_by_its_converse(premises: list[str], rules: list[str], goal: str) -> None:
    proof = prove(premises, rules, goal)
    assert proof is not None
    place = Position(goal, "", "".join(premises) + "".join(rules))
    assert check(place, "now", solution_of(premises, rules, set()), proof).accepted


def test_an_idle_required_cube_is_noticed_where_only_the_converse_shows_it() -> None:
    place = Position("Cpq", "r", "pCpqCiEiEoR")
    solution = solution_of(("p", "Cpq", "r"), ("Ci", "Ei", "Eo", "R"), set())
    verdict = check(place, "now", solution, prove(("p", "Cpq", "r"), ("Ci", "Ei", "Eo", "R"), "Cpq"))
    assert "not-essential" in verdict.codes
