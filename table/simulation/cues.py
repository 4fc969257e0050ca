"""What comes next at a simulated table, and when: the steps in which plays are handed to whoever lets time pass."""

from __future__ import annotations

from random import Random
from typing import Literal, NamedTuple

from hardware.simulated.scene import SIDES, Side
from table.language.scenario import Line


class Cue(NamedTuple):
    """What comes next, at a moment of the puppet's time. It happens when the moment after it is asked for."""

    at: float
    kind: Literal["hand", "press", "fault", "say", "expect", "wait", "end"]
    """`hand`: a body will do this (and sets out in time); `say`: words that are not a body's to say."""
    words: str
    line: Line | None = None


def seated(players: tuple[str, ...], rng: Random | None = None) -> dict[str, Side]:
    """Sides for players in clockwise order: south, west, north; or by chance, with one side left free."""
    clockwise: list[Side] = ["south", "west", "north", "east"]
    first = rng.randrange(4) if rng else 0
    return {player: clockwise[(first + seat) % 4] for seat, player in enumerate(players[: len(SIDES)])}
