"""What browsers are shown: the newest moment, drawn once for all, and a mailbox for each in which the newest wins.

A page is made of parts. Every part is a function of the moment, drawn when the first browser asks for it. A browser is
sent the parts that differ from what it has, so one that is slow misses what lay between and nothing else.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import TypeAlias

from table.console.scribe import Snapshot

Part: TypeAlias = Callable[[Snapshot, str], str]
"""Draws a part; the second argument is what follows the colon in its name, as in `flag:extra-cube@17`."""


class LiveParts:
    """Belongs to the event loop, except `tell`, which any thread may call."""

    def __init__(self, parts: Mapping[str, Part]) -> None:
        self.snapshot = Snapshot()
        self._parts = parts
        self._drawn: dict[str, str] = {}
        self._changed = asyncio.Event()
        self._loop: asyncio.AbstractEventLoop | None = None
        self.closed = False
        """nothing more will be shown"""

    def open(self) -> None:
        """From now on, what is told is shown by this loop."""
        self._loop = asyncio.get_running_loop()

    def close(self) -> None:
        """Nothing more is shown; whoever waits goes on, and sees that."""
        self._loop, self.closed = None, True
        self._changed.set()

    def tell(self, moment: Snapshot) -> None:
        """There is something new. Never waits for anybody."""
        loop = self._loop
        if loop is not None and not loop.is_closed():
            loop.call_soon_threadsafe(self._take, moment)

    def part(self, name: str) -> str:
        """A part as it looks now."""
        if name not in self._drawn:
            kind, _, about = name.partition(":")
            self._drawn[name] = self._parts[kind](self.snapshot, about)
        return self._drawn[name]

    def parts(self, names: Sequence[str]) -> dict[str, str]:
        return {name: self.part(name) for name in names}

    async def wait(self, seen: Snapshot, patience: float) -> None:
        """Until there is something newer than the moment that was seen, or for so many seconds."""
        if self.snapshot is seen:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._changed.wait(), patience)

    def _take(self, moment: Snapshot) -> None:
        self.snapshot = moment
        self._drawn = {}
        self._changed.set()
        self._changed = asyncio.Event()


class Mailbox:
    """What one browser has been sent, and so what it lacks."""

    def __init__(self, live: LiveParts, names: Sequence[str]) -> None:
        self._live, self._names = live, names
        self._has: dict[str, str] = {}

    def letter(self, now: int) -> bytes | None:
        """The parts that have changed for this browser, as an event; nothing if none has."""
        parts = {name: text for name, text in self._live.parts(self._names).items() if self._has.get(name) != text}
        if not parts:
            return None
        self._has |= parts
        return f"data: {json.dumps({'now': now, 'parts': parts})}\n\n".encode()
