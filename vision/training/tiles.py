"""Letter tiles and cubes on any table, seen from any side: drawn simply, but in more kinds than a mat ever shows."""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, radians, sin
from random import Random

import cv2
import numpy as np

from hardware.mats import mat_named
from hardware.simulated.grain import cloth, clouds, wood
from hardware.simulated.letters import LABELS, LETTERS, fonts, ink
from hardware.simulated.optics import Array, CameraView, project
from hardware.simulated.scene import Cube, base_corners
from hardware.simulated.sprite import quad_to_quad
from vision.training.flats import UNKNOWN, WANTED, FlatExample
from vision.training.scenes import random_layout

SIZE = 384
"""Pixels along the picture."""
_FINE = 2
_FACE = 64
_CAPITALS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


@dataclass(frozen=True, slots=True)
class _Set:
    """One set of tiles: flat plastic or as high as wide, light or dark."""

    body: float
    side: float
    ink: float
    font: str
    height: float
    round: float
    thick: float
    gloss: float
    alphabet: str


def tiles_picture(seed: int, edge: float = 20.0) -> FlatExample:
    """A grey picture of some tiles with tops about `edge` pixels wide, some of them more and some less."""
    rng = Random(seed)
    lying = _near_each_other(rng)
    view = _camera(rng, lying, edge)
    size = SIZE * _FINE
    picture = _table(rng, (size, size))
    for _ in range(rng.choice((0, 0, 1, 3, 6))):
        _clutter(rng, picture)
    kind = _kind(rng)
    tops = {
        cube: project(view, np.column_stack([base_corners(cube, 16), np.full(4, kind.thick)])) * _FINE for cube in lying
    }
    bases = {cube: project(view, np.column_stack([base_corners(cube, 16), np.zeros(4)])) * _FINE for cube in lying}
    _shadows(rng, picture, list(tops.values()), list(bases.values()), edge)
    eye = np.array([view.x, view.y])
    for cube in sorted(lying, key=lambda cube: -float(np.hypot(*(eye - (cube.x, cube.y))))):
        _tile(rng, picture, kind, tops[cube], bases[cube])
    picture = _lit(rng, picture)
    small = cv2.resize(picture, (SIZE, SIZE), interpolation=cv2.INTER_AREA)
    rows = [_row(tops[cube] / _FINE) for cube in lying]
    shown = np.array([row for row in rows if row is not None], np.float32).reshape(-1, 4)
    nothing = np.zeros((1, 1), np.uint8)
    return FlatExample(np.clip(small, 0, 255).astype(np.uint8), shown, nothing, nothing)


def _near_each_other(rng: Random) -> list[Cube]:
    """What lies around some point of a mat that is not there."""
    mat = mat_named("tournament")
    if rng.random() < 0.12:
        return []
    for _ in range(20):
        every = [cube for cube in random_layout(rng, mat) if cube.resting]
        if every:
            # Most often where they lie close.
            some = rng.sample(every, min(len(every), rng.choice((1, 4, 12))))
            middle = max(some, key=lambda one: sum(abs(one.x - to.x) + abs(one.y - to.y) < 110 for to in every))
            return [cube for cube in every if abs(cube.x - middle.x) < 170 and abs(cube.y - middle.y) < 170]
    return []


def _camera(rng: Random, lying: list[Cube], edge: float) -> CameraView:
    middle = rng.choice(lying) if lying else Cube(0, "A", 280, 210)
    tilt = abs(rng.gauss(0, 22)) if rng.random() < 0.8 else rng.uniform(0, 50)
    tilt = min(tilt, 52)
    focal = SIZE * rng.uniform(0.8, 2.0)
    far = focal * 16 / (edge * rng.uniform(0.78, 1.28))
    view = CameraView(
        SIZE, SIZE, focal, middle.x, middle.y + far * sin(radians(tilt)), far * cos(radians(tilt)),
        tilt=tilt, roll=rng.uniform(0, 360),
    )  # fmt: skip
    at = project(view, [(middle.x, middle.y, 0.0)])[0]
    if not (0 < at[0] < SIZE and 0 < at[1] < SIZE):  # it was tilted away from the tiles
        view = CameraView(
            SIZE, SIZE, focal, middle.x, middle.y - far * sin(radians(tilt)), far * cos(radians(tilt)),
            tilt=tilt, roll=view.roll,
        )  # fmt: skip
    return view


def _kind(rng: Random) -> _Set:
    light = rng.random() < 0.8
    body = rng.uniform(150, 250) if light else rng.uniform(30, 140)
    mark = rng.uniform(5, 90) if body > 120 else rng.uniform(190, 255)
    ours = rng.random() < 0.5
    return _Set(
        body=body,
        side=body * rng.uniform(0.55, 1.0),
        ink=mark,
        font=rng.choice(fonts()) if ours else LABELS,
        height=rng.uniform(0.42, 0.78),
        round=rng.uniform(0.04, 0.3),
        thick=rng.choice((rng.uniform(2, 6), rng.uniform(2, 6), 16.0)),
        gloss=rng.choice((0.0, 0.0, rng.uniform(0, 60))),
        alphabet=LETTERS if ours else _CAPITALS,
    )


def _tile(rng: Random, picture: Array, kind: _Set, top: Array, base: Array) -> None:
    hull = cv2.convexHull(np.concatenate([top, base]).astype(np.float32)).reshape(-1, 2)
    hull = hull + (hull.mean(axis=0) - hull) * kind.round * 0.1
    cv2.fillConvexPoly(picture, np.round(hull * 16).astype(np.int32), kind.side * rng.uniform(0.85, 1.05), 16, 4)
    face, cover = _face(rng, kind)
    x0, y0 = np.floor(top.min(axis=0)).astype(int) - 1
    x1, y1 = np.ceil(top.max(axis=0)).astype(int) + 2
    x0, y0, x1, y1 = max(0, x0), max(0, y0), min(picture.shape[1], x1), min(picture.shape[0], y1)
    if x0 >= x1 or y0 >= y1:
        return
    place = quad_to_quad((_FACE, _FACE), top - (x0, y0))
    laid = cv2.warpPerspective(face * cover, place, (x1 - x0, y1 - y0), flags=cv2.INTER_LINEAR)
    over = cv2.warpPerspective(cover, place, (x1 - x0, y1 - y0), flags=cv2.INTER_LINEAR)
    part = picture[y0:y1, x0:x1]
    part[:] = part * (1 - over) + laid


def _face(rng: Random, kind: _Set) -> tuple[Array, Array]:
    y, x = np.mgrid[0:_FACE, 0:_FACE].astype(np.float32) * 2 / (_FACE - 1) - 1
    body = kind.body * rng.uniform(0.94, 1.04)
    face = body + 2.0 * clouds(rng.randrange(1 << 20), (_FACE, _FACE), 20, 2)
    way = rng.uniform(0, 6.28)
    # The rounded rim is lighter towards the light and darker away from it.
    rim = np.clip((np.maximum(np.abs(x), np.abs(y)) - (1 - kind.round)) / max(kind.round, 0.05), 0, 1)
    face += rim * (x * cos(way) + y * sin(way)) * rng.uniform(0, 30) - rim * rng.uniform(0, 25)
    face += (kind.ink - face) * _mark(rng, kind)
    if kind.gloss:
        face += kind.gloss * np.exp(-((x - rng.uniform(-1, 1)) ** 2 + (y - rng.uniform(-1, 1)) ** 2) * 2)
    radius = kind.round * 1.1
    far = np.hypot(np.maximum(np.abs(x) - (1 - radius), 0), np.maximum(np.abs(y) - (1 - radius), 0))
    return np.clip(face, 0, 255), np.clip((radius - far) * _FACE / 2 + 1, 0, 1).astype(np.float32)


def _mark(rng: Random, kind: _Set) -> Array:
    letter = rng.choice(kind.alphabet)
    try:
        mark = ink(kind.font, letter, _FACE, kind.height).copy()
    except KeyError:
        mark = ink(LABELS, rng.choice("CAKENR"), _FACE, kind.height).copy()
    if rng.random() < 0.12:  # the dots of other alphabets
        for x in (0.36, 0.64):
            cv2.circle(mark, (round(x * _FACE), round(0.1 * _FACE)), 3, 1.0, -1, cv2.LINE_AA)
    return mark


def _table(rng: Random, size: tuple[int, int]) -> Array:
    seed = rng.randrange(1 << 20)
    tone = rng.choice((rng.uniform(150, 240), rng.uniform(20, 150), rng.uniform(20, 250)))
    ground = np.full((size[1], size[0]), tone, np.float32)
    kind = rng.choice(("plain", "plain", "wood", "parquet", "parquet", "cloth", "clouds"))
    strength = rng.choice((rng.uniform(0.02, 0.12), rng.uniform(0.08, 0.2)))
    if kind == "wood":
        grain = wood(seed, (size[0] * 2, size[1] * 2), rng.uniform(4, 30))
        turn = cv2.getRotationMatrix2D((size[0], size[1]), rng.uniform(0, 360), 1.0)
        turned = cv2.warpAffine(grain, turn, (size[0] * 2, size[1] * 2))
        ground *= 1 + strength * turned[size[1] // 2 : size[1] // 2 + size[1], size[0] // 2 : size[0] // 2 + size[0]]
    elif kind == "parquet":
        ground = _parquet(rng, size, tone, strength)
    elif kind == "cloth":
        ground *= 1 + strength * cloth(seed, size)
    elif kind == "clouds":
        ground *= 1 + strength * clouds(seed, size, rng.choice((6, 20, 80, 300)))
    if rng.random() < 0.3:  # sand, dust, a rough top
        ground *= 1 + rng.uniform(0.02, 0.2) * clouds(seed + 1, size, rng.choice((2, 4, 7)), 1)
    return ground


def _parquet(rng: Random, size: tuple[int, int], tone: float, strength: float) -> Array:
    """Boards beside boards, with dark joints, at some angle."""
    big = int(1.5 * max(size))
    ground = np.empty((big, big), np.float32)
    seed = rng.randrange(1 << 20)
    grain = wood(seed, (big, big), rng.uniform(4, 20))
    wide, long = rng.randrange(50, 170), rng.randrange(150, 500)
    block = rng.random() < 0.5
    for row, y in enumerate(range(0, big, wide)):
        shift = rng.randrange(long)
        for x in range(-shift, big, long):
            x0 = max(0, x)
            board = ground[y : y + wide, x0 : x + long]
            fibre = grain[y : y + wide, x0 : x + long]
            shade = tone * (1 + 0.6 * strength * rng.gauss(0, 1))
            board[:] = shade * (1 + strength * (fibre if not block or row % 2 else -fibre))
            if rng.random() < 0.7:
                ground[y : y + wide, x0 : x0 + 2] *= rng.uniform(0.5, 0.95)
        ground[y : y + 2] *= rng.uniform(0.6, 0.97)
    turn = cv2.getRotationMatrix2D((big / 2, big / 2), rng.uniform(0, 360), 1.0)
    turned = cv2.warpAffine(ground, turn, (big, big), borderMode=cv2.BORDER_REFLECT)
    x, y = (big - size[0]) // 2, (big - size[1]) // 2
    return np.ascontiguousarray(turned[y : y + size[1], x : x + size[0]])


def _clutter(rng: Random, picture: Array) -> None:
    """Things that are no tiles: lines, cards, coins, writing."""
    size = picture.shape[0]
    x, y = rng.randrange(size), rng.randrange(size)
    tone = rng.uniform(0, 255)
    kind = rng.choice(("line", "card", "coin", "ring", "text", "strip"))
    if kind == "line":
        cv2.line(picture, (x, y), (rng.randrange(size), rng.randrange(size)), tone, rng.randrange(1, 8), cv2.LINE_AA)
    elif kind in ("card", "strip"):
        long = rng.uniform(90, 400) if kind == "card" else rng.uniform(150, 600)
        wide = long * rng.uniform(0.5, 0.8) if kind == "card" else rng.uniform(6, 30)
        box = cv2.boxPoints(((x, y), (max(long, 90), max(wide, 6)), rng.uniform(0, 180)))
        cv2.fillConvexPoly(picture, np.round(box * 16).astype(np.int32), tone, cv2.LINE_AA, 4)
    elif kind == "coin":
        cv2.circle(picture, (x, y), rng.randrange(8, 60), tone, -1, cv2.LINE_AA)
    elif kind == "ring":
        cv2.circle(picture, (x, y), rng.randrange(8, 60), tone, rng.randrange(1, 6), cv2.LINE_AA)
    else:
        words = "".join(rng.choice(_CAPITALS) for _ in range(rng.randrange(1, 9)))
        mask = np.zeros(picture.shape, np.uint8)
        cv2.putText(mask, words, (x, y), rng.randrange(5), rng.uniform(0.5, 1.6), 255, rng.randrange(1, 4), 16)
        picture += (tone - picture) * (mask.astype(np.float32) / 255)


def _shadows(rng: Random, picture: Array, tops: list[Array], bases: list[Array], edge: float) -> None:
    if not tops:
        return
    for _ in range(rng.choice((1, 1, 2))):
        way, far = rng.uniform(0, 6.28), rng.uniform(0, 0.5) * edge * _FINE
        shift = np.array([cos(way), sin(way)]) * far
        mask = np.zeros(picture.shape, np.uint8)
        for top, base in zip(tops, bases, strict=True):
            hull = cv2.convexHull(np.concatenate([base, top + shift]).astype(np.float32))
            cv2.fillConvexPoly(mask, np.round(hull * 16).astype(np.int32), 255, cv2.LINE_8, 4)
        soft = cv2.GaussianBlur(mask, (0, 0), rng.uniform(0.8, 9)).astype(np.float32) / 255
        picture *= 1 - rng.uniform(0.05, 0.6) * soft


def _lit(rng: Random, picture: Array) -> Array:
    """Uneven light, a shadow across, a spot of glare."""
    size = picture.shape[0]
    y, x = np.mgrid[0:size, 0:size].astype(np.float32) / size - 0.5
    way = rng.uniform(0, 6.28)
    picture = picture * (1 + rng.uniform(0, 0.5) * (x * cos(way) + y * sin(way)))
    if rng.random() < 0.3:
        far = (x - rng.uniform(-0.5, 0.5)) ** 2 + (y - rng.uniform(-0.5, 0.5)) ** 2
        picture += rng.uniform(10, 110) * np.exp(-far / rng.uniform(0.004, 0.08))
    if rng.random() < 0.3:
        edge = cv2.GaussianBlur((x * cos(way + 1) + y * sin(way + 1) > rng.uniform(-0.4, 0.4)).astype(np.float32), (0, 0), rng.uniform(1, 30))  # fmt: skip  # noqa: E501
        picture *= 1 - rng.uniform(0.1, 0.5) * edge
    return np.asarray(picture)


def _row(top: Array) -> tuple[float, float, float, float] | None:
    """Centre, angle and worth of a top by its corners."""
    inside = float(((top > -1) & (top < SIZE)).all(axis=1).mean())
    x, y = top.mean(axis=0)
    if not (-4 < x < SIZE + 4 and -4 < y < SIZE + 4):
        return None
    edges = np.roll(top, -1, axis=0) - top
    long = np.hypot(edges[:, 0], edges[:, 1])
    fourfold = ((edges[:, 0] + 1j * edges[:, 1]) / long) ** 4
    angle = float(np.degrees(np.angle(fourfold.sum())) / 4 % 90)
    area = float(cv2.contourArea(top.astype(np.float32)))
    clear = inside == 1 and 13**2 < area < 30**2 and long.min() > 0.55 * long.max()
    return float(x), float(y), angle, WANTED if clear else UNKNOWN
