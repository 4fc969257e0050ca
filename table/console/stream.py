"""Server-sent events to one browser, which may be slow, gone, or logged out meanwhile."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Protocol

from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from table.console.parts.live_parts import LiveParts, Mailbox

STILL_HERE_S = 10.0
"""Seconds of silence after which a browser is told that nothing is wrong."""
READER_WAIT_S = 10.0
"""Seconds a browser may take to read what it was sent; then it is let go, and comes back if it lives."""


class Counted(Protocol):
    """Where the streams that are open are counted."""

    streams: int


class Stream(Response):
    """Sends letters as long as the browser reads them and `allowed` says so."""

    media_type = "text/event-stream"

    def __init__(
        self, live: LiveParts, mailbox: Mailbox, now: Callable[[], int], allowed: Callable[[], bool], count: Counted
    ) -> None:
        super().__init__(headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"})
        self._live, self._mailbox, self._now, self._allowed = live, mailbox, now, allowed
        self._count = count

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = [(k, v) for k, v in self.raw_headers if k != b"content-length"]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        self._count.streams += 1
        gone = asyncio.create_task(_gone(receive))
        writing = asyncio.create_task(self._write(send))
        try:
            await asyncio.wait((gone, writing), return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._count.streams -= 1
            gone.cancel()
            writing.cancel()
            await asyncio.gather(gone, writing, return_exceptions=True)

    async def _write(self, send: Send) -> None:
        await self._send(send, b"retry: 1000\n\n")
        told = time.monotonic()
        while self._allowed() and not self._live.closed:
            seen = self._live.snapshot
            letter = self._mailbox.letter(self._now())
            if letter is None and time.monotonic() - told >= STILL_HERE_S:
                letter = f"event: still\ndata: {self._now()}\n\n".encode()
            if letter is not None:
                await self._send(send, letter)
                told = time.monotonic()
            await self._live.wait(seen, max(0.0, told + STILL_HERE_S - time.monotonic()))
        over = b"" if self._live.closed else b"event: over\ndata: over\n\n"
        await send({"type": "http.response.body", "body": over})

    async def _send(self, send: Send, body: bytes) -> None:
        message = {"type": "http.response.body", "body": body, "more_body": True}
        await asyncio.wait_for(send(message), READER_WAIT_S)


async def _gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
