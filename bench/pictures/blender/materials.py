"""What things are made of: Blender materials for cubes, mat, table, block, skin and cloth.

Lengths are in Blender's units, one to 100 mm.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any

import bpy
import numpy as np
from numpy.typing import NDArray

from bench.pictures.blender.textures import cloudy, woven

Colour = tuple[float, float, float]
"""Red, green, blue, as on a screen, 0 to 1."""

_PLASTICS: tuple[Colour, ...] = (
    (0.93, 0.93, 0.91), (0.94, 0.91, 0.80), (0.80, 0.80, 0.80), (0.70, 0.82, 0.92), (0.94, 0.78, 0.78),
    (0.76, 0.90, 0.76), (0.95, 0.90, 0.60),
)  # fmt: skip
_WOODS: tuple[Colour, ...] = ((0.87, 0.74, 0.55), (0.82, 0.66, 0.46), (0.91, 0.81, 0.65), (0.76, 0.60, 0.42))
_DARK: tuple[Colour, ...] = ((0.12, 0.12, 0.13), (0.10, 0.18, 0.42), (0.50, 0.08, 0.09), (0.08, 0.28, 0.14))
_INKS: tuple[Colour, ...] = (
    (0.07, 0.07, 0.07), (0.07, 0.07, 0.07), (0.08, 0.14, 0.50), (0.62, 0.07, 0.08), (0.05, 0.33, 0.14),
)  # fmt: skip
_WHITES: tuple[Colour, ...] = ((0.94, 0.94, 0.92), (0.95, 0.90, 0.75))
_TABLES: tuple[Colour, ...] = (
    (0.58, 0.40, 0.24), (0.40, 0.25, 0.14), (0.74, 0.60, 0.42), (0.70, 0.69, 0.67), (0.22, 0.22, 0.24),
    (0.25, 0.38, 0.28), (0.84, 0.84, 0.82), (0.28, 0.34, 0.50),
)  # fmt: skip
_SKINS: tuple[Colour, ...] = (
    (0.91, 0.73, 0.63), (0.84, 0.62, 0.50), (0.68, 0.46, 0.34), (0.45, 0.29, 0.21), (0.28, 0.18, 0.14),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class CubeLook:
    body: Colour
    ink: Colour
    grain: float
    """0 is plastic; wood shows this much of its grain."""
    gloss: float
    wear: float
    engraved: float
    bevel: float
    """Radius of the edges, in millimetres."""


def random_cubes(rng: Random) -> CubeLook:
    kind = rng.choice(("plastic", "plastic", "plastic", "wood", "wood", "dark"))
    body = _near(rng, rng.choice({"plastic": _PLASTICS, "wood": _WOODS, "dark": _DARK}[kind]), 0.04)
    return CubeLook(
        body=body,
        ink=_near(rng, rng.choice(_WHITES if kind == "dark" else _INKS), 0.03),
        grain=rng.uniform(0.3, 0.9) if kind == "wood" else 0.0,
        gloss=rng.uniform(0.1, 0.35) if kind == "wood" else rng.uniform(0.15, 0.6),
        wear=rng.choice((0.0, 0.1, 0.2, 0.35)),
        engraved=rng.choice((0.0, 0.0, 0.15, 0.3)),
        bevel=rng.uniform(0.6, 1.9),
    )


def other_half(rng: Random, look: CubeLook) -> CubeLook:
    """The other kind of the same make: perhaps with another ink or another colour."""
    if look.grain == 0 and rng.random() < 0.3:
        return random_cubes(rng)
    light = sum(look.body) > 1.4
    ink = _near(rng, rng.choice(_INKS if light else _WHITES), 0.03)
    return CubeLook(look.body, ink, look.grain, look.gloss, look.wear, look.engraved, look.bevel)


def cube_material(rng: Random, look: CubeLook, ink: NDArray[np.float32]) -> Any:
    nodes = _Nodes("cube")
    face = nodes.add("ShaderNodeUVMap", uv_map="UVMap").outputs[0]
    each = nodes.add("ShaderNodeObjectInfo").outputs["Random"]
    moved = nodes.add("ShaderNodeVectorMath", operation="ADD")
    nodes.link(face, moved.inputs[0])
    nodes.link(nodes.math("MULTIPLY", each, 50.0), moved.inputs[1])
    at = moved.outputs[0]

    body: Any = nodes.value(look.body)
    if look.grain:
        streaks = nodes.image(cloudy(rng.randrange(1 << 30), 512, (50, 4), 4), at)
        body = nodes.mix(nodes.ramp(streaks, 0.3, 0.75, look.grain * 0.6), body, nodes.value(_scaled(look.body, 0.62)))
    # No two cubes of a set are quite the same.
    body = nodes.mix(nodes.math("MULTIPLY", each, 0.12), body, nodes.value(_scaled(look.body, 0.6)))
    if look.wear:
        dirt = nodes.image(cloudy(rng.randrange(1 << 30), 512, (6, 4), 6), at)
        body = nodes.mix(nodes.ramp(dirt, 0.5, 0.9, look.wear * 0.6), body, nodes.value(_scaled(look.body, 0.45)))
    mask = inked = nodes.image(ink, face, extension="EXTEND")
    if look.wear:
        rubbed = nodes.ramp(nodes.image(cloudy(rng.randrange(1 << 30), 1024, (40, 27), 4), at), 0.62, 0.8, look.wear)
        inked = nodes.math("MULTIPLY", mask, nodes.math("SUBTRACT", 1.0, rubbed))
    nodes.link(nodes.mix(inked, body, nodes.value(look.ink)), nodes.shader.inputs["Base Color"])
    nodes.shader.inputs["Roughness"].default_value = 1 - look.gloss * 1.2
    if look.engraved:
        nodes.bump(nodes.math("MULTIPLY", mask, -look.engraved), 0.01)
    return nodes.material


def mat_material(rng: Random, printed: NDArray[np.uint8]) -> Any:
    nodes = _Nodes("mat")
    at = nodes.add("ShaderNodeUVMap", uv_map="UVMap").outputs[0]
    texture = nodes.image(printed / np.float32(255), at, colour=True, extension="EXTEND")
    nodes.link(texture, nodes.shader.inputs["Base Color"])
    nodes.shader.inputs["Roughness"].default_value = rng.choice((0.9, 0.7, 0.55, 0.42))
    nodes.shader.inputs["Specular IOR Level"].default_value = rng.uniform(0.2, 0.5)
    nodes.bump(nodes.image(cloudy(rng.randrange(1 << 30), 512, (6, 5), 2), at), rng.uniform(0, 0.03))
    return nodes.material


def table_material(rng: Random) -> tuple[str, Any]:
    kind = rng.choice(("wood", "wood", "cloth", "plain"))
    colour = _near(rng, rng.choice(_TABLES[:3] if kind == "wood" else _TABLES), 0.05)
    nodes = _Nodes("table")
    seed = rng.randrange(1 << 30)
    at = nodes.spread(0.1)  # the texture is a metre wide
    if kind == "wood":
        across, down = rng.choice(((3, 60), (2, 30), (5, 100)))
        texture = nodes.ramp(nodes.image(cloudy(seed, 1024, (across, down), 4), at), 0.3, 0.75, rng.uniform(0.4, 1))
        dark, rough = 0.6, rng.uniform(0.25, 0.7)
    elif kind == "cloth":
        texture = nodes.math("MULTIPLY", nodes.image(woven(seed, 1024, rng.choice((200, 320))), at), -0.5)
        texture = nodes.math("ADD", texture, 0.5)
        dark, rough = 0.5, 1.0
    else:
        texture = nodes.ramp(nodes.image(cloudy(seed, 1024, (160, 160), 3), at), 0.5, 0.85, rng.uniform(0, 0.6))
        dark, rough = 0.75, rng.uniform(0.2, 0.7)
    shown = nodes.mix(texture, nodes.value(colour), nodes.value(_scaled(colour, dark)))
    nodes.link(shown, nodes.shader.inputs["Base Color"])
    nodes.shader.inputs["Roughness"].default_value = rough
    return kind, nodes.material


def block_material(rng: Random) -> Any:
    nodes = _Nodes("block")
    if rng.random() < 0.6:
        colour = _near(rng, rng.choice(_WOODS), 0.06)
        grain = nodes.image(cloudy(rng.randrange(1 << 30), 256, (2, 16), 4), nodes.spread(1.0))
        shown = nodes.mix(nodes.ramp(grain, 0.3, 0.75, 0.8), nodes.value(colour), nodes.value(_scaled(colour, 0.6)))
        nodes.link(shown, nodes.shader.inputs["Base Color"])
        nodes.shader.inputs["Roughness"].default_value = rng.uniform(0.35, 0.8)
    else:
        nodes.shader.inputs["Base Color"].default_value = (*_linear(rng.choice(_DARK[1:])), 1)
        nodes.shader.inputs["Roughness"].default_value = rng.uniform(0.2, 0.5)
    return nodes.material


def skin_material(rng: Random) -> Any:
    nodes = _Nodes("skin")
    colour = _near(rng, rng.choice(_SKINS), 0.03)
    red = min(1.0, colour[0] * 1.02), colour[1] * 0.82, colour[2] * 0.8
    blotches = nodes.image(cloudy(rng.randrange(1 << 30), 512, (8, 8), 6), nodes.spread(0.4))
    shown = nodes.mix(nodes.ramp(blotches, 0.3, 0.75, 0.7), nodes.value(colour), nodes.value(red))
    nodes.link(shown, nodes.shader.inputs["Base Color"])
    nodes.shader.inputs["Roughness"].default_value = 0.55
    nodes.bump(blotches, 0.03)
    return nodes.material


def sleeve_material(rng: Random) -> Any:
    nodes = _Nodes("sleeve")
    colour = _near(rng, rng.choice((*_DARK, *_TABLES[3:], *_PLASTICS)), 0.05)
    folds = nodes.image(cloudy(rng.randrange(1 << 30), 512, (8, 8), 3), nodes.spread(0.4))
    shown = nodes.mix(nodes.math("MULTIPLY", folds, 0.4), nodes.value(colour), nodes.value(_scaled(colour, 0.5)))
    nodes.link(shown, nodes.shader.inputs["Base Color"])
    nodes.shader.inputs["Roughness"].default_value = 0.95
    nodes.bump(folds, 0.3)
    return nodes.material


class _Nodes:
    """A material's node tree, with the few kinds of nodes that are used here."""

    def __init__(self, name: str) -> None:
        self.material = bpy.data.materials.new(name)
        self.material.use_nodes = True
        self.tree = self.material.node_tree
        self.shader = self.tree.nodes["Principled BSDF"]

    def add(self, kind: str, **settings: Any) -> Any:
        node = self.tree.nodes.new(kind)
        for name, setting in settings.items():
            setattr(node, name, setting)
        return node

    def link(self, source: Any, target: Any) -> None:
        if isinstance(source, float):
            target.default_value = source
        else:
            self.tree.links.new(source, target)

    def value(self, colour: Colour) -> Any:
        node = self.add("ShaderNodeRGB")
        node.outputs[0].default_value = (*_linear(colour), 1)
        return node.outputs[0]

    def math(self, operation: str, one: Any, other: Any) -> Any:
        node = self.add("ShaderNodeMath", operation=operation)
        self.link(one, node.inputs[0])
        self.link(other, node.inputs[1])
        return node.outputs[0]

    def mix(self, share: Any, one: Any, other: Any) -> Any:
        node = self.add("ShaderNodeMix", data_type="RGBA")
        self.link(share, node.inputs[0])
        self.link(one, node.inputs[6])
        self.link(other, node.inputs[7])
        return node.outputs[2]

    def spread(self, scale: float) -> Any:
        """The object's own coordinates, for a texture that is 1 / `scale` units wide."""
        node = self.add("ShaderNodeMapping")
        node.inputs["Scale"].default_value = (scale, scale, scale)
        self.link(self.add("ShaderNodeTexCoord").outputs["Object"], node.inputs["Vector"])
        return node.outputs[0]

    def ramp(self, source: Any, low: float, high: float, most: float) -> Any:
        """0 below `low`, `most` above `high`."""
        node = self.add("ShaderNodeMapRange")
        self.link(source, node.inputs["Value"])
        for name, value in (("From Min", low), ("From Max", high), ("To Min", 0.0), ("To Max", most)):
            node.inputs[name].default_value = value
        return node.outputs[0]

    def bump(self, height: Any, distance: float) -> None:
        node = self.add("ShaderNodeBump")
        node.inputs["Distance"].default_value = distance
        self.link(height, node.inputs["Height"])
        self.link(node.outputs[0], self.shader.inputs["Normal"])

    def image(self, pixels: NDArray[np.float32], at: Any, *, colour: bool = False, extension: str = "MIRROR") -> Any:
        """A picture (first row on top) as a texture; grey ones give numbers, coloured ones are as on a screen."""
        high, wide = pixels.shape[:2]
        shown = np.ones((high, wide, 4), np.float32)
        shown[..., :3] = pixels if pixels.ndim == 3 else pixels[..., None]
        picture = bpy.data.images.new("texture", wide, high)
        picture.colorspace_settings.name = "sRGB" if colour else "Non-Color"
        picture.pixels.foreach_set(shown[::-1].ravel())
        picture.update()
        node = self.add("ShaderNodeTexImage", image=picture, extension=extension)
        self.link(at, node.inputs["Vector"])
        return node.outputs["Color"]


def _linear(colour: Colour) -> Colour:
    red, green, blue = (part / 12.92 if part < 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in colour)
    return red, green, blue


def _scaled(colour: Colour, by: float) -> Colour:
    return colour[0] * by, colour[1] * by, colour[2] * by


def _near(rng: Random, colour: Colour, by: float) -> Colour:
    red, green, blue = (min(1.0, max(0.02, part + rng.uniform(-by, by))) for part in colour)
    return red, green, blue
