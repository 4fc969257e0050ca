"""`wff-table pod install`: puts the firmware on a Pico, or says how."""

from __future__ import annotations

import subprocess
from typing import Annotated

import serial
import typer

from firmware.framing import FIRMWARE
from hardware.pod.driver import find_port
from hardware.pod.install import ask_to_leave, command, how, wait_for
from table.cli.errors import refuse

pod = typer.Typer(
    help="The pod: a Raspberry Pi Pico with block, buttons, glass and buzzer.",
    no_args_is_help=True,
    add_completion=False,
)


@pod.callback()
def _group() -> None:
    """Keeps `install` a word of its own while it is the only one."""


@pod.command()
def install(
    port: Annotated[str | None, typer.Option(help="The Pico's serial port; found by itself if left out.")] = None,
    by_hand: Annotated[bool, typer.Option("--by-hand", help="Only say how to do it by hand.")] = False,
) -> None:
    """Copy the firmware to a Pico on USB. Stop the table first: only one program can hold the port."""
    if by_hand:
        print(how())
        return
    place = port or find_port()
    if place is None:
        refuse(f"no Pico is attached; plug it in, or name its port with --port.\n{how()}")
    elif (copy := command(place)) is None:
        refuse(f"mpremote is not installed: pip install mpremote, and try again.\n{how()}")
    else:
        _copy(place, copy)


def _copy(place: str, copy: list[str]) -> None:
    try:
        if ask_to_leave(place) and not wait_for(place):
            refuse(f"the pod at {place} did not come back; unplug it, plug it in and try again")
    except (serial.SerialException, OSError) as error:
        refuse(f"{place} cannot be opened: {error}. Is the table running? Stop it first")
    if subprocess.run(copy, check=False).returncode:
        refuse(f"mpremote could not copy the firmware to {place}.\n{how()}")
    print(f"Firmware {'.'.join(map(str, FIRMWARE))} is on the pod at {place}.")
