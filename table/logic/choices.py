"""Which rules the cubes can name, and which letters each choice of rules leaves for the premises."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from table.logic.letters import ORDER, UNIT, excess, fits, pack, size
from table.logic.terms import Challenge, Position

ANY_NUMBER = 99


@dataclass(frozen=True)
class Choice:
    """A set of rules with the R cubes that stand for some of them, and the window for the premises' letters.

    Premises must contain `low`, may contain `high`, and may take `spare` letters beyond `free`, which is what the
    mat still holds.
    """

    rules: frozenset[str]
    wild: frozenset[str]
    low: int
    high: int
    free: int
    spare: int

    def admits(self, bag: int) -> bool:
        """Whether premises may be made from exactly these letters."""
        return fits(self.low, bag) and fits(bag, self.high) and size(excess(bag, self.free)) <= self.spare

    def bags(self, many: int) -> Iterator[int]:
        """Every multiset of `many` letters that premises may be made from."""
        missing = many - size(self.low)
        if missing < 0:
            return
        room = [(unit, self.high // unit & 15, self.low // unit & 15, self.free // unit & 15) for unit in UNIT.values()]
        most = [0] * 10
        for n in range(8, -1, -1):
            most[n] = most[n + 1] + room[n][1] - room[n][2]

        def go(at: int, missing: int, spare: int, bag: int) -> Iterator[int]:
            if missing > most[at]:
                return
            if at == 9:
                yield bag
                return
            unit, high, low, free = room[at]
            for more in range(min(missing, high - low) + 1):
                beyond = max(0, low + more - max(free, low))
                if beyond > spare:
                    break
                yield from go(at + 1, missing - more, spare - beyond, bag + (low + more) * unit)

        yield from go(0, missing, self.spare - size(excess(self.low, self.free)), 0)


def choices(position: Position, challenge: Challenge) -> list[Choice]:
    """Every way to name rules that uses all required R, i and o and can belong to a solution without idle parts.

    A solution exists only if one exists in which every premise and rule is needed (one premise and one rule are
    kept in any case), so choices that must leave a rule idle are left out.
    """
    terms = position.terms
    required = Counter(position.required)
    mat = required + Counter(position.permitted)
    there = mat + Counter(position.resources)
    spare = 1 if challenge == "now" else ANY_NUMBER
    may = [rule for rule in sorted(terms.rules) if rule not in ("R", "Rp")]
    if not terms.subproofs:
        may = [rule for rule in may if rule not in ("Ci", "Ao", "Ni", "No")]
    spelled_i = [rule for rule in may if rule[1] == "i" and terms.may_spell(rule)]
    spelled_o = [rule for rule in may if rule[1] == "o" and terms.may_spell(rule)]
    wild_too = [*may, "R"] if "R" in terms.rules and terms.subproofs else may
    found: dict[Choice, None] = {}

    def taken(used: Counter[str]) -> int:
        return sum(max(0, used[letter] - mat[letter]) for letter in used)

    def add(spelled: tuple[str, ...], wild: tuple[str, ...]) -> None:
        used = Counter("".join(spelled) + "R" * len(wild))
        if any(used[letter] > there[letter] for letter in used) or taken(used) > spare:
            return
        if any(used[letter] < required[letter] for letter in "Rio"):
            return
        low = pack("".join(letter * (required[letter] - used[letter]) for letter in ORDER))
        high = pack("".join(letter * (there[letter] - used[letter]) for letter in ORDER))
        free = pack("".join(letter * (mat[letter] - used[letter]) for letter in ORDER))
        found[Choice(frozenset(spelled + wild), frozenset(wild), low, high, free, spare - taken(used))] = None

    if not terms.rule_needed:
        add((), ())
    if "Rp" in terms.rules and terms.rule_needed:
        add(("Rp",), ())
        add((), ("Rp",))
    for with_i in _subsets(spelled_i, required["i"], there["i"]):
        for with_o in _subsets(spelled_o, required["o"], there["o"]):
            spelled = with_i + with_o
            used = Counter("".join(spelled))
            if any(used[letter] > there[letter] for letter in used) or taken(used) > spare:
                continue
            rest = [rule for rule in wild_too if rule not in spelled]
            for wild in _subsets(rest, required["R"], there["R"]):
                if spelled + wild and not _idle(frozenset(spelled + wild), terms.reiteration == "free"):
                    add(spelled, wild)
    return list(found)


def _subsets(rules: list[str], least: int, most: int) -> Iterator[tuple[str, ...]]:
    for many in range(least, min(most, len(rules)) + 1):
        yield from combinations(rules, many)


def _idle(rules: frozenset[str], free: bool) -> bool:
    """Whether some rule can never be needed beside the others.

    Into sub-proofs without R nothing can be carried, and there No proves only what follows without it; R itself is
    for sub-proofs; beside No and R, Ni adds nothing.
    """
    carried = free or "R" in rules
    if "No" in rules and (not carried or "Ni" in rules):
        return True
    return "R" in rules and not rules & {"Ci", "Ao", "Ni", "No"}
