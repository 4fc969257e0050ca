"""A command that is told to end closes what it has opened, as after Ctrl-C."""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

ENDING = (signal.SIGTERM, signal.SIGHUP)


@contextmanager
def in_order() -> Iterator[None]:
    """Let SIGTERM, and SIGHUP unless it is ignored, end what goes on here; the exit code is the shell's, as 143."""
    if threading.current_thread() is not threading.main_thread():
        yield  # signals are not for it
        return
    before = {number: signal.getsignal(number) for number in ENDING}
    for number, handler in before.items():
        if handler != signal.SIG_IGN:
            signal.signal(number, _end)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _end(number: int, _frame: FrameType | None) -> None:
    for one in ENDING:
        signal.signal(one, signal.SIG_IGN)  # told once is enough: closing takes its time
    sys.exit(128 + number)
