"""A part's hold on its pins: taken when they can be had, said in words when not, taken again by itself."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar

from hardware.gpio.factory import explain, pin_factory
from hardware.parts import Inbox, Trouble

RETRY = 1_000
"""Milliseconds between attempts to have the pins back."""

Held = TypeVar("Held")


class PinLink(Generic[Held]):
    """Not for two threads at once: the part that owns it has the lock."""

    def __init__(
        self, part: str, take: Callable[[Any], Held], drop: Callable[[Held], None], factory: Any, inbox: Inbox | None
    ) -> None:
        self._part = part
        self._take = take
        self._drop = drop
        self._factory = factory
        self._inbox = inbox
        self._retry: int | None = None
        self._said = ""
        self.words = ""
        self.held: Held | None = None

    def hold(self, at: int) -> Held | None:
        """What is held, after an attempt to take it if it is not and the last one was a while ago."""
        if self.held is None and (self._retry is None or at >= self._retry):
            try:
                self.held = self._take(self._factory or pin_factory())
                self.words = ""
            except Exception as problem:  # drivers throw what they like; none of it may stop the table
                self.lost(problem, at)
        return self.held

    def lost(self, problem: Exception, at: int) -> None:
        """The pins do not answer any more."""
        self.words = explain(problem, self._part)
        self._retry = at + RETRY
        self.drop()

    def drop(self) -> None:
        held, self.held = self.held, None
        if held is not None:
            try:
                self._drop(held)
            except Exception as problem:  # they are gone already; what is left to say is why
                self.words = self.words or explain(problem, self._part)

    def tell(self, words: str, at: int, gone: bool = True) -> None:
        """Tell the inbox, if this is news; `gone` if the part cannot be relied upon."""
        if words != self._said:
            self._said = words
            if self._inbox is not None:
                self._inbox(Trouble(at, self._part, words, gone))
