"""Who somebody is: a pass that the browser carries in a signed cookie, and the token that its forms must show.

A pass holds no secret and can be read by whoever has it; it cannot be changed without the key. The token proves that a
form came from one of our own pages in the same browser.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets
from typing import Literal, TypeAlias

import msgspec
from msgspec import Struct

Who: TypeAlias = Literal["anyone", "screen", "judge", "head", "staff"]
ANYONE_FOR_S = 12 * 3600
LOGIN_FOR_S = 12 * 3600
SCREEN_FOR_S = 30 * 24 * 3600
"""Seconds for which a pass is good: a day of play for people, an event and its eve for a screen."""


class Pass(Struct, frozen=True, forbid_unknown_fields=True):
    """Who a browser speaks for, and until when."""

    id: str
    who: Who
    until: int
    """seconds of the calendar"""
    by: str = ""
    """a judge's initials"""
    seat: int = -1
    """the seat that a screen belongs to; all of them, if it is -1"""

    def may(self, role: Who) -> bool:
        """A head judge may do what judges may."""
        return self.who == role or (role == "judge" and self.who == "head")


def issue(who: Who, now: float, by: str = "", seat: int = -1) -> Pass:
    """A new pass, with an id that nobody can guess."""
    length = {"anyone": ANYONE_FOR_S, "screen": SCREEN_FOR_S}.get(who, LOGIN_FOR_S)
    return Pass(secrets.token_hex(16), who, int(now) + length, by, seat)


def sealed(given: Pass, key: bytes) -> str:
    """The pass as a cookie's value."""
    body = base64.urlsafe_b64encode(msgspec.json.encode(given)).decode().rstrip("=")
    return f"{body}.{_mark(key, 'pass', body)}"


def unsealed(cookie: str, key: bytes, now: float) -> Pass | None:
    """The pass in a cookie; nothing if it was not made by us or its time is over."""
    body, _, mark = cookie.partition(".")
    if len(cookie) > 1000 or not cookie.isascii() or not hmac.compare_digest(mark, _mark(key, "pass", body)):
        return None
    try:
        given = msgspec.json.decode(base64.urlsafe_b64decode(body + "=" * (-len(body) % 4)), type=Pass)
    except (ValueError, msgspec.DecodeError):  # made by another version of us
        return None
    return given if now < given.until else None


def token(given: Pass, key: bytes) -> str:
    """What a form of this browser must show."""
    return _mark(key, "form", given.id)


def shown(given: Pass, key: bytes, what: str) -> bool:
    return hmac.compare_digest(token(given, key).encode(), what.encode("utf-8", "replace"))


def _mark(key: bytes, use: str, text: str) -> str:
    return hmac.new(key, f"{use}:{text}".encode(), hashlib.sha256).hexdigest()
