"""How long the solver takes over positions of random legal play, and how it compares with trying everything."""

from __future__ import annotations

import random
import resource
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import combinations

from table.logic.proofs.check import check_sheet
from table.logic.proofs.prove import provable
from table.logic.reading.sheet_text import read_sheet
from table.logic.reading.solution_text import UnreadableError
from table.logic.search.solve import NoSolution, Solved, Undecided, solve
from table.logic.terms import ELEMENTARY, REGULAR, BadPositionError, Challenge, Position
from table.logic.wff import LETTERS, entails

LIMIT_S = 60.0


@dataclass(frozen=True)
class Timed:
    """One position and how long its answer took."""

    seed: int
    place: Position
    challenge: Challenge
    verdict: str
    seconds: float


@dataclass
class Figures:
    """The distribution over many positions."""

    timed: list[Timed] = field(default_factory=list)
    memory: float = 0.0
    """The most memory the process has had, in MB."""

    def at(self, share: float) -> float:
        """The time within which this share of the positions was decided."""
        times = sorted(one.seconds for one in self.timed)
        return times[min(len(times) - 1, int(share * len(times)))]

    @property
    def verdicts(self) -> Counter[str]:
        return Counter(one.verdict for one in self.timed)

    def __str__(self) -> str:
        steps = ", ".join(f"{name} {self.at(share) * 1000:.0f} ms" for name, share in _STEPS)
        worst = max(self.timed, key=lambda one: one.seconds)
        counts = ", ".join(f"{count} {verdict}" for verdict, count in sorted(self.verdicts.items()))
        return (
            f"{len(self.timed)} positions: {counts}, {self.verdicts['undecided']} undecided\n"
            f"{steps}, worst {worst.seconds:.2f} s (seed {worst.seed}); memory {self.memory:.0f} MB"
        )


_STEPS = (("median", 0.5), ("p75", 0.75), ("p90", 0.9), ("p95", 0.95), ("p99", 0.99))


def random_position(seed: int) -> tuple[Position, Challenge]:
    """A position reached by random legal play: 28 cubes rolled, a Goal set, any number of cubes moved."""
    chance = random.Random(seed)
    cubes = [chance.choice("CAKENR") for _ in range(14)] + [chance.choice("pqrsio") for _ in range(14)]
    goal = _random_goal(chance, cubes)
    left = list((Counter(cubes) - Counter(goal)).elements())
    chance.shuffle(left)
    regions = {"required": "", "permitted": "", "forbidden": ""}
    for _ in range(chance.randint(0, len(left))):
        cube = left.pop()
        places = list(regions) if left else ["required", "permitted"]  # the last is not forbidden (VIII-A)
        regions[chance.choice(places)] += cube
    terms = chance.choice((ELEMENTARY, REGULAR))
    challenge: Challenge = chance.choice(("now", "impossible"))
    if len(left) < 2 or not regions["required"] + regions["permitted"]:
        challenge = "impossible"  # Now would be invalid (VI-A-2)
    return Position(goal, **regions, resources="".join(left), terms=terms), challenge


def solving(
    count: int = 1000, first: int = 0, limit: float = LIMIT_S, progress: Callable[[int], None] = lambda done: None
) -> Figures:
    """Solve `count` random positions one after the other on one core."""
    figures = Figures()
    for seed in range(first, first + count):
        place, challenge = random_position(seed)
        start = time.perf_counter()
        end = start + limit
        answer = solve(place, challenge, lambda end=end: time.perf_counter() > end)  # type: ignore[misc]
        seconds = time.perf_counter() - start
        if isinstance(answer, Solved):
            assert check_sheet(place, challenge, answer.sheet).accepted
        figures.timed.append(Timed(seed, place, challenge, _VERDICTS[type(answer)], seconds))
        progress(seed - first + 1)
    figures.memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return figures


_VERDICTS = {Solved: "solved", NoSolution: "without solution", Undecided: "undecided"}


@dataclass(frozen=True)
class Ratio:
    """How much longer trying everything takes, on the positions that it finishes in time."""

    finished: int
    of: int
    naive: float
    ours: float
    disagreements: int

    def __str__(self) -> str:
        return (
            f"a naive search finishes {self.finished} of {self.of} in time and takes {self.naive:.1f} s for them,"
            f" ours {self.ours:.2f} s: {self.naive / max(self.ours, 1e-9):.0f} times;"
            f" {self.disagreements} disagreements"
        )


def against_naive(figures: Figures, count: int = 100, limit: float = 2.0) -> Ratio:
    """Compare with a search that spells out every set of WFFs and names every set of rules."""
    finished, naive, ours, disagreements = 0, 0.0, 0.0, 0
    for one in figures.timed[:count]:
        start = time.perf_counter()
        found = naive_solvable(one.place, one.challenge, start + limit)
        seconds = time.perf_counter() - start
        if found is not None:
            finished += 1
            naive += seconds
            ours += one.seconds
            disagreements += found != (one.verdict == "solved")
    return Ratio(finished, min(count, len(figures.timed)), naive, ours, disagreements)


def naive_solvable(place: Position, challenge: Challenge, end: float) -> bool | None:
    """Whether there is a solution, by brute force; None when the time is up."""
    required = Counter(place.required)
    mat = required + Counter(place.permitted)
    there = mat + Counter(place.resources)
    limit = 1 if challenge == "now" else 99
    for named in _namings(sorted(place.terms.rules), there):
        used = Counter("".join(cubes for _, cubes in named))
        must = required - used
        if not named or (used - mat).total() > limit or any(letter in "Rio" for letter in must):
            continue
        letters = sorted(letter for letter in (there - used).elements() if letter not in "Rio")
        for premises in _all_premises(letters, must, mat - used, limit - (used - mat).total(), end):
            if time.perf_counter() > end:
                return None
            if premises and _correct(premises, named, place) and _essential(premises, named, place):
                return True
        if time.perf_counter() > end:
            return None
    return False


def fuzz(count: int = 10_000, seed: int = 1, progress: Callable[[int], None] = lambda done: None) -> Counter[str]:
    """Random and mutilated proof texts and positions; anything but the documented errors is raised."""
    chance = random.Random(seed)
    book = "p, Ksq -> KAspq\n1 p s\n2 Ksq s\n3 q Ko, 2\n4 Asp Ai, 1\n5 | p s\n6 KAspq Ki, 3,4\np, Ksq / Ko, R(Ai), Ki*"
    signs = "pqrsCAKENRio |/,->123.()*^\n\t_→é$"
    found: Counter[str] = Counter()
    for done in range(1, count + 1):
        text = list(book if chance.random() < 0.7 else "")
        for _ in range(chance.randint(1, 4)):
            at = chance.randint(0, len(text))
            text[at : at + chance.randint(0, 3)] = chance.choices(signs, k=chance.randint(0, 3))
        regions = [
            "".join(chance.choices(LETTERS + "x" * (chance.random() < 0.1), k=chance.randint(0, 7))) for _ in range(5)
        ]
        try:
            place = Position(*regions, terms=chance.choice((ELEMENTARY, REGULAR)))
            verdict = check_sheet(place, chance.choice(("now", "impossible")), read_sheet("".join(text)))
            found["accepted" if verdict.accepted else "rejected"] += 1
        except UnreadableError:
            found["unreadable"] += 1
        except BadPositionError:
            found["no position"] += 1
        progress(done)
    return found


def _random_goal(chance: random.Random, cubes: list[str]) -> str:
    while True:
        pool = Counter(cubes)
        goal = _random_wff(chance, pool, chance.randint(1, 7))
        if goal:
            return goal
        if not any(pool[letter] for letter in "pqrs"):
            return cubes[0]  # a roll without variables: no Goal that is a WFF can be set


def _random_wff(chance: random.Random, pool: Counter[str], length: int) -> str:
    letters = "pqrs" if length == 1 else "N" if length == 2 else "CAKEN"
    there = [letter for letter in letters for _ in range(pool[letter])]
    if not there:
        return ""
    letter = chance.choice(there)
    pool[letter] -= 1
    if length == 1:
        return letter
    if letter == "N":
        inside = _random_wff(chance, pool, length - 1)
        return inside and letter + inside
    left = chance.randint(1, length - 2)
    first = _random_wff(chance, pool, left)
    second = first and _random_wff(chance, pool, length - 1 - left)
    return second and letter + first + second


def _namings(rules: list[str], there: Counter[str]) -> Iterator[list[tuple[str, str]]]:
    if not rules:
        yield []
        return
    yield from _namings(rules[1:], there)
    for cubes in dict.fromkeys((rules[0], "R")):
        left = there.copy()
        left.subtract(cubes)
        if min(left.values()) >= 0:
            for more in _namings(rules[1:], left):
                yield [(rules[0], cubes), *more]


def _all_premises(
    letters: list[str], must: Counter[str], mat: Counter[str], limit: int, end: float
) -> Iterator[tuple[str, ...]]:
    for many in range(1, len(letters) + 1):
        for bag in dict.fromkeys(combinations(letters, many)):
            if time.perf_counter() > end:
                return
            whole = Counter(bag)
            if not must - whole and (whole - mat).total() <= limit:
                yield from _spelled(whole, "", 0, (), end)


def _spelled(
    left: Counter[str], current: str, waiting: int, done: tuple[str, ...], end: float
) -> Iterator[tuple[str, ...]]:
    if not left.total():
        if not waiting:
            yield done
        return
    for letter in list(left):
        if left[letter] and time.perf_counter() < end:
            left[letter] -= 1
            more = (waiting or 1) + (1 if letter in "CAKE" else 0 if letter == "N" else -1)
            if more:
                yield from _spelled(left, current + letter, more, done, end)
            elif not done or done[-1] < current + letter:
                yield from _spelled(left, "", 0, (*done, current + letter), end)
            left[letter] += 1


def _correct(premises: tuple[str, ...], named: list[tuple[str, str]], place: Position) -> bool:
    if not premises or not named or not entails(premises, place.goal):
        return False
    return provable(premises, [rule for rule, _ in named], place.goal, place.terms)


def _essential(premises: tuple[str, ...], named: list[tuple[str, str]], place: Position) -> bool:
    required = set(place.required)
    for at, premise in enumerate(premises):
        if required & set(premise) and _correct(premises[:at] + premises[at + 1 :], named, place):
            return False
    return not any(
        required & set(cubes) and _correct(premises, named[:at] + named[at + 1 :], place)
        for at, (_, cubes) in enumerate(named)
    )


def main() -> int:
    """Print the figures; the number of positions may be given."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    figures = solving(count, progress=lambda done: _show("solving", done, count))
    print(f"\r{figures}", flush=True)
    for one in sorted(figures.timed, key=lambda one: -one.seconds)[:10]:
        place = one.place
        game = "regular" if place.terms.subproofs else "elementary"
        print(
            f"  {one.seconds:7.2f} s seed {one.seed}: {place.goal} required {place.required or '-'}"
            f" permitted {place.permitted or '-'} resources {place.resources or '-'},"
            f" {game}, {one.challenge}: {one.verdict}"
        )
    print(against_naive(figures, min(count, 100)), flush=True)
    fuzzed = fuzz(progress=lambda done: _show("fuzzing", done, 10_000))
    print(f"\rfuzzing: {fuzzed.total()} texts and positions, {dict(fuzzed)}, nothing else raised")
    return 1 if figures.verdicts["undecided"] else 0


def _show(what: str, done: int, of: int) -> None:
    if sys.stderr.isatty() and done % 10 == 0:
        print(f"\r{what}: {done}/{of}", end="", file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
