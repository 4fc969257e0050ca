"""How the pins do: wrong edges of chattering contacts, and how long an edge takes to become a stamped event."""

from __future__ import annotations

import hashlib
import os
import struct
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from statistics import median
from typing import NamedTuple

from gpiozero.pins.mock import MockFactory, MockPWMPin

from bench import journal
from hardware.debounce import BOUNCE_MS, Edge, hear, resting
from hardware.gpio.block import GpioBlock
from hardware.gpio.buttons import GpioButtons
from hardware.held import LIFT_MS
from hardware.parts import BlockMoved, Input, Pressed
from hardware.wiring import WIRING


class Trace(NamedTuple):
    """What fingers did, and what the wire made of it."""

    closed: bool
    """at the start"""
    truth: list[Edge]
    wire: list[tuple[int, bool]]
    """edges and looks at the level"""


class Delays(NamedTuple):
    """Milliseconds."""

    count: int  # type: ignore[assignment]
    median: float
    p99: float
    worst: float

    def __str__(self) -> str:
        return f"{self.count}: median {self.median:.2f} ms, p99 {self.p99:.2f} ms, worst {self.worst:.2f} ms"


class KernelPin(MockPWMPin):
    """A mock pin whose edges carry when they were seen, as the kernel's do, and not when a thread got to them."""

    seen = 0.0

    def _call_when_changed(self) -> None:
        self._last_change = self.seen
        super()._call_when_changed()


def chatter(rng: Random, open_for: int) -> Trace:
    """A contact that is used a few times; each time it chatters for less than the window, or is only nudged."""
    closed = start = rng.random() < 0.5
    at, truth, wire = 0, [], []
    for _ in range(rng.randrange(1, 8)):
        at += rng.choice((0, 0, 100, 2_000)) + BOUNCE_MS + 1 + rng.randrange(60)
        if closed and open_for > BOUNCE_MS and rng.random() < 0.3:  # a nudge: open, but not for long enough to count
            length = rng.randrange(1, open_for - BOUNCE_MS)
            wire += [(at, False), (at + length, True)]
            at += length + BOUNCE_MS
            continue
        closed = not closed
        truth.append(Edge(at, closed))
        bounces = sorted(rng.sample(range(1, BOUNCE_MS), 2 * rng.randrange(0, 7)))
        levels = [closed, *(closed ^ (n % 2 == 0) for n in range(len(bounces)))]
        wire += zip((at, *(at + b for b in bounces)), levels, strict=True)
        last = wire[-1][0]
        at = last + BOUNCE_MS if closed else max(last + BOUNCE_MS, at + open_for)
    looks = [(t, _level(start, wire, t)) for t in (rng.randrange(at + 1) for _ in range(rng.randrange(6)))]
    return Trace(start, truth, [*sorted({*wire, *looks}), (at + open_for + BOUNCE_MS, closed)])


def wrong_edges(traces: int, seed: int = 1) -> int:
    """Edges that were lost, invented or stamped wrongly, of buttons and blocks that chatter at random."""
    rng, wrong = Random(seed), 0
    for number in range(traces):
        open_for = (BOUNCE_MS, LIFT_MS)[number % 2]
        trace = chatter(rng, open_for)
        contact, edges = resting(0, trace.closed, open_for), list[Edge]()
        for at, closed in trace.wire:
            contact, counted = hear(contact, at, closed)
            edges += counted
        wrong += len(set(edges) ^ set(trace.truth)) + abs(len(edges) - len(trace.truth))
    return wrong


def edge_to_event(presses: int = 400, load: int = 2) -> dict[str, Delays]:
    """From an edge to the inbox, while other threads of the process are busy.

    The edges come from another process through a pipe to a thread that moves the mock pins, as the kernel's come to
    the thread of lgpio: waiting for the interpreter is part of what is measured.
    """
    arrived: list[tuple[float, Input]] = []
    factory = MockFactory(pin_class=KernelPin)

    def inbox(event: Input) -> None:
        arrived.append((time.monotonic(), event))

    block, buttons = GpioBlock(inbox, factory=factory), GpioButtons(inbox, factory=factory)
    block_pin, button_pin = factory.pin(WIRING.block), factory.pin(WIRING.buttons[0][2])
    pressed, lifted = [], []
    try:
        block_pin.seen = time.monotonic()
        block_pin.drive_low()
        with _busy(load), _edges_of_another_process(presses) as edges:
            for number, sent in enumerate(edges):
                button_pin.seen = block_pin.seen = sent
                if number % 2:
                    button_pin.drive_high()
                else:
                    pressed.append(sent)
                    button_pin.drive_low()
                if number % 8 == 2:
                    lifted.append(sent)
                    block_pin.drive_high()
                elif number % 8 == 6:
                    block_pin.drive_low()
    finally:
        buttons.close()
        block.close()
    downs = [when for when, event in arrived if isinstance(event, Pressed) and not event.long]
    lifts = [when for when, event in arrived if isinstance(event, BlockMoved) and event.lifted]
    if (len(downs), len(lifts)) != (len(pressed), len(lifted)):
        raise RuntimeError(f"{len(pressed)} presses gave {len(downs)}, {len(lifted)} lifts gave {len(lifts)}")
    return {
        "press": _delays([d - s for d, s in zip(downs, pressed, strict=True)]),
        "lift, beyond its 150 ms": _delays([d - s - LIFT_MS / 1000 for d, s in zip(lifts, lifted, strict=True)]),
    }


def main() -> int:
    wrong = wrong_edges(100_000)
    print(f"100,000 chattering traces: {wrong} wrong edges (goal 0)", flush=True)
    worst = 0.0
    for load in (0, 2):
        for what, delays in edge_to_event(load=load).items():
            print(f"edge to stamped event with {load} busy threads, {what}, {delays} (goal p99 10 ms)", flush=True)
            worst = max(worst, delays.p99)
    with tempfile.TemporaryDirectory(prefix="wff-bench-", dir=Path.cwd()) as scratch:
        append = journal.append_latency(Path(scratch), 500)
    print(f"durable append after it, {append.count}: median {append.median:.2f} ms, p99 {append.p99:.2f} ms")
    return 0 if wrong == 0 and worst <= 10 else 1


def _level(start: bool, wire: list[tuple[int, bool]], at: int) -> bool:
    return next((closed for t, closed in reversed(wire) if t <= at), start)


@contextmanager
def _busy(threads: int) -> Iterator[None]:
    """Threads that never wait: half of the time in the interpreter, half of it outside, as the table's own work."""
    done = threading.Event()
    block = os.urandom(1 << 20)

    def work() -> None:
        while not done.is_set():
            sum(n * n for n in range(10_000))
            hashlib.sha256(block)

    workers = [threading.Thread(target=work, daemon=True) for _ in range(threads)]
    for worker in workers:
        worker.start()
    try:
        yield
    finally:
        done.set()
        for worker in workers:
            worker.join()


@contextmanager
def _edges_of_another_process(presses: int) -> Iterator[Iterator[float]]:
    """Moments on the monotonic clock, all processes have the same one, as they come through a pipe."""
    child = subprocess.Popen([sys.executable, "-c", _EDGES, str(2 * presses)], stdout=subprocess.PIPE)
    assert child.stdout is not None
    pipe = child.stdout.fileno()
    try:
        yield (struct.unpack("d", edge)[0] for edge in iter(lambda: os.read(pipe, 8), b""))
    finally:
        child.stdout.close()
        child.wait()


_EDGES = """
import os, struct, sys, time
time.sleep(0.3)
for _ in range(int(sys.argv[1])):
    time.sleep(0.06)
    os.write(1, struct.pack("d", time.monotonic()))
time.sleep(0.3)
"""


def _delays(seconds: list[float]) -> Delays:
    ordered = sorted(1000 * s for s in seconds)
    return Delays(len(ordered), median(ordered), ordered[int(0.99 * (len(ordered) - 1))], ordered[-1])


if __name__ == "__main__":
    sys.exit(main())
