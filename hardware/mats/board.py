"""The board that lenses are measured with: a chessboard with fiducials in its white squares."""

from __future__ import annotations

from typing import Any, NamedTuple

import cv2


class CalibrationBoard(NamedTuple):
    """Sizes are in millimetres; lenses can be measured without knowing them."""

    columns: int = 7
    rows: int = 10
    square: float = 25.0
    marker: float = 18.0
    dictionary: str = "DICT_5X5_100"
    """Not the mats', so that a board beside a mat is not taken for a part of it."""

    @property
    def width(self) -> float:
        return self.columns * self.square

    @property
    def height(self) -> float:
        return self.rows * self.square


def charuco(board: CalibrationBoard) -> Any:
    """OpenCV's own description of the board."""
    markers = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, board.dictionary))
    return cv2.aruco.CharucoBoard((board.columns, board.rows), board.square, board.marker, markers)
