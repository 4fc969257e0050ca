"""What a player can do on the screen at the table, as the phase allows: the seat's buttons, with their words.

It is the same table of meanings as for the buttons in the wood (`Game.press`), so nothing is offered or
withheld because the rules allow or forbid it: noticing that is the players' own business.
"""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from table.console.scribe import Refused
from table.logic.proofs.verdict import REASONS
from table.rules import events as ev
from table.rules.game import Game
from table.rules.games import game_of
from table.rules.match import Match


class SeatButton(NamedTuple):
    """One button of a seat."""

    key: str
    words: str
    event: ev.Event
    more: str = ""
    """what must be said with it: `reject` its reason, `charge` or `name` what is charged; `sure` asks once more"""
    plain: bool = False
    """not the thing that play waits for"""


NAMES = {button: number for number, button in enumerate(("goal", "bonus", "now", "impossible"))}


def charges(game: Game) -> dict[str, str]:
    """What a player may charge, in words. All of the book's, whatever the table has noticed."""
    return {kind: known.what for kind, known in game.flag_kinds.items() if not known.public and not known.clerical}


_BY_PLAYERS = ("marks", "top-line")
GROUNDS = {code: f"{words} ({cite})" for code, (cite, words) in REASONS.items() if code not in _BY_PLAYERS}
"""The book's reasons to reject a solution (VII-B, VII-C-5)."""


def acts(match: Match, seat: int) -> list[SeatButton]:
    """What the player of a seat can do now, in the order of the buttons."""
    if not 0 <= seat < len(match.players):
        return []
    player = match.players[seat]
    found: list[SeatButton] = []
    game = game_of(match)
    for button, long in sorted({(m.button, m.long) for m in game.meanings}, key=lambda row: (row[1], NAMES[row[0]])):
        event = game.press(match, player, button, long)
        if event is not None and not (isinstance(event, ev.Charged) and player in match.charges):
            found.append(_worded(match, event))
    may_charge = game.takes(ev.Charged) and game.phase(match) not in ("paused", "closed")
    may_charge = may_charge and player not in match.charges
    if may_charge and player not in match.disqualified and not any(isinstance(a.event, ev.Charged) for a in found):
        found.append(_worded(match, ev.Charged(player)))  # a screen has room for it where the buttons have not
    if player in match.charges:
        found.append(SeatButton("name", "Name what was illegal", ev.ChargeNamed(player, ""), "name"))
    return found


def chosen(match: Match, seat: int, key: str, reason: str, what: str, against: str) -> ev.Event:
    """The event of an act that was pressed, if it can still be done. Raises `Refused`."""
    act = next((a for a in acts(match, seat) if a.key == key), None)
    if act is None:
        raise Refused("Things have moved on: that cannot be done any more.")
    event, may = act.event, charges(game_of(match))
    whom = against if against in match.players else None
    if isinstance(event, ev.Rejected):
        if reason not in GROUNDS:
            raise Refused("Say why the solution is rejected: choose one of the book's reasons.")
        return msgspec.structs.replace(event, reason=GROUNDS[reason])
    if isinstance(event, ev.ChargeNamed):
        if what not in may:
            raise Refused("Say what was illegal: choose it from the list.")
        return msgspec.structs.replace(event, what=what, against=whom)
    if isinstance(event, ev.Charged) and what:
        if what not in may:
            raise Refused("There is no such illegal procedure.")
        return msgspec.structs.replace(event, what=what, against=whom)
    return event


def _worded(m: Match, event: ev.Event) -> SeatButton:
    match event:
        case ev.ShakeStarted():
            return SeatButton("start", "Ready: time my roll", event)
        case ev.Said("goal"):
            return SeatButton("goal", game_of(m).word(m, "goal").title(), event)
        case ev.Said("bonus"):
            return SeatButton("bonus", "Bonus", event)
        case ev.Said("now"):
            return SeatButton("now", "Now", event)
        case ev.Said("impossible"):
            return SeatButton("impossible", game_of(m).word(m, "impossible").title(), event)
        case ev.Sided(_, side):
            return SeatButton(f"join-{side}", f"Join {_head(m, side)}, the {side}", event)
        case ev.Presented():
            return SeatButton("present", "Solution ready", event)
        case ev.Declined():
            return SeatButton("decline", "No solution", event, "sure")
        case ev.Accepted(_, writer):
            return SeatButton(f"accept-{writer}", f"Accept {writer}'s solution", event)
        case ev.Rejected(_, writer):
            return SeatButton(f"reject-{writer}", f"Reject {writer}'s solution …", event, "reject")
        case ev.ExtraMinute():
            return SeatButton("extra", "Extra minute, for a point", event, "sure", plain=True)
        case ev.Signed(_, totals):
            return SeatButton("sign", "Sign: " + ", ".join(f"{p} {n}" for p, n in totals.items()), event, "sure")
        case ev.Charged():
            return SeatButton("charge", "Charge illegal procedure …", event, "charge", plain=True)
    return SeatButton(event.kind, event.kind.replace("-", " ").capitalize(), event)


def _head(m: Match, side: str) -> str:
    challenge = m.shake.challenge if m.shake else None
    if challenge is None:
        return "them"
    return challenge.challenger if side == "challenger" else challenge.mover
