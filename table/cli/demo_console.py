"""The console beside a demo: its own process on the demo's data, its address and PINs told."""

from __future__ import annotations

import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from table.journal.clock import SHARED, TravelClock, share_clock

ADDRESS = "127.0.0.1"
PORTS = range(8080, 8100)
PAGES_END_WAIT_S = 10.0
"""Seconds that the pages may take to end."""


@contextmanager
def pages(directory: Path) -> Iterator[str]:
    """Serve the pages of a table's data while this lasts; gives what people must know to look at them."""
    from table.console.access.pins import TITLES, new_pins  # noqa: PLC0415  the web would slow down every other command

    directory.mkdir(parents=True, exist_ok=True)
    if not (directory / SHARED).exists():
        share_clock(directory, TravelClock(0, "simulated"))
    port = next((one for one in PORTS if _free(one)), PORTS[0])
    config = directory / "console.toml"
    config.write_text(f'[console]\naddress = "{ADDRESS}"\nport = {port}\n', encoding="utf-8")
    pins = "   ".join(f"{TITLES[role]} {pin[:4]} {pin[4:]}" for role, pin in new_pins(directory).items())
    command = [sys.executable, "-m", "table.cli.app", "console", str(directory), "--config", str(config)]
    with (directory / "console.log").open("w") as log:
        process = subprocess.Popen(command, stdout=log, stderr=log)
    try:
        yield f"The table's page: http://{ADDRESS}:{port}/   PINs of this demo: {pins}"
    finally:
        process.terminate()
        try:
            process.wait(PAGES_END_WAIT_S)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _free(port: int) -> bool:
    with socket.socket() as trial:
        trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            trial.bind((ADDRESS, port))
        except OSError:
            return False
    return True
