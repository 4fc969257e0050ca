"""Telling systemd how the table is: that it is ready, what it does, that it is alive, that it stops.

A watchdog that is fed by a timer only proves that the timer runs. Ours is fed when the control loop turned and the
journal took something, or could have; otherwise systemd stops the program and starts it again, and nothing is lost.
"""

from __future__ import annotations

import os
import socket
from collections.abc import Mapping

SEND_WAIT_S = 0.2
"""Seconds to wait for systemd to take a message; the control loop has better things to do."""


class Systemd:
    """The service manager's socket. Without one, as in a terminal, every word is dropped in silence."""

    def __init__(self, address: str = "", watchdog: int = 0) -> None:
        self._address = "\0" + address[1:] if address.startswith("@") else address
        self.watchdog = watchdog
        """Milliseconds within which systemd wants a sign of life; 0 if it wants none."""

    @classmethod
    def here(cls, environ: Mapping[str, str] = os.environ) -> Systemd:
        """The one that started this process, as the environment tells."""
        address = environ.get("NOTIFY_SOCKET", "")
        if not address.startswith(("/", "@")):
            return cls()
        return cls(address, _watchdog(environ))

    def ready(self, words: str = "") -> bool:
        """The table is up; units that wait for it may start."""
        return self._send("READY=1", _status(words))

    def status(self, words: str) -> bool:
        """One line for `systemctl status`."""
        return self._send(_status(words))

    def alive(self) -> bool:
        """A sign of life. Call it through a `Watchdog`."""
        return self._send("WATCHDOG=1")

    def stopping(self, words: str = "") -> bool:
        """The table is going down in order."""
        return self._send("STOPPING=1", _status(words))

    def _send(self, *lines: str) -> bool:
        """Whether it was taken. It never raises: a table does not stop because nobody listens."""
        if not self._address:
            return False
        message = "\n".join(line for line in lines if line)
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as line:
                line.settimeout(SEND_WAIT_S)
                line.sendto(message.encode(), self._address)
        except OSError:
            return False
        return True


class Watchdog:
    """Passes signs of life on while there is real progress. It has no thread and no clock: the loop that it watches
    calls it, with its own time in milliseconds.

    In each turn: `looped()`; `journaled(seq)` after an append; if `wants_probe(now)`, try whether the journal can be
    written and say `probed(...)`; then `feed(now)`.
    """

    def __init__(self, systemd: Systemd) -> None:
        self._systemd = systemd
        self._every = systemd.watchdog // 2
        self._fed: int | None = None
        self._turned = False
        self._written = False
        self._seq = 0

    def looped(self) -> None:
        """The control loop has gone round once."""
        self._turned = True

    def journaled(self, seq: int) -> None:
        """An entry was appended. The same number twice is no progress."""
        if seq > self._seq:
            self._seq = seq
            self._written = True

    def probed(self, writable: bool) -> None:
        """The journal was tried, without an entry. If it fails now, what it took before does not count."""
        self._written = writable

    def wants_probe(self, now: int) -> bool:
        """Whether a feed is due and nothing was appended since the last: an idle table has nothing to write."""
        return self._due(now) and not self._written

    def feed(self, now: int) -> bool:
        """Give the sign of life if it is due and deserved; says whether it was given."""
        if not (self._due(now) and self._turned and self._written) or not self._systemd.alive():
            return False
        self._fed, self._turned, self._written = now, False, False
        return True

    def lacking(self) -> str:
        """What has not happened since the last sign of life, in words for `Systemd.status`."""
        lacks = []
        if not self._turned:
            lacks.append("the loop has not turned")
        if not self._written:
            lacks.append("the journal has taken nothing")
        return " and ".join(lacks)

    def _due(self, now: int) -> bool:
        return self._every > 0 and (self._fed is None or now - self._fed >= self._every)


def _status(words: str) -> str:
    return f"STATUS={' '.join(words.split())}" if words else ""


def _watchdog(environ: Mapping[str, str]) -> int:
    """From the environment; it is not for us if it names another process, our parent or a child."""
    if environ.get("WATCHDOG_PID", str(os.getpid())) != str(os.getpid()):
        return 0
    try:
        return max(0, int(environ.get("WATCHDOG_USEC", "0"))) // 1000
    except ValueError:
        return 0
