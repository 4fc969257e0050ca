"""Drawing a cube: faces with letter, grain and wear, rounded edges, in the light where it lies."""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np

from hardware.simulated.grain import clouds, wood
from hardware.simulated.letters import ink
from hardware.simulated.lighting import GAMMA, mirrored, towards, vignetted
from hardware.simulated.look import CubeLook, Look
from hardware.simulated.optics import Array, View, project
from hardware.simulated.scene import Cube, Light, middle, orientation
from hardware.simulated.sprite import Rect, Sprite, around, quad_to_quad, sprite_of

_SIZE = 48
"""Pixels along a face as it is painted."""
_FINE = 2

# Each face's axes in the cube's own: to the right of its letter, down its letter, outwards. A side's letter stands on
# the base; `Cube.sides` are north, east, south, west.
_FACES = (
    ((-1, 0, 0), (0, 0, -1), (0, -1, 0)),
    ((0, -1, 0), (0, 0, -1), (1, 0, 0)),
    ((1, 0, 0), (0, 0, -1), (0, 1, 0)),
    ((0, 1, 0), (0, 0, -1), (-1, 0, 0)),
    ((-1, 0, 0), (0, 1, 0), (0, 0, -1)),
    ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
)


def corners(cube: Cube, edge: float) -> Array:
    """All eight corners in space."""
    half = edge / 2
    signs = np.array([[x, y, z] for z in (-half, half) for y in (-half, half) for x in (-half, half)])
    return np.asarray(signs @ orientation(cube).T + middle(cube, edge))


def draw(cube: Cube, edge: float, view: View, light: Light, look: Look) -> Sprite:
    """The cube as it is seen, without the shadow it throws."""
    turn, centre = orientation(cube), middle(cube, edge)
    outline = project(view, corners(cube, edge))
    rect = around(outline)
    wide, high = rect.x1 - rect.x0, rect.y1 - rect.y0
    canvas = np.zeros((high * _FINE, wide * _FINE, 4), np.float32)
    through = vignetted(view, look.vignette, outline.mean(axis=0))
    letters = (*cube.sides, " ", cube.letter) if cube.sides else (" ", " ", " ", " ", " ", cube.letter)
    seen = []
    for number, (letter, axes) in enumerate(zip(letters, _FACES, strict=True)):
        right, down, out = (turn @ np.array(axis, float) for axis in axes)
        facing = float(out @ (view.eye - (centre + out * edge / 2)))
        if facing > 0:
            seen.append((facing, number, letter, right, down, out))
    seen.sort(key=lambda face: face[0])
    _body(canvas, rect, outline, seen, look, cube)
    for _, number, letter, right, down, out in seen:
        face = _shaded(cube, number, letter, (right, down, out), centre, edge, view, light, look, through)
        span = np.array([-right - down, right - down, right + down, -right + down]) * edge / 2 + centre + out * edge / 2
        pixels = (project(view, span) - (rect.x0, rect.y0) + 0.5) * _FINE - 0.5
        warped = cv2.warpPerspective(
            face, quad_to_quad((_SIZE, _SIZE), pixels), (wide * _FINE, high * _FINE), flags=cv2.INTER_AREA
        )
        canvas *= 1 - warped[..., 3:] / 255
        canvas += warped
    small = cv2.resize(canvas, (wide, high), interpolation=cv2.INTER_AREA)
    return sprite_of(rect, np.clip(small + 0.5, 0, 255).astype(np.uint8))


def of_kind(cube: Cube, look: Look) -> CubeLook:
    return look.upper if cube.upper else look.lower


def _body(canvas: Array, rect: Rect, outline: Array, seen: list[tuple[float, int, str, Array, Array, Array]],
          look: Look, cube: Cube) -> None:  # fmt: skip
    """What shows between the faces where the edges are rounded: the body, a little darker."""
    kind = of_kind(cube, look)
    hull = cv2.convexHull(outline.astype(np.float32)).reshape(-1, 2)
    inner = hull + (hull.mean(axis=0) - hull) * kind.bevel * 0.22
    points = np.round(((inner - (rect.x0, rect.y0) + 0.5) * _FINE - 0.5) * 16).astype(np.int32)
    mask = np.zeros(canvas.shape[:2], np.uint8)
    cv2.fillConvexPoly(mask, points, 255, cv2.LINE_AA, 4)
    cover = mask.astype(np.float32)
    canvas[..., :3] = cover[..., None] / 255 * np.array(kind.body, np.float32) * 0.6
    canvas[..., 3] = cover


def _shaded(cube: Cube, number: int, letter: str, axes: tuple[Array, Array, Array], centre: Array, edge: float,
            view: View, light: Light, look: Look, through: float) -> Array:  # fmt: skip
    """A face in the light, as blue, green, red (multiplied by coverage) and coverage."""
    kind = of_kind(cube, look)
    paint = _painted(kind, look.seed, look.lower_height, cube.number, number, letter)
    tilt, cover = _rounding(kind.bevel)
    if kind.engraved:
        tilt = tilt + _engraving(kind, look.lower_height, letter) * kind.engraved
    # The face is small beside the way to lamps and eye: one point stands for it, and only the normals lean.
    steep = 1 / np.sqrt(1 + tilt[..., 0] ** 2 + tilt[..., 1] ** 2)
    right, down, out = axes

    def facing(way: Array) -> Array:
        leaning = tilt[..., 0] * np.float32(right @ way) + tilt[..., 1] * np.float32(down @ way)
        return np.asarray(np.maximum((leaning + np.float32(out @ way)) * steep, 0))

    point = centre + out * edge / 2
    # Ambient light comes from above; the side of a cube sees the dim table with half of it.
    above = light.ambient * (0.55 + 0.45 * facing(np.array([0.0, 0.0, 1.0]))) * (1.0 if out[2] > 0.5 else 0.8)
    shade = np.repeat(above[..., None], 3, axis=2).astype(np.float32)
    shine = np.zeros_like(shade)
    for lamp in light.lamps:
        way, strength = towards(lamp, point)
        colour = np.array(lamp.colour, np.float32)
        shade += (facing(way) * np.float32(strength))[..., None] * colour
        if kind.gloss > 0.02:
            half, sharp, glow = mirrored(lamp, point, view.eye, kind.gloss)
            shine += (facing(half) ** np.float32(sharp) * np.float32(glow))[..., None] * colour
    face = np.empty((_SIZE, _SIZE, 4), np.float32)
    lit = paint * (shade * np.float32(through)) ** np.float32(1 / GAMMA) + shine * np.float32(230 * through)
    face[..., :3] = np.minimum(lit, 255) * cover[..., None]
    face[..., 3] = cover * 255
    return face


@lru_cache(maxsize=2048)
def _painted(kind: CubeLook, seed: int, lower: float, cube: int, number: int, letter: str) -> Array:
    """The colours of a face: body, grain, ink and what years of play have left of it."""
    own = (seed * 31 + cube * 7 + number) % (1 << 31)
    face = np.empty((_SIZE, _SIZE, 3), np.float32)
    face[:] = kind.body
    pattern = wood(own, (_SIZE, _SIZE), 5) if kind.grain > 0.2 else 0.3 * clouds(own, (_SIZE, _SIZE), 20)
    face *= 1 + 0.1 * kind.grain * pattern[..., None] + 0.02 * float(np.sin(own))
    if letter.strip():
        drawn = _ink_of(kind, lower, letter).copy()
        drawn *= np.clip(1.15 - kind.wear * (0.9 + clouds(own + 5, (_SIZE, _SIZE), 9)), 0, 1)
        face += (np.array(kind.ink, np.float32) - face) * drawn[..., None]
    y, x = np.abs(np.mgrid[0:_SIZE, 0:_SIZE] * 2 / (_SIZE - 1) - 1).astype(np.float32)
    rim = np.maximum(x, y) ** 8  # hands leave their grey on the edges
    face *= 1 - 0.5 * kind.wear * (rim * (0.8 + 0.3 * clouds(own + 9, (_SIZE, _SIZE), 12)))[..., None]
    return np.clip(face, 4, 250)


def _ink_of(kind: CubeLook, lower: float, letter: str) -> Array:
    return ink(kind.font, letter, _SIZE, kind.height * (lower if letter.islower() else 1.0))


@lru_cache(maxsize=64)
def _engraving(kind: CubeLook, lower: float, letter: str) -> Array:
    """How the normals lean where a letter is pressed into the face."""
    if not letter.strip():
        return np.zeros((_SIZE, _SIZE, 2), np.float32)
    depth = cv2.GaussianBlur(_ink_of(kind, lower, letter), (0, 0), 1.2)
    return np.dstack([cv2.Sobel(depth, cv2.CV_32F, 1, 0), cv2.Sobel(depth, cv2.CV_32F, 0, 1)]) * np.float32(0.25)


@lru_cache(maxsize=64)
def _rounding(bevel: float) -> tuple[Array, Array]:
    """How the normals lean towards a face's edges, and its coverage with round corners."""
    y, x = np.mgrid[0:_SIZE, 0:_SIZE].astype(np.float32) * 2 / (_SIZE - 1) - 1
    lean_x = np.clip((np.abs(x) - (1 - bevel)) / bevel, 0, 1) ** 1.5 * np.sign(x)
    lean_y = np.clip((np.abs(y) - (1 - bevel)) / bevel, 0, 1) ** 1.5 * np.sign(y)
    radius = bevel * 1.1
    far = np.hypot(np.maximum(np.abs(x) - (1 - radius), 0), np.maximum(np.abs(y) - (1 - radius), 0))
    cover = np.clip((radius - far) * _SIZE / 2 + 0.5, 0, 1)
    return np.dstack([lean_x, lean_y]).astype(np.float32) * 0.9, cover.astype(np.float32)
