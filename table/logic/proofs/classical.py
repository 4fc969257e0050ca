"""Derivations by refutation, for rules with R and No: what cannot be reached directly is assumed false."""

from __future__ import annotations

from table.logic.proofs.builder import Builder, SubproofStep
from table.logic.proofs.decide import clauses, search
from table.logic.proofs.derivation import ProofContext
from table.logic.proofs.formulas import Ground
from table.logic.wff import parts


class Refuter(Builder):
    """Writes derivations over a ground that has the negation of each of its formulas."""

    def __init__(self, ground: Ground) -> None:
        super().__init__(ground)
        self.clauses = clauses(ground)
        self.negation = dict(ground.negations)

    def reach(self, frame: ProofContext, target: int | None) -> None:
        """Every turn adds a formula to this frame, or goes into a sub-proof that knows one more, so the work ends."""
        while True:
            mask = self._saturated(frame, target)
            if target is not None and mask >> target & 1:
                return
            if self.ground.clash(mask):
                if target is not None:
                    self._by_no(frame, target)
                return
            if target is not None:
                self._toward(frame, mask, target)
            elif not self._look_ahead(frame, mask):
                self._decide(frame, mask)

    def _toward(self, frame: ProofContext, mask: int, target: int) -> None:
        """Conclude the target by the rule of its first letter if that can work, by cases, or by No."""
        ground, rules = self.ground, self.ground.rules
        wff = ground.wffs[target]
        inside = [ground.number[part] for part in parts(wff)]
        if wff[0] == "N" and "Ni" in rules:
            frame.conclude(wff, "Ni", self.sub(frame, inside[0], None))
        elif wff[0] == "C" and "Ci" in rules and self._derivable(mask | 1 << inside[0], inside[1]):
            frame.conclude(wff, "Ci", self.sub(frame, inside[0], inside[1]))
        elif wff[0] == "K" and "Ki" in rules and all(self._derivable(mask, one) for one in inside):
            for one in inside:
                self.reach(frame, one)
        elif wff[0] == "A" and "Ai" in rules and any(self._derivable(mask, one) for one in inside):
            self.reach(frame, next(one for one in inside if self._derivable(mask, one)))
        elif wff[0] == "E" and "Ei" in rules and all(self._derivable(mask, one) for one in self._ways(wff)):
            for one in self._ways(wff):
                self.reach(frame, one)
        elif "Ao" in rules and (cases := next(ground.cases(mask), None)):
            left, right, n = cases
            self.conclude(frame, SubproofStep(target, "Ao", (n,), ((left, target), (right, target))))
        else:
            self._by_no(frame, target)

    def _ways(self, wff: str) -> list[int]:
        left, right = parts(wff)
        return [self.ground.number[f"C{left}{right}"], self.ground.number[f"C{right}{left}"]]

    def _by_no(self, frame: ProofContext, target: int) -> None:
        frame.conclude(self.ground.wffs[target], "No", self.sub(frame, self.negation[target], None))

    def _look_ahead(self, frame: ProofContext, mask: int) -> bool:
        """Assume one formula true or false; where that clashes at once, its opposite is a new line."""
        for x, nx in self.ground.negations:
            if self._settled(mask, x):
                continue
            if "Ni" in self.ground.rules and self._clashes(mask | 1 << x):
                frame.conclude(self.ground.wffs[nx], "Ni", self.sub(frame, x, None))
                return True
            if self._clashes(mask | 1 << nx):
                frame.conclude(self.ground.wffs[x], "No", self.sub(frame, nx, None))
                return True
        return False

    def _decide(self, frame: ProofContext, mask: int) -> None:
        """Nothing clashes at once: refute the denial of some open formula and go on with it."""
        x, nx = next((x, nx) for x, nx in self.ground.negations if not self._settled(mask, x))
        frame.conclude(self.ground.wffs[x], "No", self.sub(frame, nx, None))

    def _derivable(self, mask: int, n: int) -> bool:
        return not search(self.clauses, mask, 1 << n)

    def _denied(self, mask: int, n: int) -> bool:
        """Whether the negation of formula n is in the set."""
        return n in self.negation and bool(mask >> self.negation[n] & 1)

    def _settled(self, mask: int, n: int) -> bool:
        """Whether formula n, or what it denies, is known or denied."""
        wff = self.ground.wffs[n]
        known = bool(mask >> n & 1) or self._denied(mask, n)
        return known or (wff[0] == "N" and bool(mask >> self.ground.number[wff[1:]] & 1))

    def _clashes(self, mask: int) -> bool:
        while True:
            mask = self.ground.closed(mask)
            if self.ground.clash(mask):
                return True
            step = self._clausal(mask)
            if step is None:
                return False
            mask |= 1 << step.gives

    def _saturated(self, frame: ProofContext, target: int | None) -> int:
        """Everything that follows without assumptions of our own, the short detours by sub-proof included."""
        mask = self.chained(frame, self.known(frame), target)
        while not (target is not None and mask >> target & 1) and not self.ground.clash(mask):
            step = self._clausal(mask)
            if step is None:
                return mask
            self.conclude(frame, step)
            mask = self.chained(frame, mask | 1 << step.gives, target)
        return mask

    def _clausal(self, mask: int) -> SubproofStep | None:
        """A step that needs a sub-proof but no search: Cxy from y or Nx, y from Axy and Nx, x from NNx."""
        ground, rules = self.ground, self.ground.rules
        if "Ci" in rules:
            for left, right, n in ground.conditionals:
                if not mask >> n & 1 and (mask >> right & 1 or self._denied(mask, left)):
                    return SubproofStep(n, "Ci", (), ((left, right),))
        if "Ao" in rules:
            for left, right, n in ground.alternatives:
                if mask >> n & 1:
                    for side, other in ((left, right), (right, left)):
                        if self._denied(mask, side) and not mask >> other & 1:
                            return SubproofStep(other, "Ao", (n,), ((left, other), (right, other)))
        for x, nx in ground.negations:
            nnx = self.negation.get(nx)
            if nnx is not None and mask >> nnx & 1 and not mask >> x & 1:
                return SubproofStep(x, "No", (), ((nx, None),))
        return None
