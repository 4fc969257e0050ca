"""Sentences a judge could say, and the events they mean: "Ben moves p to required", "judge JD upholds extra-cube".

Scenario files and `wff-table say` speak this language. A sentence is read against the match as it stands, because
a letter means one of the cubes on the table, and the kind of a flag means the newest such flag.
"""

from __future__ import annotations

import re
from difflib import get_close_matches
from functools import lru_cache
from typing import NamedTuple

import msgspec

from table.play.forms import FORMS, Form, form
from table.play.reading import BadSentence, Scene
from table.rules import events as ev
from table.rules.cubes import LETTERS
from table.rules.entry import Source
from table.rules.tournament.state import Match


class Saying(NamedTuple):
    """What a sentence means."""

    source: Source
    events: tuple[ev.Event, ...]


def understand(sentence: str, match: Match | None) -> Saying:
    """The events a sentence stands for. Raises BadSentence."""
    text = " ".join(sentence.split())
    players = match.players if match else ()
    for regex, found_form in _compiled(players):
        found = regex.fullmatch(text)
        if found:
            scene = Scene(match)
            values = {name: scene.value(name, group) for name, group in found.groupdict().items()}
            events = found_form.build(scene, **values)
            return Saying(found_form.source, tuple(events) if isinstance(events, list) else (events,))
    raise BadSentence(_puzzled(text, players))


def templates() -> list[str]:
    """Every form of sentence, with its blanks in braces."""
    return [known.template for known in FORMS]


@form(
    "judge {by} corrects entry {number} to: {sentence}",
    "judge {by} corrects entry {number} at {time} to: {sentence}",
    source="judge",
)
def _corrects(scene: Scene, by: str, number: int, sentence: str, time: int | None = None) -> ev.Event:
    event = understand(sentence, scene.match).events[0]
    return ev.Corrected(number, by, {"kind": event.kind, "body": msgspec.to_builtins(event)}, time)


@form("judge {by} saw: {sentence}", source="judge")
def _saw(scene: Scene, by: str, sentence: str) -> list[ev.Event]:
    return list(understand(sentence, scene.match).events)


_PATTERNS = {
    "words": "bonus|goal set|goal|now|impossible|never",
    "region": "resources|goal|required|permitted|forbidden|off",
    "origin": "resources|goal|required|permitted|forbidden|off",
    "side": "challenger|mover",
    "scope": "round|event",
    "verdict": "correct|incorrect",
    "intent": "with intent to deceive",
    "letter": f"[{LETTERS}]",
    "letters": f"[{LETTERS} ]+",
    "dashed": f"[{LETTERS}]+|-",
    "cubes": r"(?:#\d+|[A-Za-z]\d*)(?:[ ,]*(?:#\d+|[A-Za-z]\d*))*",
    "number": r"\d+",
    "points": r"\d+",
    "listed": r"-?\d+",
    "right": r"-?\d+",
    "time": r"[\d:.]+",
    "by": r"\S+",
    "flag": r"\S+(?: by \S+)?",
    "what": r"[a-z-]+",
    "match": r"\S+",
    "edition": r"\S+",
    "division": r"\S+",
    "game": "basic|elementary|middle|regular",
    "names": r"[^;:]+",
    "sheet": r"[^;:]+?",
    "settings": ".+",
    "reason": ".+",
    "sentence": ".+",
}
_PEOPLE = ("player", "writer", "against", "setter", "mover")


@lru_cache(maxsize=16)
def _compiled(players: tuple[str, ...]) -> list[tuple[re.Pattern[str], Form]]:
    names = "|".join(sorted(map(re.escape, players), key=len, reverse=True))

    def blank(found: re.Match[str]) -> str:
        name = found[1]
        kind = name.rstrip("0123456789")
        pattern = f"{names}|somebody" if kind in _PEOPLE and names else _PATTERNS.get(kind, r"[^\s:,;]+")
        return f"(?P<{name}>{pattern})"

    escaped = [(re.sub(r"\\\{(\w+)\\\}", blank, re.escape(known.template)), known) for known in FORMS]
    return [(re.compile(pattern.replace(r"\ ", " ")), known) for pattern, known in escaped]


def _puzzled(text: str, players: tuple[str, ...]) -> str:
    said = text
    for name in players:
        said = said.replace(name, "{player}")
    close = get_close_matches(said, templates(), n=1, cutoff=0.4)
    hint = f"; did you mean '{close[0]}'?" if close else ""
    if players and close and "{player}" in close[0] and "{player}" not in said:
        hint += f" (the players are {', '.join(players)})"
    return f"'{text}' is not understood{hint}" if text else "an empty sentence says nothing"
