"""A table put together from a configuration: the one place where its parts meet, for `run`, rehearsals and benches.

Whoever has it opened session and devices, and closes them. OpenCV and the networks are loaded when a table with a
camera is put together, and not before.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue
from typing import TYPE_CHECKING

from hardware.devices import Devices
from hardware.mats import mat_named
from hardware.parts import Camera
from table.config.keys import Config
from table.control.controller import Controller
from table.control.loop import ControlLoop, Message
from table.journal.session import Session
from table.rules.match import Decision
from table.seeing.calibration import lens_named, taught_by
from table.seeing.evidence import Frames, Interval
from table.seeing.resume import resume
from table.seeing.watcher import Watcher
from table.service.systemd import Systemd

if TYPE_CHECKING:  # it brings OpenCV
    from vision.eye import Reads


@dataclass(frozen=True)
class AssembledTable:
    """A table whose parts are joined, and which nobody has started yet."""

    controller: Controller
    watcher: Watcher | None
    """None where there is no camera"""

    def loop(self, inbox: SimpleQueue[Message], systemd: Systemd | None = None) -> ControlLoop:
        """The table with threads of its own; `inbox` is the queue that its devices put their inputs into."""
        return ControlLoop(self.controller, self.watcher, inbox, systemd)


def assembled(
    config: Config,
    session: Session,
    devices: Devices,
    tell: Callable[[Decision], None],
    through: Callable[[Reads], Reads] = lambda reads: reads,
) -> AssembledTable:
    """A table of these devices, its eye resumed from where the journal last saw the cubes.

    `tell` is told every decision once; `through` may put something between the reader of pictures and the eye. Raises
    BadCalibration for a lens or a lesson that cannot be.
    """
    watcher = None
    if config.camera.driver != "none":
        watcher = _watcher(config, session, devices.camera, lambda: controller.needed(), through)  # noqa: PLW0108  below
    controller = Controller(
        session,
        config.seats,
        devices.sand,
        devices.buzzer,
        watcher,
        tell,
        source="pod" if config.block.driver == "pod" else "gpio",
        block=devices.block if config.block.driver != "none" else None,
        buttons=devices.buttons,
    )
    return AssembledTable(controller, watcher)


def _watcher(
    config: Config,
    session: Session,
    camera: Camera,
    needed: Callable[[], Iterable[Interval]],
    through: Callable[[Reads], Reads],
) -> Watcher:
    from table.seeing.camcorder import Camcorder  # noqa: PLC0415  these bring OpenCV and the networks
    from vision.cubes.faces import FaceReader  # noqa: PLC0415
    from vision.eye import Eye  # noqa: PLC0415
    from vision.read import PictureReader  # noqa: PLC0415

    faces = FaceReader(taught_by(Path(config.camera.taught)) if config.camera.taught else None)
    reader = PictureReader(mat_named(config.mat), lens_named(config.camera.lens), faces=faces)
    eye = Eye(through(reader))
    resume(eye, session)
    frames = Frames(config.data, config.evidence.megabytes * 1_000_000, config.evidence.days)
    camcorder = Camcorder(frames, reader.outline, needed)
    return Watcher(camera, eye, camcorder, lambda at: at + session.journal.offset)
