"""Crops cut from rendered scenes: tops of cubes as a finder that is not exact would give them, and what is no cube."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random

import cv2
import numpy as np

from hardware.mats import names
from hardware.simulated.optics import project
from hardware.simulated.renderer import Renderer
from hardware.simulated.scene import Scene, SceneBlock, rolled
from hardware.simulated.truth import CubeTruth, Truth, truth
from hardware.simulated.variety import random_scene
from vision.cubes.faces import crops
from vision.cubes.turns import NOT_A_CUBE, class_of
from vision.sighting import Array
from vision.training.scenes import random_hands, random_layout

STILL_A_LETTER = 0.65
"""A top that shows less than this share of itself is not read."""
_SIZES = ((1280, 960), (1280, 960), (1280, 960), (1024, 768), (1640, 1232), (1920, 1080))


@dataclass(frozen=True, slots=True)
class Cuts:
    """Crops with their classes, and how far each letter is turned in the picture (degrees, NaN if none)."""

    pictures: Array
    classes: Array
    angles: Array


def random_cuts(seed: int, looks: int, layouts: int = 4) -> Iterator[Cuts]:
    """The cuts of so many looks, each with several layouts of cubes: a new look costs most of the time."""
    rng, chance = Random(seed), np.random.default_rng(seed)
    for _ in range(looks):
        size = rng.choice(_SIZES)
        stage = random_scene(rng, rng.choice(names()), size)
        people = [rng.randrange(1000) for _ in range(3)]
        renderer = Renderer(fine=rng.choice((1, 2, 2)))
        for number in range(layouts):
            scene = replace(
                stage,
                cubes=random_layout(rng, stage.plan) if number % 2 else rolled(rng, stage.plan),
                hands=random_hands(rng, stage.plan, people) if rng.random() < 0.4 else (),
                block=SceneBlock(*stage.plan.pad.centre) if rng.random() < 0.85 else None,
            )
            if not scene.cubes:
                continue
            picture = renderer.render(scene, number, gain=2 ** rng.uniform(-0.4, 0.4))
            grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
            yield cut(grey, scene, truth(scene), chance)


def cut(grey: Array, scene: Scene, known: Truth, chance: np.random.Generator, jitter: float = 1.0) -> Cuts:
    """All tops, and about half as many squares that are no tops."""
    quads, classes, angles = [], [], []
    for one in known.cubes:
        if 0.55 < one.visible < STILL_A_LETTER or one.cube.lean:
            continue  # neither one nor the other
        given = int(chance.integers(4))
        quads.append(jittered(np.roll(one.top, given, axis=0), chance, jitter))
        is_letter = one.visible >= STILL_A_LETTER
        classes.append(class_of(one.cube.letter, given) if is_letter else NOT_A_CUBE)
        way = one.top[1] - one.top[0]
        angles.append(float(np.degrees(np.arctan2(way[1], way[0]))) % 360 if is_letter else np.nan)
    others = _no_tops(scene, known, chance)
    quads += others
    classes += [NOT_A_CUBE] * len(others)
    angles += [np.nan] * len(others)
    return Cuts(crops(grey, np.array(quads)), np.array(classes), np.array(angles, np.float32))


def jittered(quad: Array, chance: np.random.Generator, by: float = 1.0) -> Array:
    """Corners as a finder that is a little off would give them."""
    shift = np.clip(chance.normal(0, 0.6, 2), -1.2, 1.2) * by
    scale = 1 + np.clip(chance.normal(0, 0.03), -0.06, 0.06) * by
    turn = np.radians(np.clip(chance.normal(0, 2.2), -5, 5) * by)
    return _moved(quad, shift, scale, turn) + chance.normal(0, 0.25 * by, (4, 2))


def _moved(quad: Array, shift: Array, scale: float, turn: float) -> Array:
    middle = quad.mean(axis=0)
    about = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    return np.asarray((quad - middle) @ about * scale + middle + shift)


def _no_tops(scene: Scene, known: Truth, chance: np.random.Generator) -> list[Array]:
    mat, tops = scene.plan, np.array([one.top for one in known.cubes])
    middles = tops.mean(axis=1)
    side = float(np.linalg.norm(tops[:, 0] - tops[:, 1], axis=1).mean())

    def square(x: float, y: float) -> Array:
        turn, half = chance.uniform(0, np.pi / 2), side / 2 * chance.uniform(0.85, 1.15)
        corners = np.array([[-half, -half], [half, -half], [half, half], [-half, half]])
        return _moved(corners, np.array([x, y]), 1.0, turn)

    found: list[Array] = []
    spots = [(chance.uniform(0, mat.width), chance.uniform(0, mat.height)) for _ in range(3)]
    spots += [one.square.centre for one in mat.fiducials]
    region = mat.regions[int(chance.integers(len(mat.regions)))].area
    spots += [(region.x0 + chance.uniform(0, 60), region.y0 + chance.uniform(0, 14)), mat.pad.centre]
    for x, y in project(scene.view, [(x, y, 0.0) for x, y in spots]) + chance.normal(0, side * 0.25, (len(spots), 2)):
        if np.abs(middles - (x, y)).max(axis=1).min() > side * 0.75:
            found.append(square(x, y))
    marker = mat.fiducials[int(chance.integers(len(mat.fiducials)))].square
    found.append(project(scene.view, [(x, y, 0.0) for x, y in marker.corners]))
    for _, mask in known.hands:
        rows, columns = np.nonzero(mask[::8, ::8])
        for at in chance.integers(len(rows), size=3) if len(rows) else ():
            found.append(square(columns[at] * 8.0, rows[at] * 8.0))
    picked = [known.cubes[int(at)] for at in chance.integers(len(known.cubes), size=9)]
    for one in picked[:5]:  # half a cube, or two halves
        way = chance.uniform(0, 2 * np.pi)
        shift = side * chance.uniform(0.42, 0.75) * np.array([np.cos(way), np.sin(way)])
        found.append(_moved(one.top, shift, chance.uniform(0.9, 1.1), chance.uniform(-0.1, 0.1)))
    for one in picked[5:7]:
        found.append(_moved(one.top, np.zeros(2), chance.uniform(1.6, 2.2), chance.uniform(-0.1, 0.1)))
    found += [_side(one, int(chance.integers(4))) for one in picked[7:]]
    return found


def _side(one: CubeTruth, number: int) -> Array:
    """A square around one of the sides, as far as it is seen."""
    after = (number + 1) % 4
    around = np.array([one.top[number], one.top[after], one.base[after], one.base[number]])
    if abs(cv2.contourArea(around.astype(np.float32))) < 0.3 * abs(cv2.contourArea(one.top.astype(np.float32))):
        out = (one.top[number] + one.top[after]) / 2 - one.top.mean(axis=0)
        return np.asarray(one.top + out * 1.6)
    return around
