"""Whom and what events name: the fields with players, cubes and words of the game, read off their types once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, Literal, TypeAlias, TypeVar, get_args, get_origin

from msgspec import Meta, Struct
from msgspec.structs import fields, replace

from table.rules.events import Event, MatchOpened

AnyEvent = TypeVar("AnyEvent", bound=Event)
AnyStruct = TypeVar("AnyStruct", bound=Struct)

Held: TypeAlias = Literal["player", "figures", "cube", "term"]
"""What a field may hold: one or more players, numbers by player, one or more cubes, words of the game."""


def players_in(event: Event) -> list[str]:
    """Everybody whom the event names."""
    return [*_all(event, "player"), *_all(event, "figures")]


def cubes_in(event: Event) -> list[int]:
    """Every cube that the event names, by its number."""
    return _all(event, "cube")


def with_names(event: AnyEvent, right: Mapping[str, str]) -> AnyEvent:
    """The event with the right names in the place of those that it was written with."""
    if isinstance(event, MatchOpened):
        event = replace(event, players=tuple(_renamed(seat, right) for seat in event.players))
    return _renamed(event, right)


@cache
def actors(kind: type[Event]) -> tuple[str, ...]:
    """The fields with the player whom the event is about: who did it, or whose solution it was."""
    return tuple(name for name in holding(kind, "player") if name in ("player", "writer"))


@cache
def holding(kind: type[Struct], what: Held) -> tuple[str, ...]:
    """The fields of events of this kind that hold such a thing."""
    return tuple(field.name for field in fields(kind) if what in _held(field.type))


def _renamed(value: AnyStruct, right: Mapping[str, str]) -> AnyStruct:
    changed: dict[str, Any] = {}
    for name in (*holding(type(value), "player"), *holding(type(value), "figures")):
        written = getattr(value, name)
        if isinstance(written, str):
            changed[name] = right.get(written, written)
        elif isinstance(written, tuple):
            changed[name] = tuple(right.get(one, one) for one in written)
        elif isinstance(written, dict):
            changed[name] = {right.get(one, one): figure for one, figure in written.items()}
    return replace(value, **changed) if changed else value


def _all(event: Event, what: Held) -> list[Any]:
    found: list[Any] = []
    for name in holding(type(event), what):
        value = getattr(event, name)
        if isinstance(value, str | int):
            found.append(value)
        elif value is not None:
            found += value
    return found


def _held(hint: Any) -> Iterator[str]:
    """Types say it in what they are annotated with; a choice of words is one of words of the game."""
    if get_origin(hint) is Literal:
        yield "term"
    elif isinstance(hint, Meta):
        yield from (hint.extra or {}).values()
    else:
        for part in get_args(hint):
            yield from _held(part)
