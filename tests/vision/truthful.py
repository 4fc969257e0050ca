"""Looks at the puppet's table by somebody who knows what is there: for testing what is concluded from looks."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from random import Random

import cv2
import numpy as np

from hardware.simulated.optics import project
from hardware.simulated.puppet import VirtualTable
from hardware.simulated.scene import Scene
from hardware.simulated.truth import Truth, truth
from vision.changes import Change
from vision.sighting import LETTERS, Array, SeenCube, SeenHand
from vision.track.belief import FaceLook
from vision.track.tracker import Tracker

RATE = 15
FINE = 0.25


@dataclass
class Onlooker:
    """Runs a tracker over a puppet, reading every fourth picture while hands are there and every second after."""

    table: VirtualTable
    rng: Random
    misread: float = 0.0
    """How often a letter is read as another."""
    overlooked: float = 0.0
    """How often a cube is not found."""
    expected: int | None = 28

    def __post_init__(self) -> None:
        self.tracker = Tracker(self.expected)
        self.still = 0
        self.number = 0
        self._scene: Scene | None = None

    def watch(self, after: int = 30) -> list[Change]:
        """Until all hands are done, and two seconds more."""
        return [change for _ in self.frames(after) for change in self.see()]

    def frames(self, after: int) -> Iterator[Scene]:
        yield from self.table.frames(RATE, after)

    def see(self) -> list[Change]:
        scene, at = self.table.scene, round(self.table.now)
        same = self._scene is not None and (scene.cubes, scene.hands) == (self._scene.cubes, self._scene.hands)
        self.still = self.still + 1 if same else 0
        if self._scene is None or not same or scene.view != self._scene.view:
            self._shade = Shade(scene)
        self._scene, shade = scene, self._shade
        self.number += 1
        hands = [
            SeenHand(hand.side, hand.x + self.rng.gauss(0, 6), hand.y + self.rng.gauss(0, 6), 5000.0)
            for hand in scene.hands
            if -40 <= hand.x <= 600 and -40 <= hand.y <= 460
        ]
        changes = self.tracker.hands(at, hands, shade.hides)
        every = 4 if hands and not self.tracker.rolling else 2
        if self.number % every == 0 and (hands or self.still < 8 or not self.tracker.settled):
            quiet = not hands and self.still >= 2
            changes += self.tracker.look(FaceLook(at, self._read(shade), hands, shade.hides, quiet))
        return changes

    def _read(self, shade: Shade) -> list[SeenCube]:
        cubes = []
        for seen in shade.truth.cubes:
            cube = seen.cube
            if not cube.resting and not (0 < cube.z < 12 and self.rng.random() < 0.3):
                continue
            if seen.visible < 0.6 or self.rng.random() < self.overlooked:
                continue
            letter = cube.letter
            if self.rng.random() < self.misread:
                letter = self.rng.choice(LETTERS)
            right = self.rng.uniform(0.99, 1.0)
            chances = [(1 - right) / 11 if other != letter else right for other in LETTERS] + [0.0]
            x, y = cube.x + self.rng.gauss(0, 0.4), cube.y + self.rng.gauss(0, 0.4)
            cubes.append(SeenCube(letter, right, x, y, cube.angle, seen.region, tuple(chances)))
        return cubes


class Shade:
    """What hands hide, of a scene; found out when somebody asks, since most scenes are not looked at."""

    def __init__(self, scene: Scene) -> None:
        view = scene.view
        self.view = replace(
            view, width=round(view.width * FINE), height=round(view.height * FINE), focal=view.focal * FINE
        )
        self._scene = scene

    @cached_property
    def truth(self) -> Truth:
        return truth(replace(self._scene, view=self.view))

    @cached_property
    def mask(self) -> Array:
        mask = np.zeros((self.view.height, self.view.width), np.uint8)
        for _, hand in self.truth.hands:
            mask |= hand
        return cv2.dilate(mask, np.ones((9, 9), np.uint8))

    def hides(self, x: float, y: float) -> bool:
        if not self._scene.hands:
            return False
        column, row = np.round(project(self.view, [(x, y, 16.0)])[0]).astype(int)
        inside = 0 <= row < self.mask.shape[0] and 0 <= column < self.mask.shape[1]
        return bool(inside and self.mask[row, column])
