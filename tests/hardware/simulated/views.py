"""Scenes that several tests look at."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from hardware.mats import mat_named
from hardware.simulated.look import TableLook, random_look
from hardware.simulated.optics import CameraView
from hardware.simulated.scene import Hand, Scene, SceneBlock, rolled

SMALL = CameraView(width=640, height=480, focal=532.5)
"""Half the size, for tests in which sharpness does not matter."""


def laid_out(seed: int = 1, look: TableLook | None = None, view: CameraView | None = None) -> Scene:
    """A rolled table with its block, seen in a given look."""
    mat = mat_named("tournament")
    return Scene(
        cubes=rolled(Random(seed), mat),
        block=SceneBlock(*mat.pad.centre),
        look=look or TableLook(),
        view=view or CameraView(),
    )


def looked_at(seed: int) -> Scene:
    """A rolled table in a look and from a camera of the seed's choice, with the four fiducials in the picture."""
    rng = Random(seed)
    view = CameraView(
        x=280 + rng.uniform(-12, 12),
        y=210 + rng.uniform(-12, 12),
        z=rng.uniform(585, 640),
        tilt=rng.uniform(-2.5, 2.5),
        pan=rng.uniform(-2.5, 2.5),
        roll=rng.uniform(-4, 4),
        lens=(rng.uniform(-0.12, 0.06), rng.uniform(-0.02, 0.03), 0.0, 0.0, 0.0),
    )
    return laid_out(seed, random_look(rng), view)


def with_hand(scene: Scene, x: float, y: float) -> Scene:
    return replace(scene, hands=(Hand("south", x, y, person=1),))
