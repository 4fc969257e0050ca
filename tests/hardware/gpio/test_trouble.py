"""What parts say when they cannot have their pins, and that they come back by themselves."""

from __future__ import annotations

import threading

import pytest
from gpiozero import LED, BadPinFactory, Device, GPIOPinInUse, PinUnknownPi

from hardware.gpio import factory
from hardware.gpio.block import GpioBlock
from hardware.gpio.buttons import GpioButtons
from hardware.gpio.buzzer import GpioBuzzer
from hardware.gpio.sand import GpioSand
from hardware.parts import BlockMoved, Pressed, Trouble
from hardware.wiring import WIRING

PARTS = {
    "block": lambda bench, **s: bench.put(GpioBlock, bench.heard.append, **s),
    "buttons": lambda bench, **s: bench.put(GpioButtons, bench.heard.append, **s),
    "sand-timer": lambda bench, **s: bench.put(GpioSand, inbox=bench.heard.append, **s),
    "buzzer": lambda bench, **s: bench.put(GpioBuzzer, inbox=bench.heard.append, **s),
}


@pytest.fixture
def no_pins(monkeypatch, tmp_path):
    """A machine without any: whatever machine runs this test."""
    monkeypatch.delenv("GPIOZERO_PIN_FACTORY", raising=False)
    monkeypatch.setattr(Device, "pin_factory", None)
    monkeypatch.setattr(factory, "_KINDS", (("gpiozero.pins.nowhere", "Factory"),))
    monkeypatch.setattr(factory, "_MODEL", tmp_path / "model")
    return tmp_path / "model"


@pytest.mark.parametrize("part", PARTS)
def test_a_machine_without_pins_is_told_what_to_do(bench, no_pins, part):
    made = PARTS[part](bench, factory=None)
    assert made.trouble() == f"{part}: this machine has no GPIO pins. Attach a pod, or run the table on a Raspberry Pi."
    assert [h.words for h in bench.heard] == [made.trouble()]
    bench.wait(5_000, step=100)
    assert len(bench.heard) == 1


def test_a_pi_without_the_library_is_told_which_to_install(bench, no_pins):
    no_pins.write_bytes(b"Raspberry Pi 5 Model B Rev 1.0\0")
    assert "sudo apt install python3-lgpio" in PARTS["block"](bench, factory=None).trouble()


def test_all_parts_share_the_factory_that_is_set(bench, monkeypatch):
    monkeypatch.setattr(Device, "pin_factory", bench.factory)
    assert [PARTS[part](bench, factory=None).trouble() for part in PARTS] == ["", "", "", ""]


def test_the_environment_may_name_another_factory(no_pins, monkeypatch):
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "mock")
    assert type(factory.pin_factory()).__name__ == "MockFactory"


@pytest.mark.parametrize(
    ("problem", "words"),
    [
        (GPIOPinInUse("pin GPIO7 is already in use"), "Stop the other program"),
        (RuntimeError("'GPIO busy'"), "raspi-config"),
        (PermissionError("denied"), "usermod -aG gpio"),
        (PinUnknownPi("unable to locate Pi revision"), "has no GPIO pins"),
        (RuntimeError("'can not open gpiochip'"), "has no GPIO pins"),
        (BadPinFactory("Unable to find pin factory 'x'"), "Unset GPIOZERO_PIN_FACTORY"),
        (OSError("I/O error"), "OSError: I/O error"),
    ],
)
def test_every_problem_comes_with_what_to_do(problem, words):
    assert words in factory.explain(problem, "block")


@pytest.mark.parametrize(("part", "pin"), [("block", WIRING.block), ("buttons", WIRING.buttons[2][3])])
def test_a_part_whose_pin_is_busy_gets_it_when_it_is_free(bench, part, pin):
    thief = LED(pin, pin_factory=bench.factory)
    made = PARTS[part](bench)
    assert f"GPIO{pin}" in made.trouble()
    thief.close()
    bench.wait(1_100)
    assert made.trouble() == ""
    assert [bool(h.words) for h in bench.heard] == [True, False]


def test_a_pin_that_is_not_there_is_a_matter_of_configuration(bench):
    assert "pin numbers in the configuration" in bench.put(GpioBlock, bench.heard.append, 99).trouble()


def test_pins_that_stop_answering_come_back_and_what_changed_meanwhile_is_told(bench):
    block = PARTS["block"](bench)
    bench.close_switch(WIRING.block)
    bench.wait(1_000)
    bench.heard.clear()
    pin = bench.pin(WIRING.block)
    pin._get_state = broken
    bench.wait(20)
    assert "do not answer (OSError: gone)" in block.trouble()
    del pin._get_state
    bench.wait(2_000)
    assert block.trouble() == ""
    assert block.lifted  # the pull-up won while nobody held the pin
    assert [type(h) for h in bench.heard] == [Trouble, Trouble, BlockMoved]
    assert bench.heard[1].words == ""


def test_lights_that_stop_answering_come_back(bench):
    sand = PARTS["sand-timer"](bench)
    pin = bench.pin(WIRING.sand[0])
    pin._set_state = broken
    sand.show("running", 1.0)
    assert "do not answer" in sand.trouble()
    del pin._set_state
    bench.wait(1_100)
    assert sand.trouble() == ""
    assert bench.leds() == [1] * 8


def test_a_part_with_its_own_thread_hears_a_lift_and_ends_when_closed(bench):
    lifted = threading.Event()
    before = threading.active_count()
    block = GpioBlock(lambda event: lifted.set() if event[1:] == (True,) else None, factory=bench.factory)
    bench.close_switch(WIRING.block)
    bench.open_switch(WIRING.block)
    assert lifted.wait(5)
    block.close()
    assert threading.active_count() == before


def test_a_press_in_the_pin_s_own_callback_needs_no_thread_of_ours(bench):
    heard: list[object] = []
    buttons = GpioButtons(heard.append, factory=bench.factory, watched=False)
    bench.close_switch(WIRING.buttons[0][0])
    buttons.close()
    assert [type(h) for h in heard] == [Pressed]


def broken(*_):
    raise OSError("gone")
