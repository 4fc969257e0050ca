"""The whole of vision over a stream of pictures: what happens on the table, from pixels to changes.

The small picture of every frame goes through the gate; hands are looked for when something moves; the large one is
read now and then while hands are there, and until all is settled when they have left. An idle table is not read.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import hypot
from typing import Protocol, TypeAlias

from hardware.mats import Mat
from vision.changes import BlockSeen, Bumped, Change, Lying, SawGoalRead, Settled, Sight
from vision.cubes.goal import goal_of
from vision.gate import Gate
from vision.sighting import Grey, SeenCube, SeenHand, Side
from vision.track.belief import SAME_MM, FaceLook, Hidden
from vision.track.linger import Linger
from vision.track.tracker import Tracker

WHILE_BUSY = 6
"""While hands are there, every so many frames are read."""
WHEN_STILL = 2
"""Frames without motion, and between two readings, until a table without hands is settled."""
MOTIONLESS = 10
"""Frames without motion after which a hand must be certain to be one."""
BLOCK_EVERY = 2
"""While hands are there, the block is looked at in every so many readings."""
BLOCK_AGREED = 2
"""Readings that must agree on the block."""


Watched: TypeAlias = tuple[Sequence[SeenHand], Hidden]
"""Hands, and what they hide."""


class PictureRead(Protocol):
    """One large picture, read."""

    @property
    def cubes(self) -> Sequence[SeenCube]: ...

    @property
    def block(self) -> bool | None:
        """None where a hand is in the way."""


class Reads(Protocol):
    """What the eye sees with."""

    mat: Mat

    def hands(self, small: Grey, still: bool = False) -> Watched:
        """The hands in a small picture, and what they hide; `still` if nothing has moved for a while."""

    def place(self, grey: Grey) -> tuple[bool, float]:
        """Whether it is known where the camera is, and by how many millimetres it was bumped."""

    def read(self, grey: Grey, watched: Watched | None = None, block: bool = True) -> PictureRead: ...


class Eye:
    """Watches one table; one frame after another, in order."""

    def __init__(self, reads: Reads, expected: int | None = 28) -> None:
        self._reads = reads
        self._gate = Gate()
        self._linger = Linger(reads.mat)
        self.tracker = Tracker(expected)
        self._hands: Watched = ((), _nothing)
        self._watches = False
        """Whether hands were looked for since the mat came into sight: one that lies still draws no attention."""
        self._waited = WHILE_BUSY
        self._goal = ""
        self._block: bool | None = None
        self._block_votes = 0
        self._lost = False
        self._lying: tuple[Lying, ...] = ()
        self._seen = 0
        self.readings = 0
        """How many frames were read, for the record."""

    def see(self, at: int, grey: Grey, small: Grey) -> list[Change]:
        """What this frame shows to have happened, at this time or before."""
        self._seen = at
        moves = self._gate.look(small)
        if moves or (self._hands[0] and self._gate.still <= WHEN_STILL):
            self._hands = self._reads.hands(small)
        elif self._hands[0] and self._gate.still == MOTIONLESS:
            self._hands = self._reads.hands(small, True)
        hands, hidden = self._hands
        changes = self.tracker.hands(at, hands, hidden)
        if self._watches:
            changes += self._linger.see(at, hands, hidden, self.tracker.cubes)
        self._waited += 1
        if self._due(bool(hands)):
            changes += self._read(at, grey, small)
        return changes

    @property
    def idle(self) -> bool:
        """Whether nothing is gained by another picture of the same scene."""
        return self._settled and not self._gate.changed and not self._hands[0] and self._gate.still > WHEN_STILL

    @property
    def placed(self) -> bool:
        """Whether the mat is in sight."""
        return self.readings > 0 and not self._lost

    @property
    def known(self) -> int:
        """The time until which everything that happened has been told."""
        return self._seen if self.idle else self.tracker.known

    def resume(
        self, cubes: Iterable[Lying], goal: str, at: int, covered: Sequence[int] = (), at_block: bool = False
    ) -> None:
        """Go on from what was known at `at`, as after a restart: where the cubes lay, and where a hand stayed."""
        self._lying = tuple(cubes)
        self._goal = goal
        self.tracker.resume(self._lying, at)
        self._linger.resume(at, covered, at_block)

    @property
    def _settled(self) -> bool:
        return self.tracker.settled and not self._lost and not self._block_votes

    def at_block(self, at: int) -> Side | None:
        """Whose hand was at the block at that moment, if that is known."""
        x, y = self._reads.mat.pad.centre
        visit = self.tracker.reach.visit(x, y, at - 900, at + 400)
        return visit.side if visit else None

    def _due(self, hands: bool) -> bool:
        if hands or self._gate.still < WHEN_STILL:
            return self._waited >= (WHEN_STILL if self.tracker.rolling else WHILE_BUSY)
        return self._waited >= WHEN_STILL and (self._gate.changed or not self._settled)

    def _read(self, at: int, grey: Grey, small: Grey) -> list[Change]:
        self._waited = 0
        self.readings += 1
        placed, bumped = self._reads.place(grey)
        if bumped:
            return [Bumped((at, at), bumped)]  # the next reading is on firm ground again
        lost, self._lost = self._lost, not placed
        if not placed:
            self._watches = False
            return [] if lost else [Sight((at, at), False)]
        if not self._watches:
            self._watches, self._hands = True, self._reads.hands(small)
        hands, hidden = self._hands
        changes: list[Change] = [Sight((at, at), True)] if lost else []
        quiet = not hands and self._gate.still >= WHEN_STILL
        if quiet:
            self._gate.has_read()
        reading = self._reads.read(grey, self._hands, quiet or self.readings % BLOCK_EVERY == 0)
        changes += self.tracker.look(FaceLook(at, reading.cubes, hands, hidden, quiet))
        changes += self._block_seen(at, reading.block)
        if quiet and self.tracker.settled and not self.tracker.rolling:
            changes += self._goal_read(at) + self._at_rest(at)
        return changes

    def _at_rest(self, at: int) -> list[Change]:
        """Tell where the cubes lie, if they lie otherwise than was told before."""
        lying = self.tracker.lying()
        if len(lying) == len(self._lying) and all(map(_same, lying, self._lying)):
            return []
        self._lying = lying
        return [Settled((at, at), lying)]

    def _goal_read(self, at: int) -> list[Change]:
        letters = goal_of(
            [
                SeenCube(cube.letter, cube.belief.confidence, cube.x, cube.y, cube.angle, cube.region)
                for cube in self.tracker.cubes
            ]
        )
        if letters == self._goal:
            return []
        self._goal = letters
        return [SawGoalRead((at, at), letters)]

    def _block_seen(self, at: int, block: bool | None) -> list[Change]:
        if block is None or block == self._block:
            self._block_votes = 0
            return []
        self._block_votes += 1
        if self._block_votes < BLOCK_AGREED:
            return []
        first, self._block, self._block_votes = self._block is None, block, 0
        return [] if first and block else [BlockSeen((at, at), block)]


def _same(one: Lying, other: Lying) -> bool:
    return one[:3] == other[:3] and hypot(one.x - other.x, one.y - other.y) <= SAME_MM


def _nothing(_x: float, _y: float) -> bool:
    return False
