"""An entry of the journal: an event with its number, its times and its source, and its form as a line of JSON."""

from __future__ import annotations

from typing import Annotated, Any, Literal, NamedTuple, TypeAlias

import msgspec
from msgspec import Meta, Struct

from table.rules.events import KINDS, Event
from table.rules.upgrades import upgraded

Source: TypeAlias = Literal["camera", "gpio", "pod", "clock", "player", "judge", "staff"]
At: TypeAlias = int | tuple[int, int]
"""When something happened in the world, in milliseconds of the table's clock: a moment, or an interval."""


class Predecessor(NamedTuple):
    """The entry after which another was written, with the checksum of its line; numbers from 1, so 0 is none."""

    seq: int
    checksum: int


class Parent(NamedTuple):
    """The last entry that an epoch goes on from, and the epoch that it is of: none, if it is older than epochs."""

    epoch: str
    seq: int
    checksum: int


class Epoch(Struct, frozen=True, omit_defaults=True):
    """A stretch of a journal that one device writes: a number of an entry is given out once in it."""

    id: str
    device: str
    table: str = ""
    """the table's name, if it has one"""
    parent: Parent | None = None


class Entry(Struct, frozen=True):
    """One row of the journal. `t` is when it was written, `at` is when it happened."""

    seq: int
    t: int
    at: At
    source: Source
    event: Event
    boot: str = ""
    wall: str = ""
    epoch: str = ""
    follows: Predecessor | None = None
    begins: Epoch | None = None
    """the epoch, in its first entry"""
    command: str = ""
    """the hall's command that it came of"""
    login: str = ""
    """the login of the person whose deed it was"""

    @property
    def moment(self) -> int:
        """The instant that orders events: of an interval its end, the latest moment the thing can have happened."""
        return self.at if isinstance(self.at, int) else self.at[1]


class BadEntry(ValueError):  # noqa: N818 - it reads better so
    """A line or a body that is not an entry; the message is one sentence that says why."""


def encode(entry: Entry) -> str:
    """The entry as one line of JSON, without the newline."""
    event = entry.event
    line: dict[str, Any] = {
        "seq": entry.seq,
        "t": entry.t,
        "at": entry.at,
        "source": entry.source,
        "kind": event.kind,
        "v": event.version,
        "body": event,
        "boot": entry.boot,
        "wall": entry.wall,
    }
    marks = (
        ("epoch", entry.epoch),
        ("follows", entry.follows),
        ("begins", entry.begins),
        ("command", entry.command),
        ("login", entry.login),
    )
    line |= {name: value for name, value in marks if value}
    return msgspec.json.encode(line).decode()


def decode(line: str | bytes, default_seq: int = 0) -> Entry:
    """The entry that a line of JSON holds; raises BadEntry. A line without `seq` takes `default_seq`."""
    try:
        raw = _LINE.decode(line)
    except msgspec.ValidationError as error:
        raise BadEntry(f"not an entry: {plain(error)}") from None
    except RecursionError:
        raise BadEntry("nested too deeply") from None
    except (msgspec.DecodeError, UnicodeDecodeError):
        raise BadEntry("not a whole line of JSON; it looks cut off or damaged") from None
    at = raw.t if raw.at is None else raw.at
    event = decode_event(raw.kind, raw.body, raw.v)
    first, last = (at, at) if isinstance(at, int) else at
    if first < 0:
        raise BadEntry(f"'at' is before the table's clock began: {first}")
    if first > last:
        raise BadEntry(f"the interval in 'at' ends before it begins: {first} to {last}")
    if last > raw.t:
        raise BadEntry(f"it happened ('at' {at}) after it was written ('t' {raw.t})")
    return Entry(
        default_seq if raw.seq is None else raw.seq,
        raw.t,
        at,
        raw.source,
        event,
        raw.boot,
        raw.wall,
        raw.epoch,
        raw.follows,
        raw.begins,
        raw.command,
        raw.login,
    )


def decode_event(kind: str, body: dict[str, Any], version: int = 1) -> Event:
    """The typed event for a kind and a body of any version that ever was; raises BadEntry."""
    cls = KINDS.get(kind) if isinstance(kind, str) and isinstance(body, dict) else None
    if cls is None:
        raise BadEntry(f"unknown kind '{str(kind)[:80]}' (docs/journal.md lists them all)")
    if not 1 <= version <= cls.version:
        raise BadEntry(f"'{kind}' has version {version}, and this program reads versions up to {cls.version}")
    try:
        return msgspec.convert(upgraded(kind, body, version, cls.version), cls)
    except msgspec.ValidationError as error:
        raise BadEntry(f"'{kind}' has a bad body: {plain(error)}") from None


def embedded(event: Event) -> dict[str, Any]:
    """An event as a correction carries it: what `decode_embedded` reads."""
    version = {} if event.version == 1 else {"v": event.version}
    return {"kind": event.kind, **version, "body": msgspec.to_builtins(event)}


def decode_embedded(event: dict[str, Any]) -> Event:
    """The event that a correction puts in the place of another; raises BadEntry."""
    version = event.get("v", 1)
    return decode_event(event.get("kind", ""), event.get("body", {}), version if isinstance(version, int) else 0)


class _Line(Struct, forbid_unknown_fields=True):
    t: Annotated[int, Meta(ge=0)]
    kind: str
    source: Source
    seq: Annotated[int, Meta(ge=1)] | None = None
    at: int | tuple[int, int] | None = None  # no Meta here: msgspec 0.22 crashes on bounds beside a tuple
    v: int = 1
    body: dict[str, Any] = {}
    boot: str = ""
    wall: str = ""
    epoch: str = ""
    follows: Predecessor | None = None
    begins: Epoch | None = None
    command: str = ""
    login: str = ""


_LINE = msgspec.json.Decoder(_Line)


def plain(error: msgspec.ValidationError) -> str:
    """The library's message in our words: where first, without its own notation."""
    text = str(error)
    what, _, where = text.partition(" - at `$")
    field = where.rstrip("`").lstrip(".")
    what = what.replace("Object contains unknown field", "unknown field").replace(
        "Object missing required field", "missing"
    )
    return f"{field}: {what}" if field else what
