"""Edges become presses and moves of the block, as they do on pins."""

from __future__ import annotations

from hardware.parts import BlockMoved, Pressed
from hardware.pod.link import Greeting, Met, PodEdge
from hardware.pod.presses import AWAY, BUTTONS, LONG, STUCK, Presses, channel, place


def met(at: int, levels: int = 0, anew: bool = True) -> Met:
    return Met(at, Greeting(1, (1, 0, 0), 3, 15, False, levels, 0), anew)


def test_every_button_has_its_channel() -> None:
    assert [place(channel(seat, button)) for seat in range(3) for button in BUTTONS] == [
        (seat, button) for seat in range(3) for button in ("goal", "bonus", "now", "impossible")
    ]


def test_a_press_acts_on_its_leading_edge() -> None:
    presses = Presses()
    assert presses.hear(PodEdge(100, 6, True)) == [Pressed(100, 1, "bonus")]
    assert presses.hear(PodEdge(100 + LONG - 1, 6, False)) == []


def test_a_long_press_is_told_once_more_with_its_own_moment() -> None:
    presses = Presses()
    presses.hear(PodEdge(100, 12, True))
    assert presses.hear(PodEdge(100 + LONG, 12, False)) == [Pressed(100, 2, "impossible", long=True)]


def test_a_button_that_was_down_when_the_pod_started_is_no_press() -> None:
    presses = Presses()
    presses.hear(met(5, levels=0b10))
    assert presses.hear(PodEdge(5000, 1, False)) == []


def test_the_block_as_it_is_found_is_no_news_but_a_change_while_the_pod_was_off_is() -> None:
    presses = Presses()
    assert presses.hear(met(5, levels=1)) == []
    assert presses.lifted
    assert presses.hear(met(90, levels=0)) == [BlockMoved(90, False)]


def test_a_pod_that_was_only_away_tells_the_rest_itself() -> None:
    presses = Presses()
    presses.hear(met(5))
    assert presses.hear(met(90, levels=1, anew=False)) == []
    assert presses.hear(PodEdge(60, 0, True)) == [BlockMoved(60, True)]


def test_a_stuck_button_is_named() -> None:
    presses = Presses()
    presses.hear(PodEdge(0, 3, True))
    assert presses.stuck(STUCK - 1) == ""
    assert presses.stuck(STUCK).startswith("the now button of seat 1 is stuck")
    presses.hear(PodEdge(STUCK, 3, False))
    assert presses.stuck(STUCK + 1) == ""


def test_a_block_that_stays_away_is_said() -> None:
    presses = Presses()
    presses.hear(met(5))
    presses.hear(PodEdge(60, 0, True))
    assert presses.stuck(60 + AWAY - 1) == ""
    assert "put it back" in presses.stuck(60 + AWAY)
