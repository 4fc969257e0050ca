"""What a table is without, and why; and telling the match what it does not know of that yet.

Several may have something to say about one sense, and all must be content before it is back.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from hardware.parts import Part, Trouble
from table.control.outbox import Unwritten
from table.journal.session import Session
from table.rules.entry import Source
from table.rules.events import Sense, SenseBack, SenseLost

BEFOREHAND: Final = "before"
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
    """Reasons by sense and by who told them; and what the match was told."""

    def __init__(
        self, session: Session, source: Source = "gpio", block: Part | None = None, buttons: Part | None = None
    ) -> None:
        """`source` is where block and buttons are; they can be asked whether they are well."""
        self._session, self._source = session, source
        self._parts: tuple[tuple[Sense, Part | None], ...] = (("block", block), ("buttons", buttons))
        self._why: dict[Sense, dict[str, str]] = {}
        self._opened = session.opening
        self._missing: set[Sense] = set(session.match.lost) if session.match else set()  # type: ignore[arg-type]
        """What the match was told to be without."""
        for sense in self._missing:
            self.tell(sense, BEFOREHAND, "it was gone when the table was switched off")

    @property
    def lost(self) -> dict[Sense, str]:
        """What is gone, each with the newest reason."""
        return {sense: [*reasons.values()][-1] for sense, reasons in self._why.items() if reasons}

    def tell(self, sense: Sense, by: str, words: str) -> None:
        """Somebody says why a sense is gone, or, without words, that nothing is wrong with it."""
        reasons = self._why.setdefault(sense, {})
        reasons.pop(by, None)
        if words:
            reasons[by] = words

    def trouble(self, what: Trouble) -> None:
        """A part is in trouble, or well again."""
        for sense in OF.get(what.part, ()):
            self.tell(sense, what.part, what.words if what.gone else "")

    def are_back(self) -> list[Sense]:
        """What was gone when the table was switched off, and is well: a part that is well has no news of it."""
        back: list[Sense] = []
        for sense, part in self._parts:
            if BEFOREHAND in self._why.get(sense, {}) and not (part and part.trouble()):
                self.tell(sense, BEFOREHAND, "")
                back.append(sense)
        return back

    def news(self, at: int | None = None) -> list[Unwritten]:
        """What the match does not know yet: what is gone, and what is back."""
        if self._session.match is None:
            return []
        if self._session.opening is not self._opened:  # a match that was just opened knows nothing
            self._opened, self._missing = self._session.opening, set()
        lost = self.lost
        gone = [sense for sense in lost if sense not in self._missing]
        back = sorted(self._missing - lost.keys())
        self._missing = set(lost)
        return [
            *(Unwritten(SenseLost(sense, lost[sense]), self._source_of(sense), at) for sense in gone),
            *(Unwritten(SenseBack(sense), self._source_of(sense), at) for sense in back),
        ]

    def _source_of(self, sense: Sense) -> Source:
        return "camera" if sense == "camera" else self._source
