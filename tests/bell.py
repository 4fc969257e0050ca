"""A bell for tests: whoever changes something in another thread rings it, and a test that waits looks again then."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Any, ParamSpec, TypeVar

WAIT_S = 60.0
"""Seconds after which something that should have come to be has not."""

P = ParamSpec("P")
R = TypeVar("R")


class Bell:
    """Rung from any thread; one thread waits."""

    def __init__(self) -> None:
        self._rung = threading.Event()
        self._waiting = 0

    def ring(self) -> None:
        """Something may have changed. What the waiting thread does itself while it looks is no news to it."""
        if threading.get_ident() != self._waiting:
            self._rung.set()

    def after(self, done: Callable[P, R]) -> Callable[P, R]:
        """The same function, which rings when it has been done."""

        def do(*args: P.args, **more: P.kwargs) -> R:
            try:
                return done(*args, **more)
            finally:
                self.ring()

        return do

    def on_change_of(self, thing: Any) -> None:
        """Ring from now on whenever an attribute of this one thing is set."""
        kind = type(thing)

        def change(self_: Any, name: str, value: Any) -> None:
            object.__setattr__(self_, name, value)
            self.ring()

        thing.__class__ = type(kind.__name__, (kind,), {"__setattr__": change})

    def until(self, true: Callable[[], bool], wait_s: float = WAIT_S) -> float:
        """Wait until something is so, and say how many seconds it took."""
        began = time.monotonic()
        self._waiting = threading.get_ident()
        while True:
            self._rung.clear()
            if true():
                return time.monotonic() - began
            left = began + wait_s - time.monotonic()
            assert left > 0, f"it never was so in {wait_s:g} seconds"
            self._rung.wait(left)
