"""Measuring a lens: from pictures of a printed board, or as well as it goes from pictures of the mat."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

import cv2
import numpy as np

from hardware.mats import Mat
from hardware.mats.board import CalibrationBoard, charuco
from vision.lens.camera import Lens
from vision.lens.place import Placed
from vision.lens.pose import Shot, solve_together
from vision.sighting import Array, Grey

CORNERS_SEEN = 12
"""Corners of the board that must be seen in a picture."""
FEWEST_PICTURES = 3
"""Pictures of the board that are needed, from different sides."""
TILT_DEGREES = 6.0
"""Degrees by which the board must be tilted against another picture; boards that lie alike fit any focal length."""


class Measured(NamedTuple):
    lens: Lens
    errors: tuple[float, ...]
    """For each picture, root mean square of how far its points are off, in pixels."""


class BoardSeen(NamedTuple):
    """The board in a picture: its corners on paper and in pixels."""

    points: Array
    pixels: Array


def see_board(grey: Grey, board: CalibrationBoard | None = None) -> BoardSeen | None:
    """The board, if enough of it is in the picture."""
    plan = charuco(board or CalibrationBoard())
    corners, ids, _, _ = cv2.aruco.CharucoDetector(plan).detectBoard(grey)
    if ids is None or len(ids) < CORNERS_SEEN:
        return None
    points, pixels = plan.matchImagePoints(corners, ids)
    points = np.asarray(points, np.float32).reshape(-1, 3)
    if np.linalg.matrix_rank(points[:, :2] - points[:, :2].mean(axis=0), tol=1.0) < 2:
        return None  # all on one line
    return BoardSeen(points, np.asarray(pixels, np.float32).reshape(-1, 2))


def lens_from_boards(seen: Sequence[BoardSeen], width: int, height: int) -> Measured | None:
    """The lens that took these pictures of the board, all of this size; None if they are too few or too much alike."""
    if len(seen) < FEWEST_PICTURES:
        return None
    focal = 0.9 * max(width, height)
    start = np.array([[focal, 0, (width - 1) / 2], [0, focal, (height - 1) / 2], [0, 0, 1]])
    points, pixels = [one.points for one in seen], [one.pixels for one in seen]
    flags = cv2.CALIB_USE_INTRINSIC_GUESS | cv2.CALIB_FIX_ASPECT_RATIO | cv2.CALIB_FIX_K3
    _, matrix, bent, turns, _, spread, _, errors = cv2.calibrateCameraExtended(
        points, pixels, (width, height), start, np.zeros(5), flags=flags
    )
    if _tilt(turns) < TILT_DEGREES:
        return None
    k1, k2, p1, p2, k3 = (float(one) for one in np.ravel(bent)[:5])
    doubt = float(np.ravel(spread)[1]) / float(matrix[1, 1])  # of the two focal lengths only the second is free
    lens = Lens(
        width, height, float(matrix[0, 0]), (float(matrix[0, 2]), float(matrix[1, 2])), (k1, k2, p1, p2, k3),
        round(min(0.2, max(doubt, 0.001)), 4),
    )  # fmt: skip
    return Measured(lens, tuple(float(one) for one in np.ravel(errors)))


def lens_from_mats(mat: Mat, seen: Sequence[Placed], lens: Lens) -> Measured | None:
    """The one lens that all these pictures of the mat were taken with; the more they differ, the better it is known."""
    shots = [Shot(one.ids, one.corners, one.pose) for one in seen if not one.poor]
    if not shots:
        return None
    together = solve_together(mat, shots, lens)
    return Measured(replace(together.lens, doubt=round(together.doubt, 4)), together.errors)


def _tilt(turns: Sequence[Array]) -> float:
    """The greatest angle between any two of these boards, in degrees."""
    upright = np.array([cv2.Rodrigues(turn)[0][:, 2] for turn in turns])
    return float(np.degrees(np.arccos(np.clip(upright @ upright.T, -1, 1))).max())
