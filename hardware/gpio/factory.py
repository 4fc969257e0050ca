"""Where pins come from on this machine, and in words why they do not."""

from __future__ import annotations

import importlib
import os
import threading
from pathlib import Path
from typing import Any

from gpiozero import BadPinFactory, Device, GPIOPinInUse, PinInvalidPin, PinUnknownPi

_MODEL = Path("/proc/device-tree/model")
_KINDS = (("gpiozero.pins.lgpio", "LGPIOFactory"), ("gpiozero.pins.rpigpio", "RPiGPIOFactory"))
_one_at_a_time = threading.Lock()


def pin_factory() -> Any:
    """The factory that all parts share: gpiozero's own if one is set, or lgpio's, or RPi.GPIO's on an older Pi.

    gpiozero would fall back to a factory without PWM and warn; a table without its sand-timer had better say so.
    """
    with _one_at_a_time:
        if Device.pin_factory is None:
            if os.environ.get("GPIOZERO_PIN_FACTORY"):
                Device.ensure_pin_factory()
            else:
                Device.pin_factory = _first_that_works()
        return Device.pin_factory


def explain(problem: Exception, part: str) -> str:
    """Why a part cannot have its pins, and what to do."""
    said = str(problem)
    if isinstance(problem, ImportError) and not isinstance(problem, BadPinFactory):
        if not _on_a_pi():
            return _no_pins(part)
        return (
            f"{part}: the library for the pins is missing ({said}). On a Raspberry Pi: sudo apt install python3-lgpio, "
            "and make the environment with --system-site-packages."
        )
    if isinstance(problem, PinInvalidPin):
        return f"{part}: {said}. Look at the pin numbers in the configuration."
    if isinstance(problem, GPIOPinInUse) or "busy" in said.lower():
        return (
            f"{part}: a pin is busy ({said}). Stop the other program that uses it, and switch SPI, 1-Wire and I2S off "
            "(sudo raspi-config, Interface Options)."
        )
    if isinstance(problem, PermissionError) or "permission" in said.lower():
        return f"{part}: the pins may not be used by this user. sudo usermod -aG gpio $USER, then log in again."
    if isinstance(problem, BadPinFactory):
        return f"{part}: {said}. Unset GPIOZERO_PIN_FACTORY, or set it to lgpio."
    if isinstance(problem, (PinUnknownPi, FileNotFoundError)) or "can not open gpiochip" in said.lower():
        return _no_pins(part)
    return f"{part}: the pins do not answer ({type(problem).__name__}: {said}). Check the wires, then restart the Pi."


def _first_that_works() -> Any:
    problems: list[Exception] = []
    for module, name in _KINDS:
        try:
            return getattr(importlib.import_module(module), name)()
        except Exception as problem:  # whatever a driver throws when its hardware is not there
            problems.append(problem)
    # A library that is there and failed says more than one that is missing.
    raise next((p for p in problems if not isinstance(p, ImportError)), problems[0])


def _no_pins(part: str) -> str:
    return f"{part}: this machine has no GPIO pins. Attach a pod, or run the table on a Raspberry Pi."


def _on_a_pi() -> bool:
    return _MODEL.exists() and b"Raspberry Pi" in _MODEL.read_bytes()
