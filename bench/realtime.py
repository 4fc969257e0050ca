"""A simulated round in real time, with the threads of a real table: processor, memory, frames lost, the loop's delays.

    python -m bench.realtime [MINUTES]

The camera's pictures are rendered in the same process, which a real table need not do; that part is printed apart.
"""

from __future__ import annotations

import dataclasses
import sys
import tempfile
import time
from pathlib import Path
from queue import SimpleQueue
from random import Random

from hardware.devices import open_devices
from hardware.simulated.bench import Bench
from hardware.simulated.camera import Sensor
from table.assembly import assembled
from table.cli.demo import builtin
from table.cli.demo_rehearsal import compared
from table.config.keys import attached, simulated
from table.control.loop import ControlLoop, Message
from table.journal.session import Session
from table.language.scenario import play
from table.rules.events import Saw
from table.seeing.sighting_events import lying
from table.simulation.cues import seated
from table.simulation.omniscient_judge import faces
from table.simulation.performer import perform
from table.simulation.pressing import button_for

GROWTH_MB = 5.0
"""Megabytes by which memory may be larger at the end than at half-time; until then the simulator paints its faces."""


def main(arguments: list[str] | None = None) -> int:
    minutes = float(arguments[0]) if arguments else 40.0
    with tempfile.TemporaryDirectory(prefix="wff-table-") as scratch:
        return _play(Path(scratch), 60_000 * minutes)


def _play(directory: Path, longest: float) -> int:
    scenario = builtin()
    edition, division = next(iter(scenario.variants()))
    seats = seated(scenario.players)
    config = dataclasses.replace(simulated(), data=directory, seats=tuple(seats.values()))
    inbox: SimpleQueue[Message] = SimpleQueue()
    rendering = _timed_rendering()
    session = Session.open(directory)
    devices = open_devices(attached(config), inbox.put)
    bench = devices.bench
    assert bench is not None
    table = assembled(config, session, devices, lambda _: None).loop(inbox)
    began, used = time.monotonic(), time.process_time()
    memory: list[tuple[float, float]] = []
    table.start()
    try:
        moments = perform(scenario, edition, division, bench, seats, Random(0), button_for)
        while True:
            with bench.still():
                moment = next(moments, None)
            if moment is None or bench.table.now >= longest:
                break
            until = min(moment.at, longest)
            while bench.table.now < until:
                table.turn()
                if not memory or time.monotonic() - began - memory[-1][0] >= 60:
                    memory.append((time.monotonic() - began, _memory()))
            _answer(session, bench)
            if moment.kind == "say":
                session.say([moment.words])
        spent, used = time.monotonic() - began, time.process_time() - used
        match, whole = session.match, moment is None
    finally:
        table.close()
        devices.close()
        session.close()
    played = play(scenario, edition, division).referee.table.match
    assert played is not None
    assert match is not None
    return _print(table, spent, used, rendering, memory, compared(match, played) if whole else [])


def _answer(session: Session, bench: Bench) -> None:
    """The judge is asked, and looks at the table."""
    match, seen = session.match, session.cubes
    if match is None or not match.question:
        return
    places = lying(seen.event) if seen is not None and isinstance(seen.event, Saw) else ()
    with bench.still():
        named = faces(match.question.cubes, places, bench.table.scene.cubes)
    session.say(named or ["judge JD has looked"])


def _print(
    table: ControlLoop,
    spent: float,
    used: float,
    rendering: list[float],
    memory: list[tuple[float, float]],
    wrong: list[str],
) -> int:
    watcher = table.watcher
    assert watcher is not None
    delays = sorted(table.delays)
    p99 = delays[int(0.99 * (len(delays) - 1))]
    drawn = sum(rendering)
    late = [size for at, size in memory if at >= spent / 2]
    growth = late[-1] - late[0] if late else 0.0
    print(f"a round in real time, {spent / 60:.1f} minutes: {watcher.frames} frames seen, {watcher.dropped} lost")
    print(f"  processor {100 * (used - drawn) / spent:.0f} % of a core, and {100 * drawn / spent:.0f} % for rendering")
    print(f"  control loop, {len(delays)} turns: delay p99 {p99:.1f} ms (goal 20), worst {delays[-1]:.1f} ms")
    print(f"  memory every five minutes: {', '.join(f'{size:.0f}' for _, size in memory[::5])} MB")
    print(f"  from half-time to the end it grew by {growth:.1f} MB (goal {GROWTH_MB:.0f})")
    for difference in wrong:
        print(f"  NOT as played: {difference}")
    return 0 if p99 <= 20 and growth < GROWTH_MB and not wrong else 1


def _timed_rendering() -> list[float]:
    """Seconds of processor time of each picture that the simulated camera takes, from now on."""
    spent: list[float] = []
    take = Sensor.picture

    def timed(self: Sensor, timeout: float) -> object:
        began = time.thread_time()
        try:
            return take(self, timeout)
        finally:
            spent.append(time.thread_time() - began)

    Sensor.picture = timed  # type: ignore[method-assign, assignment]
    return spent


def _memory() -> float:
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * 4096 / 1e6


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
