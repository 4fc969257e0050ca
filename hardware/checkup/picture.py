"""What a picture of the mat tells about the camera over it: fiducials, height, sharpness, light."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.checkup.finding import Finding, bad, ok, skipped, warning
from hardware.mats import Fiducial, Mat, Point, mat_with
from hardware.parts import Grey

CORNERS = ("top left", "top right", "bottom right", "bottom left")
"""Of the mat, as its fiducials are listed."""

SMALL_CUBE_PX, TINY_CUBE_PX = 24.0, 18.0
"""Pixels of a cube's edge below which letters are hard to read, and cannot be."""
SEEN_AROUND_MM = 5.0
"""Millimetres of table that must be seen around the mat; where there are 20, cubes beside it are seen whole."""
SOFT, BLURRED = 0.15, 0.24
"""How wide an edge may be, as a share of a cube, before letters suffer, and before they are lost."""
FLAT = 6.0
"""Curvature of brightness below which nothing in a picture is in focus."""
DIM, DARK = 110.0, 70.0
"""Grey values of white paper."""
CLIPPED = 253
GLARE, WASHED_OUT = 0.002, 0.25
"""Shares of the mat that are clipped: a lamp's mirror image, and a picture that is too bright all over."""
UNEVEN, HALF_LIT = 0.7, 0.45
"""The darkest corner's white as a share of the brightest's."""
SKEWED = 1.12
"""How much longer than its opposite a side of the mat may be."""


@dataclass(frozen=True)
class PictureSight:
    """The mat as it lies in a picture."""

    grey: Grey
    mat: Mat
    fiducials: dict[int, NDArray[np.float32]]
    """Corners in pixels of those of this mat that were seen."""
    strangers: frozenset[int]
    """Fiducials that are not this mat's."""

    @property
    def missing(self) -> list[str]:
        """The corners of the mat whose fiducial is not seen."""
        return [
            f"{corner} (number {fiducial.id})"
            for corner, fiducial in zip(CORNERS, self.mat.fiducials, strict=True)
            if fiducial.id not in self.fiducials
        ]

    def placed(self, points: list[Point]) -> NDArray[np.float64]:
        """Points of the mat (millimetres) in the picture (pixels); at least one fiducial must be seen."""
        there = [f for f in self.mat.fiducials if f.id in self.fiducials]
        flat = np.array([corner for f in there for corner in f.square.corners], np.float64)
        seen = np.concatenate([self.fiducials[f.id] for f in there]).astype(np.float64)
        matrix, _ = cv2.findHomography(flat, seen)
        out = cv2.perspectiveTransform(np.array([points], np.float64), matrix)
        return np.asarray(out[0], np.float64)


def sight(grey: Grey, mat: Mat) -> PictureSight:
    """Look for a mat."""
    how = cv2.aruco.DetectorParameters()
    how.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    known = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, mat.dictionary))
    corners, ids, _ = cv2.aruco.ArucoDetector(known, how).detectMarkers(grey)
    numbers = [] if ids is None else [int(number) for number in np.ravel(ids)]
    found = {number: np.asarray(c, np.float32).reshape(4, 2) for number, c in zip(numbers, corners, strict=True)}
    ours = {fiducial.id for fiducial in mat.fiducials}
    return PictureSight(
        grey, mat, {n: c for n, c in found.items() if n in ours}, frozenset(n for n in found if n not in ours)
    )


def look(grey: Grey, mat: Mat) -> list[Finding]:
    """Everything one picture tells."""
    seen = sight(grey, mat)
    return [fiducials(seen), height(seen), sharpness(seen), *light(seen)]


def fiducials(seen: PictureSight) -> Finding:
    part = "fiducials"
    other = mat_with(seen.strangers)
    if not seen.fiducials and other is not None:
        return bad(
            part,
            f"the {other.name} mat lies there, and the configuration says {seen.mat.name}",
            f'put the {seen.mat.name} mat under the camera, or set mat = "{other.name}"',
        )
    if not seen.fiducials:
        return bad(
            part,
            "none of the four black squares at the mat's corners is seen",
            "put the mat under the camera, turn a light on, take the lens cap off and focus on the mat",
        )
    if seen.missing:
        return bad(
            part,
            f"{len(seen.fiducials)} of 4 are seen; missing: {', '.join(seen.missing)}",
            "uncover these corners, or move the camera until the whole mat is in its picture",
        )
    return ok(part, f"all four of the {seen.mat.name} mat are seen")


def height(seen: PictureSight) -> Finding:
    """How large cubes are, whether all of the mat is in the picture, and whether the camera looks straight down."""
    part = "camera height"
    if not seen.fiducials:
        return skipped(part, "needs the fiducials")
    high, wide = seen.grey.shape
    cube = _cube(seen)
    said = f"a cube is {cube:.0f} px wide in {wide} x {high}"
    if cube < SMALL_CUBE_PX:
        found = bad if cube < TINY_CUBE_PX else warning
        return found(
            part,
            f"{said}: letters are too small",
            "hang the camera lower, or set a larger camera.size; `wff-table mat cameras` has the heights",
        )
    if seen.missing:
        return skipped(part, f"{said}; the rest needs all four fiducials")
    corners = seen.placed(list(seen.mat.area.grown(SEEN_AROUND_MM).corners))
    cut = [name for name, (x, y) in zip(CORNERS, corners, strict=True) if not (0 <= x < wide and 0 <= y < high)]
    if cut:
        return warning(
            part,
            f"{said}; the mat's edge is cut off at the {', '.join(cut)}",
            "hang the camera higher, or move it over the middle of the mat",
        )
    skew = _skew(seen)
    if skew > SKEWED:
        return warning(
            part,
            f"{said}; the far side of the mat looks {100 * (skew - 1):.0f} % shorter than the near one",
            "tilt the camera until it looks straight down",
        )
    return ok(part, f"{said}, and the whole mat is in the picture")


def sharpness(seen: PictureSight) -> Finding:
    """How many pixels the edge of a black square takes from white to black."""
    part = "sharpness"
    if not seen.fiducials:
        return _detail(part, seen.grey)
    widths = {n: _edge_width(seen.grey, corners) for n, corners in seen.fiducials.items()}
    measured = [width for width in widths.values() if width is not None]
    if not measured:
        return warning(part, "the fiducials' edges cannot be measured", "look at the light first, then try again")
    width, cube = float(np.median(measured)), _cube(seen)
    said = f"an edge takes {width:.1f} px, {100 * width / cube:.0f} % of a cube"
    if width / cube > SOFT:
        found = bad if width / cube > BLURRED else warning
        return found(part, f"{said}: the picture is blurred", "turn the lens until the letters are crisp, and wipe it")
    worst = max(measured)
    if worst / cube > BLURRED:
        where = next(c for c, f in zip(CORNERS, seen.mat.fiducials, strict=True) if widths.get(f.id) == worst)
        return warning(
            part, f"{said}, but {worst:.1f} px at the {where}", "tilt the camera straight, or turn the lens a little"
        )
    return ok(part, said)


def light(seen: PictureSight) -> list[Finding]:
    """Brightness, evenness over the corners, and what is clipped."""
    part = "light"
    if not seen.fiducials:
        mean = float(np.mean(seen.grey))
        if mean < 35:
            return [
                bad(part, f"the picture is dark (mean {mean:.0f} of 255)", "turn a light on; take the lens cap off")
            ]
        if mean > 225:
            return [bad(part, f"the picture is washed out (mean {mean:.0f} of 255)", "dim the lamps, or shade the mat")]
        return [skipped(part, f"needs the fiducials (mean brightness {mean:.0f} of 255)")]
    whites = {corner: _white(seen, f) for corner, f in zip(CORNERS, seen.mat.fiducials, strict=True)
              if f.id in seen.fiducials}  # fmt: skip
    return [_brightness(part, whites), _evenness("even light", whites), _glare(seen)]


def _brightness(part: str, whites: dict[str, float]) -> Finding:
    white = float(np.median(list(whites.values())))
    said = f"white paper is {white:.0f} of 255"
    if white < DIM:
        found = bad if white < DARK else warning
        return found(part, f"{said}: too dark", "turn on a lamp at each side; 300 to 700 lux on the mat are right")
    if white >= CLIPPED:
        return bad(part, f"{said}: too bright", "dim the lamps, or move them away; keep the sun off the mat")
    return ok(part, said)


def _evenness(part: str, whites: dict[str, float]) -> Finding:
    darkest, brightest = min(whites, key=whites.__getitem__), max(whites, key=whites.__getitem__)
    share = whites[darkest] / max(1.0, whites[brightest])
    said = f"the {darkest} corner has {100 * share:.0f} % of the {brightest} one's light"
    if share < UNEVEN:
        found = bad if share < HALF_LIT else warning
        return found(part, said, f"add a lamp at the {darkest}, or move the one at the {brightest} away")
    return ok(part, f"even: {said}" if len(whites) > 1 and darkest != brightest else "even")


def _glare(seen: PictureSight) -> Finding:
    """Places where the picture is white beyond white."""
    part = "glare"
    mask = np.zeros(seen.grey.shape, np.uint8)
    cv2.fillConvexPoly(mask, seen.placed(list(seen.mat.area.corners)).round().astype(np.int32), 1)
    area = int(mask.sum())
    if area == 0:
        return skipped(part, "the mat is not in the picture")
    clipped = ((seen.grey >= CLIPPED) & (mask == 1)).astype(np.uint8)
    share = float(clipped.sum()) / area
    if share > WASHED_OUT:
        return bad(part, f"{100 * share:.0f} % of the mat is washed out", "dim the lamps; let the camera measure again")
    count, _, stats, centres = cv2.connectedComponentsWithStats(clipped)
    sizes = [int(stats[n, cv2.CC_STAT_AREA]) for n in range(1, count)]
    if sizes and max(sizes) / area > GLARE:
        x, y = centres[1 + int(np.argmax(sizes))]
        high, wide = seen.grey.shape
        where = f"{'top' if y < high / 3 else 'bottom' if y > high * 2 / 3 else 'middle'}"
        where += f" {'left' if x < wide / 3 else 'right' if x > wide * 2 / 3 else 'centre'}"
        return warning(
            part,
            f"a lamp is mirrored in the mat ({where} of the picture, {100 * max(sizes) / area:.1f} % of the mat)",
            "move that lamp to the side or shade it; matt laminate helps most",
        )
    return ok(part, "none")


def _detail(part: str, grey: Grey) -> Finding:
    """Without a fiducial to measure: whether anything in the picture has an edge, noise left aside."""
    quiet = cv2.GaussianBlur(grey, (0, 0), 1.5)
    if float(np.percentile(np.abs(cv2.Laplacian(quiet, cv2.CV_64F)), 99.5)) < FLAT:
        return bad(part, "nothing in the picture has an edge", "take the lens cap off, then turn the lens")
    return skipped(part, "needs the fiducials")


def _cube(seen: PictureSight) -> float:
    """The edge of a cube lying on the mat, in pixels, from the squares that are seen."""
    sides = [float(np.linalg.norm(c - np.roll(c, 1, axis=0), axis=1).mean()) for c in seen.fiducials.values()]
    return float(np.mean(sides)) * seen.mat.cube / seen.mat.fiducials[0].square.width


def _skew(seen: PictureSight) -> float:
    a, b, c, d = (seen.fiducials[f.id].mean(axis=0) for f in seen.mat.fiducials)
    across, down = (_length(a, b), _length(d, c)), (_length(a, d), _length(b, c))
    return max(max(pair) / min(pair) for pair in (across, down))


def _length(a: NDArray[np.float32], b: NDArray[np.float32]) -> float:
    return float(np.linalg.norm(a - b))


def _white(seen: PictureSight, fiducial: Fiducial) -> float:
    """The brightness of the paper around a fiducial: its quiet zone, without the square."""
    points = {}
    for name, area in (
        ("outer", fiducial.square.grown(seen.mat.quiet_zone * 0.7)),
        ("inner", fiducial.square.grown(seen.mat.quiet_zone * 0.3)),
    ):
        points[name] = _around(seen, fiducial, list(area.corners))
    mask = np.zeros(seen.grey.shape, np.uint8)
    cv2.fillConvexPoly(mask, points["outer"], 1)
    cv2.fillConvexPoly(mask, points["inner"], 0)
    values = seen.grey[mask == 1]
    return float(np.median(values)) if values.size else 0.0


def _around(seen: PictureSight, fiducial: Fiducial, points: list[Point]) -> NDArray[np.int32]:
    matrix = cv2.getPerspectiveTransform(
        np.array(fiducial.square.corners, np.float32), seen.fiducials[fiducial.id].astype(np.float32)
    )
    out = cv2.perspectiveTransform(np.array([points], np.float32), matrix)
    return np.asarray(np.round(out[0]), np.int32)


def _edge_width(grey: Grey, corners: NDArray[np.float32]) -> float | None:
    """Pixels in which a square's border goes from a tenth to nine tenths of the way from white to black."""
    middle = corners.mean(axis=0)
    widths = []
    for start, end in zip(corners, np.roll(corners, -1, axis=0), strict=True):
        along = end - start
        length = float(np.linalg.norm(along))
        inward = np.array([-along[1], along[0]]) / max(length, 1e-6)
        if np.dot(middle - start, inward) < 0:
            inward = -inward
        reach = length / 6 * 0.95  # the border of a marker of 4 by 4 is a sixth of its side
        for share in (0.2, 0.35, 0.5, 0.65, 0.8):
            profile = _profile(grey, start + share * along, inward, reach)
            width = _fall(profile, reach)
            if width is not None:
                widths.append(width)
    return float(np.median(widths)) if len(widths) >= 8 else None


def _profile(grey: Grey, at: NDArray[np.float64], inward: NDArray[np.float64], reach: float) -> NDArray[np.float64]:
    """Grey values from outside the square into its border, eight to a pixel."""
    steps = np.linspace(-reach, reach, max(8, round(16 * reach)))
    xs, ys = at[0] + steps * inward[0], at[1] + steps * inward[1]
    taken = cv2.remap(grey, xs.astype(np.float32)[None], ys.astype(np.float32)[None], cv2.INTER_LINEAR)
    return np.asarray(taken[0], np.float64)


def _fall(profile: NDArray[np.float64], reach: float) -> float | None:
    quarter = max(1, len(profile) // 8)
    white, black = float(np.median(profile[:quarter])), float(np.median(profile[-quarter:]))
    if white - black < 20:
        return None
    level = (profile - black) / (white - black)
    high, low = np.flatnonzero(level >= 0.9), np.flatnonzero(level <= 0.1)
    if not high.size or not low.size:
        return None
    first_low = int(low[0])
    before = high[high < first_low]
    if not before.size:
        return None
    return (first_low - int(before[-1])) * 2 * reach / (len(profile) - 1)
