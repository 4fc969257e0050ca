"""Reading the blanks of a sentence: players, times, and the cubes that letters mean on the table as it stands."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from table.rules.cubes import LETTERS
from table.rules.flags import Flag, Penalty
from table.rules.match import Match, Shake


class BadSentence(ValueError):  # noqa: N818 - it reads better so
    """A sentence that means nothing here; the message says why and what could be said."""


class SentenceScene:
    """What a sentence is read against."""

    def __init__(self, match: Match | None) -> None:
        self.match = match

    @property
    def shake(self) -> Shake:
        """The shake whose cubes a letter means."""
        if self.match is None or not self.match.shakes or not self.match.shakes[-1].letters:
            raise BadSentence("no cubes have been rolled, so no letter means a cube")
        return self.match.shakes[-1]

    def value(self, name: str, text: str) -> Any:
        """The value that a blank of this name was filled with."""
        kind = name.rstrip("0123456789")
        if kind in ("player", "writer", "against", "setter", "mover"):
            return None if text == "somebody" else text
        if kind in ("number", "points", "listed", "right"):
            return int(text)
        if kind == "cubes":
            return self.cubes(text)
        if kind == "words":
            return {"goal set": "goal", "never": "impossible"}.get(text.lower(), text.lower())
        if kind in ("region", "origin", "side", "scope", "verdict", "intent"):
            return text.lower()
        if kind == "what":
            return text.replace(" ", "-")
        if kind == "names":
            return tuple(part.strip() for part in text.split(","))
        if kind == "sheet":
            return self.sheet(text)
        if kind == "time":
            return milliseconds(text)
        if kind == "dashed":
            return "" if text == "-" else text
        if kind == "flag":
            return self.flag(text)
        return text

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
