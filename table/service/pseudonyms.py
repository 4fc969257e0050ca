"""Players' names taken out of a journal and of texts about it: Ann is Player 1 wherever she is named.

The players are often children, and whoever helps with a table need not know who sat at it. A journal that was
rewritten still reads and replays as before.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any

import msgspec

from table.rules.events import KINDS, Seat
from table.rules.naming import Held, holding

IDENTITY = frozenset({"epoch", "follows", "begins", "login"})
"""Fields of an entry that are left out: whose login it was, and the marks of a line that is no longer as written."""


class Pseudonyms:
    """What each player is called instead, in the order in which they first appear."""

    def __init__(self, names: Iterable[str]) -> None:
        self._instead: dict[str, str] = {}
        self._by_word: dict[str, str] = {}
        for name in names:
            if name and name not in self._instead:
                self._instead[name] = f"Player {len(self._instead) + 1}"
        for name, instead in self._instead.items():
            for word in (name, *re.findall(r"\w{2,}", name)):
                self._by_word.setdefault(word, instead)
        self._anywhere = _whole_words(self._by_word)
        self._folded = {word.casefold(): instead for word, instead in reversed(self._by_word.items())}

    def __len__(self) -> int:
        return len(self._instead)

    @classmethod
    def learned(cls, lines: Iterable[str]) -> Pseudonyms:
        """From the lines of a journal."""
        return cls(name for line in lines for name in _names(_body(line)))

    def line(self, line: str) -> str:
        """A line of the journal without names."""
        try:
            entry = msgspec.json.decode(line)
        except (msgspec.DecodeError, RecursionError):
            return self.text(line)
        if not isinstance(entry, dict) or "body" not in entry:
            return self.text(line)
        entry["body"] = self._rewritten(entry["body"], "")
        return msgspec.json.encode({name: value for name, value in entry.items() if name not in IDENTITY}).decode()

    def text(self, text: str) -> str:
        """Any text without names: whole names, and the words of which they are made."""
        return self._anywhere.sub(self._put, text) if self._instead else text

    def _rewritten(self, value: Any, field: str) -> Any:
        if field == "kind" or field in fields("term"):  # a player may be called Goal; a cube still goes to goal
            return value
        if isinstance(value, str):
            return self._instead.get(value) or self.text(value)
        if isinstance(value, list):
            return [self._rewritten(one, field) for one in value]
        if isinstance(value, dict):
            keys_are_names = field in fields("figures")
            return {
                (self._instead.get(key, key) if keys_are_names else key): self._rewritten(
                    one, "" if keys_are_names else key
                )
                for key, one in value.items()
                if (field, key) != ("players", "id")  # a roster would tell whose it is
            }
        return value

    def _put(self, match: re.Match[str]) -> str:
        return self._by_word.get(match[0]) or self._folded.get(match[0].casefold(), "a player")


@cache
def fields(what: Held) -> frozenset[str]:
    """The fields that hold it in any event: a line may be damaged, or of a kind that is not known here."""
    return frozenset(name for kind in (*KINDS.values(), Seat) for name in holding(kind, what))


def _whole_words(words: Iterable[str]) -> re.Pattern[str]:
    """Longest first; short ones only as they are written: Al is a name and AL is not."""
    either = [
        re.escape(word) if len(word) < 3 else f"(?i:{re.escape(word)})" for word in sorted(words, key=len, reverse=True)
    ]
    return re.compile(rf"(?<!\w)(?:{'|'.join(either)})(?!\w)")


def _body(line: str) -> Any:
    try:
        entry = msgspec.json.decode(line)
    except (msgspec.DecodeError, RecursionError):
        return None
    return entry.get("body") if isinstance(entry, dict) else None


def _names(value: Any, field: str = "") -> Iterator[str]:
    if isinstance(value, str):
        if field in fields("player"):
            yield value
    elif isinstance(value, list):
        for one in value:
            yield from _names(one, field)
    elif isinstance(value, dict):
        if field in fields("figures"):
            yield from value
        for key, one in value.items():
            yield from _names(one, key)
