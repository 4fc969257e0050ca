"""Sheets as lines of named cells, the way spreadsheets want them: one kind of line for each thing on the sheet."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple, TypeAlias

from table.rules.sheet import PlayerColumn, ShakeRow, Sheet

Cell: TypeAlias = str | int | None


class SheetLine(NamedTuple):
    kind: str
    cells: dict[str, Cell]


WHERE = ("event", "table", "date", "match", "edition", "division")
"""What every line begins with."""

COLUMNS: dict[str, tuple[str, ...]] = {
    "total": ("player", "seat", "carried over", "shake scores", "penalties", "sum", "total", "match points", "signed",
              "sheet", "remark"),
    "shake": ("shake", "replay", "state", "player", "score", "setter", "goal", "ending", "challenger", "mover", "side",
              "solution", "judge"),
    "penalty": ("shake", "player", "points", "reason", "cite", "needs initials", "judge", "counts"),
    "correction": ("player", "listed", "right", "stands", "honest", "agreed", "judge"),
    "difference": ("signer", "player", "signed total", "total now", "corrected"),
    "note": ("note",),
}  # fmt: skip
"""The columns of each kind of line, after those of WHERE."""


def lines(sheets: Sequence[Sheet]) -> Iterator[SheetLine]:
    """Every sheet's lines: totals first, because they are what most readers came for."""
    for sheet in sheets:
        where: dict[str, Cell] = {name: getattr(sheet, name) for name in WHERE}
        for kind, values in _values(sheet):
            yield SheetLine(kind, where | dict(zip(COLUMNS[kind], values, strict=True)))


def _values(sheet: Sheet) -> Iterator[tuple[str, tuple[Cell, ...]]]:
    for player in sheet.players:
        yield "total", _total(sheet, player)
    for shake in sheet.shakes:
        for player in sheet.players:
            yield "shake", _shake(shake, player.name)
    for p in sheet.penalties:
        counts = "struck" if p.struck else _yes(p.counts)
        needs = _yes(p.needs_initials)
        yield "penalty", (p.shake, p.player, p.points, p.reason, p.cite, needs, p.initials, counts)
    for c in sheet.corrections:
        agreed = ", ".join(c.consent)
        yield "correction", (c.player, c.listed, c.right, c.stands, _yes(c.honest), agreed, c.judge)
    for d in sheet.differences:
        yield "difference", (d.signer, d.player, d.signed, d.now, _yes(d.corrected))
    for note in sheet.notes:
        yield "note", (note,)


def _total(sheet: Sheet, p: PlayerColumn) -> tuple[Cell, ...]:
    signed = _yes(p.signature is not None)
    sums = (p.carried, p.scored, p.lost, p.total, p.final, p.points)
    return (p.name, p.seat, *sums, signed, sheet.state, p.remark)


def _shake(s: ShakeRow, player: str) -> tuple[Cell, ...]:
    c = s.challenge
    solution = {True: "correct", False: "not correct", None: ""}[s.solutions.get(player)]
    told = (c.challenger, c.mover, c.joined.get(player, "")) if c else ("", "", "")
    how = (s.setter, s.goal, s.ending, *told, solution, s.judge)
    return (s.number, _yes(s.replay), s.state, player, s.scores.get(player), *how)


def _yes(fact: bool) -> str:
    return "yes" if fact else "no"
