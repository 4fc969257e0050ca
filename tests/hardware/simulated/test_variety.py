"""What training is given varies in everything, and is never nonsense."""

from __future__ import annotations

from random import Random

from hardware.simulated.letters import fonts
from hardware.simulated.look import random_look
from hardware.simulated.optics import project
from hardware.simulated.variety import random_light, random_scene


def test_random_scenes_have_all_cubes_apart_and_the_whole_mat_in_view() -> None:
    for seed in range(150):
        scene = random_scene(Random(seed))
        assert len(scene.cubes) == 28
        for at, cube in enumerate(scene.cubes):
            for other in scene.cubes[:at]:
                assert (cube.x - other.x) ** 2 + (cube.y - other.y) ** 2 >= 16**2, seed
        corners = project(scene.view, [(x, y, 0) for x, y in scene.plan.area.corners])
        assert corners.min() >= 0
        assert corners[:, 0].max() < scene.view.width
        assert corners[:, 1].max() < scene.view.height


def test_looks_use_every_font_and_many_colours() -> None:
    looks = [random_look(Random(seed)) for seed in range(600)]
    assert {look.upper.font for look in looks} == set(fonts())
    assert len({look.upper.body for look in looks}) > 300


def test_ink_can_be_told_from_the_cube() -> None:
    def grey(colour: tuple[int, int, int]) -> float:
        return 0.11 * colour[0] + 0.59 * colour[1] + 0.3 * colour[2]

    for seed in range(600):
        look = random_look(Random(seed))
        for cubes in (look.upper, look.lower):
            assert abs(grey(cubes.body) - grey(cubes.ink)) > 25, seed


def test_rooms_are_neither_dark_nor_blinding() -> None:
    for seed in range(300):
        light = random_light(Random(seed))
        assert light.lamps
        assert 0.7 < light.ambient + sum(lamp.power for lamp in light.lamps) < 1.1
