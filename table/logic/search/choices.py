"""Which rules the cubes can name, and which letters each choice of rules leaves for the premises."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from table.logic.search.letters import GUARDS, UNIT, WFF_LETTERS, excess, fits, pack, size
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

    def covers(self, other: Choice) -> bool:
        """Whether every multiset that the other one admits is admitted here too."""
        return (
            fits(self.low, other.low)
            and fits(other.high, self.high)
            and self.spare >= other.spare
            and (self.spare == ANY_NUMBER or fits(other.free, self.free))
        )

    def bags(self, many: int) -> Iterator[int]:
        """Every multiset of `many` letters that premises may be made from."""
        room = []
        for unit in list(UNIT.values())[:9]:
            low, high, free = self.low // unit & 15, self.high // unit & 15, self.free // unit & 15
            if high > low:
                room.append((unit, high - low, max(0, free - low)))
        most = [0]
        for _, more, _ in reversed(room):
            most.append(most[-1] + more)
        most.reverse()
        spare = self.spare - size(excess(self.low, self.free))
        missing = many - size(self.low)
        if 0 <= missing <= most[0] and spare >= 0:
            yield from _filled(room, most, 0, missing, spare, self.low)


def _filled(
    room: list[tuple[int, int, int]], most: list[int], at: int, missing: int, spare: int, bag: int
) -> Iterator[int]:
    if not missing:
        yield bag
        return
    unit, more, free = room[at]
    for n in range(max(0, missing - most[at + 1]), min(missing, more) + 1):
        beyond = n - free if n > free else 0
        if beyond > spare:
            break
        yield from _filled(room, most, at + 1, missing - n, spare - beyond, bag + n * unit)


def choices(position: Position, challenge: Challenge) -> list[Choice]:
    """Every way to name rules that uses all required R, i and o and can belong to a solution without idle parts.

    A solution exists only if one exists in which every premise and rule is needed (one premise and one rule are
    kept in any case), so choices that must leave a rule idle are left out.
    """
    terms = position.terms
    table = _Cubes(position, challenge)
    may = [rule for rule in sorted(terms.rules) if rule not in ("R", "Rp")]
    if not terms.subproofs:
        may = [rule for rule in may if rule not in ("Ci", "Ao", "Ni", "No")]
    spelled = [rule for rule in may if terms.may_spell(rule)]
    wild_too = [*may, "R"] if "R" in terms.rules and terms.subproofs else may
    free = terms.reiteration == "free"
    found: dict[frozenset[str], list[Choice]] = {}
    if not terms.rule_needed:
        table.add(found, (), ())
        if len(position.goal) == 1:
            # Any rule, idle as it is, makes up the two cubes beside a premise of one letter.
            for rule in sorted(terms.rules):
                table.add(found, (), (rule,))
                if rule != "R" and terms.may_spell(rule):
                    table.add(found, (rule,), ())
    if "Rp" in terms.rules and terms.rule_needed:
        table.add(found, ("Rp",), ())
        table.add(found, (), ("Rp",))
    least_i, least_o, least_r = (table.required // UNIT[letter] & 15 for letter in "ioR")
    most_i, most_o, most_r = (table.there // UNIT[letter] & 15 for letter in "ioR")
    for with_i in _subsets([rule for rule in spelled if rule[1] == "i"], least_i, most_i):
        for with_o in _subsets([rule for rule in spelled if rule[1] == "o"], least_o, most_o):
            if not table.allows(pack("".join(with_i + with_o))):
                continue
            rest = [rule for rule in wild_too if rule not in with_i + with_o]
            for wild in _subsets(rest, least_r, most_r):
                named = frozenset(with_i + with_o + wild)
                if named and (not _idle(named, free) or (len(named) == 2 and not terms.premise_needed)):
                    table.add(found, with_i + with_o, wild)
    return [choice for group in found.values() for choice in group]


class _Cubes:
    def __init__(self, position: Position, challenge: Challenge) -> None:
        self.required = pack(position.required)
        self.mat = self.required + pack(position.permitted)
        self.there = self.mat + pack(position.resources)
        self.spare = 1 if challenge == "now" else ANY_NUMBER

    def allows(self, used: int) -> bool:
        return fits(used, self.there) and size(excess(used, self.mat)) <= self.spare

    def add(self, found: dict[frozenset[str], list[Choice]], spelled: tuple[str, ...], wild: tuple[str, ...]) -> None:
        """Note a choice unless another with the same rules leaves at least the same letters."""
        used = pack("".join(spelled)) + len(wild) * UNIT["R"]
        if not self.allows(used):
            return
        low = excess(self.required, used)
        if low & ~WFF_LETTERS & ~GUARDS:
            return
        spare = self.spare if self.spare == ANY_NUMBER else self.spare - size(excess(used, self.mat))
        choice = Choice(
            frozenset(spelled + wild),
            frozenset(wild),
            low,
            excess(self.there, used) & WFF_LETTERS,
            excess(self.mat, used) & WFF_LETTERS,
            spare,
        )
        group = found.setdefault(choice.rules, [])
        if not any(other.covers(choice) for other in group):
            group[:] = [other for other in group if not choice.covers(other)]
            group.append(choice)


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
