"""The light in the room: lamps, windows, a grid of ceiling lights, the sun, and what comes from everywhere."""

from __future__ import annotations

from math import cos, pi, radians, sin
from random import Random
from typing import Any

import bpy
import numpy as np
from mathutils import Vector

from bench.pictures.blender.models import place
from bench.pictures.blender.textures import cloudy

_MIDDLE = Vector(place(280, 210))


def add_lights(rng: Random) -> str:
    """Light the scene in one of the ways rooms are lit; the exposure takes care of how bright it is in all."""
    kind = rng.choice(("lamp", "lamp", "window", "ceiling", "ceiling", "sun", "mixed"))
    ambient = rng.uniform(0.12, 0.5)
    _room(rng, ambient)
    share = 1 - ambient
    if kind == "lamp":
        count = rng.choice((1, 1, 2))
        for _ in range(count):
            _lamp(rng, share / count, rng.uniform(400, 900), rng.uniform(550, 1200), rng.uniform(40, 250))
    elif kind == "window":
        _window(rng, share)
    elif kind == "ceiling":
        _ceiling(rng, share)
    elif kind == "sun":
        _sun(rng, share)
    else:
        _window(rng, share * 0.4)
        _lamp(rng, share * 0.3, rng.uniform(400, 900), rng.uniform(550, 1200), rng.uniform(40, 250))
        _ceiling(rng, share * 0.3)
    return kind


def _room(rng: Random, ambient: float) -> None:
    """Walls and ceiling far away: not the same brightness in all directions."""
    world = bpy.data.worlds.new("room")
    bpy.context.scene.world = world
    world.use_nodes = True
    world.cycles.sampling_method = "NONE"  # rays that escape find it; aiming at so even a light takes thrice the time
    walls = np.ones((64, 64, 4), np.float32)
    walls[..., :3] = cloudy(rng.randrange(1 << 30), 64, (5, 4), 3)[..., None] * 2 * np.array(_tone(rng), np.float32)
    picture = bpy.data.images.new("walls", 64, 64)
    picture.colorspace_settings.name = "Non-Color"
    picture.pixels.foreach_set(walls.ravel())
    picture.update()
    around = world.node_tree.nodes.new("ShaderNodeTexEnvironment")
    around.image = picture
    background = world.node_tree.nodes["Background"]
    background.inputs["Strength"].default_value = ambient / pi
    world.node_tree.links.new(around.outputs[0], background.inputs["Color"])


def _lamp(rng: Random, share: float, far: float, high: float, size: float) -> None:
    way = rng.uniform(0, 2 * pi)
    at = Vector(place(280 + far * cos(way), 210 + far * sin(way), high))
    _area(rng, at, share, size / 100, size / 100, "DISK")


def _window(rng: Random, share: float) -> None:
    way, far = rng.uniform(0, 2 * pi), rng.uniform(1300, 2600)
    at = Vector(place(280 + far * cos(way), 210 + far * sin(way), rng.uniform(700, 1500)))
    _area(rng, at, share, rng.uniform(6, 16), rng.uniform(8, 14), "RECTANGLE")


def _ceiling(rng: Random, share: float) -> None:
    x, y = rng.uniform(-1300, 500), rng.uniform(-1300, 500)
    columns, rows = rng.choice(((1, 2), (2, 2), (2, 3), (3, 3)))
    wide, high = rng.choice(((6, 6), (12, 3), (15, 1.5)))
    for column in range(columns):
        for row in range(rows):
            at = Vector(place(x + 1200 * column, y + 1100 * row, 2000))
            _area(rng, at, share / columns / rows, wide, high, "RECTANGLE", downward=True)


def _sun(rng: Random, share: float) -> None:
    light = bpy.data.lights.new("sun", "SUN")
    light.energy, light.angle, light.color = share, radians(rng.uniform(0.5, 4)), _tone(rng)
    made = bpy.data.objects.new("sun", light)
    bpy.context.scene.collection.objects.link(made)
    made.rotation_euler = (radians(rng.uniform(15, 58)), 0, rng.uniform(0, 2 * pi))


def _area(
    rng: Random, at: Vector, share: float, wide: float, high: float, shape: str, *, downward: bool = False
) -> Any:
    """A lamp that gives the mat's middle `share` of light, whatever its size and distance."""
    light = bpy.data.lights.new("lamp", "AREA")
    light.shape, light.size, light.color = shape, wide, _tone(rng)
    if shape == "RECTANGLE":
        light.size_y = high
    way = _MIDDLE - at
    slope = -way.normalized().z
    light.energy = share * pi * way.length_squared / slope / (slope if downward else 1)
    made = bpy.data.objects.new("lamp", light)
    bpy.context.scene.collection.objects.link(made)
    made.location = at
    if not downward:
        made.rotation_euler = way.to_track_quat("-Z", "Y").to_euler()
    made.visible_camera = False
    return made


def _tone(rng: Random) -> tuple[float, float, float]:
    warm = rng.uniform(-0.12, 0.3)
    return 1.0, 1 - 0.4 * max(0, warm), 1 - warm if warm > 0 else 1.0
