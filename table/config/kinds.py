"""What the value of a key may be: in words for people, and as a function that takes it or refuses it."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, NamedTuple


class Kind(NamedTuple):
    """What a value may be: in words, and as a function that takes it or raises `ValueError`."""

    words: str
    take: Callable[[Any], Any]


def one_of(*allowed: str) -> Kind:
    """One of some words."""

    def take(value: Any) -> str:
        if value not in allowed or not isinstance(value, str):
            near = nearest(value, allowed)
            raise ValueError(f"do you mean {near!r}?" if near else "")
        return value

    return Kind("one of " + ", ".join(allowed), take)


def whole(least: int, most: int) -> Kind:
    """A whole number within bounds."""

    def take(value: Any) -> int:
        if type(value) is not int or not least <= value <= most:
            raise ValueError
        return value

    return Kind(f"a whole number from {least} to {most}", take)


def list_of(count: str, kind: Kind, *counts: int) -> Kind:
    """A list, of one of some lengths, of values of a kind."""

    def take(value: Any) -> tuple[Any, ...]:
        if not isinstance(value, list) or len(value) not in counts:
            raise ValueError
        return tuple(kind.take(one) for one in value)

    return Kind(f"a list of {count}, each {kind.words}", take)


def text(words: str) -> Kind:
    """A line of text; `words` say what it stands for."""

    def take(value: Any) -> str:
        if not isinstance(value, str) or not value.isprintable():
            raise ValueError
        return value

    return Kind(words, take)


def nearest(word: Any, known: Iterable[str]) -> str:
    """The known word that somebody may have meant, if any is near."""
    return next(iter(difflib.get_close_matches(str(word).lower(), known, 1, 0.6)), "")


def _device(value: Any) -> int | str:
    if type(value) is int and 0 <= value <= 99:
        return value
    if isinstance(value, str) and value and value.isprintable():
        return value
    raise ValueError


def _folder(value: Any) -> Path:
    if not isinstance(value, str) or not value.strip() or not value.isprintable():
        raise ValueError
    return Path(value)


def _yes_or_no(value: Any) -> bool:
    if type(value) is not bool:
        raise ValueError
    return value


DEVICE = Kind("a number from 0, or a path", _device)
FOLDER = Kind("the path of a folder", _folder)
YES_OR_NO = Kind("true or false", _yes_or_no)
