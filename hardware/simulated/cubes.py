"""Drawing a cube: faces with letter, grain and wear, rounded edges, in the light where it lies."""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np

from hardware.simulated.grain import clouds, wood
from hardware.simulated.letters import ink
from hardware.simulated.lighting import GAMMA, mirrored, on_table, towards, vignetted
from hardware.simulated.look import CubeLook, TableLook
from hardware.simulated.optics import Array, CameraView, project
from hardware.simulated.scene import Cube, SceneLight, middle, orientation
from hardware.simulated.sprite import Sprite, around, quad_to_quad, sprite_of

_SIZE = 48
"""Pixels along a face as it is painted."""

# Each face's axes in the cube's own: to the right of its letter, down its letter, outwards. A side's letter stands on
# the base; `Cube.sides` are north, east, south, west.
_FACES = np.array((
    ((-1, 0, 0), (0, 0, -1), (0, -1, 0)),
    ((0, -1, 0), (0, 0, -1), (1, 0, 0)),
    ((1, 0, 0), (0, 0, -1), (0, 1, 0)),
    ((0, 1, 0), (0, 0, -1), (-1, 0, 0)),
    ((-1, 0, 0), (0, 1, 0), (0, 0, -1)),
    ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
), float)  # fmt: skip


def corners(cube: Cube, edge: float) -> Array:
    """All eight corners in space."""
    half = edge / 2
    signs = np.array([[x, y, z] for z in (-half, half) for y in (-half, half) for x in (-half, half)])
    return np.asarray(signs @ orientation(cube).T + middle(cube, edge))


def draw(cube: Cube, edge: float, view: CameraView, light: SceneLight, look: TableLook, fine: int = 2) -> Sprite:
    """The cube as it is seen, without the shadow it throws; `fine` by `fine` samples to a pixel."""
    turn, centre = orientation(cube), middle(cube, edge)
    outline = project(view, corners(cube, edge))
    rect = around(outline)
    size = (rect.x1 - rect.x0) * fine, (rect.y1 - rect.y0) * fine
    through = vignetted(view, look.vignette, outline.mean(axis=0))
    letters = (*cube.sides, " ", cube.letter) if cube.sides else (" ", " ", " ", " ", " ", cube.letter)
    seen = []
    for number, (letter, axes) in enumerate(zip(letters, _FACES, strict=True)):
        right, down, out = axes @ turn.T
        facing = float(out @ (view.eye - (centre + out * edge / 2)))
        if facing > 0:
            seen.append((facing, number, letter, (right, down, out)))
    seen.sort(key=lambda face: face[0])
    shaded = _flat if fine == 1 and edge * view.focal < 40 * view.z else _shaded
    bright = (on_table(light, cube.x, cube.y)[0] * through) ** (1 / GAMMA)
    canvas = _body(size, (outline - (rect.x0, rect.y0) + 0.5) * fine - 0.5, of_kind(cube, look), bright)
    spans = [
        np.array([-right - down, right - down, right + down, -right + down]) * edge / 2 + centre + out * edge / 2
        for *_, (right, down, out) in seen
    ]
    pixels = (project(view, np.concatenate(spans)) - (rect.x0, rect.y0) + 0.5) * fine - 0.5
    for place, (_, number, letter, axes) in enumerate(seen):
        face = shaded(cube, number, letter, axes, centre + axes[2] * edge / 2, view, light, look, through)
        quad = quad_to_quad(face.shape[:2], pixels[4 * place : 4 * place + 4])
        warped = cv2.warpPerspective(face, quad, size, flags=cv2.INTER_LINEAR)
        hidden = cv2.bitwise_not(warped[..., 3])
        canvas = cv2.add(cv2.multiply(canvas, cv2.merge([hidden, hidden, hidden, hidden]), scale=1 / 255), warped)
    small = cv2.resize(canvas, (size[0] // fine, size[1] // fine), interpolation=cv2.INTER_AREA)
    return sprite_of(rect, small)


def of_kind(cube: Cube, look: TableLook) -> CubeLook:
    return look.upper if cube.upper else look.lower


def _body(size: tuple[int, int], outline: Array, kind: CubeLook, bright: float) -> Array:
    """What shows between the faces where the edges are rounded: the body, a little darker."""
    hull = cv2.convexHull(outline.astype(np.float32)).reshape(-1, 2)
    inner = hull + (hull.mean(axis=0) - hull) * kind.bevel * 0.22
    canvas = np.zeros((size[1], size[0], 4), np.uint8)
    b, g, r = (min(255.0, channel * 0.6 * bright) for channel in kind.body)
    cv2.fillConvexPoly(canvas, np.round(inner * 16).astype(np.int32), (b, g, r, 255), cv2.LINE_AA, 4)
    return canvas


def _shaded(cube: Cube, number: int, letter: str, axes: tuple[Array, Array, Array], point: Array,
            view: CameraView, light: SceneLight, look: TableLook, through: float) -> Array:  # fmt: skip
    """A face in the light, as blue, green, red (multiplied by coverage) and coverage."""
    kind = of_kind(cube, look)
    paint = _painted(kind, look.seed, look.lower_height, cube.number, number, letter)
    across, along, steep, cover = _leaning(kind, look.lower_height, letter if kind.engraved else " ")
    right, down, out = axes

    # The face is small beside the way to lamps and eye: one point stands for it, and only the normals lean.
    def facing(way: Array) -> Array:
        leaning = across * np.float32(right @ way) + along * np.float32(down @ way)
        return np.asarray(np.maximum((leaning + np.float32(out @ way)) * steep, 0))

    # Ambient light comes from above; the side of a cube sees the dim table with half of it.
    room = light.ambient * (1.0 if out[2] > 0.5 else 0.8)
    shade = np.float32(room) * (np.float32(0.55) + np.float32(0.45) * facing(np.array([0.0, 0.0, 1.0])))
    shine = np.zeros_like(shade)
    tint, total = np.full(3, room), room
    for lamp in light.lamps:
        if lamp.power <= 0:
            continue
        way, strength = towards(lamp, point)
        shade += facing(way) * np.float32(strength)
        head_on = max(0.0, float(out @ way)) * strength
        tint, total = tint + head_on * np.array(lamp.colour), total + head_on
        if kind.gloss > 0.02:
            half, sharp, glow = mirrored(lamp, point, view.eye, kind.gloss)
            shine += facing(half) ** np.float32(sharp) * np.float32(glow * 230 * through)
    tint = ((tint / max(total, 1e-6)) ** (1 / GAMMA)).astype(np.float32)
    bright = (shade * np.float32(through)) ** np.float32(1 / GAMMA) * cover
    lit = cv2.multiply(paint, cv2.merge([bright * tint[0], bright * tint[1], bright * tint[2]]))
    shine *= cover
    b, g, r = cv2.split(cv2.add(lit, cv2.merge([shine, shine, shine])))
    over = cover * 255
    # Premultiplied, so no channel may be more than the coverage.
    return np.asarray(cv2.merge([np.minimum(b, over), np.minimum(g, over), np.minimum(r, over), over]) + 0.5, np.uint8)


def _flat(cube: Cube, number: int, letter: str, axes: tuple[Array, Array, Array], point: Array,
          view: CameraView, light: SceneLight, look: TableLook, through: float) -> Array:  # fmt: skip
    """The same for a face that is small and moves: one brightness for all of it, at half the size."""
    kind, out = of_kind(cube, look), axes[2]
    paint, cover = _painted_flat(kind, look.seed, look.lower_height, cube.number, number, letter)
    room = light.ambient * (1.0 if out[2] > 0.5 else 0.8)
    total = room * (0.55 + 0.45 * max(0.0, float(out[2])))
    tint, shine = np.full(3, room), 0.0
    for lamp in light.lamps:
        if lamp.power <= 0:
            continue
        way, strength = towards(lamp, point)
        head_on = max(0.0, float(out @ way)) * strength
        tint, total = tint + head_on * np.array(lamp.colour), total + head_on
        if kind.gloss > 0.02:
            half, sharp, glow = mirrored(lamp, point, view.eye, kind.gloss)
            shine += max(0.0, float(out @ half)) ** sharp * glow * 230 * through
    b, g, r = (total * through) ** (1 / GAMMA) * (tint / max(float(tint.mean()), 1e-6)) ** (1 / GAMMA)
    lit = paint * np.array([b, g, r, 1], np.float32) + cover * np.array([shine, shine, shine, 0], np.float32)
    return np.asarray(np.minimum(lit, cover * np.float32(255)) + np.float32(0.5), np.uint8)


@lru_cache(maxsize=2048)
def _painted_flat(kind: CubeLook, seed: int, lower: float, cube: int, number: int, letter: str) -> tuple[Array, Array]:
    """Colours multiplied by coverage, with coverage as the fourth; and coverage alone, as often."""
    cover = _leaning(kind, lower, " ")[3]
    whole = np.dstack([_painted(kind, seed, lower, cube, number, letter) * cover[..., None], cover * np.float32(255)])
    half = (_SIZE // 2, _SIZE // 2)
    small = cv2.resize(cover, half, interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.resize(whole, half, interpolation=cv2.INTER_AREA)), cv2.merge([small] * 4)


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
    return np.clip(face, 4, 250).astype(np.float32)


def _ink_of(kind: CubeLook, lower: float, letter: str) -> Array:
    return ink(kind.font, letter, _SIZE, kind.height * (lower if letter.islower() else 1.0))


@lru_cache(maxsize=256)
def _leaning(kind: CubeLook, lower: float, letter: str) -> tuple[Array, Array, Array, Array]:
    """How the normals lean across and along a face, what that takes from their length, and the face's coverage."""
    y, x = np.mgrid[0:_SIZE, 0:_SIZE].astype(np.float32) * 2 / (_SIZE - 1) - 1
    across = np.clip((np.abs(x) - (1 - kind.bevel)) / kind.bevel, 0, 1) ** 1.5 * np.sign(x) * 0.9
    along = np.clip((np.abs(y) - (1 - kind.bevel)) / kind.bevel, 0, 1) ** 1.5 * np.sign(y) * 0.9
    if letter.strip():  # pressed into the face
        depth = cv2.GaussianBlur(_ink_of(kind, lower, letter), (0, 0), 1.2)
        across = across + cv2.Sobel(depth, cv2.CV_32F, 1, 0) * np.float32(0.25 * kind.engraved)
        along = along + cv2.Sobel(depth, cv2.CV_32F, 0, 1) * np.float32(0.25 * kind.engraved)
    radius = kind.bevel * 1.1
    far = np.hypot(np.maximum(np.abs(x) - (1 - radius), 0), np.maximum(np.abs(y) - (1 - radius), 0))
    cover = np.clip((radius - far) * _SIZE / 2 + 1, 0, 1).astype(np.float32)
    steep = 1 / np.sqrt(1 + across**2 + along**2)
    return across.astype(np.float32), along.astype(np.float32), steep.astype(np.float32), cover
