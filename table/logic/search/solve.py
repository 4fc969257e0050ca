"""The solver: a solution with its proof, or the reason why there is none, or undecided where it was stopped."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from table.logic.proofs.check import check
from table.logic.proofs.formulas import needed
from table.logic.proofs.prove import provable, prove
from table.logic.reading.sheet import WrittenSheet, solution_of
from table.logic.search.bounds import ELIMINATION, Bounds
from table.logic.search.choices import Choice, choices
from table.logic.search.letters import BLOCKS, pack, size, trees, unpack
from table.logic.search.patterns import arranged, filled, patterns
from table.logic.search.premise_sets import Forests
from table.logic.terms import Challenge, Position, cubes_of
from table.logic.wff import ALL_ROWS, fault, truth


@dataclass(frozen=True)
class Solved:
    """A solution, confirmed by the checker, and the cubes of Resources it takes."""

    sheet: WrittenSheet
    resources_used: str


@dataclass(frozen=True)
class NoSolution:
    """There is none; the reason is a sentence for a judge."""

    reason: str


@dataclass(frozen=True)
class Undecided:
    """The search was stopped before it was finished."""

    reason: str


PATTERNS_TRIED = {0: (4, 300), 5: (20, 3000)}
"""Before premises of so many letters: how many patterns for each set of rules, and how many tests in all."""

Answer = Solved | NoSolution | Undecided


def never() -> bool:
    """Do not stop."""
    return False


def silent(done: int, of: int) -> None:
    """Report no progress."""


class _StoppedError(Exception):
    pass


def solve(
    position: Position,
    challenge: Challenge,
    stop: Callable[[], bool] = never,
    progress: Callable[[int, int], None] = silent,
) -> Answer:
    """Whether a correct solution can be written, and one of the shortest if so. Exact unless stopped."""
    trouble = fault(position.goal)
    if trouble:
        return NoSolution(f"the Goal {trouble}")
    search = _Search(position, challenge, stop, progress)
    try:
        return search.run()
    except _StoppedError:
        return Undecided(f"stopped after premises of up to {search.reached} letters had been ruled out")


class _Search:
    def __init__(
        self,
        position: Position,
        challenge: Challenge,
        stop: Callable[[], bool],
        progress: Callable[[int, int], None],
    ) -> None:
        self.position, self.challenge = position, challenge
        self.stop, self.progress = stop, progress
        self.goal, self.terms = position.goal, position.terms
        self.bounds = Bounds(self.goal, self.terms.reiteration == "free")
        self.forests: dict[tuple[tuple[str, ...], bool], Forests] = {}
        self.anything: Forests | None = None
        self.proving: dict[frozenset[str], bool] = {}
        self.parts = needed(self.goal)
        self.reached = 0
        self.ticks = 0

    def run(self) -> Answer:
        named = choices(self.position, self.challenge)
        if not named:
            return NoSolution("no set of rules can be named with the cubes that may be used")
        reasons: Counter[str] = Counter()
        plain: list[Choice] = []
        theorem: list[Choice] = []
        for choice in named:
            if self._alone(choice.rules):
                # Without premises a second rule may be there only to make up the two cubes.
                pair = not self.terms.premise_needed and len(choice.rules) == 2
                if not pair and any(self._alone(choice.rules - {rule}) for rule in choice.rules):
                    reasons["rules that prove the Goal without premises leave others idle"] += 1
                else:
                    theorem.append(choice)
                continue
            why = self.bounds.window(choice)
            if why and not self._restates(choice):
                reasons[why] += 1
            else:
                plain.append(choice)
        if not plain and not theorem:
            return NoSolution(_most_said(reasons))
        longest = max(size(choice.high) for choice in plain + theorem)
        for many in range(longest + 1):
            self.progress(many, longest)
            if self.stop():
                raise _StoppedError
            found = self._by_pattern(plain, *PATTERNS_TRIED[many]) if many in PATTERNS_TRIED else None
            found = found or self._of_length(many, plain, theorem)
            if found:
                return found
            self.reached = many
        return NoSolution(
            f"all premises of up to {longest} letters were tried with all {len(named)} ways to name rules;"
            " none proves the Goal with every required cube essential"
        )

    def _by_pattern(self, plain: list[Choice], each: int, most: int) -> Solved | None:
        """A quick look at likely solutions; it decides nothing when it fails."""
        tried: set[tuple[tuple[str, ...], frozenset[str]]] = set()
        looked = 0
        for choice in sorted(plain, key=lambda one: len(one.rules)):
            for pattern in patterns(self.goal, choice.rules, choice.high, each):
                self._tick()
                looked += 1
                if looked > most:
                    return None
                for premises in filled(pattern, choice):
                    if len(tried) > most:
                        return None
                    key = (premises, choice.rules)
                    if key not in tried:
                        tried.add(key)
                        if self._stands(premises, choice):
                            return self._solved(premises, choice)
        return None

    def _alone(self, rules: frozenset[str]) -> bool:
        """Whether the rules prove the Goal from no premises at all."""
        if rules not in self.proving:
            self.proving[rules] = provable((), rules, self.goal, self.terms)
        return self.proving[rules]

    def _restates(self, choice: Choice) -> bool:
        """Whether the Goal may be its own premise, which the conditions on letters leave out of account."""
        return choice.admits(pack(self.goal)) or (not self.terms.rule_needed and len(self.goal) == 1)

    def _of_length(self, many: int, plain: list[Choice], theorem: list[Choice]) -> Solved | None:
        """Solutions whose premises have so many letters."""
        restated = pack(self.goal)
        for choice in theorem:
            for bag in choice.bags(many):
                self._tick()
                if trees(bag) == 1 or (not bag and not self.terms.premise_needed):
                    found = self._with_idle_premise(bag, choice)
                    if found:
                        return found
        jobs: dict[tuple[tuple[str, ...], int, bool], list[Choice]] = {}
        again: dict[int, list[Choice]] = {}
        for alike in _by_window(plain):
            for bag in alike[0].bags(many):
                self._tick()
                if trees(bag) < 1:
                    continue
                features = self.bounds.features(bag)
                padded = self._padded(bag, restated)
                for choice in alike:
                    if padded:
                        jobs.setdefault(((), bag, False), []).append(choice)
                        continue
                    refuting = self.bounds.refuting(choice.rules, bag)
                    for seed in self.bounds.bag(choice.rules, bag, features):
                        blocks = tuple(sorted(one for one in seed if len(one) > 1))[: len(BLOCKS)]
                        jobs.setdefault((blocks, bag, refuting), []).append(choice)
                    if self.bounds.again(choice.rules, bag):
                        again.setdefault(bag, []).append(choice)
        for (blocks, bag, refuting), fitting in sorted(jobs.items(), key=lambda job: job[0]):
            found = self._from_letters(self._forests(blocks, refuting), bag, fitting)
            if found:
                return found
        for bag, fitting in again.items():
            found = self._goal_again(bag - restated, fitting)
            if found:
                return found
        return None

    def _forests(self, blocks: tuple[str, ...], refuting: bool) -> Forests:
        key = (blocks, refuting)
        if key not in self.forests:
            self.forests[key] = Forests(self.goal, blocks, 0 if refuting else truth(self.goal))
        return self.forests[key]

    def _goal_again(self, bag: int, fitting: list[Choice]) -> Solved | None:
        """The Goal is a premise and is derived again with the help of others, made from exactly these letters."""
        if self.anything is None:
            self.anything = Forests(self.goal, (), ALL_ROWS)
        order = _one_for_each(fitting)
        for others in self.anything.of(bag, _taken_apart(order)) if trees(bag) >= 1 else ():
            self._tick()
            for choice in order:
                if self.goal not in others and self._stands((self.goal, *others), choice):
                    return self._solved((self.goal, *others), choice)
        return None

    def _padded(self, bag: int, restated: int) -> bool:
        """Letters of the Goal itself, or with one more WFF where that makes up the two cubes."""
        return bag == restated or (not self.terms.rule_needed and len(self.goal) == 1 and trees(bag - restated) == 1)

    def _with_idle_premise(self, bag: int, choice: Choice) -> Solved | None:
        """The rules alone prove the Goal; any one WFF will do for the premise that must be there."""
        for wff in arranged(unpack(bag)) if bag else ("",):
            self._tick()
            premises = (wff,) if wff else ()
            if self._stands(premises, choice):
                return self._solved(premises, choice)
        return None

    def _from_letters(self, forests: Forests, bag: int, fitting: list[Choice]) -> Solved | None:
        """Solutions whose premises are made from exactly these letters."""
        if not forests.can_entail(bag):
            return None
        order = _one_for_each(fitting)
        padded = self._padded(bag, pack(self.goal))
        together = frozenset[str]().union(*(choice.rules for choice in order))
        for premises in self._premises(forests, bag, None if padded else _taken_apart(order)):
            self._tick()
            if len(order) > 1 and not provable(premises, together, self.goal, self.terms):
                continue  # fewer rules prove no more
            for choice in order:
                if self._promising(premises, choice.rules) and self._stands(premises, choice):
                    return self._solved(premises, choice)
        return None

    def _premises(self, forests: Forests, bag: int, tops: str | None) -> Iterator[tuple[str, ...]]:
        """Sets of premises; a WFF twice only where it does nothing but make up the two cubes."""
        if tops is None and bag == 2 * pack(self.goal):
            yield (self.goal, self.goal)
        for premises in forests.of(bag, tops):
            if len(set(premises)) == len(premises):
                yield premises

    def _promising(self, premises: tuple[str, ...], rules: frozenset[str]) -> bool:
        """Each premise can be taken apart, or is part of the Goal or of another premise."""
        if self.goal in premises:
            return True
        for premise in premises:
            letter = premise[0]
            if ELIMINATION.get(letter) in rules or (letter == "N" and rules & {"Ni", "No"}):
                continue
            if premise in self.parts or any(other != premise and premise in needed(other) for other in premises):
                continue
            return False
        return True

    def _stands(self, premises: tuple[str, ...], choice: Choice) -> bool:
        """Whether this is a solution in which every part is needed."""
        rules = choice.rules
        if not self._correct(premises, rules, choice.wild):
            return False
        for at in range(len(premises)):
            if self._correct(premises[:at] + premises[at + 1 :], rules, choice.wild):
                return False
        return not any(self._correct(premises, rules - {rule}, choice.wild) for rule in rules)

    def _correct(self, premises: tuple[str, ...], rules: frozenset[str], wild: frozenset[str]) -> bool:
        terms = self.terms
        if (terms.premise_needed and not premises) or (terms.rule_needed and not rules):
            return False
        cubes = sum(map(len, premises)) + sum(len(cubes_of(rule, rule in wild)) for rule in rules)
        return cubes >= 2 and provable(premises, rules, self.goal, terms)

    def _solved(self, premises: tuple[str, ...], choice: Choice) -> Solved:
        solution = solution_of(premises, sorted(choice.rules), choice.wild)
        proof = prove(premises, choice.rules, self.goal, self.terms)
        assert proof
        verdict = check(self.position, self.challenge, solution, proof)
        assert verdict.accepted, verdict
        mat = Counter(self.position.required) + Counter(self.position.permitted)
        return Solved(WrittenSheet(solution, proof), "".join(sorted((solution.cubes - mat).elements())))

    def _tick(self) -> None:
        self.ticks += 1
        if self.ticks & 255 == 0 and self.stop():
            raise _StoppedError


def _one_for_each(fitting: list[Choice]) -> list[Choice]:
    """One choice for each set of rules, small sets first."""
    by_rules: dict[frozenset[str], Choice] = {}
    for choice in fitting:
        by_rules.setdefault(choice.rules, choice)
    return sorted(by_rules.values(), key=lambda choice: (len(choice.rules), sorted(choice.rules)))


def _taken_apart(fitting: list[Choice]) -> str:
    """The letters with which a premise may begin that some of the choices can take apart."""
    rules = frozenset[str]().union(*(choice.rules for choice in fitting))
    tops = "".join(letter for letter, rule in ELIMINATION.items() if rule in rules)
    return tops + "N" if rules & {"Ni", "No"} else tops


def _by_window(plain: list[Choice]) -> list[list[Choice]]:
    """The choices in groups that leave the same letters for the premises."""
    groups: dict[tuple[int, int, int, int], list[Choice]] = {}
    for choice in plain:
        groups.setdefault((choice.low, choice.high, choice.free, choice.spare), []).append(choice)
    return list(groups.values())


def _most_said(reasons: Counter[str]) -> str:
    """The reason that holds for most choices of rules, with the others after it."""
    return "; ".join(why for why, _ in reasons.most_common())
