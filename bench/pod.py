"""Figures of the pod's link: random bytes, every fault of a line at two rates, and how soon all is well again."""

from __future__ import annotations

import statistics
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from itertools import pairwise
from pathlib import Path
from random import Random

from firmware.framing import NAME_BYTES
from firmware.pod import Pod
from hardware.clock import now as machine_now
from hardware.parts import Input, Pressed
from hardware.pod import driver
from hardware.pod.line import Faults, SerialLine
from hardware.pod.link import ASK_SOON_MS, HostLink, Met, PodEdge
from hardware.pod.virtual import VirtualBoard, VirtualPod

FAULTS = {
    f"{name} {rate:.0%}": replace(Faults(), **{name: rate})
    for name in ("drop", "garble", "double", "delay")
    for rate in (0.01, 0.1)
} | {f"all {rate:.0%}": Faults(rate, rate, rate, rate) for rate in (0.01, 0.1)}

STAMP_MS = ASK_SOON_MS // 2
"""Milliseconds. The first reading of the pod's clock may have waited for the zero in front of the next question."""


@dataclass
class Tally:
    """What became of the inputs; all but the first should be 0."""

    made: int = 0
    lost: int = 0
    twice: int = 0
    invented: int = 0
    misplaced: int = 0
    """in another order than they were made, or stamped more than `STAMP_MS` off where the line has no delays"""
    worst_delay: int = 0
    """milliseconds from the switch to the host, while fingers did more than a bad line could carry"""
    recovery: int = 0
    """milliseconds from when the line was good again until the host had everything"""

    @property
    def clean(self) -> bool:
        return not (self.lost or self.twice or self.invented or self.misplaced) and self.recovery < 1000


class Rehearsal:
    """A host and a pod with a line between them, in simulated milliseconds."""

    def __init__(self, seed: int, faults: Faults | None = None, pod_began: int = (1 << 30) - 5_000) -> None:
        self.chance = Random(seed)
        self.now = 0
        self.link = HostLink(self.chance.randbytes(NAME_BYTES))
        self.to_host, self.to_pod = SerialLine(self.chance, faults), SerialLine(self.chance, faults)
        self.board = VirtualBoard(lambda: self.now + pod_began)  # its ticks start again while we watch
        self.pod = Pod(self.board, self.chance.randbytes(NAME_BYTES))
        self.edges: list[PodEdge] = []
        self.arrivals: list[int] = []
        self.met: list[Met] = []
        self.cut = False

    def run(self, milliseconds: int) -> None:
        for _ in range(milliseconds):
            self.step()

    def step(self) -> None:
        """One millisecond: both have their turn."""
        self.now += 1
        out = self.link.send(self.now)
        if not self.cut:
            if out:
                self.to_pod.put(out, self.now)
            self.board.arrived.extend(self.to_pod.get(self.now))
        self.pod.turn()
        if self.board.sent and not self.cut:
            self.to_host.put(bytes(self.board.sent), self.now)
        self.board.sent.clear()
        data = b"" if self.cut else self.to_host.get(self.now)
        for heard in self.link.receive(data, self.now) if data else ():
            if isinstance(heard, PodEdge):
                self.edges.append(heard)
                self.arrivals.append(self.now)
            else:
                self.met.append(heard)

    def settle(self, patience: int = 5_000) -> int:
        """Let time pass until the pod has nothing left to send; how long that took."""
        began = self.now
        while self.pod.link.outbox.waiting and self.now - began < patience:
            self.step()
        return self.now - began

    def unplug(self) -> None:
        self.cut = True
        self.to_host.cut()
        self.to_pod.cut()

    def plug(self) -> None:
        self.cut = False
        self.link.cut()

    def restart_pod(self) -> None:
        self.pod = Pod(self.board, self.chance.randbytes(NAME_BYTES))


@dataclass
class Fingers:
    """Presses buttons and lifts the block as people do, several at once, and remembers each edge."""

    chance: Random
    busy_until: dict[int, int] = field(default_factory=dict)
    made: list[PodEdge] = field(default_factory=list)

    def play(self, board: VirtualBoard, now: int) -> None:
        """Perhaps move one switch, if it has been still for long enough to be meant."""
        channel = self.chance.randrange(13)
        if now >= self.busy_until.get(channel, 0) and self.chance.random() < 0.02:
            on = not board.switches >> channel & 1
            board.switch(channel, on)
            self.busy_until[channel] = now + self.chance.randint(*((200, 900) if channel == 0 else (30, 400)))
            self.made.append(PodEdge(now, channel, on))


def faults(faults: Faults, inputs: int, seed: int = 0, minutes: float = 10) -> Tally:
    """Play on a bad line until so many inputs have been made or the time is up; then the line is good."""
    rehearsal = Rehearsal(seed, faults)
    fingers = Fingers(Random(seed + 1))
    while len(fingers.made) < inputs and rehearsal.now < minutes * 60_000:
        rehearsal.step()
        if rehearsal.pod.link.outbox.waiting < 200:  # on the worst of lines people are quicker than it is
            fingers.play(rehearsal.board, rehearsal.now)
    rehearsal.to_host.faults = rehearsal.to_pod.faults = Faults()
    recovery = rehearsal.settle()
    rehearsal.run(200)  # a lift takes 150 ms to count
    rehearsal.settle()
    return tally(fingers.made, rehearsal, recovery, stamps=not faults.delay)


def tally(made: list[PodEdge], rehearsal: Rehearsal, recovery: int, stamps: bool = True) -> Tally:
    """Compare what was done with what arrived, channel by channel: a lift counts later than a press meanwhile."""
    found = Tally(made=len(made), recovery=recovery)
    delays = []
    arrived = list(zip(rehearsal.edges, rehearsal.arrivals, strict=True))
    for channel in range(13):
        meant = [edge for edge in made if edge.channel == channel]
        got = [(edge, when) for edge, when in arrived if edge.channel == channel]
        found.lost += max(len(meant) - len(got), 0)
        spare = max(len(got) - len(meant), 0)
        repeats = sum(1 for (a, _), (b, _) in pairwise(got) if a.on == b.on)
        found.twice += min(spare, repeats)
        found.invented += spare - min(spare, repeats)
        for one, (edge, when) in zip(meant, got, strict=False):
            delays.append(when - one.at)
            found.misplaced += edge.on != one.on or (stamps and abs(edge.at - one.at) > STAMP_MS)
    found.invented += sum(1 for edge in rehearsal.edges if edge.channel > 12)
    found.misplaced += _presses(made) != _presses(rehearsal.edges)
    found.worst_delay = max(delays, default=0)
    return found


def random_bytes(count: int, seed: int = 0, like_frames: bool = False) -> Tally:
    """Noise in both directions of a line on which a host and a pod have met, and then an input."""
    rehearsal = Rehearsal(seed)
    rehearsal.run(300)
    chance = Random(seed)
    for size in _chunks(count // 2, 50_000):
        noise = chance.randbytes(size)
        if like_frames:
            noise = like_frame_noise(noise, chance)
        for byte in noise:
            rehearsal.pod.link.take(byte, rehearsal.board.ticks())
        rehearsal.edges += [thing for thing in rehearsal.link.receive(noise, rehearsal.now) if type(thing) is PodEdge]
    found = Tally(invented=len(rehearsal.edges) + rehearsal.pod.link.leave + (rehearsal.pod.link.state != 0))
    began = rehearsal.now
    rehearsal.board.switch(1, True)
    while len(rehearsal.edges) == found.invented and rehearsal.now - began < 5_000:
        rehearsal.step()
    found.made, found.recovery = 1, rehearsal.now - began
    found.lost = int(len(rehearsal.edges) == found.invented)
    return found


def like_frame_noise(noise: bytes, chance: Random) -> bytes:
    """The same bytes, cut into pieces as long as frames are and marked as they are, so that the sums must decide."""
    out, at = bytearray(), 0
    while at < len(noise):
        piece = noise[at : at + chance.randint(14, 40)].replace(b"\0", b"\1")
        out += bytes([len(piece) + 1]) + piece + b"\0"
        at += len(piece) + 2
    return bytes(out)


@dataclass(frozen=True)
class Replug:
    """Seconds from plugging the pod in until the host had the press that was made while it was away."""

    times: int
    median: float
    worst: float
    lost: int
    twice: int


def replug(times: int) -> Replug:
    """The real driver over a pty: unplug, press, plug in, and wait for the press."""
    took, inputs, news = [], [], threading.Semaphore(0)

    def inbox(thing: Input) -> None:
        if isinstance(thing, Pressed):
            inputs.append(thing)
            news.release()

    with tempfile.TemporaryDirectory(prefix="wff-pod-") as directory:
        virtual = VirtualPod(Path(directory))
        pod = driver.PodDriver(inbox, str(virtual.port))
        try:
            for number in range(times):
                virtual.unplug()
                virtual.press(number % 3, "goal")
                _wait(lambda: virtual.waiting >= 1)
                virtual.press(number % 3, "goal", down=False)
                _wait(lambda: virtual.waiting >= 2)
                began = machine_now()
                virtual.plug()
                news.acquire(timeout=5)
                took.append((machine_now() - began) / 1000)
                _wait(lambda: virtual.waiting == 0)
        finally:
            pod.close()
            virtual.close()
    twice = len(inputs) - len(set(inputs))
    return Replug(times, statistics.median(took), max(took), times - len(set(inputs)), twice)


def _wait(true: Callable[[], bool]) -> None:
    until = time.monotonic() + 5
    while not true() and time.monotonic() < until:
        time.sleep(0.001)


def _presses(edges: list[PodEdge]) -> list[int]:
    """Leading edges of buttons, which count at once, so that their order is that of the fingers."""
    return [edge.channel for edge in edges if edge.channel and edge.on]


def _chunks(count: int, size: int) -> Iterator[int]:
    while count > 0:
        yield min(size, count)
        count -= size


def main() -> int:
    clean = True
    for name, like_frames in {"random bytes": False, "random bytes between the marks of frames": True}.items():
        noise = random_bytes(10_000_000, seed=1, like_frames=like_frames)
        clean &= noise.clean
        print(f"10,000,000 {name}: lost {noise.lost}, invented {noise.invented}, ", end="")
        print(f"the next press {noise.recovery} ms later", flush=True)
    for number, (name, bad) in enumerate(FAULTS.items()):
        found = faults(bad, 2_000, seed=number)
        clean &= found.clean
        print(
            f"{name:>10}: {found.made:,} inputs, lost {found.lost}, twice {found.twice}, invented {found.invented}, "
            f"misplaced {found.misplaced}; worst delay {found.worst_delay} ms, recovery {found.recovery} ms",
            flush=True,
        )
    plugged = replug(20)
    clean &= not (plugged.lost or plugged.twice) and plugged.worst < 1
    print(f"unplugged {plugged.times} times (pty): lost {plugged.lost}, twice {plugged.twice}; ", end="")
    print(f"back after {plugged.median * 1000:.0f} ms, at worst {plugged.worst * 1000:.0f} ms")
    return 0 if clean else 1


if __name__ == "__main__":
    sys.exit(main())
