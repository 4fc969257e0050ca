"""Derivations where nothing can be carried into a sub-proof: each fact is kept with the step that first gave it."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from table.logic.proofs.derivation import Node, ProofContext, Sub
from table.logic.proofs.formulas import Ground

_Within = tuple[int, tuple[int, ...]]
"""A sub-proof: the number of its assumption and those of the formulas it must contain."""


@dataclass(frozen=True)
class _Why:
    rule: str
    inputs: tuple[int, ...] = ()
    subs: tuple[_Within, ...] = ()


class DerivedFacts:
    """What is derivable in the main proof (context None) and from each single assumption."""

    def __init__(self, ground: Ground, premises: Collection[str]) -> None:
        self.ground = ground
        self.known: dict[int | None, dict[int, _Why]] = {None: {}}
        for premise in premises:
            self.known[None][ground.number[premise]] = _Why("")
        for n in ground.assumptions():
            self.known[n] = {n: _Why("")}
        while self._grow():
            pass

    def node(self, frame: ProofContext, context: int | None, n: int) -> Node:
        """The derivation of formula n in a frame of that context."""
        wff = self.ground.wffs[n]
        found = frame.known.get(wff)
        if found:
            return found
        why = self.known[context][n]
        inputs = tuple(self.node(frame, context, one) for one in why.inputs)
        subs = tuple(self.sub(frame, assumption, ends) for assumption, ends in why.subs)
        return frame.conclude(wff, why.rule, *inputs, *subs)

    def sub(self, frame: ProofContext, assumption: int, ends: tuple[int, ...]) -> Sub:
        """A sub-proof of the frame from the assumption to the ends."""
        inner = frame.open(self.ground.wffs[assumption])
        return Sub(inner, tuple(self.node(inner, assumption, end) for end in ends))

    def refutation(self, assumption: int) -> tuple[int, int] | None:
        """Some x and Nx that follow from the assumption."""
        known = self.known[assumption]
        return next(((x, nx) for x, nx in self.ground.negations if x in known and nx in known), None)

    def _grow(self) -> bool:
        """One round; each new fact rests only on facts of before, so derivations never go in circles."""
        theorems: list[tuple[int, _Why]] = []
        if "Ci" in self.ground.rules:
            for left, right, n in self.ground.conditionals:
                if right in self.known[left]:
                    theorems.append((n, _Why("Ci", (), ((left, (right,)),))))
        if "Ni" in self.ground.rules:
            for x, nx in self.ground.negations:
                ends = self.refutation(x)
                if ends:
                    theorems.append((nx, _Why("Ni", (), ((x, ends),))))
        grown = False
        for known in self.known.values():
            found: list[tuple[int, _Why]] = [
                (step.gives, _Why(step.rule, step.inputs))
                for step in self.ground.steps
                if all(one in known for one in step.inputs)
            ]
            if "Ao" in self.ground.rules:
                for left, right, n in self.ground.alternatives:
                    if n in known:
                        for y in self.known[left].keys() & self.known[right].keys():
                            found.append((y, _Why("Ao", (n,), ((left, (y,)), (right, (y,))))))
            for n, why in (*found, *theorems):
                if n not in known:
                    known[n] = why
                    grown = True
        return grown
