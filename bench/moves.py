"""How well moves are seen in play with hands: what was told, against what the puppet has physically done.

    python -m bench.moves [MINUTES] [FIRST SEED]

The tracker was made while looking at the first ten seeds; others are new to it.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field, replace
from itertools import pairwise, repeat
from math import hypot
from multiprocessing import get_context
from random import Random
from typing import Any, NamedTuple

import cv2

from hardware.mats import mat_named
from hardware.parts import Frame
from hardware.simulated.bench import Bench, Travelling
from hardware.simulated.deeds import Done
from hardware.simulated.variety import random_light, random_look, random_view
from table.simulation.cues import Cue
from table.simulation.random_hands import idle_minutes, random_play
from table.simulation.recording import film
from vision import changes as ch

NEAR_MM = 12.0
"""Millimetres from where a cube was put within which a move is told rightly."""
SOON_MS = 350
"""Milliseconds by which the touch-down may lie outside of the time that was told."""
TOUCH_MM = 8.0
"""Millimetres that a cube must have been pushed within its region for that to be told."""
AWAY_MS = 3_000
"""Milliseconds that a cube must be gone for that to be told; one that was gone for less may be told, or not."""
TOUCHED: Any = "touch"
BRIEFLY: Any = "gone for a moment"
OPTIONAL = TOUCHED, BRIEFLY
ACTS = (ch.SawMoved, ch.SawTurned, ch.Missed, ch.Appeared, ch.SawRolled)


class Told(NamedTuple):
    """A change, and at which frame it was told."""

    at: int
    change: ch.Change


@dataclass
class Score:
    """Of some minutes of play."""

    minutes: float = 0.0
    done: int = 0
    told: int = 0
    right: int = 0
    ordered: int = 0
    pairs: int = 0
    who_right: int = 0
    who_unknown: int = 0
    delays: list[float] = field(default_factory=list)
    widths: list[float] = field(default_factory=list)
    """Milliseconds of the time in which a cube is said to have touched down."""
    wrong: list[str] = field(default_factory=list)
    missed: list[str] = field(default_factory=list)
    strangers: list[str] = field(default_factory=list)
    """Told rightly but for who it was."""
    unclear: int = 0

    def add(self, other: Score) -> None:
        for name, value in vars(other).items():
            setattr(self, name, getattr(self, name) + value)

    def __str__(self) -> str:
        late, wide = sorted(self.delays) or [0.0], sorted(self.widths) or [0.0]
        return "\n".join(
            [
                f"moves, turns and rolls in {self.minutes:.1f} simulated minutes: {self.done} done, {self.told} told, "
                f"{self.right} rightly",
                f"  precision {_share(self.right, self.told)} (goal 99.5 %), recall {_share(self.right, self.done)} "
                f"(goal 99 %), order {_share(self.ordered, self.pairs)} (goal 98 %)",
                f"  who reached in {_share(self.who_right, self.right)} (goal 99 %), unknown {self.who_unknown}; "
                f"said to be unclear {self.unclear}",
                f"  hand leaves to event: median {late[len(late) // 2]:.0f} ms, "
                f"p95 {late[int(0.95 * (len(late) - 1))]:.0f} ms (goal 500)",
                f"  a move's time is told to within: median {wide[len(wide) // 2]:.0f} ms, "
                f"p95 {wide[int(0.95 * (len(wide) - 1))]:.0f} ms",
            ]
        )

    @property
    def good(self) -> bool:
        precise = self.right >= 0.995 * self.told and self.right >= 0.99 * self.done
        return precise and self.ordered >= 0.98 * self.pairs and self.who_right >= 0.99 * self.right


def compare(told: list[Told], done: list[Done], leaves: dict[str, list[float]], minutes: float) -> Score:
    """Match what was told with what was done, one to one, nearest in time first."""
    acts = [one for one in told if isinstance(one.change, ACTS)]
    deeds = [*_physical(done)]
    score = Score(minutes, len(deeds), len(acts))
    score.unclear = sum(isinstance(one.change, ch.Unclear | ch.Shifted) for one in told)
    pairs = sorted(
        (off, n, m)
        for n, deed in enumerate(deeds)
        for m, one in enumerate(acts)
        if (off := _off(one.change, deed)) is not None
    )
    by_deed: dict[int, int] = {}
    for _, n, m in pairs:
        if n not in by_deed and m not in by_deed.values():
            by_deed[n] = m
    explained = set(by_deed.values())
    for n in [n for n, deed in enumerate(deeds) if deed.kind in OPTIONAL]:
        score.told -= by_deed.pop(n, None) is not None
        score.done -= 1
    score.right = len(by_deed)
    score.missed = [_deed(deed) for n, deed in enumerate(deeds) if n not in by_deed and deed.kind not in OPTIONAL]
    score.wrong = [f"{one.at} {one.change}" for m, one in enumerate(acts) if m not in explained]
    order = [by_deed[n] for n in sorted(by_deed, key=lambda n: deeds[n].ended)]
    moments = [(acts[m].change.at[0] + acts[m].change.at[1], m) for m in order]
    score.pairs = max(0, len(moments) - 1)
    score.ordered = sum(a <= b for a, b in pairwise(moments))
    for n, m in by_deed.items():
        side = getattr(acts[m].change, "side", None)
        score.who_right += side == deeds[n].side
        score.who_unknown += side is None
        if side != deeds[n].side:
            score.strangers.append(f"{_deed(deeds[n])}: {side or 'unknown'}")
        if isinstance(acts[m].change, ch.SawMoved):
            score.widths.append(acts[m].change.at[1] - acts[m].change.at[0])
        left = next((at for at in leaves.get(deeds[n].side or "", []) if at >= deeds[n].ended), None)
        if left is not None:
            score.delays.append(max(0.0, acts[m].at - left))
    return score


def watched(bench: Bench, moments: Iterable[Cue], eye: object) -> tuple[list[Told], dict[str, list[float]]]:
    """Run an eye over a play; what it told, and when hands left the table."""
    told: list[Told] = []
    leaves: dict[str, list[float]] = {}
    present: set[str] = set()
    for one in film(bench, moments, bench.camera()):
        if not isinstance(one, Frame):
            continue
        at = round(bench.table.now)
        told += [Told(at, change) for change in eye.see(at, one.grey, one.small)]  # type: ignore[attr-defined]
        now = {hand.side for hand in bench.table.scene.hands if _over(hand.x, hand.y, bench)}
        for side in present - now:
            leaves.setdefault(side, []).append(at)
        present = now
    return told, leaves


def play(seed: int, minutes: float, idle: bool = False) -> Score:
    """Some minutes of play in a look, light and view of chance, as a new eye sees it."""
    # The networks are loaded where they are used: each play has a process of its own.
    from vision.eye import Eye  # noqa: PLC0415
    from vision.lens.camera import unknown_lens  # noqa: PLC0415
    from vision.read import PictureReader  # noqa: PLC0415

    cv2.setNumThreads(1)
    rng = Random(seed)
    bench = _bench(seed)
    moments = idle_minutes(bench, rng, minutes) if idle else random_play(bench, rng, minutes)
    try:
        eye = Eye(PictureReader(mat_named("tournament"), unknown_lens(1280, 960)))
        told, leaves = watched(bench, moments, eye)
        return compare(told, bench.table.log, leaves, minutes)
    finally:
        bench.close()


def main(minutes: float = 30.0, first: int = 1) -> int:
    """Print what is seen in half an hour of play, and in half an hour without a move; `first` is the first seed."""
    good = True
    for idle in (False, True):
        began = time.perf_counter()
        total = _all(minutes, first, idle)
        for words in total.wrong:
            print(f"  told wrongly: {words}")
        for words in total.missed:
            print(f"  not told: {words}")
        if idle:
            phantoms = len(total.wrong)
            print(f"phantom moves in {total.minutes:.0f} minutes of hands, shadows and lamps: {phantoms} (goal 0)")
            good = good and not phantoms
        else:
            for words in total.strangers:
                print(f"  done by somebody else than was told: {words}")
            print(total, flush=True)
            good = good and total.good
        print(f"  {time.perf_counter() - began:.0f} s", flush=True)
    return 0 if good else 1


def _all(minutes: float, first: int, idle: bool) -> Score:
    total, parts = Score(), max(1, round(minutes / 3))
    with ProcessPoolExecutor(os.cpu_count(), get_context("spawn")) as plays:
        for part in plays.map(play, range(first, first + parts), repeat(minutes / parts), repeat(idle)):
            total.add(part)
            if sys.stderr.isatty():
                print(f"\r{total.minutes:.0f} of {minutes:.0f} minutes", end="", file=sys.stderr, flush=True)
    return total


def _bench(seed: int) -> Bench:
    rng = Random(1000 + seed)
    bench = Bench(seed, clock=Travelling(), look=random_look(rng), light=random_light(rng))
    bench.close()
    view = random_view(rng, bench.table.plan)
    return Bench(seed, clock=Travelling(), look=random_look(rng), light=random_light(rng), view=view)


def _physical(done: Iterable[Done]) -> Iterator[Done]:
    """What a camera is to tell, or may tell: all but gathering, and a roll as one."""
    rolls: set[float] = set()
    lay: dict[int, tuple[float, float]] = {}
    done = [*done]
    for number, deed in enumerate(done):
        x, y = lay.get(deed.cube, (0.0, 0.0))
        lay[deed.cube] = deed.x, deed.y
        if deed.kind == "relocate" and hypot(deed.x - x, deed.y - y) < TOUCH_MM:
            yield replace(deed, kind=TOUCHED)
        elif deed.kind == "remove" and _back_soon(deed, done[number + 1 :]):
            yield replace(deed, kind=BRIEFLY)  # its return tells it all
        elif deed.kind in ("move", "relocate", "turn", "remove"):
            yield deed
        elif deed.kind == "roll" and deed.ended not in rolls:
            rolls.add(deed.ended)
            together = [other.letter for other in done if other.kind == "roll" and other.ended == deed.ended]
            yield replace(deed, letter="".join(sorted(together)))


def _back_soon(deed: Done, after: Iterable[Done]) -> bool:
    return any(other.cube == deed.cube and other.ended - deed.ended < AWAY_MS for other in after)


def _off(change: ch.Change, deed: Done) -> float | None:
    """By how much the time is off, if the change tells of this deed at all."""
    start, end = change.at
    off = max(0.0, start - deed.ended, deed.ended - end)
    late = SOON_MS if not isinstance(change, ch.Missed | ch.SawRolled) else 2_000
    if off > late:
        return None
    match change:
        case ch.SawMoved():
            same = deed.kind in ("move", "relocate", TOUCHED) and hypot(change.x - deed.x, change.y - deed.y) <= NEAR_MM
            fits = same and change.letter == deed.letter and change.region == deed.to
        case ch.SawTurned():
            fits = deed.kind == "turn" and change.letter == deed.letter and change.region == deed.to
        case ch.Missed():
            fits = deed.kind in ("remove", BRIEFLY) and change.letter == deed.letter
        case ch.SawRolled():
            fits = deed.kind == "roll" and "".join(sorted(change.letters)) == deed.letter
        case _:
            fits = False
    return off if fits else None


def _deed(deed: Done) -> str:
    where = f"{deed.was} to {deed.to} ({deed.x:.0f}, {deed.y:.0f})"
    return f"{deed.ended:.0f} {deed.kind} {deed.letter} {where} {deed.side}"


def _over(x: float, y: float, bench: Bench) -> bool:
    return -30 <= x <= bench.table.plan.width + 30 and -30 <= y <= bench.table.plan.height + 30


def _share(part: int, whole: int) -> str:
    return f"{100 * part / whole:.2f} % ({part} of {whole})" if whole else "- (0)"


if __name__ == "__main__":
    sys.exit(main(*(kind(word) for kind, word in zip((float, int), sys.argv[1:], strict=False))))
