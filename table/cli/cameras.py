"""A camera as the command line names it: one of those we know, or the file that `calibrate` wrote."""

from __future__ import annotations

from table.cli.errors import refuse
from table.seeing import calibration
from vision.lens.camera import LENSES, Lens

HELP = f"Which camera took them: {', '.join(LENSES)}, or the file that calibrate wrote; any other if not given."


def lens_named(name: str) -> Lens:
    """The lens of that camera; of one that nobody knows if there is no name."""
    try:
        return calibration.lens_named(name)
    except calibration.BadCalibration as error:
        refuse(str(error))
