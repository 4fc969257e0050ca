"""Questions to a judge about what lies otherwise than the journal has it: asked once, and answered when it is right."""

from __future__ import annotations

from table.control.outbox import Unwritten
from table.control.vision import Vision
from table.journal.session import Session
from table.rules import events as ev
from table.rules.match import Match
from table.seeing.compare import compared
from vision.changes import Lying


class Questions:
    """Where cubes were last seen to lie, and what was asked about that."""

    def __init__(self, session: Session, vision: Vision | None = None) -> None:
        self._session, self._vision = session, vision
        self._lying: tuple[Lying, ...] = ()
        question = session.match.question if session.match else None
        self._asked = question.words if question and question.topic == "lying" else ""
        self._named = dict(session.named)

    def lie(self, cubes: tuple[Lying, ...]) -> None:
        """All is at rest, and this is where every cube lies; none, while that is not known."""
        self._lying = cubes

    def heard_judge(self) -> bool:
        """Take a judge's word for what cubes show; says whether there is a new one."""
        if self._named == self._session.named:
            return False
        self._named = dict(self._session.named)
        if self._vision:
            self._vision.name(self._named)
        self._lying = tuple(cube._replace(letter=self._named.get(cube.cube, cube.letter)) for cube in self._lying)
        return True

    def compare(self) -> list[Unwritten]:
        """Ask about what lies otherwise than the journal has it; and say when it is right again.

        Not while something waits to be written: then the journal does not know yet what was seen.
        """
        shake = self._session.match.shake if self._session.match else None
        if shake is None or not shake.active or not shake.letters or not self._lying:
            return []
        found = compared(self._lying, shake)
        if found.numbers and self._vision and not found.words:
            self._vision.renumber(found.numbers)
            self._lying = tuple(cube._replace(cube=found.numbers.get(cube.cube, cube.cube)) for cube in self._lying)
        if found.words == self._asked:
            return []
        before, self._asked = self._asked, found.words
        if found.words:
            return [Unwritten(ev.Asked(found.words, found.cubes, "lying"), "camera")]
        return [Unwritten(ev.Answered(), "camera")] if still_asks(self._session.match, before) else []


def still_asks(match: Match | None, words: str) -> bool:
    """Whether that is what the table asks, and no judge has answered it since."""
    question = match.question if match else None
    return question is not None and question.words == words
