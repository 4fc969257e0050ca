"""Logging in with a PIN, pairing a screen with a code, and going away again."""

from __future__ import annotations

import asyncio

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse, Response

from table.console.access import passes
from table.console.context import Context
from table.console.gate import TheContext, TheVisitor, carry, form, page

HOME = {"judge": "/judge", "head": "/judge", "staff": "/staff", "screen": "/table", "anyone": "/table"}
MOST_ENDED = 10_000
router = APIRouter()
_one_at_a_time = asyncio.Lock()
"""PINs are costly to check, so that guessing is slow; one at a time, so that it stays cheap for the table."""


@router.get("/login")
async def login_page(request: Request, visitor: TheVisitor) -> Response:
    return page(request, visitor, "login.html", words="", by=visitor.given.by)


@router.post("/login")
async def login(request: Request, context: TheContext, visitor: TheVisitor) -> Response:
    given = await form(request, visitor)
    by = "".join(given.get("by", "").split())[:8]
    address = _address(request)
    wait = context.tries.wait(address, context.wall())
    if wait:
        words = f"Too many wrong PINs from here. Try again in {_length(wait)}."
        return page(request, visitor, "login.html", 429, words=words, by=by)
    async with _one_at_a_time:
        role = await asyncio.to_thread(context.pins.role_of, given.get("pin", ""))
    if role is None:
        context.tries.wrong(address, context.wall())
        return page(request, visitor, "login.html", 403, words="That is not a PIN of this table.", by=by)
    context.tries.right(address)
    if role != "staff" and not (by and by.isprintable()):
        words = "Judges give their initials: they stand beside every ruling."
        return page(request, visitor, "login.html", 400, words=words, by=by)
    response = RedirectResponse(HOME[role], 303)
    end(context, visitor.given.id)
    carry(request, response, passes.issue(role, context.wall(), by))
    return response


@router.post("/logout")
async def logout(request: Request, context: TheContext, visitor: TheVisitor) -> Response:
    await form(request, visitor)
    end(context, visitor.given.id)
    response = RedirectResponse("/table", 303)
    carry(request, response, passes.issue("anyone", context.wall()))
    return response


@router.get("/pair")
async def pair_page(request: Request, visitor: TheVisitor) -> Response:
    return page(request, visitor, "pair.html", words="")


@router.post("/pair")
async def pair(request: Request, context: TheContext, visitor: TheVisitor) -> Response:
    """The code that staff were shown makes this browser a screen of the table."""
    given = await form(request, visitor)
    address = _address(request)
    wait = context.tries.wait(address, context.wall())
    if wait:
        return page(request, visitor, "pair.html", 429, words=f"Too many wrong codes. Try again in {_length(wait)}.")
    seat = context.codes.use(given.get("code", ""), context.wall())
    if seat is None:
        context.tries.wrong(address, context.wall())
        return page(request, visitor, "pair.html", 403, words="That code is wrong, was used, or is too old.")
    screen = passes.issue("screen", context.wall(), seat=seat)
    context.pins.pair(screen.id)
    response = RedirectResponse("/table", 303)
    carry(request, response, screen)
    return response


def end(context: Context, pass_id: str) -> None:
    """A pass that was handed back is good for nothing."""
    if len(context.ended) >= MOST_ENDED:
        context.ended.clear()  # they end by themselves within a day
    context.ended.add(pass_id)


def _address(request: Request) -> str:
    return request.client.host if request.client else "unknown"


def _length(seconds: float) -> str:
    return f"{seconds:.0f} seconds" if seconds < 100 else f"{seconds / 60:.0f} minutes"
