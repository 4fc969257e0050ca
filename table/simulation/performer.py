"""A scenario played with hands: each sentence becomes what a body does, at the time that is written.

    for moment in perform(scenario, "2019-20", "junior", bench):
        bench.advance(moment.at - bench.table.now)  # frames may be taken meanwhile
        if moment.kind == "say":
            ...

A moment is told just before it happens and happens when the next one is asked for. Hands set out by themselves in time.
What a body cannot do (a judge's words, a signature) is a moment to `say`; what the script expects is one to check.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from heapq import heappop, heappush
from itertools import count
from random import Random
from typing import TypeAlias

from hardware.parts import Button
from hardware.simulated.bench import Bench
from hardware.simulated.faults import do
from hardware.simulated.scene import Side
from table.language.scenario import Expectation, Line, Scenario, ScenarioFault, ScenarioStep, ToldLine, told
from table.rules import events as ev
from table.rules.entry import Entry
from table.rules.match import Match
from table.simulation.bodies import LEAD_MS, PACE_MS, Bodies, CannotDo
from table.simulation.cues import Cue, seated

SETTING_UP_MS = 14_000.0
"""Milliseconds before a scenario's 0:00: what is given must be on the table then."""
_LONGEST_STAY_MS = 20_000.0
"""Milliseconds that a hand stays where nobody says when it goes."""


Pressing: TypeAlias = Callable[[Match, ev.Event], tuple[Button, bool] | None]
"""Which button says this now, and whether it is held; nothing if none does."""


def words_only(_: Match, event: ev.Event) -> tuple[Button, bool] | None:
    """Buttons for the words of the game, and for the timer; nothing for what buttons mean in other phases."""
    if isinstance(event, ev.Said):
        return event.word, False
    return ("goal", False) if isinstance(event, ev.TimerTurned) else None


def perform(
    scenario: Scenario,
    edition: str,
    division: str,
    bench: Bench,
    seats: Mapping[str, Side] | None = None,
    rng: Random | None = None,
    pressing: Pressing = words_only,
) -> Iterator[Cue]:
    """Play a scenario on a bench. Its 0:00 is `SETTING_UP_MS` milliseconds from now.

    `pressing` says which of the players' sentences are presses; the others are left to say.
    """
    strings = Bodies(bench, seats or seated(scenario.players), rng)
    yield from _Script(strings, told(scenario, edition, division), pressing).moments()


class _Script:
    def __init__(self, strings: Bodies, lines: Iterable[ToldLine], pressing: Pressing) -> None:
        self._strings = strings
        self._zero = strings.table.now + SETTING_UP_MS
        self._lines: list[tuple[Line, list[Entry]]] = []
        self._presses: dict[Line, tuple[str, Button, bool]] = {}
        for line, entries, match in lines:  # the match is as it was before the line only now
            self._lines.append((line, entries))
            pressed = _pressed(match, entries, pressing)
            if pressed:
                self._presses[line] = pressed
        self._queue: list[tuple[float, int, Cue, Callable[[], None]]] = []
        self._order = count()
        self._times = [self._time(line) for line, _ in self._lines]
        self._spread_rolls()
        self._notice = self._zero - SETTING_UP_MS
        last = self._zero
        for at, (line, entries) in sorted(zip(self._times, self._lines, strict=True), key=lambda timed: timed[0]):
            if isinstance(line, ScenarioFault):
                self._fault(at, line)
            elif isinstance(line, Expectation):
                self._add(Cue(max(last, at), "expect", line.text, line))
            else:
                self._step(at, line, entries)
            last = at
        self._add(Cue(last + 2_000, "end", "the script is over"))

    def moments(self) -> Iterator[Cue]:
        while self._queue:
            at, _, moment, happens = heappop(self._queue)
            yield moment._replace(at=max(at, self._strings.table.now))
            happens()

    def _add(self, moment: Cue, happens: Callable[[], None] = lambda: None) -> None:
        heappush(self._queue, (moment.at, next(self._order), moment, happens))

    def _time(self, line: Line) -> float:
        if isinstance(line, ScenarioStep):
            return self._zero + (sum(line.at) / 2 if isinstance(line.at, tuple) else line.at)
        return self._zero + (line.at or 0)

    def _spread_rolls(self) -> None:
        """Several rolls at one moment come one after another; the last one is in time."""
        until = float("inf")
        for index in range(len(self._lines) - 1, -1, -1):
            events = [entry.event for entry in self._lines[index][1]]
            if any(isinstance(event, (ev.Rolled, ev.FirstRolled)) for event in events):
                self._times[index] = min(self._times[index], until)
                until = self._times[index] - (5_000 if isinstance(events[0], ev.Rolled) else 2_500)

    def _fault(self, at: float, line: ScenarioFault) -> None:
        self._add(Cue(at, "fault", line.words, line), partial(do, self._strings.bench, line.words))

    def _step(self, at: float, line: ScenarioStep, entries: list[Entry]) -> None:
        if line in self._presses:
            self._add(Cue(at, "press", line.sentence, line), partial(self._strings.press, *self._presses[line]))
            return
        act = self._by_hand(at, entries)
        if act is None:
            position = next((e.event for e in entries if isinstance(e.event, ev.PositionEntered)), None)
            happens = partial(self._lay_out, position) if position else lambda: None
            self._notice = max(self._notice, at) if position else self._notice
            if not all(isinstance(entry.event, ev.Time) for entry in entries):
                self._add(Cue(at, "say", line.sentence, line), happens)
            return
        # Nobody makes plans before those of others are made, nor before the cubes have come to rest.
        self._notice = max(self._notice, at - LEAD_MS - PACE_MS * (len(entries) - 1))
        self._add(Cue(self._notice, "hand", line.sentence, line), partial(self._try, at, line, act))
        if isinstance(entries[0].event, ev.Rolled):
            self._notice = at + 100

    def _try(self, at: float, line: ScenarioStep, act: Callable[[], object]) -> None:
        """Have it done; what cannot be done yet (the cubes are not rolled) is tried again until its time is over."""
        try:
            act()
        except CannotDo as error:
            now = self._strings.table.now
            if now < at + 3_000:
                again = Cue(now + 400, "hand", line.sentence, line)
                self._add(again, partial(self._try, at, line, act))
            else:
                self._add(Cue(now, "say", f"{line.sentence} ({error})", line))

    def _by_hand(self, at: float, entries: list[Entry]) -> Callable[[], object] | None:
        """What a body does for these entries, or nothing if it is not a body's to do."""
        strings = self._strings
        if not entries or any(entry.source not in ("camera", "gpio") for entry in entries):
            return None
        event = entries[0].event
        if isinstance(event, ev.Moved):
            moves = [entry.event for entry in entries if isinstance(entry.event, ev.Moved)]
            return lambda: strings.move(event.player, [move.cube for move in moves], event.to, at)
        if isinstance(event, ev.Rolled):
            return lambda: strings.roll(event.player, event.letters, at)
        if isinstance(event, ev.FirstRolled):
            return lambda: strings.roll_one(event.player, event.letter, at)
        if isinstance(event, ev.Turned):
            turns = [entry.event for entry in entries if isinstance(entry.event, ev.Turned)]
            return lambda: strings.turn(event.player, [turn.cube for turn in turns], event.letter, at)
        if isinstance(event, ev.GoalRead):
            return lambda: strings.arrange(event.letters, at)
        if isinstance(event, ev.Covered):
            lasts = self._stays(at, event.player, ev.Uncovered)
            return lambda: strings.cover(event.player, event.cubes, at, lasts)
        if isinstance(event, ev.HandAtBlock):
            lasts = self._stays(at, event.player, ev.HandLeftBlock)
            return lambda: strings.wait_at_block(event.player, at, lasts)
        if isinstance(event, ev.BlockLifted):
            return lambda: strings.lift_block(event.player, at)
        if isinstance(event, ev.BlockReturned):
            return lambda: strings.return_block(at)
        return lambda: None  # a hand goes by itself

    def _stays(self, at: float, player: str | None, end: type[ev.Event]) -> float:
        """How long a hand stays: until it is said to go, or its owner does something else."""
        for when, (_, entries) in zip(self._times, self._lines, strict=True):
            if when <= at:
                continue
            for event in (entry.event for entry in entries if entry.source in ("camera", "gpio")):
                if isinstance(event, end):
                    return when - at
                if getattr(event, "player", None) == player or isinstance(event, ev.Rolled):
                    return max(500.0, when - at - 4_000)
        return _LONGEST_STAY_MS

    def _lay_out(self, said: ev.PositionEntered) -> None:
        order = ("goal", "required", "permitted", "forbidden", "resources")
        self._strings.lay_out({region: getattr(said, region) for region in order})


def _pressed(match: Match | None, entries: list[Entry], pressing: Pressing) -> tuple[str, Button, bool] | None:
    """Who presses what for these entries, if somebody does and it is known who."""
    if match is None or len(entries) != 1 or entries[0].source != "player":
        return None
    event = entries[0].event
    player, pressed = getattr(event, "player", None), pressing(match, event)
    return (player, *pressed) if player is not None and pressed else None
