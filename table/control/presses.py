"""Presses of the seats' buttons: those that wait for a lift, those that are held, and who challenges by one.

Now and Impossible belong to a lift, and a lift takes a moment to count: they wait for it. What a long press means is
what it would have meant when the button went down.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from hardware.parts import Button, Pressed
from table.control.block_check import BlockCheck
from table.control.buttons import meaning, people_at, seated_at
from table.control.outbox import Unwritten
from table.control.table_time import table_time
from table.control.vision import Vision
from table.journal.session import Session
from table.rules import events as ev
from table.rules.games import game_of
from vision.sighting import Side

LIFT_UNDER_WAY_MS = 200
"""A lift takes 150 to count; Now and Impossible are kept for so long in case one is under way."""
STUCK_PRESS_MS = 10_000
"""A button that was down for longer was stuck, and nobody meant anything by it."""


class WaitingPress(NamedTuple):
    """A press that is kept until it is known whether a lift was under way, or what came before it is written."""

    until: int
    """by the machine's clock"""
    press: Pressed


class Presses:
    """The buttons of all seats."""

    def __init__(
        self, session: Session, seats: Sequence[Side], block: BlockCheck, vision: Vision | None = None
    ) -> None:
        self._session, self._seats = session, seats
        self._block, self._vision = block, vision
        self._kept: list[WaitingPress] = []
        self._held: dict[tuple[int, Button], ev.Event | None] = {}
        """What a long press would mean, by the match as it stood when the button went down."""

    def press(self, press: Pressed, behind: bool = False) -> list[Unwritten]:
        """A button went down or was let go; what it means, unless that must wait.

        `behind`: the journal lags behind, and what the press means depends on what is still to be written.
        """
        match, journal = self._session.match, self._session.journal
        if match is None:
            return []
        key, now = (press.seat, press.button), journal.now()
        if not press.long or now - table_time(journal, press.at) >= STUCK_PRESS_MS:
            self._held.pop(key, None)
        if behind:
            self._kept.append(WaitingPress(press.at, press))
            return []
        if not press.long and game_of(match).waits_for_lift(match, press.button):
            self._held[key] = self._meaning(press, long=True)
            heard = now - journal.offset  # a pod may tell late, the lift last
            self._kept.append(WaitingPress(max(press.at, heard) + LIFT_UNDER_WAY_MS, press))
            return []
        return self._take(press)

    def take_next(self, now: int) -> list[Unwritten] | None:
        """What the next press means that has waited long enough; None if there is none."""
        for waiting in self._kept:
            if waiting.until + self._session.journal.offset <= now:
                self._kept.remove(waiting)
                return self._take(waiting.press)
        return None

    def _take(self, press: Pressed) -> list[Unwritten]:
        """Take a press for what it means."""
        key, at = (press.seat, press.button), table_time(self._session.journal, press.at)
        if press.long:
            held = self._held.pop(key, None)
            return [Unwritten(held, "player", at)] if held is not None else []
        if key not in self._held:
            self._held[key] = self._meaning(press, long=True)
        event = self._meaning(press, long=False)
        if isinstance(event, ev.Said) and event.word in ("now", "impossible"):
            return self._challenge(event, at)
        return [Unwritten(event, "player", at)] if event is not None else []

    def _challenge(self, said: ev.Said, at: int) -> list[Unwritten]:
        """Who lifted is who presses first, unless another hand was seen at the block: then a judge must say."""
        lifted_at = self._block.lifted_at
        side = self._vision.at_block(lifted_at) if self._vision and lifted_at is not None else None
        hand = people_at(self._session.opening, self._seats).get(side) if side else None
        if hand is None or hand == said.player:
            return [Unwritten(said, "player", at)]
        words = {"pressed": said.player, "hand": hand}
        return [
            Unwritten(ev.Saw("another hand at the block than the one that pressed", words), "camera"),
            Unwritten(ev.Said(said.word, None), "player", at),
        ]

    def _meaning(self, press: Pressed, long: bool) -> ev.Event | None:
        match = self._session.match
        assert match is not None
        return meaning(match, press.seat, press.button, long, seated_at(self._session.opening, self._seats))
