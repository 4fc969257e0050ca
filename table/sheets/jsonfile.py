"""Sheets as JSON, for programs: every field of the sheet, in one object with its version."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from table.rules.sheet import Sheet

VERSION = 1


class SheetBundle(msgspec.Struct, frozen=True):
    """What a file holds."""

    sheets: tuple[Sheet, ...]
    version: int = VERSION


def to_json(sheets: Sequence[Sheet]) -> bytes:
    return msgspec.json.format(msgspec.json.encode(SheetBundle(tuple(sheets))), indent=1) + b"\n"


def from_json(data: bytes) -> tuple[Sheet, ...]:
    """The sheets of such a file; raises msgspec.ValidationError if it is none."""
    return msgspec.json.decode(data, type=SheetBundle).sheets
