"""Typefaces to learn letters from: the outlines that come with the table, and fonts that the system has.

The fonts of the validation pictures (bench/pictures) and their near relatives are left out, so that reading those is
reading letters that were never seen.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from hardware.simulated import letters as outlines
from vision.sighting import LETTERS, Array

PACKAGES = (
    "adf-accanthis", "adf-baskervald", "adf-berenis", "adf-gillius", "adf-ikarius", "adf-irianis", "adf-libris",
    "adf-mekanus", "adf-romande", "adf-universalis", "adf-verana", "allerta", "anonymous-pro", "arapey",
    "averia-sans-gwf", "averia-serif-gwf", "b612", "beteckna", "cabin", "cardo", "clear-sans", "cmu", "comic-neue",
    "crosextra-carlito", "dustin", "essays1743", "eurofurence", "fantasque-sans", "fanwood", "go",
    "goudybookletter", "gfs-artemisia", "gfs-neohellenic", "inconsolata", "jetbrains-mono", "junction",
    "karla", "lato", "league-mono", "league-spartan", "lindenhill", "lobstertwo", "manrope", "monofur", "mononoki",
    "national-park", "ocr-b", "oldstandard", "open-sans", "opendin", "osifont", "oxygen", "paratype",
    "play", "prociono", "quattrocento", "quicksand", "sil-andika", "sil-charis", "sil-gentium-basic", "sjfonts",
    "sora", "tiresias", "tuffy", "vollkorn", "yanone-kaffeesatz", "yrsa-rasa",
)  # fmt: skip
"""Debian's packages of free fonts that the training wants, each without its `fonts-`."""

SIZE = 96
"""Pixels along the picture of a letter."""
_LISTS = Path("/var/lib/dpkg/info")
_UNREADABLE = (
    "outline", "sketch", "shadow", "smallcaps", "hairline", "thin", "style", "ocrbe", "ocrbf", "ocrbx", "unifur",
    "balker", "domestic", "abogado", "it_wasn", "junkyard", "marked", "penguin", "swift", "wargames", "winks",
    "flatline", "progenisis", "script",
)  # fmt: skip
"""Parts of the names of files whose letters nobody would print on a cube."""


class MissingFontsError(Exception):
    """The system lacks the fonts that the training wants."""


def typefaces() -> list[str]:
    """All that can be drawn: names of outlines, and files of fonts."""
    missing = [f"fonts-{package}" for package in PACKAGES if not _list_of(package)]
    if missing:
        raise MissingFontsError(f"The training wants fonts that are not installed: apt install {' '.join(missing)}")
    found: dict[str, str] = {}
    for package in PACKAGES:
        listed = _list_of(package)
        for line in listed.read_text().splitlines() if listed else ():
            name = line.rsplit("/", 1)[-1].lower()
            if name.endswith((".ttf", ".otf")) and not any(part in name for part in _UNREADABLE):
                found[name.rsplit(".", 1)[0]] = str(Path(line).resolve())
    return [*outlines.fonts(), *sorted(path for path in set(found.values()) if _complete(path))]


def likelihoods(names: list[str]) -> Array:
    """How often each typeface should be drawn: the table's own more often, slanted ones less."""
    weights = np.array([
        4.0 if "/" not in name else 0.3 if any(part in name.lower() for part in ("italic", "oblique")) else 1.0
        for name in names
    ])  # fmt: skip
    return np.asarray(weights / weights.sum())


@lru_cache(maxsize=20000)
def glyph(typeface: str, letter: str) -> Array:
    """Where there is ink (0 to 255), cut close around the letter, the longer side SIZE pixels."""
    if typeface in outlines.fonts():
        drawn = (outlines.ink(typeface, letter, 2 * SIZE, 0.55) * 255).astype(np.uint8)
    else:
        picture = Image.new("L", (3 * SIZE, 3 * SIZE), 0)
        ImageDraw.Draw(picture).text((SIZE, SIZE // 2), letter, 255, _opened(typeface))
        drawn = np.array(picture)
    x, y, wide, high = cv2.boundingRect(cv2.threshold(drawn, 40, 255, cv2.THRESH_BINARY)[1])
    close = drawn[y : y + high, x : x + wide]
    by = SIZE / max(close.shape)
    size = max(1, round(close.shape[1] * by)), max(1, round(close.shape[0] * by))
    return np.asarray(cv2.resize(close, size, interpolation=cv2.INTER_AREA))


@lru_cache(maxsize=64)
def _opened(typeface: str) -> Any:
    return ImageFont.truetype(typeface, 9 * SIZE // 8)


def _list_of(package: str) -> Path | None:
    return next(
        (path for path in (_LISTS / f"fonts-{package}.list", _LISTS / f"fonts-{package}:all.list") if path.exists()),
        None,
    )


def _complete(path: str) -> bool:
    """Whether the font has each of our letters, different from what it shows for a letter it lacks."""
    font: Any = ImageFont.truetype(path, 40)
    unknown = bytes(font.getmask("\ue0fe"))
    shapes = [bytes(font.getmask(letter)) for letter in LETTERS]
    return len(set(shapes)) == len(LETTERS) and unknown not in shapes and all(any(shape) for shape in shapes)
