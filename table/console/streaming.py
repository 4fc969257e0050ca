"""Opening a stream for a visitor, as long as there is room for one more."""

from __future__ import annotations

from collections.abc import Sequence

from fastapi.responses import Response

from table.console.context import Context
from table.console.gate import Denied, Visitor, good
from table.console.parts.live_parts import Mailbox
from table.console.stream import Stream

MOST_BROWSERS = 300
"""Browsers that may look on at once."""
PLACES_KEPT = 50
"""Places that are kept for judges, staff and the table's own screens."""


def stream(context: Context, visitor: Visitor, names: Sequence[str]) -> Response:
    """What changes on a page, as it changes, until the visitor's pass is over."""
    plain = visitor.given.who == "anyone"  # a pass for looking on never ends in the middle of a round
    if context.streams >= (MOST_BROWSERS - PLACES_KEPT if plain else MOST_BROWSERS):
        raise Denied(503, "Too many screens are looking on.", 5)
    return Stream(
        context.live,
        Mailbox(context.live, names),
        context.scribe.now,
        lambda: plain or good(context, visitor.given),
        context,
    )
