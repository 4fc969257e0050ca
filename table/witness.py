"""What the camera's word is worth to the journal: changes on the table as events, by whoever sits where the hand was.

What is not an event of the game (a nudge, a bump, something unclear) is kept as an observation beside the others.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict

from table.rules import events as ev
from table.rules.cubes import UPPER
from table.rules.tournament.state import Match
from table.rules.tournament.view import phase
from vision import changes as ch
from vision.sighting import Side

SURE = 0.999
"""Confidence from which on nothing is gained by writing it down."""


def events_of(change: ch.Change, match: Match | None, people: Mapping[Side, str]) -> list[ev.Event]:
    """What to write down for a change; `people` says who sits at which side."""
    side: Side | None = getattr(change, "side", None)
    who = people.get(side) if side is not None else None
    match change:
        case ch.Moved() if not change.relocated:
            return [ev.Moved(change.cube, change.region, who, _confidence(change.confidence))]  # type: ignore[arg-type]
        case ch.Turned():
            return [ev.Turned(change.cube, change.letter, who, _confidence(change.confidence))]  # type: ignore[arg-type]
        case ch.Missed():
            return [_saw(change), ev.Moved(change.cube, "off", who)]
        case ch.Rolled():
            return [ev.Rolled(change.letters, who)]
        case ch.Appeared() if match is not None and phase(match) == "first-roll" and who and change.letter in UPPER:
            return [ev.FirstRolled(who, change.letter)]  # type: ignore[arg-type]
        case ch.GoalRead() if "?" not in change.letters:
            return [ev.GoalRead(change.letters)]
        case ch.Covered():
            return [ev.Covered(change.cubes, who)] if change.cubes else [ev.Uncovered()]
        case ch.HandAtBlock():
            return [ev.HandAtBlock(who) if change.there else ev.HandLeftBlock()]
        case ch.HandCame() | ch.HandLeft():
            return []
        case _:
            return [_saw(change)]


def _saw(change: ch.Change) -> ev.Event:
    details = {name: value for name, value in asdict(change).items() if name != "at" and value is not None}
    return ev.Saw(type(change).__name__.lower(), details)


def _confidence(confidence: float) -> float | None:
    return None if confidence >= SURE else round(confidence, 3)
