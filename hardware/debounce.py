"""Edges of a bouncing contact in, edges that count out; no clock, no pins.

Closed counts at once: a button acts on its leading edge, a block that is put down is down. Open counts when it has
lasted: a moment for a button, 150 ms for the block; its edge keeps the time when the contact first opened
(after a long flutter, when it last did).
"""

from __future__ import annotations

from typing import NamedTuple

BOUNCE_MS = 25
"""Switches of this kind bounce for less than ten milliseconds; fingers are not back within fifty."""

RESTLESS_MS = 1_000
"""Of bouncing for so long nobody is pressing anything: a wire is loose."""


class Edge(NamedTuple):
    """The contact closed or opened, at the first edge of the wire that belongs to it."""

    at: int
    closed: bool


class DebouncedContact(NamedTuple):
    """What is known of one contact."""

    closed: bool
    """what counts"""
    since: int
    """when that began"""
    decided: int
    """what is older than this is history"""
    wire: bool
    """what the wire said last, bouncing or not; true is closed"""
    wire_since: int
    opened: int | None
    """when it first opened, while that does not count yet"""
    open_for: int
    bounce: int


def resting(at: int, closed: bool, open_for: int = BOUNCE_MS, bounce: int = BOUNCE_MS) -> DebouncedContact:
    """A contact as it is found when the table starts."""
    return DebouncedContact(closed, at, at, closed, at, None, max(open_for, bounce), bounce)


def hear(contact: DebouncedContact, at: int, closed: bool) -> tuple[DebouncedContact, tuple[Edge, ...]]:
    """What the wire says at a moment. An edge and a periodic look at the level are the same: one recovers the other.

    History changes nothing: a starved thread may deliver the bounces of a release after looks at the level have already
    made it count.
    """
    if at < contact.decided:
        return contact, ()
    contact, edges = _settle(contact, at)
    if closed == contact.wire:
        if contact.opened is not None and not closed and at < contact.opened:
            contact = contact._replace(opened=at)  # the edge itself, after a look at the level had overtaken it
        return contact, edges
    contact = contact._replace(wire=closed, wire_since=at)
    if closed and not contact.closed:
        return contact._replace(closed=True, since=at, decided=at), (*edges, Edge(at, True))
    if not closed and contact.opened is None:
        contact = contact._replace(opened=at)
    return contact, edges


def due(contact: DebouncedContact) -> int | None:
    """When an opening will count if nothing else is heard; a look at the level then makes it so."""
    if contact.opened is None or contact.wire:
        return None
    return max(contact.opened + contact.open_for, contact.wire_since + contact.bounce)


def restless(contact: DebouncedContact, at: int) -> bool:
    """Whether the contact has been bouncing for far longer than contacts do."""
    return contact.opened is not None and at - contact.opened >= contact.open_for + RESTLESS_MS


def _settle(contact: DebouncedContact, at: int) -> tuple[DebouncedContact, tuple[Edge, ...]]:
    """Time passes: an opening may come to count, or turn out to have been a bounce."""
    opened, counts = contact.opened, due(contact)
    if opened is not None and contact.wire and at - contact.wire_since >= contact.bounce:
        return contact._replace(opened=None), ()
    if opened is None or counts is None or at < counts:
        return contact, ()
    if restless(contact, contact.wire_since):  # the wire fluttered for long before: what counts is how it ended
        opened = contact.wire_since
    decided = contact.wire_since + contact.bounce
    return contact._replace(closed=False, since=opened, decided=decided, opened=None), (Edge(opened, False),)
