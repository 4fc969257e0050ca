"""Drawing a hand where it is: its relief in the light, laid into the picture as a slope that rises to the elbow."""

from __future__ import annotations

from functools import lru_cache
from math import atan2, degrees, radians

import cv2
import numpy as np

from hardware.mats import Mat
from hardware.simulated.anatomy import LEFT, LONG, TOP, WIDE, relief
from hardware.simulated.lighting import GAMMA, towards
from hardware.simulated.optics import Array, CameraView, project
from hardware.simulated.scene import Hand, Lamp, SceneLight
from hardware.simulated.shadows import fallen, margin, roughness, softened
from hardware.simulated.sprite import NOWHERE, Rect, Sprite, around, quad_to_quad, sprite_of

_ELBOW = 420.0
"""How far behind the mat's edge an elbow is."""
_RISE = 0.06
"""How much the forearm rises to the elbow."""
_CUBES = 16.0
"""Shadows of hands fall on cubes as well as on the mat; the plane between serves for both."""
_STEP = 12
"""Degrees of turning after which the light on a hand is computed anew."""


def draw(hand: Hand, mat: Mat, view: CameraView, light: SceneLight) -> Sprite | None:
    """The hand as the camera sees it, or nothing if it is out of the picture."""
    pixels = project(view, _plane(hand, mat))
    picture = _shaded(hand.grip, hand.person, round(heading(hand, mat) / _STEP) * _STEP % 360, light)
    rect = around(pixels).clip(Rect(0, 0, view.width, view.height))
    if rect.empty:
        return None
    place = quad_to_quad((picture.shape[1], picture.shape[0]), pixels - (rect.x0, rect.y0))
    size = rect.x1 - rect.x0, rect.y1 - rect.y0
    return sprite_of(rect, cv2.warpPerspective(picture, place, size, flags=cv2.INTER_LINEAR))


def shadow(hand: Hand, mat: Mat, view: CameraView, lamp: Lamp, soft: float) -> tuple[Rect, Array]:
    """Where the hand keeps the lamp's light from the table, with an edge as soft as `soft` (sigma in pixels)."""
    pixels = project(view, fallen(_plane(hand, mat), lamp, _CUBES / 2))
    frame = Rect(0, 0, view.width, view.height)
    rect = around(pixels, margin(soft)).clip(frame)
    if rect.empty:
        return NOWHERE, np.zeros((0, 0), np.uint8)
    rough = roughness(soft)
    wide, high = -(-(rect.x1 - rect.x0) // rough), -(-(rect.y1 - rect.y0) // rough)
    cover = _cover(hand.grip, hand.person)
    place = quad_to_quad((cover.shape[1], cover.shape[0]), (pixels - (rect.x0, rect.y0) + 0.5) / rough - 0.5)
    return rect, softened(cv2.warpPerspective(cover, place, (wide, high)), rect, soft)


def heading(hand: Hand, mat: Mat) -> float:
    """Where the fingers point, in degrees clockwise from north."""
    elbow = _elbow(hand, mat)
    return degrees(atan2(hand.x - elbow[0], -(hand.y - elbow[1]))) % 360


def _elbow(hand: Hand, mat: Mat) -> tuple[float, float]:
    across, down = mat.width / 2, mat.height / 2
    return {
        "north": (across + hand.along, -_ELBOW),
        "south": (across + hand.along, mat.height + _ELBOW),
        "west": (-_ELBOW, down + hand.along),
        "east": (mat.width + _ELBOW, down + hand.along),
    }[hand.side]


def _plane(hand: Hand, mat: Mat) -> Array:
    """The relief's four corners in space, clockwise from the hand's top-left."""
    turn = radians(heading(hand, mat))
    c, s = np.cos(turn), np.sin(turn)
    own = np.array([[LEFT, TOP], [LEFT + WIDE, TOP], [LEFT + WIDE, TOP + LONG], [LEFT, TOP + LONG]])
    flat = own @ np.array([[c, s], [-s, c]]) + (hand.x, hand.y)
    # Knuckles and wrist are some centimetres above the fingertips: the slope goes through the back of the hand.
    height = hand.z + (18 if hand.grip == "pinch" else 10) + np.maximum(own[:, 1], 0) * _RISE
    return np.column_stack([flat, height])


@lru_cache(maxsize=12)
def _shaded(grip: str, person: int, turned: int, light: SceneLight) -> Array:
    """The hand in its own axes with light on it, when its fingers point `turned` degrees from north."""
    own = relief(grip, person)
    total = light.ambient * (0.7 + 0.3 * own.normals[..., 2:]) * np.ones(3, np.float32)
    angle = radians(-turned)
    c, s = np.cos(angle), np.sin(angle)
    for lamp in light.lamps:
        way, strength = towards(lamp, np.array([280.0, 210.0, 60.0]))
        local = np.array([c * way[0] - s * way[1], s * way[0] + c * way[1], way[2]], np.float32)
        facing = own.normals @ local
        # Light wraps a little around skin, which lets it in.
        falling = np.maximum(facing * 0.88 + 0.12, 0) * np.float32(strength)
        total += falling[..., None] * np.array(lamp.colour, np.float32)
    shown = np.minimum(own.colour * total ** np.float32(1 / GAMMA), 255) * own.cover[..., None]
    return np.dstack([shown, own.cover * 255]).astype(np.uint8)


@lru_cache(maxsize=16)
def _cover(grip: str, person: int) -> Array:
    return (relief(grip, person).cover * 255).astype(np.uint8)
