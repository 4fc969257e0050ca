"""Who reached where: the paths of hands over the table, from picture to picture."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterable
from math import hypot
from statistics import fmean
from typing import NamedTuple

from vision.changes import Change, HandCame, HandLeft
from vision.sighting import SeenHand, Side

NEAR_MM = 45.0
"""Millimetres from a hand's foremost point within which it can have touched a cube."""
CLOSE_MM = 28.0
"""Millimetres within which it is right there."""
CERTAIN_MM = 15.0
"""Millimetres by which one hand must be nearer than another for it to have been the one."""
ABSENT_MM = 300.0
"""Millimetres. A hand that was not seen at all counts as so far away."""
STAY_PICTURES = 3
"""Pictures for which a hand that takes or puts a cube is about: in one alone another may pass."""
GONE_PICTURES = 2
"""Pictures without a hand after which it has left."""
PAUSE_MS = 400
"""Milliseconds. A hand that is back sooner has not been away."""
PATHS_KEPT_MS = 15_000
"""Milliseconds for which paths are kept."""


Passed = tuple[float, float, int, int]
"""A spot (x, y) and the time in which a hand may have been there (since, until)."""


class Tip(NamedTuple):
    at: int
    side: Side
    x: float
    y: float


class HandVisit(NamedTuple):
    """A hand was at a spot from `came` to `left`; its side is None if two hands were equally near."""

    side: Side | None
    came: int
    left: int
    close: bool
    """Whether it was right there, and not only passing by."""


class HandPath:
    """Remembers for some seconds where hands have been."""

    def __init__(self) -> None:
        self._tips: deque[Tip] = deque()
        self._away: dict[Side, int] = {}
        """Sides whose hands are over the table, and for how many pictures they have not been seen."""
        self._last: dict[Side, int] = {}
        self._coming: list[Tip] = []
        """The hands of the last picture; one that is not seen in two running is none."""

    @property
    def present(self) -> tuple[Side, ...]:
        return tuple(self._away)

    def see(self, at: int, hands: Iterable[SeenHand]) -> list[Change]:
        """Note the hands of a picture; says which came and which left."""
        changes: list[Change] = []
        seen = {hand.side for hand in hands}
        before, self._coming = self._coming, [Tip(at, hand.side, hand.x, hand.y) for hand in hands]
        while self._tips and self._tips[0].at < at - PATHS_KEPT_MS:
            self._tips.popleft()
        for side in sorted({tip.side for tip in before} & seen - self._away.keys()):
            first = [tip for tip in before if tip.side == side]
            self._tips.extend(first)
            self._away[side] = 0
            changes.append(HandCame((first[0].at, at), side))
        for side in seen & self._away.keys():
            self._away[side], self._last[side] = 0, at
        self._tips.extend(tip for tip in self._coming if tip.side in self._away)
        for side in [side for side in self._away if side not in seen]:
            self._away[side] += 1
            if self._away[side] >= GONE_PICTURES:
                del self._away[side]
                changes.append(HandLeft((self._last[side], at), side))
        return changes

    def visit(self, x: float, y: float, since: int, until: int) -> HandVisit | None:
        """The first visit of a hand to a spot in that time that came close, or else the closest."""
        visits: list[list[Tip]] = []
        for tip in tuple(self._tips):  # another thread may ask
            if since <= tip.at <= until and _far(tip, x, y) <= NEAR_MM:
                if not visits or tip.at - visits[-1][-1].at > PAUSE_MS:
                    visits.append([])
                visits[-1].append(tip)
        if not visits:
            return None
        stays = [visit for visit in visits if visit[0].at < visit[-1].at]  # one picture alone shows a hand in passing
        close = [visit for visit in stays if min(_far(tip, x, y) for tip in visit) <= CLOSE_MM]
        chosen = close[0] if close else min(visits, key=lambda visit: min(_far(tip, x, y) for tip in visit))
        best: dict[Side, float] = {}
        for tip in chosen:
            best[tip.side] = min(best.get(tip.side, NEAR_MM), _far(tip, x, y))
        nearest = sorted(best, key=lambda side: best[side])
        certain = len(nearest) == 1 or best[nearest[1]] - best[nearest[0]] >= CERTAIN_MM
        own = [tip.at for tip in chosen if not certain or tip.side == nearest[0]]
        return HandVisit(nearest[0] if certain else None, own[0], own[-1], bool(close))

    def near(self, x: float, y: float, since: int, until: int, within: float) -> bool:
        """Whether any hand came so near to a spot in that time."""
        return any(since <= tip.at <= until and _far(tip, x, y) <= within for tip in tuple(self._tips))

    def both(self, *places: Passed) -> Side | None:
        """The side whose hand came nearest to all of these places (x, y, since, until), if it was clearly nearer."""
        total = self._totals(places, STAY_PICTURES)
        nearest = sorted(total, key=lambda side: total[side])
        certain = len(nearest) == 1 or (nearest and total[nearest[1]] - total[nearest[0]] >= CERTAIN_MM)
        return nearest[0] if certain and total[nearest[0]] < ABSENT_MM * len(places) else None

    def gap(self, *places: Passed) -> float:
        """How near one and the same hand came to all of these places: the sum of the distances."""
        return min(self._totals(places, 1).values(), default=ABSENT_MM * len(places))

    def _totals(self, places: tuple[Passed, ...], pictures: int) -> dict[Side, float]:
        """For each hand how near it came to these places, each in the mean of so many pictures."""
        tips = tuple(self._tips)
        total: dict[Side, float] = {}
        for side in {tip.side for tip in tips}:
            for x, y, since, until in places:
                near = sorted(_far(tip, x, y) for tip in tips if tip.side == side and since <= tip.at <= until)
                total[side] = total.get(side, 0.0) + fmean([*near, *[ABSENT_MM] * pictures][:pictures])
        return total

    def most(self, since: int, until: int) -> Side | None:
        """The side whose hand was over the table longest in that time, if there was one."""
        sides = Counter(tip.side for tip in self._tips if since <= tip.at <= until)
        return sides.most_common(1)[0][0] if sides else None

    def only(self, since: int, until: int) -> Side | None:
        """The side of the only hand that was over the table in that time, if it was one."""
        sides = {tip.side for tip in self._tips if since <= tip.at <= until}
        return sides.pop() if len(sides) == 1 else None


def _far(tip: Tip, x: float, y: float) -> float:
    return hypot(tip.x - x, tip.y - y)
