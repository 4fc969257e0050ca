"""What every part on pins can do: be used in a `with`, be closed twice, and be made of a few lines."""

from __future__ import annotations

from typing import Any

import pytest
from gpiozero import LED

from hardware.gpio.part import PinPart
from hardware.parts import Inbox, Trouble
from tests.hardware.gpio.conftest import Bench

PIN = 18


class Lamp(PinPart[LED]):
    """The example of `PinPart`."""

    def __init__(self, pin: int, inbox: Inbox | None = None, **settings: Any) -> None:
        self._pin = pin
        super().__init__("lamp", inbox, **settings)

    def _take(self, factory: Any) -> LED:
        return LED(self._pin, pin_factory=factory)

    def _use(self, held: LED, at: int) -> None:
        held.on()


def test_pins_are_taken_at_once_and_let_go_at_the_end_of_a_with(bench: Bench) -> None:
    with bench.put(Lamp, PIN) as lamp:
        assert bench.pin(PIN).state
        assert lamp.trouble() == ""
    assert not bench.pin(PIN).state
    LED(PIN, pin_factory=bench.factory).close()


def test_pins_are_let_go_when_something_goes_wrong_meanwhile(bench: Bench) -> None:
    with pytest.raises(ZeroDivisionError), bench.put(Lamp, PIN):
        _ = 1 / 0
    assert not bench.pin(PIN).state


def test_what_is_wrong_is_told_once_and_that_it_is_over(bench: Bench) -> None:
    thief = LED(PIN, pin_factory=bench.factory)
    lamp = bench.put(Lamp, PIN, bench.heard.append)
    bench.wait(5_000)
    thief.close()
    bench.wait(1_100)
    assert [type(heard) for heard in bench.heard] == [Trouble, Trouble]
    assert [bool(heard.words) for heard in bench.heard if isinstance(heard, Trouble)] == [True, False]
    assert bench.pin(PIN).state
    assert lamp.trouble() == ""


def test_a_closed_part_does_nothing_and_has_no_trouble(bench: Bench) -> None:
    thief = LED(PIN, pin_factory=bench.factory)
    lamp = bench.put(Lamp, PIN, bench.heard.append)
    lamp.close()
    lamp.close()
    thief.close()
    bench.wait(2_000)
    assert not bench.pin(PIN).state
    assert lamp.trouble() == ""
    assert len(bench.heard) == 1
