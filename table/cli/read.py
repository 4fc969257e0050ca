"""`wff-table read`: what the table would see in pictures, for people and for programs."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from hardware.mats import BadMat, Mat, mat_named, names
from table.cli.cameras import HELP
from table.cli.errors import one_sentence, refuse


def read(
    images: Annotated[list[Path], typer.Argument(help="Pictures from above, in any format.", metavar="IMAGE")],
    mat: Annotated[str, typer.Option(help=f"Which mat: {', '.join(names())}.")] = "tournament",
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object to a line.")] = False,
    overlay: Annotated[
        Path | None, typer.Option(help="Draw what was read: a file for one picture, a folder for several.")
    ] = None,
    camera: Annotated[str, typer.Option(help=HELP)] = "",
    loose: Annotated[bool, typer.Option("--loose", help="There is no mat; places are in pixels then.")] = False,
    cube_px: Annotated[
        float | None, typer.Option(help="How wide a cube is in a loose picture, in pixels.", min=4)
    ] = None,
    taught: Annotated[Path | None, typer.Option(help="What teach wrote about these cubes.")] = None,
) -> None:
    """Read pictures: cubes with their letters and places, the Goal, hands, and the challenge block."""
    with one_sentence():
        try:
            chosen = mat_named(mat)
        except BadMat as error:
            refuse(str(error))
        if cube_px is not None and not loose:
            refuse("--cube-px goes with --loose; on a mat the size of a cube is known")
        # Imported here because the networks would slow down every other command.
        from table.cli.read_pictures import Looker  # noqa: PLC0415

        looker = Looker(chosen, camera, taught)
        drawings = _drawings(overlay, images)
        failed = False
        for number, (file, drawing) in enumerate(zip(images, drawings, strict=True), 1):
            _progress(number, len(images))
            found = looker.loose(file, cube_px, drawing) if loose else looker.on_mat(file, drawing)
            for sentence in (found.pop("remark", ""), found.get("why", "")):
                if sentence:
                    print(f"wff-table: {sentence}", file=sys.stderr)
            failed |= "why" in found
            if as_json:
                print(json.dumps(found, ensure_ascii=False), flush=True)
            elif "why" not in found:
                print(as_text(found, None if loose else chosen), flush=True)
        if failed:
            raise typer.Exit(1)


def as_text(found: dict[str, Any], mat: Mat | None) -> str:
    """What was read in one picture, in a few lines."""
    cubes = found["cubes"]
    unsure = sum(cube["letter"] is None for cube in cubes)
    words = [f"{len(cubes)} {'cube' if len(cubes) == 1 else 'cubes'}" + (f", {unsure} unsure" if unsure else "")]
    if mat is not None:
        words.append({True: "block on its pad", False: "block lifted", None: "block hidden"}[found["block"]])
        words += [f"hand from the {hand['side']}" for hand in found["hands"]]
    words.append(f"{found['ms']:.0f} ms")
    lines = [f"{found['file']}: {'; '.join(words)}"]
    if mat is None:
        return "\n".join([*lines, f"  {_letters(cubes)}"] if cubes else lines)
    width = max(len(region.name) for region in mat.regions)
    for region in mat.regions:
        here = [cube for cube in cubes if cube["region"] == region.name]
        if here:
            letters = found["goal"] if region.name == "goal" else _letters(here)
            lines.append(f"  {region.name:<{width}}  {letters}")
    return "\n".join(lines)


def _letters(cubes: list[dict[str, Any]]) -> str:
    """Letters in order, capitals first and what could not be read last."""
    capitals_first = sorted((cube["letter"] or "?" for cube in cubes), key=lambda one: (one == "?", one.islower(), one))
    return " ".join(capitals_first)


def _drawings(overlay: Path | None, images: list[Path]) -> list[Path | None]:
    """Where each picture's overlay goes: into a file for one picture, into a folder for several."""
    if overlay is None:
        return [None] * len(images)
    if len(images) == 1 and not overlay.is_dir() and overlay.suffix:
        return [overlay]
    if overlay.exists() and not overlay.is_dir():
        refuse(f"{overlay} is a file; overlays of several pictures need a folder")
    overlay.mkdir(parents=True, exist_ok=True)
    names_: list[str] = []
    for image in images:
        name, again = f"{image.stem}.jpg", 2
        while name in names_:  # pictures of the same name from several folders
            name, again = f"{image.stem}-{again}.jpg", again + 1
        names_.append(name)
    return [overlay / name for name in names_]


def _progress(number: int, of: int) -> None:
    if of > 3 and sys.stderr.isatty():
        print(f"\rpicture {number} of {of} \r", end="", file=sys.stderr, flush=True)
