"""Events of earlier versions are read as today's, for ever."""

from __future__ import annotations

import msgspec
import pytest

from table.rules import events as ev
from table.rules.effective import effective
from table.rules.entry import BadEntry, Entry, decode, decode_event, embedded, encode
from table.rules.upgrades import STEPS, upgraded


@pytest.mark.parametrize(
    ("words", "topic"),
    [
        ("the block is seen on its pad, and its switch says otherwise; see to the switch", "block"),
        ("p lies in required, and the journal has it in resources", "lying"),
        ("there is one more q in goal than the journal knows of", "lying"),
        ("cube 5, A, is not seen since a hand was there: is it taken away, leaning or hidden?", "away"),
        ("cube 28 was taken for q and shows o", "reread"),
        ("what was rolled cannot be read with certainty: cube 3 is taken for r", "rolled"),
        ("K was rolled for the first Goal, and it was not seen by whom", "first-roll"),
        ("what Ann rolled for the first Goal cannot be read with certainty; it may be K", "first-roll"),
        ("where is the p?", "other"),
    ],
)
def test_a_question_of_version_1_gets_the_topic_that_its_words_tell(words: str, topic: str) -> None:
    assert decode_event("asked", {"words": words, "cubes": [5]}, 1) == ev.Asked(words, (5,), topic)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("text", "about"),
    [("The journal was damaged (cut off) and is kept as x.", "recovery"), ("override: a: b", "override"), ("tea", "")],
)
def test_a_note_of_version_1_is_about_what_it_begins_with(text: str, about: str) -> None:
    assert decode_event("noted", {"text": text, "by": "JD"}, 1) == ev.Noted(text, "JD", about)  # type: ignore[arg-type]


def test_every_version_before_todays_has_a_step_and_no_step_leads_nowhere() -> None:
    assert set(STEPS) == {(kind, v) for kind, cls in ev.KINDS.items() for v in range(1, cls.version)}


def test_a_version_that_is_not_known_yet_is_refused_by_name() -> None:
    with pytest.raises(BadEntry, match="'asked' has version 9, and this program reads versions up to 2"):
        decode_event("asked", {"words": "?"}, 9)


def test_what_is_written_today_says_its_version_and_reads_back_the_same() -> None:
    entry = Entry(1, 5, 5, "camera", ev.Asked("p lies in goal, and the journal has it off", (3,), "other"))
    assert '"v":2' in encode(entry)
    assert decode(encode(entry)) == entry  # words are not read for a topic any more


def test_a_correction_carries_the_version_of_what_it_puts_in_place() -> None:
    first = Entry(1, 1, 1, "camera", ev.Asked("?"))
    new = embedded(ev.Asked("the block is seen on its pad", topic="unclear"))
    old = {"kind": "asked", "body": {"words": "the block is seen on its pad"}}
    for body, topic in ((new, "unclear"), (old, "block")):
        [only] = effective([first, Entry(2, 2, 2, "judge", ev.Corrected(1, "JD", body))])
        assert only.event == ev.Asked("the block is seen on its pad", topic=topic)  # type: ignore[arg-type]


def test_upgrading_leaves_the_old_body_as_it_was() -> None:
    body = {"words": "the block is seen off its pad"}
    upgraded("asked", body, 1, 2)
    assert body == {"words": "the block is seen off its pad"}
    assert msgspec.to_builtins(ev.Asked("?")) == {"words": "?"}
