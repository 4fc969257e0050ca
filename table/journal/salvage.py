"""What can still be read of a damaged journal: rows found in the raw bytes, and believed by their checksums.

Every row of the journal is a line of JSON and the CRC-32 of that line, side by side in one SQLite record. So a row
can be told from noise without SQLite's own structures: its line opens with a known word, the bytes before it say
how long it is, and the bytes after it must agree with it. Nothing here writes.
"""

from __future__ import annotations

import os
import re
import struct
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path

PAGE_BYTES = 4096
"""Bytes in a page of the journal's file; every journal is made with this size."""

_FAR = 1000
"""A number this far beyond the last row that can be read is noise, not the trace of a lost row."""


@dataclass
class Remains:
    """The lines that can be read, as they were written."""

    entries: dict[int, bytes] = field(default_factory=dict)
    boots: dict[int, bytes] = field(default_factory=dict)
    last: int = 0
    """the highest number of an entry of which there is a trace, readable or not"""

    def missing(self) -> list[range]:
        """The numbers of the entries that are lost, as runs."""
        known = [0, *sorted(self.entries), self.last + 1]
        return [range(a + 1, b) for a, b in pairwise(known) if b - a > 1]


def salvage(database: Path, log: Path) -> Remains:
    """Read all that is whole in a journal's database and in its write-ahead log; either may be missing."""
    body, tail = _read(database), _read(log)
    frames = _frames(tail)
    kept = _committed(frames)
    older = _pages(body)
    newer = older | {frame.page: frame.data for frame in kept}

    remains = Remains()
    for image in (*older.values(), *(frame.data for frame in kept)):
        for row in _rows(image, newer, older):
            _keep(remains, row)
    # Last, whatever lies anywhere else. An entry that was never acknowledged may come back this way, whole; that
    # is better than to lose one that was.
    for raw in (body, tail):
        for row in _rows(raw, newer, older):
            _keep(remains, row)
    top = max(remains.entries, default=0)
    traces = (int(number) for raw in (body, tail) for number in _TRACE.findall(raw))
    remains.last = max([top, *(number for number in traces if number <= top + _FAR)])
    return remains


def newest_in_log(log: Path) -> int:
    """The number of the newest entry that the write-ahead log holds as committed, or 0.

    SQLite stops reading a log at the first damaged frame and says nothing of what came after it. So an entry that
    is here, and that SQLite does not show, is a sign of damage.
    """
    newest = 0
    frames = _committed(_frames(_read(log)))
    pages = {frame.page: frame.data for frame in frames}
    for frame in reversed(frames):  # the newest first, so that the others need only a glance
        if any(int(number) > newest for number in _TRACE.findall(frame.data)):
            newest = max([newest, *(row.number for row in _rows(frame.data, pages) if row.table == b"seq")])
    return newest


# --- rows -------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Row:
    table: bytes
    number: int
    line: bytes


_OPENING = re.compile(rb'\{"(seq|boot)":')
_NUMBER = re.compile(rb'\{"(?:seq|boot)":([1-9]\d{0,17}),')
_TRACE = re.compile(rb'\{"seq":([1-9]\d{0,17}),"t":')
_INTEGER_BYTES = {1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 8, 8: 0, 9: 0}
"""SQLite's record format: how many bytes an integer of each serial type takes."""


def _keep(remains: Remains, row: _Row) -> None:
    kept = remains.entries if row.table == b"seq" else remains.boots
    kept.setdefault(row.number, row.line)


def _rows(image: bytes, *views: dict[int, bytes]) -> Iterator[_Row]:
    """The rows in these bytes; those too long for one page are followed through each of `views` in turn."""
    for opening in _OPENING.finditer(image):
        shape = _shape(image, opening.start())
        if shape is None:
            continue
        head, length, kind = shape
        for payload in _payloads(image, opening.start() - head, head + length + _INTEGER_BYTES[kind], views):
            line, checksum = payload[head : head + length], payload[head + length :]
            number = _NUMBER.match(line)
            if number and zlib.crc32(line) == _integer(kind, checksum):
                yield _Row(opening[1], int(number[1]), line)
                break


def _shape(image: bytes, start: int) -> tuple[int, int, int] | None:
    """Read a record's header backwards from its text: its size, the text's length, the checksum's type.

    The header is its own size, 0 for the row's number (which is the key and not stored), the text's type as a
    varint and the checksum's type.
    """
    kind = image[start - 1] if start else 0
    for size in range(1, 6):
        head = size + 3
        if start < head or image[start - head] != head or image[start - head + 1] != 0:
            continue
        code = _varint(image[start - head + 2 : start - 1])
        if code is not None and code >= 13 and code % 2 and kind in _INTEGER_BYTES:
            return head, (code - 13) // 2, kind
    return None


def _varint(data: bytes) -> int | None:
    """A whole SQLite varint of up to eight bytes, or None if these bytes are not one."""
    if data[-1] & 0x80 or any(not byte & 0x80 for byte in data[:-1]):
        return None
    value = 0
    for byte in data:
        value = value << 7 | byte & 0x7F
    return value


def _integer(kind: int, data: bytes) -> int:
    return kind - 8 if kind in (8, 9) else int.from_bytes(data, "big", signed=True)


def _payloads(image: bytes, start: int, size: int, views: tuple[dict[int, bytes], ...]) -> Iterator[bytes]:
    """A record's bytes, where it may go on in overflow pages: once for each view of them."""
    most = PAGE_BYTES - 35
    if size <= most:
        yield image[start : start + size]
        return
    least = (PAGE_BYTES - 12) * 32 // 255 - 23
    here = least + (size - least) % (PAGE_BYTES - 4)
    here = here if here <= most else least
    follow = int.from_bytes(image[start + here : start + here + 4], "big")
    for pages in views:
        if size > len(pages) * PAGE_BYTES:  # a damaged length, which a ring of pages would feed for ever
            continue
        payload, page = image[start : start + here], follow
        while len(payload) < size and page in pages:
            data = pages[page]
            payload += data[4 : 4 + size - len(payload)]
            page = int.from_bytes(data[:4], "big")
            if len(data) < PAGE_BYTES:
                break
        if len(payload) == size:
            yield payload


# --- pages and frames -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Frame:
    """One page in the write-ahead log."""

    page: int
    commits: bool
    salt: bytes
    before: bytes
    """the running checksum up to this frame, as the frame before it or the log's header says"""
    after: bytes
    signed: bytes
    """the part of the frame's own header that the checksum covers"""
    data: bytes

    @property
    def sound(self) -> bool:
        return any(_checksum(self.before, self.signed + self.data, order) == self.after for order in _BYTE_ORDERS)


_BYTE_ORDERS = ("little", "big")


def _read(path: Path) -> bytes:
    """The file's bytes; what the disk refuses to read is left out as zeros, a missing file is empty."""
    parts = []
    try:
        with path.open("rb", buffering=0) as file:
            size = file.seek(0, 2)
            for offset in range(0, size, PAGE_BYTES):
                parts.append(_block(file.fileno(), offset, min(PAGE_BYTES, size - offset)))
    except OSError:
        pass
    return b"".join(parts)


def _block(descriptor: int, offset: int, size: int) -> bytes:
    try:
        return os.pread(descriptor, size, offset).ljust(size, b"\0")
    except OSError:
        return bytes(size)


def _pages(body: bytes) -> dict[int, bytes]:
    return {1 + offset // PAGE_BYTES: body[offset : offset + PAGE_BYTES] for offset in range(0, len(body), PAGE_BYTES)}


def _frames(log: bytes) -> list[_Frame]:
    frames = []
    before = log[24:32]
    for offset in range(32, len(log) - PAGE_BYTES - 23, PAGE_BYTES + 24):
        head = log[offset : offset + 24]
        frames.append(
            _Frame(
                page=int.from_bytes(head[:4], "big"),
                commits=head[4:8] != bytes(4),
                salt=head[8:16],
                before=before,
                after=head[16:24],
                signed=head[:8],
                data=log[offset + 24 : offset + 24 + PAGE_BYTES],
            )
        )
        before = head[16:24]
    return frames


def _committed(frames: list[_Frame]) -> list[_Frame]:
    """The frames up to the last sound commit of each generation of the log.

    A log is written over from its start when it has been copied into the database, so old generations, told apart
    by their salt, may still stand behind the new one.
    """
    kept: list[_Frame] = []
    generation: list[_Frame] = []
    for frame in [*frames, None]:
        if generation and (frame is None or frame.salt != generation[0].salt):
            while generation and not (generation[-1].commits and generation[-1].sound):
                generation.pop()
            kept += generation
            generation = []
        if frame is not None:
            generation.append(frame)
    return kept


def _checksum(seed: bytes, data: bytes, order: str) -> bytes:
    """SQLite's running checksum of the write-ahead log, whose words may be in either byte order."""
    one, two = struct.unpack(">II", seed.rjust(8, b"\0"))
    words = struct.unpack(f"{'<' if order == 'little' else '>'}{len(data) // 4}I", data)
    for first, second in zip(words[::2], words[1::2], strict=True):
        one = (one + first + two) & 0xFFFFFFFF
        two = (two + second + one) & 0xFFFFFFFF
    return struct.pack(">II", one, two)
