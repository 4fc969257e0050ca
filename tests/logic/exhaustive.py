"""A solver that tries everything: every set of rules with every realisation and every set of WFFs from the letters.

It knows none of the solver's shortcuts; it judges each candidate by the book's words, one part removed at a time.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import combinations

from table.logic.proofs.prove import provable
from table.logic.terms import Challenge, Position


def solvable(position: Position, challenge: Challenge) -> tuple[tuple[str, ...], tuple[str, ...]] | None:
    """Some correct solution, whether or not it has idle parts, or None."""
    terms = position.terms
    required = Counter(position.required)
    mat = required + Counter(position.permitted)
    there = mat + Counter(position.resources)
    limit = 1 if challenge == "now" else 99
    for named in namings(sorted(terms.rules), there, terms.may_spell):
        used = Counter("".join("R" if state == 2 else rule for rule, state in named))
        if (not named and terms.rule_needed) or (used - mat).total() > limit:
            continue
        left = there - used
        letters = sorted((left & Counter(dict.fromkeys("CAKENpqrs", 99))).elements())
        must = required - used
        if any(letter in "Rio" for letter in must):
            continue
        for bag in bags(letters):
            whole = used + Counter(bag)
            if must - Counter(bag) or (whole - mat).total() > limit or whole.total() < 2:
                continue
            names = tuple(rule for rule, _ in named)
            for premises in forests(bag):
                if not premises and terms.premise_needed:
                    continue
                if correct(premises, named, position) and essential(premises, named, position):
                    return premises, names
    return None


def namings(rules: list[str], there: Counter[str], may_spell: Callable[[str], bool]) -> Iterator[list[tuple[str, int]]]:
    """Every way to name some of the rules: 1 spelled with its cubes, 2 with an R cube for it."""
    if not rules:
        yield []
        return
    yield from namings(rules[1:], there, may_spell)
    for state, cubes in ((1, rules[0]), (2, "R")):
        left = there.copy()
        left.subtract(cubes)
        allowed = may_spell(rules[0]) if state == 1 else rules[0] != "R"
        if allowed and min(left.values()) >= 0:
            for more in namings(rules[1:], left, may_spell):
                yield [(rules[0], state), *more]


def bags(letters: list[str]) -> Iterator[tuple[str, ...]]:
    """Every multiset of some of the letters."""
    seen = set()
    for many in range(len(letters) + 1):
        for bag in combinations(letters, many):
            if bag not in seen:
                seen.add(bag)
                yield bag


def forests(bag: tuple[str, ...]) -> set[tuple[str, ...]]:
    """Every way to write the letters down as WFFs, as sorted sets of WFFs."""
    found = set()
    order = Counter(bag)

    def go(done: tuple[str, ...], current: str, waiting: int) -> None:
        if not +order and not waiting:
            found.add(tuple(sorted(done)))
            return
        for letter in list(order):
            if order[letter] <= 0:
                continue
            order[letter] -= 1
            more = waiting if waiting else 1
            more += 1 if letter in "CAKE" else 0 if letter == "N" else -1
            if more:
                go(done, current + letter, more)
            elif not done or done[-1] <= current + letter:
                go((*done, current + letter), "", 0)
            order[letter] += 1

    go((), "", 0)
    return found


def correct(premises: tuple[str, ...], named: list[tuple[str, int]], position: Position) -> bool:
    terms = position.terms
    cubes = sum(map(len, premises)) + sum(1 if state == 2 else len(rule) for rule, state in named)
    if cubes < 2 or (terms.premise_needed and not premises) or (terms.rule_needed and not named):
        return False
    return provable(premises, [rule for rule, _ in named], position.goal, terms)


def essential(premises: tuple[str, ...], named: list[tuple[str, int]], position: Position) -> bool:
    """Every part that holds a letter of Required is needed."""
    required = set(position.required)
    for at, premise in enumerate(premises):
        if set(premise) & required and correct(premises[:at] + premises[at + 1 :], named, position):
            return False
    for at, (rule, state) in enumerate(named):
        cubes = "R" if state == 2 else rule
        if set(cubes) & required and correct(premises, named[:at] + named[at + 1 :], position):
            return False
    return True
