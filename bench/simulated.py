"""How fast the simulator draws: a live game, single kinds of frames, and pictures to learn from."""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from random import Random

import cv2

from hardware.simulated.puppet import VirtualTable
from hardware.simulated.renderer import Renderer
from hardware.simulated.scene import SIDES, Scene
from hardware.simulated.truth import truth
from hardware.simulated.variety import random_scene


@dataclass(frozen=True, slots=True)
class Cost:
    """What frames cost, in milliseconds of one core."""

    frames: int
    mean: float
    median: float
    p95: float
    worst: float

    @property
    def rate(self) -> float:
        return 1000 / self.mean

    def __str__(self) -> str:
        return (
            f"{self.frames} frames, {self.rate:.0f} frames/s; median {self.median:.1f} ms, "
            f"p95 {self.p95:.1f} ms, worst {self.worst:.0f} ms"
        )


def play(moves: int = 12) -> Cost:
    """A game at 1280x960: hands of three sides move, turn, hover and cover, with pauses to think, one core."""
    table, renderer, rng = VirtualTable(seed=1), Renderer(), Random(1)
    table.roll("south")
    _warm(table, renderer)
    spent: list[float] = []
    for move in range(moves):
        side = SIDES[1 + move % 3]
        table.place(side, 1 + rng.randrange(28), rng.uniform(40, 220), rng.uniform(100, 225), rng.uniform(0, 360))
        if move % 3 == 0:
            table.turn(SIDES[1 + (move + 1) % 3], 1 + rng.randrange(28))
        if move % 4 == 0:
            table.hover(SIDES[1 + (move + 2) % 3], rng.uniform(60, 500), rng.uniform(60, 360))
        for scene in table.frames(after=15):
            spent.append(_timed(renderer, scene, len(spent)))
    return _cost(spent)


def moving(hands: int, frames: int = 60) -> Cost:
    """Frames in which this many hands are in the picture and move."""
    table, renderer = VirtualTable(seed=2), Renderer()
    table.roll("south")
    _warm(table, renderer)
    sides = SIDES[1 : 1 + hands]
    spent: list[float] = []
    while len(spent) < frames:
        for side in sides:
            table.hover(side, 280, 300, 300)
        for scene in table.frames():
            if len(scene.hands) == hands:
                spent.append(_timed(renderer, scene, len(spent)))
    return _cost(spent)


def still(frames: int = 100) -> Cost:
    """Frames in which nothing moves."""
    table, renderer = VirtualTable(seed=3), Renderer()
    table.roll("south")
    _warm(table, renderer)
    return _cost([_timed(renderer, table.scene, number) for number in range(frames)])


def rolling() -> Cost:
    """Frames while 28 cubes tumble."""
    table, renderer = VirtualTable(seed=4), Renderer()
    table.roll("south")
    _warm(table, renderer)
    table.roll("south")
    scenes = [scene for scene in table.frames() if any(not cube.resting for cube in scene.cubes)]
    return _cost([_timed(renderer, scene, number) for number, scene in enumerate(scenes)])


def relighting(times: int = 6) -> Cost:
    """The first frame after a lamp was switched."""
    table, renderer = VirtualTable(seed=5), Renderer()
    table.roll("south")
    _warm(table, renderer)
    spent = []
    for number in range(times):
        table.lamp(number % 2 == 1)
        spent.append(_timed(renderer, table.scene, number))
    return _cost(spent)


def training(pictures: int = 6, fine: int = 2) -> Cost:
    """Pictures to learn from, each of another table, camera and light, with their truth."""
    spent = []
    for seed in range(pictures):
        scene = random_scene(Random(seed))
        started = time.process_time()
        Renderer(fine).render(scene)
        truth(scene)
        spent.append((time.process_time() - started) * 1000)
    return _cost(spent)


def relaid(pictures: int = 12, fine: int = 2) -> Cost:
    """Pictures of one table, camera and light with the cubes rolled anew: much cheaper than a new table each time."""
    first, renderer = random_scene(Random(0)), Renderer(fine)
    renderer.render(first)
    spent = []
    for seed in range(1, pictures + 1):
        other = random_scene(Random(seed))
        spent.append(_timed(renderer, replace(first, cubes=other.cubes, hands=other.hands), seed))
    return _cost(spent)


def main() -> int:
    cv2.setNumThreads(1)
    figures: tuple[tuple[str, Callable[[], Cost]], ...] = (
        ("a game at 1280x960 (goal 15 frames/s)", play),
        ("nothing moves", still),
        ("one hand moves", lambda: moving(1)),
        ("three hands move", lambda: moving(3)),
        ("28 cubes tumble", rolling),
        ("after a lamp was switched", relighting),
        ("pictures to learn from, each of another table", training),
        ("pictures to learn from, each of another table, one sample to a pixel", lambda: training(fine=1)),
        ("pictures to learn from, cubes rolled anew", relaid),
    )
    for name, figure in figures:
        print(f"simulator, {name}: {figure()}", flush=True)
    return 0


def _warm(table: VirtualTable, renderer: Renderer) -> None:
    """Get over what is drawn once: the mat, the cubes, the hands."""
    for number, scene in enumerate(table.frames()):
        renderer.render(scene, number)
    for side in SIDES:
        table.hover(side, 280, 300, 100)
        for scene in table.frames():
            renderer.render(scene)


def _timed(renderer: Renderer, scene: Scene, number: int) -> float:
    started = time.process_time()
    renderer.render(scene, number)
    return (time.process_time() - started) * 1000


def _cost(spent: list[float]) -> Cost:
    ordered = sorted(spent)
    p95 = ordered[min(len(ordered) - 1, int(len(ordered) * 0.95))]
    return Cost(len(ordered), statistics.fmean(ordered), statistics.median(ordered), p95, ordered[-1])


if __name__ == "__main__":
    sys.exit(main())
