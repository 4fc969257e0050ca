"""A thread that calls a part again whenever it asked to be called."""

from __future__ import annotations

import threading
from collections.abc import Callable


class PinWatch:
    """Calls `check`, waits for as many seconds as it returns, or until woken, and calls it again."""

    def __init__(self, name: str, check: Callable[[], float]) -> None:
        self._check = check
        self._wake = threading.Event()
        self._closed = False
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)
        self._thread.start()

    def wake(self) -> None:
        self._wake.set()

    def close(self) -> None:
        self._closed = True
        self._wake.set()
        if self._thread is not threading.current_thread():
            self._thread.join()

    def _run(self) -> None:
        while not self._closed:
            wait = self._check()
            self._wake.wait(wait)
            self._wake.clear()
