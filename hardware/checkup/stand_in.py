"""Stands in for a person where the table is simulated: moves the puppet, presses, looks at the lights, listens."""

from __future__ import annotations

import time
from collections.abc import Callable
from itertools import pairwise

from hardware.held import ButtonPlace
from hardware.simulated.bench import Bench
from hardware.simulated.scene import Side
from hardware.wiring import BUTTONS, WIRING

LIGHT_WAIT_S = 3.0
"""Seconds that a light or a sound may take."""
_POLL_S = 0.005


class StandIn:
    """A `Person` of the bench."""

    def __init__(self, bench: Bench, side: Side = "south", wait: Callable[[float], None] = time.sleep) -> None:
        self._bench = bench
        self._side: Side = side
        self._wait = wait
        self._brightness: list[float] = []
        bench.table.hurry = 4.0  # nobody is watching

    def lift(self) -> None:
        self._bench.table.lift_block(self._side)

    def put_back(self) -> None:
        self._bench.table.return_block(self._side)

    def press(self, left: list[ButtonPlace], seats: int) -> None:
        """All of them when first asked: one that is stuck must not keep the others from being tried."""
        if len(left) == len(BUTTONS) * seats:
            for place in left:
                self._bench.press(*place)

    def enough(self) -> bool:
        return False

    def look(self, fraction: float) -> None:
        before = self._brightness[-1] if self._brightness else None
        self._until(lambda: before is None or sum(self._bench.lights()) < before - 0.01)
        if before is None:
            self._until(lambda: min(self._bench.lights()) > 0)
        self._brightness.append(sum(self._bench.lights()))

    def saw(self) -> bool | None:
        """All lights were on at first, each step was darker than the one before, and none is on at the end."""
        seen, self._brightness = self._brightness, []
        darker = all(later < earlier for earlier, later in pairwise(seen))
        return bool(seen) and darker and seen[-1] < 0.1 * seen[0]

    def heard(self) -> bool | None:
        return self._until(self._sounds)

    def _sounds(self) -> bool:
        pod = self._bench.pod
        return any(pod.board.tones) if pod else self._bench.factory.level(WIRING.buzzer) > 0

    def _until(self, true: Callable[[], bool]) -> bool:
        end = time.monotonic() + LIGHT_WAIT_S
        while time.monotonic() < end:
            if true():
                return True
            self._wait(_POLL_S)
        return true()
