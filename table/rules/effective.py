"""The journal as it should have been: corrections put in their place, players by their right names, ordered by time.

What vision says is late and what the block says is not, so the order of writing is not the order of the world. Of an
interval its end counts: the latest moment at which the thing can have happened. Things that happened at the same
moment keep the order in which they were written. A match is read with the names that its players have in the end, so
whoever was renamed did all that was written under any of the names.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from contextlib import suppress
from typing import NamedTuple

from table.rules.entry import At, BadEntry, Entry, decode_embedded
from table.rules.events import Corrected, Event, MatchOpened, Noted, PlayerRenamed
from table.rules.naming import with_names

NO_RENAMING = "a renaming is an entry of its own, not a correction of another"


class Happening(NamedTuple):
    """An event with the interval in which it happened and the number it has in the journal."""

    at: int
    seq: int
    since: int
    event: Event


def when(h: Happening) -> tuple[int, int]:
    """What orders happenings: the moment, and for the same moment the number in the journal."""
    return h.at, h.seq


def effective(journal: Iterable[Entry]) -> list[Happening]:
    """What happened, in the order in which it happened."""
    happenings: dict[int, Happening] = {}
    for entry in journal:
        if isinstance(entry.event, Corrected):
            with suppress(BadEntry):  # a correction that says nothing readable changes nothing
                correct(happenings, entry.event)
        else:
            happenings[entry.seq] = happening(entry.seq, entry.at, entry.event)
    return in_order(happenings.values())[0]


class Names(NamedTuple):
    """How the players of one match are called."""

    since: tuple[int, int]
    """when the match was opened"""
    right: dict[str, str]
    """every name that a player has or had, with the one that is right in the end"""


def in_order(happenings: Iterable[Happening]) -> tuple[list[Happening], list[Names]]:
    """What happened in its order and with the right names, and these names; none, where nobody was renamed."""
    order = sorted(happenings, key=when)
    if not any(type(h.event) is PlayerRenamed for h in order):
        return order, []
    matches: list[Names] = []
    for h in order:
        if isinstance(h.event, MatchOpened):
            matches.append(Names(when(h), {seat.name: seat.name for seat in h.event.players}))
        elif isinstance(h.event, PlayerRenamed) and matches:
            rename(matches[-1].right, h.event)
    return [named(h, matches) for h in order], matches


def rename(right: dict[str, str], event: PlayerRenamed) -> str:
    """Take a right name in. Returns why that cannot be, and changes nothing then; otherwise returns nothing."""
    if event.name in ("somebody", "nobody"):
        return f"a player cannot be called '{event.name}': that means that the table does not know who"
    who, taken = right.get(event.player), right.get(event.name)
    if who is None and taken is None:
        return f"unknown player '{event.player}' in '{event.kind}'"
    if who is not None and taken is not None and who != taken:
        return f"another player of this match is or was called {event.name}"
    for name in [event.player, event.name, *(known for known, now in right.items() if now in (who, taken))]:
        right[name] = event.name
    return ""


def named(h: Happening, matches: list[Names]) -> Happening:
    """The happening with the right names of its match; a renaming itself stays as it was written."""
    place = bisect_right(matches, when(h), key=lambda names: names.since)
    if not place or isinstance(h.event, PlayerRenamed):
        return h
    return h._replace(event=with_names(h.event, matches[place - 1].right))


def happening(seq: int, at: At, event: Event) -> Happening:
    since, until = (at, at) if isinstance(at, int) else at
    return Happening(until, seq, since, event)


def correct(happenings: dict[int, Happening], correction: Corrected) -> Happening | None:
    """Substitute one correction; returns what stood there before. The last correction of an entry counts.

    A struck entry leaves a remark in its place, so that it can be put back later. A renaming cannot be taken back,
    since acts were written with that name: the player is renamed again.
    """
    before = happenings.get(correction.seq)
    if before is None or isinstance(before.event, PlayerRenamed):
        return None
    event: Event = Noted("struck", correction.by)
    if correction.event is not None:
        event = decode_embedded(correction.event)
    if isinstance(event, PlayerRenamed):
        raise BadEntry(NO_RENAMING)
    at = (before.since, before.at) if correction.at is None else correction.at
    happenings[correction.seq] = happening(correction.seq, at, event)
    return before
