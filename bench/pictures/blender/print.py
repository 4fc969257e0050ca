"""The printed mat as a picture: paper, regions, their names, and the fiducials."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageColor, ImageDraw

from bench.pictures.blender.faces import label_font
from hardware.mats import Mat, Rectangle

_FINE = 4
"""Pixels to the millimetre."""


@dataclass(frozen=True, slots=True)
class Print:
    paper: tuple[int, int, int]
    ink: int
    """Of the fiducials: printers' black is a dark grey."""
    line: float
    tint: float
    font: str
    facing: bool
    """Whether the names are printed a second time for the other side of the table."""


def random_print(rng: Random, fonts: tuple[str, ...]) -> Print:
    white = rng.uniform(222, 246)
    warm = rng.uniform(-3, 10)
    paper = round(white), round(white - warm * 0.4), round(white - warm)
    return Print(
        paper, rng.randint(16, 46), rng.uniform(0.6, 2), rng.uniform(0, 0.28), rng.choice(fonts), rng.random() < 0.4
    )


def printed(look: Print, mat: Mat) -> NDArray[np.uint8]:
    """Red, green, blue; first row on top."""
    sheet = Image.new("RGB", (round(mat.width * _FINE), round(mat.height * _FINE)), look.paper)
    pen = ImageDraw.Draw(sheet)
    font = label_font(look.font, 8 * _FINE)
    for region in mat.regions:
        colour = ImageColor.getrgb(region.colour)
        fill = tuple(round(paper + look.tint * (tone - paper)) for paper, tone in zip(look.paper, colour, strict=True))
        pen.rectangle(_pixels(region.area), fill, colour, max(2, round(look.line * _FINE)))
        x, y = (region.area.x0 + 4) * _FINE, (region.area.y0 + 3) * _FINE
        pen.text((x, y), region.name.upper(), colour, font)
        if look.facing:
            _upside_down(sheet, region.name.upper(), colour, font, fill, region.area)
    pen.ellipse(_pixels(mat.pad.box), None, (120, 120, 120), round(look.line * _FINE))
    dictionary = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, mat.dictionary))
    for fiducial in mat.fiducials:
        pen.rectangle(_pixels(fiducial.square.grown(mat.quiet_zone)), look.paper)
        marker = cv2.aruco.generateImageMarker(dictionary, fiducial.id, round(fiducial.square.width * _FINE))
        tones = look.ink + (marker[..., None] / 255) * (np.array(look.paper) - look.ink)
        at = round(fiducial.square.x0 * _FINE), round(fiducial.square.y0 * _FINE)
        sheet.paste(Image.fromarray(tones.astype(np.uint8)), at)
    return np.asarray(sheet)


def _upside_down(sheet: Image.Image, name: str, colour, font, fill, area: Rectangle) -> None:
    left, top, right, bottom = (round(edge) for edge in font.getbbox(name))
    piece = Image.new("RGB", (right + 2, bottom + 2), fill)
    ImageDraw.Draw(piece).text((0, 0), name, colour, font)
    piece = piece.crop((left, top, right + 2, bottom + 2)).rotate(180)
    sheet.paste(piece, (round((area.x1 - 4) * _FINE) - piece.width, round((area.y1 - 4) * _FINE) - piece.height))


def _pixels(area: Rectangle) -> tuple[float, float, float, float]:
    return area.x0 * _FINE, area.y0 * _FINE, area.x1 * _FINE - 1, area.y1 * _FINE - 1
