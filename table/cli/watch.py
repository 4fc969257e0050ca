"""`wff-table watch`: the whole of vision over a recording, and what it saw happen."""

from __future__ import annotations

import json
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

import typer

from hardware.cameras.recorded import BadRecording, RecordedCamera
from hardware.mats import BadMat, mat_named, names
from hardware.parts import Frame
from table.cli.cameras import HELP, lens_named
from table.cli.errors import one_sentence, refuse
from vision import changes as ch

TIMES = "frames.jsonl"
"""Beside the pictures of a simulated recording: when each was taken."""


def watch(
    recording: Annotated[Path, typer.Argument(help="A folder of images, in order of their names, or a video.")],
    fps: Annotated[
        float | None, typer.Option(help="Frames a second; as a video says, or 15, if not given.", min=0.1)
    ] = None,
    hold: Annotated[int, typer.Option(help="Show each picture for so many frames, for stills.", min=1)] = 1,
    mat: Annotated[str, typer.Option(help=f"Which mat: {', '.join(names())}.")] = "tournament",
    camera: Annotated[str, typer.Option(help=HELP)] = "",
    cubes: Annotated[int, typer.Option(help="How many cubes are played with; 0 if that is not known.", min=0)] = 28,
    taught: Annotated[Path | None, typer.Option(help="What teach wrote about these cubes.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object to a line.")] = False,
) -> None:
    """Watch a recording as the table would, and print moves, turns, hands and the block as they are noticed."""
    with one_sentence():
        try:
            chosen = mat_named(mat)
            film = RecordedCamera(recording, rate=fps, paced=False, hold=hold, clock=lambda: 0)
        except (BadMat, BadRecording) as error:
            refuse(str(error))
        times = _times(recording)
        # Imported here because the networks would slow down every other command.
        from table.cli.teach import taught_by  # noqa: PLC0415
        from vision.cubes.faces import FaceReader  # noqa: PLC0415
        from vision.eye import Eye  # noqa: PLC0415
        from vision.read import PictureReader  # noqa: PLC0415

        faces = FaceReader(taught_by(taught) if taught else None)
        eye = Eye(PictureReader(chosen, lens_named(camera), faces=faces), cubes or None)
        for number, frame in enumerate(_frames(film)):
            at = times.get(film.name, frame.at)
            for change in eye.see(at, frame.grey, frame.small):
                if isinstance(change, ch.Settled):
                    continue  # the moves before it say the same
                print(json.dumps(as_dict(change)) if as_json else line(change), flush=True)
            _progress(number + 1, at, eye.readings)
        for name in film.skipped:
            print(f"wff-table: {name} could not be read and was left out", file=sys.stderr)
        if film.skipped:
            raise typer.Exit(1)


def as_dict(change: ch.Change) -> dict[str, Any]:
    """A change for machines: its kind, and all its fields."""
    kind = "relocated" if isinstance(change, ch.SawMoved) and change.relocated else _KINDS[type(change)]
    fields = {name: round(value, 3) if isinstance(value, float) else value for name, value in asdict(change).items()}
    return {"kind": kind, **fields}


def line(change: ch.Change) -> str:
    """A change for people."""
    start, end = change.at
    when = _clock(end) if end - start < 100 else f"{_clock(start)}-{_clock(end)}"
    return f"{when:<20}{words(change)}"


def words(change: ch.Change) -> str:
    """What happened, in a few words."""
    match change:
        case ch.SawMoved():
            what = "moved within" if change.relocated else f"{change.origin} to"
            return f"{change.letter} {what} {change.region}{_by(change.side)}{_sure(change.confidence)}"
        case ch.SawTurned():
            return f"{change.before} turned to {change.letter} in {change.region}{_by(change.side)}"
        case ch.Missed():
            return f"{change.letter} is no longer seen in {change.region}{_by(change.side)}"
        case ch.Appeared():
            return f"{change.letter} appeared in {change.region}{_by(change.side)}{_sure(change.confidence)}"
        case ch.SawRolled():
            return f"rolled {change.letters}{_by(change.side)}{_sure(change.confidence)}"
        case ch.Reread():
            return f"what was read as {change.before} is {change.letter}"
        case ch.SawGoalRead():
            return f"the Goal reads {change.letters}" if change.letters else "the Goal is empty"
        case ch.HandCame():
            return f"a hand from the {change.side}"
        case ch.HandLeft():
            return f"the hand from the {change.side} has left"
        case ch.SawHandAtBlock():
            return f"a hand {'is at' if change.there else 'has left'} the block{_by(change.side)}"
        case ch.SawCovered():
            return f"{len(change.cubes)} cubes are covered{_by(change.side)}" if change.cubes else "no cube is covered"
        case ch.BlockSeen():
            return "the block is back on its pad" if change.on_pad else "the block has left its pad"
        case ch.Bumped():
            return f"mat or camera was bumped by {change.millimetres:.1f} mm"
        case ch.Shifted():
            return f"unclear: {change.letter} lies in {change.region}, no longer in {change.origin}; no hand was seen"
        case ch.Sight():
            return "the mat is in sight again" if change.seen else "the mat is out of sight"
        case ch.Settled():
            return f"{len(change.cubes)} cubes are at rest"
        case ch.Unclear():
            return f"unclear: {change.words}" if change.words else "all is clear again"


_KINDS: dict[type, str] = {
    ch.SawMoved: "moved",
    ch.SawTurned: "turned",
    ch.Missed: "removed",
    ch.Appeared: "appeared",
    ch.SawRolled: "rolled",
    ch.Reread: "reread",
    ch.SawGoalRead: "goal",
    ch.HandCame: "hand-came",
    ch.HandLeft: "hand-left",
    ch.SawHandAtBlock: "hand-at-block",
    ch.SawCovered: "covered",
    ch.BlockSeen: "block",
    ch.Bumped: "bumped",
    ch.Shifted: "shifted",
    ch.Sight: "sight",
    ch.Settled: "settled",
    ch.Unclear: "unclear",
}


def _frames(film: RecordedCamera) -> Any:
    while True:
        frame: Frame | None = film.read(0)
        if frame is None:
            return
        yield frame


def _times(recording: Path) -> dict[str, int]:
    """When the pictures of a simulated recording were taken, by their names; nothing for others."""
    file = recording / TIMES
    times: dict[str, int] = {}
    for number, text in enumerate(file.read_bytes().splitlines() if file.is_file() else [], 1):
        try:
            told = json.loads(text)
        except ValueError:
            told = None
        match told:
            case {"file": str(name), "at": int(at)}:
                times[name] = at
            case _:
                refuse(f"{file}, line {number}: a picture's file, and at in whole milliseconds, should stand there")
    return times


def _progress(frames: int, at: int, readings: int) -> None:
    if sys.stderr.isatty() and frames % 15 == 0:
        print(f"\r{_clock(at)}, {frames} frames, {readings} read ", end="", file=sys.stderr, flush=True)


def _by(side: str | None) -> str:
    return f", {side}" if side else ", by whom is not known"


def _sure(confidence: float) -> str:
    return "" if confidence >= 0.99 else f" ({100 * confidence:.0f} %)"


def _clock(at: int) -> str:
    return f"{at // 60_000}:{at % 60_000 / 1000:05.2f}"
