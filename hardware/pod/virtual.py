"""A pod without a Pico: the firmware's own code on a board of plain attributes, alone or behind a pty."""

from __future__ import annotations

import os
import select
import threading
import tty
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from random import Random

from firmware.framing import BLOCK, BUTTONS, BUZZER, NAME_BYTES, RING, TICKS
from firmware.pod import Pod
from hardware.clock import now as machine_now
from hardware.parts import Button
from hardware.pod.inputs import channel
from hardware.pod.line import Faults, SerialLine


class VirtualBoard:
    """Switches that are set, lights that are read, and a wire that is two heaps of bytes."""

    seats = 3
    has = BLOCK | BUTTONS | RING | BUZZER
    lights = 16

    def __init__(self, ticks: Callable[[], int]) -> None:
        self.switches = 0
        """Which channels are on."""
        self.ring = bytes(3 * self.lights)
        self.tones: list[int] = []
        """Every tone that began, and 0 for every end."""
        self.lamp_on = False
        self.fed = 0
        self.arrived: deque[int] = deque()
        self.sent = bytearray()
        self._ticks = ticks

    def switch(self, number: int, on: bool) -> None:
        self.switches = self.switches | 1 << number if on else self.switches & ~(1 << number)

    def ticks(self) -> int:
        return self._ticks() % TICKS

    def levels(self) -> int:
        return self.switches

    def read(self) -> int:
        return self.arrived.popleft() if self.arrived else -1

    def write(self, data: bytearray, size: int) -> None:
        self.sent += data[:size]

    def shine(self, ring: bytearray) -> None:
        self.ring = bytes(ring)

    def tone(self, hertz: int) -> None:
        self.tones.append(hertz)

    def lamp(self, on: bool) -> None:
        self.lamp_on = on

    def feed(self) -> None:
        self.fed += 1


class VirtualPod:
    """A pod that runs in a thread behind a pty; `port` is where the host finds it. It has the faults of real ones."""

    def __init__(self, directory: Path, now: Callable[[], int] = machine_now, chance: Random | None = None) -> None:
        chance = chance or Random()
        self.port = directory / "pod"
        self.board = VirtualBoard(now)
        self.to_host = SerialLine(chance)
        self.to_pod = SerialLine(chance)
        self.left = threading.Event()
        """Set when the host has asked for MicroPython's prompt, which this pod does not have."""
        self._now = now
        self._pod = Pod(self.board, os.urandom(NAME_BYTES))
        self._ends: tuple[int, int] | None = None
        self._lock = threading.Lock()
        self._closing = threading.Event()
        self.plug()
        self._thread = threading.Thread(target=self._run, name="virtual pod", daemon=True)
        self._thread.start()

    @property
    def waiting(self) -> int:
        """Inputs that no host has acknowledged yet."""
        with self._lock:
            return self._pod.link.outbox.waiting

    def press(self, seat: int, button: Button, down: bool = True) -> None:
        self._switch(channel(seat, button), down)

    def lift(self, lifted: bool = True) -> None:
        self._switch(0, lifted)

    def spoil(self, faults: Faults) -> None:
        """Make the line as bad as this, both ways."""
        with self._lock:
            self.to_host.faults = self.to_pod.faults = faults

    def restart(self) -> None:
        """The power was away for a moment: the program starts anew and has forgotten everything."""
        with self._lock:
            self.board.arrived.clear()
            self.board.sent.clear()
            self._pod = Pod(self.board, os.urandom(NAME_BYTES))

    def unplug(self) -> None:
        """Pull the cable: the port disappears. The program runs on, as if it had power from elsewhere."""
        with self._lock:
            if self._ends:
                self.port.unlink()
                for end in self._ends:
                    os.close(end)
                self._ends = None
            self.to_host.cut()
            self.to_pod.cut()

    def plug(self) -> None:
        """Put the cable back; the port has the same name."""
        with self._lock:
            if self._ends is None:
                # Both ends are held, since a pty whose host end nobody has open cannot be read.
                pod_end, host_end = os.openpty()
                tty.setraw(host_end)
                os.set_blocking(pod_end, False)
                self._ends = pod_end, host_end
                self.port.symlink_to(os.ttyname(host_end))

    def close(self) -> None:
        self._closing.set()
        self._thread.join()
        self.unplug()

    def _switch(self, number: int, on: bool) -> None:
        with self._lock:
            self.board.switch(number, on)

    def _run(self) -> None:
        while not self._closing.is_set():
            with self._lock:
                self._turn()
                ends = self._ends
            if ends:
                with suppress(OSError, ValueError):  # it may be unplugged meanwhile
                    select.select([ends[0]], [], [], 0.001)
            else:
                self._closing.wait(0.001)

    def _turn(self) -> None:
        board, now = self.board, self._now()
        if self._ends:
            with suppress(OSError):
                self.to_pod.put(os.read(self._ends[0], 4096), now)
        board.arrived.extend(self.to_pod.get(now))
        if not self._pod.turn():
            self.left.set()
        if board.sent:
            self.to_host.put(bytes(board.sent), now)
            board.sent.clear()
        data = self.to_host.get(now)
        if data and self._ends:
            with suppress(OSError):  # nobody reads; what matters is sent again
                os.write(self._ends[0], data)
