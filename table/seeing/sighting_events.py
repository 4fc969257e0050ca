"""What a change that vision saw means: events by whoever sits where the hand was, and what the table believes by it.

What is not an event of the game (a nudge, a bump) is kept as an observation beside others; what is unclear is asked.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict
from typing import NamedTuple

from table.rules import events as ev
from table.rules.cubes import UPPER
from table.rules.games import game_of
from table.rules.match import Match
from vision import changes as ch
from vision.sighting import Side

CERTAIN = 0.98
"""Confidence that a letter must have that decides who sets first."""
SURE = 0.999
"""Confidence from which on nothing is gained by writing it down."""


class Sighted(NamedTuple):
    """What a change means: to the journal, and to whoever keeps an eye on the block, the mat and the cubes."""

    events: Sequence[ev.Event] = ()
    """what to write down"""
    on_pad: bool | None = None
    """the camera's opinion of the block, if this is one"""
    in_sight: bool | None = None
    """whether the mat is seen, if this says so"""
    at_rest: tuple[ch.Lying, ...] | None = None
    """where every cube lies; none once something has moved, for then the journal knows better until all is at rest"""


def sighted(
    change: ch.Change, match: Match | None, people: Mapping[Side, str], lost: Collection[ev.Sense] = ()
) -> Sighted:
    """What a change means; `people` says who sits at which side, and `lost` what the table is without."""
    side: Side | None = getattr(change, "side", None)
    who = people.get(side) if side is not None else None
    match change:
        case ch.SawRolled():
            return Sighted(_rolled(change, who), at_rest=())
        case ch.SawMoved():
            return Sighted(_moved(change, who, match), at_rest=())
        case ch.SawTurned() | ch.Appeared():
            return Sighted(_shown(change, who, match), at_rest=())
        case ch.Missed():
            return Sighted(_missed(change, who, match), at_rest=())
        case ch.Settled():
            lie = {str(cube.cube): _place(cube) for cube in change.cubes}
            return Sighted([ev.Saw(ev.CUBES, lie)], at_rest=change.cubes)
        case ch.Sight():  # written down with all else that the table is without
            return Sighted(in_sight=change.seen)
        case ch.BlockSeen():
            told = ev.BlockReturned() if change.on_pad else ev.BlockLifted()
            return Sighted([told, _saw(change)] if "block" in lost else [_saw(change)], on_pad=change.on_pad)
        case ch.SawHandAtBlock():
            return Sighted([ev.HandAtBlock(who) if change.there else ev.HandLeftBlock()])
        case ch.HandCame() | ch.HandLeft():
            return Sighted()
        case ch.SawCovered():
            seated = [people[one] for one in change.among if one in people]  # an arm along an edge crosses two
            who = seated[0] if who is None and len(seated) == 1 else who
            return Sighted([ev.Covered(change.cubes, who)] if change.cubes else [ev.Uncovered()])
        case ch.SawGoalRead() if "?" not in change.letters:
            return Sighted([ev.GoalRead(change.letters)])
        case ch.Unclear():
            return Sighted([ev.Asked(change.words, change.cubes, "unclear") if change.words else ev.Answered()])
        case ch.Reread():
            words = f"cube {change.cube} was taken for {change.before} and shows {change.letter}"
            return Sighted([ev.Asked(words, (change.cube,), "reread")])
        case _:
            return Sighted([_saw(change)])


def lying(saw: ev.Saw) -> tuple[ch.Lying, ...]:
    """Where the cubes lay, as it was written down."""
    return tuple(ch.Lying(int(cube), *place) for cube, place in saw.details.items())


def _rolled(change: ch.SawRolled, who: str | None) -> list[ev.Event]:
    rolled: list[ev.Event] = [ev.Rolled(change.letters, who)]
    if change.unsure:
        guesses = "; ".join(map(_guess, change.unsure))
        cubes = tuple(lies.cube for lies in change.unsure)
        rolled.append(ev.Asked(f"what was rolled cannot be read with certainty: {guesses}", cubes, "rolled"))
    return rolled


def _moved(change: ch.SawMoved, who: str | None, match: Match | None) -> list[ev.Event]:
    if change.relocated:
        return [_saw(change)]
    moved = ev.Moved(change.cube, change.region, who, _confidence(change.confidence))  # type: ignore[arg-type]
    asked = match.question if match is not None else None
    found = asked is not None and asked.topic == "away" and asked.cubes == (change.cube,)
    return [moved, ev.Answered()] if found else [moved]


def _shown(change: ch.SawTurned | ch.Appeared, who: str | None, match: Match | None) -> list[ev.Event]:
    """A cube shows a face that it did not show before."""
    if match is not None and game_of(match).phase(match) == "first-roll":
        return _first_rolled(change, who, match)
    if isinstance(change, ch.Appeared):
        return [_saw(change)]
    return [ev.Turned(change.cube, change.letter, who, _confidence(change.confidence))]  # type: ignore[arg-type]


def _missed(change: ch.Missed, who: str | None, match: Match | None) -> list[ev.Event]:
    gone: list[ev.Event] = [_saw(change), ev.Moved(change.cube, "off", who)]
    if match is not None and match.shake is not None and match.shake.active:
        gone.append(ev.Asked(_away(change.cube, change.letter), (change.cube,), "away"))
    return gone


def _first_rolled(change: ch.Appeared | ch.SawTurned, who: str | None, match: Match) -> list[ev.Event]:
    """One upper cube was rolled for the first Goal, or rolled again after a tie."""
    if change.letter not in UPPER:
        return [_saw(change)]
    left = [act.player for act in game_of(match).acts(match) if act.act == "first-roll"]
    if who is None and len(left) == 1:
        [who] = left
    if who is None:
        words = f"{change.letter} was rolled for the first Goal, and it was not seen by whom"
        return [_saw(change), ev.Asked(words, topic="first-roll")]
    if change.confidence < CERTAIN:
        words = f"what {who} rolled for the first Goal cannot be read with certainty; it may be {change.letter}"
        return [_saw(change), ev.Asked(words, topic="first-roll")]
    return [ev.FirstRolled(who, change.letter)]  # type: ignore[arg-type]


def _away(cube: int, letter: str) -> str:
    return f"cube {cube}, {letter}, is not seen since a hand was there: is it taken away, leaning or hidden?"


def _guess(lies: ch.Lying) -> str:
    where = f"{lies.x / 10:.0f} cm from the mat's left edge and {lies.y / 10:.0f} cm from the edge with the Goal"
    return f"cube {lies.cube}, {where}, is taken for {lies.letter}"


def _place(cube: ch.Lying) -> list[str | float]:
    return [cube.letter, cube.region, round(cube.x, 1), round(cube.y, 1), round(cube.angle)]


def _saw(change: ch.Change) -> ev.Event:
    details = {name: value for name, value in asdict(change).items() if name != "at" and value is not None}
    return ev.Saw(type(change).__name__.removeprefix("Saw").lower(), details)


def _confidence(confidence: float) -> float | None:
    return None if confidence >= SURE else round(confidence, 3)
