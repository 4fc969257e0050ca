"""Events on their way into the journal: written in order, tried again where that fails, and never lost in silence."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import NamedTuple

from table.journal.journal import JournalDamaged, JournalError
from table.journal.session import Session
from table.rules import events as ev
from table.rules.entry import At, BadEntry, Source
from table.rules.match import Decision

REFUSED_KEPT = 100
"""Refusals that are remembered, until somebody has told them."""


class Unwritten(NamedTuple):
    """Something that happened and is not written down yet; without a time, it happens now."""

    event: ev.Event
    source: Source
    at: At | None = None


class JournalOutbox:
    """What is not written yet, and what follows from what is."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._waiting: deque[Unwritten] = deque()
        self.written_at = session.journal.now()
        """When something was last written."""
        self.refused: deque[str] = deque(maxlen=REFUSED_KEPT)
        """What could not be right, and why: the newest."""
        self.damaged = False
        """Whether the journal was found damaged: it is recovered when it is opened anew."""
        self._unwritable = self._unreadable = ""
        self._stuck = False
        """Whether writing failed, and nothing has happened since that would be a reason to try again."""

    @property
    def waiting(self) -> Sequence[Unwritten]:
        """What is not written yet, in order."""
        return self._waiting

    @property
    def trouble(self) -> str:
        """Why nothing can be written down or read, in words; nothing if it can."""
        return self._unwritable or self._unreadable

    def put(self, one: Unwritten) -> None:
        """Have something written after all that waits already; a tick has nothing to say after others."""
        if isinstance(one.event, ev.Time) and self._waiting:
            return
        at = self._session.journal.now() if one.at is None else one.at
        self._waiting.append(one._replace(at=at))
        self._stuck = False

    def try_again(self) -> None:
        """Time has passed: what could not be written may be written now."""
        self._stuck = False

    def write_next(self) -> list[Decision] | None:
        """Write what has waited longest, and give what follows; None if there is nothing, or it cannot be done now."""
        if not self._waiting:
            self._unwritable = ""
        if not self._waiting or self._stuck:
            return None
        event, source, at = self._waiting[0]
        try:
            self._session.journal.append(event, source, at)
        except BadEntry as error:  # a sensor's word that cannot be: kept apart, and play goes on
            self.refused.append(f"{event.kind}: {error}")
        except JournalError as error:
            self._stuck, self.damaged = True, isinstance(error, JournalDamaged)
            self._unwritable = f"{error} Events are held in memory ({len(self._waiting)}) until it can be written."
            return None
        self._waiting.popleft()
        self.written_at = self._session.journal.now()
        return self.read()

    def read(self) -> list[Decision]:
        """Take in what is new in the journal, of whomever, and give what follows."""
        try:
            decisions = self._session.catch_up()
        except JournalError as error:
            self._unreadable, self.damaged = str(error), isinstance(error, JournalDamaged)
            return []
        self._unreadable = ""
        return decisions

    def left(self) -> list[Unwritten]:
        """What a table that stops has not written down, and somebody must know of."""
        return [one for one in self._waiting if not isinstance(one.event, ev.Time)]
