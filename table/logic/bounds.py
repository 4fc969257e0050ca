"""Quick proofs that there is no solution: conditions on letters alone that every solution without idle parts meets.

Each is a sentence about the rules at hand, so that a judge can follow it. The exhaustive search of the tests knows
none of them.
"""

from __future__ import annotations

from collections.abc import Iterator

from table.logic.choices import Choice
from table.logic.letters import VARIABLES, count, fits, join, pack
from table.logic.wff import ALL_ROWS, parts, truth

ELIMINATION = {"K": "Ko", "C": "Co", "E": "Eo", "A": "Ao"}


class Bounds:
    """The conditions for one goal."""

    def __init__(self, goal: str) -> None:
        self.goal = goal
        self.letters = pack(goal)
        self.table = truth(goal)

    def window(self, choice: Choice) -> str:
        """Why no premises in the choice's window can do, or an empty string."""
        rules, high = choice.rules, choice.high
        if not fits(choice.low, high):
            return "required cubes are left over that cannot be used"
        if sum(count(high, v) for v in VARIABLES) < 1 + sum(count(choice.low, x) for x in "CAKE"):
            return "the required letters are too many for the variables that are left"
        why = self.lacking(rules, high)
        if why:
            return why
        if not count(high, "N") and not self.table >> 15 & 1:
            return "without N no premises can entail the Goal"
        missing = [v for v in VARIABLES if v in self.goal and not count(high, v)]
        if missing:
            why = self._without(missing, rules, high)
            if why:
                return why
        if not rules & {"Ci", "Ao", "Ni", "No"} and not any(fits(seed, high) for seed in seeds(self.goal, rules)):
            return "the letters that must stand in the premises are not there"
        if not hides(rules, high):
            for v in VARIABLES:
                if v not in self.goal and count(choice.low, v) == 1 == count(high, v):
                    return f"a single {v} cannot be essential with these rules"
        return ""

    def lacking(self, rules: frozenset[str], bag: int) -> str:
        """A rule that has nothing to work on."""
        have = {letter: count(bag, letter) + count(self.letters, letter) for letter in "CAKEN"}
        for rule in sorted(rules):
            letter = rule[0]
            if letter == "R" or rule == "No" or have[letter]:
                continue
            if rule == "Co" and have["E"] and "Eo" in rules:
                continue
            if rule == "Ci" and have["E"] and "Ei" in rules:
                continue
            return f"{rule} has no {letter} to work on"
        return ""

    def bag(self, rules: frozenset[str], bag: int) -> bool:
        """Whether premises made from exactly these letters might do."""
        if self.lacking(rules, bag):
            return False
        if not rules & {"Ci", "Ao", "Ni", "No"}:
            if not any(fits(seed, bag) for seed in seeds(self.goal, rules)):
                return False
            if not rules & {"Ko", "Co"} and not self._only_of_goal(rules, bag):
                return False
        return hides(rules, bag) or not self._lonely(rules, bag)

    def _without(self, missing: list[str], rules: frozenset[str], high: int) -> str:
        """A variable of the Goal that premises cannot have: then they entail it whatever that variable is."""
        table = self.table
        for v in missing:
            yes = truth(v)
            shift = {"p": 1, "q": 2, "r": 4, "s": 8}[v]
            table &= ((table & yes) >> shift | table & yes) & ((table & ~yes) << shift | table & ~yes)
        if table & ALL_ROWS:
            return ""
        if not count(high, "N") or not rules & {"Ni", "No"}:
            return f"there is no {missing[0]} for the premises"
        return ""

    def _only_of_goal(self, rules: frozenset[str], bag: int) -> bool:
        """Without Ko and Co premises are parts of the Goal; Cxy is one of Exy, and by Eo Exy serves for Cxy."""
        for letter in "CAKENpqrs":
            if count(bag, letter) and letter not in self.goal:
                if letter == "C" and "E" in self.goal:
                    continue
                if letter == "E" and "C" in self.goal and "Eo" in rules:
                    continue
                return False
        return True

    def _lonely(self, rules: frozenset[str], bag: int) -> bool:
        """A letter that occurs once in the premises and not in the Goal, with no rule that could pass over it."""
        for letter in "pqrs":
            if count(bag, letter) == 1 and letter not in self.goal:
                return True
        for letter in "AKEN":
            if count(bag, letter) == 1 and letter not in self.goal and not rules & _ABOUT[letter]:
                return True
        return False


_ABOUT = {
    "A": frozenset({"Ai", "Ao"}),
    "K": frozenset({"Ki", "Ko"}),
    "E": frozenset({"Ei", "Eo"}),
    "N": frozenset({"Ni", "No"}),
}


def hides(rules: frozenset[str], bag: int) -> bool:
    """Whether the rules can pass over part of a premise: Ko a side of K, Ai a side of A, Ci the first of C."""
    return (
        ("Ko" in rules and count(bag, "K") > 0)
        or ("Ai" in rules and count(bag, "A") > 0)
        or ("Ci" in rules and count(bag, "C") + count(bag, "E") > 0)
    )


def seeds(goal: str, rules: frozenset[str]) -> list[int]:
    """Without sub-proofs: alternatives of which one must be part of the letters of the premises.

    Variables and N-formulas are never introduced, and C-formulas only taken from E, so such a goal stands somewhere
    in a premise; the other letters can be built from their parts.
    """
    whole = pack(goal)
    found = [whole]
    letter, inside = goal[0], parts(goal)
    if letter == "C" and "Eo" in rules:
        found.append(whole - pack("C") + pack("E"))
    if letter == "K" and "Ki" in rules:
        found += [join(a, b) for a in seeds(inside[0], rules) for b in seeds(inside[1], rules)]
    if letter == "A" and "Ai" in rules:
        found += seeds(inside[0], rules) + seeds(inside[1], rules)
    if letter == "E" and "Ei" in rules:
        there, back = (seeds(f"C{a}{b}", rules) for a, b in (inside, inside[::-1]))
        found += [join(a, b) for a in there for b in back]
    return [one for one in dict.fromkeys(found) if not _beaten(one, found)]


def _beaten(one: int, others: list[int]) -> bool:
    return any(other != one and fits(other, one) for other in others)


def occurrences(wff: str, positive: bool = True) -> Iterator[tuple[str, bool]]:
    """Every letter C, A, K, E, N with its sign; what stands under E has both."""
    letter, inside = wff[0], parts(wff)
    if not inside:
        return
    yield letter, positive
    for n, part in enumerate(inside):
        flips = letter == "N" or (letter == "C" and n == 0)
        yield from occurrences(part, positive != flips)
        if letter == "E":
            yield from occurrences(part, not positive)
