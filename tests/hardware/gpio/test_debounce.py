"""The debouncer against truths that were made to chatter, and against a slow model that looks at every millisecond."""

from __future__ import annotations

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from bench.gpio import chatter, wrong_edges
from hardware.debounce import BOUNCE_MS, DebouncedContact, Edge, hear, resting, restless
from hardware.held import LIFT_MS


def heard(contact: DebouncedContact, wire: list[tuple[int, bool]]) -> list[Edge]:
    edges: list[Edge] = []
    for at, closed in wire:
        contact, counted = hear(contact, at, closed)
        edges += counted
    return edges


def model(levels: list[bool], open_for: int, bounce: int) -> list[Edge]:
    """The same law, said about a list with one level for each millisecond: slow, and without any state but the past."""
    edges: list[Edge] = []
    closed, began = levels[0], 0
    for now in range(1, len(levels) + 1):
        quiet = now - bounce >= began and not any(levels[now - bounce : now])
        if closed and quiet:
            first = _first_open(levels, began, now, bounce)
            if now - first >= open_for:
                edges.append(Edge(first, False))
                closed, began = False, first
        if now < len(levels) and not closed and levels[now]:
            edges.append(Edge(now, True))
            closed, began = True, now
    return edges


def _first_open(levels: list[bool], began: int, now: int, bounce: int) -> int:
    first = at = now - 1
    while at >= began and first - at <= bounce:
        if not levels[at]:
            first = at
        at -= 1
    return first


def edges_of(levels: list[bool]) -> list[tuple[int, bool]]:
    return [(at, levels[at]) for at in range(1, len(levels)) if levels[at] != levels[at - 1]]


stretches = st.lists(st.integers(1, 30) | st.integers(20, 200), min_size=1, max_size=14)


def test_a_button_acts_on_its_leading_edge():
    contact = resting(0, closed=False)
    _, edges = hear(contact, 1_000, True)
    assert edges == (Edge(1_000, True),)


def test_a_tap_shorter_than_the_window_is_a_press_and_a_release():
    wire = [(1_000, True), (1_003, False), (1_100, False)]
    assert heard(resting(0, closed=False), wire) == [Edge(1_000, True), Edge(1_003, False)]


def test_the_block_counts_as_lifted_after_150_ms_and_keeps_the_time_of_the_first_edge():
    wire = [(1_000, False), (1_004, True), (1_007, False), (1_149, False)]
    contact = resting(0, closed=True, open_for=LIFT_MS)
    assert heard(contact, wire) == []
    assert heard(contact, [*wire, (1_150, False)]) == [Edge(1_000, False)]


def test_a_nudge_of_the_block_is_no_lift():
    wire = [(1_000, False), (1_140, True), (1_170, True), (1_171, False), (1_300, False), (1_310, True), (2_000, True)]
    assert heard(resting(0, closed=True, open_for=LIFT_MS), wire) == []


def test_a_block_that_is_put_down_is_down_at_once():
    wire = [(1_000, False), (1_150, False), (5_000, True), (5_003, False), (5_009, True), (6_000, True)]
    assert heard(resting(0, closed=True, open_for=LIFT_MS), wire) == [Edge(1_000, False), Edge(5_000, True)]


def test_a_look_at_the_level_recovers_an_edge_that_was_missed():
    contact = resting(0, closed=False)
    contact, edges = hear(contact, 1_020, True)
    assert edges == (Edge(1_020, True),)
    assert heard(contact, [(1_100, False), (1_125, False)]) == [Edge(1_100, False)]


def test_an_edge_that_a_look_overtook_gives_the_opening_its_own_time():
    wire = [(1_005, False), (1_003, False), (1_160, False)]
    assert heard(resting(0, closed=True, open_for=LIFT_MS), wire) == [Edge(1_003, False)]


def test_bounces_that_arrive_after_their_release_was_found_are_history():
    wire = [(100, False), (126, False), (95, False), (97, True), (98, False), (200, False)]
    assert heard(resting(0, closed=True), wire) == [Edge(100, False)]
    wire = [(95, False), (121, False), (97, True), (98, False), (200, False)]
    assert heard(resting(0, closed=True), wire) == [Edge(95, False)]


def test_a_press_that_arrives_late_is_still_a_press():
    wire = [(145, False), (100, True), (140, False), (170, False)]
    assert heard(resting(0, closed=False), wire) == [Edge(100, True), Edge(140, False)]


def test_a_contact_that_never_comes_to_rest_is_restless():
    contact = resting(0, closed=True)
    for at in range(1_000, 2_030, 5):
        contact, edges = hear(contact, at, not contact.wire)
        assert edges == ()
    assert not restless(contact, 1_900)
    assert restless(contact, 2_030)


@given(st.booleans(), stretches, st.sampled_from([BOUNCE_MS, LIFT_MS]))
@settings(max_examples=400, deadline=None)
def test_any_trace_gives_what_the_slow_model_gives(first, lengths, open_for):
    levels = [level for n, length in enumerate(lengths) for level in [first ^ bool(n % 2)] * length]
    levels += [levels[-1]] * 200
    contact = resting(0, levels[0], open_for)
    wire = [*edges_of(levels), (len(levels), levels[-1])]
    assert heard(contact, wire) == model(levels, open_for, BOUNCE_MS)


@given(st.booleans(), stretches, st.sampled_from([BOUNCE_MS, LIFT_MS]), st.lists(st.integers(1, 3_000), max_size=30))
@settings(max_examples=300, deadline=None)
def test_it_makes_no_difference_when_one_looks_at_the_level(first, lengths, open_for, looks):
    levels = [level for n, length in enumerate(lengths) for level in [first ^ bool(n % 2)] * length]
    levels += [levels[-1]] * 200
    end = (len(levels), levels[-1])
    edges = edges_of(levels)
    both = sorted({*edges, *((at, levels[at]) for at in looks if at < len(levels))})
    contact = resting(0, levels[0], open_for)
    assert heard(contact, [*edges, end]) == heard(contact, [*both, end])


@given(st.integers(0, 2**32), st.sampled_from([BOUNCE_MS, LIFT_MS]))
@settings(max_examples=300, deadline=None)
def test_chatter_shorter_than_the_window_yields_one_edge_and_no_press_is_lost(seed, open_for):
    trace = chatter(Random(seed), open_for)
    assert heard(resting(0, trace.closed, open_for), trace.wire) == trace.truth


def test_thousands_of_chattering_traces_have_no_wrong_edge():
    assert wrong_edges(3_000, seed=7) == 0
