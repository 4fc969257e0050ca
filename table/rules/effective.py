"""The journal as it should have been: corrections put in the place of what they correct, ordered by when it happened.

What vision says is late and what the block says is not, so the order of writing is not the order of the world. Of an
interval its end counts: the latest moment at which the thing can have happened. Things that happened at the same
moment keep the order in which they were written.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from typing import NamedTuple

from table.rules.entry import At, BadEntry, Entry, decode_embedded
from table.rules.events import Corrected, Event, Noted


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
    return sorted(happenings.values(), key=when)


def happening(seq: int, at: At, event: Event) -> Happening:
    since, until = (at, at) if isinstance(at, int) else at
    return Happening(until, seq, since, event)


def correct(happenings: dict[int, Happening], correction: Corrected) -> Happening | None:
    """Substitute one correction; returns what stood there before. The last correction of an entry counts.

    A struck entry leaves a remark in its place, so that it can be put back later.
    """
    before = happenings.get(correction.seq)
    if before is None:
        return None
    event: Event = Noted("struck", correction.by)
    if correction.event is not None:
        event = decode_embedded(correction.event)
    at = (before.since, before.at) if correction.at is None else correction.at
    happenings[correction.seq] = happening(correction.seq, at, event)
    return before
