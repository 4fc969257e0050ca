"""The pod, asked questions over its own port: whether it answers, with which firmware, how well, by which clock."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from typing import NamedTuple, Protocol

import serial

from firmware.framing import ASK, BODY, HELLO, HOST, NAME_BYTES, PROTOCOL, Reader, Writer, get16, get32
from hardware.checkup.finding import Finding, bad, ok, warning
from hardware.clock import now
from hardware.pod.driver import find_port
from hardware.pod.link import Greeting, complaint
from hardware.pod.offset import TickReading, fit

QUESTIONS = 25
ASK_EVERY_MS = 40
"""Milliseconds between two questions."""
LAST_ANSWER_WAIT_MS = 500
"""Milliseconds that the last answer may take."""
LOSSES, HEAVY = 0.05, 0.3
"""Shares of questions without an answer."""
SLOW_TRIP_MS = 30
"""Milliseconds of a round trip from which a press is felt to be late."""


class SerialPort(Protocol):
    """What of a serial port is used."""

    @property
    def in_waiting(self) -> int: ...
    def read(self, size: int) -> bytes: ...
    def write(self, data: bytes, /) -> object: ...


class Survey(NamedTuple):
    """What came of the questions."""

    asked: int
    readings: tuple[TickReading, ...]
    damaged: int
    greeting: Greeting | None


def pod(port: str, questions: int = QUESTIONS) -> list[Finding]:
    """Find it, open it, ask it."""
    part = "pod"
    place = port or find_port()
    if place is None:
        return [
            bad(
                part,
                "no pod is attached (no Raspberry Pi Pico on USB)",
                "plug it in with a cable that carries data; if it is, name its port in pod.port",
            )
        ]
    try:
        with serial.Serial(place, timeout=0.01, write_timeout=0.2, exclusive=True) as line:
            found = survey(line, questions)
    except (serial.SerialException, OSError) as error:
        return [bad(part, *_cannot_open(place, error))]
    return judge(found, place)


def survey(
    line: SerialPort,
    questions: int = QUESTIONS,
    clock: Callable[[], int] = now,
    wait: Callable[[float], None] = time.sleep,
) -> Survey:
    """Ask, and collect what comes back; never longer than the questions and the patience for the last one."""
    host, reader, writer = os.urandom(NAME_BYTES), Reader(), Writer()
    sent: dict[int, int] = {}
    readings: list[TickReading] = []
    greeting: Greeting | None = None
    start = clock()
    while (at := clock()) - start < questions * ASK_EVERY_MS + LAST_ANSWER_WAIT_MS and len(readings) < questions:
        if len(sent) < questions and at - start >= len(sent) * ASK_EVERY_MS:
            number = len(sent) + 1
            sent[number] = at
            line.write(_question(writer, host, number))
        data = line.read(max(1, line.in_waiting))
        if not data:
            wait(0.001)
        for byte in data:
            if reader.take(byte):
                payload = bytes(reader.payload[: reader.length])
                if payload[0] == HELLO and payload[HOST:BODY] == host:
                    greeting = _greeting(payload[BODY:]) or greeting
                    readings += _reading(payload[BODY:], sent, clock())
        if greeting is not None and greeting.protocol != PROTOCOL:
            break
    return Survey(len(sent), tuple(readings), reader.damaged, greeting)


def judge(found: Survey, place: str) -> list[Finding]:
    """What the answers mean."""
    part = "pod"
    if found.greeting is None:
        return [bad(part, f"something is at {place}, but it does not answer as a pod", "wff-table pod install")]
    words = complaint(found.greeting)
    version = ".".join(map(str, found.greeting.firmware))
    if words:
        right = found.greeting.protocol == PROTOCOL
        said, _, do = words.rpartition("; " if not right else ": ")
        return [(warning if right else bad)(part, said, do), *(_link(found) if right else [])]
    seats = found.greeting.seats
    return [ok(part, f"firmware {version} at {place}, {seats} seats"), *_link(found)]


def _link(found: Survey) -> list[Finding]:
    part = "pod link"
    lost = 1 - len(found.readings) / max(1, found.asked)
    trips = sorted(reading.trip for reading in found.readings)
    middle = trips[len(trips) // 2]
    said = f"{len(trips)} of {found.asked} answers, in {middle} ms (longest {trips[-1]} ms), {found.damaged} damaged"
    do = "use a shorter USB cable without a hub; keep it away from the lamps' supplies"
    if lost > LOSSES or found.damaged > found.asked * LOSSES:
        return [(bad if lost > HEAVY else warning)(part, said, do)]
    if middle > SLOW_TRIP_MS:
        return [warning(part, f"{said}: slow", do)]
    line = fit(list(found.readings))
    off = max(abs(line.moment(r.ticks) - r.middle) - r.trip / 2 for r in found.readings)
    return [
        ok(part, said),
        ok(
            "pod clock",
            f"the pod's {line.ticks / 1000:.1f} s are ours {line.at / 1000:.1f} s, to {max(0.0, off):.0f} ms",
        ),
    ]


def _question(writer: Writer, host: bytes, number: int) -> bytes:
    writer.begin(ASK, bytes(NAME_BYTES), host)
    writer.put8(PROTOCOL)
    writer.put16(number)
    writer.finish()
    return bytes(writer.wire[: writer.size])


def _greeting(body: bytes) -> Greeting | None:
    if len(body) < 4:
        return None
    firmware = (body[1], body[2], body[3])
    if body[0] != PROTOCOL or len(body) != 18:
        return Greeting(body[0], firmware, 0, 0, False, 0, 0)
    return Greeting(body[0], firmware, body[10], body[11], body[12] == 1, get16(body, 15), body[17])


def _reading(body: bytes, sent: dict[int, int], at: int) -> list[TickReading]:
    if len(body) != 18 or (asked := sent.get(get16(body, 4))) is None:
        return []
    return [TickReading(get32(body, 6), asked, at)]


def _cannot_open(place: str, error: Exception) -> tuple[str, str]:
    number = getattr(error, "errno", None)
    if number == 13:
        return f"{place} may not be opened by this user", "sudo usermod -aG dialout $USER, then log in again"
    if number == 2:
        return f"nothing is attached at {place}", "plug the pod in, or correct pod.port"
    if "lock" in str(error).lower() or number in (11, 16):
        return f"{place} is held by another program", "stop the table first, then run the doctor again"
    return f"{place} cannot be opened: {error}", "unplug the pod, plug it in again, and look at pod.port"
