"""A lens as it is written down, in a few lines of TOML that people can read and correct."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from math import isfinite
from typing import Any

from vision.lens.camera import Lens

_KEYS = {"size", "focal", "centre", "distortion", "doubt"}


class BadLens(ValueError):  # noqa: N818  (a lens is bad, as a mat is)
    """A lens that cannot be: the sentence says what is wrong with it."""


def lens_as_toml(lens: Lens, pictures: Mapping[str, float] | None = None) -> str:
    """The lens, and for the record by how many pixels each picture it was measured from is off."""
    lines = [
        "# The camera's lens, measured by `wff-table calibrate`; pixels, for pictures of this size.",
        "[lens]",
        f"size = [{lens.width}, {lens.height}]",
        f"focal = {lens.focal:.2f}",
        f"centre = [{lens.centre[0]:.2f}, {lens.centre[1]:.2f}]",
        f"distortion = [{', '.join(f'{one:.6f}' for one in lens.distortion)}]  # k1, k2, p1, p2, k3 as in OpenCV",
        f"doubt = {lens.doubt:.3f}  # how far the focal length may be off, as a share of it",
    ]
    if pictures:
        lines += ["", "[pictures]  # root mean square of how far points are from where they should be, in pixels"]
        lines += [f"{_quoted(name)} = {error:.3f}" for name, error in pictures.items()]
    return "\n".join(lines) + "\n"


def lens_from_toml(text: str, source: str = "the lens") -> Lens:
    """The lens that was written down; anything missing, unknown or out of reason is a `BadLens`."""
    try:
        document = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadLens(f"{source} is not TOML: {error}") from None
    for key in sorted(document.keys() - {"lens", "pictures"}):
        raise BadLens(f"{source}: {key} means nothing here")
    written = document.get("lens")
    if not isinstance(written, dict):
        raise BadLens(f"{source}: there is no [lens] in it; make one with `wff-table calibrate`")
    for key in sorted(written.keys() ^ _KEYS):
        raise BadLens(f"{source}: lens.{key} {'is missing' if key in _KEYS else 'means nothing here'}")
    width, height = _numbers(written, "size", 2, source)
    (focal,), (doubt,) = (_numbers({key: [written[key]]}, key, 1, source) for key in ("focal", "doubt"))
    x, y = _numbers(written, "centre", 2, source)
    k1, k2, p1, p2, k3 = _numbers(written, "distortion", 5, source)
    if not (16 <= width <= 65536 and 16 <= height <= 65536 and 0.1 < focal / max(width, height) < 20):
        raise BadLens(f"{source}: no camera has pictures of {width:g} x {height:g} and a focal length of {focal:g}")
    if not (0 <= x <= width and 0 <= y <= height and 0 <= doubt < 1):
        raise BadLens(f"{source}: lens.centre must be in the picture, and lens.doubt from 0 to 1")
    return Lens(round(width), round(height), focal, (x, y), (k1, k2, p1, p2, k3), doubt)


def _numbers(table: Mapping[str, Any], key: str, count: int, source: str) -> list[float]:
    value = table[key]
    good = isinstance(value, list) and len(value) == count
    if not good or any(type(one) not in (int, float) or not isfinite(one) for one in value):
        raise BadLens(f"{source}: lens.{key} must be {'a number' if count == 1 else f'{count} numbers'}")
    return [float(one) for one in value]


def _quoted(name: str) -> str:
    escaped = "".join(f"\\u{ord(one):04x}" if one < " " or one == "\x7f" else one for one in name)
    return '"' + escaped.replace('"', '\\"') + '"' if "\\" not in name else "'" + name.replace("'", "") + "'"
