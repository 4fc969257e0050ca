"""A derivation search that knows no theory: it applies the rules within a universe of short WFFs until nothing
is new. It shares no code with the prover and may miss long detours, but whatever it derives is derivable."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache


def split(wff: str) -> list[str]:
    """The WFFs under the first letter."""
    if wff[0] in "pqrs":
        return []
    if wff[0] == "N":
        return [wff[1:]]
    end, missing = 1, 1
    while missing:
        missing += 1 if wff[end] in "CAKE" else 0 if wff[end] == "N" else -1
        end += 1
    return [wff[1:end], wff[end:]]


@cache
def short_wffs(variables: str, longest: int) -> tuple[str, ...]:
    """All WFFs of up to `longest` letters."""
    by_length: dict[int, list[str]] = {0: [], 1: list(variables)}
    for length in range(2, longest + 1):
        found = ["N" + one for one in by_length[length - 1]]
        for left in range(1, length - 1):
            for letter in "CAKE":
                for a in by_length[left]:
                    found += [letter + a + b for b in by_length[length - 1 - left]]
        by_length[length] = found
    return tuple(one for group in by_length.values() for one in group)


class Brute:
    """All that follows, with sub-proofs nested no deeper than `depth`."""

    def __init__(self, premises: Iterable[str], rules: Iterable[str], goal: str, longest: int = 3, depth: int = 2):
        self.rules = set(rules)
        given = [*premises, goal]
        universe = set(short_wffs("".join(sorted(set("".join(given)) & set("pqrs"))), longest))
        todo = list(given)
        while todo:
            one = todo.pop()
            universe.add(one)
            todo += split(one)
            if one[0] == "E":
                a, b = split(one)
                universe |= {f"C{a}{b}", f"C{b}{a}"}
        universe |= {"N" + one for one in universe if len(one) <= 5}
        self.wffs = sorted(universe)
        self.at = {wff: n for n, wff in enumerate(self.wffs)}
        self.depth = depth
        self.memo: dict[tuple[int, int], int] = {}
        self.direct: list[tuple[int, int]] = []
        for wff, n in self.at.items():
            inside = [self.at[one] for one in split(wff)]
            if wff[0] == "K":
                self._direct("Ki", inside, n)
                self._direct("Ko", [n], inside[0])
                self._direct("Ko", [n], inside[1])
            if wff[0] == "C":
                self._direct("Co", [inside[0], n], inside[1])
            if wff[0] == "A":
                self._direct("Ai", [inside[0]], n)
                self._direct("Ai", [inside[1]], n)
            if wff[0] == "E":
                a, b = split(wff)
                ways = [self.at.get(f"C{a}{b}"), self.at.get(f"C{b}{a}")]
                if None not in ways:
                    self._direct("Ei", ways, n)
                for way in ways:
                    if way is not None:
                        self._direct("Eo", [n], way)
        start = sum({1 << self.at[one] for one in premises})
        self.reached = self.closed(start, depth)
        self.derives = bool(self.reached >> self.at[goal] & 1)

    def closed(self, mask: int, depth: int) -> int:
        key = (mask, depth)
        if key not in self.memo:
            grown = -1
            while grown != mask:
                grown = mask
                mask = self._chain(mask)
                if depth:
                    mask = self._subproofs(mask, depth)
            self.memo[key] = mask
        return self.memo[key]

    def _direct(self, rule: str, needs: list[int], gives: int) -> None:
        if rule in self.rules:
            mask = 0
            for one in needs:
                mask |= 1 << one
            self.direct.append((mask, 1 << gives))

    def _chain(self, mask: int) -> int:
        grown = -1
        while grown != mask:
            grown = mask
            for needs, gives in self.direct:
                if mask & needs == needs:
                    mask |= gives
        return mask

    def _subproofs(self, mask: int, depth: int) -> int:
        if not self.rules & {"Ci", "Ao", "Ni", "No"}:
            return mask
        outer = mask if "R" in self.rules else 0
        inside = [self.closed(outer | 1 << n, depth - 1) for n in range(len(self.wffs))]
        for wff, n in self.at.items():
            parts = split(wff)
            if wff[0] == "C" and "Ci" in self.rules:
                a, b = (self.at[one] for one in parts)
                if inside[a] >> b & 1:
                    mask |= 1 << n
            if wff[0] == "A" and "Ao" in self.rules and mask >> n & 1:
                a, b = (self.at[one] for one in parts)
                mask |= inside[a] & inside[b]
            if wff[0] == "N":
                x = self.at[parts[0]]
                if "Ni" in self.rules and self._clash(inside[x]):
                    mask |= 1 << n
                if "No" in self.rules and self._clash(inside[n]):
                    mask |= 1 << x
        return mask

    def _clash(self, mask: int) -> bool:
        return any(wff[0] == "N" and mask >> n & 1 and mask >> self.at[wff[1:]] & 1 for wff, n in self.at.items())
