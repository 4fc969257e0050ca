"""The prover: a short proof with the named rules and no others, or None when there is none."""

from __future__ import annotations

from collections.abc import Iterable

from table.logic.proofs.builder import Builder
from table.logic.proofs.classical import Refuter
from table.logic.proofs.closed_subproofs import DerivedFacts
from table.logic.proofs.decide import consequences, derivable, rederiving, turned, within
from table.logic.proofs.derivation import Node, ProofContext, Sub, lay_out
from table.logic.proofs.formulas import Ground
from table.logic.proofs.nested import NestedBuilder
from table.logic.reading.sheet import Proof, ProofLine
from table.logic.terms import REGULAR, Terms
from table.logic.wff import parts


def prove(premises: Iterable[str], rules: Iterable[str], goal: str, terms: Terms = REGULAR) -> Proof | None:
    """A proof of the goal, or None: exact for every set of rules.

    Unless the terms say otherwise, a proof applies a rule, so a goal that is a premise needs a derivation too.
    """
    given = tuple(premises)
    named = at_hand(rules, terms)
    explicit = terms.reiteration == "explicit"
    if goal in given:
        if not terms.rule_needed:
            return _listed(given, goal)
        way = rederiving(given, named, goal)
        node = _rederived(given, named, goal, way) if way else None
        return lay_out(given, node, explicit) if node else None
    if not derivable(given, named, goal):
        return None
    return lay_out(given, _Derived(given, named, goal)(goal), explicit)


def provable(premises: Iterable[str], rules: Iterable[str], goal: str, terms: Terms = REGULAR) -> bool:
    """Whether `prove` would find a proof; much quicker."""
    given, named = tuple(premises), at_hand(rules, terms)
    if goal in given:
        return not terms.rule_needed or bool(rederiving(given, named, goal))
    return derivable(given, named, goal)


def at_hand(rules: Iterable[str], terms: Terms) -> frozenset[str]:
    """The rules a proof may use; where outer lines may be used as they are, that is R for nothing."""
    named = frozenset(rules) & terms.rules
    if not terms.subproofs:
        named -= {"Ci", "Ao", "Ni", "No", "R"}
    return named | {"R"} if terms.reiteration == "free" and terms.subproofs else named


class _Derived:
    """Derivations from the premises, in one main frame, by the simplest means that work."""

    def __init__(self, premises: tuple[str, ...], rules: frozenset[str], goal: str) -> None:
        self.rules, self.frame = rules, ProofContext()
        for premise in premises:
            self.frame.known[premise] = Node(premise, "", (), self.frame)
        self.premises, self.goal = premises, goal
        plain = rules - {"No"}
        wffs = (*premises, goal, *(turned(goal, rules) if goal in premises else ()))
        self.ground = Ground(wffs, plain)
        self.facts: DerivedFacts | None = None
        self.builder: Builder
        if "R" not in rules:
            self.facts = DerivedFacts(self.ground, premises)
        elif "No" in rules and not derivable(premises, plain, goal):
            self.ground = Ground(wffs, rules, with_negations=True)
            self.builder = Refuter(self.ground)
        else:
            self.builder = NestedBuilder(self.ground)

    def __call__(self, wff: str) -> Node:
        """The derivation of a derivable formula of the ground."""
        n = self.ground.number[wff]
        if self.facts:
            return self.facts.node(self.frame, None, n)
        self.builder.reach(self.frame, n)
        return self.builder.node(self.frame, n)

    def sub(self, assumption: str, end: str | None) -> Sub:
        """A sub-proof from the assumption to the end, or to a contradiction."""
        n, m = self.ground.number[assumption], None if end is None else self.ground.number[end]
        if not self.facts:
            return self.builder.sub(self.frame, n, m)
        ends = self.facts.refutation(n) if m is None else (m,)
        assert ends
        return self.facts.sub(self.frame, n, ends)

    def stepped(self, goal: str, rule: str) -> Node:
        """The goal by one more step with the rule, from what is derivable."""
        ground = self.ground
        known, number = consequences(ground, self.premises), ground.number[goal]
        if rule == "Ao":
            for left, right, n in ground.alternatives:
                sides = ground.wffs[left], ground.wffs[right]
                both = [within(ground, self.premises, side) >> number & 1 for side in sides]
                if known >> n & 1 and all(both):
                    subs = [self.sub(side, goal) for side in sides]
                    return Node(goal, rule, (self(ground.wffs[n]), *subs), self.frame)
        step = next(
            one for one in ground.steps if one.rule == rule and one.gives == number and known & one.needs == one.needs
        )
        return Node(goal, rule, tuple(self(ground.wffs[one]) for one in step.inputs), self.frame)


def _listed(premises: tuple[str, ...], goal: str) -> Proof:
    """The premises alone, the goal last: enough where no rule is asked for."""
    order = sorted(premises, key=lambda premise: premise == goal)
    lines = [ProofLine((wff,), (), (), True, 0, False, (str(n),), False, n, 1) for n, wff in enumerate(order, 1)]
    return Proof(tuple(lines), (premises, goal))


def _rederived(premises: tuple[str, ...], rules: frozenset[str], goal: str, way: str) -> Node:
    """A derivation that ends with a step to the goal although the goal is a premise."""
    derived = _Derived(premises, rules, goal)
    frame, start = derived.frame, derived.frame.known[goal]
    if way == "Rp":
        return Node(goal, "Rp", (start,), frame)
    if way == "Ki Ko":
        return Node(goal, "Ko", (Node(f"K{goal}{goal}", "Ki", (start, start), frame),), frame)
    if way == "Ci Co":
        return Node(goal, "Co", (start, Node(f"C{goal}{goal}", "Ci", (_same(frame, goal),), frame)), frame)
    if way == "Ai Ao":
        either = Node(f"A{goal}{goal}", "Ai", (start,), frame)
        return Node(goal, "Ao", (either, _same(frame, goal), _same(frame, goal)), frame)
    if way == "R No":
        denied = frame.open("N" + goal)
        return Node(goal, "No", (Sub(denied, (start, denied.assumption)),), frame)
    if way == "R Ni":
        denied = frame.open(goal[1:])
        return Node(goal, "Ni", (Sub(denied, (denied.assumption, start)),), frame)
    if way == "Ei Eo":
        left, right = parts(goal)
        both = Node(f"E{left}{right}", "Ei", (start, derived(f"C{right}{left}")), frame)
        return Node(goal, "Eo", (both,), frame)
    if way == "Ci":
        left, right = parts(goal)
        return Node(goal, "Ci", (derived.sub(left, right),), frame)
    if way == "Ni":
        return Node(goal, "Ni", (derived.sub(goal[1:], None),), frame)
    return derived.stepped(goal, way)


def _same(frame: ProofContext, wff: str) -> Sub:
    """The sub-proof of one line (w...w)."""
    inner = frame.open(wff)
    return Sub(inner, (inner.assumption,))
