"""The gate of the console: who comes, what they may ask for, and whether a form is one of ours."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, NamedTuple
from urllib.parse import parse_qsl, urlsplit

from fastapi import Depends, Request
from fastapi.responses import JSONResponse, RedirectResponse, Response

from table.console.access import passes
from table.console.access.passes import Pass, Who
from table.console.context import Context
from table.console.parts.drawing import draw

LONGEST_FORM_BYTES = 64 * 1024
"""Bytes of a form. The longest thing that anybody types is a proof."""
COOKIE = "wff-table"


class Denied(Exception):  # noqa: N818 - it reads better so
    """A request that is turned away: the status and a sentence."""

    def __init__(self, status: int, words: str, later: float = 0.0) -> None:
        super().__init__(words)
        self.status, self.words, self.later = status, words, later


class NotLoggedIn(Denied):
    """A page that needs a PIN."""


class Visitor(NamedTuple):
    """Who asks, and what their forms must show."""

    given: Pass
    token: str
    new: bool
    """the browser does not carry this pass yet"""


def context_of(request: Request) -> Context:
    context: Context = request.app.state.context
    return context


def visitor_of(request: Request) -> Visitor:
    """The pass in the cookie if it is good, or a new one that is good for looking on."""
    context = context_of(request)
    key = context.pins.key
    given = passes.unsealed(request.cookies.get(COOKIE, ""), key, context.wall())
    known = given is not None and good(context, given)
    if given is None or not known:
        given = passes.issue("anyone", context.wall())
    return Visitor(given, passes.token(given, key), not known)


def good(context: Context, given: Pass) -> bool:
    """Whether a pass is still good: neither handed back, nor over, nor of a screen that is not paired any more."""
    if given.id in context.ended or context.wall() >= given.until:
        return False
    return given.who != "screen" or context.pins.paired(given.id)


TheContext = Annotated[Context, Depends(context_of)]
TheVisitor = Annotated[Visitor, Depends(visitor_of)]


def need(visitor: Visitor, role: Who) -> None:
    """Turn away whoever does not have the role."""
    if not visitor.given.may(role):
        raise NotLoggedIn(403, f"This is for {'the head judge' if role == 'head' else role + 's'}; log in with a PIN.")


async def form(request: Request, visitor: Visitor) -> Mapping[str, str]:
    """The fields of a form that one of our own pages sent. Raises `Denied`."""
    context = context_of(request)
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/x-www-form-urlencoded":
        raise Denied(415, "Only plain forms are taken here; nothing can be uploaded.")
    origin = request.headers.get("origin")
    if origin is not None and urlsplit(origin).netloc != request.headers.get("host", ""):
        raise Denied(403, "This form was sent from another site.")
    body = b""
    async for piece in request.stream():
        body += piece
        if len(body) > LONGEST_FORM_BYTES:
            raise Denied(413, "That is too long.")
    try:
        fields = dict(parse_qsl(body.decode("ascii"), keep_blank_values=True, errors="strict", max_num_fields=100))
    except ValueError:
        raise Denied(400, "This form cannot be read.") from None
    if visitor.new or not passes.shown(visitor.given, context.pins.key, fields.get("token", "")):
        raise Denied(
            403, "This form is out of date: load the page again, log in if it asks you to, and do it once more."
        )
    if not context.pace.allows(visitor.given.id, context.wall()):
        raise Denied(429, "That was too much at once; wait a few seconds.", 10)
    if any("\0" in value for value in fields.values()):
        raise Denied(400, "This form cannot be read.")
    return fields


def page(request: Request, visitor: Visitor, name: str, status: int = 200, **values: object) -> Response:
    """A whole page, and the visitor's pass if the browser does not have it."""
    text = draw(name, visitor=visitor.given, token=visitor.token, **values)
    response = Response(text, status, media_type="text/html")
    if visitor.new:
        carry(request, response, visitor.given)
    return response


def carry(request: Request, response: Response, given: Pass) -> None:
    """Give the browser a pass. No script can read it, and no other site can send it."""
    context = context_of(request)
    response.set_cookie(
        COOKIE,
        passes.sealed(given, context.pins.key),
        max_age=max(0, given.until - int(context.wall())),
        httponly=True,
        samesite="strict",
        secure=context.secure,
        path="/",
    )


def done(request: Request, said: str, back: str) -> Response:
    """A deed is done: a sentence for scripts, and a way back for plain forms."""
    if "application/json" in request.headers.get("accept", ""):
        return JSONResponse({"said": said, "back": back})
    return RedirectResponse(back, 303)


def turned_away(request: Request, status: int, words: str, later: float = 0.0) -> Response:
    """Why something was not done, in the manner in which it was asked for."""
    headers = {"Retry-After": str(int(later) + 1)} if later else None
    if "application/json" in request.headers.get("accept", ""):
        return JSONResponse({"said": words}, status, headers)
    text = draw("turned-away.html", words=words, status=status, visitor=None, token="")
    return Response(text, status, headers, media_type="text/html")
