"""Text that people typed, made fit for one line of a cell or of paper."""

from __future__ import annotations

from unicodedata import category

JOINERS = "\u200c\u200d"
"""Invisible, but part of how Persian and the scripts of India are spelled."""

_SPACES = ("Cc", "Cf", "Cs", "Zs", "Zl", "Zp")
"""Control and format characters and all kinds of space. Line breaks would break a row, and the marks that turn the
direction of writing could make a name read as another one."""


def shown(text: str) -> str:
    """The text in one line. If nothing in it can be seen, its code points, because a name is never nothing."""
    kept = "".join(" " if _unseen(char) else char for char in text)
    return " ".join(kept.split()) or " ".join(map(code_point, text))


def code_point(char: str) -> str:
    """A character that cannot be shown, by its number."""
    return f"[U+{ord(char):04X}]"


def _unseen(char: str) -> bool:
    never = ord(char) & 0xFFFE == 0xFFFE  # no character at all, and not allowed in XML
    return never or (category(char) in _SPACES and char not in JOINERS)
