"""Puts scoresheets together: what the game makes of a match, with the event, the table and local times added. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, tzinfo

from msgspec.structs import replace

from table.rules.entry import Entry
from table.rules.fold import fold
from table.rules.games import game_of
from table.rules.match import Match
from table.rules.sheet import PlayerColumn, Record, Sheet
from table.sheets.record import records


def sheets(journal: Iterable[Entry], event: str = "", table: str = "", zone: tzinfo | None = None) -> list[Sheet]:
    """The sheets of all matches of a journal. Times are shown in `zone`, or else in the machine's own."""
    entries = list(journal)
    folded, _ = fold(entries)
    return [
        assemble(match, record, event, table, zone)
        for match, record in zip(folded.matches, records(entries), strict=True)
    ]


def assemble(m: Match, record: Record, event: str = "", table: str = "", zone: tzinfo | None = None) -> Sheet:
    """One match's sheet, as things stand."""
    sheet = game_of(m).sheet(m, record)
    players = tuple(_dated(player, zone) for player in sheet.players)
    return replace(sheet, event=event, table=table, opened=_local(sheet.opened, zone), players=players)


def _dated(player: PlayerColumn, zone: tzinfo | None) -> PlayerColumn:
    signature = player.signature
    if signature is None:
        return player
    return replace(player, signature=replace(signature, at=_local(signature.at, zone)))


def _local(wall: str, zone: tzinfo | None) -> str:
    """A wall time of the journal in the zone of those who read the sheet, to the minute."""
    try:
        return datetime.fromisoformat(wall).astimezone(zone).isoformat(sep=" ", timespec="minutes")
    except (ValueError, OverflowError):
        return ""  # a journal that was written by hand need not have it
