"""Mats as they are written down in this folder's TOML files, read and checked."""

from __future__ import annotations

import itertools
import re
import tomllib
from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from math import isfinite
from typing import Any

from hardware.mats.geometry import Circle, Fiducial, Mat, Point, Rectangle, Region

DICTIONARY = "DICT_4X4_50"
"""The one dictionary we print; its markers have numbers from 0 to 49."""


class BadMat(ValueError):  # noqa: N818  (a mat is bad, as an entry or a sentence is)
    """A mat that cannot be: the sentence says which, and what is wrong with it."""


@cache
def names() -> tuple[str, ...]:
    """The mats we have, in alphabetical order."""
    found = (entry.name for entry in files("hardware.mats").iterdir())
    return tuple(sorted(name.removesuffix(".toml") for name in found if name.endswith(".toml")))


@cache
def mat_named(name: str) -> Mat:
    """One of our mats."""
    if name not in names():
        raise BadMat(f"there is no mat {name!r}; we have {', '.join(names())}")
    mat = read_mat(files("hardware.mats").joinpath(f"{name}.toml").read_text("utf-8"), f"{name}.toml")
    if mat.name != name:
        raise BadMat(f"{name}.toml calls itself {mat.name!r}")
    return mat


def mat_with(ids: Iterable[int]) -> Mat | None:
    """The mat that has most of these fiducials; none if no mat has any, or two have as many."""
    seen = set(ids)
    counts = {name: len(seen & {fiducial.id for fiducial in mat_named(name).fiducials}) for name in names()}
    best = max(counts.values())
    having = [name for name, count in counts.items() if count == best]
    return mat_named(having[0]) if best and len(having) == 1 else None


def read_mat(text: str, source: str = "the mat") -> Mat:
    """A mat from TOML; whatever is missing, unknown, out of place or in the way of something else is a `BadMat`."""
    try:
        document = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadMat(f"{source} is not TOML: {error}") from None
    try:
        mat = _mat(document)
        _check(mat)
    except BadMat as error:
        raise BadMat(f"{source}: {error}") from None
    return mat


def _mat(document: dict[str, Any]) -> Mat:
    _keys(document, "", {"name", "size", "cube", "fiducials", "regions", "colours", "challenge_pad"})
    marks, pad = document["fiducials"], document["challenge_pad"]
    _keys(marks, "fiducials", {"dictionary", "side", "quiet_zone", "centres", "ids"})
    _keys(pad, "challenge_pad", {"centre", "radius"})
    width, height = _numbers(document["size"], "size", 2)
    return Mat(
        name=_word(document["name"], "name"),
        width=width,
        height=height,
        cube=_positive(document["cube"], "cube"),
        dictionary=_word(marks["dictionary"], "fiducials.dictionary"),
        quiet_zone=_positive(marks["quiet_zone"], "fiducials.quiet_zone"),
        fiducials=_fiducials(marks),
        regions=_regions(document["regions"], document["colours"]),
        pad=Circle(_point(pad["centre"], "challenge_pad.centre"), _positive(pad["radius"], "challenge_pad.radius")),
    )


def _fiducials(marks: dict[str, Any]) -> tuple[Fiducial, ...]:
    half = _positive(marks["side"], "fiducials.side") / 2
    centres, ids = marks["centres"], marks["ids"]
    if not isinstance(centres, list) or not isinstance(ids, list) or not len(centres) == len(ids) == 4:
        raise BadMat("fiducials.centres and fiducials.ids must be lists of four")
    for number in ids:
        if type(number) is not int or not 0 <= number < 50:
            raise BadMat(f"fiducials.ids: {number!r} is not a number from 0 to 49")
    if len(set(ids)) < 4:
        raise BadMat("fiducials.ids: a number is there twice")
    points = [_point(centre, "fiducials.centres") for centre in centres]
    return tuple(
        Fiducial(number, Rectangle(x, y, x, y).grown(half)) for number, (x, y) in zip(ids, points, strict=True)
    )


def _regions(areas: Any, colours: Any) -> tuple[Region, ...]:
    if not isinstance(areas, dict) or not areas:
        raise BadMat("regions must be a table with a rectangle for each region")
    _keys(colours, "colours", set(areas))
    for name, colour in colours.items():
        if not isinstance(colour, str) or not re.fullmatch(r"#[0-9a-f]{6}", colour):
            raise BadMat(f"colours.{name}: {colour!r} is not a colour such as '#7a9cc6'")
    return tuple(
        Region(name, Rectangle(*_numbers(area, f"regions.{name}", 4)), colours[name]) for name, area in areas.items()
    )


def _check(mat: Mat) -> None:
    """Everything must be on the mat, and nothing may be in the way of something else."""
    if mat.dictionary != DICTIONARY:
        raise BadMat(f"fiducials.dictionary: we print {DICTIONARY}, not {mat.dictionary}")
    if mat.width <= 0 or mat.height <= 0:
        raise BadMat("size: a mat must have some")
    for region in mat.regions:
        if min(region.area.width, region.area.height) < mat.cube:
            raise BadMat(f"regions.{region.name} has no room for a cube")
    centres = [fiducial.square.centre for fiducial in mat.fiducials]
    middle = mat.area.centre
    if [(x > middle[0], y > middle[1]) for x, y in centres] != [(0, 0), (1, 0), (1, 1), (0, 1)]:
        raise BadMat("fiducials.centres must go clockwise from the top-left corner")
    things = {f"regions.{region.name}": region.area for region in mat.regions}
    things |= {f"fiducial {fiducial.id}": fiducial.square.grown(mat.quiet_zone) for fiducial in mat.fiducials}
    things["challenge_pad"] = mat.pad.box
    for what, area in things.items():
        if not all(mat.area.holds(corner) for corner in area.corners):
            raise BadMat(f"{what} is not all on the mat")
    for (one, area), (other, its_area) in itertools.combinations(things.items(), 2):
        if area.meets(its_area):
            raise BadMat(f"{one} and {other} are in each other's way")


def _keys(table: Any, where: str, wanted: set[str]) -> None:
    """An option that nobody reads is an error, and so is one that is missing."""
    if not isinstance(table, dict):
        raise BadMat(f"{where} must be a table")
    dot = f"{where}." if where else ""
    for key in sorted(wanted ^ set(table)):
        raise BadMat(f"{dot}{key} is missing" if key in wanted else f"{dot}{key} means nothing here")


def _word(value: Any, where: str) -> str:
    if not isinstance(value, str) or not value:
        raise BadMat(f"{where} must be a word")
    return value


def _positive(value: Any, where: str) -> float:
    (number,) = _numbers([value], where, 1)
    if number <= 0:
        raise BadMat(f"{where} must be more than nothing")
    return number


def _point(value: Any, where: str) -> Point:
    x, y = _numbers(value, where, 2)
    return x, y


def _numbers(value: Any, where: str, count: int) -> list[float]:
    """So many numbers, in millimetres; true and false are none."""
    if not isinstance(value, list) or len(value) != count or any(type(n) not in (int, float) for n in value):
        raise BadMat(f"{where} must be {'a number' if count == 1 else f'{count} numbers'}")
    if not all(isfinite(n) and abs(n) < 1e6 for n in value):
        raise BadMat(f"{where} is not a length that a mat can have")
    return [float(n) for n in value]
