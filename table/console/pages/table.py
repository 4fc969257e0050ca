"""The table's page: anyone may watch, and a screen that was paired with the table may act for its seats."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse, Response

from table.console.context import Context
from table.console.gate import Denied, TheContext, TheVisitor, Visitor, done, form, page
from table.console.pages.judge import write
from table.console.parts.acts import GROUNDS, charges, chosen
from table.console.scribe import Refused
from table.console.streaming import stream
from table.rules import events as ev
from table.rules.games import game_of
from table.rules.match import Match

SEATS = 3
router = APIRouter()


@router.get("/")
async def home() -> Response:
    return RedirectResponse("/table", 303)


@router.get("/table")
async def table(request: Request, context: TheContext, visitor: TheVisitor) -> Response:
    match = context.live.snapshot.match
    return page(
        request,
        visitor,
        "table.html",
        parts=context.live.parts(_names(context, visitor)),
        seats=_seats(visitor),
        mat=context.mat,
        charges=charges(game_of(match)) if match else {},
        grounds=GROUNDS,
        players=match.players if match else (),
    )


@router.get("/table/events")
async def events(context: TheContext, visitor: TheVisitor) -> Response:
    return stream(context, visitor, _names(context, visitor))


@router.post("/table/act")
async def act(request: Request, context: TheContext, visitor: TheVisitor) -> Response:
    """A player presses a button on the screen. Nothing is refused because the rules forbid it."""
    if visitor.given.who != "screen":
        raise Denied(403, "This screen is not paired with the table; staff can do that.")
    given = await form(request, visitor)
    seat, _, key = given.get("act", "").partition(":")
    if not seat.isdecimal() or len(seat) > 2 or int(seat) not in _seats(visitor):
        raise Denied(403, "This screen does not belong to that seat.")

    def acted(m: Match | None) -> list[ev.Event]:
        if m is None:
            raise Refused("No match is open.")
        return [chosen(m, int(seat), key, *(given.get(name, "") for name in ("reason", "what", "against")))]

    await write(context, acted, "player")
    return done(request, "", "/table")


def _seats(visitor: Visitor) -> list[int]:
    """The seats that a screen may act for."""
    given = visitor.given
    if given.who != "screen":
        return []
    return list(range(SEATS)) if given.seat < 0 else [given.seat]


def _names(context: Context, visitor: Visitor) -> list[str]:
    seats = [f"seat:{seat}" for seat in _seats(visitor)]
    return ["top", "turn", "glass", "scores", "told", *seats, *(["mat"] if context.mat else [])]
