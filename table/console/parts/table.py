"""The parts of the table's page: what any player may see, and nothing else.

Never whether the Goal is a WFF, never a flag that is the judge's, never what would be legal next (VII-D).
"""

from __future__ import annotations

from table.console.parts.acts import acts
from table.console.parts.drawing import draw
from table.console.parts.live_parts import Part
from table.console.scribe import Snapshot
from table.rules.games import game_of
from table.rules.public import NO_MATCH, Headline, PublicView
from table.rules.sand import GLASS_MS

ANNOUNCEMENTS_SHOWN = 5
"""Announcements on the page."""


def seen(now: Snapshot) -> PublicView | None:
    """The match as any player may see it, if one is open."""
    return game_of(now.match).public(now.match) if now.match is not None else None


def headline(now: Snapshot) -> Headline:
    """Who is to act, or that no match is open."""
    view = seen(now)
    return view.headline if view is not None else NO_MATCH


def top(now: Snapshot, _: str) -> str:
    return draw("parts/top.html", view=seen(now), down=now.down)


def turn(now: Snapshot, _: str) -> str:
    view = seen(now)
    return draw("parts/turn.html", headline=headline(now), limit=view.limit if view else "")


def glass(now: Snapshot, _: str) -> str:
    """What the sand runs by; the browser lets it run between two letters."""
    view = seen(now)
    return draw("parts/glass.html", limit=view.glass if view else None, paused=view and view.paused, glass=GLASS_MS)


def scores(now: Snapshot, _: str) -> str:
    view = seen(now)
    return draw("parts/scores.html", view=view) if view is not None else ""


def told(now: Snapshot, _: str) -> str:
    opened = now.match.opened if now.match else 0
    public = [d for d in now.told if d.public]
    players = now.match.players if now.match else ()
    return draw("parts/told.html", told=public[: -ANNOUNCEMENTS_SHOWN - 1 : -1], opened=opened, players=players)


def seat(now: Snapshot, about: str) -> str:
    m, number = now.match, int(about)
    if m is None or number >= len(m.players):
        return ""
    waits = game_of(m).public(m).waits_for
    return draw("parts/seat.html", seat=number, player=m.players[number], acts=acts(m, number), waits=waits)


def mat(now: Snapshot, _: str) -> str:
    view = seen(now)
    return draw("parts/mat.html", regions=view.regions if view else None)


PARTS: dict[str, Part] = {
    "top": top,
    "turn": turn,
    "glass": glass,
    "scores": scores,
    "told": told,
    "seat": seat,
    "mat": mat,
}
