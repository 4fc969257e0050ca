"""Inputs that the host has not acknowledged yet, oldest first, in memory that is taken once."""

from array import array

from firmware.framing import NUMBERS

ROOM = 256


class Outbox:
    """Inputs numbered `first`, `first + 1`, ... of which there are `waiting`."""

    def __init__(self) -> None:
        self.first = 0
        self.waiting = 0
        self.overflows = 0
        """How often inputs found no room, modulo 256: the host was away for long."""
        self.levels = 0
        """Which channels are on for a host that has all inputs before `first`."""
        self._full = False
        self._what = bytearray(ROOM)
        self._ticks = array("I", bytes(4 * ROOM))

    def put(self, channel: int, on: bool, ticks: int) -> bool:
        """Whether there was room."""
        if self.waiting == ROOM:
            if not self._full:
                self._full = True
                self.overflows = (self.overflows + 1) & 0xFF
            return False
        self._full = False
        slot = (self.first + self.waiting) % ROOM
        self._what[slot] = (channel << 1) | (1 if on else 0)
        self._ticks[slot] = ticks
        self.waiting += 1
        return True

    def channel(self, index: int) -> int:
        return self._what[(self.first + index) % ROOM] >> 1

    def on(self, index: int) -> int:
        return self._what[(self.first + index) % ROOM] & 1

    def ticks(self, index: int) -> int:
        return self._ticks[(self.first + index) % ROOM]

    def acknowledge(self, following: int) -> int:
        """Let go of all before the number `following`; how many those were. A number never sent changes nothing."""
        count = (following - self.first) % NUMBERS
        if count > self.waiting:
            return 0
        for _ in range(count):
            bit = 1 << self.channel(0)
            self.levels = self.levels | bit if self.on(0) else self.levels & ~bit
            self.first = (self.first + 1) % NUMBERS
            self.waiting -= 1
        return count
