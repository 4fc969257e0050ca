"""Reading faces, measured: our reader, template matching over 24 rotations, and Tesseract, on the same crops."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.simulated.letters import ink
from vision.cubes.faces import CROP_PX, FaceReader
from vision.sighting import LETTERS

Array = NDArray[Any]
TEMPLATE_FONTS = ("serif-bold", "sans-heavy", "plain", "slab", "rounded")
ROTATIONS = 24


@dataclass(frozen=True, slots=True)
class Score:
    """How many letters were asked for, answered, right, and how often p and q were mixed up."""

    asked: int
    answered: int
    right: int
    mirrored: int

    @property
    def of_answered(self) -> float:
        return self.right / max(1, self.answered)

    @property
    def of_all(self) -> float:
        return self.right / max(1, self.asked)

    @property
    def unsure(self) -> float:
        return 1 - self.answered / max(1, self.asked)

    def __str__(self) -> str:
        return (
            f"{self.asked} faces: {100 * self.of_answered:.2f} % right of those answered, "
            f"{100 * self.of_all:.2f} % of all, {100 * self.unsure:.2f} % unsure, p/q confusions {self.mirrored}"
        )


def score(read: Sequence[str | None], letters: Sequence[str]) -> Score:
    """Compare what was read with what is there."""
    pairs = list(zip(read, letters, strict=True))
    return Score(
        len(pairs),
        sum(one is not None for one, _ in pairs),
        sum(one == letter for one, letter in pairs),
        sum({one, letter} == {"p", "q"} for one, letter in pairs),
    )


def by_reader(reader: FaceReader, crops: Array) -> list[str | None]:
    """What our reader says, a board at a time."""
    return [face.letter for at in range(0, len(crops), 28) for face in reader.read(crops[at : at + 28])]


def by_templates(crops: Array) -> list[str | None]:
    """The best normalised correlation, in either polarity, with letters of a few fonts in 24 rotations."""
    names, templates = _templates()
    inner = crops[:, _EDGE:-_EDGE, _EDGE:-_EDGE].reshape(len(crops), -1).astype(np.float32)
    inner -= inner.mean(axis=1, keepdims=True)
    inner /= np.maximum(np.linalg.norm(inner, axis=1, keepdims=True), 1e-6)
    return [names[int(at)] for at in np.abs(inner @ templates.T).argmax(axis=1)]


def by_tesseract(crops: Array) -> list[str | None] | None:
    """The surest of four quarter turns by Tesseract, one character to a page; None if it is not installed."""
    program = shutil.which("tesseract")
    if program is None:
        return None
    return [_tesseract(program, crop) for crop in crops]


_EDGE = 6


@cache
def _templates() -> tuple[list[str], Array]:
    names, rows = [], []
    size = CROP_PX - 2 * _EDGE
    middle = (size - 1) / 2
    for font in TEMPLATE_FONTS:
        for letter in LETTERS:
            upright = ink(font, letter, size, 0.66 * (1.2 if letter.islower() else 1.0))
            for turn in range(ROTATIONS):
                warp = cv2.getRotationMatrix2D((middle, middle), turn * 360 / ROTATIONS, 1)
                drawn = cv2.GaussianBlur(cv2.warpAffine(upright, warp, (size, size)), (0, 0), 0.8).reshape(-1)
                drawn = drawn - drawn.mean()
                names.append(letter)
                rows.append(drawn / np.linalg.norm(drawn))
    return names, np.array(rows, np.float32)


def _tesseract(program: str, crop: Array) -> str | None:
    best: tuple[float, str | None] = (-1.0, None)
    large = cv2.resize(crop, None, fx=4, fy=4, interpolation=cv2.INTER_CUBIC)[24:-24, 24:-24]
    if np.median(large) < large.mean():  # it wants dark letters on a light page
        large = 255 - large
    page = cv2.copyMakeBorder(large, 40, 40, 40, 40, cv2.BORDER_REPLICATE)
    for turn in range(4):
        _, data = cv2.imencode(".png", np.ascontiguousarray(np.rot90(page, turn)))
        asked = [program, "-", "-", "--psm", "10", "-c", f"tessedit_char_whitelist={LETTERS}OS", "tsv"]
        said = subprocess.run(asked, input=data.tobytes(), capture_output=True, check=False, timeout=30)
        for line in said.stdout.decode(errors="replace").splitlines()[1:]:
            fields = line.split("\t")
            if len(fields) == 12 and fields[11].strip():
                letter = fields[11].strip()[0]
                letter = {"O": "o", "S": "s"}.get(letter, letter)
                if float(fields[10]) > best[0]:
                    best = float(fields[10]), letter if letter in LETTERS else None
    return best[1]
