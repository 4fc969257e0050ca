"""The console as one application: its pages, its headers, and what becomes of errors."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import RedirectResponse, Response
from starlette.exceptions import HTTPException
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from table.console.access.pins import NoPins, Pins
from table.console.context import Context, KeptPictures
from table.console.gate import Denied, NotLoggedIn, turned_away
from table.console.pages import judge as judgepages
from table.console.pages import login as loginpages
from table.console.pages import proof as proofpages
from table.console.pages import staff as staffpages
from table.console.pages import table as tablepages
from table.console.pages import timeline as timelinepages
from table.console.parts import judge as judgeparts
from table.console.parts import staff as staffparts
from table.console.parts import table as tableparts
from table.console.parts.live_parts import LiveParts
from table.console.scribe import Refused, Scribe
from table.journal.clock import Clock
from table.journal.journal import JournalError
from table.rules.entry import BadEntry

HEADERS = {
    b"content-security-policy": b"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
    b"connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    b"x-content-type-options": b"nosniff",
    b"referrer-policy": b"same-origin",
    b"cross-origin-opener-policy": b"same-origin",
    b"cross-origin-resource-policy": b"same-origin",
    b"permissions-policy": b"camera=(), microphone=(), geolocation=()",
}
"""On everything that is sent. Pages may load only what this machine serves, and may not be framed."""


def console(
    directory: Path,
    frames: KeptPictures,
    *,
    mat: bool = False,
    solver: bool = False,
    secure: bool = False,
    clock: Clock | None = None,
    **more: Any,
) -> FastAPI:
    """The console of the table whose data is in a directory. Raises `NoPins`."""
    live = LiveParts({**tableparts.PARTS, **judgeparts.PARTS, **staffparts.parts_of(directory)})
    scribe = Scribe(directory, live.tell, clock)
    context = Context(directory, Pins(directory), live, scribe, frames, mat, solver, secure, **more)

    @asynccontextmanager
    async def life(_: FastAPI) -> AsyncIterator[None]:
        live.open()
        scribe.start()
        yield
        scribe.stop()
        live.close()

    app = FastAPI(lifespan=life, docs_url=None, redoc_url=None, openapi_url=None)
    app.state.context = context
    for pages in (tablepages, loginpages, judgepages, proofpages, timelinepages, staffpages):
        app.include_router(pages.router)
    app.mount("/static", StaticFiles(packages=[("table.console", "static")]))
    app.add_middleware(Headers)
    for error, answer in _ANSWERS.items():
        app.add_exception_handler(error, answer)
    return app


class Headers:
    """Adds the headers to every answer."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                given = {name for name, _ in message["headers"]}
                message["headers"] = [*message["headers"], *((k, v) for k, v in HEADERS.items() if k not in given)]
                if b"cache-control" not in given:
                    fresh = b"no-cache" if scope["path"].startswith("/static/") else b"no-store"
                    message["headers"].append((b"cache-control", fresh))
            await send(message)

        await self._app(scope, receive, with_headers if scope["type"] == "http" else send)


def _denied(request: Request, error: Any) -> Response:
    return turned_away(request, error.status, error.words, error.later)


def _not_logged_in(request: Request, error: Any) -> Response:
    """People are shown where to log in; scripts and pictures get a plain no."""
    if request.method == "GET" and "text/html" in request.headers.get("accept", ""):
        return RedirectResponse("/login", 303)
    return turned_away(request, error.status, error.words)


def _refused(request: Request, error: Any) -> Response:
    words = str(error)
    return turned_away(request, 409, words if words.endswith(".") else f"{words[:1].upper()}{words[1:]}.")


def _unwritten(request: Request, error: Any) -> Response:
    return turned_away(request, 503, f"It could not be written down: {error}", 2)


def _not_there(request: Request, error: Any) -> Response:
    status = getattr(error, "status_code", 404)
    return turned_away(
        request,
        status,
        {404: "There is no such page.", 405: "That is not how this page is used."}.get(status, "That cannot be done."),
    )


def _unexpected(request: Request, error: Any) -> Response:
    logging.getLogger("wff-table.console").error("%s %s", request.method, request.url.path, exc_info=error)
    return turned_away(request, 500, "Something went wrong here; the table itself goes on.")


_ANSWERS: dict[Any, Any] = {
    NotLoggedIn: _not_logged_in,
    Denied: _denied,
    Refused: _refused,
    BadEntry: _refused,
    JournalError: _unwritten,
    NoPins: _unwritten,
    RequestValidationError: _not_there,
    HTTPException: _not_there,
    Exception: _unexpected,
}
