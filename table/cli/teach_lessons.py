"""What pictures teach about cubes: faces whose letters are known from the order they lie in, and how much they help."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

from hardware.mats import Mat
from table.cli.cameras import lens_named
from table.cli.errors import refuse
from table.cli.pictures import BadPicture, grey_of, load
from vision.cubes.faces import FaceReader, crops
from vision.cubes.teaching import teach, to_bytes
from vision.read import PictureReader
from vision.sighting import LETTERS, Array


class Lesson(NamedTuple):
    """The faces of one picture, and their letters."""

    crops: Array
    letters: str


class Grade(NamedTuple):
    """How faces are read."""

    right: int
    wrong: int
    unsure: int
    confidence: float
    """Mean chance of the right letter."""

    def __str__(self) -> str:
        total = self.right + self.wrong + self.unsure
        sure = f"{100 * self.confidence:.1f} % sure of the right letter on average"
        return f"{self.right} of {total} right, {self.wrong} wrong, {self.unsure} unsure; {sure}"


class Learnt(NamedTuple):
    data: bytes
    faces: int
    before: Grade
    after: Grade | None
    """None with a single picture."""


def lesson_of(file: Path, mat: Mat, camera: str, poses: Mapping[str, str]) -> Lesson:
    """Cut the faces out of a picture; ends the command if they do not lie as they should."""
    try:
        picture, _ = load(file)
    except BadPicture as bad:
        refuse(str(bad))
    grey = grey_of(picture)
    reading = PictureReader(mat, lens_named(camera)).read(grey, doubtful=True)
    if reading.placed is None:
        refuse(f"{file}: no {mat.name} mat is seen in it")
    corners, letters = [], ""
    for region, row in poses.items():
        here = [(cube.x, top) for cube, top in zip(reading.cubes, reading.tops, strict=True) if cube.region == region]
        if len(here) < len(row):
            refuse(f"{file}: {len(here)} cubes are seen in {region}, and it should be {len(row)}: {' '.join(row)}")
        # Before it is taught the network may take a label for a cube; cubes themselves look more like ones.
        surest = sorted(here, key=lambda one: -one[1].score)[: len(row)]
        corners += [top.corners for _, top in sorted(surest, key=lambda one: one[0])]
        letters += row
    return Lesson(crops(grey, np.array(corners)), letters)


def learn(lessons: Sequence[Lesson]) -> Learnt:
    """All of them together; what it helps is told by reading each with what the others taught."""
    plain = FaceReader()
    taught = teach(plain, *_joined(lessons))
    before = _grade([_read(plain, lesson) for lesson in lessons])
    after = None
    if len(lessons) > 1:
        read = []
        for number, lesson in enumerate(lessons):
            others = [other for at, other in enumerate(lessons) if at != number]
            read.append(_read(FaceReader(teach(plain, *_joined(others))), lesson))
        after = _grade(read)
    return Learnt(to_bytes(taught), sum(len(lesson.letters) for lesson in lessons), before, after)


def _joined(lessons: Sequence[Lesson]) -> tuple[Array, str]:
    return np.concatenate([lesson.crops for lesson in lessons]), "".join(lesson.letters for lesson in lessons)


def _read(reader: FaceReader, lesson: Lesson) -> list[tuple[str, str | None, float]]:
    faces = reader.read(lesson.crops)
    return [
        (letter, face.letter, face.chances[LETTERS.index(letter)])
        for letter, face in zip(lesson.letters, faces, strict=True)
    ]


def _grade(read: Sequence[list[tuple[str, str | None, float]]]) -> Grade:
    every = [one for some in read for one in some]
    right = sum(letter == seen for letter, seen, _ in every)
    unsure = sum(seen is None for _, seen, _ in every)
    return Grade(right, len(every) - right - unsure, unsure, sum(chance for _, _, chance in every) / len(every))
