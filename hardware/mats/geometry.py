"""What a mat is: frozen values in millimetres, and which region a point or a cube lies in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

Point: TypeAlias = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Rectangle:
    """An upright rectangle from its top-left to its bottom-right corner."""

    x0: float
    y0: float
    x1: float
    y1: float

    @property
    def width(self) -> float:
        return self.x1 - self.x0

    @property
    def height(self) -> float:
        return self.y1 - self.y0

    @property
    def centre(self) -> Point:
        return (self.x0 + self.x1) / 2, (self.y0 + self.y1) / 2

    @property
    def corners(self) -> tuple[Point, Point, Point, Point]:
        """Clockwise from the top-left, in the order in which OpenCV gives the corners of a fiducial."""
        return (self.x0, self.y0), (self.x1, self.y0), (self.x1, self.y1), (self.x0, self.y1)

    def holds(self, point: Point) -> bool:
        """Whether the point is inside or on the edge."""
        return self.x0 <= point[0] <= self.x1 and self.y0 <= point[1] <= self.y1

    def meets(self, other: Rectangle) -> bool:
        """Whether the two share more than an edge."""
        return self.x0 < other.x1 and other.x0 < self.x1 and self.y0 < other.y1 and other.y0 < self.y1

    def grown(self, by: float) -> Rectangle:
        return Rectangle(self.x0 - by, self.y0 - by, self.x1 + by, self.y1 + by)


@dataclass(frozen=True, slots=True)
class Circle:
    centre: Point
    radius: float

    @property
    def box(self) -> Rectangle:
        """The square around it."""
        return Rectangle(*self.centre, *self.centre).grown(self.radius)


@dataclass(frozen=True, slots=True)
class Fiducial:
    """An ArUco marker; its square is the black one, without the quiet zone around it."""

    id: int
    square: Rectangle


@dataclass(frozen=True, slots=True)
class Region:
    """A printed part of the mat where cubes lie, and the colour it is outlined in (#rrggbb)."""

    name: str
    area: Rectangle
    colour: str


@dataclass(frozen=True, slots=True)
class Mat:
    name: str
    width: float
    height: float
    cube: float
    """The edge of a cube."""
    dictionary: str
    """OpenCV's name for the dictionary that the fiducials are from."""
    quiet_zone: float
    """How much white must stay around a fiducial."""
    fiducials: tuple[Fiducial, ...]
    """One at each corner, clockwise from the top-left."""
    regions: tuple[Region, ...]
    pad: Circle
    """Where the challenge block rests on its pressure switch."""

    @property
    def area(self) -> Rectangle:
        return Rectangle(0, 0, self.width, self.height)

    def region(self, name: str) -> Region:
        for region in self.regions:
            if region.name == name:
                return region
        raise KeyError(f"the {self.name} mat has no region {name!r}")


def region_of(mat: Mat, point: Point) -> str | None:
    """The printed region that the point lies in, if any."""
    return next((region.name for region in mat.regions if region.area.holds(point)), None)


def region_of_base(mat: Mat, base: Sequence[Point]) -> str:
    """The region that covers most of a cube's base (a convex polygon).

    What lies outside every printed region counts as resources, so a cube that is mostly beside a section is there.
    """
    covered = {region.name: _shared_area(base, region.area) for region in mat.regions}
    beside = _area(base) - sum(covered.values())
    covered["resources"] = covered.get("resources", 0.0) + beside
    return max(covered, key=lambda name: covered[name])


def _shared_area(polygon: Sequence[Point], area: Rectangle) -> float:
    """How much of a convex polygon the rectangle covers: what is left after cutting along its four sides."""
    for axis, limit, sign in ((0, area.x0, 1), (0, area.x1, -1), (1, area.y0, 1), (1, area.y1, -1)):
        polygon = _cut(polygon, axis, limit, sign)
    return _area(polygon)


def _cut(polygon: Sequence[Point], axis: int, limit: float, sign: int) -> list[Point]:
    """The part of a convex polygon on one side of an upright or level line."""
    kept: list[Point] = []
    for index, end in enumerate(polygon):
        start = polygon[index - 1]
        before, after = sign * (start[axis] - limit), sign * (end[axis] - limit)
        if (before < 0) != (after < 0):
            share = before / (before - after)
            kept.append((start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1])))
        if after >= 0:
            kept.append(end)
    return kept


def _area(polygon: Sequence[Point]) -> float:
    return abs(sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(polygon, [*polygon[1:], *polygon[:1]], strict=True))) / 2
