"""A simulated table through the real pipeline: hands move cubes, pictures are read, the journal is written.

The puppet plays a scenario; block, buttons and lights are the real drivers on mock pins (or a pod behind a pty), frames
go through all of vision, and the controller writes what it makes of them into a journal on disk. Time travels: a table
where nothing changes is not rendered, and nothing is waited for.

The table may die at any moment (`crash`) and is started again from its journal, while the world goes on. A process that
was killed is started again on its directory: the world is played up to where the journal ends, and goes on from there.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from typing import NamedTuple

from hardware.devices import Devices
from hardware.mats import mat_named
from hardware.parts import Input
from hardware.simulated.bench import Bench, Travelling
from hardware.simulated.deeds import Done
from hardware.simulated.look import random_look
from hardware.simulated.scene import Scene
from hardware.simulated.variety import random_light, random_view
from table.assembly import assembled
from table.config.keys import simulated
from table.control.controller import Controller
from table.journal.clock import forget_clock, share_clock
from table.journal.file import exists
from table.journal.journal import JournalError, JournalReader
from table.journal.session import Session
from table.language.blanks import BadSentence
from table.language.scenario import Scenario
from table.rules.entry import BadEntry
from table.rules.match import Decision, Match, Question
from table.seeing.watcher import Watcher
from table.simulation.cues import Cue, seated
from table.simulation.false_sight import FalseSight
from table.simulation.omniscient_judge import JudgesWord, Manner, faces, made_up, mistaken, rolled_unseen, unseen
from table.simulation.performer import perform
from table.simulation.pressing import button_for
from table.simulation.recording import with_faults
from vision.eye import Eye

PERIOD_MS = 1000 / 15
REPEAT_MS = 1_500
"""Milliseconds before a crash whose inputs may have been sensed and not written down: they are sensed again."""


SHARE_EVERY_S = 0.05
"""Seconds between two words to other processes about what time it is here."""
EPOCH_S = 1_577_880_000
"""When the bench's clock began to run, by the calendar."""


class Shown(NamedTuple):
    """What has just happened: a decision of the referee, or a moment of the script."""

    at: int
    what: Decision | Cue


class BenchClock:
    """The bench's clock as a journal wants it."""

    def __init__(self, bench: Bench) -> None:
        self._bench = bench
        self.boot = "simulated"

    def now(self) -> int:
        return self._bench.clock()

    def wall(self) -> datetime:
        return datetime.fromtimestamp(EPOCH_S + self._bench.clock() / 1000, UTC)


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
        judge: Manner = "true",
    ) -> None:
        rng = Random(seed)
        mat = mat_named("tournament")
        dress = {"look": random_look(rng), "light": random_light(rng), "view": random_view(rng, mat)} if vary else {}
        self.bench = Bench(seed, pod=pod, clock=Travelling(), **dress)  # type: ignore[arg-type]
        self._directory = directory
        directory.mkdir(parents=True, exist_ok=True)
        self._inputs: deque[Input] = deque()
        self._shown: deque[Shown] = deque()
        self._config = replace(simulated(), data=directory, seats=tuple(seated(scenario.players).values()))
        self._devices = Devices(
            self.bench.camera(self._inbox),
            self.bench.block(self._inbox),
            self.bench.buttons(self._inbox),
            self.bench.sand(self._inbox),
            self.bench.buzzer(self._inbox),
            self.bench,
        )
        self._clock = BenchClock(self.bench)
        self._done: list[Done] = []
        self.bench.table.listen(self._done.append)
        self.bench.powerless.append(lambda: self.crash(reboot=True))
        script = perform(scenario, edition, division, self.bench, seated(scenario.players), rng, button_for)
        self._moments = with_faults(self.bench, script, faults)
        self._last: Scene | None = None
        self._shared = 0.0
        self.frames = self.skipped = self.crashes = self.asked = 0
        self._judge, self._mistake = judge, Random(seed) if judge == "wrong once" else None
        self._open: Question | None = None
        """What the judge has been asked and has not answered."""
        self.questions: list[str] = []
        """All that the judge was asked."""
        self.unsaid: list[str] = []
        """What the script says and the table would not have, and why: a ruling on a flag that it did not raise."""
        self._readings = 0
        self._session: Session | None = None
        self.eye: Eye
        self.watcher: Watcher
        self.controller: Controller
        self._until, self._boot = 0, self._clock.boot
        self._resumed = False
        """Whether this goes on where another process was killed."""
        if exists(directory):
            with JournalReader(directory) as journal:
                for entry in journal.entries():
                    self._until = max(self._until, _benched(entry.wall))
                    self._boot = entry.boot or self._boot

    def run(self) -> Iterator[Shown]:
        """Play it, and tell what happens as it happens."""
        if not self._until:
            self._start()
        second = 0
        for moment in self._moments:
            while self.bench.table.now + 0.5 < moment.at:
                self._step(min(PERIOD_MS, moment.at - self.bench.table.now))
                yield from self._drain()
                if self._session and self.now >= second:
                    second = self.now + 1_000
                    yield Shown(self.now, Cue(self.bench.table.now, "wait", ""))
            if self._until:
                continue
            if moment.kind == "say" and not (self._resumed and self._said()):
                self._speak(moment.words)
            yield Shown(self.now, moment)
            yield from self._drain()
        if self._until:
            raise JournalError(f"The journal in {self._directory} goes on after the end of this play.")

    def crash(self, reboot: bool = False) -> None:
        """The table's program dies without a word and is started again; with `reboot` the whole machine is."""
        self.crashes += 1
        if reboot:
            self._clock.boot = f"simulated-{self.crashes}"
        if self._until:  # it was the process before this one that died
            self._inputs.clear()
            self._catch_up()
        else:
            self.session.close()
            self._start()
        if reboot and self._session and self.match is not None and self.match.paused is not None:
            self._say(["judge JD lets the clocks run"])

    @property
    def session(self) -> Session:
        assert self._session is not None, "the table has not been started"
        return self._session

    @property
    def match(self) -> Match | None:
        return self.session.match

    @property
    def now(self) -> int:
        return self._session.journal.now() if self._session else self.bench.clock()

    @property
    def readings(self) -> int:
        return self._readings + self.eye.readings

    def close(self) -> None:
        if self._session:
            self._session.close()
        self.bench.close()
        forget_clock(self._directory)

    # The table

    def _start(self) -> None:
        """Everything that a real table's program makes when it starts."""
        self._readings += self.eye.readings if self._session else 0
        self._session = Session.open(self._directory, self._clock)
        table = assembled(
            self._config, self._session, self._devices, self._tell, lambda reader: FalseSight(reader, self.bench)
        )
        assert table.watcher is not None
        self.controller, self.watcher, self.eye = table.controller, table.watcher, table.watcher.eye
        self.controller.start()
        self._last = None

    def _step(self, milliseconds: float) -> None:
        self.bench.advance(milliseconds)
        if time.monotonic() - self._shared >= SHARE_EVERY_S:
            self._shared = time.monotonic()
            share_clock(self._directory, self._clock)
        if self._until:
            self._catch_up()
            return
        scene, well = self.bench.sensor.shown, self.bench.sensor.well
        if scene == self._last and self.eye.idle and well and not self._devices.camera.trouble():
            self.skipped += 1
            self.controller.saw((), self.bench.clock())  # the same picture once more
        else:
            seen = self.watcher.look(0.0)
            if seen is not None:
                self.frames += 1
                self._last = scene if well else None
                self.controller.saw(*seen)
        while self._inputs:
            self.controller.sense(self._inputs.popleft())
        self.controller.tick()
        self._answer()

    # What was done before the process was killed

    def _catch_up(self) -> None:
        """Start the table where its journal ends. What was sensed before and not written down is sensed again."""
        if (self.bench.clock(), self._clock.boot == self._boot) < (self._until, True):
            return
        self._until, since, self._resumed = 0, self._until - REPEAT_MS, True
        self._start()
        known = {entry.moment for entry in self.session.journal.entries()}
        self._inputs = deque(one for one in self._inputs if one.at > since and self._table_time(one.at) not in known)

    def _said(self) -> bool:
        """Whether somebody said this just before the process was killed."""
        return any(
            entry.t == self.now and entry.source in ("player", "judge", "staff")
            for entry in self.session.journal.entries()
        )

    # The judge

    def _answer(self) -> None:
        """The judge is asked, looks at the table, and says what it has not seen."""
        match = self.match
        if match is None or match.question is None or not self._hears(match.question):
            return
        journal, zero = self.session.journal, self._table_time(self.bench.moment(0))
        for sentence in faces(match.question.cubes, self.eye.tracker.lying(), self.bench.table.scene.cubes):
            self._say([self._word(sentence)])
        self.controller.tick()
        missing = [
            *rolled_unseen(self._done, journal.entries(), self.controller.people, zero, self.now),
            *unseen(self._done, journal.entries(), self.controller.people, zero, self.now),
        ]
        for seq in made_up(self._done, journal.entries(), zero):
            missing.append(JudgesWord(self.now, f"judge JD strikes entry {seq}: nobody lifted the block"))
        for saying in missing:
            try:
                self._say([self._word(saying.sentence)], saying.at)
            except (BadSentence, BadEntry) as problem:
                self.controller.refused.append(f"{saying.sentence}: {problem}")
        self.controller.tick()
        if self.match is not None and self.match.question:
            self._say(["judge JD has looked"])
            self.controller.tick()
        self._open = None

    def _hears(self, question: Question) -> bool:
        """Whether the judge answers; a question that is left open counts once."""
        if question != self._open:
            self._open = question
            self.asked += 1
            self.questions.append(question.words)
        return self._judge != "silent"

    def _word(self, sentence: str) -> str:
        """What the judge says, which is so, unless this is the judge's mistake."""
        if self._mistake is None:
            return sentence
        said = mistaken(self._mistake, sentence)
        self._mistake = self._mistake if said == sentence else None
        return said

    def _speak(self, sentence: str) -> None:
        """Somebody says what the script says; what cannot be said at the table as it is, is noted."""
        try:
            self._say([sentence])
        except (BadSentence, BadEntry) as problem:
            self.unsaid.append(f"{sentence!r} could not be said: {problem}")
        self.controller.tick()

    def _say(self, sentences: list[str], at: int | None = None) -> None:
        """People speak through a session of their own, as they do from a console; the table hears of it."""
        speaker = Session.open(self._directory, self._clock)
        try:
            speaker.say(sentences, at)
        finally:
            speaker.close()

    def _table_time(self, at: int) -> int:
        return at + self.session.journal.offset

    def _inbox(self, what: Input) -> None:
        self._inputs.append(what)

    def _tell(self, decision: Decision) -> None:
        self._shown.append(Shown(self.now, decision))

    def _drain(self) -> Iterator[Shown]:
        while self._shown:
            yield self._shown.popleft()


def _benched(wall: str) -> int:
    """What the bench's clock said at a moment of its calendar."""
    return round(1000 * (datetime.fromisoformat(wall).timestamp() - EPOCH_S)) if wall else 0
