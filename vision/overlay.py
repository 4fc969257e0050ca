"""A reading drawn over its picture, for people: what was found where, how certain it is, and what is in doubt."""

from __future__ import annotations

from typing import Any, TypeAlias

import cv2
import numpy as np

from hardware.mats import Mat
from vision.cubes.block import HEIGHT_MM, RADIUS_MM
from vision.lens.camera import Pose
from vision.read import Reading, Top
from vision.sighting import LETTERS, Array, SeenCube, SeenHand

Colour: TypeAlias = tuple[int, int, int]
"""Blue, green, red."""

SMALLEST_WIDTH_PX, LARGEST_WIDTH_PX = 1280, 1920
"""The width in which pictures are shown."""
BAR_PX = 64
"""Pixels of the bar above the picture."""

INK: Colour = (34, 30, 28)
PAPER: Colour = (245, 243, 240)
QUIET: Colour = (176, 168, 160)
GOOD: Colour = (110, 200, 90)
DOUBT: Colour = (30, 150, 255)
HAND: Colour = (220, 90, 200)
BLOCK: Colour = (210, 190, 60)
_FONT = cv2.FONT_HERSHEY_DUPLEX
_PLAIN = cv2.FONT_HERSHEY_SIMPLEX


def draw(picture: Array, reading: Reading, mat: Mat) -> Array:
    """The picture, in colour or grey, with all that was read in it."""
    canvas, scale = _shown(picture)
    if reading.placed is None:
        return _with_bar(canvas, [], "the mat was not found", DOUBT)
    pose = reading.placed.pose.scaled(canvas.shape[1], canvas.shape[0])
    _regions(canvas, pose, mat)
    _fiducials(canvas, reading.placed.ids, pose, mat)
    _block(canvas, pose, mat, reading.block)
    for top, cube in zip(reading.tops, reading.cubes, strict=True):
        _outline(canvas, top, cube, mat, scale)
    for top, cube in zip(reading.tops, reading.cubes, strict=True):
        _tag(canvas, top, cube, mat, scale)
    for hand in reading.hands:
        _hand(canvas, pose, mat, hand)
    return _with_bar(canvas, list(reading.goal), *_summary(reading))


def draw_loose(picture: Array, tops: tuple[Top, ...]) -> Array:
    """The same for a picture without a mat."""
    canvas, scale = _shown(picture)
    for paint in (_outline, _tag):
        for top in tops:
            cube = SeenCube(top.face.letter, top.face.confidence, 0, 0, 0, "")
            paint(canvas, top, cube, None, scale)
    return _with_bar(canvas, [], f"{len(tops)} found", QUIET)


def _shown(picture: Array) -> tuple[Array, float]:
    """A copy in colour, of a size that a screen shows, and how much smaller or larger it is."""
    coloured = picture if picture.ndim == 3 else cv2.cvtColor(picture, cv2.COLOR_GRAY2BGR)
    wide = coloured.shape[1]
    scale = min(max(1.0, SMALLEST_WIDTH_PX / wide), LARGEST_WIDTH_PX / wide)
    if scale == 1:
        return np.array(coloured), 1.0
    size = round(wide * scale), round(coloured.shape[0] * scale)
    way = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
    return np.array(cv2.resize(coloured, size, interpolation=way)), scale


def _regions(canvas: Array, pose: Pose, mat: Mat) -> None:
    for region in mat.regions:
        colour = _bgr(region.colour)
        _line(canvas, _round_trip(pose, region.area.corners), colour, 2, closed=True)
        x, y = pose.project([(region.area.x1 - 3, region.area.y1 - 3, 0)])[0]
        u, v = pose.project([(region.area.x0 + 3, region.area.y0 + 3, 0)])[0]
        corner = max(x, u), max(y, v)  # whichever way the camera hangs, the lower right corner is free of print
        (wide, _), _ = cv2.getTextSize(region.name, _PLAIN, 0.5, 1)
        _words(canvas, region.name, (corner[0] - wide / 2 - 4, corner[1] - 8), 0.5, _lighter(colour))


def _fiducials(canvas: Array, ids: tuple[int, ...], pose: Pose, mat: Mat) -> None:
    for fiducial in mat.fiducials:
        seen = fiducial.id in ids
        corners = pose.project([(x, y, 0) for x, y in fiducial.square.grown(2).corners])
        colour = GOOD if seen else DOUBT
        for at, corner in enumerate(corners):  # brackets at the corners
            for other in (corners[at - 1], corners[(at + 1) % 4]):
                _line(canvas, np.array([corner, corner + (other - corner) * 0.25]), colour, 2)
        if not seen:
            _words(canvas, "hidden", corners.mean(axis=0), 0.5, _lighter(colour))


def _block(canvas: Array, pose: Pose, mat: Mat, there: bool | None) -> None:
    round_ = np.linspace(0, 2 * np.pi, 72, endpoint=False)
    x, y = mat.pad.centre
    height = HEIGHT_MM if there else 0.0
    ring = pose.project([(x + RADIUS_MM * np.cos(a), y + RADIUS_MM * np.sin(a), height) for a in round_])
    if there:
        _line(canvas, ring, BLOCK, 2, closed=True)
    else:
        for at in range(0, len(ring), 4):
            _line(canvas, ring[at : at + 3], BLOCK, 2)
    words = {True: "block", False: "block lifted", None: "block ?"}[there]
    _words(canvas, words, (ring[:, 0].mean(), ring[:, 1].max() + 18), 0.5, _lighter(BLOCK))


def _outline(canvas: Array, top: Top, cube: SeenCube, mat: Mat | None, scale: float) -> None:
    corners = _scaled(top.corners, scale)
    colour = _colour(cube, mat)
    _line(canvas, corners, colour, 2, closed=True)
    # A thicker line under the letter's foot says which way it stands.
    _line(canvas, corners[[3, 2]], colour, 4)


def _tag(canvas: Array, top: Top, cube: SeenCube, mat: Mat | None, scale: float) -> None:
    """A little sign over the cube: its letter, and a bar that is as long as it is certain."""
    corners = _scaled(top.corners, scale)
    edge = float(np.linalg.norm(corners[0] - corners[1]))
    size = float(np.clip(edge / 40, 0.42, 0.9))
    sure = cube.letter is not None
    best = LETTERS[int(np.argmax(top.face.chances[: len(LETTERS)]))]
    words = cube.letter or f"{best}?"
    (wide, high), _ = cv2.getTextSize(words, _FONT, size, 1)
    middle, above = corners.mean(axis=0)[0], corners[:, 1].min()
    box = np.array([middle - wide / 2 - 4, above - high - 9, middle + wide / 2 + 4, above - 1])
    box[[1, 3]] += max(0.0, -box[1])
    x0, y0, x1, y1 = np.round(box).astype(int).tolist()
    colour = _colour(cube, mat)
    _panel(canvas, (x0, y0, x1, y1), INK, 0.82)
    cv2.putText(canvas, words, (x0 + 4, y1 - 5), _FONT, size, PAPER if sure else _lighter(DOUBT), 1, cv2.LINE_AA)
    length = round((x1 - x0) * max(0.0, min(1.0, cube.confidence)))
    cv2.line(canvas, (x0, y1), (x0 + length, y1), colour, 2)


def _hand(canvas: Array, pose: Pose, mat: Mat, hand: SeenHand) -> None:
    edge = {"north": (hand.x, 0.0), "south": (hand.x, mat.height), "west": (0.0, hand.y), "east": (mat.width, hand.y)}
    start, tip = pose.project([(*edge[hand.side], 20.0), (hand.x, hand.y, 20.0)])
    for width, colour in ((7, INK), (3, HAND)):
        cv2.arrowedLine(canvas, _whole(start), _whole(tip), colour, width, cv2.LINE_AA, 0, 0.06)
    _words(canvas, f"hand from {hand.side}", (start + tip) / 2, 0.55, _lighter(HAND))


def _summary(reading: Reading) -> tuple[str, Colour]:
    unsure = sum(cube.letter is None for cube in reading.cubes)
    assert reading.placed is not None
    pose = reading.placed.pose
    parts = [f"{len(reading.cubes)} cubes" + (f", {unsure} unsure" if unsure else "")]
    parts.append(f"camera {pose.height / 10:.0f} cm up")
    parts.append(f"{len(reading.placed.ids)} fiducials within {reading.placed.error:.2f} px")
    return "   |   ".join(parts), DOUBT if unsure or reading.placed.poor else GOOD


def _with_bar(canvas: Array, goal: list[str], words: str, colour: Colour) -> Array:
    """The picture under a bar with the Goal in letters like cubes, and a line of text."""
    bar = np.full((BAR_PX, canvas.shape[1], 3), INK, np.uint8)
    x = 16
    cv2.putText(bar, "Goal", (x, 41), _PLAIN, 0.7, QUIET, 1, cv2.LINE_AA)
    x += 74
    for letter in goal or ["-"]:
        known = letter not in "?-"
        _panel(bar, (x, 12, x + 40, 52), PAPER if known else (DOUBT if letter == "?" else (64, 58, 54)), 1.0)
        (wide, high), _ = cv2.getTextSize(letter, _FONT, 0.95, 1)
        ink = INK if letter != "-" else QUIET
        cv2.putText(bar, letter, (x + 20 - wide // 2, 32 + high // 2), _FONT, 0.95, ink, 1, cv2.LINE_AA)
        x += 44
    (wide, _), _ = cv2.getTextSize(words, _PLAIN, 0.55, 1)
    left = max(x + 20, bar.shape[1] - wide - 20)
    cv2.circle(bar, (left - 14, 33), 5, colour, -1, cv2.LINE_AA)
    cv2.putText(bar, words, (left, 38), _PLAIN, 0.55, PAPER, 1, cv2.LINE_AA)
    return np.vstack([bar, canvas])


def _colour(cube: SeenCube, mat: Mat | None) -> Colour:
    if cube.letter is None:
        return DOUBT
    if mat is None:
        return GOOD
    colours = {region.name: _bgr(region.colour) for region in mat.regions}
    return _vivid(colours.get(cube.region, QUIET))


def _line(canvas: Array, points: Array, colour: Colour, width: int, closed: bool = False) -> None:
    """A line with a dark rim, to be seen on anything."""
    drawn = [np.round(np.asarray(points) * 16).astype(np.int32)]
    cv2.polylines(canvas, drawn, closed, INK, width + 2, cv2.LINE_AA, 4)
    cv2.polylines(canvas, drawn, closed, colour, width, cv2.LINE_AA, 4)


def _words(canvas: Array, words: str, middle: Any, size: float, colour: Colour) -> None:
    """Words on a dark panel around a place."""
    (wide, high), _ = cv2.getTextSize(words, _PLAIN, size, 1)
    x = round(min(max(float(middle[0]), wide / 2 + 6), canvas.shape[1] - wide / 2 - 6))
    y = round(min(max(float(middle[1]), high / 2 + 6), canvas.shape[0] - high / 2 - 6))
    _panel(canvas, (x - wide // 2 - 5, y - high // 2 - 5, x + wide // 2 + 6, y + high // 2 + 6), INK, 0.75)
    cv2.putText(canvas, words, (x - wide // 2, y + high // 2), _PLAIN, size, colour, 1, cv2.LINE_AA)


def _panel(canvas: Array, box: tuple[int, int, int, int], colour: Colour, cover: float) -> None:
    """A panel with its corners taken off."""
    x0, y0, x1, y1 = box
    x0, y0, x1, y1 = max(0, x0), max(0, y0), min(canvas.shape[1], x1), min(canvas.shape[0], y1)
    if x1 - x0 < 6 or y1 - y0 < 6:
        return
    part = canvas[y0:y1, x0:x1]
    painted = part.copy()
    cv2.rectangle(painted, (3, 0), (x1 - x0 - 4, y1 - y0 - 1), colour, -1)
    cv2.rectangle(painted, (0, 3), (x1 - x0 - 1, y1 - y0 - 4), colour, -1)
    for corner in ((3, 3), (x1 - x0 - 4, 3), (3, y1 - y0 - 4), (x1 - x0 - 4, y1 - y0 - 4)):
        cv2.circle(painted, corner, 3, colour, -1, cv2.LINE_AA)
    part[:] = cv2.addWeighted(painted, cover, part, 1 - cover, 0)


def _round_trip(pose: Pose, corners: Any) -> Array:
    """The outline through these corners of the mat, bent as the lens bends it."""
    points = []
    for at, corner in enumerate(corners):
        start, end = np.array(corner), np.array(corners[(at + 1) % len(corners)])
        points += [start + (end - start) * share for share in np.linspace(0, 1, 12, endpoint=False)]
    return pose.project([(x, y, 0) for x, y in points])


def _scaled(corners: Array, scale: float) -> Array:
    return (corners + 0.5) * scale - 0.5


def _whole(at: Any) -> tuple[int, int]:
    return round(float(at[0])), round(float(at[1]))


def _bgr(colour: str) -> Colour:
    red, green, blue = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    return blue, green, red


def _lighter(colour: Colour) -> Colour:
    b, g, r = (round(part + (255 - part) * 0.45) for part in colour)
    return b, g, r


def _vivid(colour: Colour) -> Colour:
    """Further from grey, and bright: lines are thin."""
    mean = sum(colour) / 3
    b, g, r = (round(min(255.0, max(0.0, mean + (part - mean) * 1.5 + 40))) for part in colour)
    return b, g, r
