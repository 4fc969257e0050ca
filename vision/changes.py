"""What happened on the table between pictures: plain values, in the order in which they became known.

`at` is when it happened in the world, as the first and the last millisecond that it can have been.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from vision.sighting import Side

Interval: TypeAlias = tuple[int, int]


@dataclass(frozen=True, slots=True)
class SawMoved:
    """A cube was carried from one region to another, or came to rest elsewhere in its own (`relocated`)."""

    at: Interval
    cube: int
    letter: str
    origin: str
    region: str
    x: float
    y: float
    side: Side | None
    """Where the hand came from, or None if that is not known."""
    confidence: float

    @property
    def relocated(self) -> bool:
        return self.origin == self.region


@dataclass(frozen=True, slots=True)
class SawTurned:
    """A cube shows another face."""

    at: Interval
    cube: int
    before: str
    letter: str
    region: str
    side: Side | None
    confidence: float


@dataclass(frozen=True, slots=True)
class Missed:
    """A cube is no longer seen: taken away, or cocked, leaning, or under another."""

    at: Interval
    cube: int
    letter: str
    region: str
    side: Side | None


@dataclass(frozen=True, slots=True)
class Appeared:
    """A cube is there that was not on the table before; its number is new."""

    at: Interval
    cube: int
    letter: str
    region: str
    x: float
    y: float
    side: Side | None
    confidence: float


@dataclass(frozen=True, slots=True)
class SawRolled:
    """The cubes have come to rest after a roll; cube 1 shows the first letter, and so on."""

    at: Interval
    letters: str
    side: Side | None
    confidence: float
    """Of the least certain letter."""
    unsure: tuple[Lying, ...] = ()
    """Cubes whose letter is a guess."""


@dataclass(frozen=True, slots=True)
class Reread:
    """A cube that nobody touched has another letter than was said: the earlier reading was wrong."""

    at: Interval
    cube: int
    before: str
    letter: str
    confidence: float


@dataclass(frozen=True, slots=True)
class SawGoalRead:
    """The Goal reads differently than before; letters that are not sure are question marks."""

    at: Interval
    letters: str


@dataclass(frozen=True, slots=True)
class HandCame:
    at: Interval
    side: Side


@dataclass(frozen=True, slots=True)
class HandLeft:
    at: Interval
    side: Side


@dataclass(frozen=True, slots=True)
class SawHandAtBlock:
    """A hand is at the challenge block (`there`), or has left it."""

    at: Interval
    side: Side | None
    there: bool


@dataclass(frozen=True, slots=True)
class SawCovered:
    """A hand has come to rest over cubes, or (without cubes) none is covered any more."""

    at: Interval
    cubes: tuple[int, ...]
    side: Side | None
    among: tuple[Side, ...] = ()
    """Where it may have come from, if that is not certain."""


@dataclass(frozen=True, slots=True)
class BlockSeen:
    """The camera's opinion of the challenge block."""

    at: Interval
    on_pad: bool


@dataclass(frozen=True, slots=True)
class Bumped:
    """The mat or the camera has moved, and where things are has been worked out again."""

    at: Interval
    millimetres: float


@dataclass(frozen=True, slots=True)
class Shifted:
    """A cube lies elsewhere, and no hand was seen to move it: somebody must say who did, and whether it was a move."""

    at: Interval
    cube: int
    letter: str
    origin: str
    region: str


@dataclass(frozen=True, slots=True)
class Sight:
    """The mat is out of sight, or (`seen`) in sight again."""

    at: Interval
    seen: bool


class Lying(NamedTuple):
    """A cube at rest."""

    cube: int
    letter: str
    region: str
    x: float
    y: float
    angle: float


@dataclass(frozen=True, slots=True)
class Settled:
    """All is at rest and accounted for: this is where every cube lies."""

    at: Interval
    cubes: tuple[Lying, ...]


@dataclass(frozen=True, slots=True)
class Unclear:
    """Vision cannot say what happened, and asks for a look: never a move made up. Without words all is clear again."""

    at: Interval
    words: str
    cubes: tuple[int, ...] = ()


Change: TypeAlias = (
    SawMoved
    | SawTurned
    | Missed
    | Appeared
    | SawRolled
    | Reread
    | SawGoalRead
    | HandCame
    | HandLeft
    | SawHandAtBlock
    | SawCovered
    | BlockSeen
    | Bumped
    | Shifted
    | Sight
    | Settled
    | Unclear
)
