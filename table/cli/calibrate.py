"""`wff-table calibrate`: measure the lens, from pictures or from the camera itself, and keep it in a small file."""

from __future__ import annotations

import sys
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from hardware.mats import BadMat, mat_named, names
from hardware.printing.paper import BadPaper, paper_named
from table.cli.errors import one_sentence, refuse

if TYPE_CHECKING:
    from table.cli.fit_lens import Measurement

LIVE = 20
"""Pictures that are taken from a camera."""


def calibrate(
    images: Annotated[
        list[Path] | None, typer.Argument(help="Pictures by the camera, all of one size.", metavar="[IMAGE]")
    ] = None,
    camera: Annotated[str, typer.Option(help="Or take them: pi, pi:1, opencv:0, opencv:/dev/video0.")] = "",
    lens: Annotated[str, typer.Option(help="What to begin with: a camera by name such as pi-v2, or a file.")] = "",
    mat: Annotated[str, typer.Option(help=f"Which mat is in the pictures: {', '.join(names())}.")] = "tournament",
    board: Annotated[
        bool, typer.Option("--board", help="The pictures are of the printed board, not of a mat.")
    ] = False,
    paper: Annotated[
        str, typer.Option("--print-board", help="Print the board on this paper (A4, Letter, A3).", metavar="PAPER")
    ] = "",
    out: Annotated[Path | None, typer.Option(help="Where the lens, or the PDF, is written.")] = None,
    overlay: Annotated[Path | None, typer.Option(help="Where the picture that shows it is written.")] = None,
    force: Annotated[bool, typer.Option("--force", help="Write over files that are there already.")] = False,
) -> None:
    """Measure the camera's lens and write it to camera.toml, with a picture to see how well it fits."""
    with one_sentence():
        if paper:
            _print(paper, out or Path("board.pdf"), force)
            return
        if bool(images) == bool(camera):
            refuse("name pictures, or a camera to take them with: --camera pi or --camera opencv:0")
        file = out or Path("camera.toml")
        shown = overlay or file.with_suffix(".jpg")
        for one in (file, shown):
            if not one.parent.is_dir():
                refuse(f"{one}: there is no folder {one.parent}")
            if one.exists() and not force:
                refuse(f"{one} is there already; choose another name with --out and --overlay, or say --force")
        try:
            plan = mat_named(mat)
        except BadMat as error:
            refuse(str(error))
        # Imported here because OpenCV and the networks would slow down every other command.
        from table.cli.fit_lens import from_boards, from_mats, pictures_from, taken_by  # noqa: PLC0415
        from table.cli.pictures import BadPicture, save  # noqa: PLC0415
        from vision.lens.lensfile import BadLens, lens_as_toml, lens_from_toml  # noqa: PLC0415

        found = pictures_from(images, _tell) if images else taken_by(camera, LIVE, _tell)
        measured = from_boards(found, _tell) if board else from_mats(found, plan, lens, _tell)
        text = lens_as_toml(measured.lens, measured.errors)
        try:
            lens_from_toml(text, "what was measured cannot be")
            save(shown, measured.shown)
        except BadLens as bad:
            refuse(f"{bad}; take the pictures from different sides")
        except BadPicture as bad:
            refuse(str(bad))
        file.write_text(text, encoding="utf-8")
        print(summary(measured, file, shown))


def summary(measured: Measurement, file: Path, shown: Path) -> str:
    """What was measured, and how good it is."""
    lens, errors = measured.lens, sorted(measured.errors.values())
    pictures = "one picture" if len(errors) == 1 else f"{len(errors)} pictures"
    lines = [
        f"{file}: focal length {lens.focal:.0f} px ({lens.across:.0f} degrees across) within {100 * lens.doubt:.1f} %, "
        f"from {pictures} of {lens.width} x {lens.height}; points are off by {errors[len(errors) // 2]:.2f} px",
        f"{shown}: lines and boxes must lie on what they are drawn over",
        f"Read with it: wff-table read --camera {file} IMAGE...",
    ]
    if lens.doubt > 0.03 and measured.of_mat:
        lines.insert(
            1, "A mat seen from above tells little of the lens; to know it better, tilt the camera, or use --board"
        )
    return "\n".join(lines)


def _print(paper: str, file: Path, force: bool) -> None:
    from hardware.printing.board import board_for, print_board  # noqa: PLC0415

    try:
        sheet = paper_named(paper)
        pdf, plan = print_board(sheet, version("wff-table")), board_for(sheet)
    except BadPaper as error:
        refuse(str(error))
    try:
        with file.open("wb" if force else "xb") as written:
            written.write(pdf)
    except FileExistsError:
        refuse(f"{file} is there already; choose another name with --out, or write over it with --force")
    _tell(f"{file}: a board of {plan.columns} x {plan.rows} squares of {plan.square:g} mm on {sheet.name}")


def _tell(sentence: str) -> None:
    print(f"wff-table: {sentence}", file=sys.stderr)
