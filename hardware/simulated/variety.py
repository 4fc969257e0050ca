"""Chance in all that a picture depends on: light from lamps, windows and ceilings, cameras and lenses, whole scenes."""

from __future__ import annotations

from dataclasses import replace
from math import cos, pi, sin
from random import Random

from hardware.mats import Mat, mat_named
from hardware.simulated.look import random_look
from hardware.simulated.optics import CameraView, project
from hardware.simulated.scene import SIDES, Cube, Hand, Lamp, Scene, SceneBlock, SceneLight, rolled


def random_light(rng: Random) -> SceneLight:
    """A room with a lamp or two, a window, a grid of ceiling lights, or all; about as bright as it should be."""
    warm = rng.uniform(-0.1, 0.1)
    lamps: list[Lamp] = []
    kind = rng.choice(("lamp", "lamp", "window", "ceiling", "mixed"))
    if kind in ("lamp", "mixed"):
        for _ in range(rng.choice((1, 1, 2))):
            lamps.append(_lamp(rng, rng.uniform(350, 900), rng.uniform(500, 1100), rng.uniform(15, 120), warm))
    if kind in ("window", "mixed"):
        lamps.append(_lamp(rng, rng.uniform(1200, 2500), rng.uniform(700, 1500), rng.uniform(300, 900), -0.06))
    if kind in ("ceiling", "mixed"):
        x, y = rng.uniform(-900, 300), rng.uniform(-900, 300)
        for column in range(2):
            for row in range(rng.choice((1, 2))):
                lamps.append(Lamp(x + 1200 * column, y + 1000 * row, 2000, 0.3, rng.uniform(150, 500), _tone(warm)))
    ambient = rng.uniform(0.12, 0.5)
    total = sum(lamp.power for lamp in lamps)
    share = rng.uniform(0.75, 1.05) - ambient
    return SceneLight(tuple(replace(lamp, power=lamp.power / total * share) for lamp in lamps), ambient)


def random_view(rng: Random, mat: Mat, width: int = 1280, height: int = 960) -> CameraView:
    """A camera somewhere above the mat with the whole of it in the picture."""
    focal = rng.uniform(0.62, 1.3) * width
    lens = (rng.gauss(0, 0.06), rng.gauss(0, 0.02), rng.gauss(0, 0.0006), rng.gauss(0, 0.0006), 0.0)
    view = CameraView(
        width,
        height,
        focal,
        mat.width / 2 + rng.gauss(0, 15),
        mat.height / 2 + rng.gauss(0, 15),
        focal * mat.width / width * rng.uniform(1.02, 1.3),
        tilt=rng.gauss(0, 3),
        pan=rng.gauss(0, 3),
        roll=rng.gauss(0, 3) + rng.choice((0, 0, 0, 180)),
        lens=lens,
    )
    while not _holds(view, mat):  # back off until all of the mat is seen
        middle = project(view, [(mat.width / 2, mat.height / 2, 0)])[0] - ((width - 1) / 2, (height - 1) / 2)
        view = replace(view, z=view.z * 1.03, tilt=view.tilt * 0.95, pan=view.pan * 0.95,
                       off_x=view.off_x - middle[0] * 0.2, off_y=view.off_y - middle[1] * 0.2)  # fmt: skip
    return view


def random_scene(rng: Random, mat_name: str = "tournament", size: tuple[int, int] = (1280, 960)) -> Scene:
    """A moment of play: cubes rolled, some of them in the regions and some touching, hands now and then."""
    mat = mat_named(mat_name)
    cubes = list(rolled(rng, mat))
    for number in rng.sample(range(len(cubes)), rng.randrange(len(cubes))):
        spot = _free(rng, mat, cubes, number)
        if spot is not None:
            cubes[number] = replace(cubes[number], x=spot[0], y=spot[1], angle=_angle(rng))
    row = rng.sample(range(len(cubes)), rng.choice((0, 3, 5)))
    _line_up(rng, mat, cubes, row)
    return Scene(
        cubes=tuple(cubes),
        block=SceneBlock(*mat.pad.centre) if rng.random() < 0.85 else None,
        hands=_hands(rng, mat) if rng.random() < 0.4 else (),
        light=random_light(rng),
        view=random_view(rng, mat, *size),
        look=random_look(rng),
        mat=mat_name,
    )


def _lamp(rng: Random, far: float, high: float, size: float, warm: float) -> Lamp:
    way = rng.uniform(0, 2 * pi)
    return Lamp(280 + far * cos(way), 210 + far * sin(way), high, rng.uniform(0.4, 1.0), size, _tone(warm))


def _tone(warm: float) -> tuple[float, float, float]:
    return 1 - warm, 1.0, 1 + warm


def _holds(view: CameraView, mat: Mat) -> bool:
    corners = project(view, [(x, y, 0) for x, y in mat.area.grown(4).corners])
    return bool(corners.min() >= 4 and corners[:, 0].max() < view.width - 4 and corners[:, 1].max() < view.height - 4)


def _angle(rng: Random) -> float:
    """Placed cubes mostly stand the way somebody at the table reads them."""
    return rng.choice((0, 90, 180, 270)) + rng.gauss(0, 8) if rng.random() < 0.6 else rng.uniform(0, 360)


def _free(rng: Random, mat: Mat, cubes: list[Cube], number: int) -> tuple[float, float] | None:
    for _ in range(50):
        area = rng.choice(mat.regions).area.grown(-mat.cube * 0.6)
        x, y = rng.uniform(area.x0, area.x1), rng.uniform(area.y0, area.y1)
        others = (cube for at, cube in enumerate(cubes) if at != number)
        if all((cube.x - x) ** 2 + (cube.y - y) ** 2 > (mat.cube * 1.45) ** 2 for cube in others):
            return x, y
    return None


def _line_up(rng: Random, mat: Mat, cubes: list[Cube], row: list[int]) -> None:
    """Some cubes side by side in the Goal, touching or nearly so."""
    if not row:
        return
    area = mat.region("goal").area
    gap = mat.cube + rng.uniform(0.1, 4)
    x, y = rng.uniform(area.x0 + 20, area.x1 - gap * len(row) - 10), area.centre[1] + rng.gauss(0, 6)
    turn = rng.choice((0, 180))
    end = x + gap * len(row) + mat.cube
    for at, cube in enumerate(cubes):  # make room
        if at not in row and x - 2 * mat.cube < cube.x < end and abs(cube.y - y) < 2 * mat.cube:
            return
    for place, at in enumerate(row):
        cubes[at] = replace(cubes[at], x=x + gap * place, y=y + rng.gauss(0, 0.4), angle=turn + rng.gauss(0, 0.5))


def _hands(rng: Random, mat: Mat) -> tuple[Hand, ...]:
    sides = rng.sample(SIDES, rng.choice((1, 1, 2)))
    return tuple(
        Hand(
            side,
            rng.uniform(30, mat.width - 30),
            rng.uniform(30, mat.height - 30),
            rng.uniform(8, 70),
            rng.choice(("pinch", "pinch", "flat")),
            rng.uniform(-150, 150),
            rng.randrange(40),
        )
        for side in sides
    )
