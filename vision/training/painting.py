"""Painting single cube tops quickly, in many typefaces, inks, lights and cameras: variety that whole scenes lack."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.cubes.faces import crops
from vision.cubes.turns import NOT_A_CUBE, class_of
from vision.sighting import LETTERS, Array
from vision.training.cuts import Cuts, jittered
from vision.training.typefaces import glyph, likelihoods, typefaces

_CANVAS, _FACE = 160, 96
_FROM = (_CANVAS - _FACE) // 2
_STRANGE = "HTMXWVY?%&+478"
"""Marks that are on no cube."""
_ACROSS = (np.arange(_CANVAS, dtype=np.float32) / _CANVAS - 0.5)[None, :]
_DOWN = _ACROSS.T
Chance = np.random.Generator


@dataclass(frozen=True, slots=True)
class _PaintedSet:
    """How one set of cubes looks: grey values from 0 to 1."""

    typeface: str
    body: float
    ink: float
    round: int
    frame: float
    height: float
    bold: int


def random_paintings(seed: int, number: int) -> Cuts:
    """So many crops with their classes."""
    chance = np.random.default_rng(seed)
    names = typefaces()
    weights = likelihoods(names)
    pictures, classes, angles = [], [], []
    for _ in range(number):
        picture, number_of_class, angle = _painting(chance, names[int(chance.choice(len(names), p=weights))])
        pictures.append(picture)
        classes.append(number_of_class)
        angles.append(angle)
    return Cuts(np.concatenate(pictures), np.array(classes), np.array(angles, np.float32))


def _painting(chance: Chance, typeface: str) -> tuple[Array, int, float]:
    letter = LETTERS[int(chance.integers(len(LETTERS)))]
    kind = chance.choice(["letter", "blank", "strange", "nothing", "beside", "covered"],
                         p=[0.885, 0.015, 0.01, 0.02, 0.04, 0.03])  # fmt: skip
    if kind == "strange" and "/" not in typeface:
        kind = "blank"  # the outlines have only our letters
    look = _random_set(chance, typeface)
    canvas = _ground(chance)
    shown = {"blank": "", "strange": _STRANGE[int(chance.integers(len(_STRANGE)))]}.get(str(kind), letter)
    if kind != "nothing":
        _cube(chance, canvas, look, shown)
    covered = 0.0
    if kind == "covered":
        covered = _cover(chance, canvas)
    _light(chance, canvas)
    side = float(np.exp(chance.uniform(np.log(20), np.log(60))))
    angle = float(chance.uniform(0, 360))
    grey, corners = _photographed(chance, canvas, side, angle, abs(look.ink - look.body))
    given = int(chance.integers(4))
    quad = jittered(np.roll(corners, given, axis=0), chance, max(0.7, side / 40))
    number = class_of(letter, given) if kind in ("letter", "covered") and covered < 0.3 else NOT_A_CUBE
    if kind == "beside":
        number, quad = NOT_A_CUBE, _beside(chance, quad, side)
    return crops(grey, quad[None]), number, angle if number != NOT_A_CUBE else float("nan")


def _random_set(chance: Chance, typeface: str) -> _PaintedSet:
    dark_ink = chance.random() < 0.65
    contrast = chance.uniform(0.16, 0.35) if chance.random() < 0.2 else chance.uniform(0.35, 0.85)
    body = chance.uniform(max(0.3, contrast + 0.03), 0.98) if dark_ink else chance.uniform(0.04, 0.95 - contrast)
    ink = body - contrast if dark_ink else body + contrast
    bold = int(chance.choice([0, 3, 5, 7, -3], p=[0.5, 0.2, 0.12, 0.03, 0.15]))
    frame = chance.uniform(0.2, 1) if chance.random() < 0.12 else 0.0
    return _PaintedSet(typeface, body, ink, int(chance.integers(3, 22)), frame, chance.uniform(0.42, 0.85), bold)


def _ground(chance: Chance) -> Array:
    canvas = np.full((_CANVAS, _CANVAS), chance.uniform(0.05, 0.95), np.float32)
    canvas += _clouds(chance, int(chance.integers(2, 12))) * np.float32(chance.uniform(0, 0.06))
    for _ in range(int(chance.choice([0, 1, 2], p=[0.65, 0.25, 0.1]))):  # lines of regions, edges of the mat
        ends = chance.integers(-40, _CANVAS + 40, 4)
        colour, wide = float(chance.uniform(0, 1)), int(chance.integers(2, 40))
        cv2.line(canvas, (int(ends[0]), int(ends[1])), (int(ends[2]), int(ends[3])), colour, wide, cv2.LINE_AA)
    return canvas


def _clouds(chance: Chance, size: int) -> Array:
    small = chance.standard_normal((size, size + 1), np.float32)
    return np.asarray(cv2.resize(small, (_CANVAS, _CANVAS), interpolation=cv2.INTER_LINEAR))


def _cube(chance: Chance, canvas: Array, look: _PaintedSet, letter: str) -> None:
    """The cube in the middle with its sides and shadow, and others beside it."""
    square = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32) * _FACE + _FROM
    away = chance.uniform(-1, 1, 2) * chance.choice([0.0, 0.15, 0.35]) * _FACE
    shade = canvas.copy()
    shadow = cv2.convexHull(np.concatenate([square, square + away + chance.uniform(-30, 30, 2)]).astype(np.float32))
    cv2.fillConvexPoly(shade, shadow.astype(np.int32), 0.0)
    canvas += (cv2.blur(shade, (int(chance.integers(1, 24)),) * 2) - canvas) * np.float32(chance.uniform(0.1, 0.7))
    if chance.random() < 0.5:
        _neighbours(chance, canvas, look)
    hull = cv2.convexHull(np.concatenate([square, square + away]).astype(np.float32))
    cv2.fillConvexPoly(canvas, hull.astype(np.int32), float(look.body * chance.uniform(0.3, 1.05)), cv2.LINE_AA)
    if np.abs(away).max() > 12 and chance.random() < 0.6:
        _side(chance, canvas, look, square, away)
    face, cover = _face(chance, look, letter)
    inner = canvas[_FROM : _FROM + _FACE, _FROM : _FROM + _FACE]
    inner += (face - inner) * cover


def _face(chance: Chance, look: _PaintedSet, letter: str) -> tuple[Array, Array]:
    """A face and where it is: its corners are round."""
    ink = _ink(chance, look, letter)
    face = np.full((_FACE, _FACE), look.body, np.float32)
    if chance.random() < 0.5:  # grain or dirt
        rough = _clouds(chance, int(chance.integers(3, 30)))[:_FACE, :_FACE]
        if chance.random() < 0.4:
            rough = cv2.blur(rough, (1, 41))
        face += rough * np.float32(chance.uniform(0.005, 0.05))
    if chance.random() < 0.4:  # worn ink
        worn = chance.uniform(0.1, 0.6) * _clouds(chance, int(chance.integers(4, 25)))[:_FACE, :_FACE]
        ink = ink * np.clip(chance.uniform(0.75, 1.2) - worn, 0.15, 1).astype(np.float32)
    face += (np.float32(look.ink) - face) * ink
    if chance.random() < 0.2:  # pressed in
        depth = cv2.GaussianBlur(ink, (0, 0), 1.5)
        way = chance.uniform(0, 2 * np.pi)
        slope = np.cos(way) * cv2.Sobel(depth, cv2.CV_32F, 1, 0) + np.sin(way) * cv2.Sobel(depth, cv2.CV_32F, 0, 1)
        face += np.float32(chance.uniform(0.05, 0.2)) * slope.astype(np.float32)
    return face + _rim(chance, look.round), _rounded(look.round)


def _ink(chance: Chance, look: _PaintedSet, letter: str) -> Array:
    face: Array = np.zeros((_FACE, _FACE), np.uint8)
    if letter:
        capital = letter in "so" and "/" in look.typeface and chance.random() < 0.25  # some sets print them so
        drawn = glyph(look.typeface, letter.upper() if capital else letter)
        if look.bold:
            thick = abs(look.bold)
            brush = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (thick, thick))
            padded = cv2.copyMakeBorder(drawn, thick, thick, thick, thick, cv2.BORDER_CONSTANT, value=0)
            other = cv2.dilate(padded, brush) if look.bold > 0 else cv2.erode(padded, brush)
            if other.sum() > 0.6 * drawn.sum():
                drawn = other
        small = letter in "rso"
        high = look.height * (chance.uniform(0.72, 1.0) if small else chance.uniform(0.95, 1.05))
        by = high * _FACE / max(drawn.shape)
        turn = np.radians(chance.normal(0, 1.8))
        aspect, shear = np.exp(chance.normal(0, 0.07)), chance.normal(0, chance.choice([0.03, 0.12], p=[0.75, 0.25]))
        c, s = np.cos(turn), np.sin(turn)
        linear = np.array([[c, -s], [s, c]]) @ np.array([[aspect, shear], [0, 1 / aspect]]) * by
        off = np.clip(chance.normal(0, 0.025, 2), -0.08, 0.08) * _FACE
        middle = np.array([drawn.shape[1], drawn.shape[0]]) / 2
        warp = np.column_stack([linear, _FACE / 2 + off - linear @ middle])
        if by < 0.7:
            drawn = cv2.blur(drawn, (3, 3)) if by < 0.5 else cv2.GaussianBlur(drawn, (3, 3), 0)
        face = cv2.warpAffine(drawn, warp, (_FACE, _FACE), flags=cv2.INTER_LINEAR)
    if look.frame:
        inset, wide = int(chance.integers(3, 12)), int(chance.integers(1, 5))
        if chance.random() < 0.75:
            cv2.rectangle(face, (inset, inset), (_FACE - 1 - inset, _FACE - 1 - inset), 255 * look.frame, wide)
        else:
            cv2.circle(face, (_FACE // 2, _FACE // 2), _FACE // 2 - inset, 255 * look.frame, wide, cv2.LINE_AA)
    return np.asarray(face.astype(np.float32) / 255)


_RAMP = np.arange(_FACE, dtype=np.float32)


def _rim(chance: Chance, round_by: int) -> Array:
    """Rounded edges catch the light on one side and lose it on the other; the face between may be a little curved."""
    wide = max(2.0, round_by * 0.6)
    edge = np.clip(1 - _RAMP / wide, 0, 1) ** 1.5
    across, down = chance.normal(0, 0.12, 2)
    tilt_x, tilt_y = chance.normal(0, 0.05, 2)
    line = (_RAMP / _FACE - 0.5) * 2
    dirt = -abs(chance.normal(0, 0.06))
    x = across * (edge - edge[::-1]) + dirt * (edge + edge[::-1]) + tilt_x * line
    y = down * (edge - edge[::-1]) + dirt * (edge + edge[::-1]) + tilt_y * line
    return np.asarray(x[None, :] + y[:, None], np.float32)


def _rounded(by: int) -> Array:
    mask = np.zeros((_FACE, _FACE), np.uint8)
    r, last = by, _FACE - 1
    cv2.rectangle(mask, (r, 0), (last - r, last), 255, -1)
    cv2.rectangle(mask, (0, r), (last, last - r), 255, -1)
    for x in (r, last - r):
        for y in (r, last - r):
            cv2.circle(mask, (x, y), r, 255, -1, cv2.LINE_AA)
    return np.asarray(mask.astype(np.float32) / 255)


def _neighbours(chance: Chance, canvas: Array, look: _PaintedSet) -> None:
    face, cover = _face(chance, look, LETTERS[int(chance.integers(len(LETTERS)))])
    aligned = chance.random() < 0.6
    for quarter in chance.permutation(4)[: int(chance.integers(1, 4))]:
        turn = np.radians(90 * chance.integers(4) + (chance.normal(0, 2) if aligned else chance.uniform(0, 90)))
        gap = chance.uniform(0, 0.12) if aligned else chance.uniform(0.15, 0.4)
        far, along = _FACE * (1 + gap), _FACE * (chance.normal(0, 0.05) if aligned else chance.uniform(-0.5, 0.5))
        way = np.radians(90 * quarter)
        middle = _CANVAS / 2 + np.array(
            [np.cos(way) * far - np.sin(way) * along, np.sin(way) * far + np.cos(way) * along]
        )
        linear = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
        warp = np.column_stack([linear, middle - linear @ np.array([_FACE / 2, _FACE / 2])])
        where = cv2.warpAffine(cover, warp, (_CANVAS, _CANVAS))
        canvas += (
            cv2.warpAffine(face, warp, (_CANVAS, _CANVAS)) * np.float32(chance.uniform(0.8, 1.15)) - canvas
        ) * where


def _side(chance: Chance, canvas: Array, look: _PaintedSet, square: Array, away: Array) -> None:
    """The letter on the side that is seen best."""
    axis = int(np.abs(away).argmax())
    edge = square[[1, 2] if axis == 0 else [2, 3]] if away[axis] > 0 else square[[3, 0] if axis == 0 else [0, 1]]
    quad = np.array([edge[1], edge[0], edge[0] + away, edge[1] + away], np.float32)
    face, cover = _face(chance, look, LETTERS[int(chance.integers(len(LETTERS)))])
    warp = cv2.getPerspectiveTransform(np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32) * _FACE, quad)
    where = cv2.warpPerspective(cover, warp, (_CANVAS, _CANVAS))
    lit = cv2.warpPerspective(face, warp, (_CANVAS, _CANVAS)) * np.float32(chance.uniform(0.35, 1.0))
    canvas += (lit - canvas) * where


def _cover(chance: Chance, canvas: Array) -> float:
    """Something lies over a part of the face; tells over how much of it. What is hard to say is made clear."""
    share = chance.uniform(0.08, 0.28) if chance.random() < 0.5 else chance.uniform(0.5, 0.95)
    way = chance.uniform(0, 2 * np.pi)
    x, y = _ACROSS * _CANVAS, _DOWN * _CANVAS
    along = x * np.cos(way) + y * np.sin(way)
    bent = along + (x * np.sin(way) - y * np.cos(way)) ** 2 * np.float32(chance.uniform(-0.004, 0.004))
    inner = bent[_FROM : _FROM + _FACE, _FROM : _FROM + _FACE]
    edge = float(np.quantile(inner, share))
    where = np.clip((edge - bent) / np.float32(chance.uniform(1, 6)) + 0.5, 0, 1)
    canvas += (chance.uniform(0.05, 0.9) + _clouds(chance, 4) * 0.03 - canvas) * where.astype(np.float32)
    return float(share)


def _light(chance: Chance, canvas: Array) -> None:
    x, y = _ACROSS, _DOWN
    if chance.random() < 0.5:
        way = chance.uniform(0, 2 * np.pi)
        canvas *= 1 + np.float32(chance.uniform(0, 0.35)) * np.float32(2) * (x * np.cos(way) + y * np.sin(way)).astype(
            np.float32
        )
    if chance.random() < 0.22:  # the edge of a shadow
        way, at, soft = chance.uniform(0, 2 * np.pi), chance.uniform(-0.35, 0.35), chance.uniform(0.004, 0.15)
        dark = np.clip((x * np.cos(way) + y * np.sin(way) - at) / soft + 0.5, 0, 1).astype(np.float32)
        canvas *= 1 - np.float32(chance.uniform(0.2, 0.6)) * dark
    if chance.random() < 0.2:  # a lamp mirrored
        left, up = chance.uniform(-0.35, 0.35, 2)
        wide, long = chance.uniform(0.04, 0.3, 2)
        way = chance.uniform(0, np.pi)
        u = ((x - left) * np.cos(way) + (y - up) * np.sin(way)) / wide
        v = ((y - up) * np.cos(way) - (x - left) * np.sin(way)) / long
        canvas += np.float32(chance.uniform(0.1, 0.7)) * np.exp(-(u * u + v * v)).astype(np.float32)


def _photographed(chance: Chance, canvas: Array, side: float, angle: float, contrast: float) -> tuple[Array, Array]:
    """The picture a camera takes of the canvas, and the corners of the face in it."""
    finer = _FACE / side
    focus = abs(chance.normal(0, 0.55)) + (chance.uniform(0.5, 1.2) if chance.random() < 0.15 else 0.0)
    sigma = finer * float(np.hypot(0.4, focus))
    seen = cv2.GaussianBlur(canvas, (0, 0), min(sigma, 8.0))
    size = int(side * 1.95) + 4
    middle = size / 2 - 0.5 + chance.uniform(-0.5, 0.5, 2)
    turn = np.radians(angle)
    c, s = np.cos(turn), np.sin(turn)
    squeeze = np.diag(np.exp(chance.normal(0, 0.03, 2)))
    linear = np.array([[c, -s], [s, c]]) @ squeeze / finer
    lean = chance.normal(0, 0.0002, 2) * 96 / _FACE
    warp = np.eye(3)
    warp[:2, :2] = linear
    warp[:2, 2] = middle
    warp = (
        warp
        @ np.array([[1, 0, 0], [0, 1, 0], [lean[0], lean[1], 1]])
        @ np.array([[1, 0, -_CANVAS / 2 + 0.5], [0, 1, -_CANVAS / 2 + 0.5], [0, 0, 1]])
    )
    taken = cv2.warpPerspective(seen, warp, (size, size), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)
    if chance.random() < 0.1:
        taken = cv2.filter2D(taken, -1, _smear(chance, side))
    bright = 255 * chance.uniform(0.4, 1.05)
    exposed = np.clip(taken, 0, 1.05) * np.float32(bright)
    if chance.random() < 0.3:
        exposed += np.float32(chance.uniform(0.2, 1.2)) * (exposed - cv2.GaussianBlur(exposed, (0, 0), 1.2))
    grain = chance.standard_normal(exposed.shape, np.float32)
    if chance.random() < 0.5:
        grain = cv2.GaussianBlur(grain, (0, 0), 0.6) * np.float32(1.8)
    exposed += grain * np.float32(min(chance.choice([0.7, 1.5, 3.0, 6.0, 9.0]), contrast * bright / 5))
    grey = np.clip(exposed + 0.5, 0, 255).astype(np.uint8)
    if chance.random() < 0.35:
        _, data = cv2.imencode(".jpg", grey, [cv2.IMWRITE_JPEG_QUALITY, int(chance.integers(45, 96))])
        grey = np.asarray(cv2.imdecode(data, cv2.IMREAD_GRAYSCALE))
    low, high = _FROM - 0.5, _FROM + _FACE - 0.5
    corners = np.array([[[low, low], [high, low], [high, high], [low, high]]])
    return grey, np.asarray(cv2.perspectiveTransform(corners, warp)[0])


def _smear(chance: Chance, side: float) -> Array:
    long = int(chance.integers(2, max(3, round(side / 8)))) | 1
    kernel = np.zeros((long, long), np.float32)
    way, half = chance.uniform(0, np.pi), long // 2
    ends = np.round(np.array([np.cos(way), np.sin(way)]) * half).astype(int)
    cv2.line(kernel, (half - ends[0], half - ends[1]), (half + ends[0], half + ends[1]), 1.0)
    return np.asarray(kernel / kernel.sum())


def _beside(chance: Chance, quad: Array, side: float) -> Array:
    """Half of the cube and half of something else, or the whole of it much too small."""
    middle = quad.mean(axis=0)
    if chance.random() < 0.25:
        return np.asarray((quad - middle) * chance.uniform(1.6, 2.0) + middle)
    way = chance.uniform(0, 2 * np.pi)
    return np.asarray(quad + side * chance.uniform(0.42, 0.65) * np.array([np.cos(way), np.sin(way)]))
