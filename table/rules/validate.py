"""What makes a journal one that cannot be right: unknown players, cubes that are nowhere, time running backwards.

The referee takes anything and notes what does not fit; this is for the door, where a file or a sentence comes in.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from table.rules import events as ev
from table.rules.effective import NO_RENAMING, rename
from table.rules.entry import BadEntry, Entry, decode_embedded
from table.rules.games import game_by, unplayable
from table.rules.naming import cubes_in, players_in


@dataclass(slots=True)
class Door:
    """Lets entries in one by one, in the order of the journal; raises BadEntry for the first that cannot be right."""

    names: dict[str, str] = field(default_factory=dict)
    """every name that a player of the match has or had, with the right one"""
    book: str = ""
    cubes: int = 0
    seq: int = 0
    t: int = 0
    corrections: set[int] = field(default_factory=set)
    renamings: set[int] = field(default_factory=set)
    openings: list[tuple[int, dict[str, str]]] = field(default_factory=list)
    """each match by the number of its first entry, with the names of its players"""

    def admit(self, entry: Entry) -> None:
        if entry.seq <= self.seq:
            raise BadEntry(f"entry {entry.seq} comes after entry {self.seq}; numbers must rise")
        if entry.t < self.t:
            raise BadEntry(f"time runs backwards: t is {entry.t} after {self.t}")
        if not self.names and entry.event.concerns == "match":
            raise BadEntry(f"'{entry.event.kind}' came before any match was opened")
        self._event(entry.event)
        if entry.event.judges_only and entry.source not in ("judge", "staff"):
            raise BadEntry(f"'{entry.event.kind}' is a judge's to say, not of source '{entry.source}'")
        if isinstance(entry.event, ev.Corrected):
            self._correction(entry, entry.event)
        if isinstance(entry.event, ev.MatchOpened):
            self.openings.append((entry.seq, self.names))
        if isinstance(entry.event, ev.PlayerRenamed):
            self.renamings.add(entry.seq)
        self.seq, self.t = entry.seq, entry.t

    def _event(self, event: ev.Event) -> None:
        if isinstance(event, ev.MatchOpened):
            problem = unplayable(event)
            if problem:
                raise BadEntry(problem)
            self.names = {seat.name: seat.name for seat in event.players}
            self.cubes, self.book = 0, event.edition
        elif isinstance(event, ev.PlayerRenamed):
            problem = rename(self.names, event)
            if problem:
                raise BadEntry(problem)
        elif isinstance(event, ev.Rolled):
            self.cubes = len(event.letters)
        elif isinstance(event, ev.PositionEntered):
            self.cubes = sum(map(len, (event.goal, event.required, event.permitted, event.forbidden, event.resources)))
        self._names(event)
        self._cubes(event)
        if isinstance(event, ev.Charged | ev.ChargeNamed) and event.what is not None:
            game = game_by(self.book)
            if game is not None and event.what not in game.flag_kinds:
                raise BadEntry(f"there is no illegal procedure called '{event.what}'; docs/flags.md lists them")

    def _names(self, event: ev.Event) -> None:
        if isinstance(event, ev.MatchOpened):
            return  # it says itself who plays, and who was warned elsewhere
        for name in players_in(event):
            if name not in self.names:
                known = f"the players are {', '.join(self.names)}" if self.names else "no match has been opened"
                raise BadEntry(f"unknown player '{name}' in '{event.kind}'; {known}")

    def _cubes(self, event: ev.Event) -> None:
        if event.judges_only:
            return  # a judge may know of cubes that the table has not read yet; the referee says whether they lie there
        for cube in cubes_in(event):
            if cube > self.cubes:
                lie = f"{self.cubes} cubes were rolled" if self.cubes else "no cubes have been rolled"
                raise BadEntry(f"cube {cube} in '{event.kind}' is nowhere: {lie}")

    def _correction(self, entry: Entry, event: ev.Corrected) -> None:
        if event.seq >= entry.seq or event.seq in self.corrections:
            raise BadEntry(f"entry {event.seq} cannot be corrected: it is no earlier event")
        if event.seq in self.renamings:
            raise BadEntry(f"entry {event.seq} cannot be corrected: it renames a player; rename the player again")
        self.corrections.add(entry.seq)
        if event.at is not None:
            first, last = (event.at, event.at) if isinstance(event.at, int) else event.at
            if not 0 <= first <= last <= entry.t:
                raise BadEntry(f"entry {event.seq} cannot have happened at {event.at}")
        if event.event is not None:
            self._substitute(event.seq, decode_embedded(event.event))

    def _substitute(self, seq: int, event: ev.Event) -> None:
        """Check what takes an entry's place against the match that the entry belongs to."""
        if isinstance(event, ev.PlayerRenamed):
            raise BadEntry(NO_RENAMING)
        now = self.names, self.cubes
        match = next((number for number, (first, _) in reversed(list(enumerate(self.openings))) if first <= seq), None)
        if match is not None:
            self.names = self.openings[match][1]
            self.cubes = 99  # how many were rolled then is for the referee to say
        self._event(event)
        if match is not None and self.openings[match][0] == seq:
            self.openings[match] = (seq, self.names)
        if match is None or match < len(self.openings) - 1 or not isinstance(event, ev.MatchOpened):
            self.names, self.cubes = now
        else:
            self.cubes = now[1]
