"""The board that the firmware gets under MicroPython in tests; `turn` takes a line and prints what the pod sent."""

import binascii
import sys

import micropython  # type: ignore[import-not-found]

from firmware.pod import Pod


class Board:
    """Allocates nothing once it is made, so that the firmware can be shown not to either."""

    seats = 3
    has = 15
    lights = 16

    def __init__(self) -> None:
        self.now = 0
        self.switches = 0
        self.arrived = bytearray(4096)
        self.came = 0
        self.taken = 0
        self.sent = bytearray(8192)
        self.went = 0
        self.lit = 0

    def ticks(self) -> int:
        return self.now

    def levels(self) -> int:
        return self.switches

    def read(self) -> int:
        if self.taken == self.came:
            return -1
        self.taken += 1
        return self.arrived[self.taken - 1]

    def write(self, data: bytearray, size: int) -> None:
        for index in range(size):
            self.sent[self.went + index] = data[index]
        self.went += size

    def shine(self, ring: bytearray) -> None:
        self.lit = 0
        for light in range(16):
            self.lit += 1 if ring[3 * light] else 0

    def tone(self, hertz: int) -> None:
        pass

    def lamp(self, on: bool) -> None:
        pass

    def feed(self) -> None:
        pass


board = Board()
pod = Pod(board, b"\x00\x01\xfe\xff")


def turn(line: str) -> None:
    """`<ticks> <switches> <bytes in hex>`: one turn, with the heap locked so that any allocation raises."""
    now, switches, data = line.split(" ")
    arrived = binascii.unhexlify(data)
    board.arrived[: len(arrived)] = arrived
    board.came, board.taken, board.went = len(arrived), 0, 0
    board.now, board.switches = int(now), int(switches)
    micropython.heap_lock()
    try:
        pod.turn()
    finally:
        micropython.heap_unlock()
    print(board.lit, binascii.hexlify(board.sent[: board.went]).decode(), sys.implementation.name)
