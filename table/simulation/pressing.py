"""Which button to press so that it means something: the table of buttons read the other way, for players of scripts."""

from __future__ import annotations

from hardware.parts import Button
from hardware.wiring import BUTTONS
from table.control.buttons import meaning
from table.rules import events as ev
from table.rules.match import Match


def button_for(match: Match, event: ev.Event) -> tuple[Button, bool] | None:
    """The button of the player's own seat, and whether to hold it; nothing if no button says this now."""
    player = getattr(event, "player", None)
    if player not in match.players:
        return None
    seat = match.players.index(player)
    for button in BUTTONS:
        for long in (False, True):
            meant = meaning(match, seat, button, long)
            if meant is not None and _same(meant, event):
                return button, long
    return None


def _same(meant: ev.Event, event: ev.Event) -> bool:
    """A button gives no reasons and names no totals; with those it is still the same."""
    if isinstance(meant, ev.Rejected) and isinstance(event, ev.Rejected):
        return meant.writer == event.writer
    if isinstance(meant, ev.Signed) and isinstance(event, ev.Signed):
        return event.totals in ({}, meant.totals)
    if isinstance(event, ev.TimerTurned):  # there is no glass to turn; by the setter it sets the Goal (IV-C-3)
        return meant == ev.Said("goal", event.player)
    return meant == event
