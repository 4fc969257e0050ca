"""Contacts of switches and what can be wrong with them: they bounce, flutter, or stick; time comes in."""

from __future__ import annotations

import heapq
from collections.abc import Callable
from random import Random
from typing import Literal, TypeAlias

from hardware.parts import Button

Switch: TypeAlias = Literal["block"] | tuple[int, Button]
"""The block's switch, or the button of a seat (from 0)."""
FLUTTER_MS = 12.0
"""Milliseconds between the edges of a loose wire, about."""


class Contacts:
    """What each contact should be, what it is, and what it will be; `changed` is told of every edge with its time."""

    def __init__(self, chance: Random, changed: Callable[[Switch, bool, float], None]) -> None:
        self._chance = chance
        self._changed = changed
        self._meant: dict[Switch, bool] = {}
        self._stuck: dict[Switch, bool] = {}
        self._bouncing: set[Switch] = set()
        self._loose: set[Switch] = set()
        self._due: list[tuple[float, int, Callable[[], None]]] = []
        self._count = 0

    def set(self, switch: Switch, shut: bool, at: float) -> None:
        """Someone closes or opens it; one that bounces does so a few times within eight milliseconds."""
        if self._meant.get(switch) == shut:
            return
        self._meant[switch] = shut
        edges = [at]
        if switch in self._bouncing:
            edges += sorted(at + self._chance.uniform(0.5, 8) for _ in range(2 * self._chance.randint(1, 4)))
        for turn, edge in enumerate(edges):
            self._later(edge, switch, shut == (turn % 2 == 0))

    def settle(self, now: float) -> None:
        """Let happen what is due."""
        while self._due and self._due[0][0] <= now:
            heapq.heappop(self._due)[2]()

    def later(self, at: float, happens: Callable[[], None]) -> None:
        self._count += 1
        heapq.heappush(self._due, (at, self._count, happens))

    # Faults; they stay until the contact is freed

    def bounce(self, switch: Switch) -> None:
        """From now on every edge is a burst of them."""
        self._bouncing.add(switch)

    def loosen(self, switch: Switch, now: float) -> None:
        """The wire is loose: the contact opens and closes all the time."""
        if switch not in self._loose:
            self._loose.add(switch)
            self._flutter(switch, now, False)

    def stick(self, switch: Switch, shut: bool, now: float) -> None:
        self._stuck[switch] = shut
        self._later(now, switch, shut)

    def free(self, switch: Switch, now: float) -> None:
        """All that was wrong with it is mended."""
        self._stuck.pop(switch, None)
        self._bouncing.discard(switch)
        self._loose.discard(switch)
        self._later(now, switch, self._meant.get(switch, False))

    def _later(self, at: float, switch: Switch, shut: bool) -> None:
        self.later(at, lambda: self._changed(switch, self._stuck.get(switch, shut), at))

    def _flutter(self, switch: Switch, at: float, shut: bool) -> None:
        if switch in self._loose:
            self._changed(switch, self._stuck.get(switch, shut), at)
            soon = at + FLUTTER_MS * self._chance.uniform(0.6, 1.4)
            self.later(soon, lambda: self._flutter(switch, soon, not shut))
