"""Hands that stay where they are: over cubes, and at the challenge block."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot

from hardware.mats import Mat
from vision.changes import Change, SawCovered, SawHandAtBlock
from vision.sighting import SeenHand, Side
from vision.track.belief import Hidden, Tracked

COVER_MS = 1_500
"""Milliseconds for which a cube must be hidden before it counts as covered, not just reached over."""
AT_BLOCK_MS = 600
"""Milliseconds that a hand must stay at the block before it counts as being there."""
BESIDE_PAD_MM = 25.0
"""Millimetres from the pad's edge within which a hand is at the block."""
APART_MM = 100.0
"""Millimetres by which one hand must be nearer to a cube than another to be the one that covers it."""
LARGER = 3.0
"""How many times as large as another hand that is about as near."""
LEFT_BLOCK_MS = 400
"""Milliseconds after which it is no longer there."""


class Linger:
    """Notices hands that stay, from picture to picture."""

    def __init__(self, mat: Mat) -> None:
        self._mat, self._pad = mat, mat.pad
        self._hidden: dict[int, int] = {}
        """Cubes that are hidden, and since when."""
        self._covered: tuple[int, ...] = ()
        self._came: int | None = None
        self._near = 0
        self._side: Side | None = None
        self._there = False

    def resume(self, at: int, covered: Sequence[int], at_block: bool) -> None:
        """Go on from what was told by `at`: cubes that were covered, a hand that was at the block."""
        self._covered = tuple(sorted(covered))
        self._hidden = dict.fromkeys(covered, at - COVER_MS)
        if at_block:
            self._came, self._near, self._there = at, at, True

    def see(self, at: int, hands: Sequence[SeenHand], hidden: Hidden, cubes: Sequence[Tracked]) -> list[Change]:
        return [*self._over_cubes(at, hands, hidden, cubes), *self._at_block(at, hands)]

    def _over_cubes(self, at: int, hands: Sequence[SeenHand], hidden: Hidden, cubes: Sequence[Tracked]) -> list[Change]:
        # An arm that reaches to the block covers what is on its way; that it stays there is told as such.
        over = any(not self._is_at_block(hand) for hand in hands)
        under = [cube for cube in cubes if over and hidden(cube.x, cube.y)]
        self._hidden = {cube.number: self._hidden.get(cube.number, at) for cube in under}
        covered = tuple(sorted(number for number, since in self._hidden.items() if at - since >= COVER_MS))
        if covered == self._covered or (covered and set(covered) <= set(self._covered)):
            return []
        self._covered = covered
        since = min((self._hidden[number] for number in covered), default=at)
        may_be = [_over(cube, hands, self._mat) for cube in under if cube.number in covered]
        sides = sorted(set.intersection(*may_be)) if may_be else []
        if len(sides) == 1:
            return [SawCovered((since, at), covered, sides[0])]
        return [SawCovered((since, at), covered, None, tuple(sides))]

    def _at_block(self, at: int, hands: Sequence[SeenHand]) -> list[Change]:
        there = [hand for hand in hands if self._is_at_block(hand)]
        if there:
            self._came = at if self._came is None else self._came
            self._near = at
            self._side = there[0].side if len({hand.side for hand in there}) == 1 else None
        elif self._came is not None and at - self._near >= LEFT_BLOCK_MS:
            left, self._came = self._near, None
            if self._there:
                self._there = False
                return [SawHandAtBlock((left, at), self._side, False)]
        if self._came is not None and not self._there and at - self._came >= AT_BLOCK_MS:
            self._there = True
            return [SawHandAtBlock((self._came, at), self._side, True)]
        return []

    def _is_at_block(self, hand: SeenHand) -> bool:
        x, y = self._pad.centre
        return hypot(hand.x - x, hand.y - y) <= self._pad.radius + BESIDE_PAD_MM


def _over(cube: Tracked, hands: Sequence[SeenHand], mat: Mat) -> set[Side]:
    """Whose hand may be over a cube: the nearest; of several that are about as near, one that is much larger."""
    far = {hand: _far(cube, hand, mat) for hand in hands}
    near = [hand for hand in hands if far[hand] - min(far.values()) < APART_MM]
    largest = max(near, key=lambda hand: hand.area)
    others = [hand for hand in near if hand.side != largest.side and hand.area * LARGER > largest.area]
    return {largest.side, *(hand.side for hand in others)}


def _far(cube: Tracked, hand: SeenHand, mat: Mat) -> float:
    """From a cube to a hand and its arm, which comes in more or less straight."""
    x, y = {"north": (hand.x, 0.0), "south": (hand.x, mat.height), "west": (0.0, hand.y), "east": (mat.width, hand.y)}[
        hand.side
    ]
    near_x = min(max(cube.x, min(x, hand.x)), max(x, hand.x))
    near_y = min(max(cube.y, min(y, hand.y)), max(y, hand.y))
    return hypot(cube.x - near_x, cube.y - near_y)
