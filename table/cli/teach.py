"""`wff-table teach`: enrol a table's own cubes from a few pictures of them, laid out in a known order."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from hardware.mats import BadMat, mat_named, names
from table.cli.cameras import HELP
from table.cli.errors import one_sentence, refuse
from table.seeing import calibration

if TYPE_CHECKING:
    from vision.cubes.teaching import Taught

POSES: dict[str, str] = {"goal": "CAKENRpqrsio", "permitted": "CAKENR", "required": "pqrsio"}
"""What lies in which region while the table learns, from left to right: every face twice, 24 of the 28 cubes."""

GUIDE = """How to teach the table its own cubes

1. Put cubes in three rows, each from left to right as the reader of the Goal sees it, a finger's width apart:
     Goal        C A K E N R p q r s i o
     Permitted   C A K E N R
     Required    p q r s i o
   Leave the other four cubes in a pocket. Letters may stand any way.
2. Take a picture with the table's camera (or a phone held level above the mat), hands away.
3. Take the cubes up, lay the same rows again with other cubes, turned another way, and take another picture.
   Two pictures will do; four are better, one of them in other light.
4. wff-table teach one.jpg two.jpg --out cubes.npz
5. wff-table read --taught cubes.npz picture.jpg, and watch --taught cubes.npz, know them from now on.

To undo it: wff-table teach --undo --out cubes.npz gives back what was taught before, or nothing.
"""


def teach(
    images: Annotated[
        list[Path] | None, typer.Argument(help="Two or more pictures, laid out as --guide says.", metavar="IMAGE...")
    ] = None,
    out: Annotated[Path, typer.Option(help="Where to write what was learnt.")] = Path("cubes.npz"),
    mat: Annotated[str, typer.Option(help=f"Which mat: {', '.join(names())}.")] = "tournament",
    camera: Annotated[str, typer.Option(help=HELP)] = "",
    guide: Annotated[bool, typer.Option("--guide", help="Say how to lay the cubes out, and stop.")] = False,
    undo: Annotated[bool, typer.Option("--undo", help="Go back to what was taught before, or to nothing.")] = False,
) -> None:
    """Teach the table its own cubes from two or more pictures, and say how much better it reads them."""
    with one_sentence():
        if guide:
            print(GUIDE, end="")
            return
        if undo:
            _undo(out)
            return
        if not images:
            refuse("teach needs pictures of the cubes; wff-table teach --guide says how to lay them out")
        try:
            chosen = mat_named(mat)
        except BadMat as error:
            refuse(str(error))
        missing = [name for name in POSES if all(region.name != name for region in chosen.regions)]
        if missing:
            refuse(f"the {mat} mat has no {missing[0]}; teach on the tournament mat")
        # Imported here because the networks would slow down every other command.
        from table.cli.teach_lessons import Lesson, learn, lesson_of  # noqa: PLC0415

        lessons: list[Lesson] = []
        for number, file in enumerate(images, 1):
            if sys.stderr.isatty():
                print(f"\rreading {number} of {len(images)}", end="", file=sys.stderr, flush=True)
            lessons.append(lesson_of(file, chosen, camera, POSES))
        learnt = learn(lessons)
        _keep(out, learnt.data)
        print(f"{out}: learnt from {learnt.faces} faces in {len(images)} pictures")
        if learnt.after is None:
            print("with one picture it cannot be told how much it helps; take a second one")
            return
        print(f"before: {learnt.before}")
        print(f"after:  {learnt.after} (each picture read with what the others taught)")


def taught_by(file: Path) -> Taught:
    """What an earlier teach wrote."""
    try:
        return calibration.taught_by(file)
    except calibration.BadCalibration as error:
        refuse(str(error))


def _before(out: Path) -> Path:
    return out.with_name(out.name + ".before")


def _keep(out: Path, data: bytes) -> None:
    """Write it beside what was there, which is kept for --undo."""
    new = out.with_name(out.name + ".new")
    new.write_bytes(data)
    if out.exists():
        out.replace(_before(out))
    else:
        _before(out).unlink(missing_ok=True)
    new.replace(out)


def _undo(out: Path) -> None:
    if not out.exists():
        refuse(f"{out}: nothing was taught there")
    if _before(out).exists():
        _before(out).replace(out)
        print(f"{out}: back to what was taught before")
    else:
        out.unlink()
        print(f"{out}: removed; cubes are read as they were before teaching")
