"""For tests in which somebody waits until a table has its journal open."""

from __future__ import annotations

import threading
from typing import Any

import pytest

from table.journal.journal import Journal


def opening(monkeypatch: pytest.MonkeyPatch) -> threading.Event:
    """Set once somebody has opened a journal to write to it, from now on."""
    opened, make = threading.Event(), Journal.__init__

    def make_and_tell(self: Journal, *args: Any, **more: Any) -> None:
        make(self, *args, **more)
        opened.set()

    monkeypatch.setattr(Journal, "__init__", make_and_tell)
    return opened
