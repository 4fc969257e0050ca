"""What a sheet needs of a match's journal that the referee has no use for: seats, dates, reasons, corrections."""

from __future__ import annotations

from collections.abc import Iterable

from table.rules import events as ev
from table.rules.effective import effective
from table.rules.entry import Entry
from table.rules.games import unplayable
from table.rules.sheet import Record


def records(journal: Iterable[Entry]) -> list[Record]:
    """A record for each match that the referee folds out of the same journal, in the same order."""
    entries = list(journal)
    wall = {entry.seq: entry.wall for entry in entries}
    found: list[Record] = []
    for happening in effective(entries):
        event = happening.event
        if isinstance(event, ev.MatchOpened):
            if not unplayable(event):
                found.append(Record(event, wall[happening.seq]))
        elif found:
            _take(found[-1], event, wall[happening.seq])
    return found


def _take(record: Record, event: ev.Event, wall: str) -> None:
    if isinstance(event, ev.Signed):
        record.signed[event.player] = wall
    elif isinstance(event, ev.SheetCorrected):
        record.corrections.append(event)
    elif isinstance(event, ev.RoundReplayed):
        record.corrections.clear()  # what was signed before is void with the round
    note = _note(event)
    if note and note not in record.notes:
        record.notes.append(note)


def _note(event: ev.Event) -> str:
    """What a judge did that a reader of the sheet would ask about."""
    match event:
        case ev.ShakeScored():
            return f"Shake {event.shake}: scores set by judge {event.by}: {event.reason}"
        case ev.ShakeReplayed():
            return (
                f"Shake {event.shake}: replayed{_by(event.players)}, ordered by judge {event.by}: {event.reason} (IX-C)"
            )
        case ev.RoundReplayed():
            return f"The round was replayed{_by(event.players)}, ordered by judge {event.by}: {event.reason} (IX-C)"
        case ev.Disqualified():
            scope = "this round" if event.scope == "round" else "this and all later rounds"
            return f"{event.player} was disqualified for {scope} by judge {event.by}: {event.reason} (IX-C)"
        case ev.Warned():
            return f"{event.player} was warned by judge {event.by}: {event.reason} (IX-C)"
        case ev.TotalsEntered():
            shakes = "1 shake" if event.shakes == 1 else f"{event.shakes} shakes"
            return f"Judge {event.by} entered the totals after {shakes}."
    return ""


def _by(players: tuple[str, ...]) -> str:
    return f" by {', '.join(players)}" if players else ""
