"""What the challenge block's switch says, and the camera's second opinion on it."""

from __future__ import annotations

from hardware.parts import BlockMoved
from table.control.outbox import Unwritten
from table.control.questions import still_asks
from table.control.senses import Senses
from table.control.table_time import table_time
from table.journal.session import Session
from table.rules import events as ev
from table.rules.entry import Source

DISAGREE_MS = 1_500
"""For so long camera and switch may differ about the block: it takes a moment to be seen."""


class BlockCheck:
    """The block as its switch has it, or as the camera has it while the switch is gone."""

    def __init__(self, session: Session, senses: Senses, source: Source = "gpio") -> None:
        self._session, self._senses, self._source = session, senses, source
        self.lifted_at: int | None = None
        """When it was lifted, in the machine's time; None while it is on its pad."""
        self._switched = session.journal.now()
        """When the switch last told something."""
        self._seen: tuple[bool, int] = (True, self._switched)
        """Whether the camera sees it on its pad, and since when."""
        question = session.match.question if session.match else None
        self._doubted = question.words if question and question.topic == "block" else ""
        """What was asked about the switch, while the camera says otherwise."""

    def moved(self, what: BlockMoved) -> list[Unwritten]:
        """The switch tells that the block was lifted or put back."""
        self.lifted_at = what.at if what.lifted else None
        self._switched = table_time(self._session.journal, what.at)
        return [] if self._came_round(what.lifted) else [self._told(what.lifted, self._switched)]

    def found(self, lifted: bool) -> list[Unwritten]:
        """Believe the switch after a time in which nobody listened to it."""
        journal, match = self._session.journal, self._session.match
        self.lifted_at = journal.now() - journal.offset if lifted else None
        return [self._told(lifted)] if match is not None and match.block_up != lifted and not self._doubted else []

    def seen(self, on_pad: bool, at: int) -> None:
        """The camera's opinion, from a moment of the machine's on."""
        self._seen = on_pad, table_time(self._session.journal, at)
        if "block" in self._senses.lost:
            self.lifted_at = None if on_pad else at

    def compare(self, now: int, known: int) -> list[Unwritten]:
        """Ask a judge about a switch that differs from the camera: once, when both have been sure for a while.

        `known` is until when vision has seen all.
        """
        on_pad, since = self._seen
        if not {"block", "camera"}.isdisjoint(self._senses.lost) or known <= self._switched:
            return []  # one of them has no opinion
        if on_pad == (self.lifted_at is None):
            asked, self._doubted = self._doubted, ""
            return [Unwritten(ev.Answered(), "camera")] if asked and still_asks(self._session.match, asked) else []
        if self._doubted or now - max(since, self._switched) < DISAGREE_MS:
            return []
        where = "on its pad" if on_pad else "off its pad"
        self._doubted = f"the block is seen {where}, and its switch says otherwise; see to the switch"
        return [Unwritten(ev.Asked(self._doubted, topic="block"), "camera")]

    def _came_round(self, lifted: bool) -> bool:
        """Whether a switch that could not be relied upon says at last what the camera or a judge had told before."""
        doubted = bool(self._doubted) or "block" in self._senses.lost
        match = self._session.match
        return doubted and match is not None and match.block_up == lifted

    def _told(self, lifted: bool, at: int | None = None) -> Unwritten:
        return Unwritten(ev.BlockLifted() if lifted else ev.BlockReturned(), self._source, at)
