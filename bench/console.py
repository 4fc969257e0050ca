"""How soon what happens at the table is on its pages: 50 browsers look on while a judge works.

`python -m bench.console` prints the figures. The console is a process of its own, as at a table; what happens is
appended to the journal by this one.
"""

from __future__ import annotations

import asyncio
import random
import re
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx

from table.console.pins import new_pins
from table.session import Session

BROWSERS = 50
CHANGES = 120
GOAL = 200.0
"""Milliseconds within which 95 of 100 updates must be there."""
OPENING = (
    "staff opens match M1: Ann, Ben, Cal; 2019-20 senior",
    "the round starts",
    "Ann rolls A for the first Goal",
    "Ben rolls K for the first Goal",
    "Cal rolls E for the first Goal",
    "Ann rolls CCCAAKKKEENNRRpppqqqrrssiioo",
    "Ann moves Ksr to goal",
    "Ann says goal",
)


@dataclass(frozen=True)
class Figures:
    """Milliseconds from the moment when something is appended until a browser has it."""

    count: int
    median: float
    p95: float
    worst: float
    judged: int
    """what the judge did meanwhile"""


def main() -> int:
    with tempfile.TemporaryDirectory(prefix="wff-bench-", dir=Path.cwd()) as scratch:
        found = updates(Path(scratch))
    print(
        f"console: {BROWSERS} browsers, {found.count} updates, a judge with {found.judged} requests meanwhile: "
        f"median {found.median:.0f} ms, p95 {found.p95:.0f} ms (goal {GOAL:.0f}), worst {found.worst:.0f} ms",
        flush=True,
    )
    return 0 if found.p95 < GOAL else 1


def updates(directory: Path) -> Figures:
    """Let things happen, and see when they are shown."""
    pins = new_pins(directory)
    session = Session(directory)
    session.say(OPENING)
    with served(directory) as port:
        stop = threading.Event()
        done: list[int] = []
        judge = threading.Thread(target=_judge, args=(port, pins["judge"], stop, done))
        judge.start()
        try:
            delays = sorted(asyncio.run(_look_on(port, session)))
        finally:
            stop.set()
            judge.join()
    session.close()
    at = len(delays)
    return Figures(at, delays[at // 2], delays[int(at * 0.95)], delays[-1], sum(done))


@contextmanager
def served(directory: Path) -> Iterator[int]:
    """The console as it is started at a table; gives its port."""
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        port: int = one.getsockname()[1]
    config = directory / "table.toml"
    config.write_text(f'data = "{directory}"\n[console]\nport = {port}\n')
    command = [sys.executable, "-m", "table.cli.app", "console", "--config", str(config)]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    try:
        end = time.monotonic() + 60
        while time.monotonic() < end:
            try:
                if "turn" in httpx.get(f"http://127.0.0.1:{port}/table", timeout=5).text:
                    break
            except httpx.TransportError:
                time.sleep(0.1)
        yield port
    finally:
        process.terminate()
        process.wait()


async def _look_on(port: int, session: Session) -> list[float]:
    """Browsers that wait for the clocks to stop and to run again."""
    heard: asyncio.Queue[tuple[bool, float]] = asyncio.Queue()
    browsers = [asyncio.create_task(_browse(port, heard)) for _ in range(BROWSERS)]
    for _ in range(BROWSERS):
        await heard.get()
    delays = []
    still = False
    for _ in range(CHANGES):
        await asyncio.sleep(random.uniform(0.05, 0.25))
        still = not still
        start = time.perf_counter()
        session.say(["judge JD stops the clocks" if still else "judge JD lets the clocks run"])
        told = 0
        while told < BROWSERS:
            shown, when = await heard.get()
            if shown == still:
                delays.append((when - start) * 1000)
                told += 1
    for one in browsers:
        one.cancel()
    await asyncio.gather(*browsers, return_exceptions=True)
    return delays


async def _browse(port: int, heard: asyncio.Queue[tuple[bool, float]]) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=2**20)
    writer.write(b"GET /table/events HTTP/1.1\r\nHost: table\r\n\r\n")
    while line := await reader.readline():
        if line.startswith(b"data: {") and b'"turn"' in line:
            await heard.put((b"clocks stand still</h1>" in line, time.perf_counter()))


def _judge(port: int, pin: str, stop: threading.Event, done: list[int]) -> None:
    """Somebody who looks through everything and writes things down all the time."""
    with httpx.Client(base_url=f"http://127.0.0.1:{port}", follow_redirects=True, timeout=30) as client:
        token = _token(client.get("/login").text)
        client.post("/login", data={"token": token, "pin": pin, "by": "JD"})
        token = _token(client.get("/judge/desk").text)
        while not stop.is_set():
            for path in ("/judge", "/judge/timeline", "/judge/desk"):
                done.append(client.get(path).status_code == 200)
            done.append(
                client.post("/judge/do/remark", data={"token": token, "reason": "so it was"}).status_code == 200
            )
            stop.wait(0.2)


def _token(page: str) -> str:
    found = re.search(r'name="token" value="([0-9a-f]+)"', page)
    assert found
    return found[1]


if __name__ == "__main__":
    sys.exit(main())
