"""Derivations where R carries outer lines into sub-proofs, and No is not used."""

from __future__ import annotations

from table.logic.proofs.decide import Nested
from table.logic.proofs.derivation import Node, ProofContext, Sub
from table.logic.proofs.formulas import Ground


class Builder:
    """Writes the derivation of what `Nested` knows to be derivable."""

    def __init__(self, ground: Ground) -> None:
        self.ground = ground
        self.oracle = Nested(ground)

    def reach(self, frame: ProofContext, target: int | None) -> None:
        """Add steps to the frame until formula `target` is there; None is any x with Nx."""
        while True:
            mask = chained(self.ground, frame, self.known(frame), target)
            if self._there(mask, target):
                return
            self._advance(frame, mask, target)

    def known(self, frame: ProofContext) -> int:
        """The set of formulas that the frame can see."""
        mask, one = 0, frame
        while True:
            mask |= self.ground.mask(one.known)
            if one.parent is None:
                return mask
            one = one.parent

    def node(self, frame: ProofContext, n: int) -> Node:
        found = frame.find(self.ground.wffs[n])
        assert found
        return found

    def sub(self, frame: ProofContext, assumption: int, target: int | None) -> Sub:
        """A sub-proof from the assumption to the target, or to some x and Nx."""
        inner = frame.open(self.ground.wffs[assumption])
        self.reach(inner, target)
        if target is not None:
            return Sub(inner, (self.node(inner, target),))
        mask = self.known(inner)
        x, nx = next((x, nx) for x, nx in self.ground.negations if mask >> x & mask >> nx & 1)
        return Sub(inner, (self.node(inner, x), self.node(inner, nx)))

    def _there(self, mask: int, target: int | None) -> bool:
        return self.ground.contradictory(mask) if target is None else bool(mask >> target & 1)

    def _inside(self, mask: int, assumption: int) -> int:
        """What a sub-proof can contain; one that assumes nothing new shows nothing new."""
        return mask if mask >> assumption & 1 else self.oracle.closed(mask | 1 << assumption)

    def _advance(self, frame: ProofContext, mask: int, target: int | None) -> None:
        """One sub-proof that gives something new, the target if possible."""
        ground = self.ground
        found: list[tuple[int, int, str, tuple[int, ...], tuple[tuple[int, int | None], ...]]] = []
        if "Ci" in ground.rules:
            for left, right, n in ground.conditionals:
                if not mask >> n & 1 and self._inside(mask, left) >> right & 1:
                    found.append((n != target, n, "Ci", (), ((left, right),)))
        if "Ni" in ground.rules:
            for x, nx in ground.negations:
                if not mask >> nx & 1 and ground.contradictory(self._inside(mask, x)):
                    found.append((nx != target, nx, "Ni", (), ((x, None),)))
        if "Ao" in ground.rules:
            for left, right, n in ground.alternatives:
                if mask >> n & 1 and not (mask >> left | mask >> right) & 1:
                    both = self._inside(mask, left) & self._inside(mask, right) & ~mask
                    for y in range(both.bit_length()):
                        if both >> y & 1:
                            found.append((y != target, y, "Ao", (n,), ((left, y), (right, y))))
        _, n, rule, inputs, subs = min(found, key=lambda one: one[:2])
        frame.conclude(
            ground.wffs[n],
            rule,
            *(self.node(frame, one) for one in inputs),
            *(self.sub(frame, assumption, end) for assumption, end in subs),
        )


def chained(ground: Ground, frame: ProofContext, mask: int, target: int | None) -> int:
    """Add to the frame all that follows without sub-proofs, nearest first, or only up to the target."""
    while True:
        found = [step for step in ground.steps if mask & step.needs == step.needs and not mask >> step.gives & 1]
        if not found:
            return mask
        for step in found:
            if mask >> step.gives & 1:
                continue
            inputs = [frame.find(ground.wffs[one]) for one in step.inputs]
            frame.conclude(ground.wffs[step.gives], step.rule, *(node for node in inputs if node))
            mask |= 1 << step.gives
            if step.gives == target:
                return mask
