"""The mat with its print, and the table it lies on, as a camera would see them in perfectly even light."""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np

from hardware.mats import Mat, mat_named
from hardware.simulated.grain import cloth, clouds, wood
from hardware.simulated.letters import word
from hardware.simulated.look import TableLook
from hardware.simulated.optics import Array, CameraView, ground

_FINE = 4
"""Pixels to a millimetre in which the mat is drawn."""
_BEYOND_MM = 500
"""Millimetres of table around the mat."""


@lru_cache(maxsize=3)
def albedo(view: CameraView, look: TableLook, mat_name: str, samples: int = 2) -> Array:
    """The picture without light: the colours of mat and table where the camera sees them."""
    fine = view.enlarged(samples)  # two by two samples to a pixel make crisp edges that are not jagged
    points = ground(fine)
    mat, table = printed_mat(look, mat_name), _table(look, mat_name)
    plan = mat_named(mat_name)
    density = fine.focal / view.z / _FINE
    if density < 1:  # seen smaller than drawn
        sigma = 0.35 / density
        mat = cv2.GaussianBlur(mat, (0, 0), sigma) if sigma > 0.4 else mat
    half = np.float32(0.5)  # the centre of the first pixel
    on_mat = cv2.remap(
        mat,
        points[..., 0] * _FINE - half,
        points[..., 1] * _FINE - half,
        cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REPLICATE,
    )
    seen = cv2.remap(table, points[..., 0] + _BEYOND_MM, points[..., 1] + _BEYOND_MM, cv2.INTER_LINEAR, borderMode=4)
    inside = cv2.inRange(points, np.zeros(2), np.array([plan.width, plan.height]))
    cv2.copyTo(on_mat, inside, seen)
    return np.asarray(
        seen if samples == 1 else cv2.resize(seen, (view.width, view.height), interpolation=cv2.INTER_AREA)
    )


@lru_cache(maxsize=3)
def printed_mat(look: TableLook, mat_name: str) -> Array:
    """The mat from above at four pixels to a millimetre; pixel edges are at whole quarters of a millimetre."""
    plan = mat_named(mat_name)
    size = int(plan.width * _FINE), int(plan.height * _FINE)
    paper = np.empty((size[1], size[0], 3), np.float32)
    paper[:] = look.paper
    for region in plan.regions:
        _print_region(paper, plan, region.name, look)
    cx, cy = (round(16 * _FINE * value) for value in plan.pad.centre)
    ring = round(16 * _FINE * (plan.pad.radius))
    cv2.circle(paper, (cx, cy), ring, _inked(look, (70, 70, 70)), round(look.line * _FINE), cv2.LINE_AA, 4)
    _fold(paper, look)
    for fiducial in plan.fiducials:
        _print_fiducial(paper, plan, fiducial.id, look)
    uneven = cv2.resize(1 + 0.004 * clouds(look.seed, (size[0] // 4, size[1] // 4), 10), size)
    return np.asarray(cv2.multiply(paper, cv2.merge([uneven, uneven, uneven]), dtype=cv2.CV_8U))


def _print_region(paper: Array, plan: Mat, name: str, look: TableLook) -> None:
    region = plan.region(name)
    red, green, blue = (int(region.colour[at : at + 2], 16) for at in (1, 3, 5))
    colour = np.array([blue, green, red], np.float32)
    x0, y0, x1, y1 = (
        round(value * _FINE) for value in (region.area.x0, region.area.y0, region.area.x1, region.area.y1)
    )
    paper[y0:y1, x0:x1] += (colour - paper[y0:y1, x0:x1]) * look.tint
    # The line is inside, so that its outer edge is where the region ends.
    half = look.line * _FINE / 2
    corners = np.array([[x0 + half, y0 + half], [x1 - half, y0 + half], [x1 - half, y1 - half], [x0 + half, y1 - half]])
    outline = [np.round((corners - 0.5) * 16).astype(np.int32)]
    cv2.polylines(paper, outline, True, _inked(look, (blue, green, red)), max(1, round(2 * half)), cv2.LINE_AA, 4)
    if look.labels:
        text = word(name, 5 * _FINE) * look.print_strength * 0.8
        left, top = x0 + 4 * _FINE, y0 + 1 * _FINE
        part = paper[top : top + text.shape[0], left : left + text.shape[1]]
        part += (colour * 0.8 - part) * text[: part.shape[0], : part.shape[1], None]


def _print_fiducial(paper: Array, plan: Mat, number: int, look: TableLook) -> None:
    square = next(fiducial.square for fiducial in plan.fiducials if fiducial.id == number)
    quiet = square.grown(plan.quiet_zone)
    x0, y0, x1, y1 = (max(0, round(value * _FINE)) for value in (quiet.x0, quiet.y0, quiet.x1, quiet.y1))
    paper[y0:y1, x0:x1] = np.maximum(look.paper, 225)
    dictionary = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, plan.dictionary))
    edge = round(square.width * _FINE)
    marker = cv2.aruco.generateImageMarker(dictionary, number, edge).astype(np.float32)[..., None]
    x, y = round(square.x0 * _FINE), round(square.y0 * _FINE)
    black = np.array(_inked(look, (22, 20, 20)), np.float32)
    paper[y : y + edge, x : x + edge] = black + (paper[y : y + edge, x : x + edge] - black) * marker / 255


def _inked(look: TableLook, colour: tuple[float, ...]) -> tuple[float, float, float]:
    b, g, r = (float(p + (c - p) * look.print_strength) for p, c in zip(look.paper, colour, strict=True))
    return b, g, r


def _fold(paper: Array, look: TableLook) -> None:
    """Creases where the mat was folded, in thirds and in half."""
    high, wide = paper.shape[:2]
    strength = 14 * look.creases
    if strength < 1:
        return
    for x in (wide // 3, 2 * wide // 3):
        paper[:, x - 2 : x] += strength
        paper[:, x : x + 3] -= strength
    paper[high // 2 - 2 : high // 2] += strength
    paper[high // 2 : high // 2 + 3] -= strength


@lru_cache(maxsize=2)
def _table(look: TableLook, mat_name: str) -> Array:
    """The table at one pixel to a millimetre, with the shade that the mat's edge throws."""
    plan = mat_named(mat_name)
    size = int(plan.width) + 2 * _BEYOND_MM, int(plan.height) + 2 * _BEYOND_MM
    if look.table_kind == "wood":
        pattern = wood(look.seed, size, 9)
    elif look.table_kind == "cloth":
        pattern = cloth(look.seed, size)
    else:
        pattern = 0.25 * clouds(look.seed, size, 6)
    top = np.array(look.table, np.float32) * (1 + 0.2 * look.table_contrast * pattern[..., None])
    shade = np.zeros((size[1], size[0]), np.float32)
    inner = slice(_BEYOND_MM, _BEYOND_MM + int(plan.height)), slice(_BEYOND_MM, _BEYOND_MM + int(plan.width))
    shade[inner] = 1
    top *= 1 - 0.45 * cv2.GaussianBlur(shade, (0, 0), 2.0)[..., None]
    return np.clip(top, 0, 255).astype(np.uint8)
