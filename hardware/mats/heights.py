"""How high a camera hangs over a mat so that it sees all of it, and how large a cube then is in its picture."""

from __future__ import annotations

from dataclasses import dataclass
from math import atan, ceil, degrees, hypot, radians, tan

from hardware.mats.geometry import Mat

BORDER_MM = 20.0
"""How much of the table must be seen around the mat, for cubes that lie beside it."""


@dataclass(frozen=True, slots=True)
class LensAngle:
    """A camera as its maker describes it: angles of view in degrees, pixels at its largest, and in play."""

    name: str
    across: float
    down: float
    largest: tuple[int, int]
    in_play: tuple[int, int] = (1280, 960)


def by_focal_length(name: str, sensor: tuple[float, float], focal: float, largest: tuple[int, int]) -> LensAngle:
    """A camera with a lens that is bought apart; sensor and focal length in millimetres."""
    across, down = (2 * degrees(atan(side / 2 / focal)) for side in sensor)
    return LensAngle(name, across, down, largest)


def by_diagonal(name: str, diagonal: float, largest: tuple[int, int], in_play: tuple[int, int]) -> LensAngle:
    """A webcam, whose maker tells the angle of view from corner to corner."""
    half = tan(radians(diagonal / 2)) / hypot(*largest)
    across, down = (2 * degrees(atan(side * half)) for side in largest)
    return LensAngle(name, across, down, largest, in_play)


LENSES = (
    LensAngle("Pi Camera Module 2", 62.2, 48.8, (3280, 2464)),
    LensAngle("Pi Camera Module 3", 66, 41, (4608, 2592)),
    LensAngle("Pi Camera Module 3 Wide", 102, 67, (4608, 2592)),
    by_focal_length("Pi HQ Camera, 6 mm lens", (6.287, 4.712), 6, (4056, 3040)),
    by_focal_length("Pi HQ Camera, 8 mm lens", (6.287, 4.712), 8, (4056, 3040)),
    by_diagonal("Logitech C920, C922", 78, (1920, 1080), (1280, 720)),
    by_diagonal("Logitech C270", 55, (1280, 720), (1280, 720)),
    by_diagonal("Logitech Brio 4K at 90 degrees", 90, (3840, 2160), (1920, 1080)),
)
"""Cameras of the makers' data sheets; the height is set by looking at the picture in the end."""


@dataclass(frozen=True, slots=True)
class MatView:
    """What a camera sees of a mat from the least height that shows all of it."""

    height: float
    """From the mat to the lens."""
    cube_in_play: float
    cube_largest: float
    """The edge of a cube's top, in pixels."""
    shift: float
    """How far the top of a cube at the mat's corner seems to lie outside its base, in millimetres."""


def view(mat: Mat, lens: LensAngle) -> MatView:
    """From the least height at which the tops of cubes along the border are still in the picture."""
    wide, deep = mat.width + 2 * BORDER_MM, mat.height + 2 * BORDER_MM
    across, down = 2 * tan(radians(lens.across / 2)), 2 * tan(radians(lens.down / 2))
    # A picture in play of another shape than the sensor is cut from its middle.
    shape = lens.in_play[0] / lens.in_play[1]
    seen_across, seen_down = min(across, down * shape), min(down, across / shape)
    above_cubes = max(wide / seen_across, deep / seen_down)
    height = ceil((above_cubes + mat.cube) / 10) * 10
    above_cubes = height - mat.cube
    return MatView(
        height=height,
        cube_in_play=mat.cube * lens.in_play[1] / (seen_down * above_cubes),
        cube_largest=mat.cube * lens.largest[1] / (down * above_cubes),
        shift=hypot(mat.width / 2, mat.height / 2) * mat.cube / above_cubes,
    )
