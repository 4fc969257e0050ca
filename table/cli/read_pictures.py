"""Looking at one picture file after another: what `read` prints about each, as plain values."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

from hardware.mats import Mat, mat_with
from table.cli.cameras import lens_named
from table.cli.errors import refuse
from table.cli.pictures import BadPicture, grey_of, load, save
from table.cli.teach import taught_by
from vision.cubes.faces import FaceReader
from vision.cubes.find import Finder
from vision.hands.find_hands import HandFinder
from vision.lens.camera import Lens
from vision.lens.fiducials import looks
from vision.loose import read_loose
from vision.overlay import draw, draw_loose
from vision.read import PictureReader, Reading
from vision.sighting import Array, Grey

_NOT_A_CUBE = 0.5
_DARK, _BLANK = 24, 3.0
"""Grey levels: brighter than this is something, and more than this between light and dark."""


class Looker:
    """The networks, loaded once, and what is known about the pictures."""

    def __init__(self, mat: Mat, camera: str = "", taught: Path | None = None) -> None:
        self._mat = mat
        self._lens: Lens = lens_named(camera)
        self._finder, self._hands = Finder(), HandFinder()
        self._faces = FaceReader(taught_by(taught) if taught else None)

    def on_mat(self, file: Path, overlay: Path | None = None) -> dict[str, Any]:
        """A picture with a mat: where each cube stands on it."""
        try:
            picture, remark = load(file)
        except BadPicture as bad:
            return _nothing(file, str(bad))
        grey = grey_of(picture)
        start = time.perf_counter()
        # Each picture may come from another camera, so nothing is carried over from the one before.
        reading = PictureReader(self._mat, self._lens, self._finder, self._faces, self._hands).read(grey)
        taken = time.perf_counter() - start
        if reading.placed is None:
            found = _nothing(file, f"{file}: {self._why(grey)}", taken)
        else:
            found = _on_mat(file, reading, taken)
        shown = (overlay, draw(picture, reading, self._mat)) if overlay else None
        return _finished(found, remark, shown)

    def loose(self, file: Path, cube_px: float | None, overlay: Path | None = None) -> dict[str, Any]:
        """A picture without a mat: where each cube is in the picture."""
        try:
            picture, remark = load(file)
        except BadPicture as bad:
            return _nothing(file, str(bad))
        grey = grey_of(picture)
        start = time.perf_counter()
        tops = read_loose(grey, cube_px, self._finder, self._faces)
        taken = time.perf_counter() - start
        cubes = [
            _cube(top.face.letter, top.face.confidence, tile.x, tile.y, tile.angle + 90 * top.face.quarter, None)
            for tile, top in tops
        ]
        found = {"file": str(file), "placed": False, "cubes": cubes, "goal": "", "hands": [], "block": None}
        found["ms"] = round(taken * 1000, 1)
        shown = (overlay, draw_loose(picture, tuple(top for _, top in tops))) if overlay else None
        return _finished(found, remark, shown)

    def _why(self, grey: Grey) -> str:
        """Why no mat was found, as far as one can tell."""
        if int(grey.max()) < _DARK:
            return "all is black; is the lens covered, or the light out?"
        if float(grey.std()) < _BLANK:
            return "there is nothing in it: it is the same all over"
        ids = {marker.id for found in looks(grey, self._mat.dictionary) for marker in found}
        own = ids & {fiducial.id for fiducial in self._mat.fiducials}
        other = mat_with(ids)
        if other is not None and other.name != self._mat.name:
            return f"this is the {other.name} mat, not the {self._mat.name} mat; say --mat {other.name}"
        if own:
            numbers = ", ".join(map(str, sorted(own)))
            return f"of the mat's four fiducials only {numbers} can be seen clearly, and two are needed at least"
        return "no mat was found: none of its four fiducials can be seen (--loose reads pictures without a mat)"


def _on_mat(file: Path, reading: Reading, taken: float) -> dict[str, Any]:
    return {
        "file": str(file),
        "placed": True,
        "cubes": [
            _cube(cube.letter, cube.confidence, cube.x, cube.y, cube.angle, cube.region) for cube in reading.cubes
        ],
        "goal": reading.goal,
        "hands": [
            {"side": hand.side, "x": round(hand.x, 1), "y": round(hand.y, 1), "area": round(hand.area)}
            for hand in reading.hands
        ],
        "block": reading.block,
        "ms": round(taken * 1000, 1),
    }


def _cube(
    letter: str | None, confidence: float, x: float, y: float, angle: float, region: str | None
) -> dict[str, Any]:
    return {
        "letter": letter,
        "confidence": round(confidence, 4),
        "x": round(x, 2),
        "y": round(y, 2),
        "angle": round(angle % 360, 1) % 360,
        "region": region,
    }


def _nothing(file: Path, why: str, taken: float = 0.0) -> dict[str, Any]:
    empty: dict[str, Any] = {"cubes": [], "goal": "", "hands": [], "block": None, "ms": round(taken * 1000, 1)}
    return {"file": str(file), "placed": False, "why": why, **empty}


def _finished(found: dict[str, Any], remark: str, shown: tuple[Path, Array] | None) -> dict[str, Any]:
    if remark:
        found["remark"] = remark
    if shown:
        try:
            save(*shown)
        except BadPicture as bad:
            refuse(str(bad))
    return found
