"""Drawing a hand where it is: its relief in the light, laid into the picture as a slope that rises to the elbow."""

from __future__ import annotations

from functools import lru_cache
from math import atan2, degrees, radians

import cv2
import numpy as np

from hardware.mats import Mat
from hardware.simulated.anatomy import LEFT, LONG, TOP, WIDE, relief
from hardware.simulated.lighting import GAMMA, towards
from hardware.simulated.optics import COARSE, Array, CameraView, on_plane, project
from hardware.simulated.scene import SIDES, Hand, Lamp, SceneLight
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
_ASTRAY_MM = 7.0
"""How far from where they are fingers may be drawn: half of their breadth."""
_INSET_MM = 30.0
"""How far from the mat's edge that is tried."""


def draw(hand: Hand, mat: Mat, view: CameraView, light: SceneLight) -> Sprite | None:
    """The hand as the camera sees it, or nothing if it is out of the picture."""
    picture = _shaded(hand.grip, hand.person, round(heading(hand, mat) / _STEP) * _STEP % 360, light)
    rect, laid = _laid(picture, _plane(hand, mat), mat, view)
    return None if rect.empty else sprite_of(rect, laid)


def covering(hand: Hand, mat: Mat, view: CameraView) -> tuple[Rect, Array]:
    """The part of the picture that the hand is in, and how much (0 to 255) it covers of each pixel there."""
    return _laid(_cover(hand.grip, hand.person), _plane(hand, mat), mat, view)


def shadow(hand: Hand, mat: Mat, view: CameraView, lamp: Lamp, soft: float) -> tuple[Rect, Array]:
    """Where the hand keeps the lamp's light from the table, with an edge as soft as `soft` (sigma in pixels)."""
    thrown = fallen(_plane(hand, mat), lamp, _CUBES / 2)
    rect, laid = _laid(_cover(hand.grip, hand.person), thrown, mat, view, margin(soft), roughness(soft))
    return rect, laid if rect.empty else softened(laid, rect, soft)


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
    height = hand.z + _height(hand.grip) + np.maximum(own[:, 1], 0) * _RISE
    return np.column_stack([flat, height])


def _height(grip: str) -> float:
    return 18.0 if grip == "pinch" else 10.0


def _laid(
    picture: Array, corners: Array, mat: Mat, view: CameraView, spare: int = 2, rough: int = 1
) -> tuple[Rect, Array]:
    """A flat picture with its corners at these points in space, as the camera sees it, and where.

    `spare`: how many pixels more to take around it; `rough`: how many pixels of the camera to one of the answer.
    """
    frame = Rect(0, 0, view.width, view.height)
    high, wide = picture.shape[:2]
    bent = _is_bent(view, mat)
    if bent:
        own = _own(wide, high, corners, view)
        pixels = COARSE * np.argwhere(((own > -COARSE) & (own < (wide + COARSE, high + COARSE))).all(axis=2))[:, ::-1]
    else:
        own, pixels = np.empty(0), project(view, corners)
    rect = around(pixels, spare + bent * COARSE).clip(frame) if len(pixels) else NOWHERE
    if rect.empty:
        return NOWHERE, np.zeros((0, 0), np.uint8)
    size = -(-(rect.x1 - rect.x0) // rough), -(-(rect.y1 - rect.y0) // rough)
    if not bent:
        place = quad_to_quad((wide, high), (pixels - (rect.x0, rect.y0) + 0.5) / rough - 0.5)
        return rect, cv2.warpPerspective(picture, place, size, flags=cv2.INTER_LINEAR)
    at_x, at_y = (
        ((start + (np.arange(count, dtype=np.float32) + 0.5) * rough - 0.5) / COARSE).astype(np.float32)
        for start, count in zip(rect[:2], size, strict=True)
    )
    fine = cv2.remap(own, *np.meshgrid(at_x, at_y), cv2.INTER_LINEAR)
    return rect, np.asarray(cv2.remap(picture, fine[..., 0], fine[..., 1], cv2.INTER_LINEAR))


def _own(wide: int, high: int, corners: Array, view: CameraView) -> Array:
    """Which point of a flat picture every `COARSE`-th pixel looks at."""
    back = np.linalg.inv(quad_to_quad((wide, high), corners[:, :2]))
    return np.asarray(cv2.perspectiveTransform(on_plane(view, corners), back).astype(np.float32))


@lru_cache(maxsize=8)
def _is_bent(view: CameraView, mat: Mat) -> bool:
    """Whether the lens is so strong that the perspective through an arm's corners would put its fingers elsewhere."""
    inner = mat.area.grown(-_INSET_MM)
    for side in SIDES:
        for x, y in (*inner.corners, inner.centre):
            hand = Hand(side, x, y)
            place = quad_to_quad((round(WIDE), round(LONG)), project(view, _plane(hand, mat)))
            fingers = cv2.perspectiveTransform(np.array([[(-LEFT - 0.5, -TOP - 0.5)]]), place)[0]
            there = project(view, [(x, y, hand.z + _height(hand.grip))])
            if np.linalg.norm(fingers - there) * view.z / view.focal > _ASTRAY_MM:
                return True
    return False


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
