"""A journal with its referee: opened together, brought up to date together, appended to as one."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from importlib.metadata import version
from pathlib import Path
from typing import NamedTuple, Self

import msgspec

from table.journal.clock import Clock
from table.journal.journal import Journal
from table.language.sentences import Saying, understand
from table.rules.entry import At, BadEntry, Entry, Source
from table.rules.events import (
    CUBES,
    Covered,
    Event,
    FaceNamed,
    HandAtBlock,
    HandLeftBlock,
    MatchOpened,
    PlayerRenamed,
    PositionEntered,
    Restarted,
    Rolled,
    Saw,
    Uncovered,
)
from table.rules.fold import Referee
from table.rules.games import at_moment
from table.rules.match import Decision, Match
from table.rules.validate import Door


class SaidSentence(NamedTuple):
    """A sentence that was written down, and what came of it."""

    sentence: str
    usual: Source
    """who or what such a sentence comes from at a table that watches by itself"""
    entries: list[Entry]
    decisions: list[Decision]


class Session:
    """A table's journal being written and folded. What another process appends is taken in by `catch_up`."""

    def __init__(self, journal: Journal) -> None:
        """A journal of which nothing is folded yet; `open` folds it."""
        self.journal = journal
        self.referee = Referee()
        self.opening: MatchOpened | None = None
        """How the match being played was opened."""
        self.cubes: Entry | None = None
        """Where the cubes of this match were last seen to lie."""
        self.named: dict[int, str] = {}
        """What judges have said that cubes of this shake show."""
        self.covered: tuple[int, ...] = ()
        """The cubes that were last seen to be covered."""
        self.at_block = False
        """Whether a hand was last seen to be at the block."""
        self.misread: set[str] = set()
        """Letters that rolled cubes of this table were taken for and did not show, as judges have said."""
        self._rolled = ""
        self._seq = 0

    @classmethod
    def open(cls, directory: Path, clock: Clock | None = None) -> Self:
        """Open a table's journal to go on with it: folded, and if the machine was restarted, that is written down."""
        session = cls(Journal(directory, clock))
        session.catch_up()
        lost = session.journal.restarted
        if lost is not None:
            session.append(Restarted(lost), "clock")
        return session

    @property
    def seq(self) -> int:
        """The number of the newest entry that was folded."""
        return self._seq

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

    def say(self, sentences: Iterable[str], at: At | None = None) -> list[SaidSentence]:
        """Append what people say: all of the sentences, or none if one of them cannot be right.

        Raises BadSentence or BadEntry; then nothing was written.
        """
        said = []
        for sentence, saying in self._rehearse(sentences, at):
            entries, decisions = [], []
            for event in saying.events:
                entries.append(self.journal.append(_stamped(event), _speaker(saying.source), at))
                decisions += self.catch_up()
            said.append(SaidSentence(sentence, saying.source, entries, decisions))
        return said

    def close(self) -> None:
        self.journal.close()

    def _take(self, entry: Entry) -> list[Decision]:
        self._seq = entry.seq
        if isinstance(entry.event, MatchOpened):
            self.opening, self.cubes, self.named = entry.event, None, {}
        elif isinstance(entry.event, Saw) and entry.event.what == CUBES:
            self.cubes = entry
        elif isinstance(entry.event, FaceNamed):
            self.named[entry.event.cube] = entry.event.letter
            taken = self._rolled[entry.event.cube - 1 : entry.event.cube]
            if taken and taken != entry.event.letter:
                self.misread.add(taken)
        elif isinstance(entry.event, Covered | Uncovered):
            self.covered = entry.event.cubes if isinstance(entry.event, Covered) else ()
        elif isinstance(entry.event, HandAtBlock | HandLeftBlock):
            self.at_block = isinstance(entry.event, HandAtBlock)
        elif isinstance(entry.event, Rolled | PositionEntered):
            self.named = {}
            self._rolled = entry.event.letters if isinstance(entry.event, Rolled) else ""
        decisions = self.referee.add(entry)
        if isinstance(entry.event, PlayerRenamed) and self.opening is not None:
            self.opening = self.referee.with_names(self.opening)
        return decisions

    def _rehearse(self, sentences: Iterable[str], at: At | None) -> list[tuple[str, Saying]]:
        """Play the sentences on a copy, because each is read against what the ones before it made of the table."""
        door, referee, seq = Door(), Referee(), 0
        for entry in self.journal.entries():
            with suppress(BadEntry):  # what is in the journal is a fact, right or not
                door.admit(entry)
            referee.add(entry)
            seq = entry.seq
        said: list[tuple[str, Saying]] = []
        now = max(self.journal.now(), door.t)
        for sentence in sentences:
            saying = understand(sentence, _as_it_stands(referee, now if at is None else at))
            said.append((sentence, saying))
            for event in saying.events:
                seq += 1
                entry = Entry(seq, now, now if at is None else at, _speaker(saying.source), event)
                door.admit(entry)
                match = referee.table.match
                if match is not None and entry.moment < match.opened and not isinstance(event, MatchOpened):
                    raise BadEntry("that was before the match was opened")
                referee.add(entry)
        return said


def _as_it_stands(referee: Referee, at: At) -> Match | None:
    """The match at the moment of speaking, with the limits that have run out by then."""
    match = referee.table.match
    moment = at if isinstance(at, int) else at[1]
    return at_moment(match, moment)[0] if match is not None and moment > match.at else match


def _stamped(event: Event) -> Event:
    """A match that is opened says which rules it is played by, so that an upgrade cannot rescore it in silence."""
    if isinstance(event, MatchOpened) and not event.rules:
        return msgspec.structs.replace(event, rules=version("wff-table"))
    return event


def _speaker(usual: Source) -> Source:
    """A person says it, even what a sensor usually does; people at the table are staff if they are nobody else."""
    return usual if usual in ("player", "judge") else "staff"
