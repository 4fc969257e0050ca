"""The timeline: every event of the match and what the referee made of it, with the picture of the moment."""

from __future__ import annotations

from bisect import bisect_right
from typing import NamedTuple

from fastapi import APIRouter, Request
from fastapi.responses import Response

from table.console.context import KeptPictures
from table.console.gate import TheContext, TheVisitor, need, page
from table.console.scribe import Snapshot
from table.language.words import GROUPS, happened

ROWS = 100
"""Rows on a page."""
CHOICES = {**GROUPS, "flags": "Flags", "referee": "The referee"}
router = APIRouter()


class TimelineRow(NamedTuple):
    """Something that happened, or that the referee concluded from it."""

    at: int
    seq: int
    words: str
    group: str
    source: str
    sure: str = ""
    cite: str = ""
    flag: str = ""
    late: int = 0
    """milliseconds until it was written down"""


@router.get("/judge/timeline")
async def timeline(
    request: Request, context: TheContext, visitor: TheVisitor, group: str = "", words: str = ""
) -> Response:
    need(visitor, "judge")
    now = context.live.snapshot
    asked = request.query_params.get("page", "1")
    number = int(asked) if asked.isascii() and asked.isdecimal() and len(asked) < 6 else 1
    found = [row for row in rows(now) if group in ("", row.group) and words.lower() in row.words.lower()]
    last = max(1, -(-len(found) // ROWS))
    number = min(max(1, number), last)
    shown = found[(number - 1) * ROWS : number * ROWS]
    return page(
        request,
        visitor,
        "timeline.html",
        here="timeline",
        rows=[(row, picture) for row, picture in zip(shown, pictures(context.frames, shown), strict=True)],
        opened=now.match.opened if now.match else 0,
        count=len(found),
        number=number,
        last=last,
        choices=CHOICES,
        group=group,
        words=words[:100],
        match=now.match,
        parts=context.live.parts(["bar"]),
    )


def rows(now: Snapshot) -> list[TimelineRow]:
    """The newest first; what follows from an event stands above it."""
    found = [
        TimelineRow(
            h.entry.moment, h.entry.seq, h.words, h.group, h.entry.source, h.sure, late=h.entry.t - h.entry.moment
        )
        for h in happened(now.entries)
    ]
    flags = now.match.flags if now.match else {}
    for d in now.told:
        who = f"{d.player}: " if d.flag and d.player else ""
        flag = d.flag if d.flag in flags else ""
        found.append(
            TimelineRow(d.at, 0, f"{who}{d.text}", "flags" if d.flag else "referee", "referee", "", d.cite, flag or "")
        )
    return sorted(found, key=lambda row: row.at, reverse=True)


def pictures(frames: KeptPictures, shown: list[TimelineRow]) -> list[int | None]:
    """For each row the newest picture at or before it, if one was taken about then."""
    if not shown:
        return []
    times = frames.times(max(0, shown[-1].at - 5_000), shown[0].at)
    found: list[int | None] = []
    for row in shown:
        place = bisect_right(times, row.at)
        near = times[place - 1] if place else None
        found.append(near if near is not None and row.at - near <= 5_000 else None)
    return found
