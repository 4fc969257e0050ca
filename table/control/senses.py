"""What a table is without, and why: several may have something to say about one sense, and all must be content."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from table.rules.events import Sense

BEFORE: Final = "before"
"""Who tells that a sense was gone when the table was switched off."""
SIGHT: Final = "sight"
"""Who tells that the camera works and does not see the mat."""
OF: Mapping[str, tuple[Sense, ...]] = {
    "camera": ("camera",),
    "vision": ("camera",),
    "eye": ("camera",),
    "block": ("block",),
    "buttons": ("buttons",),
    "pod": ("block", "buttons"),
}
"""What the table is without when a part is in trouble."""


class Senses:
    """Reasons by sense and by who told them."""

    def __init__(self) -> None:
        self._why: dict[Sense, dict[str, str]] = {}

    def tell(self, sense: Sense, by: str, words: str) -> None:
        """Somebody says why a sense is gone, or, without words, that nothing is wrong with it."""
        reasons = self._why.setdefault(sense, {})
        reasons.pop(by, None)
        if words:
            reasons[by] = words

    def says(self, sense: Sense, by: str) -> bool:
        """Whether somebody has a reason."""
        return by in self._why.get(sense, {})

    @property
    def lost(self) -> dict[Sense, str]:
        """What is gone, each with the newest reason."""
        return {sense: [*reasons.values()][-1] for sense, reasons in self._why.items() if reasons}
