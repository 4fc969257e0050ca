"""Derivations where R carries outer lines into sub-proofs, and No is not used."""

from __future__ import annotations

from table.logic.proofs.builder import Builder, SubproofStep
from table.logic.proofs.decide import Nested
from table.logic.proofs.derivation import ProofContext
from table.logic.proofs.formulas import Ground


class NestedBuilder(Builder):
    """Writes the derivation of what `Nested` knows to be derivable."""

    def __init__(self, ground: Ground) -> None:
        super().__init__(ground)
        self.oracle = Nested(ground)

    def reach(self, frame: ProofContext, target: int | None) -> None:
        while True:
            mask = self.chained(frame, self.known(frame), target)
            if self._there(mask, target):
                return
            self.conclude(frame, self._next(mask, target))

    def _there(self, mask: int, target: int | None) -> bool:
        return self.ground.clash(mask) is not None if target is None else bool(mask >> target & 1)

    def _inside(self, mask: int, assumption: int) -> int:
        """What a sub-proof can contain; one that assumes nothing new shows nothing new."""
        return mask if mask >> assumption & 1 else self.oracle.closed(mask | 1 << assumption)

    def _next(self, mask: int, target: int | None) -> SubproofStep:
        """One step by sub-proofs that gives something new, the target if possible."""
        ground = self.ground
        found: list[SubproofStep] = []
        if "Ci" in ground.rules:
            for left, right, n in ground.conditionals:
                if not mask >> n & 1 and self._inside(mask, left) >> right & 1:
                    found.append(SubproofStep(n, "Ci", (), ((left, right),)))
        if "Ni" in ground.rules:
            for x, nx in ground.negations:
                if not mask >> nx & 1 and ground.clash(self._inside(mask, x)):
                    found.append(SubproofStep(nx, "Ni", (), ((x, None),)))
        if "Ao" in ground.rules:
            for left, right, n in ground.cases(mask):
                both = self._inside(mask, left) & self._inside(mask, right) & ~mask
                for y in range(both.bit_length()):
                    if both >> y & 1:
                        found.append(SubproofStep(y, "Ao", (n,), ((left, y), (right, y))))
        return min(found, key=lambda step: (step.gives != target, step.gives))
