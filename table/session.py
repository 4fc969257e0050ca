"""A journal with its referee: opened together, brought up to date together, appended to as one."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from table.clock import Clock
from table.journal import Journal
from table.play.sentences import understand
from table.rules.entry import At, BadEntry, Entry, Source
from table.rules.events import Event, Restarted
from table.rules.fold import Referee
from table.rules.tournament.state import Decision, Match
from table.rules.validate import Door


class Session:
    """A table's journal being written and folded. What another process appends is taken in by `catch_up`."""

    def __init__(self, directory: Path, clock: Clock | None = None) -> None:
        self.journal = Journal(directory, clock)
        self.referee = Referee()
        self._seq = 0
        self.catch_up()
        lost = self.journal.restarted
        if lost is not None:
            self.append(Restarted(lost), "clock")

    @property
    def match(self) -> Match | None:
        return self.referee.table.match

    def catch_up(self) -> list[Decision]:
        """Fold what has been written since the last time."""
        return [decision for entry in self.journal.entries(self._seq) for decision in self._take(entry)]

    def append(self, event: Event, source: Source, at: At | None = None) -> list[Decision]:
        """Write an event, durably, and only then act on it."""
        self.journal.append(event, source, at)
        return self.catch_up()

    def say(self, sentences: Iterable[str], at: At | None = None) -> list[Decision]:
        """Append what people say: all of the sentences, or none if one of them cannot be right.

        Raises BadSentence or BadEntry; then nothing was written.
        """
        events = self._rehearse(sentences, at)
        return [decision for event, source in events for decision in self.append(event, source, at)]

    def close(self) -> None:
        self.journal.close()

    def _take(self, entry: Entry) -> list[Decision]:
        self._seq = entry.seq
        return self.referee.add(entry)

    def _rehearse(self, sentences: Iterable[str], at: At | None) -> list[tuple[Event, Source]]:
        """Play the sentences on a copy, because each is read against what the ones before it made of the table."""
        door, referee, seq = Door(), Referee(), 0
        for entry in self.journal.entries():
            with suppress(BadEntry):  # what is in the journal is a fact, right or not
                door.admit(entry)
            referee.add(entry)
            seq = entry.seq
        said: list[tuple[Event, Source]] = []
        now = max(self.journal.now(), door.t)
        for sentence in sentences:
            saying = understand(sentence, referee.table.match)
            for event in saying.events:
                seq += 1
                entry = Entry(seq, now, now if at is None else at, saying.source, event)
                door.admit(entry)
                referee.add(entry)
                said.append((event, saying.source))
        return said
