"""The host's side of the link to the pod: bytes and the time go in, edges and bytes come out; no port and no thread."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from firmware.framing import (
    ACK,
    ASK,
    BODY,
    DONE,
    FIRMWARE,
    FULL,
    HELLO,
    HOST,
    INPUT,
    LEAVE,
    NAME_BYTES,
    NUMBERS,
    POD,
    PROTOCOL,
    SHOW,
    SIGNALS,
    SOUND,
    STATES,
    Reader,
    Writer,
    ahead,
    get16,
    get32,
)
from hardware.pod.offset import PodClock

ASK_AGAIN_MS = 100
"""Milliseconds between two questions to a pod that answers; they keep its clock and tell it that we are here."""

ASK_SOON_MS = 20
"""And to one that does not."""

SILENT_MS = 1000
"""Milliseconds without a word after which the pod is gone."""

RESEND_MS = 30
"""Milliseconds until an output that is not confirmed goes out again."""

STALE_SIGNAL_MS = 500
"""A signal that could not be sounded by then would only confuse."""

LIVES = 8
"""Lives of pods whose inputs are remembered, lest a late hello of one that is over brings an input twice."""


class Greeting(NamedTuple):
    """What a pod says of itself."""

    protocol: int
    firmware: tuple[int, int, int]
    seats: int
    has: int
    by_watchdog: bool
    """It had hung, and its watchdog started it anew."""
    levels: int
    """Which channels are on before the inputs that are still to come."""
    overflows: int
    """How often inputs were lost since nobody fetched them, modulo 256."""


class Met(NamedTuple):
    """A pod answers that had not been there, or that has started anew."""

    at: int
    greeting: Greeting
    anew: bool
    """It has started since we last heard of it, or is another one: its levels are all we know."""


class PodEdge(NamedTuple):
    """A channel went on or off: 0 is the block, 1 + 4 * seat + button a button."""

    at: int
    channel: int
    on: bool


Heard: TypeAlias = Met | PodEdge


class HostLink:
    """One host's talk with whatever pod is at the end of the line."""

    def __init__(self, name: bytes) -> None:
        if len(name) != NAME_BYTES:
            raise ValueError(f"a host's name has {NAME_BYTES} bytes, not {len(name)}")
        self.clock = PodClock()
        self.greeting: Greeting | None = None
        """The last pod's, of whatever protocol."""
        self.heard_at: int | None = None
        """When a pod that we understand last said something."""
        self._name = name
        self._pod = bytes(NAME_BYTES)
        self._following: dict[bytes, int] = {}
        self._reader = Reader()
        self._writer = Writer()
        self._out = bytearray()
        self._asked: dict[int, int] = {}
        self._question = 0
        self._ask_at: int | None = None
        self._show = _Output()
        self._sounds: deque[tuple[int, _Output]] = deque()
        self._number = 0

    def receive(self, data: bytes, now: int) -> list[Heard]:
        """What these bytes bring; every input once, in order."""
        heard: list[Heard] = []
        take = self._reader.take
        for byte in data:
            if take(byte):
                heard += self._payload(bytes(self._reader.payload[: self._reader.length]), now)
        return heard

    def send(self, now: int) -> bytes:
        """What has to go out by now."""
        if self._ask_at is None or now >= self._ask_at:
            self._ask(now)
        if self.answers(now):
            self._send_outputs(now)
        out = bytes(self._out)
        self._out.clear()
        return out

    def show(self, state: str, fraction: float) -> None:
        """Show this on the glass until something else is to be shown."""
        body = bytes([STATES.index(state)]) + round(min(max(fraction, 0.0), 1.0) * FULL).to_bytes(2, "big")
        if body != self._show.body:
            self._show = _Output(body)

    def sound(self, signal: str, now: int) -> None:
        """Sound this once, soon or not at all."""
        self._sounds.append((now + STALE_SIGNAL_MS, _Output(bytes([SIGNALS.index(signal)]))))

    def leave(self) -> bytes:
        """What makes the pod leave its program for MicroPython's prompt."""
        self._frame(LEAVE)
        out = bytes(self._out)
        self._out.clear()
        return out

    def answers(self, now: int) -> bool:
        """Whether a pod that we understand is there."""
        return self.heard_at is not None and now - self.heard_at < SILENT_MS

    def cut(self) -> None:
        """The line is gone; what was half said is forgotten, and the next one is asked at once."""
        self._reader.forget()
        self._out.clear()
        self._asked.clear()
        self._ask_at = None
        self.heard_at = None

    def _payload(self, payload: bytes, now: int) -> list[Heard]:
        if payload[HOST:BODY] != self._name:
            return []
        kind, pod, body = payload[0], payload[POD:HOST], payload[BODY:]
        if kind == HELLO:
            return self._hello(pod, body, now)
        if pod != self._pod or pod not in self._following:
            return []
        if kind == INPUT and len(body) == 8:
            self.heard_at = now
            return self._input(body, now)
        if kind == DONE and len(body) == 4:
            self.heard_at = now
            self._done(get16(body, 0), get16(body, 2))
        return []

    def _hello(self, pod: bytes, body: bytes, now: int) -> list[Heard]:
        if len(body) < 4:
            return []
        if body[0] != PROTOCOL:
            self.greeting = Greeting(body[0], (body[1], body[2], body[3]), 0, 0, False, 0, 0)
            return []
        if len(body) != 18:
            return []
        if (asked := self._asked.pop(get16(body, 4), None)) is None:
            return []  # an answer to nothing that we still wait for
        new = pod not in self._following
        if new:
            self._following[pod] = get16(body, 13)
            while len(self._following) > LIVES:
                del self._following[next(iter(self._following))]
        if pod != self._pod:
            self._pod = pod
            self.clock = PodClock()
            self._start_counting()
        was_there = self.answers(now) and not new
        self.heard_at = now
        self.clock.read(get32(body, 6), asked, now)
        self.greeting = Greeting(
            protocol=body[0],
            firmware=(body[1], body[2], body[3]),
            seats=body[10],
            has=body[11],
            by_watchdog=body[12] == 1,
            levels=get16(body, 15),
            overflows=body[17],
        )
        return [] if was_there else [Met(now, self.greeting, new)]

    def _input(self, body: bytes, now: int) -> list[Heard]:
        number, following = get16(body, 0), self._following[self._pod]
        heard: list[Heard] = []
        if number == following:
            following = self._following[self._pod] = (following + 1) % NUMBERS
            heard.append(PodEdge(self.clock.moment(get32(body, 4), now), body[2], bool(body[3])))
        if ahead(number, following) < 0:  # also for one that we had: its acknowledgement was lost
            self._frame(ACK, following.to_bytes(2, "big"))
        return heard

    def _done(self, shown: int, sounded: int) -> None:
        if shown == self._show.number:
            self._show.done = True
        if self._sounds and sounded == self._sounds[0][1].number:
            self._sounds.popleft()

    def _ask(self, now: int) -> None:
        self._ask_at = now + (ASK_AGAIN_MS if self.answers(now) else ASK_SOON_MS)
        self._question = (self._question + 1) % NUMBERS
        self._asked[self._question] = now
        while len(self._asked) > 32:
            del self._asked[next(iter(self._asked))]
        self._frame(ASK, bytes([PROTOCOL]) + self._question.to_bytes(2, "big"))

    def _send_outputs(self, now: int) -> None:
        while self._sounds and now >= self._sounds[0][0]:
            self._sounds.popleft()
        if self._show.body and self._show.due(now):
            self._tell(SHOW, self._show)
        if self._sounds and self._sounds[0][1].due(now):
            self._tell(SOUND, self._sounds[0][1])

    def _tell(self, kind: int, output: _Output) -> None:
        """Numbered only now: a pod that is away for long must not take a number for an old one that came round."""
        if output.number is None:
            self._number = (self._number + 1) % NUMBERS
            output.number = self._number
        self._frame(kind, output.number.to_bytes(2, "big") + output.body)

    def _start_counting(self) -> None:
        """This pod has been told nothing yet."""
        self._number = 0
        self._show = _Output(self._show.body)
        self._sounds.clear()

    def _frame(self, kind: int, body: bytes = b"") -> None:
        writer = self._writer
        writer.begin(kind, self._pod, self._name)
        for byte in body:
            writer.put8(byte)
        writer.finish()
        self._out += writer.wire[: writer.size]


@dataclass
class _Output:
    """Something to show or to sound, until the pod has confirmed it."""

    body: bytes = b""
    number: int | None = None
    done: bool = False
    next: int | None = None

    def due(self, now: int) -> bool:
        if self.done or (self.next is not None and now < self.next):
            return False
        self.next = now + RESEND_MS
        return True


def complaint(greeting: Greeting | None) -> str:
    """What is wrong with a pod that answers, in words; nothing if all is well."""
    ours = ".".join(map(str, FIRMWARE))
    if greeting is None:
        return ""
    theirs = ".".join(map(str, greeting.firmware))
    if greeting.protocol != PROTOCOL:
        return (
            f"the pod speaks protocol {greeting.protocol} (firmware {theirs}) and this table {PROTOCOL} "
            f"(firmware {ours}); install the firmware that belongs to this table: wff-table pod install"
        )
    if greeting.firmware != FIRMWARE:
        return (
            f"the pod runs firmware {theirs} and this table brings {ours}; it works, but bring both to the same "
            "version before a match: wff-table pod install"
        )
    return ""
