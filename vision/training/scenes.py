"""Random moments of play to learn from: more hands, touching cubes, towers and falls than a real match would show."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from math import cos, pi, radians, sin
from random import Random

import numpy as np

from hardware.mats import Mat, mat_named, names
from hardware.simulated.letters import LETTERS
from hardware.simulated.look import random_look
from hardware.simulated.optics import Array
from hardware.simulated.renderer import Renderer
from hardware.simulated.scene import SIDES, Cube, Grip, Hand, Scene, SceneBlock, Side, base_corners, cube_of
from hardware.simulated.truth import Truth, truth
from hardware.simulated.variety import random_light, random_view

SIZES = ((1280, 960), (960, 720), (960, 720))
"""What the cameras take; the smaller picture is drawn in half the time."""
LAYOUTS = 3
"""How often the cubes are laid out anew in one look, for a new look takes three times as long to draw."""


@dataclass(frozen=True, slots=True)
class Example:
    """A picture (blue, green, red), what it shows, and what can be known about it."""

    scene: Scene
    picture: Array
    truth: Truth


def examples(seed: int) -> Iterator[Example]:
    """Pictures without end, the same for the same seed: some of the same table, then the next table."""
    rng = Random(seed)
    while True:
        yield from of_one_table(rng)


def of_one_table(rng: Random) -> Iterator[Example]:
    """One look, light and camera: several layouts of cubes, each with and without hands."""
    mat_name = rng.choice(names())
    mat = mat_named(mat_name)
    bare = Scene(
        light=random_light(rng),
        view=random_view(rng, mat, *rng.choice(SIZES)),
        look=random_look(rng),
        mat=mat_name,
    )
    people = [rng.randrange(1000) for _ in range(3)]
    renderer = Renderer(rng.choice((1, 1, 2)))
    number = 0
    for _ in range(LAYOUTS):
        block = SceneBlock(*mat.pad.centre) if rng.random() < 0.7 else None
        lying = replace(bare, cubes=random_layout(rng, mat), block=block)
        for hands in ((), random_hands(rng, mat, people)):
            scene = _held(rng, replace(lying, hands=hands))
            number += 1
            yield Example(scene, renderer.render(scene, number), truth(scene))


def random_layout(rng: Random, mat: Mat) -> tuple[Cube, ...]:
    """No cube to all of them, alone, in rows, in heaps that touch, on the print and beside the mat."""
    wanted = 0 if rng.random() < 0.05 else rng.choice((rng.randrange(1, 10), rng.randrange(10, 28), 28, 28))
    placed: list[Cube] = []
    arrangements = (_scattered, _scattered, _row, _row, _wall, _heap)
    for _ in range(60):
        if len(placed) >= wanted:
            break
        for cube in rng.choice(arrangements)(rng, mat):
            near = [other for other in placed if abs(other.x - cube.x) + abs(other.y - cube.y) < 3 * mat.cube]
            if len(placed) < wanted and _on_table(mat, cube) and all(apart(cube, other, mat.cube) for other in near):
                placed.append(replace(cube, number=len(placed) + 1))
    if placed and rng.random() < 0.35:
        _disturb(rng, mat, placed)
    return tuple(placed)


def random_hands(rng: Random, mat: Mat, people: list[int]) -> tuple[Hand, ...]:
    """One to three hands, from only just over the mat's edge to all across it."""
    sides = rng.sample(SIDES, rng.choice((1, 1, 1, 2, 2, 3)))
    return tuple(random_hand(rng, mat, side, rng.choice(people)) for side in sides)


def random_hand(rng: Random, mat: Mat, side: Side, person: int) -> Hand:
    """A hand that reaches in from this side."""
    deep, wide = (mat.height, mat.width) if side in ("north", "south") else (mat.width, mat.height)
    far = rng.uniform(-5, 60) if rng.random() < 0.35 else rng.uniform(20, deep * 0.9)
    across = rng.uniform(25, wide - 25)
    x, y = {
        "north": (across, far),
        "south": (across, mat.height - far),
        "west": (far, across),
        "east": (mat.width - far, across),
    }[side]
    grip: Grip = "flat" if rng.random() < 0.33 else "pinch"
    # An elbow is not far from where the hand is, the less so the less it reaches in.
    along = max(-wide / 2, min(wide / 2, (across - wide / 2) * rng.uniform(0.2, 1.2) + rng.gauss(0, 60)))
    return Hand(side, x, y, rng.uniform(6, 75), grip, along, person)


def apart(one: Cube, other: Cube, edge: float) -> bool:
    """Whether the bases of two cubes share nothing: some line along a side of either has them on its two sides."""
    first, second = base_corners(one, edge), base_corners(other, edge)
    for cube in (one, other):
        for turn in (0, 90):
            way = np.array([cos(radians(cube.angle + turn)), sin(radians(cube.angle + turn))])
            a, b = first @ way, second @ way
            if a.max() <= b.min() + 0.01 or b.max() <= a.min() + 0.01:
                return True
    return False


_Arrangement = Callable[[Random, Mat], list[Cube]]


def _scattered(rng: Random, mat: Mat) -> list[Cube]:
    return [_cube(rng, *_spot(rng, mat), rng.uniform(0, 360)) for _ in range(rng.randrange(1, 8))]


def _row(rng: Random, mat: Mat) -> list[Cube]:
    """Side by side the way letters are read, touching or nearly so."""
    x, y = _spot(rng, mat)
    turn = rng.choice((0, 90, 180, 270)) + rng.gauss(0, 6) if rng.random() < 0.6 else rng.uniform(0, 360)
    step = mat.cube + (rng.uniform(0, 0.6) if rng.random() < 0.6 else rng.uniform(0.6, 4))
    c, s = cos(radians(turn)), sin(radians(turn))
    row = []
    for place in range(rng.randrange(2, 9)):
        off = rng.gauss(0, 0.5)
        letter_turn = turn + rng.gauss(0, 0.4) + 90 * rng.choice((0, 0, 0, 1, 2, 3))
        row.append(_cube(rng, x + c * step * place - s * off, y + s * step * place + c * off, letter_turn))
    return row


def _wall(rng: Random, mat: Mat) -> list[Cube]:
    """Rows under rows."""
    x, y = _spot(rng, mat)
    turn = rng.uniform(0, 360)
    step = mat.cube + rng.uniform(0.02, 1.0)
    c, s = cos(radians(turn)), sin(radians(turn))
    shift = rng.choice((0, 0, rng.uniform(0, mat.cube)))
    wall = []
    for down in range(rng.randrange(2, 4)):
        for across in range(rng.randrange(2, 5)):
            u, v = across * step + shift * (down % 2), down * step
            wall.append(_cube(rng, x + c * u - s * v, y + s * u + c * v, turn + 90 * rng.randrange(4)))
    return wall


def _heap(rng: Random, mat: Mat) -> list[Cube]:
    """Pushed together: each touches the one before with a side or a corner."""
    cubes = [_cube(rng, *_spot(rng, mat), rng.uniform(0, 360))]
    for _ in range(rng.randrange(1, 8)):
        last = rng.choice(cubes)
        way = rng.uniform(0, 2 * pi)
        angle = last.angle if rng.random() < 0.3 else rng.uniform(0, 360)
        far = mat.cube * 0.9
        while far < mat.cube * 1.5:
            new = _cube(rng, last.x + far * cos(way), last.y + far * sin(way), angle)
            if all(apart(new, cube, mat.cube) for cube in cubes):
                cubes.append(new)
                break
            far += 0.2
    return cubes


def _disturb(rng: Random, mat: Mat, cubes: list[Cube]) -> None:
    """Some cubes lean, tumble or lie on top of others."""
    for _ in range(rng.randrange(1, 5)):
        at = rng.randrange(len(cubes))
        cube = cubes[at]
        kind = rng.choice(("lean", "tumble", "stack"))
        if kind == "lean":
            cubes[at] = replace(cube, lean=rng.uniform(10, 60), toward=rng.choice((0, 90, 180, 270)))
        elif kind == "tumble":
            cubes[at] = replace(
                cube, lean=rng.uniform(15, 75), toward=rng.uniform(0, 360), z=rng.choice((0.0, rng.uniform(0, 30)))
            )
        elif cube.resting:
            x, y = cube.x + rng.gauss(0, 2.5), cube.y + rng.gauss(0, 2.5)
            other = rng.randrange(len(cubes))
            if other != at:
                cubes[other] = replace(
                    cubes[other], x=x, y=y, z=mat.cube, lean=0.0, angle=cube.angle + rng.gauss(0, 25)
                )


def _held(rng: Random, scene: Scene) -> Scene:
    """The scene with a cube between the fingers of some of its hands."""
    cubes = list(scene.cubes)
    for hand in scene.hands:
        if cubes and hand.grip == "pinch" and rng.random() < 0.6:
            at = rng.randrange(len(cubes))
            angle = rng.uniform(0, 360)
            z = max(0.0, hand.z - 8)
            cubes[at] = replace(cubes[at], x=hand.x, y=hand.y, z=z, angle=angle, lean=rng.choice((0.0, 8.0)))
    return replace(scene, cubes=tuple(cubes))


def _cube(rng: Random, x: float, y: float, angle: float) -> Cube:
    return cube_of(rng, 0, rng.choice(LETTERS), x, y, angle % 360)


def _spot(rng: Random, mat: Mat) -> tuple[float, float]:
    area = rng.choice((mat.area.grown(12), *(region.area for region in mat.regions)))
    return rng.uniform(area.x0, area.x1), rng.uniform(area.y0, area.y1)


def _on_table(mat: Mat, cube: Cube) -> bool:
    """In view, and not in the block's place."""
    x, y = mat.pad.centre
    return mat.area.grown(14).holds((cube.x, cube.y)) and (cube.x - x) ** 2 + (cube.y - y) ** 2 > 40**2
