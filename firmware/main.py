"""The program of a Raspberry Pi Pico; copied to the Pico's root it starts with the power. Wiring: docs/pod.md."""

import os
import sys
from select import POLLIN, poll
from time import ticks_ms  # type: ignore[attr-defined]

import machine  # type: ignore[import-not-found]
import micropython  # type: ignore[import-not-found]
import neopixel  # type: ignore[import-not-found]

from firmware.framing import BLOCK, BUTTONS, BUZZER, NAME_BYTES, RING
from firmware.pod import Pod

SEATS = 3
LIGHTS = 16
BLOCK_PIN = 2
BUTTON_PINS = (3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14)
"""Goal, Bonus, Now and Impossible of the first seat, then of the next."""

RING_PIN = 16
BUZZER_PIN = 17

WATCHDOG_MS = 4000
"""Milliseconds without a turn of the loop after which the Pico starts anew; a host that does not read holds up each
of the three frames that a turn can send for half a second."""

STAY = "stay-at-the-prompt"
"""A file that keeps the program from starting once: a watchdog cannot be stopped, only not started."""


class Pico:
    """Pins, USB and clock of a Pico. Switches connect a pin to ground; the block holds its switch closed."""

    seats = SEATS
    has = BLOCK | BUTTONS | RING | BUZZER
    lights = LIGHTS

    def __init__(self) -> None:
        pin = machine.Pin
        self._block = pin(BLOCK_PIN, pin.IN, pin.PULL_UP)
        self._buttons = [pin(number, pin.IN, pin.PULL_UP) for number in BUTTON_PINS]
        self._ring = neopixel.NeoPixel(pin(RING_PIN), LIGHTS)
        self._buzzer = machine.PWM(pin(BUZZER_PIN))
        self._lamp = pin("LED", pin.OUT)
        self._watchdog = machine.WDT(timeout=WATCHDOG_MS)
        self._poll = poll()
        self._poll.register(sys.stdin, POLLIN)
        self._byte = bytearray(1)
        self.ticks = ticks_ms

    def levels(self) -> int:
        levels = self._block.value()
        bit = 2
        for pin in self._buttons:
            if not pin.value():
                levels |= bit
            bit <<= 1
        return levels  # type: ignore[no-any-return]

    def read(self) -> int:
        for _ in self._poll.ipoll(0):  # type: ignore[attr-defined]
            sys.stdin.buffer.readinto(self._byte)  # type: ignore[union-attr]
            return self._byte[0]
        return -1

    def write(self, data: bytearray, size: int) -> None:
        sys.stdout.buffer.write(data, size)  # type: ignore[call-overload]

    def shine(self, ring: bytearray) -> None:
        buffer = self._ring.buf  # WS2812 want green first
        for at in range(0, len(ring), 3):
            buffer[at] = ring[at + 1]
            buffer[at + 1] = ring[at]
            buffer[at + 2] = ring[at + 2]
        self._ring.write()

    def tone(self, hertz: int) -> None:
        if hertz:
            self._buzzer.freq(hertz)
        self._buzzer.duty_u16(0x8000 if hertz else 0)

    def lamp(self, on: bool) -> None:
        self._lamp.value(on)

    def feed(self) -> None:
        self._watchdog.feed()


def main() -> None:
    if STAY in os.listdir():
        os.remove(STAY)
        return
    cause = 1 if machine.reset_cause() == machine.WDT_RESET else 0
    board = Pico()
    micropython.kbd_intr(-1)  # a frame may hold the byte of Ctrl-C
    pod = Pod(board, os.urandom(NAME_BYTES), cause)
    while pod.turn():
        pass
    with open(STAY, "w"):
        pass
    machine.reset()


if __name__ == "__main__":
    main()
