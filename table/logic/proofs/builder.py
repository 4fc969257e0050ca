"""Writing a derivation where R carries outer lines into sub-proofs, step by step until a formula is there."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import NamedTuple

from table.logic.proofs.derivation import Node, ProofContext, Sub
from table.logic.proofs.formulas import Ground


class SubproofStep(NamedTuple):
    """A step that rests on sub-proofs: each from its assumption to its end, or, if that is None, to some x and Nx."""

    gives: int
    rule: str
    inputs: tuple[int, ...]
    subs: tuple[tuple[int, int | None], ...]


class Builder(ABC):
    """Writes derivations over the formulas of a ground; which sub-proofs lead there is for each kind to say."""

    def __init__(self, ground: Ground) -> None:
        self.ground = ground

    @abstractmethod
    def reach(self, frame: ProofContext, target: int | None) -> None:
        """Add steps to the frame until formula `target`, which must be derivable, is there; None is any x with Nx."""

    def known(self, frame: ProofContext) -> int:
        """The set of formulas that the frame can see."""
        mask = 0
        one: ProofContext | None = frame
        while one:
            mask |= self.ground.mask(one.known)
            one = one.parent
        return mask

    def node(self, frame: ProofContext, n: int) -> Node:
        """The step that gives formula n, which the frame can see."""
        found = frame.find(self.ground.wffs[n])
        assert found
        return found

    def sub(self, frame: ProofContext, assumption: int, target: int | None) -> Sub:
        """A sub-proof from the assumption to the target, or to some x and Nx."""
        inner = frame.open(self.ground.wffs[assumption])
        self.reach(inner, target)
        ends = self.ground.clash(self.known(inner)) if target is None else (target,)
        assert ends
        return Sub(inner, tuple(self.node(inner, end) for end in ends))

    def conclude(self, frame: ProofContext, step: SubproofStep) -> None:
        """Add the step to the frame, with its sub-proofs."""
        inputs = [self.node(frame, one) for one in step.inputs]
        subs = [self.sub(frame, assumption, end) for assumption, end in step.subs]
        frame.conclude(self.ground.wffs[step.gives], step.rule, *inputs, *subs)

    def chained(self, frame: ProofContext, mask: int, target: int | None) -> int:
        """Add to the frame all that follows without sub-proofs, nearest first, or only up to the target."""
        ground = self.ground
        while True:
            found = [step for step in ground.steps if mask & step.needs == step.needs and not mask >> step.gives & 1]
            if not found:
                return mask
            for step in found:
                if mask >> step.gives & 1:
                    continue
                self.conclude(frame, SubproofStep(step.gives, step.rule, step.inputs, ()))
                mask |= 1 << step.gives
                if step.gives == target:
                    return mask
