"""Joins what is sensed to the journal, and what the referee wants shown to the table.

It is told of inputs, of what vision saw and of the passing of time, by whoever runs it; it appends events and says what
follows. Nothing in it waits, so that a lift or a countdown is never late because a picture is being read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple, Protocol

from hardware.parts import BlockMoved, Button, Input, Pressed, SandTimer, Trouble
from hardware.parts import Buzzer as BuzzerPart
from table.buttons import meaning, seated_at
from table.rules import events as ev
from table.rules.entry import At, BadEntry, Source
from table.rules.tournament.state import Decision, Match
from table.rules.tournament.view import due_announcements, phase, sand
from table.session import Session
from table.witness import events_of
from vision.changes import Change
from vision.sighting import Side

COUNTS = 200
"""Milliseconds. A lift takes 150 to count; Now and Impossible are kept for so long in case one is under way."""
TICK = 2_000
"""Milliseconds after which a tick is written while nothing else is, so that limits run out in the journal too."""
TELLS = {"time-up": "warning", "stop": "stop", "lifted": "lifted"}


class Sees(Protocol):
    """What the controller asks of vision."""

    def at_block(self, at: int) -> Side | None:
        """Whose hand was at the block at that moment, if that is known."""


class Waiting(NamedTuple):
    """A press that is kept until it is known whether a lift was under way."""

    until: int
    press: Pressed


class Controller:
    """One table: its session, its lights and its buzzer."""

    def __init__(
        self,
        session: Session,
        seats: Sequence[Side],
        glass: SandTimer,
        buzzer: BuzzerPart,
        eye: Sees | None = None,
        tell: Callable[[Decision], None] = lambda _: None,
        source: Source = "gpio",
    ) -> None:
        self.session = session
        self._seats = tuple(seats)
        self._glass, self._buzzer, self._eye, self._tell = glass, buzzer, eye, tell
        self._source = source
        self._kept: list[Waiting] = []
        self._held: dict[tuple[int, Button], ev.Event | None] = {}
        """What a long press would mean, by the match as it stood when the button went down."""
        self._lifted: int | None = None
        self._told: set[tuple[str, int, str]] = set()
        self._shown: tuple[str, float] = ("", -1.0)
        self._ticked = session.journal.now()
        self.refused: list[str] = []
        """What could not be written down, and why."""

    @property
    def match(self) -> Match | None:
        return self.session.match

    @property
    def people(self) -> Mapping[Side, str]:
        """Who sits at which side of the mat."""
        seated = self._seated()
        return {side: name for side, name in zip(self._seats, seated, strict=False) if name is not None}

    # What happens

    def sense(self, what: Input) -> None:
        """An input of block, buttons or a part in trouble; its time is the machine's."""
        if isinstance(what, BlockMoved):
            self._lifted = what.at if what.lifted else None
            self._append(ev.BlockLifted() if what.lifted else ev.BlockReturned(), self._source, self._when(what.at))
        elif isinstance(what, Pressed):
            self._press(what)
        elif isinstance(what, Trouble):
            words = {"part": what.part, "words": what.words}
            self._append(ev.Saw("trouble" if what.words else "well again", words), self._source, self._when(what.at))

    def saw(self, changes: Iterable[Change]) -> None:
        """What vision has concluded; its times are the machine's, and may be late."""
        for change in changes:
            at = self._when(change.at[0]), self._when(change.at[1])
            for event in events_of(change, self.match, self.people):
                self._append(event, "camera", at if at[0] < at[1] else at[1])

    def tick(self) -> None:
        """Time passes: limits run out, what others appended is taken in, lights and buzzer follow."""
        self._announce(self.session.catch_up())
        now, match = self.session.journal.now(), self.match
        for waiting in [kept for kept in self._kept if self._when(kept.until) <= now]:
            self._kept.remove(waiting)
            self._act(waiting.press)
        if match is None:
            return
        due = due_announcements(match)
        if (due and match.at < due[0].at <= now) or (now - self._ticked >= TICK and not match.closed):
            self._append(ev.Time(), "clock")
        self._show(now)

    # How it is done

    def _press(self, press: Pressed) -> None:
        key = press.seat, press.button
        match = self.match
        if match is None:
            return
        if press.long:
            event = self._held.pop(key, None)
            if event is not None:
                self._append(event, "player", self._when(press.at))
            return
        self._held[key] = meaning(match, press.seat, press.button, True, self._seated())
        if press.button in ("now", "impossible") and phase(match) in ("moving", "setting", "writing"):
            self._kept.append(Waiting(press.at + COUNTS, press))
        else:
            self._act(press)

    def _act(self, press: Pressed) -> None:
        assert self.match is not None
        event = meaning(self.match, press.seat, press.button, False, self._seated())
        if isinstance(event, ev.Said) and event.word in ("now", "impossible") and self._lifted is not None:
            event = self._challenger(event)
        if event is not None:
            self._append(event, "player", self._when(press.at))

    def _challenger(self, said: ev.Said) -> ev.Said:
        """Who lifted is who presses first, unless another hand was seen at the block: then a judge must say."""
        side = self._eye.at_block(self._lifted) if self._eye and self._lifted is not None else None
        hand = self.people.get(side) if side else None
        if hand is None or hand == said.player:
            return said
        words = {"pressed": said.player, "hand": hand}
        self._append(ev.Saw("another hand at the block than the one that pressed", words), "camera")
        return ev.Said(said.word, None)

    def _append(self, event: ev.Event, source: Source, at: At | None = None) -> None:
        try:
            decisions = self.session.append(event, source, at)
        except BadEntry as error:  # a sensor's word that cannot be: kept apart, and play goes on
            self.refused.append(f"{event.kind}: {error}")
            return
        self._ticked = self.session.journal.now()
        self._announce(decisions)

    def _announce(self, decisions: Iterable[Decision]) -> None:
        for decision in decisions:
            key = decision.kind, decision.at, decision.text
            if key in self._told:  # said already, before something late was folded in
                continue
            self._told.add(key)
            self._tell(decision)
            if decision.public:
                self.session.append(ev.Announced(decision.text, decision.cite), "clock")
                signal = TELLS.get(decision.kind)
                if signal:
                    self._buzzer.sound(signal)  # type: ignore[arg-type]

    def _show(self, now: int) -> None:
        assert self.match is not None
        glass = sand(self.match, max(now, self.match.at))
        shown = glass.state, round(glass.fraction, 3)
        if shown != self._shown:
            self._shown = shown
            self._glass.show(glass.state, glass.fraction)

    def _seated(self) -> tuple[str | None, ...]:
        opening = self.session.opening
        return seated_at(opening, self._seats) if opening is not None else ()

    def _when(self, at: int) -> int:
        """The table's time of a moment of the machine's, which cannot be after now."""
        return min(at + self.session.journal.offset, self.session.journal.now())
