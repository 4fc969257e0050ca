"""Edges become presses and moves of the block, as they do on pins."""

from __future__ import annotations

from hardware.held import AWAY_BLOCK_MS, LONG_PRESS_MS, STUCK_BUTTON_MS
from hardware.parts import BlockMoved, Pressed
from hardware.pod.inputs import PodInputs, channel, place
from hardware.pod.link import Greeting, Met, PodEdge
from hardware.wiring import BUTTONS


def met(at: int, levels: int = 0, anew: bool = True) -> Met:
    return Met(at, Greeting(1, (1, 0, 0), 3, 15, False, levels, 0), anew)


def test_every_button_has_its_channel() -> None:
    assert [place(channel(seat, button)) for seat in range(3) for button in BUTTONS] == [
        (seat, button) for seat in range(3) for button in ("goal", "bonus", "now", "impossible")
    ]


def test_a_press_acts_on_its_leading_edge() -> None:
    inputs = PodInputs()
    assert inputs.hear(PodEdge(100, 6, True)) == [Pressed(100, 1, "bonus")]
    assert inputs.hear(PodEdge(100 + LONG_PRESS_MS - 1, 6, False)) == []


def test_a_long_press_is_told_once_more_with_its_own_moment() -> None:
    inputs = PodInputs()
    inputs.hear(PodEdge(100, 12, True))
    assert inputs.hear(PodEdge(100 + LONG_PRESS_MS, 12, False)) == [Pressed(100, 2, "impossible", long=True)]


def test_a_button_that_was_down_when_the_pod_started_is_no_press() -> None:
    inputs = PodInputs()
    inputs.hear(met(5, levels=0b10))
    assert inputs.hear(PodEdge(5000, 1, False)) == []


def test_the_block_as_it_is_found_is_no_news_but_a_change_while_the_pod_was_off_is() -> None:
    inputs = PodInputs()
    assert inputs.hear(met(5, levels=1)) == []
    assert inputs.lifted
    assert inputs.hear(met(90, levels=0)) == [BlockMoved(90, False)]


def test_a_pod_that_was_only_away_tells_the_rest_itself() -> None:
    inputs = PodInputs()
    inputs.hear(met(5))
    assert inputs.hear(met(90, levels=1, anew=False)) == []
    assert inputs.hear(PodEdge(60, 0, True)) == [BlockMoved(60, True)]


def test_a_stuck_button_is_named() -> None:
    inputs = PodInputs()
    inputs.hear(PodEdge(0, 3, True))
    assert inputs.stuck(STUCK_BUTTON_MS - 1) == ""
    assert inputs.stuck(STUCK_BUTTON_MS).startswith("the now button of seat 1 is stuck")
    inputs.hear(PodEdge(STUCK_BUTTON_MS, 3, False))
    assert inputs.stuck(STUCK_BUTTON_MS + 1) == ""


def test_a_block_that_stays_away_is_said() -> None:
    inputs = PodInputs()
    inputs.hear(met(5))
    inputs.hear(PodEdge(60, 0, True))
    assert inputs.stuck(60 + AWAY_BLOCK_MS - 1) == ""
    assert "put it back" in inputs.stuck(60 + AWAY_BLOCK_MS)
