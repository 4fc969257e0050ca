"""What the camera's word is worth to the journal: changes on the table as events, by whoever sits where the hand was.

What is not an event of the game (a nudge, a bump) is kept as an observation beside others; what is unclear is asked.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict

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


def sighting_events(change: ch.Change, match: Match | None, people: Mapping[Side, str]) -> list[ev.Event]:
    """What to write down for a change; `people` says who sits at which side."""
    side: Side | None = getattr(change, "side", None)
    who = people.get(side) if side is not None else None
    match change:
        case ch.SawMoved() if not change.relocated:
            moved = ev.Moved(change.cube, change.region, who, _confidence(change.confidence))  # type: ignore[arg-type]
            asked = match.question if match is not None else None
            found = asked is not None and asked.topic == "away" and asked.cubes == (change.cube,)
            return [moved, ev.Answered()] if found else [moved]
        case ch.SawTurned() | ch.Appeared() if match is not None and game_of(match).phase(match) == "first-roll":
            return _first_rolled(change, who, match)
        case ch.SawTurned():
            return [ev.Turned(change.cube, change.letter, who, _confidence(change.confidence))]  # type: ignore[arg-type]
        case ch.Missed():
            gone: list[ev.Event] = [_saw(change), ev.Moved(change.cube, "off", who)]
            if match is not None and match.shake is not None and match.shake.active:
                gone.append(ev.Asked(_away(change.cube, change.letter), (change.cube,), "away"))
            return gone
        case ch.SawRolled():
            rolled: list[ev.Event] = [ev.Rolled(change.letters, who)]
            if change.unsure:
                guesses = "; ".join(map(_guess, change.unsure))
                cubes = tuple(lies.cube for lies in change.unsure)
                rolled.append(ev.Asked(f"what was rolled cannot be read with certainty: {guesses}", cubes, "rolled"))
            return rolled
        case ch.SawGoalRead() if "?" not in change.letters:
            return [ev.GoalRead(change.letters)]
        case ch.SawCovered():
            seated = [people[one] for one in change.among if one in people]  # an arm along an edge crosses two
            who = seated[0] if who is None and len(seated) == 1 else who
            return [ev.Covered(change.cubes, who)] if change.cubes else [ev.Uncovered()]
        case ch.SawHandAtBlock():
            return [ev.HandAtBlock(who) if change.there else ev.HandLeftBlock()]
        case ch.HandCame() | ch.HandLeft() | ch.Sight():  # of sight the controller tells, with all else it is without
            return []
        case ch.Settled():
            return [ev.Saw(ev.CUBES, {str(cube.cube): _place(cube) for cube in change.cubes})]
        case ch.Unclear():
            return [ev.Asked(change.words, change.cubes, "unclear") if change.words else ev.Answered()]
        case ch.Reread():
            words = f"cube {change.cube} was taken for {change.before} and shows {change.letter}"
            return [ev.Asked(words, (change.cube,), "reread")]
        case _:
            return [_saw(change)]


def lying(saw: ev.Saw) -> tuple[ch.Lying, ...]:
    """Where the cubes lay, as it was written down."""
    return tuple(ch.Lying(int(cube), *place) for cube, place in saw.details.items())


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
