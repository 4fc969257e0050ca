"""Frames on the wire between pod and host; this one file runs on both sides, under MicroPython and CPython.

A frame is a payload, its CRC-16/CCITT and its Fletcher-16, stuffed with COBS and put between two zeros. The second sum
is there for bad lines: of frames that are damaged all over, CRC-16 alone lets one in 65,536 pass, and that would be an
input which nobody made. Nothing here allocates once a `Reader` or a `Writer` has been made, and no number needs more
than the 30 bits that MicroPython keeps without allocating.
"""

PROTOCOL = 1
"""Raised when an older side would misunderstand; the first bytes of a hello never change, so that it can be said."""

FIRMWARE = (1, 0, 0)
"""Major, minor and patch of the pod's program."""

# What a payload is, in its first byte. Then come four bytes that name the pod and four that name the host.
HELLO = 0x01
INPUT = 0x02
DONE = 0x03
ASK = 0x81
ACK = 0x82
SHOW = 0x83
SOUND = 0x84
LEAVE = 0x85

POD = 1
HOST = 5
BODY = 9
"""Where the pod's name, the host's name and the body begin in a payload."""

NAME_BYTES = 4
"""Bytes in a name. Both are chosen at random when a program starts, so a name is also a life."""

BLOCK, BUTTONS, RING, BUZZER = 1, 2, 4, 8
"""What a pod has, as bits of its hello."""

STATES = ("idle", "running", "extra", "countdown", "stopped")
SIGNALS = ("warning", "tick", "over", "lifted", "stop")
FULL = 1000
"""The fraction of a full glass on the wire."""

TICKS = 1 << 30
"""The pod's milliseconds start again at this number, as MicroPython's do."""

NUMBERS = 1 << 16
"""So do the numbers of inputs and outputs."""

LONGEST_PAYLOAD = 48
"""Bytes of a payload; below 254, so COBS adds exactly one."""

_SUMS = 4
_MASK = 0x3FFFFFFF
_HALF = 0x20000000


class Reader:
    """Takes bytes one at a time; after a sound frame its payload is in `payload[:length]` until the next byte."""

    def __init__(self) -> None:
        self.payload = bytearray(LONGEST_PAYLOAD + _SUMS + 1)
        self.length = 0
        self.damaged = 0
        """Frames that were not taken, modulo 65536."""
        self._got = 0

    def take(self, byte: int) -> bool:
        """Whether this byte ended a frame that arrived whole."""
        if byte:
            if self._got < len(self.payload):
                self.payload[self._got] = byte
            self._got += 1  # counts on beyond the end, so that what is too long is known to be
            return False
        got = self._got
        self._got = 0
        if not got:
            return False
        if got <= len(self.payload) and self._unstuff(got) and self._sound():
            return True
        self.damaged = (self.damaged + 1) & 0xFFFF
        return False

    def forget(self) -> None:
        """Drop what has come of a frame; the line was cut."""
        self._got = 0

    def _unstuff(self, got: int) -> bool:
        """Undo COBS where it stands: what comes out never overtakes what goes in."""
        payload = self.payload
        read = write = 0
        while read < got:
            end = read + payload[read]
            if end > got:
                return False
            read += 1
            while read < end:
                payload[write] = payload[read]
                write += 1
                read += 1
            if read < got:
                payload[write] = 0
                write += 1
        self.length = write - _SUMS
        return self.length >= BODY

    def _sound(self) -> bool:
        length = self.length
        return (
            get16(self.payload, length) == crc16(self.payload, length)
            and get16(self.payload, length + 2) == fletcher16(self.payload, length)
        )  # fmt: skip


class Writer:
    """Makes one frame at a time: `begin`, the body with `put`, `finish`; then it is in `wire[:size]`."""

    def __init__(self) -> None:
        self.payload = bytearray(LONGEST_PAYLOAD + _SUMS)
        self.length = 0
        self.wire = bytearray(LONGEST_PAYLOAD + _SUMS + 3)
        self.size = 0

    def begin(self, kind: int, pod: "bytes | bytearray", host: "bytes | bytearray") -> None:
        payload = self.payload
        payload[0] = kind
        for index in range(NAME_BYTES):
            payload[POD + index] = pod[index]
            payload[HOST + index] = host[index]
        self.length = BODY

    def put8(self, number: int) -> None:
        self.payload[self.length] = number
        self.length += 1

    def put16(self, number: int) -> None:
        self.put8(number >> 8)
        self.put8(number & 0xFF)

    def put32(self, number: int) -> None:
        self.put16(number >> 16)
        self.put16(number & 0xFFFF)

    def finish(self) -> None:
        length = self.length
        crc = crc16(self.payload, length)
        fletcher = fletcher16(self.payload, length)
        self.put16(crc)
        self.put16(fletcher)
        self._stuff()

    def _stuff(self) -> None:
        payload, wire = self.payload, self.wire
        wire[0] = 0  # ends whatever noise came before, so that it costs this frame nothing
        code, write = 1, 2
        for read in range(self.length):
            byte = payload[read]
            if byte:
                wire[write] = byte
            else:
                wire[code] = write - code
                code = write
            write += 1
        wire[code] = write - code
        wire[write] = 0
        self.size = write + 1


def crc16(data: "bytes | bytearray", length: int) -> int:
    """CRC-16/CCITT of the first bytes: polynomial 0x1021, begun with 0xFFFF; four bits at a time."""
    crc = 0xFFFF
    for index in range(length):
        byte = data[index]
        crc = ((crc << 4) & 0xFFFF) ^ _NIBBLES[(crc >> 12) ^ (byte >> 4)]
        crc = ((crc << 4) & 0xFFFF) ^ _NIBBLES[(crc >> 12) ^ (byte & 15)]
    return crc


def fletcher16(data: "bytes | bytearray", length: int) -> int:
    """Fletcher's sum of the first bytes, modulo 255: the sum of sums above, the sum below."""
    low = high = 0
    for index in range(length):
        low = (low + data[index]) % 255
        high = (high + low) % 255
    return (high << 8) | low


def get16(data: "bytes | bytearray", at: int) -> int:
    return (data[at] << 8) | data[at + 1]


def get32(data: "bytes | bytearray", at: int) -> int:
    return (get16(data, at) << 16) | get16(data, at + 2)


def same(data: "bytes | bytearray", at: int, name: "bytes | bytearray") -> bool:
    """Whether this name stands there."""
    return (
        data[at] == name[0]
        and data[at + 1] == name[1]
        and data[at + 2] == name[2]
        and data[at + 3] == name[3]
    )  # fmt: skip


def ahead(number: int, of: int) -> int:
    """How far a number is ahead of another, from -32768 to 32767, though both start again at 65536."""
    return ((number - of + 0x8000) & 0xFFFF) - 0x8000


def passed(now: int, since: int) -> int:
    """Milliseconds between two readings of the pod's ticks, less than 6 days apart either way."""
    return (((now - since) & _MASK) ^ _HALF) - _HALF


def later(ticks: int, milliseconds: int) -> int:
    """The pod's ticks after some time; a sum would need a 31st bit for a moment."""
    return (ticks - (_MASK - milliseconds) - 1) & _MASK


_NIBBLES = (
    0x0000, 0x1021, 0x2042, 0x3063, 0x4084, 0x50A5, 0x60C6, 0x70E7,
    0x8108, 0x9129, 0xA14A, 0xB16B, 0xC18C, 0xD1AD, 0xE1CE, 0xF1EF,
)  # fmt: skip
