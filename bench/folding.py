"""How fast the referee folds, what a late event costs, and how much memory a long journal takes."""

from __future__ import annotations

import time
import tracemalloc
from dataclasses import dataclass
from random import Random
from statistics import median

from table.rules import events as ev
from table.rules.effective import effective
from table.rules.entry import Entry
from table.rules.fold import Referee, Table
from table.simulation.random_match import random_match


@dataclass(frozen=True)
class Late:
    median: float
    worst: float


def journal(events: int, seed: int = 1, ticks: bool = True) -> list[Entry]:
    """The journal of one table: matches of random legal play, one after the other."""
    seats = tuple(ev.Seat(name) for name in ("Ann", "Ben", "Cal"))
    entries: list[Entry] = []
    while len(entries) < events:
        start = entries[-1].t if entries else 0
        opening = ev.MatchOpened(f"match {len(entries)}", "2019-20", "senior", seats)
        for entry in random_match(Random(seed + len(entries)), opening):
            if ticks or not isinstance(entry.event, ev.Time):
                at = start + entry.t
                entries.append(Entry(len(entries) + 1, at, at, entry.source, entry.event))
    return entries[:events]


def rates(events: int = 30_000, rounds: int = 5) -> dict[str, float]:
    """Events a second of one core's time, the best of some rounds, folded at once and live with snapshots."""
    found = {}
    for name, ticks in (("play without ticks", False), ("play with ticks", True)):
        entries = journal(events, ticks=ticks)
        happenings = effective(entries)
        found[f"{name}, at once"] = events / min(_time(_fold, happenings) for _ in range(rounds))
        found[f"{name}, live"] = events / min(_time(_live, entries) for _ in range(rounds))
    return found


def late(events: int, tries: int = 40) -> Late:
    """Milliseconds until an event that happened up to five seconds ago is folded where it belongs."""
    entries = journal(events)
    referee = Referee()
    for entry in entries:
        referee.add(entry)
    rng, costs, t = Random(2), [], entries[-1].t
    for number in range(tries):
        seq = entries[-1].seq + 1 + number
        entry = Entry(seq, t, t - rng.randrange(1, 5_000), "camera", ev.Time())
        costs.append(_time(referee.add, entry) * 1000)
    return Late(median(costs), max(costs))


def memory(events: int) -> float:
    """Megabytes that the referee of a journal holds in the end, its snapshots included, the entries not."""
    entries = journal(events)
    tracemalloc.start()
    referee = Referee()
    for entry in entries:
        referee.add(entry)
    held, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert referee.table.match is not None
    return held / 1e6


def _fold(happenings) -> None:
    table = Table()
    for h in happenings:
        table.apply(h)


def _live(entries) -> None:
    referee = Referee()
    for entry in entries:
        referee.add(entry)


def _time(what, *args) -> float:
    """Seconds of the processor, so that other work on the machine counts less."""
    start = time.process_time()
    what(*args)
    return time.process_time() - start
