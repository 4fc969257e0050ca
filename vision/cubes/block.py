"""The challenge block on its pad: a round thing of known size and height, whatever its colour and the light.

Its upper rim is a circle that the empty pad does not have: all round, there is something to be seen where the top ends,
be it wood against paper, a lit edge, or a shadow.
"""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np

from hardware.mats import Mat
from vision.lens.camera import Pose
from vision.sighting import Array, Grey

RADIUS_MM, HEIGHT_MM = 21.0, 26.0
"""Of the block, in millimetres."""
SURE = 0.7
"""How much of the circle must be seen for the block to be there."""

_SCALE = 1.25
_HALF = 34
_SIZE = round(2 * _HALF * _SCALE)
_ASIDE_MM = 6
"""Millimetres by which it may stand off the middle."""
_STEP_MM = 1.5
"""Millimetres between the places at which it is looked for."""
_ROUND = np.linspace(0, 2 * np.pi, 48, endpoint=False)


class BlockFinder:
    """Looks at one mat's pad."""

    def __init__(self, mat: Mat) -> None:
        self._pad = mat.pad
        x, y = mat.pad.centre
        corners = ((x + a * _HALF, y + b * _HALF, HEIGHT_MM - 1.0) for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1)))
        self._corners = np.array([*corners])
        self._ways = np.stack([np.cos(_ROUND), np.sin(_ROUND)]).astype(np.float32)
        self._circles = _circles(_SIZE)

    def on_pad(self, grey: Grey, pose: Pose, hidden: Callable[[float, float], bool] | None = None) -> bool | None:
        """Whether it is there; None where a hand is in the way or the pad is out of the picture."""
        x, y = self._pad.centre
        far = self._pad.radius * 0.7
        if hidden is not None and any(
            hidden(x + a, y + b) for a, b in ((0, 0), (far, 0), (-far, 0), (0, far), (0, -far))
        ):
            return None
        circle = self.circle(grey, pose)
        return None if circle is None else circle > SURE

    def circle(self, grey: Grey, pose: Pose) -> float | None:
        """How much of a circle there is to be seen where the rim would be, from 0 to 1."""
        high, wide = grey.shape
        pose = pose.scaled(wide, high)
        pixels = pose.project(self._corners).astype(np.float32)
        if pixels.min() < 0 or (pixels.max(axis=0) > (wide - 1, high - 1)).any():
            return None
        patch = _sampled(grey, pixels, pose.scale / _SCALE)
        soft = cv2.GaussianBlur(patch, (0, 0), 0.9)
        across, down = cv2.Sobel(soft, cv2.CV_32F, 1, 0, scale=0.125), cv2.Sobel(soft, cv2.CV_32F, 0, 1, scale=0.125)
        x, y = (np.asarray(slope).ravel()[self._circles] for slope in (across, down))
        outward, around = x * self._ways[0] + y * self._ways[1], y * self._ways[0] - x * self._ways[1]
        # Neighbours on a circle agree; noise does not. And what is bright or dark there, is so across the rim.
        outward, around = (sum(np.roll(one, by, axis=-1) for by in (-1, 0, 1)) / 3 for one in (outward, around))
        across_it = outward**2 / np.maximum(outward**2 + around**2, 1e-3)
        noise = float(np.median(np.abs(cv2.Laplacian(patch, cv2.CV_32F)))) / 12
        clear = 0.02 * float(np.median(patch)) + noise
        return float((np.minimum(np.abs(outward) / max(clear, 0.2), 1) * across_it).mean(axis=-1).max())


def _circles(size: int) -> Array:
    """Which pixels of the patch lie on which circle: for each place and radius it may have, all round."""
    aside = np.arange(-_ASIDE_MM, _ASIDE_MM + 1, _STEP_MM)
    x, y, radius = np.meshgrid(aside, aside, np.array([0.88, 0.94, 1.0]) * RADIUS_MM, indexing="ij")
    u = (x[..., None] + radius[..., None] * np.cos(_ROUND) + _HALF) * _SCALE
    v = (y[..., None] + radius[..., None] * np.sin(_ROUND) + _HALF) * _SCALE
    near = x**2 + y**2 <= _ASIDE_MM**2
    return np.asarray((np.round(v).astype(int) * size + np.round(u).astype(int))[near])


def _sampled(grey: Grey, corners: Array, density: float) -> Array:
    """The patch; where it has fewer pixels than the picture, they are means. So small a part is flat to any lens."""
    left, top = (max(0, int(low) - 8) for low in corners.min(axis=0))
    right, bottom = (int(high) + 9 for high in corners.max(axis=0))
    part = grey[top:bottom, left:right]
    if density > 1.6:
        part = np.asarray(cv2.GaussianBlur(part, (0, 0), density * 0.35), np.uint8)
    frame = np.array([(0, 0), (_SIZE, 0), (_SIZE, _SIZE), (0, _SIZE)], np.float32)
    warp = cv2.getPerspectiveTransform(corners - np.array([left, top], np.float32), frame)
    return np.asarray(cv2.warpPerspective(part, warp, (_SIZE, _SIZE)), np.float32)
