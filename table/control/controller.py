"""Joins what is sensed to the journal, and what the referee wants shown to the table.

It is told of inputs, of what vision saw and of the passing of time, by whoever runs it; it appends events and says what
follows. Nothing in it waits, so that a lift or a countdown is never late because a picture is being read.

Each of its parts says what is to be written down; only here it is, one after the other, and what follows from each is
said before the next.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence

from hardware.parts import BlockMoved, Buzzer, ChallengeBlock, Input, Part, Pressed, SandTimer, Trouble
from table.control.announcer import Announcer
from table.control.block_check import BlockCheck
from table.control.buttons import people_at
from table.control.outbox import JournalOutbox, Unwritten
from table.control.presses import Presses
from table.control.questions import Questions
from table.control.senses import BEFOREHAND, SIGHT, Senses
from table.control.table_time import table_time
from table.control.vision import Vision
from table.journal.session import Session
from table.rules import events as ev
from table.rules.entry import Source
from table.rules.games import game_of
from table.rules.match import Decision, Match
from table.seeing.evidence import Interval
from table.seeing.sighting_events import sighted
from vision.changes import Change
from vision.sighting import Side

TICK_MS = 2_000
"""After so long a tick is written while nothing else is, so that limits run out in the journal too."""


class Controller:
    """One table: its session, its lights and its buzzer."""

    def __init__(
        self,
        session: Session,
        seats: Sequence[Side],
        glass: SandTimer,
        buzzer: Buzzer,
        vision: Vision | None = None,
        tell: Callable[[Decision], None] = lambda _: None,
        source: Source = "gpio",
        block: ChallengeBlock | None = None,
        buttons: Part | None = None,
    ) -> None:
        self.session = session
        self._seats, self._glass, self._block, self._watched = tuple(seats), glass, block, vision is not None
        self._outbox = JournalOutbox(session)
        self._announcer = Announcer(session, self._outbox, buzzer, vision, tell)
        self._senses = Senses(session, source, block, buttons)
        self._block_check = BlockCheck(session, self._senses, source)
        self._presses = Presses(session, self._seats, self._block_check, vision)
        self._questions = Questions(session, vision)
        self._known = 0
        """Until when vision has seen all."""
        self._shown: tuple[str, float] = ("", -1.0)

    @property
    def match(self) -> Match | None:
        return self.session.match

    @property
    def people(self) -> Mapping[Side, str]:
        """Who sits at which side of the mat."""
        return people_at(self.session.opening, self._seats)

    @property
    def lost(self) -> Mapping[ev.Sense, str]:
        """What the table is without, and why."""
        return self._senses.lost

    @property
    def trouble(self) -> str:
        """Why nothing can be written down or read, in words; nothing if it can."""
        return self._outbox.trouble

    @property
    def damaged(self) -> bool:
        """Whether the journal was found damaged: it is recovered when it is opened anew."""
        return self._outbox.damaged

    @property
    def refused(self) -> deque[str]:
        """What could not be right, and why: the newest; who has told it may take it out."""
        return self._outbox.refused

    def needed(self) -> Sequence[Interval]:
        """The times whose pictures pending flags need, of every match; another thread may ask."""
        return self._announcer.needed

    def start(self) -> None:
        """Take up the table as it is: the block may have been lifted or put back while nobody watched."""
        self._announcer.take_up()  # that the clocks stand still, if the power was gone
        self._write()
        if self._block is not None and not self._block.trouble():
            self._append(self._block_check.found(self._block.lifted))

    def sense(self, what: Input) -> None:
        """An input of block, buttons or a part in trouble; its time is the machine's."""
        if isinstance(what, BlockMoved):
            self._append(self._block_check.moved(what))
        elif isinstance(what, Pressed):
            self._append(self._presses.press(what, behind=bool(self._outbox.waiting)))
        elif isinstance(what, Trouble):
            at = table_time(self.session.journal, what.at)
            details = {"part": what.part, "words": what.words}
            self._append([Unwritten(ev.Saw("trouble" if what.words else "well again", details), "clock", at)])
            self._senses.trouble(what)
            self._append(self._senses.news(at))

    def saw(self, changes: Iterable[Change], known: int) -> None:
        """What vision has concluded, and until when it knows all; its times are the machine's, and may be late."""
        journal = self.session.journal
        for change in changes:
            first, last = (table_time(journal, at) for at in change.at)
            seen = sighted(change, self.match, self.people, self.lost)
            if seen.on_pad is not None:
                self._block_check.seen(seen.on_pad, change.at[1])
            if seen.in_sight is not None:
                self._senses.tell("camera", SIGHT, "" if seen.in_sight else "the mat is out of sight")
                self._append(self._senses.news(last))
            self._append(Unwritten(event, "camera", (first, last) if first < last else last) for event in seen.events)
            if seen.at_rest is not None:
                self._questions.lie(seen.at_rest)
                self._compare()
        self._known = table_time(journal, known)
        self._senses.tell("camera", BEFOREHAND, "")  # a picture was seen

    def tick(self) -> None:
        """Time passes: limits run out, what others appended is taken in, lights and buzzer follow."""
        self._catch_up()
        if "block" in self._senses.are_back() and self._block is not None:
            self._append(self._block_check.found(self._block.lifted))
        self._append(self._senses.news())
        now, match = self.session.journal.now(), self.match
        self._take_presses(now)
        if match is None:
            return
        self._append(self._block_check.compare(now, self._known))
        due = game_of(match).due(match)
        idle = now - self._outbox.written_at >= TICK_MS and not match.closed
        if idle or (due and match.at < due[0].at <= now):
            self._append([Unwritten(ev.Time(), "clock", now)])
        if self._outbox.waiting and due and due[0].at <= now:
            self._announcer.foresee(match, now)
        self._announcer.announce_lifts(now, self._known if self._watched and "camera" not in self.lost else None)
        self._write()
        self._show(now)

    def close(self) -> list[Unwritten]:
        """Try for a last time to write down what has happened; gives what could not be."""
        self._outbox.try_again()
        self._write()
        return self._outbox.left()

    # Writing it down, and telling

    def _append(self, happened: Iterable[Unwritten]) -> None:
        """Write down what happened, one after the other, and say what follows from each."""
        for one in happened:
            self._outbox.put(one)
            self._write()

    def _write(self) -> None:
        """Empty the outbox as far as that can be done now, and say what follows; which goes into it in turn."""
        while (decisions := self._outbox.write_next()) is not None:
            self._announcer.announce(decisions)

    def _catch_up(self) -> None:
        """Write what could not be written before, take in what others have written, and say what follows."""
        self._outbox.try_again()
        self._write()
        decisions = self._outbox.read()
        if self._questions.heard_judge():
            self._compare()
        self._announcer.announce(decisions)
        self._write()
        if decisions:
            self._compare()

    def _compare(self) -> None:
        if not self._outbox.waiting:  # else the journal does not know yet what was seen
            self._append(self._questions.compare())

    def _take_presses(self, now: int) -> None:
        """Take presses that have waited; not before all that happened is written, for what they mean depends on it."""
        while not self._outbox.waiting and (happened := self._presses.take_next(now)) is not None:
            self._append(happened)

    def _show(self, now: int) -> None:
        assert self.match is not None
        glass = game_of(self.match).sand(self.match, max(now, self.match.at))
        shown = glass.state, round(glass.fraction, 3)
        if shown != self._shown:
            self._shown = shown
            self._glass.show(glass.state, glass.fraction)
