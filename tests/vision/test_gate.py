"""The gate opens for hands and stays shut for noise."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from hardware.simulated.puppet import VirtualTable
from hardware.simulated.renderer import Renderer
from vision.gate import Gate
from vision.sighting import Grey


@pytest.fixture
def table() -> VirtualTable:
    table = VirtualTable(seed=3)
    table.roll("south")
    list(table.frames(after=2))
    return table


def small(renderer: Renderer, table: VirtualTable, number: int, gain: float = 1.0) -> Grey:
    image = renderer.render(table.scene, number, gain)
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY) if image.ndim == 3 else image
    return np.asarray(cv2.resize(grey, (320, 240), interpolation=cv2.INTER_AREA), np.uint8)


def test_a_still_table_is_still_however_noisy_the_camera(table: VirtualTable) -> None:
    gate, renderer = Gate(), Renderer()
    look = replace(table.scene.look, noise=0.02)
    table._scene = replace(table._scene, look=look)
    moves = [gate.look(small(renderer, table, number)) for number in range(12)]
    assert moves == [True] + 11 * [False]
    assert gate.still == 11


def test_a_hand_opens_it_as_soon_as_it_comes(table: VirtualTable) -> None:
    gate, renderer = Gate(), Renderer()
    for number in range(3):
        gate.look(small(renderer, table, number))
    gate.has_read()
    table.hover("east", 400, 200, 300)
    moved = []
    for number, scene in enumerate(table.frames(15, 4), 3):
        inside = any(hand.x < 480 for hand in scene.hands)
        moved.append((inside, gate.look(small(renderer, table, number))))
    assert next(moves for inside, moves in moved if inside)
    assert gate.still >= 3
    assert [moves for _, moves in moved[-3:]] == [False] * 3
    assert not gate.changed


def test_what_came_too_slowly_to_be_seen_moving_still_looks_different(table: VirtualTable) -> None:
    gate, renderer = Gate(), Renderer()
    first = small(renderer, table, 0).astype(float)
    table.put(replace(table.cube(1), x=450, y=120))
    last = small(renderer, table, 1).astype(float)
    gate.look(first.astype(np.uint8))
    gate.has_read()
    moves = [gate.look((first + (last - first) * n / 60).astype(np.uint8)) for n in range(1, 61)]
    assert not any(moves)
    assert gate.changed


def test_a_camera_that_exposes_a_little_longer_moves_nothing(table: VirtualTable) -> None:
    gate, renderer = Gate(), Renderer()
    gate.look(small(renderer, table, 0))
    assert not gate.look(small(renderer, table, 1, 1.03))
