"""Likely solutions, tried before the search: known ways to reach a goal, put together so that they use given rules.

A pattern is a set of premises in which digits stand for WFFs still to be chosen. One that occurs only once is a
place where any letters can be put that must be used. Whatever comes out is put to the same test as everything else.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import islice, product

from table.logic.search.choices import Choice
from table.logic.search.letters import UNIT, count, excess, fits, pack, trees, unpack
from table.logic.wff import BINARY, VARIABLES, parts

Pattern = tuple[str, ...]

DETOURS: tuple[tuple[frozenset[str], str], ...] = tuple(
    (frozenset(rules.split()), text)
    for rules, text in (
        ("Ko", "Kf1"),
        ("Co", "C1f 1"),
        ("Ao", "Aff"),
        ("Ai Co", "CA12f 1"),
        ("Ki Co", "CK12f 1 2"),
        ("Ki Co", "CK11f 1"),
        ("Ei Co", "CE11f C11"),
        ("Ei Co", "CE12f C12 C21"),
        ("Eo Co", "E1f 1"),
        ("Ci Co", "CC11f"),
        ("Ci Co R", "CC21f 1"),
        ("Ci Ei Co", "CE11f"),
        ("Ai Ki Co", "CK1A23f 1 2"),
        ("Ai Ki Co", "CAK123f 1 2"),
        ("Ai Ei Co", "CAE112f C11"),
        ("Ki Ei Co", "CKE112f C11 2"),
        ("Ai Ki Ei Co", "CKE11A23f C11 2"),
        ("Ci Ki Co", "CKC112f 2"),
        ("Ci Ki Co", "CC1K11f"),
        ("Ci Ai Co", "CAC112f"),
        ("Ci Ai Co", "CC1A12f"),
        ("Ci Ai Ki Co", "CC1K1A12f"),
        ("Ci Ai Ei Co", "CAE112f"),
        ("Ci Ki Ei Co", "CKE112f 2"),
        ("Eo Co Ai", "EA12f 1"),
        ("Eo Co Ki", "EK12f 1 2"),
        ("Eo Co Ki Ai", "EK1A23f 1 2"),
        ("Eo Co Ci", "EC11f"),
        ("Eo Co Ei", "EE11f C11"),
        ("Ni Co Ko", "CNK1N1f"),
        ("Ni Co R", "CN1f C12 N2"),
        ("Ni Co R Ai", "CN1f NA12"),
        ("Ni Co R Ci", "CN1f NC21"),
        ("No R", "NNf"),
        ("No R Ao", "Af1 N1"),
        ("No R Co", "CNf1 N1"),
        ("No R Co", "CNff"),
        ("No R Ci", "NCf1"),
    )
)
"""Ways to have f without taking it for a premise: the rules they need and the premises that replace it."""


def patterns(goal: str, rules: frozenset[str], room: int, most: int) -> Iterator[Pattern]:
    """Patterns that use exactly the given rules and letters there is room for, those of few steps first."""
    ways = [(needed, text) for needed, text in DETOURS if needed <= rules]
    seen: set[tuple[Pattern, frozenset[str]]] = set()
    layer = _starts(goal, rules)
    given = 0
    while layer:
        following: list[tuple[Pattern, frozenset[str]]] = []
        for pattern, used in layer:
            if (pattern, used) in seen or not fits(_letters("".join(pattern)), room):
                continue
            seen.add((pattern, used))
            if used == rules:
                yield pattern
                given += 1
                if given >= most:
                    return
                continue
            for needed, text in ways:
                if not needed <= used:
                    following += [(longer, used | needed) for longer in _detoured(pattern, text)]
        layer = sorted(following, key=lambda one: sum(map(len, one[0])))[:STEPS_KEPT]


STEPS_KEPT = 200


def filled(pattern: Pattern, choice: Choice) -> Iterator[tuple[str, ...]]:
    """The pattern's premises with WFFs for its digits, such that the choice admits their letters."""
    text = "".join(pattern)
    fixed = _letters(text)
    if not fits(fixed, choice.high):
        return
    digits = sorted({letter for letter in text if letter.isdigit()})
    single = [digit for digit in digits if text.count(digit) == 1]
    for hole in (*single, ""):
        others = [digit for digit in digits if digit != hole]
        for values in product(VARIABLES, repeat=len(others)):
            bag = fixed + sum(UNIT[value] * text.count(digit) for digit, value in zip(others, values, strict=True))
            if not fits(bag, choice.high):
                continue
            chosen = dict(zip(others, values, strict=True))
            fillings = [chosen] if not hole else [{**chosen, hole: w} for w in islice(_absorbing(bag, choice), 4)]
            for filling in fillings:
                premises = _spelled(pattern, filling)
                if choice.admits(pack("".join(premises))):  # equal premises have become one
                    yield premises


def _starts(goal: str, rules: frozenset[str]) -> list[tuple[Pattern, frozenset[str]]]:
    """The goal itself, or what introduces it."""
    found: list[tuple[Pattern, frozenset[str]]] = [((goal,), frozenset())]
    letter, inside = goal[0], parts(goal)
    if letter == "K" and "Ki" in rules:
        for left, used in _starts(inside[0], rules):
            for right, also in _starts(inside[1], rules):
                found.append((_merged(left + right), used | also | {"Ki"}))
    if letter == "A" and "Ai" in rules:
        for part in inside:
            found += [(start, used | {"Ai"}) for start, used in _starts(part, rules)]
    if letter == "C" and {"Ci", "R"} <= rules:
        found += [(start, used | {"Ci", "R"}) for start, used in _starts(inside[1], rules)]
    if letter == "C" and "Eo" in rules:
        found += [((f"E{a}{b}",), frozenset({"Eo"})) for a, b in (inside, inside[::-1])]
    if letter == "E" and "Ei" in rules:
        there, back = (_starts(f"C{a}{b}", rules) for a, b in (inside, inside[::-1]))
        for left, used in there:
            for right, also in back:
                found.append((_merged(left + right), used | also | {"Ei"}))
    if letter == "N" and {"Ni", "R"} <= rules:
        below = inside[0]
        found.append(((f"C{below}1", "N1"), frozenset({"Ni", "R", "Co"})))
        found.append(((f"NA{below}1",), frozenset({"Ni", "R", "Ai"})))
        found.append(((f"NC1{below}",), frozenset({"Ni", "R", "Ci"})))
    if {"No", "R"} <= rules:
        found.append((("1", "N1"), frozenset({"No", "R"})))
        found.append((("NC11",), frozenset({"No", "R", "Ci"})))
        found.append((("NC1A12",), frozenset({"No", "R", "Ci", "Ai"})))
        found.append((("NE11",), frozenset({"No", "R", "Ci", "Ei"})))
    return found[:40]


def _detoured(pattern: Pattern, text: str) -> Iterator[Pattern]:
    """The pattern with one premise replaced by a detour to it."""
    top = max((int(letter) for premise in pattern for letter in premise if letter.isdigit()), default=0)
    if top <= 6:
        fresh = _renumbered(text, top)
        for at, premise in enumerate(pattern):
            new = tuple(one.replace("f", premise) for one in fresh)
            yield _merged(pattern[:at] + new + pattern[at + 1 :])


@cache
def _renumbered(text: str, by: int) -> Pattern:
    return tuple("".join(str(int(c) + by) if c.isdigit() else c for c in text).split())


def _letters(text: str) -> int:
    """The letters of a pattern, those of its digits left open."""
    return sum(UNIT[letter] for letter in text if not letter.isdigit())


def _merged(pattern: Pattern) -> Pattern:
    return tuple(dict.fromkeys(pattern))


def _spelled(pattern: Pattern, chosen: dict[str, str]) -> tuple[str, ...]:
    return _merged(tuple("".join(chosen.get(letter, letter) for letter in premise) for premise in pattern))


def _absorbing(bag: int, choice: Choice) -> Iterator[str]:
    """WFFs that take in every letter still required, with as few others as possible."""
    left = excess(choice.low, bag)
    room = excess(choice.high, bag + left)
    lacking = 1 - trees(left)
    letters = VARIABLES if lacking > 0 else BINARY
    for extra in _fillers(letters, abs(lacking), room, excess(choice.free, bag + left)):
        whole = left + extra
        if choice.admits(bag + whole):
            yield from islice(arranged(unpack(whole)), 3)


def _fillers(letters: str, many: int, room: int, free: int) -> Iterator[int]:
    """Ways to choose `many` of the letters, those on the mat first."""
    order = sorted(letters, key=lambda letter: (-count(free, letter), -count(room, letter)))

    def go(at: int, many: int) -> Iterator[int]:
        if not many:
            yield 0
        elif at < len(order):
            for n in range(min(many, count(room, order[at])), -1, -1):
                for rest in go(at + 1, many - n):
                    yield n * UNIT[order[at]] + rest

    return islice(go(0, many), 6)


def arranged(letters: str) -> Iterator[str]:
    """A few WFFs of exactly these letters: connectives first, in some orders."""
    heads = [letter for letter in letters if letter in BINARY + "N"]
    tails = [letter for letter in letters if letter in VARIABLES]
    for turn in range(max(1, len(heads))):
        for shift in range(max(1, len(tails))):
            start = heads[turn:] + heads[:turn]
            end = tails[shift:] + tails[:shift]
            yield "".join(start + end)
