"""Old events brought to today's form, one step at a time, so that a journal folds for ever.

A change of a body's meaning is a new version of its kind (`version` on the class in `events.py`) and a step here, from
the version before. Steps are never changed again: a journal of that version may be anywhere.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

Body: TypeAlias = dict[str, Any]


def upgraded(kind: str, body: Body, version: int, wanted: int) -> Body:
    """The body as the wanted version has it. Raises KeyError if no step leads there."""
    while version < wanted:
        body = STEPS[kind, version](body)
        version += 1
    return body


def _asked_1(body: Body) -> Body:
    """Until version 1 what a question was about stood in its words alone."""
    words = str(body.get("words", ""))
    topic = next((topic for topic, told in _TOPICS_TOLD_BY if told(words)), "other")
    return body if topic == "other" else {**body, "topic": topic}


_TOPICS_TOLD_BY: tuple[tuple[str, Callable[[str], bool]], ...] = (
    ("block", lambda words: words.startswith("the block is seen ")),
    ("lying", lambda words: " the journal " in words),
    ("away", lambda words: words.startswith("cube ") and " is not seen since a hand was there" in words),
    ("reread", lambda words: words.startswith("cube ") and " was taken for " in words),
    ("rolled", lambda words: words.startswith("what was rolled cannot be read")),
    ("first-roll", lambda words: " rolled for the first Goal" in words or " was rolled for the first Goal" in words),
)


def _noted_1(body: Body) -> Body:
    """Until version 1 the journal's own notes and overrides were told by how they begin."""
    text = str(body.get("text", ""))
    about = next((about for about, start in _NOTES_THAT_BEGIN if text.startswith(start)), "")
    return {**body, "about": about} if about else body


_NOTES_THAT_BEGIN = (("recovery", "The journal was damaged"), ("override", "override: "))

STEPS: Mapping[tuple[str, int], Callable[[Body], Body]] = {("asked", 1): _asked_1, ("noted", 1): _noted_1}
"""By the kind and the version that each step starts from."""
