"""One picture, read: the camera placed, cubes found and their faces read, hands, block and Goal."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from math import atan2, cos, degrees, hypot, log, radians, sin
from typing import TypeAlias

import cv2
import numpy as np

from hardware.mats import Mat, region_of_base
from vision.cubes.block import BlockFinder
from vision.cubes.faces import FaceReader, crops
from vision.cubes.find import CUBE_PX, LEAST, Finder
from vision.cubes.goal import goal_of
from vision.cubes.memory import Memory
from vision.hands.find_hands import SMALL_MARGIN_MM, SMALL_SCALE, HandFinder, hands_in, shade
from vision.lens.camera import Lens, Pose
from vision.lens.flatten import Flat
from vision.lens.parallax import lens_from_cubes
from vision.lens.place import Placed
from vision.lens.placer import Placer, Placing
from vision.sighting import LETTERS, Array, Face, Grey, SeenCube, SeenHand, Sighting, Square

Hidden: TypeAlias = Callable[[float, float], bool]
Watched: TypeAlias = tuple[Sequence[SeenHand], Hidden]
"""Hands, and what they hide."""

MARGIN_MM = 20.0
"""Millimetres beside the mat in which cubes are still found."""
SMALL_WIDTH_PX = 320
"""The width of the picture for watching, as cameras give it."""

_WORD = 55.0, 12.0
"""Millimetres from a region's top-left corner in which its name is printed."""
_BESIDE = 12.0
"""Millimetres beside the mat that its outline takes in, since cubes at its edge stand up."""
_NEAR = 0.8
"""Two cubes are never nearer than their edge; squares nearer than this part of it are the same cube."""
_SIDE_MORE = 0.13
"""By how much of an edge a side may seem farther from its top than it is."""
_SLANTED, _OUTWARD = 0.25, 0.6
"""How slanted a look must be to show sides: distance by height; and how well the two are in line with it (cosine)."""
_FROM = [[(first + corner) % 4 for corner in range(4)] for first in range(4)]
SHIFTS = (
    *((x, y, 0) for x in (-0.1, 0, 0.1) for y in (-0.1, 0, 0.1) if x or y),
    *((0, 0, turn) for turn in (-14, -7, 7, 14)),
)
"""By how much a second look at a face is beside the first: parts of a side to the right and down, and degrees."""
WEAK = 0.15
"""The score from which on something is looked at that is hardly a top; only a clear letter makes it one."""
UNREAD = 0.6
"""The score that a top must have whose letter is not read."""

_NOT_A_CUBE, _SOMETHING_ELSE = 0.5, 0.995
_CERTAIN, _BEYOND = 0.985, 0.99
"""Chances: below which a face is looked at again, and which make a weak top a cube."""
_CLEARLY = 1.75
"""By how much the looks for one letter must outweigh those for all others."""
_CLEAR = 0.08
"""How clearly cubes must speak for another lens to be believed."""
_UNKNOWN = 0.1
"""A lens in more doubt than this is one that nobody knows."""


@dataclass(frozen=True, slots=True)
class Top:
    """The top of a cube in the picture, with what was read on it."""

    corners: Array
    """Pixels, clockwise from the letter's own top-left."""
    face: Face
    score: float
    """How certain the finder is that it is a top."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What a picture says."""

    placed: Placed | None
    cubes: tuple[SeenCube, ...] = ()
    tops: tuple[Top, ...] = ()
    """Of the cubes, in the same order."""
    goal: str = ""
    hands: tuple[SeenHand, ...] = ()
    block: bool | None = None
    """None where a hand is in the way."""
    bumped: float = 0.0
    """By how many millimetres the camera or the mat has moved since the picture before."""

    @property
    def sighting(self) -> Sighting:
        return Sighting(self.placed is not None, self.cubes, self.goal, self.hands, bool(self.block))


class PictureReader:
    """Reads pictures of one table, one after another; made once, since the networks take a moment to load."""

    def __init__(
        self,
        mat: Mat,
        lens: Lens,
        finder: Finder | None = None,
        faces: FaceReader | None = None,
        handfinder: HandFinder | None = None,
    ) -> None:
        self.mat = mat
        self.placer = Placer(mat, lens)
        self._finder = finder or Finder()
        self._faces = faces or FaceReader()
        self._handfinder = handfinder or HandFinder()
        self._memory = Memory()
        self._block = BlockFinder(mat)
        self._tops = Flat(mat, mat.cube, CUBE_PX / mat.cube, MARGIN_MM)
        self._mat = Flat(mat, 0.0, SMALL_SCALE, SMALL_MARGIN_MM)
        self._latest: tuple[Grey | None, Placing] = (None, Placing(None, 0))
        self.told = 0
        """How many cubes were asked about an unknown lens, and answered."""

    def place(self, grey: Grey) -> tuple[bool, float]:
        """Whether it is seen where the camera is, and by how many millimetres it was bumped.

        With less than two fiducials in sight it may be anywhere: something has moved, or the light has gone.
        """
        placing = self._place(grey)
        return placing.placed is not None and placing.seen > 1, placing.bumped

    def outline(self, width: int, height: int) -> Array | None:
        """The mat's corners, with a little beside them, in pictures of a size; nothing before the camera is placed."""
        if self.placer.pose is None:
            return None
        corners = [(x, y, 0.0) for x, y in self.mat.area.grown(_BESIDE).corners]
        return self.placer.pose.scaled(width, height).project(corners)

    def hands(self, small: Grey, still: bool = False) -> Watched:
        """The hands in a small picture, and what they hide; nothing before the camera is placed."""
        pose = self.placer.pose
        if pose is None:
            return (), _nothing
        mask = self._handfinder.mask(self._mat.flatten(small, pose))
        return hands_in(mask, self.mat, still), shade(mask, self.mat.cube, still)

    def read(self, grey: Grey, watched: Watched | None = None, block: bool = True, doubtful: bool = False) -> Reading:
        """Read a picture; `watched` is what was seen of hands in the small one, if somebody looked already.

        `block`: whether to look at the challenge block too. `doubtful`: keep tops that the network takes for no cube,
        as it may before it is taught.
        """
        placing = self._place(grey)
        if placing.placed is None or self.placer.pose is None:
            return Reading(None)
        hands, hidden = self.hands(watching(grey)) if watched is None else watched
        tops = self._read_tops(grey, self.placer.pose, hidden, doubtful)
        if self._learn(grey, tops):
            tops = self._read_tops(grey, self.placer.pose, hidden, doubtful)
        pose = self.placer.pose
        pairs = list(zip(tops, _cubes(tops, pose, self.mat), strict=True))
        # Fingers have corners too: what nobody can read under a hand is no cube that was seen.
        pairs = [(top, cube) for top, cube in pairs if cube.letter or doubtful or not hidden(cube.x, cube.y)]
        tops, cubes = [top for top, _ in pairs], tuple(cube for _, cube in pairs)
        on_pad = self._block.on_pad(grey, pose, hidden) if block else None
        return Reading(self.placer.placed, cubes, tuple(tops), goal_of(cubes), tuple(hands), on_pad, placing.bumped)

    def _place(self, grey: Grey) -> Placing:
        if self._latest[0] is not grey:
            self._latest = grey, self.placer.see(grey)
        return self._latest[1]

    def _read_tops(self, grey: Grey, pose: Pose, hidden: Hidden, doubtful: bool) -> list[Top]:
        squares = _worth_reading(self._finder.find(self._tops.flatten(grey, pose), WEAK))
        corners = self._corners(squares, pose)
        high, wide = grey.shape
        inside = np.flatnonzero(_inside(corners, wide, high))
        faces = self._memory.read(self._faces, crops(grey, corners[inside]), corners[inside])
        tops = [
            Top(_upright(corners[at], face), face, squares[at].score)
            for at, face in zip(inside, faces, strict=True)
            if squares[at].score >= LEAST or not self._printed(corners[at], pose)
        ]
        tops = [
            self._again(grey, top) if _in_doubt(top) and not self._under(top, pose, hidden) else top for top in tops
        ]
        kept = [top for top in tops if _is_cube(top) or (doubtful and top.score >= LEAST)]
        return _apart(kept, pose, self.mat.cube)

    def _printed(self, corners: Array, pose: Pose) -> bool:
        """Whether it would, if it were flat, be where the name of a region is printed."""
        x, y = pose.to_plane(corners.mean(axis=0))[0].tolist()
        words = ((region.area.x0, region.area.y0) for region in self.mat.regions)
        return any(0 < x - left < _WORD[0] and 0 < y - top < _WORD[1] for left, top in words)

    def _under(self, top: Top, pose: Pose, hidden: Hidden) -> bool:
        """Whether a hand is over it, so that looking again is in vain."""
        x, y = pose.to_plane(top.corners.mean(axis=0), self.mat.cube)[0]
        return hidden(float(x), float(y))

    def _again(self, grey: Grey, top: Top) -> Top:
        """Look at a face from a little beside where it was found, and turned a little: clear looks outweigh others.

        Where they do not, the clearest may be where it really is: they are taken once more, from there.
        """
        centre = top
        for _ in range(2):
            tries = np.stack([_beside(centre.corners, *shift) for shift in SHIFTS])
            faces = self._faces.read(crops(grey, tries))
            weights = _weights((centre.face, *faces))
            letter = max(weights, key=lambda one: weights[one], default="")
            most = weights.get(letter, 0.0)
            looks = [(face.confidence, at) for at, face in enumerate(faces) if face.letter == letter]
            if not looks:
                break
            _, best = max(looks)
            centre = Top(_upright(tries[best], faces[best]), faces[best], top.score)
            if len(looks) >= 2 and most >= _CLEARLY * (sum(weights.values()) - most):
                return replace(centre, face=_tempered(centre.face, faces))
        if set(weights) - {top.face.letter}:  # they contradict it, or each other
            return replace(top, face=top.face._replace(letter=None))
        return top

    def _corners(self, squares: Sequence[Square], pose: Pose) -> Array:
        """Pixels of the corners of tops, from where they are in the flattened picture."""
        if not squares:
            return np.empty((0, 4, 2))
        centres = self._tops.to_mm([(square.x, square.y) for square in squares])
        half = self.mat.cube / 2
        own = np.array([[-half, -half], [half, -half], [half, half], [-half, half]])
        turns = np.radians([square.angle for square in squares])
        across = np.column_stack([np.cos(turns), np.sin(turns)])
        down = np.column_stack([-across[:, 1], across[:, 0]])
        points = centres[:, None] + own[:, :1] * across[:, None] + own[:, 1:] * down[:, None]
        points = np.concatenate([points, np.full((len(points), 4, 1), self.mat.cube)], axis=2)
        return pose.project(points).reshape(-1, 4, 2)

    def _learn(self, grey: Grey, tops: Sequence[Top]) -> bool:
        """Let the cubes say what lens nobody knows this is, once there are more of them than were asked before."""
        placed = self.placer.placed
        certain = [top.corners for top in tops if top.face.letter]
        if self.placer.lens.doubt < _UNKNOWN or placed is None or placed.poor or len(certain) <= self.told * 1.5 + 2:
            return False
        told = lens_from_cubes(grey, self.mat, placed, np.array(certain))
        if told is None or told.clear < _CLEAR:
            return False
        self.told = len(certain)
        self.placer.learn(told.lens)
        return True


def _worth_reading(squares: Sequence[Square]) -> list[Square]:
    """Without those that are hardly tops and so near to certain ones that they are sides or halves of them."""
    certain = [square for square in squares if square.score >= UNREAD]
    return [
        square
        for square in squares
        if square.score >= LEAST or all(hypot(square.x - a.x, square.y - a.y) > _NEAR * CUBE_PX for a in certain)
    ]


def _weights(faces: Iterable[Face]) -> dict[str, float]:
    """What speaks for each letter, in looks at one face."""
    weights: dict[str, float] = {}
    for face in faces:
        if face.letter is not None:
            chance = min(face.confidence, 0.9999)
            weights[face.letter] = weights.get(face.letter, 0.0) + log(chance / (1 - chance))
    return weights


def _tempered(face: Face, looks: Sequence[Face]) -> Face:
    """A face, as certain as all looks that called a letter are together."""
    chances = np.mean([look.chances for look in looks if look.letter is not None], axis=0).tolist()
    confidence = chances[LETTERS.index(face.letter)] if face.letter else face.confidence
    return face._replace(confidence=confidence, chances=tuple(chances))


def _in_doubt(top: Top) -> bool:
    """Whether a top that the finder is certain of is not as certainly read, nor certainly something else."""
    return top.score >= LEAST and top.face.confidence < _CERTAIN and top.face.chances[-1] < _SOMETHING_ELSE


def _is_cube(top: Top) -> bool:
    """A top that was found and is read as one; where the finder is in doubt, the letter must be beyond it."""
    if top.score >= (LEAST if top.face.letter else UNREAD):
        return top.face.chances[-1] < _NOT_A_CUBE
    return top.face.letter is not None and top.face.confidence >= _BEYOND


def _beside(corners: Array, right: float, down: float, turn: float) -> Array:
    """Corners moved along their own sides, by parts of a side, and turned about their middle."""
    middle = corners.mean(axis=0)
    across, along = corners[1] - corners[0], corners[3] - corners[0]
    return np.asarray((corners - middle) @ _turn(turn) + middle + right * across + down * along)


def watching(grey: Grey) -> Grey:
    """The small picture for watching, as cameras give it beside the large one."""
    high, wide = grey.shape
    size = SMALL_WIDTH_PX, max(1, round(high * SMALL_WIDTH_PX / wide))
    return np.asarray(cv2.resize(grey, size, interpolation=cv2.INTER_AREA), np.uint8)


def _cubes(tops: Sequence[Top], pose: Pose, mat: Mat) -> tuple[SeenCube, ...]:
    """A cube that stands upright has its base under its top."""
    if not tops:
        return ()
    bases = pose.to_plane(np.concatenate([top.corners for top in tops]), mat.cube).reshape(-1, 4, 2)
    cubes = []
    for top, base, (x, y) in zip(tops, bases, bases.mean(axis=1).tolist(), strict=True):
        across = base[1] - base[0] + base[2] - base[3]
        angle = degrees(atan2(across[1], across[0])) % 360
        face = top.face
        cubes.append(SeenCube(face.letter, face.confidence, x, y, angle, _region(mat, base, x, y), face.chances))
    return tuple(cubes)


def _region(mat: Mat, base: Array, x: float, y: float) -> str:
    """The region that a base is in; only one across a line must be measured."""
    inner = mat.cube * 0.75
    for region in mat.regions:
        area = region.area
        if area.x0 + inner <= x <= area.x1 - inner and area.y0 + inner <= y <= area.y1 - inner:
            return region.name
    return region_of_base(mat, [(float(a), float(b)) for a, b in base])


def _apart(tops: list[Top], pose: Pose, edge: float) -> list[Top]:
    """Tops of which no two can be the same cube: the one that is more certain stays, and of top and side the top."""
    if not tops:
        return []
    tops = sorted(tops, key=lambda top: -top.score * top.face.confidence)
    middles = pose.to_plane(np.array([top.corners for top in tops]).mean(axis=1), edge)
    apart = (np.linalg.norm(middles[:, None] - middles, axis=2) / edge).tolist()
    kept: list[int] = []
    for at, middle in enumerate(middles):
        near = [other for other in kept if apart[at][other] < 1.0]
        if any(apart[at][other] <= _NEAR or _is_side(middle, middles[other], pose, edge) for other in near):
            continue
        sides = [other for other in near if _is_side(middles[other], middle, pose, edge)]
        kept = [other for other in kept if other not in sides] + [at]
    return [tops[at] for at in kept]


def _is_side(one: Array, other: Array, pose: Pose, edge: float) -> bool:
    """Whether the first is a side of the cube whose top the other is: nearer to the point right under the camera.

    The middle of a side is half an edge beside the middle of the top and half an edge lower, so in the plane of the
    tops it seems half an edge away and, as slanted as the look is, up to another half. A cube is never so near.
    """
    foot = pose.eye[:2]
    away = other - foot
    far = max(hypot(*away), 1.0)
    between = max(hypot(*(other - one)), 1e-6)
    outward = float((other - one) @ away) / far / between
    slant = far / float(pose.eye[2] - edge)
    return slant > _SLANTED and outward > _OUTWARD and between <= edge * (0.5 + 0.5 * slant + _SIDE_MORE)


def _upright(corners: Array, face: Face) -> Array:
    """Corners from the letter's own top-left on."""
    return corners[_FROM[face.quarter]]


def _inside(corners: Array, wide: int, high: int) -> Array:
    """Of which tops at least most is in the picture."""
    middles = corners.mean(axis=1, keepdims=True)
    inner = middles + (corners - middles) * 0.8
    return np.asarray(((inner > 0) & (inner < (wide - 1, high - 1))).all(axis=(1, 2)))


def _turn(angle: float) -> Array:
    c, s = cos(radians(angle)), sin(radians(angle))
    return np.array([[c, s], [-s, c]])


def _nothing(_x: float, _y: float) -> bool:
    return False
