"""The pod's side of the link: answers the host, sends inputs until they are acknowledged, takes each output once."""

from firmware.framing import (
    ACK,
    ASK,
    BODY,
    DONE,
    FIRMWARE,
    HELLO,
    HOST,
    INPUT,
    LEAVE,
    NAME_BYTES,
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
    passed,
    same,
)
from firmware.outbox import Outbox

TYPE_CHECKING = False
if TYPE_CHECKING:
    from firmware.board import Board

RESEND_MS = 20
"""Milliseconds until an input that is not acknowledged goes out again; USB needs one or two."""

WINDOW = 8
"""Inputs under way at a time."""

HOST_LOST_MS = 1000
"""Milliseconds of silence after which the host is lost; it asks ten times a second."""


class PodLink:
    """What the pod and the host have told each other."""

    def __init__(self, board: "Board", name: bytes, seats: int, has: int, now: int, cause: int = 0) -> None:
        self.outbox = Outbox()
        self.host_lost = True
        self.state = 0
        self.fraction = 0
        self.signal = -1
        """A signal that has not been sounded yet, or -1."""
        self.leave = False
        """The host asks for MicroPython's own prompt."""
        self._board = board
        self._name = name
        self._host = bytearray(NAME_BYTES)
        self._seats = seats
        self._has = has
        self._cause = cause
        self._reader = Reader()
        self._writer = Writer()
        self._heard = now
        self._sent = now
        self._under_way = 0
        self._shown = 0
        self._sounded = 0

    def take(self, byte: int, now: int) -> None:
        """A byte from the host."""
        if not self._reader.take(byte):
            return
        payload, length = self._reader.payload, self._reader.length
        kind = payload[0]
        if kind == ASK and length == BODY + 3:
            self._answer(payload, now)
        elif same(payload, POD, self._name) and same(payload, HOST, self._host) and not self.host_lost:
            self._heard = now
            if kind == ACK and length == BODY + 2:
                gone = self.outbox.acknowledge(get16(payload, BODY))
                self._under_way = max(self._under_way - gone, 0)
            elif kind == SHOW and length == BODY + 5 and payload[BODY + 2] < len(STATES):
                self._show(get16(payload, BODY), payload[BODY + 2], get16(payload, BODY + 3))
            elif kind == SOUND and length == BODY + 3 and payload[BODY + 2] < len(SIGNALS):
                self._sound(get16(payload, BODY), payload[BODY + 2])
            elif kind == LEAVE and length == BODY:
                self.leave = True

    def turn(self, now: int) -> None:
        """Send what is due: one input a turn, and none to a lost host, for a full USB buffer holds up the loop."""
        if self.host_lost:
            return
        if passed(now, self._heard) >= HOST_LOST_MS:
            self.host_lost = True
            return
        outbox = self.outbox
        if self._under_way and passed(now, self._sent) >= RESEND_MS:
            self._under_way = 0
        if self._under_way < min(outbox.waiting, WINDOW):
            self._input(self._under_way)
            self._under_way += 1
            self._sent = now

    def _answer(self, payload: bytearray, now: int) -> None:
        """Greet the host: a new one starts to count its outputs, and gets all that nobody has acknowledged."""
        if not same(payload, HOST, self._host):
            for index in range(NAME_BYTES):
                self._host[index] = payload[HOST + index]
            self._shown = self._sounded = 0
            self._under_way = 0
        if self.host_lost:
            self._under_way = 0
        self._heard = now
        self.host_lost = False
        outbox, writer = self.outbox, self._writer
        writer.begin(HELLO, self._name, self._host)
        writer.put8(PROTOCOL)
        for number in FIRMWARE:
            writer.put8(number)
        writer.put16(get16(payload, BODY + 1))
        writer.put32(now)
        writer.put8(self._seats)
        writer.put8(self._has)
        writer.put8(self._cause)
        writer.put16(outbox.first)
        writer.put16(outbox.levels)
        writer.put8(outbox.overflows)
        self._send()

    def _show(self, number: int, state: int, fraction: int) -> None:
        if ahead(number, self._shown) > 0:
            self._shown = number
            self.state = state
            self.fraction = fraction
        self._done()

    def _sound(self, number: int, signal: int) -> None:
        if ahead(number, self._sounded) > 0:
            self._sounded = number
            self.signal = signal
        self._done()

    def _done(self) -> None:
        self._writer.begin(DONE, self._name, self._host)
        self._writer.put16(self._shown)
        self._writer.put16(self._sounded)
        self._send()

    def _input(self, index: int) -> None:
        outbox, writer = self.outbox, self._writer
        writer.begin(INPUT, self._name, self._host)
        writer.put16((outbox.first + index) & 0xFFFF)
        writer.put8(outbox.channel(index))
        writer.put8(outbox.on(index))
        writer.put32(outbox.ticks(index))
        self._send()

    def _send(self) -> None:
        self._writer.finish()
        self._board.write(self._writer.wire, self._writer.size)
