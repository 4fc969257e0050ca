"""`wff-table mat`: print a mat or a sheet of cube faces to scale, or say how high a camera must hang."""

from __future__ import annotations

import sys
from enum import StrEnum
from importlib.metadata import version
from pathlib import Path
from typing import Annotated

import typer

from hardware.mats import BadMat, Mat, mat_named, names
from hardware.mats.heights import LENSES, LensAngle, view
from hardware.printing.paper import PAPERS, BadPaper, PaperSize, lay_out, paper_named
from table.cli.errors import one_sentence, refuse
from table.rules.cubes import LOWER, UPPER

_PAPERS = ", ".join(paper.name for paper in PAPERS)


class What(StrEnum):
    sheet = "sheet"
    faces = "faces"
    cameras = "cameras"


def mat(
    what: Annotated[
        What, typer.Argument(help="The mat itself, faces for blank cubes, or how high which camera must hang over it.")
    ] = What.sheet,
    paper: Annotated[str, typer.Option("--print", help=f"The paper: {_PAPERS}.", metavar="PAPER")] = "",
    name: Annotated[str, typer.Option("--mat", help=f"Which mat: {', '.join(names())}.")] = "tournament",
    out: Annotated[Path | None, typer.Option(help="The PDF to write; mat.pdf or faces.pdf if not given.")] = None,
    force: Annotated[bool, typer.Option("--force", help="Write over a file that is there already.")] = False,
) -> None:
    """Print a mat to scale, on one sheet (A2) or in tiles to glue (A4, Letter), or the faces of the cubes."""
    with one_sentence():
        try:
            chosen = mat_named(name)
            if what is What.cameras:
                print(cameras(chosen))
            elif what is What.faces:
                _print_faces(chosen, paper_named(paper or "A4"), out or Path("faces.pdf"), force)
            else:
                _print_mat(chosen, paper_named(paper or "A2"), out or Path("mat.pdf"), force)
        except (BadMat, BadPaper) as error:
            refuse(str(error))


def cameras(over: Mat) -> str:
    """A table in Markdown: for each camera, the least height and how large a cube is in its picture."""
    head = "| camera | lens above the mat | a cube in play | at full resolution | tops shift at the corner |"
    return "\n".join([head, "|---|---|---|---|---|", *(_camera(over, lens) for lens in LENSES)])


def _camera(over: Mat, lens: LensAngle) -> str:
    seen = view(over, lens)
    in_play = f"{seen.cube_in_play:.0f} px ({lens.in_play[0]} x {lens.in_play[1]})"
    largest = f"{seen.cube_largest:.0f} px ({lens.largest[0]} x {lens.largest[1]})"
    return f"| {lens.name} | {seen.height:.0f} mm | {in_play} | {largest} | {seen.shift:.0f} mm |"


def _print_mat(chosen: Mat, paper: PaperSize, file: Path, force: bool) -> None:
    # Imported here because OpenCV and reportlab would slow down every other command.
    from hardware.printing.mat import print_mat  # noqa: PLC0415

    layout = lay_out(chosen, paper)
    _write(file, print_mat(chosen, paper, version("wff-table")), force)
    sheets = f"{len(layout.tiles)} sheets" if layout.tiled else "one sheet"
    _tell(f"{file}: the {chosen.name} mat on {sheets} of {paper.name}; print at 100 % and check the ruler")


def _print_faces(chosen: Mat, paper: PaperSize, file: Path, force: bool) -> None:
    from hardware.printing.faces import print_faces  # noqa: PLC0415

    _write(file, print_faces((UPPER, LOWER), chosen.cube, paper, version("wff-table")), force)
    _tell(f"{file}: faces for 28 cubes on one sheet of {paper.name}; print at 100 % and check the ruler")


def _write(file: Path, pdf: bytes, force: bool) -> None:
    if str(file) == "-":
        sys.stdout.buffer.write(pdf)
        sys.stdout.buffer.flush()
        return
    try:
        out = file.open("wb" if force else "xb")
    except FileExistsError:
        refuse(f"{file} is there already; choose another name with --out, or write over it with --force")
    try:
        with out:
            out.write(pdf)
    except OSError as error:  # which does not know the file's name
        if not force:
            file.unlink()
        refuse(f"{file}: {(error.strerror or str(error)).lower()}")


def _tell(sentence: str) -> None:
    print(sentence, file=sys.stderr)
