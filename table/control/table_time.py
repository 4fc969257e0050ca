"""The table's time of what sensors stamp with the machine's clock."""

from __future__ import annotations

from table.journal.journal import Journal


def table_time(journal: Journal, at: int) -> int:
    """The table's time of a moment of the machine's, not after now, nor before its clock began."""
    return max(0, min(at + journal.offset, journal.now()))
