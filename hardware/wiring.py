"""Which pin of the 40-pin header goes where, as data, and what is wrong with a wiring."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple, get_args

from hardware.parts import Button

BUTTONS: tuple[Button, ...] = get_args(Button)
SEATS = 3
LEDS = 8

HEADER: tuple[str, ...] = (
    *("3V3", "5V", "GPIO2", "5V", "GPIO3", "GND", "GPIO4", "GPIO14", "GND", "GPIO15"),
    *("GPIO17", "GPIO18", "GPIO27", "GND", "GPIO22", "GPIO23", "3V3", "GPIO24", "GPIO10", "GND"),
    *("GPIO9", "GPIO25", "GPIO11", "GPIO8", "GND", "GPIO7", "GPIO0", "GPIO1", "GPIO5", "GND"),
    *("GPIO6", "GPIO12", "GPIO13", "GND", "GPIO19", "GPIO16", "GPIO26", "GPIO20", "GND", "GPIO21"),
)
"""The header's pins 1 to 40; odd ones are the inner row."""

LEFT_FREE = {2: "I2C data", 3: "I2C clock", 14: "UART transmit", 15: "UART receive"}
"""For a display, a clock chip or a serial console."""

EEPROM = (0, 1)
"""Read at boot to find out which board is plugged on; nothing else may hang on them."""

BOOTS_HIGH = range(9)
"""These have a pull-up from power-on until a driver takes them; the others are pulled down."""


@dataclass(frozen=True)
class Wiring:
    """GPIO numbers (not numbers of the header's pins) of everything that is attached."""

    block: int
    buttons: tuple[tuple[int, int, int, int], ...]
    """for each seat: goal, bonus, now, impossible"""
    sand: tuple[int, ...]
    """from the bottom of the bar to its top"""
    buzzer: int


class Wire(NamedTuple):
    """One row of the wiring table."""

    pin: int
    """on the header, 1 to 40"""
    gpio: int
    part: str
    what: str


WIRING = Wiring(
    block=7,
    buttons=((4, 17, 27, 22), (10, 9, 11, 5), (6, 13, 19, 26)),
    sand=(21, 20, 16, 12, 8, 25, 24, 23),
    buzzer=18,
)
"""Buttons along the inner row, seat by seat; lights, block and buzzer along the outer one."""


def wires(wiring: Wiring) -> list[Wire]:
    """Everything that is attached, in the order of the header."""
    found = [(wiring.block, "block", "switch"), (wiring.buzzer, "buzzer", "buzzer")]
    for seat, pins in enumerate(wiring.buttons, 1):
        found += [(gpio, f"seat {seat}", button) for gpio, button in zip(pins, BUTTONS, strict=True)]
    found += [(gpio, "sand", f"LED {n}") for n, gpio in enumerate(wiring.sand, 1)]
    return sorted(Wire(pin_of(gpio), gpio, part, what) for gpio, part, what in found)


def pin_of(gpio: int) -> int:
    """The header's pin, 1 to 40, or 0 if there is none."""
    name = f"GPIO{gpio}"
    return HEADER.index(name) + 1 if name in HEADER else 0


def faults(wiring: Wiring) -> list[str]:
    """What is wrong with a wiring, in words; nothing if it can be built."""
    found = []
    if not 1 <= len(wiring.buttons) <= SEATS:
        found.append(f"{len(wiring.buttons)} seats: the header has room for 1 to {SEATS}; use the pod for more")
    if len(wiring.sand) != LEDS:
        found.append(f"the sand-timer has {len(wiring.sand)} LEDs; it needs {LEDS}")
    taken: dict[int, Wire] = {}
    for wire in wires(wiring):
        name = f"{wire.part} {wire.what}"
        if wire.pin == 0:
            found.append(f"{name}: there is no GPIO{wire.gpio} on the header; numbers go from 2 to 27")
        elif wire.gpio in EEPROM:
            found.append(f"{name}: GPIO{wire.gpio} is kept for the EEPROM of plug-on boards; take another")
        elif wire.gpio in taken:
            other = taken[wire.gpio]
            found.append(f"{name}: GPIO{wire.gpio} is already taken by {other.part} {other.what}")
        taken.setdefault(wire.gpio, wire)
    if wiring.buzzer in BOOTS_HIGH:
        found.append(f"the buzzer on GPIO{wiring.buzzer} would sound while the Pi starts; take one of GPIO9 to GPIO27")
    return found
