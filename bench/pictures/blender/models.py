"""The things themselves: table, mat, cubes with rounded edges, the block, and hands, as Blender objects.

The mat's millimetres (x right, y down, z up) become Blender's units of 100 mm with y up.
"""

from __future__ import annotations

from math import atan2, cos, pi, radians, sin
from typing import Any

import bpy
import numpy as np
from numpy.typing import NDArray

from bench.pictures.blender.board import BLOCK_HEIGHT, BLOCK_RADIUS, Cube, Hand
from bench.pictures.blender.faces import COLUMNS, ROWS, cell_of
from hardware.mats import Mat

UNIT = 0.01
_ROUND = 4
"""Facets from a face to the edge's middle and on to the next face."""
_ELBOW = 420.0
"""How far behind the mat's edge an elbow is, in millimetres."""


def place(x: float, y: float, z: float = 0.0) -> tuple[float, float, float]:
    """A point of the mat in Blender's space."""
    return x * UNIT, -y * UNIT, z * UNIT


def add_table(material: Any, turned: float) -> Any:
    corners = [(-25, -25, 0), (25, -25, 0), (25, 25, 0), (-25, 25, 0)]
    table = _object("table", corners, [(0, 1, 2, 3)], material)
    table.location = (2.8, -2.1, -0.006)
    table.rotation_euler = (0, 0, radians(turned))
    return table


def add_mat(mat: Mat, material: Any) -> Any:
    """A sheet half a millimetre thick, with its print on top at height 0."""
    wide, high = mat.width * UNIT, mat.height * UNIT
    outline = [(0.0, 0.0), (wide, 0.0), (wide, -high), (0.0, -high)]
    points = [(x, y, z) for z in (0.0, -0.005) for x, y in outline]
    sides = [(at, at + 4, (at + 1) % 4 + 4, (at + 1) % 4) for at in range(4)]
    sheet = _object("mat", points, [(0, 3, 2, 1), *sides], material)
    layout = sheet.data.uv_layers.new(name="UVMap")
    for loop in sheet.data.loops:
        x, y, _ = points[loop.vertex_index]
        layout.data[loop.index].uv = x / wide, 1 + y / high
    return sheet


def add_cube(cube: Cube, edge: float, bevel: float, material: Any) -> Any:
    """A cube that lies on the mat, each face with its letter."""
    half = edge / 2
    steps = np.linspace(0, 1, _ROUND)
    ends = half - bevel * (1 - np.tan((1 - steps) * pi / 4))  # even angles around the edge
    line = np.concatenate([-ends, ends[::-1]])
    points: list[NDArray[np.float64]] = []
    normals: list[NDArray[np.float64]] = []
    layout: list[tuple[float, float]] = []
    faces: list[tuple[int, int, int, int]] = []
    for letter, turn, outward, upward in _faces(cube):
        rightward = np.cross(upward, outward)
        column, row = cell_of(letter)
        first, count = len(points), len(line)
        for up in line:
            for right in line:
                cubic = outward * half + upward * up + rightward * right
                inner = np.clip(cubic, bevel - half, half - bevel)
                normal = (cubic - inner) / np.linalg.norm(cubic - inner)
                points.append((inner + bevel * normal) * UNIT)
                normals.append(normal)
                a, b = _turned(right / edge, up / edge, turn)
                layout.append(((column + 0.5 + a) / COLUMNS, 1 - (row + 0.5 - b) / ROWS))
        for v in range(count - 1):
            for u in range(count - 1):
                at = first + v * count + u
                faces.append((at, at + 1, at + count + 1, at + count))
    made = _object(f"cube {cube.letter}", [tuple(point) for point in points], faces, material)
    shown = made.data.uv_layers.new(name="UVMap")
    order = np.empty(len(made.data.loops), np.int32)
    made.data.loops.foreach_get("vertex_index", order)
    shown.data.foreach_set("uv", np.array(layout, np.float32)[order].ravel())
    made.data.shade_smooth()
    made.data.normals_split_custom_set_from_vertices([tuple(normal) for normal in normals])
    made.location = place(cube.x, cube.y, half)
    made.rotation_euler = (0, 0, -radians(cube.angle))
    return made


def add_block(at: tuple[float, float], material: Any) -> Any:
    """The challenge block, turned on a lathe."""
    profile = [(0, 0), (0.96, 0), (1, 0.03), (1, 0.9), (0.985, 0.95), (0.95, 0.985), (0.9, 1), (0, 1)]
    rings = [(BLOCK_RADIUS * out * UNIT, BLOCK_HEIGHT * up * UNIT) for out, up in profile]
    count = 72
    points = [
        (out * cos(2 * pi * step / count), out * sin(2 * pi * step / count), up)
        for out, up in rings
        for step in range(count)
    ]
    made = _object("block", points, _tube(len(rings), count), material)
    made.data.shade_smooth()
    made.location = place(*at)
    return made


def add_hand(hand: Hand, mat: Mat, skin: Any, sleeve: Any) -> list[Any]:
    """A hand and its forearm, grown together from tapering limbs."""
    elbow = {
        "north": (mat.width / 2 + hand.along, -_ELBOW),
        "south": (mat.width / 2 + hand.along, mat.height + _ELBOW),
        "west": (-_ELBOW, mat.height / 2 + hand.along),
        "east": (mat.width + _ELBOW, mat.height / 2 + hand.along),
    }[hand.side]
    heading = atan2(hand.y - elbow[1], hand.x - elbow[0])
    forward, aside = (cos(heading), sin(heading)), (-sin(heading), cos(heading))
    mirror = -1 if hand.left else 1

    def at(ahead: float, right: float, up: float) -> tuple[float, float, float]:
        ahead, right, up = ahead * hand.size, right * hand.size * mirror, up * hand.size
        x = hand.x + ahead * forward[0] + right * aside[0]
        y = hand.y + ahead * forward[1] + right * aside[1]
        return place(x, y, hand.z + up)

    limbs = [
        (at(*start), at(*end), thick * hand.size * UNIT, thin * hand.size * UNIT)
        for start, end, thick, thin in (_FLAT if hand.flat else _PINCH)
    ]
    wrist, up = -170.0, 34.0
    far = -900.0
    limbs.append((at(wrist, 4, up), at(wrist + 40, 0, up), 22 * hand.size * UNIT, 19 * hand.size * UNIT))
    limbs.append((at(wrist, 4, up), at(wrist - 250, 10, up + 50), 23 * hand.size * UNIT, 38 * hand.size * UNIT))
    limbs.append((at(wrist - 250, 10, up + 50), at(far, 10, up + 120), 38 * hand.size * UNIT, 42 * hand.size * UNIT))
    parts = [_grown("hand", limbs, skin, 0.022, 8)]
    if hand.sleeve < 300:
        start = wrist - hand.sleeve
        rise = up + 50 * hand.sleeve / 250
        cuff = [
            (at(start, 8, rise), at(start - 20, 8, rise + 4), 36 * hand.size * UNIT, 35 * hand.size * UNIT),
            (at(start - 20, 8, rise + 4), at(wrist - 330, 10, up + 62), 35 * hand.size * UNIT, 48 * hand.size * UNIT),
            (at(wrist - 330, 10, up + 62), at(far, 10, up + 120), 48 * hand.size * UNIT, 54 * hand.size * UNIT),
        ]
        parts.append(_grown("sleeve", cuff, sleeve, 0.035, 4))
    return parts


# Limbs as (from, to, radius there, radius here): millimetres ahead of the fingertips, to the right, and up.
_PALM = tuple(((-88, side, 34), (-150, side * 0.6, 34), 13, 17) for side in (-22, -8, 8, 22, 30))
_PINCH = (
    ((0, -7, 0), (-26, -20, 10), 8.5, 10.5), ((-26, -20, 10), (-62, -34, 22), 10.5, 12),
    ((-62, -34, 22), (-140, -14, 34), 13, 18),
    ((0, 7, 0), (-14, 9, 22), 7, 8), ((-14, 9, 22), (-42, 2, 44), 8, 9.5),
    ((-42, 2, 44), (-92, -14, 38), 9.5, 12),
    ((-14, 18, 2), (-24, 20, 26), 7.5, 8.5), ((-24, 20, 26), (-50, 16, 46), 8.5, 9.5),
    ((-50, 16, 46), (-92, 4, 40), 10, 12),
    ((-34, 28, 4), (-40, 31, 26), 7.5, 8), ((-40, 31, 26), (-62, 30, 44), 8, 9.5),
    ((-62, 30, 44), (-94, 20, 38), 9.5, 12),
    ((-56, 36, 6), (-58, 40, 24), 6.5, 7), ((-58, 40, 24), (-72, 42, 38), 7, 8),
    ((-72, 42, 38), (-98, 32, 34), 8.5, 11),
    *_PALM,
)  # fmt: skip
_FLAT = (
    ((-24, -52, 4), (-60, -46, 10), 8.5, 10.5), ((-60, -46, 10), (-130, -20, 26), 11, 17),
    ((4, -22, 0), (-38, -20, 14), 7, 8.5), ((-38, -20, 14), (-92, -16, 28), 8.5, 11),
    ((14, 0, 0), (-34, 1, 15), 7, 8.5), ((-34, 1, 15), (-92, 2, 29), 8.5, 11),
    ((6, 20, 0), (-38, 20, 14), 7, 8.5), ((-38, 20, 14), (-94, 18, 28), 8.5, 11),
    ((-16, 40, 0), (-52, 38, 11), 6, 7.5), ((-52, 38, 11), (-98, 32, 26), 7.5, 10),
    *_PALM,
)  # fmt: skip


def _faces(cube: Cube) -> list[tuple[str, int, NDArray[np.float64], NDArray[np.float64]]]:
    """Letter, quarter turns, outward and upward direction of each face in the cube's own axes (Blender's, y north)."""
    top, north, east = np.array([0.0, 0, 1]), np.array([0.0, 1, 0]), np.array([1.0, 0, 0])
    ways = ((north, top), (east, top), (-north, top), (-east, top), (-top, north))
    rest = zip(cube.others, cube.turns, ways, strict=True)
    return [(cube.letter, 0, top, north), *((letter, turn, out, up) for letter, turn, (out, up) in rest)]


def _turned(a: float, b: float, quarters: int) -> tuple[float, float]:
    for _ in range(quarters):
        a, b = -b, a
    return a, b


def _tube(rings: int, count: int) -> list[tuple[int, int, int, int]]:
    """The faces between rings of `count` points each."""
    return [
        (below + step, below + (step + 1) % count, below + count + (step + 1) % count, below + count + step)
        for below in range(0, (rings - 1) * count, count)
        for step in range(count)
    ]


def _grown(name: str, limbs: list[Any], material: Any, fine: float, smoothing: int) -> Any:
    """One smooth body out of overlapping limbs."""
    points: list[tuple[float, float, float]] = []
    faces: list[tuple[int, ...]] = []
    for start, end, thick, thin in limbs:
        own = _limb(np.array(start), np.array(end), thick, thin)
        faces.extend(tuple(at + len(points) for at in face) for face in _tube(len(own) // 20, 20))
        points.extend(tuple(point) for point in own)
    body = _object(name, points, faces, material)
    joined = body.modifiers.new("joined", "REMESH")
    joined.mode, joined.voxel_size, joined.use_smooth_shade = "VOXEL", fine, True
    smooth = body.modifiers.new("smooth", "SMOOTH")
    smooth.iterations = smoothing
    return body


def _limb(start: NDArray[np.float64], end: NDArray[np.float64], thick: float, thin: float) -> NDArray[np.float64]:
    """Rings of twenty points around a capsule."""
    along = (end - start) / np.linalg.norm(end - start)
    side = np.cross(along, (0.3, 0.5, 0.8))
    side /= np.linalg.norm(side)
    other = np.cross(along, side)
    around = np.linspace(0, 2 * pi, 20, endpoint=False)
    circle = np.outer(np.cos(around), side) + np.outer(np.sin(around), other)
    rings = [start + thick * (along * sin(turn) + circle * cos(turn)) for turn in np.linspace(-pi / 2 + 0.02, 0, 7)]
    rings += [end + thin * (along * sin(turn) + circle * cos(turn)) for turn in np.linspace(0, pi / 2 - 0.02, 7)]
    return np.concatenate(rings)


def _object(name: str, points: list[Any], faces: list[Any], material: Any) -> Any:
    mesh = bpy.data.meshes.new(name)
    mesh.from_pydata(points, [], faces)
    mesh.materials.append(material)
    made = bpy.data.objects.new(name, mesh)
    bpy.context.scene.collection.objects.link(made)
    return made
