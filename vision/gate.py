"""Whether anything moves: cell by cell, on the small picture, so that an idle table costs almost nothing."""

from __future__ import annotations

import cv2
import numpy as np

from vision.sighting import Array, Grey

CELL_PX = 4
"""Pixels of the small picture to a cell, about 8 mm of a mat."""
CHANGED_GREYS = 3.0
"""Grey levels by which the mean of a cell must change; noise of a cell is below one."""
CHANGED_CELLS = 2
"""Cells that must change: a fly is less, a fingertip is more."""


class Gate:
    """Compares each small picture with the one before it and with that of the last reading."""

    def __init__(self) -> None:
        self._last: Array | None = None
        self._read: Array | None = None
        self.still = 0
        """Pictures in a row in which nothing moved."""

    def look(self, small: Grey) -> bool:
        """Whether something moves in this picture."""
        size = small.shape[1] // CELL_PX, small.shape[0] // CELL_PX
        cells = cv2.resize(small, size, interpolation=cv2.INTER_AREA).astype(np.float32)
        moves = self._last is None or _differ(cells, self._last)
        self._last = cells
        self.still = 0 if moves else self.still + 1
        return moves

    def has_read(self) -> None:
        """The table as it is now has been read."""
        self._read = self._last

    @property
    def changed(self) -> bool:
        """Whether the table looks different from when it was read, however slowly that came about."""
        return self._read is None or self._last is None or _differ(self._last, self._read)


def _differ(cells: Array, before: Array) -> bool:
    """Whether cells differ by more than noise, after what a camera's exposure does to all of them alike."""
    gain = float(np.mean(cells)) / max(1.0, float(np.mean(before)))
    off = np.abs(cells - before * gain)
    return int(np.count_nonzero(off > CHANGED_GREYS + 0.02 * cells)) >= CHANGED_CELLS
