"""The cubes of the game: their letters, the two sets, and the places on the mat where they lie."""

from __future__ import annotations

from typing import Literal, TypeAlias

Letter: TypeAlias = Literal["C", "A", "K", "E", "N", "R", "p", "q", "r", "s", "i", "o"]
Region: TypeAlias = Literal["resources", "goal", "required", "permitted", "forbidden", "off"]

UPPER = "CAKENR"
LOWER = "pqrsio"
LETTERS = UPPER + LOWER

UNPLAYED: frozenset[str] = frozenset({"resources", "off"})
"""Where cubes lie that have not been played; one that fell off the table is still to be played."""

PLAYED: frozenset[str] = frozenset({"required", "permitted", "forbidden"})
"""The sections of the mat that a move may go to (V-B)."""
