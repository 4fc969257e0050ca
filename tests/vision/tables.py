"""Tables that several tests look at, rendered once, and what the camera over them is."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

import cv2
import numpy as np

from hardware.mats import mat_named
from hardware.simulated.optics import CameraView
from hardware.simulated.renderer import Renderer
from hardware.simulated.scene import Scene, SceneBlock
from tests.hardware.simulated.views import laid_out
from vision.lens.camera import UP, Lens, Pose

MAT = mat_named("tournament")
TILTED = CameraView(x=262, y=225, z=640, tilt=2.5, pan=-3, roll=5, lens=(-0.06, 0.01, 0.0, 0.0, 0.0))
ABOVE = CameraView(z=600)


def lens_of_view(view: CameraView) -> Lens:
    centre = (view.width - 1) / 2 + view.off_x, (view.height - 1) / 2 + view.off_y
    return Lens(view.width, view.height, view.focal, centre, view.lens)


def pose_of_view(view: CameraView) -> Pose:
    return Pose(lens_of_view(view), view.rotation, -view.rotation @ (view.eye * UP))


@lru_cache(maxsize=8)
def picture(view: CameraView = TILTED, seed: int = 1, block: bool = True, cubes: bool = True) -> np.ndarray:
    """A grey picture; do not paint on it, others look at it too."""
    scene: Scene = laid_out(seed, view=view)
    scene = replace(scene, block=SceneBlock(*MAT.pad.centre) if block else None, cubes=scene.cubes if cubes else ())
    return cv2.cvtColor(Renderer().render(scene), cv2.COLOR_BGR2GRAY)


def covered(grey: np.ndarray, view: CameraView, *numbers: int) -> np.ndarray:
    """The picture with something grey lying on these fiducials."""
    out = grey.copy()
    for fiducial in MAT.fiducials:
        if fiducial.id in numbers:
            area = [(x, y, 0) for x, y in fiducial.square.grown(4).corners]
            cv2.fillConvexPoly(out, np.round(pose_of_view(view).project(area)).astype(np.int32), 120)
    return out


def moved(grey: np.ndarray, x: float, y: float) -> np.ndarray:
    """The picture after the camera was pushed by so many pixels."""
    by = np.array([[1, 0, x], [0, 1, y]], float)
    return cv2.warpAffine(grey, by, grey.shape[::-1], borderMode=cv2.BORDER_REPLICATE)
