"""What signals do to a command: told to end, it closes what it has opened; while it is loaded, it ends at once."""

from __future__ import annotations

import os
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


@contextmanager
def without_a_word() -> Iterator[None]:
    """Let Ctrl-C end the process at once while modules are loaded, which takes a second or more on a Pi."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, _stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _end(number: int, _frame: FrameType | None) -> None:
    for one in ENDING:
        signal.signal(one, signal.SIG_IGN)  # told once is enough: closing takes its time
    sys.exit(128 + number)


def _stop(_number: int, _frame: FrameType | None) -> None:
    os._exit(130)
