"""The letters on the cubes: the fonts they are set in, and the sheet of six faces that a kind of cube is printed from.

None of these fonts is one that the simulated renderer has outlines of (`hardware/simulated/letters.LICENSE`), nor a
close relative of one: Noto Sans and Carlito were left out because they descend from Open Sans and Lato.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

UPPER = "CAKENR"
LOWER = "pqrsio"
FONTS = (
    "truetype/liberation/LiberationSans-Bold.ttf",
    "truetype/liberation/LiberationSans-Regular.ttf",
    "truetype/liberation/LiberationSansNarrow-Bold.ttf",
    "truetype/liberation/LiberationSerif-Bold.ttf",
    "truetype/liberation/LiberationMono-Bold.ttf",
    "truetype/dejavu/DejaVuSans.ttf",
    "truetype/dejavu/DejaVuSans-Bold.ttf",
    "truetype/dejavu/DejaVuSerif-Bold.ttf",
    "truetype/dejavu/DejaVuSansMono-Bold.ttf",
    "truetype/freefont/FreeSerifBold.ttf",
    "truetype/noto/NotoSerif-Bold.ttf",
    "truetype/noto/NotoSerif-Regular.ttf",
    "truetype/comfortaa/Comfortaa-Bold.ttf",
    "truetype/crosextra/Caladea-Bold.ttf",
    "truetype/roboto/unhinted/RobotoTTF/Roboto-Medium.ttf",
    "truetype/roboto/unhinted/RobotoTTF/Roboto-Black.ttf",
    "opentype/urw-base35/C059-Bold.otf",
    "opentype/urw-base35/C059-Roman.otf",
    "opentype/urw-base35/P052-Bold.otf",
    "opentype/urw-base35/URWBookman-Demi.otf",
    "opentype/urw-base35/URWGothic-Demi.otf",
    "opentype/urw-base35/URWGothic-Book.otf",
    "opentype/urw-base35/NimbusMonoPS-Bold.otf",
    "opentype/cantarell/Cantarell-ExtraBold.otf",
    "opentype/dosis/Dosis-Bold.otf",
    "opentype/ebgaramond/EBGaramond12-Bold.otf",
    "opentype/inter/Inter-SemiBold.otf",
    "opentype/jura/Jura-Bold.otf",
    "opentype/linux-libertine/LinLibertine_RB.otf",
    "opentype/linux-libertine/LinBiolinum_RB.otf",
)
"""Under the folder of the system's fonts."""

COLUMNS, ROWS = 3, 2
_CELL = 256
_FINE = 4
_FOLDER = Path("/usr/share/fonts")


@dataclass(frozen=True, slots=True)
class Lettering:
    """How one kind of cube is printed."""

    font: str
    height: float
    """Of capitals (upper cubes) or of letters like s and o (lower cubes), against the face."""
    slack: float
    """How far, in shares of the face, a letter may be printed off its middle."""


def random_lettering(rng: Random, font: str, letters: str) -> Lettering:
    height = rng.uniform(0.5, 0.68) if letters == UPPER else rng.uniform(0.45, 0.57)
    return Lettering(font, height, rng.choice((0.0, 0.01, 0.02)))


def cell_of(letter: str) -> tuple[int, int]:
    """The column and row of a letter on its kind's sheet."""
    at = (UPPER if letter in UPPER else LOWER).index(letter)
    return at % COLUMNS, at // COLUMNS


def sheet(rng: Random, lettering: Lettering, letters: str) -> NDArray[np.float32]:
    """Where there is ink on the six faces of a kind of cube, 0 to 1, first row on top."""
    font = _opened(lettering.font, lettering.height, "E" if letters == UPPER else "x")
    size = _CELL * _FINE
    whole = Image.new("L", (COLUMNS * size, ROWS * size), 0)
    for letter in letters:
        column, row = cell_of(letter)
        left, top, right, bottom = font.getbbox(letter)
        # Wide or long letters are printed smaller rather than over the edge.
        shrink = min(1.0, 0.76 * size / (right - left), 0.8 * size / (bottom - top))
        face = Image.new("L", (size, size), 0)
        pen = ImageDraw.Draw(face)
        used = font if shrink == 1 else font.font_variant(size=int(font.size * shrink))
        left, top, right, bottom = used.getbbox(letter)
        x = (size - left - right) / 2 + rng.uniform(-1, 1) * lettering.slack * size
        y = (size - top - bottom) / 2 + rng.uniform(-1, 1) * lettering.slack * size
        pen.text((x, y), letter, 255, used)
        whole.paste(face, (column * size, row * size))
    small = whole.resize((COLUMNS * _CELL, ROWS * _CELL), Image.Resampling.BOX)
    return np.asarray(small, np.float32) / 255


def label_font(name: str, pixels: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(_FOLDER / name, pixels)


@cache
def _opened(name: str, height: float, measure: str) -> ImageFont.FreeTypeFont:
    """The font at the size where the letter that is measured takes `height` of a face."""
    _, top, _, bottom = label_font(name, 1000).getbbox(measure)
    return label_font(name, round(1000 * height * _CELL * _FINE / (bottom - top)))
