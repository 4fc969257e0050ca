"""What `calibrate` does with pictures: find the board or the mat in each, fit one lens to all, and draw the fit."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np

from hardware.cameras.opencv import opencv_camera
from hardware.cameras.picamera import pi_camera
from hardware.mats import Mat
from hardware.parts import Camera, Frame
from table.cli.cameras import lens_named
from table.cli.errors import refuse
from table.cli.pictures import BadPicture, grey_of, load
from vision.lens.calibration import FEWEST_PICTURES, BoardSeen, lens_from_boards, lens_from_mats, see_board
from vision.lens.camera import Lens
from vision.lens.place import Placed, place
from vision.overlay import draw
from vision.read import PictureReader
from vision.sighting import Array

Tell = Callable[[str], None]
_UNCERTAIN = 0.04
"""When the fiducials leave the focal length in more doubt than this, the cubes are asked."""


_BY_CUBES = 0.09
"""How well the focal length is known from cubes."""


class Photo(NamedTuple):
    name: str
    picture: Array


class Measurement(NamedTuple):
    lens: Lens
    errors: dict[str, float]
    shown: Array
    of_mat: bool


def pictures_from(files: Sequence[Path], tell: Tell) -> list[Photo]:
    """The pictures in these files; what cannot be read or has another size is told and left out."""
    photos: list[Photo] = []
    for file in files:
        try:
            picture, remark = load(file)
        except BadPicture as bad:
            tell(str(bad))
            continue
        if remark:
            tell(remark)
        if photos and picture.shape != photos[0].picture.shape:
            high, wide = photos[0].picture.shape[:2]
            tell(f"{file} is not {wide} x {high} as the others are, and is left out")
            continue
        photos.append(Photo(str(file), picture))
    if not photos:
        refuse("there is no picture to measure the lens from")
    return photos


def taken_by(camera: str, count: int, tell: Tell) -> list[Photo]:
    """Pictures from the camera itself, some time apart."""
    kind, _, which = camera.partition(":")
    if kind == "pi" and (not which or which.isdigit()):
        device = pi_camera(int(which or 0))
    elif kind == "opencv":
        device = opencv_camera(int(which) if re.fullmatch(r"\d*", which) and which else which or 0)
    else:
        refuse(f"{camera!r} is no camera; say pi, pi:1, opencv:0 or opencv:/dev/video0")
    photos: list[Photo] = []
    try:
        tell(f"taking {count} pictures; move the board between them if there is one, or leave the mat as it is")
        while len(photos) < count:
            frame = [_next(device) for _ in range(15)][-1]  # about a second between pictures
            picture = frame.colour if frame.colour is not None else cv2.cvtColor(frame.grey, cv2.COLOR_GRAY2BGR)
            photos.append(Photo(f"picture {len(photos) + 1}", np.asarray(picture)))
    finally:
        device.close()
    return photos


def _next(device: Camera) -> Frame:
    frame = device.read(5.0)
    if frame is None:
        refuse(device.trouble() or "the camera sends no pictures")
    return frame


def from_boards(photos: Sequence[Photo], tell: Tell) -> Measurement:
    """The lens from pictures of the board."""
    seen: dict[str, BoardSeen] = {}
    for photo in photos:
        found = see_board(grey_of(photo.picture))
        if found is None:
            tell(f"{photo.name}: too little of the board can be seen")
        else:
            seen[photo.name] = found
    if len(seen) < FEWEST_PICTURES:
        refuse(f"the board is seen in {len(seen)} pictures, and {FEWEST_PICTURES} are needed, from different sides")
    high, wide = photos[0].picture.shape[:2]
    measured = lens_from_boards(list(seen.values()), wide, high)
    if measured is None:
        refuse("the board lies the same way in all pictures; take them from different sides, some 20 degrees apart")
    photo = next(photo for photo in photos if photo.name in seen)
    return Measurement(
        measured.lens,
        dict(zip(seen, measured.errors, strict=True)),
        _board_drawn(photo.picture, seen[photo.name], measured.lens),
        of_mat=False,
    )


def from_mats(photos: Sequence[Photo], mat: Mat, lens: str, tell: Tell) -> Measurement:
    """The lens from pictures of the mat, and of the cubes on it where the mat alone does not tell."""
    start = lens_named(lens)
    seen: dict[str, Placed] = {}
    for photo in photos:
        placed = place(grey_of(photo.picture), mat, start)
        if placed is None or placed.poor:
            tell(f"{photo.name}: three of the mat's fiducials are needed, and not so many can be seen")
        else:
            seen[photo.name] = placed
    high, wide = photos[0].picture.shape[:2]
    measured = lens_from_mats(mat, list(seen.values()), start.scaled(wide, high))
    if measured is None:
        refuse("the mat was found in none of the pictures")
    photo = next(photo for photo in photos if photo.name in seen)
    final = measured.lens
    uncertain = final.doubt > _UNCERTAIN
    reader = PictureReader(mat, replace(final, doubt=max(final.doubt, 0.15)) if uncertain else final)
    reading = reader.read(grey_of(photo.picture))
    if uncertain and reading.placed is not None and reader.told:
        final = replace(reading.placed.pose.lens, doubt=_BY_CUBES)
    return Measurement(
        final, dict(zip(seen, measured.errors, strict=True)), draw(photo.picture, reading, mat), of_mat=True
    )


def _board_drawn(picture: Array, seen: BoardSeen, lens: Lens) -> Array:
    """The corners of the board where they were seen, and where the lens puts them."""
    shown = np.array(picture)
    matrix, bent = lens.matrix, np.array(lens.distortion)
    _, turn, shift = cv2.solvePnP(seen.points, seen.pixels, matrix, bent)
    wanted = cv2.projectPoints(seen.points, turn, shift, matrix, bent)[0].reshape(-1, 2)
    size = max(3, round(picture.shape[1] / 320))
    for corner in seen.pixels:
        cv2.circle(shown, (round(float(corner[0])), round(float(corner[1]))), size, (110, 200, 90), 2, cv2.LINE_AA)
    for corner in wanted:
        at = round(float(corner[0])), round(float(corner[1]))
        cv2.drawMarker(shown, at, (30, 150, 255), cv2.MARKER_CROSS, 2 * size, 1, cv2.LINE_AA)
    return shown
