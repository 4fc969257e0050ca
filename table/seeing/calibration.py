"""What is known of one table's own eye: its lens, by name or as `calibrate` wrote it, and its cubes as `teach` did."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from vision.lens.camera import LENSES, Lens, unknown_lens
from vision.lens.lensfile import BadLens, lens_from_toml

if TYPE_CHECKING:
    from vision.cubes.teaching import Taught


class BadCalibration(ValueError):  # noqa: N818  (it is bad, as a configuration is)
    """A lens or a lesson that cannot be: the sentence names the file and what is wrong with it."""


def lens_named(name: str) -> Lens:
    """The lens of that camera; of one that nobody knows if there is no name."""
    if name in ("", "webcam", "unknown"):
        return unknown_lens(1280, 960)
    if name in LENSES:
        return LENSES[name]
    file = Path(name)
    if not file.exists():
        raise BadCalibration(f"there is no camera and no file {name!r}; cameras are {', '.join(LENSES)} and webcam")
    try:
        return lens_from_toml(file.read_text("utf-8"), str(file))
    except BadLens as error:
        raise BadCalibration(str(error)) from None


def taught_by(file: Path) -> Taught:
    """What an earlier teach wrote."""
    from vision.cubes.teaching import from_bytes  # noqa: PLC0415  it brings OpenCV

    try:
        return from_bytes(file.read_bytes())
    except ValueError as error:
        raise BadCalibration(f"{file}: {error}") from None
