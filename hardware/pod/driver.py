"""The pod over a serial port: a thread that opens the port, keeps up the talk, and opens it again when it has gone."""

from __future__ import annotations

import os
import termios
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Final

import serial
from serial.tools import list_ports

from firmware.framing import BLOCK, BUTTONS, BUZZER, NAME_BYTES, RING
from hardware.clock import now as machine_now
from hardware.parts import Inbox, SandState, Signal, Trouble
from hardware.pod.inputs import PodInputs
from hardware.pod.link import SILENT_MS, HostLink, Met, complaint

RASPBERRY_PI = 0x2E8A
"""The USB vendor of every Pico."""

TURN_S: Final = 0.01
"""Seconds the thread waits for a byte before it looks for something to send."""

REOPEN_S: Final = 0.1
"""Seconds between two attempts to open the port."""

HUNG_MS = 3_000
"""Milliseconds of silence after which an open port is closed and opened again."""


class PodDriver:
    """A pod and its four parts. It looks for itself where no port is named, and comes back after it was unplugged."""

    def __init__(self, inbox: Inbox, port: str | None = None, now: Callable[[], int] = machine_now) -> None:
        self.block = PodBlock(self, BLOCK, "block switch")
        self.buttons = PodButtons(self, BUTTONS, "seat buttons")
        self.glass = PodGlass(self, RING, "ring of lights")
        self.buzzer = PodBuzzer(self, BUZZER, "buzzer")
        self._inbox = inbox
        self._port = port
        self._now = now
        self._link = HostLink(os.urandom(NAME_BYTES))
        self._inputs = PodInputs()
        self._lock = threading.Lock()
        self._closing = threading.Event()
        self._in_use: set[_PodPart] = {self.block, self.buttons, self.glass, self.buzzer}
        self._open_trouble = "the pod has not been looked for yet"
        self._told = ""
        self._opened = 0
        self._overflows = 0
        self._thread = threading.Thread(target=self._run, name="pod", daemon=True)
        self._thread.start()

    @property
    def lifted(self) -> bool:
        with self._lock:
            return bool(self._inputs.lifted)

    @property
    def seats(self) -> int:
        with self._lock:
            return self._link.greeting.seats if self._link.greeting else 0

    @property
    def has(self) -> int:
        """What the pod says it has, as bits; everything before it has said so."""
        with self._lock:
            return self._link.greeting.has if self._link.greeting else BLOCK | BUTTONS | RING | BUZZER

    def trouble(self) -> str:
        """What is wrong with the pod or its cable, in words."""
        with self._lock:
            return self._trouble(self._now())

    def show(self, state: str, fraction: float) -> None:
        with self._lock:
            self._link.show(state, fraction)

    def sound(self, signal: str) -> None:
        with self._lock:
            self._link.sound(signal, self._now())

    def close(self) -> None:
        """Let go of the port; a second time does nothing."""
        self._closing.set()
        if self._thread is not threading.current_thread():
            self._thread.join()

    def _let_go(self, part: _PodPart) -> None:
        self._in_use.discard(part)
        if not self._in_use:
            self.close()

    def _run(self) -> None:
        while not self._closing.is_set():
            try:
                with self._open() as line:
                    self._opened = self._now()
                    self._talk(line)
            except (serial.SerialException, OSError, termios.error) as error:
                self._lose(_in_words(error, self._port))
            self._closing.wait(REOPEN_S)

    def _open(self) -> serial.Serial:
        port = self._port or find_port()
        if port is None:
            raise serial.SerialException("no pod is attached: plug it in, or name its port in the configuration")
        return serial.Serial(port, timeout=TURN_S, write_timeout=0.2, exclusive=True)

    def _talk(self, line: serial.Serial) -> None:
        with self._lock:
            self._open_trouble = ""
            self._link.cut()
        while not self._closing.is_set():
            with self._lock:
                out = self._link.send(self._now())
            if out:
                with suppress(serial.SerialTimeoutException):  # a full line loses what is sent again anyway
                    line.write(out)
            data = line.read(max(1, line.in_waiting))
            now = self._now()
            if data:
                self._hear(data, now)
            self._tell_trouble(now)
            if now - max(self._link.heard_at or 0, self._opened) >= HUNG_MS:
                return  # some systems need a port to be opened again after the pod was gone for a moment

    def _hear(self, data: bytes, now: int) -> None:
        """The inbox is called before the acknowledgement goes out: what it did not get is sent again."""
        with self._lock:
            heard = self._link.receive(data, now)
            inputs = [found for thing in heard for found in self._inputs.hear(thing)]
            greeting = self._link.greeting
        for found in inputs:
            self._inbox(found)
        if any(isinstance(thing, Met) and thing.anew and thing.greeting.by_watchdog for thing in heard):
            self._mention(now, "the pod had hung, and its watchdog started it anew")
        if greeting and greeting.overflows != self._overflows:
            self._overflows = greeting.overflows
            if greeting.overflows:
                self._mention(now, "the pod lost inputs since nobody fetched them: ask the players what happened")

    def _mention(self, now: int, words: str) -> None:
        """Tell of something that is over; that it is, is told with the next look."""
        self._told = words
        self._inbox(Trouble(now, "pod", words))

    def _lose(self, words: str) -> None:
        with self._lock:
            self._open_trouble = words
            self._link.cut()
        self._tell_trouble(self._now())

    def _tell_trouble(self, now: int) -> None:
        with self._lock:
            gone = self._gone(now)
            words = gone or self._inputs.stuck(now)
            too_soon = not (self._open_trouble or self._link.answers(now)) and now - self._opened < SILENT_MS
        if words != self._told and not too_soon:
            self._told = words
            self._inbox(Trouble(now, "pod", words, bool(gone)))

    def _trouble(self, now: int) -> str:
        return self._gone(now) or self._inputs.stuck(now)

    def _gone(self, now: int) -> str:
        """Why nothing of it can be relied upon."""
        if self._open_trouble:
            return self._open_trouble
        said = complaint(self._link.greeting)
        if not self._link.answers(now):
            return said or "the pod's port is open but nothing answers: install its firmware with wff-table pod install"
        return said


class _PodPart:
    """One of the things on a pod; the port is let go with the last of them."""

    def __init__(self, pod: PodDriver, bit: int, called: str) -> None:
        self._pod = pod
        self._bit = bit
        self._called = called

    def trouble(self) -> str:
        if words := self._pod.trouble():
            return words
        return "" if self._pod.has & self._bit else f"this pod has no {self._called}"

    def close(self) -> None:
        self._pod._let_go(self)


class PodBlock(_PodPart):
    """The challenge block on a pod."""

    @property
    def lifted(self) -> bool:
        return self._pod.lifted


class PodButtons(_PodPart):
    """The seats' buttons on a pod."""

    @property
    def seats(self) -> int:
        return self._pod.seats


class PodGlass(_PodPart):
    """The ring of lights on a pod, as the glass."""

    def show(self, state: SandState, fraction: float) -> None:
        self._pod.show(state, fraction)


class PodBuzzer(_PodPart):
    """The buzzer on a pod."""

    def sound(self, signal: Signal) -> None:
        self._pod.sound(signal)


def find_port() -> str | None:
    """The port of the first Pico on USB, or nothing."""
    return next((port.device for port in sorted(list_ports.comports()) if port.vid == RASPBERRY_PI), None)


def _in_words(error: Exception, port: str | None) -> str:
    if port is None:
        return f"the pod: {error}"
    reason = {2: "nothing is attached there", 13: "this user may not open it: add them to the group dialout"}
    return f"the pod at {port}: {reason.get(getattr(error, 'errno', None) or 0, str(error))}"
