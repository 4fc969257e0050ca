"""The staff's page: players and seats, the round, the table's health, screens, sheets and backups."""

from __future__ import annotations

import asyncio
import io
import re
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
from fastapi import APIRouter, Request
from fastapi.responses import FileResponse, Response

from table.console import desk_forms
from table.console.backups import FOLDER, Backup, back_up, backups, named, put_back
from table.console.context import Context
from table.console.desk_forms import Given, form_of, words
from table.console.gate import Denied, TheContext, TheVisitor, done, form, need, page
from table.console.pages.judge import as_deed, write
from table.console.scribe import Refused
from table.console.streaming import stream
from table.journal.journal import JournalReader
from table.rules import events as ev
from table.rules.editions import DEFAULT, EDITIONS
from table.rules.entry import plain
from table.rules.games import unplayable
from table.rules.match import Match

SIDES = ("south", "west", "north", "east")
FORMATS = {
    "pdf": "application/pdf",
    "csv": "text/csv",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "json": "application/json",
}
NAMES = ["health", "match", "sheet"]
router = APIRouter()


@router.get("/staff")
async def staff(request: Request, context: TheContext, visitor: TheVisitor) -> Response:
    need(visitor, "staff")
    match = context.live.snapshot.match
    shown = context.codes.code if context.codes.code and context.wall() < context.codes.until else ""
    return page(
        request,
        visitor,
        "staff.html",
        parts=context.live.parts(NAMES),
        forms=desk_forms.forms_for(desk_forms.STAFF, match),
        match=match,
        action="/staff/do",
        editions=EDITIONS,
        default=DEFAULT.id,
        sides=SIDES,
        screens=context.pins.screens,
        code=shown,
        seat=context.codes.seat,
        backups=await asyncio.to_thread(backups, context.directory),
        folder=FOLDER,
    )


@router.get("/staff/events")
async def events(context: TheContext, visitor: TheVisitor) -> Response:
    need(visitor, "staff")
    return stream(context, visitor, NAMES)


@router.post("/staff/open")
async def open_match(request: Request, context: TheContext, visitor: TheVisitor) -> Response:
    need(visitor, "staff")
    given = await form(request, visitor)
    opening = opening_of(given)

    def opened(m: Match | None) -> list[ev.Event]:
        if m is not None and not m.closed and m.began is not None:
            raise Refused(f"Match {m.id} is under way: close its round first.")
        return [opening]

    await write(context, opened, "staff")
    return done(request, f"Match {opening.match} is open.", "/staff")


@router.post("/staff/do/{key}")
async def do(request: Request, context: TheContext, visitor: TheVisitor, key: str) -> Response:
    need(visitor, "staff")
    chosen = form_of(desk_forms.STAFF, key)
    if chosen is None:
        raise Denied(404, "There is no such thing to do.")
    given = await form(request, visitor)
    await write(context, as_deed(chosen, visitor, given), "staff")
    return done(request, f"Written down: {chosen.title.lower()}.", "/staff")


@router.post("/staff/pair")
async def pair(request: Request, context: TheContext, visitor: TheVisitor) -> Response:
    """Show a code that makes a browser a screen of this table."""
    need(visitor, "staff")
    given = await form(request, visitor)
    seat = {"1": 0, "2": 1, "3": 2}.get(given.get("seat", ""), -1)
    context.codes.make(seat, context.wall())
    return done(request, "The code is good for five minutes, once.", "/staff#screens")


@router.post("/staff/unpair")
async def unpair(request: Request, context: TheContext, visitor: TheVisitor) -> Response:
    need(visitor, "staff")
    await form(request, visitor)
    context.pins.part()
    return done(request, "No screen is paired any more.", "/staff#screens")


@router.post("/staff/backup")
async def backup(request: Request, context: TheContext, visitor: TheVisitor) -> Response:
    need(visitor, "staff")
    await form(request, visitor)
    name, count = await asyncio.to_thread(back_up, context.directory)
    return done(request, f"{count} entries are in {name}.", "/staff#exports")


@router.post("/staff/restore")
async def restore(request: Request, context: TheContext, visitor: TheVisitor) -> Response:
    """Make one of the backups that are listed the journal, if no round is under way."""
    need(visitor, "staff")
    given = await form(request, visitor)
    chosen = _listed(context, given.get("name", ""))
    if chosen.wrong:
        raise Refused(f"It cannot be restored. {chosen.wrong}")
    work = partial(put_back, context.directory, chosen.path, context.scribe.clock)
    said = await asyncio.wrap_future(context.scribe.apart(work))
    return done(request, said, "/staff#exports")


@router.get("/staff/backups/{name}")
async def backup_file(context: TheContext, visitor: TheVisitor, name: str) -> Response:
    need(visitor, "staff")
    return FileResponse(_listed(context, name).path, media_type="application/jsonl", headers=_attached(_plain(name)))


@router.get("/staff/journal.jsonl")
async def journal(context: TheContext, visitor: TheVisitor) -> Response:
    need(visitor, "staff")
    text = await asyncio.to_thread(_exported, context.directory)
    return Response(text, media_type="application/jsonl", headers=_attached("journal.jsonl"))


@router.get("/staff/sheet.{form_}")
async def sheet(context: TheContext, visitor: TheVisitor, form_: str) -> Response:
    """The scoresheet of the match, to print, to calculate with, or for other programs."""
    need(visitor, "staff")
    match = context.live.snapshot.match
    if match is None or form_ not in FORMATS:
        raise Denied(404, "There is no such sheet.")
    made = await asyncio.to_thread(_sheet, context.directory, form_)
    return Response(made, media_type=FORMATS[form_], headers=_attached(f"{_plain(match.id)}.{form_}"))


def opening_of(given: Given) -> ev.MatchOpened:
    """The match that staff describe. Raises `Refused`."""
    players: list[dict[str, Any]] = []
    for seat in range(1, 4):
        name = " ".join(given.get(f"player-{seat}", "").split())
        if name:
            side = given.get(f"side-{seat}", "")
            players.append({"name": name} | ({"side": side} if side else {}))
    settings: dict[str, Any] = {"timer": given.get("timer", "sand"), "call_out": given.get("call_out") == "yes"}
    if given.get("minutes", "").strip():
        settings["round_minutes"] = desk_forms.number(given, "minutes", 6, 240)
    warned = [p["name"] for n, p in enumerate(players, 1) if given.get(f"warned-{n}") == "yes"]
    body = {
        "match": words(given, "match", 60),
        "edition": given.get("edition", ""),
        "division": given.get("division", ""),
        "players": players,
        "settings": settings,
        "warned": warned,
    }
    try:
        opening = msgspec.convert(body, ev.MatchOpened)
    except msgspec.ValidationError as error:
        raise Refused(f"A match cannot be opened so: {plain(error)}.") from None
    why = unplayable(opening)
    if why:
        raise Refused(f"{why[:1].upper()}{why[1:]}.")
    return opening


def _listed(context: Context, name: str) -> Backup:
    """A backup, by a name that is on the page: no other path can be asked for."""
    found = named(context.directory, name)
    if found is None:
        raise Denied(404, "There is no such backup.")
    return found


def _sheet(directory: Path, form_: str) -> bytes:
    """Imported here because reportlab and openpyxl are slow to come."""
    from table.sheets.assemble import sheets  # noqa: PLC0415

    with JournalReader(directory) as reader:
        newest = sheets(reader.entries())[-1:]
    if form_ == "pdf":
        from table.sheets.pdf import to_pdf  # noqa: PLC0415

        return to_pdf(newest)
    if form_ == "xlsx":
        from table.sheets.xlsx import to_xlsx  # noqa: PLC0415

        return to_xlsx(newest)
    from table.sheets.csvfile import to_csv  # noqa: PLC0415
    from table.sheets.jsonfile import to_json  # noqa: PLC0415

    return to_json(newest) if form_ == "json" else to_csv(newest, True)


def _exported(directory: Path) -> str:
    out = io.StringIO()
    with JournalReader(directory) as reader:
        reader.export(out)
    return out.getvalue()


def _attached(name: str) -> dict[str, str]:
    return {"Content-Disposition": f'attachment; filename="{name}"'}


def _plain(text: str) -> str:
    return re.sub(r"[^A-Za-z0-9._-]", "-", text)[:40] or "match"
