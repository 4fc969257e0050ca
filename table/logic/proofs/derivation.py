"""A derivation as a tree of steps and sub-proofs, and its layout as the lines of a proof in the book's style."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from table.logic.reading.sheet import Proof, ProofLine


@dataclass(eq=False)
class ProofContext:
    """A proof or sub-proof: the outermost one has premises, each other one its single assumption."""

    parent: ProofContext | None = None
    depth: int = 0
    known: dict[str, Node] = field(default_factory=dict)

    def open(self, assumption: str) -> ProofContext:
        """A sub-proof inside this one."""
        frame = ProofContext(self, self.depth + 1)
        frame.known[assumption] = Node(assumption, "", (), frame)
        return frame

    def find(self, wff: str) -> Node | None:
        """The step that gives the WFF here or outside."""
        frame: ProofContext | None = self
        while frame:
            if wff in frame.known:
                return frame.known[wff]
            frame = frame.parent
        return None

    def conclude(self, wff: str, rule: str, *inputs: Node | Sub) -> Node:
        """Add a step to this frame."""
        node = Node(wff, rule, inputs, self)
        self.known[wff] = node
        return node

    @property
    def assumption(self) -> Node:
        return next(iter(self.known.values()))


@dataclass(eq=False)
class Sub:
    """A finished sub-proof and the steps that make it count: (w...x) has one, a refutation has x and Nx."""

    frame: ProofContext
    ends: tuple[Node, ...]


@dataclass(eq=False)
class Node:
    """A WFF with the rule and the steps or sub-proofs it rests on; a premise or assumption has no rule."""

    wff: str
    rule: str
    inputs: tuple[Node | Sub, ...]
    frame: ProofContext


def lay_out(premises: Sequence[str], goal: Node, explicit: bool) -> Proof:
    """The proof with only the lines that the goal needs; `explicit` writes R wherever a WFF is carried in."""
    writer = _Writer(explicit)
    for premise in premises:
        writer.put(premise, 0, Node(premise, "", (), goal.frame), key=("premise", premise))
    writer.write(goal)
    return Proof(tuple(writer.lines), (tuple(premises), goal.wff))


class _Writer:
    def __init__(self, explicit: bool) -> None:
        self.explicit = explicit
        self.lines: list[ProofLine] = []
        self.numbers: dict[object, int] = {}

    def put(
        self,
        wff: str,
        depth: int,
        node: Node,
        rules: tuple[str, ...] = (),
        refs: tuple[str, ...] = (),
        key: object = None,
    ) -> int:
        number = len(self.lines) + 1
        opens = not rules and depth > 0
        self.lines.append(ProofLine((wff,), rules, refs, not rules, depth, opens, (str(number),), False, number, 1))
        self.numbers[node if key is None else key] = number
        return number

    def write(self, node: Node) -> int:
        """Write a step and, before it, what it rests on in its own frame; return its number."""
        if not node.rule:
            return self.numbers[node if node.frame.depth else ("premise", node.wff)]
        if node in self.numbers:
            return self.numbers[node]
        for outside in _outside(node):
            if outside.frame is node.frame:
                self.write(outside)
        refs = []
        for one in node.inputs:
            if isinstance(one, Sub):
                refs.append(self._box(one))
                if not self.explicit:
                    refs += [str(self.write(end)) for end in one.ends if end.frame is not one.frame]
            else:
                refs.append(str(self._carry(one, node.frame)))
        return self.put(node.wff, node.frame.depth, node, (node.rule,), tuple(refs))

    def _box(self, sub: Sub) -> str:
        """Write a sub-proof; return how it is referred to."""
        first = self.put(sub.frame.assumption.wff, sub.frame.depth, sub.frame.assumption)
        for end in sub.ends:
            self._carry(end, sub.frame)
        last = len(self.lines)
        return str(first) if first == last else f"{first}-{last}"

    def _carry(self, node: Node, frame: ProofContext) -> int:
        """The number of the line that has the step's WFF in the frame, carried in with R if need be."""
        levels = frame.depth - node.frame.depth
        if not levels or not self.explicit:
            return self.write(node)
        key = (node, frame)
        if key not in self.numbers:
            number = self.write(node)
            self.put(node.wff, frame.depth, node, ("R",) * levels, (str(number),), key=key)
        return self.numbers[key]


def _outside(node: Node) -> Iterator[Node]:
    """The steps in the node's own frame or outside it that the node and its sub-proofs rest on."""
    for one in node.inputs:
        if isinstance(one, Node):
            yield one
        else:
            stack, seen = list(one.ends), set()
            while stack:
                inner = stack.pop()
                if inner in seen:
                    continue
                seen.add(inner)
                if inner.frame.depth <= node.frame.depth:
                    yield inner
                    continue
                for below in inner.inputs:
                    stack.extend(below.ends if isinstance(below, Sub) else (below,))
