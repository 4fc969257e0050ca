"""`make bench`: prints the figures, measured here and now. `python -m bench.logic 200` prints a part of them."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from bench import (
    boards,
    commands,
    console,
    folding,
    gpio,
    journal,
    logic,
    moves,
    photos,
    pod,
    realtime,
    rounds,
    sight,
    simulated,
)


def main() -> int:
    """Print them all; the exit code tells whether what must be zero is zero."""
    with tempfile.TemporaryDirectory(prefix="wff-bench-", dir=Path.cwd()) as scratch:
        return _figures(Path(scratch))


def _figures(scratch: Path) -> int:
    for name, rate in folding.rates().items():
        print(f"fold, {name}: {rate:,.0f} events/s (goal 50,000)", flush=True)
    print(f"memory after folding a journal of 10,000 events: {folding.memory(10_000):.1f} MB", flush=True)
    late = folding.late(10_000)
    print(f"a late event in a journal of 10,000: median {late.median:.2f} ms, worst {late.worst:.2f} ms", flush=True)

    append = journal.append_latency(scratch / "append", 2_000)
    print(f"durable append (synchronous=FULL), {append.count}: {_delays(append)}", flush=True)
    tail = journal.tail_delay(scratch / "tail", 200)
    print(f"append to another process's tail, {tail.count}: {_delays(tail)} (goal 100 ms)", flush=True)

    killed = journal.kills(scratch / "kills", 1_000, seed=1, progress=_progress("kills", 1_000))
    print(f"\r{killed}")
    seeing = (simulated.main, sight.main, boards.main, photos.main, moves.main)
    running = (console.main, realtime.main, rounds.main)
    parts = (commands.main, logic.main, pod.main, gpio.main, *seeing, *running)
    return max([0 if killed.clean else 1, *(part() or 0 for part in parts)])


def _delays(delays: journal.Delays) -> str:
    return f"median {delays.median:.2f} ms, p99 {delays.p99:.2f} ms, worst {delays.worst:.2f} ms"


def _progress(what: str, total: int):
    def report(done: int) -> None:
        if sys.stderr.isatty() and done % 10 == 0:
            print(f"\r{what}: {done}/{total}", end="", file=sys.stderr, flush=True)

    return report


if __name__ == "__main__":
    sys.exit(main())
