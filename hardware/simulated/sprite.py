"""A drawn thing on its own: a piece of picture with its coverage, and how it is laid over another."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import cv2
import numpy as np

from hardware.simulated.optics import Array


class Rect(NamedTuple):
    """Pixels from x0 and y0 up to but not including x1 and y1."""

    x0: int
    y0: int
    x1: int
    y1: int

    @property
    def empty(self) -> bool:
        return self.x0 >= self.x1 or self.y0 >= self.y1

    def meets(self, other: Rect) -> bool:
        return self.x0 < other.x1 and other.x0 < self.x1 and self.y0 < other.y1 and other.y0 < self.y1

    def join(self, other: Rect) -> Rect:
        if self.empty or other.empty:
            return other if self.empty else self
        return Rect(min(self.x0, other.x0), min(self.y0, other.y0), max(self.x1, other.x1), max(self.y1, other.y1))

    def clip(self, other: Rect) -> Rect:
        return Rect(max(self.x0, other.x0), max(self.y0, other.y0), min(self.x1, other.x1), min(self.y1, other.y1))

    def grown(self, by: int) -> Rect:
        return Rect(self.x0 - by, self.y0 - by, self.x1 + by, self.y1 + by)

    def of(self, picture: Array) -> Array:
        """This part of a picture."""
        return np.asarray(picture[self.y0 : self.y1, self.x0 : self.x1])


NOWHERE = Rect(0, 0, 0, 0)


def around(pixels: Any, margin: int = 2) -> Rect:
    """The rectangle that holds these points."""
    low, high = np.floor(np.min(pixels, axis=0)), np.ceil(np.max(pixels, axis=0))
    return Rect(int(low[0]) - margin, int(low[1]) - margin, int(high[0]) + margin + 1, int(high[1]) + margin + 1)


@dataclass(frozen=True, slots=True)
class Sprite:
    """Colours already multiplied by their coverage, and the coverage, both of bytes and three channels."""

    rect: Rect
    colour: Array
    cover: Array

    def lay_over(self, picture: Array, within: Rect) -> None:
        """Draw it on the part of a picture that `within` names."""
        part = self.rect.clip(within)
        if part.empty:
            return
        here = part.of(picture)
        own = Rect(part.x0 - self.rect.x0, part.y0 - self.rect.y0, part.x1 - self.rect.x0, part.y1 - self.rect.y0)
        kept = cv2.multiply(here, cv2.bitwise_not(own.of(self.cover)), scale=1 / 255)
        here[:] = cv2.add(kept, own.of(self.colour))


def sprite_of(rect: Rect, rgba: Array) -> Sprite:
    """From an array of blue, green, red (already multiplied) and coverage."""
    colour = cv2.cvtColor(rgba, cv2.COLOR_BGRA2BGR)  # several times as fast as a copy of three channels
    return Sprite(rect, colour, cv2.cvtColor(cv2.extractChannel(rgba, 3), cv2.COLOR_GRAY2BGR))


def quad_to_quad(size: tuple[int, int], pixels: Any) -> Array:
    """The perspective from a picture's outer corners (clockwise from the top-left) to four points."""
    wide, high = size
    corners = np.array([[0, 0], [wide, 0], [wide, high], [0, high]], np.float32) - 0.5
    return np.asarray(cv2.getPerspectiveTransform(corners, np.asarray(pixels, np.float32)))
