"""Sentences a judge could say, and the events they mean: "Ben moves p to required", "judge JD upholds extra-cube".

Scenario files and `wff-table say` speak this language. A sentence is read against the match as it stands, because
a letter means one of the cubes on the table, and the kind of a flag means the newest such flag.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from difflib import get_close_matches
from functools import cache, lru_cache
from typing import NamedTuple

from table.language.blanks import PERSON, BadSentence, SentenceScene, blank
from table.language.forms import FORMS, SentenceForm
from table.language.templates import fields_filled, spelled_out
from table.rules import events as ev
from table.rules.entry import Source
from table.rules.match import Match


class Saying(NamedTuple):
    """What a sentence means."""

    source: Source
    events: tuple[ev.Event, ...]


def understand(sentence: str, match: Match | None) -> Saying:
    """The events a sentence stands for. Raises BadSentence."""
    text = " ".join(sentence.split())
    players = match.players if match else ()
    for regex, known in _compiled(players):
        found = regex.fullmatch(text)
        if found:
            scene = SentenceScene(match, _events)
            blanks = {name: blank(name).read(scene, words) for name, words in found.groupdict().items()}
            events = known.form.events(scene, blanks, known.fields)
            return Saying(known.form.source, tuple(events) if isinstance(events, list) else (events,))
    raise BadSentence(_puzzled(text, players))


def templates() -> list[str]:
    """Every form of sentence, with its blanks in braces."""
    return [known.template for known in _known()]


class KnownSentence(NamedTuple):
    """One sentence of a form, with the fields that its blanks fill."""

    template: str
    form: SentenceForm
    fields: Mapping[str, str]


@cache
def _known() -> tuple[KnownSentence, ...]:
    return tuple(
        KnownSentence(template, form, fields_filled(said))
        for form in FORMS
        for said in form.said
        for template in spelled_out(said)
    )


def _events(sentence: str, match: Match | None) -> tuple[ev.Event, ...]:
    return understand(sentence, match).events


@lru_cache(maxsize=16)
def _compiled(players: tuple[str, ...], loose: bool = False) -> list[tuple[re.Pattern[str], KnownSentence]]:
    """Every form as a pattern; a loose one lets anything stand in a blank, to find out which blank was wrong."""
    names = "|".join(sorted(map(re.escape, players), key=len, reverse=True))

    def group(found: re.Match[str]) -> str:
        name = found[1]
        return f"(?P<{name}>{'.+?' if loose else _pattern(name, names)})"

    escaped = [(re.sub(r"\\\{(\w+)\\\}", group, re.escape(known.template)), known) for known in _known()]
    return [(re.compile(pattern.replace(r"\ ", " ")), known) for pattern, known in escaped]


def _pattern(name: str, names: str) -> str:
    if names and blank(name) is PERSON:
        return f"{names}|somebody"
    return blank(name).pattern


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
        if blank(name) is PERSON:
            who = f"the players are {', '.join(players)}" if players else "no match has been opened"
            return f"'{text}' is not understood: '{value}' is no player; {who}"
        return f"'{text}' is not understood: for '{value}' it should say {blank(name).words}"
    close = get_close_matches(text, templates(), n=1, cutoff=0.4)
    hint = f"; did you mean '{close[0]}'?" if close else "; 'wff-table say --forms' lists what can be said"
    return f"'{text}' is not understood{hint}"
