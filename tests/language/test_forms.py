"""What can be said and what judges read: one table, both ways."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import NODEFAULT, structs

from table.language.blanks import BLANKS, PERSON, SentenceScene, blank, milliseconds, minutes
from table.language.forms import FORMS, forms_of
from table.language.scenario import parse, play
from table.language.sentences import templates, understand
from table.language.templates import fields_filled, filled, spelled_out
from table.language.words import in_words
from table.rules import events as ev
from table.rules.naming import cubes_in, players_in
from tests.rules.nonsense import OPENINGS, events_of

UNSAID = {
    "announced": "the table writes down what it has told, and nobody else can",
    "saw": "what a sensor observed is numbers, and what follows from it is said as what happened",
}
"""Kinds of event that no sentence stands for, and why."""

GIVEN = "title: t\nrule: V-A\neditions: 2019-20\ngiven: Ann has set Ksr\n"


@pytest.fixture(scope="module")
def match():
    """Three players and 28 cubes."""
    return play(parse(GIVEN), "2019-20", "senior").referee.table.match


def test_every_kind_of_event_can_be_said_or_there_is_a_reason_why_not():
    said = {form.kind.kind for form in FORMS if form.kind is not None and form.said}
    assert said | set(UNSAID) == set(ev.KINDS)
    assert not said & set(UNSAID)


def test_judges_can_read_every_kind_of_event():
    assert all(forms_of(kind) for kind in ev.KINDS.values())


def test_every_blank_of_every_template_is_known():
    for form in FORMS:
        for template in [*form.said, *([form.words] if isinstance(form.words, str) else [])]:
            assert all(blank(name) for name in fields_filled(template))
    used = {name for template in templates() for name in re.findall(r"\{([a-z]+)\d?\}", template)}
    assert used >= set(BLANKS)


def test_every_template_that_judges_read_is_filled_from_fields_of_the_event():
    for form in FORMS:
        if form.kind is not None and isinstance(form.words, str):
            assert set(fields_filled(form.words).values()) <= set(form.kind.__struct_fields__)
            assert set(form.means) <= set(form.kind.__struct_fields__)


@pytest.mark.parametrize("kind", [kind for kind in ev.KINDS if kind not in UNSAID])
@given(data=st.data())
@settings(max_examples=15, deadline=None)
def test_what_a_form_says_of_an_event_is_understood_as_that_event(kind, data, match):
    cls = ev.KINDS[kind]
    event = data.draw(_any(cls, match).filter(lambda event: _said(event) is not None))
    saying = understand(_said(event), match if cubes_in(event) else None)
    assert saying.events[0] == event


def _any(cls, match):
    """Any event of the kind about this match, with some of the fields that need not be given left as they are."""
    optional = [field for field in structs.fields(cls) if not field.required]
    usual = {field.name: _default(field) for field in optional}
    events = OPENINGS if cls is ev.MatchOpened else events_of(cls)
    less = st.sets(st.sampled_from(sorted(usual))) if usual else st.just(set())
    changed = st.builds(
        lambda event, names: structs.replace(event, **{name: usual[name] for name in names}), events, less
    )
    return changed.filter(
        lambda event: (
            all(cube <= 28 for cube in cubes_in(event))
            and (cls is ev.MatchOpened or set(players_in(event)) <= set(match.players))
        )
    )


def _said(event):
    """The sentence for an event, or nothing if none says all of it."""
    for form in forms_of(type(event)):
        for template in form.said if form.fits(event) else ():
            if _says_all(form, template, event):
                return filled(template, event, "#{}".format)
    return None


def _says_all(form, template, event):
    fields = fields_filled(template)
    if not set(fields.values()) <= set(event.__struct_fields__) or "sentence" in fields or "settings" in fields:
        return False
    told = {*fields.values(), *form.means}
    silent = [field for field in structs.fields(type(event)) if field.name not in told]
    if any(field.required or getattr(event, field.name) != _default(field) for field in silent):
        return False
    bare = re.sub(r"\[.*?\]", "", template)
    return all(_takes(name, getattr(event, field)) for name, field in fields_filled(bare).items())


def _takes(name, value):
    if name == "cubes":
        return value != ()
    if value is None and blank(name) is not PERSON:
        return False
    return re.fullmatch(blank(name).pattern, blank(name).write(value)) is not None


def _default(field):
    return field.default if field.default_factory is NODEFAULT else field.default_factory()


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (ev.MatchOpened("m1", "2019-20", "senior", (ev.Seat("Ann"), ev.Seat("Ben"))),
         "match m1 is opened: Ann, Ben; 2019-20, senior"),
        (ev.Signed("Ann", {"Ann": 12, "Ben": 8}), "Ann signs Ann 12, Ben 8"),
        (ev.ShakeStarted(), "somebody starts the shake"),
        (ev.Said("now"), "somebody says Now"),
        (ev.Moved(3, "goal", "Ben"), "Ben moves r (cube 3) to goal"),
        (ev.Moved(9, "goal", "Ben"), "Ben moves cube 9 to goal"),
        (ev.Turned(1, "p", "Ben"), "Ben turns K (cube 1) to p"),
        (ev.Covered((1, 2)), "somebody covers K (cube 1), s (cube 2)"),
        (ev.GoalRead(""), "the Goal reads nothing"),
        (ev.HandAtBlock("Cal"), "Cal has a hand at the block"),
        (ev.Rejected("Ann", "Ben", "line 3"), "Ann rejects Ben's solution: line 3"),
        (ev.Charged("Ann"), "Ann charges illegal procedure"),
        (ev.Charged("Ann", None, "Ben"), "Ann charges illegal procedure by Ben"),
        (ev.ChargeNamed("Ann", "extra-cube", "Ben"), "Ann charges extra-cube by Ben"),
        (ev.Ruled("extra-cube@3", "upheld", "JD", 0, "seen"), "JD: extra-cube@3 is upheld with 0 points: seen"),
        (ev.Ruled("extra-cube@3", "dismissed", "JD"), "JD: extra-cube@3 is dismissed"),
        (ev.Penalized("Ann", "rude", "JD"), "JD takes 1 from Ann: rude"),
        (ev.Disqualified("Ann", "rude", "JD"), "JD disqualifies Ann for the round: rude"),
        (ev.ChallengerNamed("Ann", "JD", "impossible"), "JD names Ann challenger with Impossible"),
        (ev.SolutionRuled("Ann", False, "JD", "line 3", 2), "JD finds Ann's solution not correct: line 3"),
        (ev.TurnGiven("Ann", "JD", "a slip"), "turn given (player: Ann, by: JD, reason: a slip)"),
        (ev.Resumed("JD", 3000), "JD lets the clocks run"),
        (ev.SenseLost("block", "loose"), "the block is gone: loose"),
        (ev.Corrected(3, "JD"), "JD: entry 3 is struck"),
        (ev.Corrected(3, "JD", {"kind": "said", "body": {"word": "now"}}, None, "heard"),
         "JD: entry 3 was 'said' (word: now): heard"),
        (ev.Noted("hm", "JD"), "remark: hm (JD)"),
        (ev.Noted("hm"), "remark: hm"),
        (ev.Time(), "time"),
        (ev.Announced("stop", "XI"), "told: stop"),
        (ev.Saw("trouble", {"part": "camera"}), "seen: trouble (part: camera)"),
        (ev.Saw(ev.CUBES, {"1": ["p", "goal", 9.0], "2": [None, "goal", 2.0], "3": ["K", "required", 1.0]}),
         "where the cubes lie: goal ?p; required K"),
    ],
)  # fmt: skip
def test_judges_read_what_happened(event, words):
    assert in_words(event, list("Ksrp")) == words


def test_a_sense_that_no_form_knows_is_still_told():
    assert in_words(ev.SenseBack("fan"), []) == "sense back (sense: fan)"


def test_what_may_be_left_unsaid_is_read_with_and_without_the_shortest_first():
    template = "{by} upholds {flag}[ with {points} points][: {reason:note}]"
    assert spelled_out(template) == [
        "{by} upholds {flag}",
        "{by} upholds {flag}: {reason}",
        "{by} upholds {flag} with {points} points",
        "{by} upholds {flag} with {points} points: {reason}",
    ]


def test_what_goes_without_saying_is_not_said():
    template = "{by} upholds {flag}[ with {points} points][: {reason:note}]"
    assert filled(template, ev.Ruled("late@3", "upheld", "JD"), str) == "JD upholds late@3"
    assert filled(template, ev.Ruled("late@3", "upheld", "JD", 0), str) == "JD upholds late@3 with 0 points"


@given(st.integers(0, 10_000_000))
def test_a_length_of_time_is_read_as_it_is_written(length):
    assert milliseconds(minutes(length)) == length


def test_nobody_known_is_somebody_both_ways():
    assert PERSON.write(None) == "somebody"
    assert PERSON.read(SentenceScene(None), "somebody") is None
