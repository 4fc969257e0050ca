"""Sentences a judge could say, and the events they mean: "Ben moves p to required", "judge JD upholds extra-cube".

Scenario files and `wff-table say` speak this language. A sentence is read against the match as it stands, because
a letter means one of the cubes on the table, and the kind of a flag means the newest such flag.
"""

from __future__ import annotations

import re
from difflib import get_close_matches
from functools import lru_cache
from typing import NamedTuple

from table.language.blanks import BadSentence, SentenceScene
from table.language.forms import FORMS, SentenceForm, form
from table.rules import events as ev
from table.rules.cubes import LETTERS
from table.rules.entry import Source, embedded
from table.rules.match import Match


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
            scene = SentenceScene(match)
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
def _corrects(scene: SentenceScene, by: str, number: int, sentence: str, time: int | None = None) -> ev.Event:
    event = understand(sentence, scene.match).events[0]
    at = None if time is None else time + (scene.match.opened if scene.match else 0)
    return ev.Corrected(number, by, embedded(event), at)


@form("judge {by} saw: {sentence}", source="judge")
def _saw(scene: SentenceScene, by: str, sentence: str) -> list[ev.Event]:
    return list(understand(sentence, scene.match).events)


BLANKS: dict[str, tuple[str, str]] = {
    "words": ("bonus|goal set|goal|now|impossible|never", "bonus, goal, goal set, now, impossible or never"),
    "region": (
        "resources|goal|required|permitted|forbidden|off",
        "resources, goal, required, permitted, forbidden or off",
    ),
    "origin": ("resources|goal|required|permitted|forbidden|off", "the region where the cube lies now"),
    "side": ("challenger|mover", "challenger or mover"),
    "scope": ("round|event", "round or event"),
    "verdict": ("correct|incorrect", "correct or incorrect"),
    "intent": ("with intent to deceive", "with intent to deceive"),
    "letter": (f"[{LETTERS}]", f"one of {' '.join(LETTERS)}"),
    "letters": (f"[{LETTERS} ]+", f"letters of cubes, {' '.join(LETTERS)}"),
    "dashed": (f"[{LETTERS}]+|-", "the letters in the region, or - for none"),
    "cubes": (
        r"(?:#\d+|[A-Za-z]\d*)(?:[ ,]*(?:#\d+|[A-Za-z]\d*))*",
        "letters (p, Ksr), the second p of the roll (p2), or a cube by number (#12)",
    ),
    "number": (r"\d+", "a whole number"),
    "points": (r"\d+", "a number of points"),
    "listed": (r"-?\d+", "a total"),
    "right": (r"-?\d+", "a total"),
    "time": (r"[\d:.]+", "minutes:seconds since the match was opened, or a length of time"),
    "by": (r"\S+", "the judge's initials, without a space"),
    "flag": (r"\S+(?: by \S+)?", "a flag's id, the kind of the newest one, or the kind `by` a player"),
    "what": (r"[a-z]+(?:[ -][a-z]+)*", "a kind of flag, as in docs/flags.md"),
    "match": (r"\S+", "a name for the match, without a space"),
    "edition": (r"\S+", "2013-14, 2017-18 or 2019-20"),
    "division": (r"\S+", "elementary, middle, junior or senior"),
    "game": ("basic|elementary|middle|regular", "basic, elementary, middle or regular"),
    "names": (r"[^;:]+", "players' names with commas between"),
    "sheet": (r"[^;:]+?", "names with numbers: Ann 12, Ben 8"),
    "settings": (".+", "settings with commas between: timer exact, call_out, warned Ann"),
    "reason": (".+", "a reason, in any words"),
    "sentence": (".+", "any of these sentences"),
}
"""What each blank takes: a pattern, and the same in words."""
_PEOPLE = ("player", "writer", "against", "setter", "mover")


@lru_cache(maxsize=16)
def _compiled(players: tuple[str, ...], loose: bool = False) -> list[tuple[re.Pattern[str], SentenceForm]]:
    """Every form as a pattern; a loose one lets anything stand in a blank, to find out which blank was wrong."""
    names = "|".join(sorted(map(re.escape, players), key=len, reverse=True))

    def blank(found: re.Match[str]) -> str:
        name = found[1]
        return f"(?P<{name}>{'.+?' if loose else _pattern(name, names)})"

    escaped = [(re.sub(r"\\\{(\w+)\\\}", blank, re.escape(known.template)), known) for known in FORMS]
    return [(re.compile(pattern.replace(r"\ ", " ")), known) for pattern, known in escaped]


def _pattern(name: str, names: str) -> str:
    kind = name.rstrip("0123456789")
    if kind in _PEOPLE:
        return f"{names}|somebody" if names else r"[^\s:,;]+"
    pattern, _ = BLANKS[kind]
    return f"(?i:{pattern})" if kind in ("words", "region", "origin", "side", "scope", "verdict", "intent") else pattern


def _puzzled(text: str, players: tuple[str, ...]) -> str:
    """Why a sentence is not understood: a blank that does not fit, or the form that is nearest."""
    if not text:
        return "an empty sentence says nothing"
    names = "|".join(map(re.escape, players))
    guesses = []
    for regex, known in _compiled(players, loose=True):
        found = regex.fullmatch(text)
        if found:
            wrong = [(n, v) for n, v in found.groupdict().items() if not re.fullmatch(_pattern(n, names), v)]
            guesses.append((len(wrong), -len(known.template), wrong))
    if guesses and (wrong := min(guesses)[2]):
        name, value = wrong[0]
        kind = name.rstrip("0123456789")
        if kind in _PEOPLE:
            who = f"the players are {', '.join(players)}" if players else "no match has been opened"
            return f"'{text}' is not understood: '{value}' is no player; {who}"
        return f"'{text}' is not understood: for '{value}' it should say {BLANKS[kind][1]}"
    close = get_close_matches(text, templates(), n=1, cutoff=0.4)
    hint = f"; did you mean '{close[0]}'?" if close else "; 'wff-table say --forms' lists what can be said"
    return f"'{text}' is not understood{hint}"
