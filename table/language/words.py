"""Entries of the journal in words, for judges: what happened, by whom, and how sure the table was of it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from table.language.forms import forms_of, plainly
from table.language.templates import filled
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
    fitting = (form.words for form in forms_of(type(event)) if form.fits(event))
    words = next(fitting, plainly)
    return filled(words, event, lambda number: _cube(number, letters)) if isinstance(words, str) else words(event)


def _cube(number: int, letters: list[str]) -> str:
    return f"{letters[number - 1]} (cube {number})" if number <= len(letters) else f"cube {number}"


def clock(at: int, since: int = 0) -> str:
    """Milliseconds since a moment as minutes:seconds."""
    seconds = max(0, at - since) // 1000
    return f"{seconds // 60}:{seconds % 60:02}"
