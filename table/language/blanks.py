"""The blanks of sentences, read and filled in: players, times, and the cubes that letters mean as the table stands."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from table.rules.cubes import LETTERS
from table.rules.events import Event, Seat
from table.rules.flags import Flag, Penalty
from table.rules.match import Match, Shake


class BadSentence(ValueError):  # noqa: N818 - it reads better so
    """A sentence that means nothing here; the message says why and what could be said."""


class SentenceScene:
    """What a sentence is read against."""

    def __init__(
        self, match: Match | None, understand: Callable[[str, Match | None], Sequence[Event]] = lambda *_: ()
    ) -> None:
        self.match = match
        self._understand = understand

    @property
    def shake(self) -> Shake:
        """The shake whose cubes a letter means."""
        if self.match is None or not self.match.shakes or not self.match.shakes[-1].letters:
            raise BadSentence("no cubes have been rolled, so no letter means a cube")
        return self.match.shakes[-1]

    def events(self, sentence: str) -> Sequence[Event]:
        """What a sentence within a sentence stands for."""
        return self._understand(sentence, self.match)

    def sheet(self, text: str) -> dict[str, int]:
        """'Ann 12, Ben 8' as numbers by player."""
        pairs = [part.strip().rsplit(" ", 1) for part in text.split(",")]
        if any(len(pair) != 2 or not pair[1].lstrip("-").isdigit() for pair in pairs):
            raise BadSentence(f"'{text}' should be names with numbers, like 'Ann 12, Ben 8'")
        return {name: int(number) for name, number in pairs}

    def flag(self, text: str) -> str:
        """A flag's id, or the newest flag or penalty of that kind, perhaps of one player: 'extra-cube by Ben'."""
        if self.match is None or text in self.match.flags or text in self.match.penalties:
            return text
        kind, _, player = text.partition(" by ")
        raised: list[Flag | Penalty] = [*reversed(self.match.flags.values()), *reversed(self.match.penalties.values())]
        known = next((one.id for one in raised if one.kind == kind and player in ("", one.player)), None)
        if known is None:
            raise BadSentence(f"there is no flag and no penalty '{text}' in this match")
        return known

    def cubes(self, text: str) -> list[str]:
        tokens = re.findall(r"#\d+|[A-Za-z]\d*", text)
        bad = [token for token in tokens if token[0] != "#" and token[0] not in LETTERS]
        if bad:
            raise BadSentence(f"no cube shows '{bad[0]}'; the letters are {LETTERS}")
        return tokens

    def found(self, tokens: Sequence[str], region: str | None, to: str | None = None) -> list[int]:
        """Cube numbers for letters ('p', 'p2' for the second p of the roll) and numbers ('#12')."""
        taken: list[int] = []
        flags = self.match.flags.values() if self.match else ()
        due_back = frozenset(cube for flag in flags for cube, home in flag.back.items() if home == to)
        for token in tokens:
            taken.append(_cube(self.shake, token, region, to, taken, due_back))
        return taken


def milliseconds(text: str) -> int:
    """'1:02.5' or '62.5' as milliseconds."""
    found = re.fullmatch(r"(?:(\d+):)?(\d+)(?:\.(\d{1,3}))?", text.strip())
    if not found:
        raise BadSentence(f"'{text}' is no time; write minutes:seconds, like 1:02.5")
    minutes, seconds, fraction = found.groups()
    return int(minutes or 0) * 60_000 + int(seconds) * 1000 + int((fraction or "0").ljust(3, "0"))


def minutes(length: int) -> str:
    """The same the other way: 62500 is '1:02.5'."""
    return f"{length // 60_000}:{length % 60_000 / 1000:06.3f}".rstrip("0").rstrip(".")


class Blank(NamedTuple):
    """What a blank takes: a pattern and the same in words; how it is read, and how it is filled in."""

    pattern: str
    words: str
    read: Callable[[SentenceScene, str], Any] = lambda _, text: text
    write: Callable[[Any], str] = str


def blank(name: str) -> Blank:
    """By its name, which may end in a number: a form may have several blanks of one sort."""
    sort = name.rstrip("0123456789")
    return PERSON if sort in PEOPLE else BLANKS[sort]


PEOPLE = ("player", "writer", "against", "setter", "mover")
"""Blanks that take a player's name, or `somebody`."""
PERSON = Blank(
    r"[^\s:,;]+",
    "a player's name",
    lambda _, text: None if text == "somebody" else text,
    lambda name: name or "somebody",
)


def _number(_: SentenceScene, text: str) -> int:
    return int(text)


def _lower(_: SentenceScene, text: str) -> str:
    return text.lower()


def _names(players: Sequence[Any]) -> str:
    return ", ".join(one.name if isinstance(one, Seat) else one for one in players)


_REGION = "(?i:resources|goal|required|permitted|forbidden|off)"
BLANKS: dict[str, Blank] = {
    "words": Blank(
        "(?i:bonus|goal set|goal|now|impossible|never)",
        "bonus, goal, goal set, now, impossible or never",
        lambda _, text: {"goal set": "goal", "never": "impossible"}.get(text.lower(), text.lower()),
        str.title,
    ),
    "region": Blank(_REGION, "resources, goal, required, permitted, forbidden or off", _lower),
    "origin": Blank(_REGION, "the region where the cube lies now", _lower),
    "side": Blank("(?i:challenger|mover)", "challenger or mover", _lower),
    "scope": Blank("(?i:round|event)", "round or event", _lower),
    "verdict": Blank(
        "(?i:correct|incorrect)",
        "correct or incorrect",
        lambda _, text: text.lower() == "correct",
        lambda correct: "correct" if correct else "incorrect",
    ),
    "intent": Blank(
        "(?i:with intent to deceive)",
        "with intent to deceive",
        lambda *_: False,
        lambda honest: "" if honest else "with intent to deceive",
    ),
    "letter": Blank(f"[{LETTERS}]", f"one of {' '.join(LETTERS)}"),
    "letters": Blank(f"[{LETTERS} ]+", f"letters of cubes, {' '.join(LETTERS)}"),
    "dashed": Blank(
        f"[{LETTERS}]+|-",
        "the letters in the region, or - for none",
        lambda _, text: "" if text == "-" else text,
        lambda letters: letters or "-",
    ),
    "cubes": Blank(
        r"(?:#\d+|[A-Za-z]\d*)(?:[ ,]*(?:#\d+|[A-Za-z]\d*))*",
        "letters (p, Ksr), the second p of the roll (p2), or a cube by number (#12)",
        SentenceScene.cubes,
    ),
    "number": Blank(r"\d+", "a whole number", _number),
    "points": Blank(r"\d+", "a number of points", _number),
    "listed": Blank(r"-?\d+", "a total", _number),
    "right": Blank(r"-?\d+", "a total", _number),
    "time": Blank(
        r"[\d:.]+",
        "minutes:seconds since the match was opened, or a length of time",
        lambda _, text: milliseconds(text),
        minutes,
    ),
    "by": Blank(r"\S+", "the judge's initials, without a space"),
    "flag": Blank(
        r"\S+(?: by \S+)?", "a flag's id, the kind of the newest one, or the kind `by` a player", SentenceScene.flag
    ),
    "what": Blank(
        r"[a-z]+(?:[ -][a-z]+)*",
        "a kind of flag, as in docs/flags.md",
        lambda _, text: text.replace(" ", "-"),
        lambda what: what or "illegal procedure",
    ),
    "match": Blank(r"\S+", "a name for the match, without a space"),
    "edition": Blank(r"\S+", "2013-14, 2017-18 or 2019-20"),
    "division": Blank(r"\S+", "elementary, middle, junior or senior"),
    "game": Blank("basic|elementary|middle|regular", "basic, elementary, middle or regular"),
    "names": Blank(
        r"[^;:]+",
        "players' names with commas between",
        lambda _, text: tuple(part.strip() for part in text.split(",")),
        _names,
    ),
    "name": Blank(r"[^;:,]+", "a player's name"),
    "sheet": Blank(
        r"[^;:]+?",
        "names with numbers: Ann 12, Ben 8",
        SentenceScene.sheet,
        lambda figures: ", ".join(f"{name} {number}" for name, number in figures.items()),
    ),
    "settings": Blank(".+", "settings with commas between: timer exact, call_out, warned Ann"),
    "reason": Blank(".+", "a reason, in any words"),
    "sentence": Blank(".+", "any of these sentences", SentenceScene.events),
}
"""Every other blank, by its name."""


def _cube(
    shake: Shake, token: str, region: str | None, to: str | None, taken: Sequence[int], due_back: frozenset[int]
) -> int:
    if token[0] == "#":
        number = int(token[1:])
        if not 1 <= number <= len(shake.letters):
            raise BadSentence(f"cube {token} is nowhere: {len(shake.letters)} cubes were rolled")
        return number
    letter, ordinal = token[0], token[1:]
    numbers = [n + 1 for n, shown in enumerate(shake.letters) if shown == letter]
    if ordinal:
        if not 1 <= int(ordinal) <= len(numbers):
            raise BadSentence(f"there is no {token}: {len(numbers)} cubes show {letter}")
        return numbers[int(ordinal) - 1]
    free = [n for n in numbers if n not in taken]
    if region is None:  # a cube that leaves resources, or else one that is not yet where it goes
        free = [n for n in free if shake.where[n - 1] == "resources" != to] or [
            n for n in free if shake.where[n - 1] != to
        ]
        free.sort(key=lambda n: n not in due_back)
    else:
        free = [n for n in free if shake.where[n - 1] == region]
    if not free:
        raise BadSentence(f"no cube shows {letter} in {region or 'resources'}")
    return free[0]
