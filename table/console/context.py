"""What all pages share: the scribe, the live, the PINs, the pictures, and what the event has chosen."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from table.console.access.pins import Pins
from table.console.access.tries import Pace, Tries
from table.console.parts.live_parts import LiveParts
from table.console.scribe import Scribe

CODE_FOR_S = 300
"""Seconds for which a code that pairs a screen is good."""


class KeptPictures(Protocol):
    """The pictures that are kept: times on the table's clock, in milliseconds."""

    def times(self, first: int, last: int) -> list[int]: ...
    def near(self, at: int) -> int | None: ...
    def path(self, at: int) -> Path: ...


@dataclass
class Codes:
    """The code with which a screen is paired: one at a time, good once and not for long."""

    code: str = ""
    seat: int = -1
    until: float = 0.0

    def make(self, seat: int, now: float) -> str:
        self.code, self.seat, self.until = f"{secrets.randbelow(10**6):06}", seat, now + CODE_FOR_S
        return self.code

    def use(self, typed: str, now: float) -> int | None:
        """The seat that it was made for, once."""
        good = bool(self.code) and now < self.until
        if not (secrets.compare_digest("".join(typed.split()).encode(), self.code.encode()) and good):
            return None
        self.code = ""
        return self.seat


@dataclass
class Context:
    """One console."""

    directory: Path
    pins: Pins
    live: LiveParts
    scribe: Scribe
    frames: KeptPictures
    mat: bool = False
    """whether the table's page draws the mat"""
    solver: bool = False
    """whether judges may ask the solver during a shake"""
    secure: bool = False
    """whether pages are served over TLS"""
    wall: Callable[[], float] = time.time
    tries: Tries = field(default_factory=Tries)
    pace: Pace = field(default_factory=Pace)
    codes: Codes = field(default_factory=Codes)
    ended: set[str] = field(default_factory=set)
    """passes that were handed back"""
    streams: int = 0
