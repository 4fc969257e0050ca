"""How much light falls where: lamps with their fall-off and ambient light, as factors of a picture's grey values.

Grey values are encoded with a gamma, so a factor of light is applied as its root: encoded values need no decoding.
"""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np

from hardware.simulated.optics import Array, CameraView, ground
from hardware.simulated.scene import Lamp, SceneLight

GAMMA = 2.2
_REACH = 900.0
"""The distance at which a lamp's power is meant, in millimetres."""


def towards(lamp: Lamp, point: Array) -> tuple[Array, float]:
    """The way from a point to the lamp, and how much light it gives to a surface that faces it."""
    ray = np.array([lamp.x, lamp.y, lamp.z]) - point
    far = float(np.sqrt(ray @ ray))
    return np.asarray(ray / far), lamp.power * (max(_REACH, lamp.z) / far) ** 2


def mirrored(lamp: Lamp, point: Array, eye: Array, gloss: float) -> tuple[Array, float, float]:
    """Which way a surface must face to mirror the lamp to the eye, how sharply, and how brightly if it does."""
    way, _ = towards(lamp, point)
    look = eye - point
    half = way + look / np.sqrt(look @ look)
    return np.asarray(half / np.sqrt(half @ half)), _sharpness(lamp, gloss), lamp.power * gloss


def on_table(light: SceneLight, x: float, y: float) -> tuple[float, list[float]]:
    """All light at a point of the mat, and the share of each lamp in it."""
    each = []
    for lamp in light.lamps:
        way, strength = towards(lamp, np.array([x, y, 0.0]))
        each.append(float(way[2]) * strength)
    total = light.ambient + sum(each)
    return total, [one / total for one in each]


def factors(light: SceneLight, view: CameraView, vignette: float) -> Array:
    """By how much the light multiplies each pixel of the bare table, for each colour, at an eighth of the size."""
    points = ground(view, 8)
    total = np.full((*points.shape[:2], 3), light.ambient, np.float32)
    for lamp in light.lamps:
        ray_x, ray_y = lamp.x - points[..., 0], lamp.y - points[..., 1]
        far = np.sqrt(ray_x**2 + ray_y**2 + lamp.z**2)
        falling = lamp.power * lamp.z / far * (max(_REACH, lamp.z) / far) ** 2
        total += falling[..., None] * np.array(lamp.colour, np.float32)
    return np.asarray((total * _darkening(view, points.shape[:2], vignette)[..., None]) ** (1 / GAMMA), np.float32)


def glare(light: SceneLight, view: CameraView, gloss: float) -> Array:
    """What the mat mirrors of the lamps, in grey values, at an eighth of the size."""
    points = ground(view, 8)
    total = np.zeros((*points.shape[:2], 3), np.float32)
    eye = _unit(view.x - points[..., 0], view.y - points[..., 1], view.z)
    for lamp in light.lamps:
        half = _unit(lamp.x - points[..., 0], lamp.y - points[..., 1], lamp.z) + eye
        up = half[..., 2] / np.sqrt((half * half).sum(axis=-1))
        blob = 300 * lamp.power * gloss * up ** _sharpness(lamp, gloss)
        total += blob[..., None] * np.array(lamp.colour, np.float32)
    return total


def vignetted(view: CameraView, vignette: float, pixel: Any) -> float:
    """How much of the light the lens lets through at a pixel."""
    dx, dy = pixel[0] / view.width - 0.5, pixel[1] / view.width - view.height / view.width / 2
    return float(1 - vignette * min(1.0, (dx * dx + dy * dy) / 0.39))


def lit(picture: Array, light: SceneLight, view: CameraView, vignette: float, gloss: float) -> Array:
    """A picture of the bare table in this light."""
    size = view.width, view.height
    bright = cv2.multiply(picture, cv2.resize(factors(light, view, vignette), size), dtype=cv2.CV_8U)
    return np.asarray(cv2.add(bright, cv2.resize(glare(light, view, gloss), size), dtype=cv2.CV_8U))


def _darkening(view: CameraView, shape: tuple[int, ...], vignette: float) -> Array:
    y, x = np.mgrid[0 : shape[0], 0 : shape[1]].astype(np.float32) * 8
    far = (x / view.width - 0.5) ** 2 + (y / view.width - view.height / view.width / 2) ** 2
    return np.asarray(1 - vignette * np.minimum(1, far / 0.39), np.float32)


def _sharpness(lamp: Lamp, gloss: float) -> float:
    return 12 + 240 * gloss / (0.3 + lamp.size / 200)


def _unit(x: Array, y: Array, z: float) -> Array:
    vectors = np.dstack([x, y, np.full_like(x, z)])
    return np.asarray(vectors / np.sqrt((vectors * vectors).sum(axis=-1, keepdims=True)))
