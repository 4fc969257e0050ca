"""Fiducials as exact squares, from the bits of OpenCV's own dictionary."""

from __future__ import annotations

import cv2
import numpy as np

from hardware.mats import Fiducial, Rectangle


def white_cells(fiducial: Fiducial, dictionary: str) -> list[Rectangle]:
    """The white squares inside the black one."""
    markers = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, dictionary))
    cells = markers.markerSize + 2  # the bits and a black border
    picture = cv2.aruco.generateImageMarker(markers, fiducial.id, cells)
    side = fiducial.square.width / cells
    left, top = fiducial.square.x0, fiducial.square.y0
    return [
        Rectangle(left + column * side, top + row * side, left + (column + 1) * side, top + (row + 1) * side)
        for row, column in np.argwhere(picture).tolist()
    ]
