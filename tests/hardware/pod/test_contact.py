"""The pod's debouncer: chatter is one edge, no real press is lost, and a lift takes its time but keeps its moment."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from firmware.contact import CHATTER_MS, LIFT_MS, Contact, block, button
from firmware.framing import TICKS
from hardware.held import LIFT_MS as LIFT_ON_PINS_MS

chatter = st.lists(st.integers(1, 6), max_size=8).filter(lambda gaps: sum(gaps) < CHATTER_MS and len(gaps) % 2 == 0)
starts = st.sampled_from([0, 1234, TICKS - 300])


def look(contact: Contact, levels: list[bool], began: int) -> list[tuple[int, bool]]:
    """Look every millisecond; the edges, with milliseconds since the beginning."""
    edges = []
    for index, level in enumerate(levels):
        if contact.look(level, (began + index) % TICKS):
            edges.append(((contact.since - began) % TICKS, contact.on))
    return edges


def flips(gaps: list[int], first: bool) -> list[bool]:
    """Levels that flip after each of these times."""
    return [first if index % 2 == 0 else not first for index, gap in enumerate(gaps) for _ in range(gap)]


@settings(deadline=None)
@given(
    starts, st.lists(st.tuples(chatter, st.integers(CHATTER_MS + 5, 200), chatter, st.integers(45, 200)), max_size=6)
)
def test_every_press_is_one_edge_down_and_one_up_at_the_first_contact(began: int, presses: list) -> None:
    levels, meant = [False], []
    for closing, held, opening, rest in presses:
        meant.append((len(levels), True))
        levels += flips(closing, True) + [True] * held
        meant.append((len(levels), False))
        levels += flips(opening, False) + [False] * rest
    assert look(button(False, began), levels, began) == meant


@settings(deadline=None)
@given(starts, chatter, st.integers(LIFT_MS + CHATTER_MS, 900), chatter)
def test_a_lift_counts_after_its_time_and_keeps_its_first_edge(
    began: int, opening: list[int], up: int, closing: list[int]
) -> None:
    levels = [False] * 5 + flips(opening, True) + [True] * up
    returned = len(levels)
    levels += flips(closing, False) + [False] * 100
    assert look(block(False, began), levels, began) == [(5, True), (returned, False)]


@settings(deadline=None)
@given(starts, st.integers(1, LIFT_MS - 1))
def test_a_touch_of_the_block_is_no_lift(began: int, up: int) -> None:
    assert look(block(False, began), [False] + [True] * up + [False] * 300, began) == []


@settings(deadline=None)
@given(starts, st.booleans())
def test_what_is_on_at_the_start_is_no_input(began: int, on: bool) -> None:
    assert look(button(on, began), [on] * 50, began) == []


def test_two_touches_apart_do_not_add_up_to_a_lift() -> None:
    levels = [True] * 100 + [False] * (CHATTER_MS + 5) + [True] * 100 + [False] * 200
    assert look(block(False, 0), levels, 0) == []


def test_a_lift_counts_as_late_on_a_pod_as_on_pins() -> None:
    assert LIFT_MS == LIFT_ON_PINS_MS
