"""The prover: exact with all rules and with any set of them, and everything it prints is accepted."""

from __future__ import annotations

import random

import pytest

from table.logic.proofs.check import check
from table.logic.proofs.prove import provable, prove
from table.logic.reading.sheet import Proof, solution_of
from table.logic.terms import RULES, Position, Terms
from table.logic.wff import entails

from .brute import Brute, short_wffs

ANY = Terms(premise_needed=False)
FREE = Terms(rules=frozenset(RULES) - {"R", "Rp"}, reiteration="free", premise_needed=False)


def accepted(premises: list[str], rules: list[str], goal: str, proof: Proof, terms: Terms = ANY) -> bool:
    solution = solution_of(premises, rules)
    cubes = "".join(solution.cubes.elements())
    verdict = check(Position(goal, "", "", "", cubes, terms), "stop", solution, proof)
    return verdict.accepted and not verdict.warnings


def random_wff(chance: random.Random, longest: int, variables: str) -> str:
    length = chance.randint(1, longest)
    if length == 1:
        return chance.choice(variables)
    if length == 2 or chance.random() < 0.3:
        return "N" + random_wff(chance, length - 1, variables)
    left = chance.randint(1, length - 2)
    return (
        chance.choice("CAKE") + random_wff(chance, left, variables) + random_wff(chance, length - 1 - left, variables)
    )


def test_with_all_rules_every_short_sequent_is_proved_exactly_if_it_is_entailed() -> None:
    wffs = short_wffs("pq", 3)
    for goal in wffs:
        for first in wffs:
            for second in ("q", "Np", "Cpq", first):
                premises = list(dict.fromkeys((first, second)))
                proof = prove(premises, RULES, goal)
                assert bool(proof) == entails(premises, goal), (premises, goal)
                assert proof is None or accepted(premises, list(RULES), goal, proof)


def test_with_all_rules_random_sequents_are_proved_exactly_if_they_are_entailed() -> None:
    chance = random.Random(20)
    for _ in range(3000):
        premises = list(dict.fromkeys(random_wff(chance, 5, "pqrs") for _ in range(chance.randint(0, 2))))
        goal = random_wff(chance, 5, "pqrs")
        proof = prove(premises, RULES, goal)
        assert bool(proof) == entails(premises, goal), (premises, goal)
        assert proof is None or accepted(premises, list(RULES), goal, proof), (premises, goal)


def test_with_some_rules_proofs_are_accepted_and_brute_force_finds_no_other() -> None:
    chance = random.Random(13)
    refused = 0
    for _ in range(2000):
        premises = list(dict.fromkeys(random_wff(chance, 5, "pq") for _ in range(chance.randint(0, 3))))
        goal = random_wff(chance, 5, "pq")
        rules = [rule for rule in RULES if chance.random() < 0.6]
        proof = prove(premises, rules, goal)
        assert bool(proof) == provable(premises, rules, goal)
        if proof:
            assert accepted(premises, rules, goal, proof), (premises, rules, goal)
        elif goal not in premises and entails(premises, goal) and refused < 300:
            refused += 1
            assert not Brute(premises, rules, goal).derives, (premises, rules, goal)


def test_where_outer_lines_may_be_used_as_they_are_no_r_is_written() -> None:
    chance = random.Random(7)
    for _ in range(1500):
        premises = list(dict.fromkeys(random_wff(chance, 5, "pqr") for _ in range(chance.randint(1, 2))))
        goal = random_wff(chance, 5, "pqr")
        rules = [rule for rule in sorted(FREE.rules) if chance.random() < 0.8]
        proof = prove(premises, rules, goal, FREE)
        if proof:
            assert "R" not in proof.rules_used
            assert accepted(premises, rules, goal, proof, FREE), (premises, rules, goal)


@pytest.mark.parametrize(
    ("premises", "rules", "goal"),
    [
        (["p"], ["Rp"], "p"),
        (["p"], ["Ki", "Ko"], "p"),
        (["p"], ["Ci", "Co"], "p"),
        (["p"], ["Ai", "Ao"], "p"),
        (["p"], ["R", "No"], "p"),
        (["Np"], ["R", "Ni"], "Np"),
        (["p", "Cpp"], ["Co"], "p"),
        (["p", "Epr"], ["Co", "Eo"], "p"),
        (["p", "Aqr"], ["R", "Ao"], "p"),
        (["Epq"], ["Ei", "Eo"], "Epq"),
        (["Cpq", "Cqp"], ["Ei", "Eo"], "Cpq"),
        (["Cpp"], ["Ci"], "Cpp"),
    ],
)
def test_a_goal_that_is_a_premise_is_derived_again(premises: list[str], rules: list[str], goal: str) -> None:
    proof = prove(premises, rules, goal)
    assert proof
    assert accepted(premises, rules, goal, proof)
    assert proof.lines[-1].rules


@pytest.mark.parametrize(
    ("premises", "rules", "goal"),
    [
        (["p"], ["Ki"], "p"),
        (["Kpq"], ["Ko"], "Kpq"),
        (["Np"], ["Ko", "Ni"], "NKpq"),
        (["Cpq", "q"], ["Co"], "p"),
        (["Apq"], ["Ko"], "p"),
        ([], ["No", "R"], "Cpp"),
    ],
)
def test_what_the_rules_cannot_do_is_not_proved(premises: list[str], rules: list[str], goal: str) -> None:
    assert prove(premises, rules, goal) is None


def test_where_no_rule_is_asked_for_the_goal_may_just_be_listed() -> None:
    proof = prove(["p", "q"], [], "p", Terms(rule_needed=False))
    assert proof
    assert [line.wffs for line in proof.lines] == [("q",), ("p",)]


def test_proofs_are_short() -> None:
    lengths = {
        ("p, KsCpr", "Ksr"): 6,
        ("Epq", "CNpNq"): 9,
        ("NNp", "p"): 4,
        ("Apq Np", "q"): 9,
    }
    for (premises, goal), longest in lengths.items():
        proof = prove(premises.replace(",", "").split(), RULES, goal)
        assert proof
        assert len(proof.lines) <= longest
