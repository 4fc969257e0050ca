"""The formulas a proof can need, numbered, and the rules of inference as steps between sets of them.

A set of formulas is an integer, bit n standing for formula n. What a proof needs are the subformulas of premises
and goal, where Exy counts Cxy and Cyx among its own; tests compare this with searches that know no such limit.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from table.logic.wff import parts


class RuleStep(NamedTuple):
    """One application of a rule without sub-proofs: from the formulas of `needs` follows formula `gives`."""

    rule: str
    inputs: tuple[int, ...]
    needs: int
    gives: int


@lru_cache(maxsize=1 << 14)
def needed(wff: str) -> frozenset[str]:
    """The WFF, its subformulas, and for every Exy also Cxy and Cyx."""
    found = {wff}
    for part in parts(wff):
        found |= needed(part)
    if wff[0] == "E":
        left, right = parts(wff)
        found |= {f"C{left}{right}", f"C{right}{left}"}
    return frozenset(found)


class Ground:
    """The numbered formulas for given premises and goal, with what the named rules can do among them."""

    def __init__(self, wffs: Iterable[str], rules: frozenset[str], with_negations: bool = False) -> None:
        found: set[str] = set()
        for wff in wffs:
            found |= needed(wff)
        if with_negations:
            found |= {"N" + wff for wff in found} | {"NN" + wff for wff in found}
        self.rules = rules
        self.wffs = sorted(found, key=lambda wff: (len(wff), wff))
        self.number = {wff: n for n, wff in enumerate(self.wffs)}
        self.steps: list[RuleStep] = []
        self.conditionals: list[tuple[int, int, int]] = []
        self.alternatives: list[tuple[int, int, int]] = []
        self.negations: list[tuple[int, int]] = []
        for n, wff in enumerate(self.wffs):
            self._add_steps(n, wff)

    def mask(self, wffs: Iterable[str]) -> int:
        """The set of the given formulas."""
        mask = 0
        for wff in wffs:
            mask |= 1 << self.number[wff]
        return mask

    def closed(self, mask: int) -> int:
        """Everything that follows without sub-proofs."""
        steps = self.steps
        grown = -1
        while grown != mask:
            grown = mask
            for step in steps:
                if mask & step.needs == step.needs:
                    mask |= 1 << step.gives
        return mask

    def clash(self, mask: int) -> tuple[int, int] | None:
        """Some x and Nx that are both in the set, if there are any."""
        for x, nx in self.negations:
            if mask >> x & mask >> nx & 1:
                return x, nx
        return None

    def cases(self, mask: int) -> Iterator[tuple[int, int, int]]:
        """Every Axy in the set of which neither side is: a sub-proof from a side that is known shows nothing new."""
        for left, right, n in self.alternatives:
            if mask >> n & 1 and not (mask >> left | mask >> right) & 1:
                yield left, right, n

    def assumptions(self) -> list[int]:
        """The formulas from which Ci, Ao and Ni take sub-proofs."""
        found: set[int] = set()
        if "Ci" in self.rules:
            found |= {left for left, _, _ in self.conditionals}
        if "Ao" in self.rules:
            found |= {side for left, right, _ in self.alternatives for side in (left, right)}
        if "Ni" in self.rules:
            found |= {x for x, _ in self.negations}
        return sorted(found)

    def _add_steps(self, n: int, wff: str) -> None:
        letter, inside, number, rules = wff[0], parts(wff), self.number, self.rules
        if letter == "N":
            self.negations.append((number[inside[0]], n))
        if len(inside) != 2:
            return
        left, right = (number[part] for part in inside)
        if letter == "K":
            if "Ki" in rules:
                self._step("Ki", (left, right), n)
            if "Ko" in rules:
                self._step("Ko", (n,), left)
                self._step("Ko", (n,), right)
        elif letter == "C":
            self.conditionals.append((left, right, n))
            if "Co" in rules:
                self._step("Co", (left, n), right)
        elif letter == "A":
            self.alternatives.append((left, right, n))
            if "Ai" in rules:
                self._step("Ai", (left,), n)
                self._step("Ai", (right,), n)
        else:
            there, back = (number[f"C{a}{b}"] for a, b in (inside, inside[::-1]))
            if "Ei" in rules:
                self._step("Ei", (there, back), n)
            if "Eo" in rules:
                self._step("Eo", (n,), there)
                self._step("Eo", (n,), back)

    def _step(self, rule: str, inputs: tuple[int, ...], gives: int) -> None:
        needs = 0
        for one in inputs:
            needs |= 1 << one
        self.steps.append(RuleStep(rule, inputs, needs, gives))
