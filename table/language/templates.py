"""Templates of sentences: words with blanks in braces, and brackets around what may be left unsaid.

A blank is filled from the field of the event that has its name, or from the one that it names: `{player}` from
`player`, `{number:shake}`, which takes a number, from `shake`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import Any

from msgspec import NODEFAULT
from msgspec.structs import fields

from table.language.blanks import blank
from table.rules.events import Event

_BLANK = re.compile(r"\{(\w+)(?::(\w+))?\}")
_OPTIONAL = re.compile(r"\[(.*?)\]")


def spelled_out(template: str) -> list[str]:
    """The sentences that it stands for, with and without what may be left unsaid; blanks are bare."""
    head, bracket, rest = template.partition("[")
    head = _BLANK.sub(r"{\1}", head)
    if not bracket:
        return [head]
    optional, _, tail = rest.partition("]")
    tails = spelled_out(tail)
    return [head + tail for tail in tails] + [head + _BLANK.sub(r"{\1}", optional) + tail for tail in tails]


def fields_filled(template: str) -> dict[str, str]:
    """The field of the event that each blank stands for."""
    return {name: field or name for name, field in _BLANK.findall(template)}


def filled(template: str, event: Event, cube: Callable[[int], str]) -> str:
    """The template in the words of an event, without what goes without saying; `cube` says how a cube is called."""
    usual = _usual(type(event))

    def said(optional: re.Match[str]) -> str:
        told = all(getattr(event, field) != usual.get(field) for field in fields_filled(optional[1]).values())
        return optional[1] if told else ""

    def fill(found: re.Match[str]) -> str:
        name, field = found.groups()
        value = getattr(event, field or name)
        if name == "cubes":
            return ", ".join(map(cube, value if isinstance(value, tuple) else (value,)))
        return blank(name).write(value)

    return _BLANK.sub(fill, _OPTIONAL.sub(said, template))


@cache
def _usual(kind: type[Event]) -> dict[str, Any]:
    """What the fields are if nothing is said of them."""
    made = {field.name: field.default_factory for field in fields(kind) if field.default_factory is not NODEFAULT}
    plain = {field.name: field.default for field in fields(kind) if field.default is not NODEFAULT}
    return plain | {name: make() for name, make in made.items()}
