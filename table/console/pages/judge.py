"""The judges' pages: the queue, a flag with its pictures, the desk with everything else a judge may do."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
from fastapi import APIRouter, Request
from fastapi.responses import FileResponse, JSONResponse, Response

from table.console import desk_forms
from table.console.context import Context, KeptPictures
from table.console.desk_forms import Given, form_of, maybe, number, words
from table.console.gate import Denied, TheContext, TheVisitor, Visitor, done, form, need, page
from table.console.parts.judge import rulings
from table.console.scribe import Deed, Refused, Snapshot
from table.console.streaming import stream
from table.language.blanks import BadSentence
from table.language.sentences import understand
from table.language.words import happened, in_words
from table.rules import events as ev
from table.rules.cubes import LETTERS
from table.rules.entry import Entry, embedded
from table.rules.flags import Flag
from table.rules.games import books
from table.rules.match import Match
from table.seeing.evidence import AFTER_MS, BEFORE_MS

BESIDE_MS = 3_000
"""Milliseconds around a flag within which other observations may bear on it."""
REGIONS = ("resources", "goal", "required", "permitted", "forbidden", "off")

router = APIRouter()


@router.get("/judge")
async def queue(request: Request, context: TheContext, visitor: TheVisitor) -> Response:
    need(visitor, "judge")
    return page(request, visitor, "judge.html", here="queue", parts=context.live.parts(["bar", "waiting", "queue"]))


@router.get("/judge/events")
async def events(request: Request, context: TheContext, visitor: TheVisitor, flag: str = "") -> Response:
    need(visitor, "judge")
    names = ["bar", f"flag:{flag}"] if flag else ["bar", "waiting", "queue"]
    return stream(context, visitor, names)


@router.get("/judge/flags/{flag}")
async def flag_page(request: Request, context: TheContext, visitor: TheVisitor, flag: str) -> Response:
    need(visitor, "judge")
    now = context.live.snapshot
    match, found = _found(now, flag)
    cause = _cause(now, found)
    return page(
        request,
        visitor,
        "flag.html",
        here="queue",
        flag=found,
        match=match,
        kind=match.flag_kinds[found.kind],
        book=books()[match.edition_id],
        film=film(context.frames, found.at),
        cause=cause,
        cause_words=next(
            (h for h in happened(context.live.snapshot.entries) if cause and h.entry.seq == cause.seq), None
        ),
        beside=_beside(context.live.snapshot, found, cause),
        fields=_correctable(cause),
        seen=rulings(found),
        regions=REGIONS,
        letters=LETTERS,
        parts=context.live.parts(["bar", f"flag:{flag}"]),
    )


@router.get("/judge/flags/{flag}/film")
async def flag_film(context: TheContext, visitor: TheVisitor, flag: str) -> Response:
    """The pictures again: those after the moment come a little later."""
    need(visitor, "judge")
    _, found = _found(context.live.snapshot, flag)
    return JSONResponse(film(context.frames, found.at))


@router.post("/judge/flags/{flag}/rule")
async def rule(request: Request, context: TheContext, visitor: TheVisitor, flag: str) -> Response:
    need(visitor, "judge")
    given = await form(request, visitor)
    by = visitor.given.by

    def ruled(m: Match | None) -> list[ev.Event]:
        found = _of(m, flag)
        if rulings(found) != number(given, "seen"):
            status, _, judge = found.history[-1]
            raise Refused(f"Another judge was first: {judge} has it {status}. Yours was not written; look again.")
        note = maybe(given, "note")
        if given.get("ruling") == "dismissed":
            return [ev.Ruled(flag, "dismissed", by, None, note)]
        if given.get("ruling") != "upheld":
            raise Refused("Uphold it or dismiss it.")
        points = number(given, "points", 0, 99) if given.get("points", "").strip() else None
        return [ev.Ruled(flag, "upheld", by, points, note)]

    await write(context, ruled)
    return done(request, f"Written down: {given.get('ruling')}, {by}.", "/judge")


@router.post("/judge/initial")
async def initial(request: Request, context: TheContext, visitor: TheVisitor) -> Response:
    """Initials make a penalty count where the division asks for them (XI-A)."""
    need(visitor, "judge")
    given = await form(request, visitor)
    by = visitor.given.by

    def initialed(m: Match | None) -> list[ev.Event]:
        penalty = m.penalties.get(given.get("penalty", "")) if m else None
        if penalty is None:
            raise Refused("There is no such penalty any more.")
        if penalty.initials:
            raise Refused(f"{penalty.initials} has initialed it already.")
        return [ev.Initialed(penalty.id, by)]

    await write(context, initialed)
    return done(request, f"Initialed by {by}.", "/judge")


@router.post("/judge/flags/{flag}/correct")
async def correct(request: Request, context: TheContext, visitor: TheVisitor, flag: str) -> Response:
    """What was seen was wrong: strike it, or say what happened."""
    need(visitor, "judge")
    given = await form(request, visitor)
    cause = _cause(context.live.snapshot, _found(context.live.snapshot, flag)[1])
    if cause is None:
        raise Refused("The entry that raised this flag is not known.")
    by, reason = visitor.given.by, words(given, "reason")

    def corrected(m: Match | None) -> list[ev.Event]:
        _of(m, flag)
        event = _instead(m, cause, given)
        body = None if event is None else embedded(event)
        return [ev.Corrected(cause.seq, by, body, None, reason)]

    await write(context, corrected)
    return done(request, f"Entry {cause.seq} is corrected; the match was judged again from there.", "/judge")


@router.get("/judge/desk")
async def desk(request: Request, context: TheContext, visitor: TheVisitor) -> Response:
    need(visitor, "judge")
    mine = [
        one
        for one in desk_forms.forms_for(desk_forms.JUDGES, context.live.snapshot.match)
        if visitor.given.may(one.who)
    ]
    match = context.live.snapshot.match
    return page(
        request,
        visitor,
        "desk.html",
        here="desk",
        forms=mine,
        match=match,
        action="/judge/do",
        parts=context.live.parts(["bar"]),
    )


@router.post("/judge/do/{key}")
async def do(request: Request, context: TheContext, visitor: TheVisitor, key: str) -> Response:
    chosen = form_of(desk_forms.JUDGES, key)
    if chosen is None:
        raise Denied(404, "There is no such thing to do.")
    need(visitor, chosen.who)
    given = await form(request, visitor)
    await write(context, as_deed(chosen, visitor, given))
    return done(request, f"Written down: {chosen.title.lower()}.", "/judge/desk")


@router.get("/evidence/{at}.jpg")
async def picture(context: TheContext, visitor: TheVisitor, at: str) -> Response:
    """One picture, by its time: a number, so that no path can be asked for."""
    need(visitor, "judge")
    path = context.frames.path(int(at)) if at.isascii() and at.isdecimal() and len(at) <= 15 else None
    if path is None or not path.is_file():
        raise Denied(404, "There is no such picture; pictures are deleted after a while.")
    return FileResponse(path, media_type="image/jpeg", headers={"Cache-Control": "private, no-store"})


async def write(context: Context, deed: Deed, source: Any = "judge") -> None:
    """Have the scribe do it, and wait until it is on the disk."""
    await asyncio.wrap_future(context.scribe.write(deed, source))


def as_deed(chosen: desk_forms.DeskForm, visitor: Visitor, given: Given) -> Deed:
    def deed(m: Match | None) -> list[ev.Event]:
        if m is None:
            raise Refused("No match is open.")
        return chosen.build(m, visitor.given.by or "staff", given)

    return deed


def film(frames: KeptPictures, at: int) -> dict[str, Any]:
    """The pictures around a moment: before, during, after, and all of them for the clip."""
    times = frames.times(max(0, at - BEFORE_MS), at + AFTER_MS)
    before = next((t for t in reversed(times) if t <= at - 1_500), times[0] if times else None)
    during = next((t for t in reversed(times) if t <= at), None)
    after = next((t for t in times if t >= at + 1_500), times[-1] if times and times[-1] > at else None)
    return {"before": before, "during": during, "after": after, "times": times, "at": at}


def _found(now: Snapshot, flag: str) -> tuple[Match, Flag]:
    if now.match is None or flag not in now.match.flags:
        raise Denied(404, "There is no such flag any more; what raised it may have been corrected.")
    return now.match, now.match.flags[flag]


def _of(m: Match | None, flag: str) -> Flag:
    if m is None or flag not in m.flags:
        raise Refused("There is no such flag any more; what raised it may have been corrected.")
    return m.flags[flag]


def _cause(now: Snapshot, flag: Flag) -> Entry | None:
    """The entry that raised a flag."""
    return next((e for e in now.entries if e.seq == flag.cause), None)


def _beside(now: Snapshot, flag: Flag, cause: Entry | None) -> list[Any]:
    """What else was observed about then."""
    near = [
        h
        for h in happened(now.entries)
        if abs(h.entry.moment - flag.at) <= BESIDE_MS and h.group not in ("told", "judges")
    ]
    return [h for h in near if cause is None or h.entry.seq != cause.seq]


def _correctable(cause: Entry | None) -> tuple[str, ...]:
    """The fields of an entry that a judge is likely to correct."""
    names = ("player", "to", "letter", "letters")
    return tuple(n for n in names if cause is not None and hasattr(cause.event, n)) if cause is not None else ()


def _instead(m: Match | None, cause: Entry, given: Given) -> ev.Event | None:
    """What happened instead, or nothing."""
    how = given.get("how")
    if how == "strike":
        return None
    if how == "sentence":
        try:
            events = understand(words(given, "sentence", 2000), m).events
        except BadSentence as error:
            raise Refused(f"{error}.") from None
        if len(events) != 1 and not (len(events) == 2 and isinstance(events[1], ev.GoalRead)):
            raise Refused("An entry can be corrected to one thing that happened, not to several.")
        return events[0]
    changes: dict[str, Any] = {}
    for name in _correctable(cause):
        if f"is-{name}" in given:
            value = given[f"is-{name}"].strip()
            changes[name] = None if name == "player" and value == "" else value
    body = msgspec.to_builtins(cause.event) | changes
    if body.get("player", "") is None:
        del body["player"]
    try:
        event = msgspec.convert(body, type(cause.event))
    except msgspec.ValidationError as error:
        raise Refused(f"It cannot have been so: {error}.") from None
    if event == cause.event:
        raise Refused(f"That is what the table saw: {in_words(event, [])}.")
    return event
