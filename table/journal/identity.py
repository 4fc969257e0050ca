"""Whose a journal is: the device that writes it, and the epochs that tell one stretch of writing from another."""

from __future__ import annotations

import secrets
import zlib
from collections.abc import Iterable
from hashlib import blake2b
from pathlib import Path

import msgspec
from msgspec import Struct

from table.rules.entry import Entry, Epoch, Parent, Predecessor

_NUMBERS = (Path("/proc/device-tree/serial-number"), Path("/etc/machine-id"))
"""Where a machine says which it is. A Raspberry Pi's own number comes first: the other is on the card, and copied."""


def device_id() -> str:
    """This machine's id, the same for as long as it is this machine; empty where it has no number of its own."""
    for path in _NUMBERS:
        try:
            number = path.read_bytes().strip(b"\0\n ")
        except OSError:
            continue
        if number:
            return blake2b(number, digest_size=8, person=b"wff-table").hexdigest()
    return ""


def new_epoch(last: bytes | None, table: str) -> Epoch:
    """An epoch of this device that goes on after the line `last`, or that begins a journal."""
    parent = None
    if last is not None:
        marks = msgspec.json.decode(last, type=_Marks)
        parent = Parent(marks.epoch, marks.seq, zlib.crc32(last))
    return Epoch(secrets.token_hex(8), device_id(), table, parent)


def first_predecessor(epoch: Epoch) -> Predecessor:
    """The entry that the epoch's first entry follows."""
    return Predecessor(*epoch.parent[1:]) if epoch.parent else Predecessor(0, 0)


def broken_link(entry: Entry, ahead: Predecessor, epoch: str) -> str:
    """What is wrong with an entry that stands after `ahead`, which is of `epoch`; nothing, if it was written there.

    One that follows an entry which is missing is left alone: no more can be known.
    """
    follows, broken = entry.follows, f"The chain is broken at entry {entry.seq}"
    if follows is None:
        return f"{broken}: it does not say which entry it follows." if epoch else ""
    if ahead.seq < follows.seq < entry.seq:
        return ""
    if follows.seq != ahead.seq:
        stands = f"entry {ahead.seq} stands" if ahead.seq else "none stands"
        return f"{broken}: it was written after entry {follows.seq}, and {stands} before it."
    if follows.checksum != ahead.checksum:
        return f"{broken}: entry {ahead.seq} is not the one that it was written after."
    parent = Parent(epoch, *ahead) if ahead.seq else None
    if entry.epoch != epoch and not (entry.begins and (entry.begins.id, entry.begins.parent) == (entry.epoch, parent)):
        return f"{broken}: it is of another epoch, and that does not begin there."
    return ""


def table_in(lines: Iterable[bytes]) -> str:
    """The table's name in the newest epoch that these lines begin."""
    begun = [msgspec.json.decode(line, type=_Marks).begins for line in lines if b'"begins":' in line]
    return next((epoch.table for epoch in reversed(begun) if epoch), "")


class _Marks(Struct):
    """What an entry's line says of its identity, whatever else it says."""

    seq: int
    epoch: str = ""
    begins: Epoch | None = None
