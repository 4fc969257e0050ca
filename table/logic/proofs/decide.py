"""Whether a goal can be derived with the named rules and no others: exact, and without writing a proof.

Which procedure decides depends on what may enter a sub-proof. Without R each sub-proof stands on its one
assumption; with R it sees everything outside; with R and No the question is one of satisfiability.
"""

from __future__ import annotations

from collections.abc import Collection

from table.logic.proofs.formulas import Ground
from table.logic.wff import entails, parts


def derivable(premises: Collection[str], rules: frozenset[str], goal: str) -> bool:
    """Whether some proof leads from the premises to the goal; a goal that is a premise counts as derived."""
    if goal in premises:
        return True
    if not entails(tuple(premises), goal):
        return False  # every rule is sound
    if "R" in rules and "No" in rules:
        return not satisfiable(Ground((*premises, goal), rules), premises, goal)
    ground = Ground((*premises, goal), rules)
    return bool(consequences(ground, premises) >> ground.number[goal] & 1)


def rederiving(premises: Collection[str], rules: frozenset[str], goal: str) -> str:
    """How a goal that is a premise can also be the last line of a proof, by a rule (VII-B-2(d)).

    The name of the way, empty if there is none; `prove` writes the proof for each of them.
    """
    if "Rp" in rules:
        return "Rp"
    for pair in (("Ki", "Ko"), ("Ci", "Co"), ("Ai", "Ao")):
        if rules.issuperset(pair):
            return " ".join(pair)
    if rules.issuperset(("R", "No")):
        return "R No"
    if goal[0] == "N" and rules.issuperset(("R", "Ni")):
        return "R Ni"
    ground = Ground((*premises, goal, *turned(goal, rules)), rules)
    known = consequences(ground, premises)
    number = ground.number[goal]
    for step in ground.steps:
        if step.gives == number and known & step.needs == step.needs:
            return step.rule
    if goal[0] == "C":
        left, right = parts(goal)
        back = ground.number.get(f"C{right}{left}")
        if rules.issuperset(("Ei", "Eo")) and back is not None and known >> back & 1:
            return "Ei Eo"
        if "Ci" in rules and within(ground, premises, left) >> ground.number[right] & 1:
            return "Ci"
    if goal[0] == "N" and "Ni" in rules and ground.clash(within(ground, premises, goal[1:])):
        return "Ni"
    if "Ao" in rules:
        for left_n, right_n, n in ground.alternatives:
            if known >> n & 1:
                left_known = within(ground, premises, ground.wffs[left_n])
                right_known = within(ground, premises, ground.wffs[right_n])
                if left_known & right_known & 1 << number:
                    return "Ao"
    return ""


def turned(goal: str, rules: frozenset[str]) -> tuple[str, ...]:
    """For a goal Cxy the WFF Cyx, with which Ei and Eo lead back to the goal, wherever Cyx comes from."""
    if goal[0] != "C" or not rules.issuperset(("Ei", "Eo")):
        return ()
    left, right = parts(goal)
    return (f"C{right}{left}",)


def consequences(ground: Ground, premises: Collection[str]) -> int:
    """Every formula of the ground that follows from the premises; not for rules with both R and No."""
    mask = ground.mask(premises)
    if not ground.rules & {"Ci", "Ao", "Ni", "No"}:
        return ground.closed(mask)
    if "R" in ground.rules:
        return Nested(ground).closed(mask)
    return Apart(ground).closed(mask)


def within(ground: Ground, premises: Collection[str], assumption: str) -> int:
    """What a sub-proof from the assumption can contain; not for rules with both R and No."""
    mask = ground.mask([assumption])
    if "R" in ground.rules:
        mask |= ground.mask(premises)
        return Nested(ground).closed(mask)
    return Apart(ground).closed(mask)


class Apart:
    """Sub-proofs into which nothing can be carried: each depends on its own assumption alone."""

    def __init__(self, ground: Ground) -> None:
        self.ground = ground
        self.inside = {n: 1 << n for n in ground.assumptions()}
        self.theorems = 0
        while self._grow():
            pass

    def closed(self, mask: int) -> int:
        """Everything that follows from the set."""
        grown = -1
        mask |= self.theorems
        while grown != mask:
            grown = mask
            mask = self.ground.closed(mask)
            mask |= self._by_cases(mask)
        return mask

    def _by_cases(self, mask: int) -> int:
        found = 0
        if "Ao" in self.ground.rules:
            for left, right, n in self.ground.alternatives:
                if mask >> n & 1:
                    found |= self.inside[left] & self.inside[right]
        return found

    def _grow(self) -> bool:
        before = (self.theorems, dict(self.inside))
        for n in self.inside:
            self.inside[n] = self.closed(self.inside[n])
        if "Ci" in self.ground.rules:
            for left, right, n in self.ground.conditionals:
                if self.inside[left] >> right & 1:
                    self.theorems |= 1 << n
        if "Ni" in self.ground.rules:
            for x, nx in self.ground.negations:
                if self.ground.clash(self.inside[x]):
                    self.theorems |= 1 << nx
        return before != (self.theorems, self.inside)


class Nested:
    """Sub-proofs that see, by R, everything outside them; without No."""

    def __init__(self, ground: Ground) -> None:
        self.ground = ground
        self._known: dict[int, int] = {}

    def closed(self, mask: int) -> int:
        """Everything that follows from the set."""
        known = self._known.get(mask)
        if known is None:
            known = self._known[mask] = self._closed(mask)
        return known

    def _closed(self, mask: int) -> int:
        grown = -1
        while grown != mask:
            mask = self.ground.closed(mask)
            grown = mask
            mask |= self._by_subproofs(mask)
        self._known[mask] = mask
        return mask

    def _by_subproofs(self, mask: int) -> int:
        """The first new formulas that a sub-proof gives; a sub-proof whose assumption is known gives nothing."""
        ground = self.ground
        if "Ci" in ground.rules:
            for left, right, n in ground.conditionals:
                if not mask >> n & 1 and (
                    mask >> right & 1 or (not mask >> left & 1 and self.closed(mask | 1 << left) >> right & 1)
                ):
                    return 1 << n
        if "Ni" in ground.rules:
            for x, nx in ground.negations:
                inside = mask if mask >> x & 1 else self.closed(mask | 1 << x)
                if not mask >> nx & 1 and ground.clash(inside):
                    return 1 << nx
        if "Ao" in ground.rules:
            for left, right, _ in ground.cases(mask):
                both = self.closed(mask | 1 << left) & self.closed(mask | 1 << right)
                if both & ~mask:
                    return both
        return 0


def satisfiable(ground: Ground, premises: Collection[str], goal: str) -> bool:
    """Whether the premises can be true and the goal false, where a formula is bound only by the rules at hand.

    With R and No a formula may be assumed false to refute it, so each has a truth value of its own; a missing rule
    leaves it freer than the truth tables do.
    """
    true = ground.mask(premises)
    false = 1 << ground.number[goal]
    return search(clauses(ground), true, false)


def clauses(ground: Ground) -> list[tuple[int, int]]:
    """What the rules demand, as pairs of sets: one formula of the first is true or one of the second false."""
    found = [(1 << step.gives, step.needs) for step in ground.steps if not step.needs >> step.gives & 1]
    for x, nx in ground.negations:
        found += [(1 << x | 1 << nx, 0), (0, 1 << x | 1 << nx)]
    if "Ci" in ground.rules:
        for left, right, n in ground.conditionals:
            found += [(1 << left | 1 << n, 0), (1 << n, 1 << right)]
    if "Ao" in ground.rules:
        found += [(1 << left | 1 << right, 1 << n) for left, right, n in ground.alternatives]
    return found


def search(demands: list[tuple[int, int]], true: int, false: int) -> bool:
    """Whether the formulas that are neither in `true` nor in `false` can be valued so that all demands are met."""
    open_demands = demands
    while True:
        if true & false:
            return False
        changed, still = False, []
        for positive, negative in open_demands:
            if positive & true or negative & false:
                continue
            may_be_true, may_be_false = positive & ~false, negative & ~true
            if not may_be_true and not may_be_false:
                return False
            if not may_be_false and may_be_true & (may_be_true - 1) == 0:
                true |= may_be_true
                changed = True
            elif not may_be_true and may_be_false & (may_be_false - 1) == 0:
                false |= may_be_false
                changed = True
            else:
                still.append((positive, negative))
        open_demands = still
        if not changed:
            break
    if not open_demands:
        return True
    positive, negative = open_demands[0]
    choice = (positive | negative) & ~true & ~false
    choice &= -choice
    return search(open_demands, true | choice, false) or search(open_demands, true, false | choice)
