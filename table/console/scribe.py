"""The one thread of the console that folds the journal and writes to it.

Pages never touch the journal. They are drawn from a `Snapshot`, a copy of the match that nobody changes any more, and
what people do on them is handed over as a deed: a function from the match as it stands to the events it comes to. So
two judges who rule at once are two deeds one after the other, and the second sees what the first one did.
"""

from __future__ import annotations

import copy
import queue
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass, field
from importlib.metadata import version
from itertools import takewhile
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias, TypeVar

import msgspec

from table.journal.clock import Clock, clock_of
from table.journal.journal import JournalError
from table.journal.session import Session
from table.rules import events as ev
from table.rules.entry import BadEntry, Entry, Source
from table.rules.games import at_moment, game_of, unplayable
from table.rules.match import Decision, Match
from table.rules.validate import Door
from table.service.readiness import under_way

POLL_S = 0.02
"""Seconds between two looks at the journal."""
FRESH_MS = 1_000
"""Milliseconds after which the match is looked at again, because a limit may have run out in silence."""
REOPEN_S = 1.0
"""Seconds to wait before a journal that could not be read is opened again."""


T = TypeVar("T")


class Refused(Exception):  # noqa: N818 - it reads better so
    """What was asked for cannot be done as things stand; the sentence says why."""


Deed: TypeAlias = Callable[[Match | None], Sequence[ev.Event]]
"""What somebody wants to do: from the match as it stands to the events it comes to. Raises `Refused`."""


@dataclass(frozen=True)
class Snapshot:
    """The table as it stands: everything that pages are drawn from."""

    match: Match | None = None
    opening: ev.MatchOpened | None = None
    told: tuple[Decision, ...] = ()
    """what the referee concluded in this match"""
    entries: tuple[Entry, ...] = ()
    """the journal of this match, without the ticks"""
    heard: int | None = None
    """when the controller last wrote anything"""
    written: int = 0
    """the number of the newest entry"""
    troubles: dict[str, str] = field(default_factory=dict)
    """what is wrong with parts of the table, in words"""
    down: str = "The journal is being read."
    """why nothing can be shown or written; nothing if all is well"""


class _Apart(NamedTuple):
    """Something to do to the journal's file while it is closed."""

    work: Callable[[], Any]
    result: Future[Any]


class Scribe(threading.Thread):
    """Follows a journal, tells every change, and does the deeds it is given, one at a time."""

    def __init__(self, directory: Path, tell: Callable[[Snapshot], None], clock: Clock | None = None) -> None:
        super().__init__(name="scribe", daemon=True)
        self._directory, self._tell = directory, tell
        self.clock = clock or clock_of(directory)
        self._deeds: queue.SimpleQueue[tuple[Deed, Source, Future[list[Decision]]] | _Apart | None]
        self._deeds = queue.SimpleQueue()
        self._apart: _Apart | None = None
        self._offset = 0
        self._fresh = 0
        self._forget()

    def now(self) -> int:
        """The table's time, for whoever sends something; any thread may ask."""
        return self.clock.now() + self._offset

    def write(self, deed: Deed, source: Source) -> Future[list[Decision]]:
        """Have a deed done; its result is what the referee says to it, or `Refused`, `BadEntry` or `JournalError`."""
        result: Future[list[Decision]] = Future()
        self._deeds.put((deed, source, result))
        return result

    def apart(self, work: Callable[[], T]) -> Future[T]:
        """Have something done to the journal's file while nobody plays and this console has it closed."""
        result: Future[T] = Future()
        self._deeds.put(_Apart(work, result))
        return result

    def stop(self) -> None:
        """End after the deeds that were given before."""
        self._deeds.put(None)
        self.join(5)

    def run(self) -> None:
        going = True
        while going:
            try:
                going = self._work()
            except JournalError as error:
                going = self._stand_by(str(error))
            except Exception as error:  # whatever it is, the pages must say so and not stand still
                going = self._stand_by(f"The journal cannot be followed: {error}.")

    def _work(self) -> bool:
        """Open the journal and follow it; False once it is told to stop."""
        session = Session.open(self._directory, self.clock)
        try:
            self._forget()
            self._offset = session.journal.offset
            return self._follow(session)
        finally:
            session.close()
            self._work_apart()

    def _work_apart(self) -> None:
        asked, self._apart = self._apart, None
        if asked is None:
            return
        self._tell(Snapshot(down="The journal is being replaced by a backup."))
        try:
            asked.result.set_result(asked.work())
        except Exception as error:
            asked.result.set_exception(error)

    def _forget(self) -> None:
        self._door = Door()
        self._seq = 0
        self._entries: list[Entry] = []
        self._heard: int | None = None
        self._troubles: dict[str, str] = {}

    def _stand_by(self, why: str) -> bool:
        """Nothing can be done until the journal opens; whoever asks is told so."""
        self._tell(Snapshot(down=why))
        with suppress(queue.Empty):
            asked = self._deeds.get(timeout=REOPEN_S)
            if asked is None:
                return False
            (asked.result if isinstance(asked, _Apart) else asked[2]).set_exception(JournalError(why))
        return True

    def _follow(self, session: Session) -> bool:
        """Until it is told to stop, or the journal cannot be read."""
        self._fresh = 0
        while True:
            if self._catch_up(session) or self.now() >= self._fresh:
                self._show(session)
            with suppress(queue.Empty):
                asked = self._deeds.get(timeout=POLL_S)
                if asked is None:
                    return False
                if not isinstance(asked, _Apart):
                    self._do(session, *asked)
                elif self._idle(session, asked.result):
                    self._apart = asked
                    return True

    def _idle(self, session: Session, result: Future[Any]) -> bool:
        match = session.match
        if match is not None and under_way(match):
            result.set_exception(Refused(f"Match {match.id} is under way: close its round first."))
            return False
        return True

    def _catch_up(self, session: Session) -> bool:
        """Take in what was written, and no more than was folded: what comes in between is for the next time."""
        session.catch_up()
        before = self._seq
        for entry in takewhile(lambda entry: entry.seq <= session.seq, session.journal.entries(before)):
            self._take(entry)
        return self._seq > before

    def _take(self, entry: Entry) -> None:
        self._seq = entry.seq
        with suppress(BadEntry):  # what is in the journal is a fact, right or not
            self._door.admit(entry)
        event = entry.event
        if isinstance(event, ev.MatchOpened) and not unplayable(event):
            self._entries.clear()
        if not isinstance(event, ev.Time):
            self._entries.append(entry)
        if entry.source in ("camera", "gpio", "pod", "clock"):
            self._heard = entry.t
        if isinstance(event, ev.SenseLost):
            self._troubles[event.sense] = event.words or "is gone"
        elif isinstance(event, ev.SenseBack):
            self._troubles.pop(event.sense, None)
        elif isinstance(event, ev.Saw) and event.what in ("trouble", "well again"):
            part = str(event.details.get("part", "a part"))
            self._troubles.pop(part, None)
            if event.what == "trouble":
                self._troubles[part] = str(event.details.get("words", ""))

    def _show(self, session: Session) -> None:
        """Tell how things stand now, and note when to look again although nothing was written."""
        now, match = self.now(), session.match
        told = session.referee.decisions
        later: list[Decision] = []
        soon = now + FRESH_MS
        if match is not None:
            match, later = at_moment(match, max(now, match.at))
            soon = min([soon, *(due.at + 1 for due in game_of(match).due(match))])
        opened = match.opened if match else 0
        self._tell(
            Snapshot(
                match,
                session.opening,
                tuple(d for d in [*told, *later] if d.at >= opened),
                tuple(self._entries),
                self._heard,
                self._seq,
                dict(self._troubles),
                "",
            )
        )
        self._fresh = soon

    def _do(self, session: Session, deed: Deed, source: Source, result: Future[list[Decision]]) -> None:
        if not result.set_running_or_notify_cancel():
            return
        try:
            if self._catch_up(session):
                self._show(session)
            match, now = session.match, max(self.now(), session.match.at if session.match else 0)
            events = [_stamped(e) for e in deed(at_moment(match, now)[0] if match is not None else None)]
            self._admit(events, source, now)
            decisions = [d for event in events for d in session.append(event, source)]
            self._catch_up(session)
            self._show(session)  # first, so that whoever asked finds it on every page
            result.set_result(decisions)
        except JournalError as error:
            result.set_exception(error)
            raise  # the file is in trouble: open it again
        except Exception as error:
            result.set_exception(error)

    def _admit(self, events: Sequence[ev.Event], source: Source, now: int) -> None:
        """All of it can be right, or nothing is written."""
        door, t = copy.deepcopy(self._door), max(now, self._door.t)
        for number, event in enumerate(events, door.seq + 1):
            door.admit(Entry(number, t, t, source, event))


def _stamped(event: ev.Event) -> ev.Event:
    """A match that is opened says which rules it is played by, so that an upgrade cannot rescore it in silence."""
    if isinstance(event, ev.MatchOpened) and not event.rules:
        return msgspec.structs.replace(event, rules=version("wff-table"))
    return event
