"""Entries of the journal in words, for judges: what happened, by whom, and how sure the table was of it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import msgspec

from table.rules import events as ev
from table.rules.entry import Entry


class Happened(NamedTuple):
    """An entry as a judge reads it."""

    entry: Entry
    words: str
    sure: str
    """how sure the table was, where it was not"""

    @property
    def group(self) -> ev.Group:
        """What kind of thing it is, for those who look for one kind."""
        return self.entry.event.group


GROUPS = {
    "cubes": "Cubes",
    "words": "Words and block",
    "solutions": "Solutions",
    "judges": "Judges and staff",
    "seen": "Other observations",
    "told": "What was told",
}

_PLAIN = {
    "round-started": "the round starts",
    "round-closed": "the round is closed",
    "player-left": "{who} leaves",
    "player-returned": "{who} comes back",
    "shake-started": "{who} starts the shake",
    "timer-turned": "{who} turns the timer",
    "uncovered": "the view is clear",
    "hand-at-block": "{who} has a hand at the block",
    "hand-left-block": "no hand is at the block",
    "block-lifted": "{who} lifts the block",
    "block-returned": "the block is returned",
    "presented": "{who} presents a solution",
    "declined": "{who} presents nothing",
    "extra-minute": "{who} asks for an extra minute",
    "restarted": "the table came back after its power was gone",
}
"""Kinds that need no more than who it was."""


def happened(entries: Iterable[Entry]) -> list[Happened]:
    """All of them, in the order of the journal; letters are those that the cubes showed then."""
    letters: list[str] = []
    found = []
    for entry in entries:
        event = entry.event
        if isinstance(event, ev.Rolled):
            letters = list(event.letters)
        elif isinstance(event, ev.PositionEntered):
            letters = list(event.goal + event.required + event.permitted + event.forbidden + event.resources)
        words = in_words(event, letters)
        if isinstance(event, ev.Turned) and event.cube <= len(letters):
            letters[event.cube - 1] = event.letter
        confidence = getattr(event, "confidence", None)
        sure = f"{confidence:.0%} sure" if confidence is not None else ""
        found.append(Happened(entry, words, sure))
    return found


def in_words(event: ev.Event, letters: list[str]) -> str:
    """One event as a sentence without its full stop."""
    who = getattr(event, "player", None) or "somebody"
    if event.kind in _PLAIN:
        return _PLAIN[event.kind].format(who=who)
    match event:
        case ev.MatchOpened():
            names = ", ".join(seat.name for seat in event.players)
            return f"match {event.match} is opened: {names}; {event.edition}, {event.division}"
        case ev.FirstRolled():
            return f"{who} rolls {event.letter} for the first Goal"
        case ev.Rolled():
            return f"{who} rolls {event.letters}"
        case ev.Said():
            return f"{who} says {event.word.title()}"
        case ev.Moved():
            return f"{who} moves {_cube(event.cube, letters)} to {event.to}"
        case ev.Turned():
            return f"{who} turns {_cube(event.cube, letters)} to {event.letter}"
        case ev.GoalRead():
            return f"the Goal reads {event.letters or 'nothing'}"
        case ev.Covered():
            return f"{who} covers {', '.join(_cube(cube, letters) for cube in event.cubes)}"
        case ev.Sided():
            return f"{who} joins the {event.side}"
        case ev.Accepted() | ev.Rejected():
            verb = "accepts" if isinstance(event, ev.Accepted) else "rejects"
            why = f": {event.reason}" if isinstance(event, ev.Rejected) and event.reason else ""
            return f"{who} {verb} {event.writer}'s solution{why}"
        case ev.CheckStarted():
            return f"{event.writer}'s solution is checked"
        case ev.Charged() | ev.ChargeNamed():
            whom = f" by {event.against}" if event.against else ""
            return f"{who} charges {event.what or 'illegal procedure'}{whom}"
        case ev.Announced():
            return f"told: {event.text}"
        case ev.Saw(ev.CUBES):
            return f"where the cubes lie: {_lie(event.details)}"
        case ev.Saw():
            return f"seen: {event.what}{_details(event.details)}"
        case ev.Asked():
            return f"the table asks: {event.words}"
        case ev.SenseLost():
            return f"the {event.sense} is gone" + (f": {event.words}" if event.words else "")
        case ev.SenseBack():
            return f"the {event.sense} is back"
        case ev.Noted():
            return f"remark: {event.text}" + (f" ({event.by})" if event.by else "")
    return _of_judges(event, who)


def _of_judges(event: ev.Event, who: str) -> str:
    by = getattr(event, "by", "")
    match event:
        case ev.Ruled():
            points = "" if event.points is None else f" with {event.points} points"
            return f"{by}: {event.flag} is {event.ruling}{points}" + (f": {event.note}" if event.note else "")
        case ev.Initialed():
            return f"{by} initials {event.flag}"
        case ev.Warned():
            return f"{by} warns {who}: {event.reason}"
        case ev.Penalized():
            return f"{by} takes {event.points} from {who}: {event.reason}"
        case ev.Disqualified():
            return f"{by} disqualifies {who} for the {event.scope}: {event.reason}"
        case ev.ChallengerNamed():
            return f"{by} names {who} challenger" + (f" with {event.word.title()}" if event.word else "")
        case ev.FaceNamed():
            return f"{by} reads cube {event.cube} as {event.letter}"
        case ev.SolutionRuled():
            verdict = "correct" if event.correct else "not correct"
            return f"{by} finds {event.writer}'s solution {verdict}" + (f": {event.reason}" if event.reason else "")
        case ev.Corrected():
            to = "is struck" if event.event is None else f"was '{event.event.get('kind')}'{_details(_body(event))}"
            return f"{by}: entry {event.seq} {to}" + (f": {event.reason}" if event.reason else "")
        case ev.Paused():
            return f"{by} stops the clocks" + (f": {event.reason}" if event.reason else "")
        case ev.Resumed():
            return f"{by} lets the clocks run"
        case ev.Signed():
            totals = ", ".join(f"{p} {n}" for p, n in event.totals.items())
            return f"{who} signs" + (f" {totals}" if totals else "")
    said = msgspec.to_builtins(event)
    return event.kind.replace("-", " ") + (f"{_details(said)}" if said else "")


def _body(event: ev.Corrected) -> dict[str, object]:
    body = (event.event or {}).get("body")
    return body if isinstance(body, dict) else {}


def _details(details: object) -> str:
    if not isinstance(details, dict) or not details:
        return ""
    return " (" + ", ".join(f"{name}: {value}" for name, value in details.items()) + ")"


def _lie(cubes: dict[str, object]) -> str:
    """The letters by region, from left to right."""
    regions: dict[str, list[tuple[float, str]]] = {}
    for seen in cubes.values():
        if isinstance(seen, list) and len(seen) > 2:
            letter, region, left = seen[:3]
            regions.setdefault(str(region), []).append((float(left), str(letter or "?")))
    return "; ".join(f"{name} {''.join(letter for _, letter in sorted(found))}" for name, found in regions.items())


def _cube(number: int, letters: list[str]) -> str:
    return f"{letters[number - 1]} (cube {number})" if number <= len(letters) else f"cube {number}"


def clock(at: int, since: int = 0) -> str:
    """Milliseconds since a moment as minutes:seconds."""
    seconds = max(0, at - since) // 1000
    return f"{seconds // 60}:{seconds % 60:02}"
