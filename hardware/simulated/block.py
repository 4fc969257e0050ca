"""Drawing the challenge block: a round, turned piece of wood that a hand can snatch."""

from __future__ import annotations

import cv2
import numpy as np

from hardware.simulated.grain import wood
from hardware.simulated.lighting import GAMMA, towards, vignetted
from hardware.simulated.look import TableLook
from hardware.simulated.optics import Array, CameraView, project
from hardware.simulated.scene import SceneBlock, SceneLight
from hardware.simulated.sprite import Sprite, around, sprite_of

RADIUS_MM, HEIGHT_MM = 21.0, 26.0
_ROUND = np.linspace(0, 2 * np.pi, 48, endpoint=False)
_FINE = 2


def corners(block: SceneBlock) -> Array:
    """Points all round its foot and its top."""
    return np.concatenate([_ring(block, 0, 1), _ring(block, HEIGHT_MM, 1)])


def draw(block: SceneBlock, view: CameraView, light: SceneLight, look: TableLook) -> Sprite:
    """The block as it is seen, without the shadow it throws."""
    outline = project(view, corners(block))
    rect = around(outline)
    wide, high = rect.x1 - rect.x0, rect.y1 - rect.y0
    colour = np.zeros((high * _FINE, wide * _FINE, 3), np.uint8)
    cover = np.zeros(colour.shape[:2], np.uint8)
    through = vignetted(view, look.vignette, outline.mean(axis=0))

    def pixels(points: Array) -> Array:
        return np.round(((project(view, points) - (rect.x0, rect.y0) + 0.5) * _FINE - 0.5) * 16).astype(np.int32)

    def shade(normal: Array, paint: float = 1.0) -> tuple[float, float, float]:
        total = np.full(3, light.ambient * (0.6 + 0.4 * normal[2]))
        for lamp in light.lamps:
            way, strength = towards(lamp, np.array([block.x, block.y, block.z + HEIGHT_MM]))
            total += max(0.0, float(normal @ way)) * strength * np.array(lamp.colour)
        b, g, r = np.minimum(np.array(look.block) * paint * (total * through) ** (1 / GAMMA), 255)
        return float(b), float(g), float(r)

    hull = cv2.convexHull(pixels(corners(block)))
    cv2.fillConvexPoly(cover, hull, 255, cv2.LINE_AA, 4)
    foot, shoulder = _ring(block, 0, 1), _ring(block, HEIGHT_MM - 2, 1)
    for at, angle in enumerate(_ROUND):
        out = np.array([np.cos(angle), np.sin(angle), 0.0])
        if out @ (view.eye - shoulder[at]) > 0:
            beside = (at + 1) % len(_ROUND)
            side = pixels(np.array([foot[at], foot[beside], shoulder[beside], shoulder[at]]))
            cv2.fillConvexPoly(colour, side, shade(out, 0.95), cv2.LINE_8, 4)
    for at, angle in enumerate(_ROUND):  # the turned edge between side and top
        beside, rim = (at + 1) % len(_ROUND), _ring(block, HEIGHT_MM, 0.9)
        edge = pixels(np.array([shoulder[at], shoulder[beside], rim[beside], rim[at]]))
        cv2.fillConvexPoly(colour, edge, shade(np.array([np.cos(angle), np.sin(angle), 1.0]) / 2**0.5), cv2.LINE_8, 4)
    cv2.fillConvexPoly(colour, pixels(_ring(block, HEIGHT_MM, 0.9)), shade(np.array([0.0, 0.0, 1.0])), cv2.LINE_AA, 4)
    grain = 1 + 0.05 * wood(look.seed + 77, (wide * _FINE, high * _FINE), 8)[..., None]
    shown = np.clip(colour * grain, 0, 255) * (cover[..., None] / np.float32(255))
    rgba = np.dstack([shown, cover]).astype(np.float32)
    small = cv2.resize(rgba, (wide, high), interpolation=cv2.INTER_AREA)
    return sprite_of(rect, np.clip(small + 0.5, 0, 255).astype(np.uint8))


def _ring(block: SceneBlock, height: float, share: float) -> Array:
    x, y = block.x + RADIUS_MM * share * np.cos(_ROUND), block.y + RADIUS_MM * share * np.sin(_ROUND)
    return np.column_stack([x, y, np.full_like(x, block.z + height)])
