"""Putting the firmware on a Pico: what to copy, and how to get a running pod to let us."""

from __future__ import annotations

import importlib.util
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path

import serial

import firmware
from firmware.framing import NAME_BYTES
from hardware.clock import now
from hardware.pod.link import HostLink

SOURCE = Path(firmware.__file__).parent
PROGRAM = "main.py"
"""Goes to the root of the Pico, where MicroPython starts it; all others go to a folder of their own."""

HOW = """\
A Pico needs MicroPython first, once:
  1. Get the file for your board from https://micropython.org/download/RPI_PICO (Pico W, 2 and 2 W have their own).
  2. Hold BOOTSEL while you plug the Pico in; it appears as a drive. Copy the file onto it; the drive goes away.
Then copy the firmware, with mpremote (pip install mpremote) or with Thonny:
  3. the folder {source} as /firmware, and {program} from it as /main.py.
  4. Unplug the Pico and plug it in again. Its small lamp blinks until the table has found it."""


def how() -> str:
    """How to do it by hand."""
    return HOW.format(source=SOURCE, program=PROGRAM)


def files() -> list[Path]:
    """What belongs into the folder on the Pico."""
    return [path for path in sorted(SOURCE.glob("*.py")) if path.name != PROGRAM]


def command(port: str) -> list[str] | None:
    """The command that copies everything and starts the Pico anew; nothing without mpremote."""
    if importlib.util.find_spec("mpremote") is None:
        return None
    make_folder = "import os\nif 'firmware' not in os.listdir('/'): os.mkdir('/firmware')"
    copy_files = ["fs", "cp", *map(str, files()), ":/firmware/"]
    copy_program = ["fs", "cp", str(SOURCE / PROGRAM), ":/main.py"]
    mpremote = [sys.executable, "-m", "mpremote", "connect", port]
    return [*mpremote, "exec", make_folder, "+", *copy_files, "+", *copy_program, "+", "reset"]


def ask_to_leave(port: str, patience: float = 1.0) -> bool:
    """Get a running pod to MicroPython's prompt; False if none answers, since then it may be there already."""
    link = HostLink(os.urandom(NAME_BYTES))
    with serial.Serial(port, timeout=0.01, write_timeout=0.5, exclusive=True) as line:
        until = time.monotonic() + patience
        while time.monotonic() < until:
            line.write(link.send(now()))
            link.receive(line.read(max(1, line.in_waiting)), now())
            if link.answers(now()):
                line.write(link.leave())
                line.flush()
                return True
    return False


def wait_for(port: str, there: Callable[[str], bool] = os.path.exists, patience: float = 10.0) -> bool:
    """Whether the port is back after the Pico started anew."""
    until = time.monotonic() + patience
    time.sleep(min(1.0, patience))  # it takes a moment to go away, too
    while not there(port):
        if time.monotonic() >= until:
            return False
        time.sleep(0.1)
    return True
