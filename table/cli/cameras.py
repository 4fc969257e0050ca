"""A camera as the command line names it: one of those we know, or the file that `calibrate` wrote."""

from __future__ import annotations

from pathlib import Path

from table.cli.errors import refuse
from vision.lens.camera import LENSES, Lens, unknown_lens
from vision.lens.lensfile import BadLens, lens_from_toml

HELP = f"Which camera took them: {', '.join(LENSES)}, or the file that calibrate wrote; any other if not given."


def lens_named(name: str) -> Lens:
    """The lens of that camera; of one that nobody knows if there is no name."""
    if name in ("", "webcam", "unknown"):
        return unknown_lens(1280, 960)
    if name in LENSES:
        return LENSES[name]
    file = Path(name)
    if not file.exists():
        refuse(f"there is no camera and no file {name!r}; cameras are {', '.join(LENSES)} and webcam")
    try:
        return lens_from_toml(file.read_text("utf-8"), str(file))
    except BadLens as error:
        refuse(str(error))
