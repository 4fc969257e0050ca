"""Folding a journal into matches: from the start, or live, going back to a snapshot when something late arrives."""

from __future__ import annotations

import pickle
from bisect import bisect_left, insort
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from table.rules.effective import Happening, Names, correct, effective, happening, in_order, named, when
from table.rules.entry import BadEntry, Entry
from table.rules.events import Corrected, MatchOpened, PlayerRenamed, Time
from table.rules.games import books, game_of, opened, unplayable
from table.rules.match import Decision, Match
from table.rules.naming import AnyEvent, with_names

EVENTS_BETWEEN = 512
"""Events between two snapshots."""
CHECKPOINTS_KEPT = 16
"""Snapshots that are kept; older ones are thinned out, so that going far back costs more, not memory."""


@dataclass(slots=True)
class Table:
    """All matches of a table's journal. The last one is the one being played."""

    matches: list[Match] = field(default_factory=list)

    @property
    def match(self) -> Match | None:
        return self.matches[-1] if self.matches else None

    def apply(self, h: Happening) -> list[Decision]:
        """Fold one event and say what follows from it."""
        match = self.match
        if type(h.event) is MatchOpened:
            return self._open(h.event, h)
        if match is None:
            if h.event.concerns == "table":
                return []
            return [Decision("note", h.at, f"'{h.event.kind}' came before any match was opened")]
        return game_of(match).apply(match, h.since, h.at, h.seq, h.event)

    def _open(self, event: MatchOpened, h: Happening) -> list[Decision]:
        problem = unplayable(event)
        if problem:
            return [Decision("note", h.at, problem)]
        last = self.match
        before = game_of(last).apply(last, h.since, h.at, h.seq, Time()) if last is not None else []
        self.matches.append(opened(event, h.at))
        names = ", ".join(seat.name for seat in event.players)
        return [
            *before,
            Decision("opened", h.at, f"{names} play by {books()[event.edition].title}", "I-A", None, True),
        ]


def fold(journal: Iterable[Entry]) -> tuple[Table, list[Decision]]:
    """The table's state and every decision on the way, from a whole journal."""
    table = Table()
    decisions: list[Decision] = []
    for h in effective(journal):
        decisions += table.apply(h)
    return table, decisions


class Checkpoint(NamedTuple):
    """A state to go back to. Matches that are over do not change any more, so only the last one is copied."""

    folded: int
    """how many happenings it has folded"""
    told: int
    """how many decisions it has made"""
    past: list[Match]
    match: bytes


_NOTHING = Checkpoint(0, 0, [], pickle.dumps([]))


class Referee:
    """A live fold: give it entries as they are written, in the order of the journal."""

    def __init__(self) -> None:
        self.table = Table()
        self.decisions: list[Decision] = []
        self._happenings: dict[int, Happening] = {}
        self._order: list[Happening] = []
        self._snapshots: list[Checkpoint] = []
        self._names: list[Names] = []
        """the names in each match, once a player was renamed"""

    def add(self, entry: Entry) -> list[Decision]:
        """Fold an entry; returns the decisions that follow from it. After something late, `decisions` may change."""
        event = entry.event
        if type(event) is Corrected:
            return self._correct(event)
        h = happening(entry.seq, entry.at, event)
        self._happenings[h.seq] = h
        if type(event) is PlayerRenamed:
            self._read_again()
            return []  # nothing that was decided is decided anew for being told with another name
        if self._names:
            if type(event) is MatchOpened:
                return self._read_again()
            h = named(h, self._names)
        last = self._order[-1] if self._order else None
        if last is None or h.at > last.at or (h.at == last.at and h.seq > last.seq):
            self._order.append(h)
            return self._apply(h)
        insort(self._order, h, key=when)
        return self._refold(h)

    def with_names(self, event: AnyEvent) -> AnyEvent:
        """An event of the last match with the names that are right by now."""
        return with_names(event, self._names[-1].right) if self._names else event

    def _read_again(self) -> list[Decision]:
        """Fold everything again, since names in it are others; returns the decisions that are new."""
        self._order, self._names = in_order(self._happenings.values())
        return self._refold(self._order[0])

    def _correct(self, correction: Corrected) -> list[Decision]:
        try:
            before = correct(self._happenings, correction)
        except BadEntry as error:
            return [Decision("note", 0, f"a correction of entry {correction.seq} was ignored: {error}")]
        if before is None:
            return []
        told = "is struck" if correction.event is None else f"now says '{correction.event.get('kind')}'"
        note = Decision("note", before.at, f"entry {correction.seq} {told}, by {correction.by}")
        after = self._happenings[correction.seq]
        if self._names:
            if MatchOpened in (type(before.event), type(after.event)):
                return [note, *self._read_again()]
            after = named(after, self._names)
        del self._order[bisect_left(self._order, when(before), key=when)]
        insort(self._order, after, key=when)
        return [note, *self._refold(min(before, after, key=when))]

    def _apply(self, h: Happening) -> list[Decision]:
        new = self.table.apply(h)
        self.decisions += new
        if len(self._order) % EVENTS_BETWEEN == 0:
            self._snapshot(len(self._order))
        return new

    def _snapshot(self, count: int) -> None:
        past, match = self.table.matches[:-1], pickle.dumps(self.table.matches[-1:], -1)
        self._snapshots.append(Checkpoint(count, len(self.decisions), past, match))
        if len(self._snapshots) > CHECKPOINTS_KEPT:
            del self._snapshots[: CHECKPOINTS_KEPT - 2 : 2]

    def _refold(self, changed: Happening) -> list[Decision]:
        """Go back to before the change and fold again; returns the decisions that are new."""
        place = bisect_left(self._order, when(changed), key=when)
        while self._snapshots and self._snapshots[-1].folded > place:
            self._snapshots.pop()
        count, told, past, match = self._snapshots[-1] if self._snapshots else _NOTHING
        known = set(self.decisions[told:])
        del self.decisions[told:]
        self.table = Table([*past, *pickle.loads(match)])
        for number, h in enumerate(self._order[count:], count + 1):
            self.decisions += self.table.apply(h)
            if number % EVENTS_BETWEEN == 0:
                self._snapshot(number)
        return [d for d in self.decisions[told:] if d not in known]
