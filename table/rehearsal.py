"""A simulated table through the real pipeline: hands move cubes, pictures are read, the journal is written.

The puppet plays a scenario; block, buttons and lights are the real drivers on mock pins (or a pod behind a pty), frames
go through all of vision, and the controller writes what it makes of them into a journal on disk. Time travels: a table
where nothing changes is not rendered, and nothing is waited for.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from typing import NamedTuple

from hardware.mats import mat_named
from hardware.parts import Input
from hardware.simulated.bench import Bench, Travelling
from hardware.simulated.look import random_look
from hardware.simulated.scene import Scene
from hardware.simulated.variety import random_light, random_view
from table.controller import Controller
from table.play.moments import Moment, seated
from table.play.performed import perform
from table.play.recording import with_faults
from table.play.scenario import Scenario
from table.pressing import button_for
from table.rules.tournament.state import Decision
from table.session import Session
from vision.camera import unknown_lens
from vision.eye import Eye
from vision.read import Reader

PERIOD = 1000 / 15


class Shown(NamedTuple):
    """What has just happened: a decision of the referee, or a moment of the script."""

    at: int
    what: Decision | Moment


class BenchClock:
    """The bench's clock as a journal wants it."""

    boot = "simulated"

    def __init__(self, bench: Bench) -> None:
        self._bench = bench

    def now(self) -> int:
        return self._bench.clock()

    def wall(self) -> datetime:
        return datetime.fromtimestamp(1_577_880_000 + self._bench.clock() / 1000, UTC)


class Rehearsal:
    """One simulated table playing one scenario."""

    def __init__(
        self,
        directory: Path,
        scenario: Scenario,
        edition: str,
        division: str,
        seed: int = 0,
        vary: bool = False,
        pod: bool = False,
        faults: Iterable[tuple[float, str]] = (),
    ) -> None:
        rng = Random(seed)
        mat = mat_named("tournament")
        dress = {"look": random_look(rng), "light": random_light(rng), "view": random_view(rng, mat)} if vary else {}
        self.bench = Bench(seed, pod=pod, clock=Travelling(), **dress)  # type: ignore[arg-type]
        self.camera = self.bench.camera(self._inbox)
        self._inputs: deque[Input] = deque()
        self._shown: deque[Shown] = deque()
        self.eye = Eye(Reader(mat, unknown_lens(1280, 960)))
        self.session = Session(directory, BenchClock(self.bench))
        seats = seated(scenario.players)
        self.block, self.buttons = self.bench.block(self._inbox), self.bench.buttons(self._inbox)
        self.controller = Controller(
            self.session,
            tuple(seats.values()),
            self.bench.sand(self._inbox),
            self.bench.buzzer(self._inbox),
            self.eye,
            self._tell,
        )
        script = perform(scenario, edition, division, self.bench, seats, rng, button_for)
        self._moments = with_faults(self.bench, script, faults)
        self._last: Scene | None = None
        self.frames = self.skipped = 0

    def run(self) -> Iterator[Shown]:
        """Play it, and tell what happens as it happens."""
        for moment in self._moments:
            while self.bench.table.now + 0.5 < moment.at:
                self._step(min(PERIOD, moment.at - self.bench.table.now))
                yield from self._drain()
            if moment.kind == "say":
                self.session.say([moment.words])
                self.controller.tick()
            yield Shown(self.now, moment)
            yield from self._drain()

    @property
    def now(self) -> int:
        return self.session.journal.now()

    def close(self) -> None:
        self.session.close()
        self.bench.close()

    def _step(self, milliseconds: float) -> None:
        self.bench.advance(milliseconds)
        scene = self.bench.table.scene
        if scene == self._last and self.eye.idle:
            self.skipped += 1
        else:
            frame = self.camera.read(0.0)
            if frame is not None:
                self.frames += 1
                self._last = scene
                self.controller.saw(self.eye.see(frame.at, frame.grey, frame.small))
        while self._inputs:
            self.controller.sense(self._inputs.popleft())
        self.controller.tick()

    def _inbox(self, what: Input) -> None:
        self._inputs.append(what)

    def _tell(self, decision: Decision) -> None:
        self._shown.append(Shown(self.now, decision))

    def _drain(self) -> Iterator[Shown]:
        while self._shown:
            yield self._shown.popleft()
