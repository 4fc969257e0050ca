"""Quick proofs that there is no solution: conditions on letters alone that every solution without idle parts meets.

Each is a sentence about the rules at hand, so that a judge can follow it. The exhaustive search of the tests knows
none of them.
"""

from __future__ import annotations

from table.logic.proofs.decide import derivable
from table.logic.proofs.formulas import needed
from table.logic.search.choices import Choice
from table.logic.search.letters import ORDER, count, fits, pack
from table.logic.wff import ALL_ROWS, ALL_TRUE, BINARY, VARIABLES, parts, truth

ELIMINATION = {"K": "Ko", "C": "Co", "E": "Eo", "A": "Ao"}

Seed = frozenset[str]
"""WFFs that all stand somewhere in the premises."""


class Bounds:
    """The conditions for one goal."""

    def __init__(self, goal: str, free: bool = False) -> None:
        self.goal = goal
        self.carried = frozenset({"R"}) if free else frozenset[str]()
        self.letters = pack(goal)
        self.table = truth(goal)
        self._fine: dict[tuple[frozenset[str], int], bool] = {}
        self._seeds: dict[frozenset[str], list[tuple[Seed, int]]] = {}

    def window(self, choice: Choice) -> str:
        """Why no premises in the choice's window can do, or an empty string."""
        rules, high = choice.rules | self.carried, choice.high
        if not fits(choice.low, high):
            return "required cubes are left over that cannot be used"
        if sum(count(high, v) for v in VARIABLES) < 1 + sum(count(choice.low, x) for x in BINARY):
            return "the required letters are too many for the variables that are left"
        if not count(high, "N") and not self.table & ALL_TRUE:
            return "without N no premises can entail the Goal"
        missing = [v for v in VARIABLES if v in self.goal and not count(high, v)]
        if missing and (why := self._without(missing, high)):
            return why
        if not any(fits(letters, high) for _, letters in self.seeds(rules)):
            return "the letters that must stand in the premises are not there"
        if self.again(rules, high):
            return ""
        if why := self.lacking(rules, high):
            return why
        if not hides(rules, high):
            for v in VARIABLES:
                if v not in self.goal and count(choice.low, v) == 1 == count(high, v):
                    return f"a single {v} cannot be essential with these rules"
        return ""

    def bag(self, rules: frozenset[str], bag: int, features: int) -> list[Seed]:
        """The seeds with which premises made from exactly these letters might do; none if they cannot."""
        rules |= self.carried
        fine = self._fine.get((rules, features))
        if fine is None:
            fine = self._fine[rules, features] = self._might(rules, bag)
        if not fine:
            return []
        return [one for one, letters in self.seeds(rules) if fits(letters, bag)]

    def features(self, bag: int) -> int:
        """What the conditions look at: of each letter whether there are none, one, two or more."""
        found = 0
        for n in range(9):
            found |= min(bag >> 5 * n & 15, 3) << 2 * n
        return found

    def seeds(self, rules: frozenset[str]) -> list[tuple[Seed, int]]:
        """`seeds` of the Goal with their letters; by refutation anything can be reached, so nothing is asked."""
        if rules not in self._seeds:
            found = [Seed()] if "No" in rules else seeds(self.goal, rules)
            self._seeds[rules] = [(one, sum(pack(wff) for wff in one)) for one in found]
        return self._seeds[rules]

    def lacking(self, rules: frozenset[str], bag: int) -> str:
        """A rule that has nothing to work on, or whose results nothing can use."""
        have = {letter: count(bag, letter) + count(self.letters, letter) for letter in BINARY + "N"}
        for rule in sorted(rules):
            letter = rule[0]
            if letter == "R" or rule == "No" or have[letter]:
                continue
            if rule == "Co" and have["E"] and "Eo" in rules:
                continue
            if rule == "Ci" and have["E"] and "Ei" in rules:
                continue
            return f"{rule} has no {letter} to work on"
        # What is not part of the Goal is used up by Co, by refutation, or in a sub-proof that leads to an N of it.
        if not rules & {"Co", "No"} and not ({"R", "Ni"} <= rules and "N" in self.goal):
            for rule in sorted(rules & {"Ki", "Ai", "Ei", "Ni", "Ci"}):
                if rule[0] not in self.goal and not (rule == "Ci" and "E" in self.goal):
                    return f"what {rule} gives can be used for nothing"
        if "Ei" in rules and "E" not in self.goal and not rules & {"Ci", "Ao", "Ni", "No"}:
            # Exy stands before another WFF; Cxy and Cyx, which may be one, stand in the premises as well.
            arrows = count(bag, "C") + (count(bag, "E") - 1 if "Eo" in rules else 0)
            if arrows < 2:
                return "Ei has no C to work on"
        return ""

    def _might(self, rules: frozenset[str], bag: int) -> bool:
        if "Rp" in rules or self.lacking(rules, bag):
            return False
        if not rules & {"Ko", "Co", "Ao", "Ni", "No"} and not self._only_of_goal(rules, bag):
            return False
        return hides(rules, bag) or not self._lonely(rules, bag)

    def again(self, rules: frozenset[str], bag: int) -> bool:
        """Whether a Goal g that is a premise might be had again with the help of letters that occur only once.

        By Ao from any Axy whatever, R carrying g into both cases; by Ei and Eo, if g is Cxy and there is Cyx; by Eo
        and Co from Exg, to x and back, where any other rule must help to get at Exg.
        """
        rules |= self.carried
        if not fits(self.letters, bag) or "No" in rules:
            return False
        more = bag - self.letters
        if rules.issuperset(("R", "Ao")) and count(more, "A"):
            return True
        if self.goal[0] == "C" and rules.issuperset(("Ei", "Eo")):
            return "Ci" in rules or fits(2 * self.letters, bag)
        spent = 2 * self.letters + pack("E")
        if not rules.issuperset(("Eo", "Co")) or not fits(spent, bag):
            return False
        others = rules - {"Eo", "Co"}
        if others & {"Ki", "Ai", "Ei"}:
            others |= {"Eo", "Co"} if count(bag - spent, "E") else {"Co"}
        return not self.lacking(others, bag - spent)

    def refuting(self, rules: frozenset[str], bag: int) -> bool:
        """Whether the premises must contradict themselves: the Goal is no part of them and never introduced."""
        if "No" not in rules or self.goal[0] not in BINARY or self.goal[0] + "i" in rules:
            return False
        if self.goal[0] == "C" and "Eo" in rules and fits(self.letters - pack("C") + pack("E"), bag):
            return False
        return not fits(self.letters, bag)

    def _without(self, missing: list[str], high: int) -> str:
        """A variable of the Goal that premises cannot have: then they entail it whatever that variable is."""
        table = self.table
        for v in missing:
            yes = truth(v)
            shift = 1 << VARIABLES.index(v)
            table &= ((table & yes) >> shift | table & yes) & ((table & ~yes) << shift | table & ~yes)
        if table & ALL_ROWS or count(high, "N"):
            return ""  # premises that contradict themselves entail it as well
        return f"there is no {missing[0]} for the premises"

    def _only_of_goal(self, rules: frozenset[str], bag: int) -> bool:
        """Without Ko and Co premises are parts of the Goal; Cxy is one of Exy, and by Eo Exy serves for Cxy."""
        for letter in ORDER:
            if count(bag, letter) and letter not in self.goal:
                if letter == "C" and "E" in self.goal:
                    continue
                if letter == "E" and "C" in self.goal and "Eo" in rules:
                    continue
                return False
        return True

    def _lonely(self, rules: frozenset[str], bag: int) -> bool:
        """A letter that occurs once in the premises and not in the Goal, with no rule that could pass over it."""
        for letter in VARIABLES:
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
    """Whether the rules can pass over part of a premise: Ko a side of K, Ai a side of A, Ci the first of C.

    What Ai and Ci build must be used up: by Co, for which it stands before another WFF under C or E, or by being
    denied, for which it stands under N and R brings it in. Where R is missing, Ci passes over x only in Cxy where y
    is proved by rules alone, which takes another C or E.
    """
    arrows = count(bag, "C") + (count(bag, "E") if rules & {"Ei", "Eo"} else 0)
    denied = "R" in rules and count(bag, "N") > 0 and bool(rules & {"Ni", "No"})
    if "Ko" in rules and count(bag, "K"):
        return True
    if "Ai" in rules and count(bag, "A") and (arrows or denied):
        return True
    if "Ci" not in rules:
        return False
    if "R" not in rules:
        return arrows >= 3
    return arrows >= 2 or (arrows == 1 and denied)


def seeds(goal: str, rules: frozenset[str], assumed: tuple[str, ...] = ()) -> list[Seed]:
    """Without No: alternatives of which one holds, each a set of WFFs that all stand somewhere in the premises.

    A WFF is introduced by the rule of its first letter or stands in a premise (Cxy also as Exy or Eyx). With Ci the
    assumption may hold it; with Ni nothing is asked for.
    """
    letter, inside = goal[0], parts(goal)
    if any(goal in needed(one) for one in assumed):
        return [Seed()]
    own = rules
    if "R" not in rules:
        # Nothing enters a sub-proof, so what it gives is proved by rules alone; a part of the goal still may be.
        if derivable((), rules, goal):
            return [Seed()]
        own = rules - {"Ci", "Ni"}
    if letter == "N" and "Ni" in own:
        return [Seed()]
    found = [Seed({goal})]
    if letter == "C" and "Eo" in rules:
        found += [Seed({f"E{a}{b}"}) for a, b in (inside, inside[::-1])]
    if letter == "C" and "Ci" in own:
        found += seeds(inside[1], rules, (*assumed, inside[0]))
    if letter == "K" and "Ki" in rules:
        left, right = (seeds(part, rules, assumed) for part in inside)
        found += [a | b for a in left for b in right]
    if letter == "A" and "Ai" in rules:
        found += seeds(inside[0], rules, assumed) + seeds(inside[1], rules, assumed)
    if letter == "E" and "Ei" in rules:
        there, back = (seeds(f"C{a}{b}", rules, assumed) for a, b in (inside, inside[::-1]))
        found += [a | b for a in there for b in back]
    outer = [_outermost(one) for one in found]
    return [one for one in dict.fromkeys(outer) if not any(other < one for other in outer)]


def _outermost(wffs: Seed) -> Seed:
    """The WFFs that are not part of another: each has a place of its own."""
    return Seed(one for one in wffs if not any(one != other and one in needed(other) for other in wffs))
