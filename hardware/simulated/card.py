"""Drawing a card: something flat and opaque that lies on cubes and mat where it should not."""

from __future__ import annotations

import cv2
import numpy as np

from hardware.simulated.lighting import GAMMA, on_table, vignetted
from hardware.simulated.look import Colour, TableLook
from hardware.simulated.optics import Array, CameraView, project
from hardware.simulated.scene import Card, SceneLight
from hardware.simulated.sprite import Sprite, around, sprite_of

THICK_MM = 3.0
_CARD: Colour = (150, 112, 96)


def corners(card: Card) -> Array:
    """Those of its underside and of its top, clockwise."""
    flat = [(card.x0, card.y0), (card.x1, card.y0), (card.x1, card.y1), (card.x0, card.y1)]
    return np.array([(x, y, z) for z in (card.z, card.z + THICK_MM) for x, y in flat])


def draw(card: Card, view: CameraView, light: SceneLight, look: TableLook) -> Sprite:
    """The card as it is seen, without the shadow it throws."""
    pixels = project(view, corners(card))
    rect = around(pixels)
    rgba = np.zeros((rect.y1 - rect.y0, rect.x1 - rect.x0, 4), np.uint8)
    total, _ = on_table(light, (card.x0 + card.x1) / 2, (card.y0 + card.y1) / 2)
    bright = (total * vignetted(view, look.vignette, pixels.mean(axis=0))) ** (1 / GAMMA)
    own = np.round((pixels - (rect.x0, rect.y0)) * 16).astype(np.int32)
    for points, share in ((cv2.convexHull(own), 0.7), (own[4:], 1.0)):  # the edge all round, and the top
        blue, green, red = (min(255.0, one * bright * share) for one in _CARD)
        cv2.fillConvexPoly(rgba, np.asarray(points), (blue, green, red, 255.0), cv2.LINE_8, 4)
    return sprite_of(rect, rgba)
