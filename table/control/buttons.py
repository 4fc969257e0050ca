"""Whose a seat's button is, and what it means to the match that is played.

Drivers tell a press when the button goes down, and once more, as long, when it was held. So a long press means
something only where the short press that came before it meant nothing: ask for both with the match as it stood when the
button went down. Now and Impossible are asked for once a lift that is under way has counted.
"""

from __future__ import annotations

from collections.abc import Sequence

from table.rules import events as ev
from table.rules.game import Button
from table.rules.games import game_of
from table.rules.match import Match
from vision.sighting import Side


def meaning(
    m: Match, seat: int, button: Button, long: bool = False, seated: Sequence[str | None] | None = None
) -> ev.Event | None:
    """What the button of a seat (from 0) means now; nothing, if it means nothing to that player in this phase.

    `seated` names the player at each seat; without it the players sit in the order in which the match names them.
    """
    places = m.players if seated is None else seated
    player = places[seat] if 0 <= seat < len(places) else None
    return game_of(m).press(m, player, button, long) if player is not None else None


def seated_at(opening: ev.MatchOpened | None, sides: Sequence[Side]) -> tuple[str | None, ...]:
    """Who sits at which seat: by their sides if the match says all of them, else in the order of its players."""
    if opening is None:
        return ()
    by_side = {player.side: player.name for player in opening.players if player.side is not None}
    if len(by_side) == len(opening.players):
        return tuple(by_side.get(side) for side in sides)
    names = [player.name for player in opening.players]
    return tuple(names[seat] if seat < len(names) else None for seat in range(len(sides)))


def people_at(opening: ev.MatchOpened | None, sides: Sequence[Side]) -> dict[Side, str]:
    """Who sits at which side of the mat."""
    return {side: name for side, name in zip(sides, seated_at(opening, sides), strict=False) if name is not None}
