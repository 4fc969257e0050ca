"""Everything fits the header, and the drawn diagram is the wiring's."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest
from gpiozero.pins.pi import PiBoardInfo

from hardware.gpio.diagram import drawing, table
from hardware.wiring import EEPROM, HEADER, LEFT_FREE, WIRING, faults, pin_of, wires

DOCS = Path(__file__).resolve().parents[3] / "docs"


def test_block_twelve_buttons_eight_lights_and_buzzer_fit_the_header():
    assert faults(WIRING) == []
    assert len(wires(WIRING)) == 1 + 12 + 8 + 1
    assert len({wire.pin for wire in wires(WIRING)}) == 22


def test_i2c_and_uart_are_left_free():
    taken = {wire.gpio for wire in wires(WIRING)}
    assert not taken & {*LEFT_FREE, *EEPROM}


@pytest.mark.parametrize("revision", [0xC03111, 0xC04170, 0xA02082], ids=["Pi 4", "Pi 5", "Pi 3"])
def test_the_header_is_the_one_that_gpiozero_knows(revision):
    pins = PiBoardInfo.from_revision(revision).headers["J8"].pins
    assert [pins[n].name for n in range(1, 41)] == list(HEADER)


def test_only_one_light_is_on_a_pin_that_is_high_at_boot_and_not_the_buzzer():
    assert [gpio for gpio in WIRING.sand if gpio < 9] == [8]
    assert WIRING.buzzer >= 9


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"block": 28}, "block switch: there is no GPIO28 on the header"),
        ({"block": 1}, "block switch: GPIO1 is kept for the EEPROM"),
        ({"block": 26}, "seat 3 impossible: GPIO26 is already taken by block switch"),
        ({"buzzer": 3}, "the buzzer on GPIO3 would sound while the Pi starts"),
        ({"sand": (21, 20)}, "the sand-timer has 2 LEDs"),
        ({"buttons": ()}, "0 seats: the header has room for 1 to 3"),
    ],
)
def test_a_wiring_that_cannot_be_built_is_told_why(change, words):
    assert any(words in fault for fault in faults(replace(WIRING, **change)))


def test_a_gpio_that_is_not_on_the_header_has_no_pin():
    assert pin_of(40) == 0
    assert pin_of(21) == 40


def test_the_drawing_and_the_table_of_the_manual_are_up_to_date():
    why = "run 'python -m hardware.gpio.diagram docs'"
    assert (DOCS / "wiring.svg").read_text() == drawing(WIRING), why
    assert table(WIRING) in (DOCS / "wiring.md").read_text(), why


def test_every_wire_is_drawn():
    text = " ".join(ElementTree.fromstring(drawing(WIRING)).itertext())
    assert all(f"GPIO{wire.gpio}" in text for wire in wires(WIRING))
