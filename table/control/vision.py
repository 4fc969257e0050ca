"""What the control of a table asks of vision, and never waits for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from vision.sighting import Side


class Vision(Protocol):
    """Whoever watches the table; `seeing/watcher.py` does."""

    def at_block(self, at: int) -> Side | None:
        """Whose hand was at the block at that moment of the machine's, if that is known."""

    def renumber(self, numbers: Mapping[int, int]) -> None:
        """Call cubes by the journal's numbers."""

    def name(self, letters: Mapping[int, str]) -> None:
        """Take a judge's word for what cubes show."""

    def keep(self, first: int, last: int) -> None:
        """Keep the pictures of an interval of the table's time."""
