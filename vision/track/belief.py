"""What is known of the cubes on a table: those that are followed, what has come to lie elsewhere, and their faces."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from math import hypot
from typing import NamedTuple, TypeAlias

import numpy as np

from vision.sighting import LETTERS, Array, SeenCube, SeenHand

SAME_MM = 6.0
"""Millimetres within which a cube has not moved."""
SETTLED = 2
"""Looks at a quiet table that must agree before what is left over is explained."""
TOUCH_MM = 60.0
"""Millimetres from a hand within which a cube may have been touched: in poor light not all of a hand is seen."""
SURE = 0.9
"""How likely a letter must be, over all looks, to be relied upon."""
TRUST = 8
"""Looks after which one more counts no less."""
MISTAKEN = 0.02
"""How likely a letter must be for a cube to have been taken for it again and again."""
NO_DOUBT = 7.0
"""Logarithm of how much likelier an upper letter must be than a lower one, or the other way round, for it to be one."""

Hidden: TypeAlias = Callable[[float, float], bool]
"""Whether hands hide a place of the mat."""
_UPPER = 6
"""The first six of LETTERS are those of upper cubes."""


class FaceLook(NamedTuple):
    """A picture that was read: what it shows, what hands hide of it, and whether nothing moves and no hand is there."""

    at: int
    cubes: Sequence[SeenCube]
    hands: Sequence[SeenHand]
    hidden: Hidden
    quiet: bool

    def busy(self, x: float, y: float) -> bool:
        """Whether a hand is there, or so near that it may have touched something."""
        return self.hidden(x, y) or nearest(self.hands, x, y) <= TOUCH_MM


@dataclass(slots=True)
class Belief:
    """What is thought of a face, after some looks at it."""

    chances: Array = field(default_factory=lambda: np.full(len(LETTERS), 1 / len(LETTERS)))
    looks: int = 0

    @property
    def letter(self) -> str:
        return LETTERS[int(self.chances.argmax())]

    @property
    def confidence(self) -> float:
        return float(self.chances.max())

    def of(self, letter: str) -> float:
        return float(self.chances[LETTERS.index(letter)])

    def add(self, chances: Iterable[float]) -> None:
        new = np.array([*chances][: len(LETTERS)], float)
        new /= max(1e-9, float(new.sum()))
        self.chances = (self.chances * self.looks + new) / (self.looks + 1) if self.looks else new
        self.looks = min(TRUST, self.looks + 1)


@dataclass(slots=True)
class Tracked:
    """A cube that is known, where it lies or was taken from."""

    number: int
    letter: str
    """What was last said of it."""
    belief: Belief
    """What it looks like."""
    x: float
    y: float
    angle: float
    region: str
    seen: int
    """When it was last seen there."""
    touched: int
    """When a hand was last near it."""
    lost: int | None = None
    """When it was first not seen there, with nothing in the way."""
    missed: int = 0
    """Looks since then."""
    told: bool = False
    """Whether it has been said to be missing."""
    named: bool = False
    """Whether a judge has said what it shows: that it looks otherwise is nothing new."""

    @property
    def taken(self) -> bool:
        """Whether somebody has taken it up: it is not there, and a hand was."""
        return self.missed >= SETTLED and self.touched >= self.seen

    def shows(self, letter: str) -> bool:
        """Whether it may well be read so: a worn q that a judge had to name may pass for an o."""
        return letter == self.letter or self.belief.of(letter) >= MISTAKEN

    def likely(self, belief: Belief) -> float:
        """How likely this is the face that something else shows."""
        return sum(belief.of(letter) for letter in LETTERS if self.shows(letter))


@dataclass(slots=True)
class LyingSpot:
    """Where something lies that lay there in no earlier look."""

    x: float
    y: float
    angle: float
    region: str
    belief: Belief
    before: int
    """When it was certainly not lying there yet."""
    first: int
    """When it was first seen there, at rest and let go."""
    latest: int
    """When it was last seen there."""
    looks: int = 0
    unseen: int = 0
    """Looks since it was last seen; one that has lain there for a while may be overlooked once."""


def spot_of(seen: SeenCube, before: int, at: int) -> LyingSpot:
    """A spot at its first look."""
    spot = LyingSpot(seen.x, seen.y, seen.angle, seen.region, Belief(), before, at, at, 1)
    spot.belief.add(seen.chances or certain(seen))
    return spot


def certain(seen: SeenCube) -> Iterable[float]:
    """The chances of a face of which only the letter is known."""
    return (1.0 if letter == seen.letter else 0.0 for letter in LETTERS)


def there(cube: Tracked, spot: LyingSpot) -> bool:
    """Whether the spot may be the cube where it always was."""
    return apart(cube, spot) <= SAME_MM and cube.shows(spot.belief.letter)


def apart(cube: Tracked, spot: LyingSpot) -> float:
    return hypot(cube.x - spot.x, cube.y - spot.y)


def kind(letter: str) -> bool:
    """Whether it is a lower letter: no cube has both."""
    return LETTERS.index(letter) >= _UPPER


def halved(beliefs: Sequence[Belief]) -> list[Belief]:
    """Half of the cubes are upper ones, and those show no lower letter: that settles of which kind a doubtful face is.

    Where faces that are in no doubt say otherwise, a cube of the wrong set is among them, and nothing is changed. Gives
    the faces that surely looked like the other kind: somebody may have to look at them.
    """
    upper = np.arange(len(LETTERS)) < _UPPER
    likelier = np.array(
        [np.log(belief.chances[upper].max() + 1e-9) - np.log(belief.chances[~upper].max() + 1e-9) for belief in beliefs]
    )
    doubtful = [at for at in np.argsort(-likelier) if abs(likelier[at]) < NO_DOUBT]
    wanting = len(beliefs) // 2 - int(np.count_nonzero(likelier >= NO_DOUBT))
    if not 0 <= wanting <= len(doubtful):
        return []
    overruled = []
    for place, at in enumerate(doubtful):
        if (likelier[at] > 0) != (place < wanting) and beliefs[at].confidence >= SURE:
            overruled.append(beliefs[at])
        chances = np.where(upper == (place < wanting), beliefs[at].chances, 0.0)
        beliefs[at].chances = chances / max(1e-9, float(chances.sum()))
    return overruled


def nearest(hands: Sequence[SeenHand], x: float, y: float) -> float:
    """Millimetres from a place to the nearest hand's foremost point."""
    return min((hypot(hand.x - x, hand.y - y) for hand in hands), default=float("inf"))
