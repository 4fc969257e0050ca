"""Where the parts of a line stand when some of it is written from right to left."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from table.sheets.direction import isolated, runs

LETTERS = "ab אבמحم 12٣٤.,-+/%#! "


def on_paper(sentence):
    """The characters from left to right."""
    return "".join(run.text[::-1] if run.leftwards else run.text for run in runs(sentence))


@pytest.mark.parametrize(
    ("sentence", "paper"),
    [
        ("Ann", "Ann"),
        ("", ""),
        (isolated("אבג"), "גבא"),
        (isolated("אבג דה"), "הד גבא"),
        (isolated("אבג 12"), "12 גבא"),
        (isolated("אבג Ben"), "Ben גבא"),
        (isolated("Ben אבג"), "Ben גבא"),
        ("Ann challenged " + isolated("אבג"), "Ann challenged גבא"),
        (isolated("אבג") + " challenged Ann", "גבא challenged Ann"),
    ],
)
def test_a_line_stands_as_readers_expect_it(sentence, paper):
    assert on_paper(sentence) == paper


def test_a_figure_after_a_name_stays_after_it():
    assert on_paper(f"for {isolated('אבג')} 12, {isolated('דה')} 9") == "for גבא 12, הד 9"


def test_without_isolates_the_figure_would_change_places():
    assert on_paper("for אבג 12") == "for 12 גבא"


def test_half_an_isolate_means_nothing():
    assert on_paper("\u2068Ann") == "Ann"
    assert on_paper("Ann\u2069") == "Ann"


@given(st.text(LETTERS, max_size=30))
def test_nothing_is_lost_or_added(text):
    assert sorted(on_paper(text)) == sorted(text)
    assert sorted(on_paper(isolated(f"a{text}b"))) == sorted(" ".join(f"a{text}b".split()))


@given(st.text("ab 12.,-+/%#!", max_size=30))
def test_a_line_of_latin_letters_stays_as_it_is(text):
    assert on_paper(text) == text
