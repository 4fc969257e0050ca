"""A table that runs by itself: the control loop in one thread, seeing in another, a queue between them.

The loop waits for inputs and for what was seen, never for a picture: a lift is written down and a countdown goes on
whatever vision is busy with. Vision that fails is a camera that is gone, until it sees again.
"""

from __future__ import annotations

import threading
import time
from array import array
from collections.abc import Callable
from contextlib import suppress
from queue import Empty, SimpleQueue
from typing import TypeAlias

from hardware import clock
from hardware.parts import Input, Trouble
from table.control.controller import Controller
from table.seeing.watcher import WatchedPicture, Watcher
from table.service.systemd import Systemd, Watchdog

BEAT_S = 0.02
"""Seconds after which the loop turns, if nothing happens before."""
FRAME_WAIT_S = 0.25
"""Seconds to wait for a picture."""
VISION_RETRY_S = 1.0
"""Seconds until vision is tried again after it failed."""
VISION_HANGS_MS = 10_000
"""Milliseconds after which vision that has not come back from looking is taken for gone; the first look is long."""
AT_ONCE = 50
"""Messages that are taken before the clock is looked at again."""
REMEMBERED = 200_000
"""Turns of the loop whose delays are remembered, for the figures."""

Message: TypeAlias = Input | WatchedPicture


class ControlLoop:
    """One table, until it is closed. Everything is called from the thread that made it."""

    def __init__(
        self,
        controller: Controller,
        watcher: Watcher | None,
        inbox: SimpleQueue[Message],
        systemd: Systemd | None = None,
    ) -> None:
        """`inbox` is the queue that the drivers put their inputs into."""
        self.controller, self.watcher = controller, watcher
        self._inbox = inbox
        self._systemd = systemd or Systemd()
        self._watchdog = Watchdog(self._systemd)
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._see, name="vision", daemon=True) if watcher else None
        self.delays = array("f")
        """Milliseconds by which each turn of the loop was late, or took."""
        self._turned = 0
        self._looked = 0
        """When the eye last came back from looking, whatever it saw; the other thread writes it."""
        self._hangs = False

    def start(self) -> None:
        """Take up the table as it is, and open the eye."""
        self.controller.start()
        if self._thread:
            self._looked = clock.now()
            self._thread.start()
        self._systemd.ready("the table runs")

    def turn(self) -> None:
        """Wait a moment for something to happen, and see to it and to the clock."""
        began = time.monotonic()
        message: Message | None = None
        with suppress(Empty):
            message = self._inbox.get(timeout=BEAT_S)
        waited = time.monotonic()
        for left in range(AT_ONCE, 0, -1):
            if message is None:
                break
            self._take(message)
            message = self._next() if left > 1 else None
        self._watch_eye()
        self.controller.tick()
        self._alive()
        done = time.monotonic()
        late = max(0.0, waited - began - BEAT_S) + done - waited
        if len(self.delays) < REMEMBERED:
            self.delays.append(1000 * late)
        else:
            self.delays[self._turned % REMEMBERED] = 1000 * late
        self._turned += 1

    def run(self, until: Callable[[], bool]) -> None:
        """Turn until somebody says that it is enough."""
        while not until():
            self.turn()

    def close(self) -> None:
        """Close the eye; the parts and the journal belong to whoever opened them."""
        self._systemd.stopping()
        self._closing.set()
        if self._thread and self._thread.is_alive():
            self._thread.join(5)

    # The loop

    def _next(self) -> Message | None:
        try:
            return self._inbox.get_nowait()
        except Empty:
            return None

    def _take(self, message: Message) -> None:
        if isinstance(message, WatchedPicture):
            self.controller.saw(message.changes, message.known)
        else:
            self.controller.sense(message)

    def _watch_eye(self) -> None:
        """A thread that hangs cannot say so itself."""
        now = clock.now()
        hangs = self._thread is not None and now - self._looked > VISION_HANGS_MS
        if hangs != self._hangs:
            self._hangs = hangs
            seconds = VISION_HANGS_MS // 1000
            words = f"Nothing has come from vision for {seconds} seconds. If it stays so, start the table again."
            self.controller.sense(Trouble(now, "eye", words if hangs else ""))

    def _alive(self) -> None:
        """Feed systemd's watchdog: the loop turned, and the journal could be written."""
        now = clock.now()
        self._watchdog.looped()
        self._watchdog.journaled(self.controller.session.seq)
        if self._watchdog.wants_probe(now):
            # A disk that is full is no reason to start anew; a damaged journal is, since opening it recovers it.
            excused = bool(self.controller.trouble) and not self.controller.damaged
            self._watchdog.probed(excused or self.controller.session.journal.writable())
        self._watchdog.feed(now)

    # The other thread

    def _see(self) -> None:
        assert self.watcher is not None
        failed = ""
        while not self._closing.is_set():
            try:
                seen = self.watcher.look(FRAME_WAIT_S)
                self._looked = clock.now()
            except Exception as problem:  # whatever it is, the clock must go on
                if not failed:
                    failed = f"Vision failed: {type(problem).__name__}: {problem}. It is tried again."
                    self._inbox.put(Trouble(clock.now(), "vision", failed))
                self._closing.wait(VISION_RETRY_S)
                self._looked = clock.now()
                continue
            if seen is None:
                continue
            if failed:
                failed = ""
                self._inbox.put(Trouble(clock.now(), "vision", ""))
            self._inbox.put(seen)
