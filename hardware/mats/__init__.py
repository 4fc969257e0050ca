"""The geometry of the mats, which anyone may import: sizes in millimetres, fiducials, regions, the challenge pad.

The origin is the mat's top-left corner as the reader of the Goal sees it; x runs to the right and y down.
"""

from __future__ import annotations

from hardware.mats.geometry import Circle, Fiducial, Mat, Point, Rectangle, Region, region_of, region_of_base
from hardware.mats.reading import BadMat, mat_named, mat_with, names, read_mat

__all__ = [
    "BadMat",
    "Circle",
    "Fiducial",
    "Mat",
    "Point",
    "Rectangle",
    "Region",
    "mat_named",
    "mat_with",
    "names",
    "read_mat",
    "region_of",
    "region_of_base",
]
