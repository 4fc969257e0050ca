"""Plays on film: frames of a bench while moments pass, and folders of them with the truth beside."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from hardware.parts import Camera, Frame
from hardware.simulated.bench import Bench
from hardware.simulated.deeds import Done
from hardware.simulated.fault_words import understood
from hardware.simulated.faults import do
from hardware.simulated.scene import Side
from table.simulation.cues import Cue


def film(bench: Bench, moments: Iterable[Cue], camera: Camera) -> Iterator[Frame | Cue]:
    """All frames until the play is over, and its moments between them; on a travelling clock nothing is waited for."""
    for moment in moments:
        while bench.table.now + 0.5 < moment.at:
            frame = camera.read(0.2)
            bench.catch_up()  # there may be no camera to do so
            bench.look()
            if frame is not None:
                yield frame
        yield moment


def with_faults(bench: Bench, moments: Iterable[Cue], faults: Iterable[tuple[float, str]]) -> Iterator[Cue]:
    """The same play with things going wrong at moments of the puppet's time. Raises BadFault before it begins."""
    left = sorted(faults)
    for _, words in left:
        understood(words)
    return _interrupted(bench, moments, left)


def _interrupted(bench: Bench, moments: Iterable[Cue], left: list[tuple[float, str]]) -> Iterator[Cue]:
    for moment in moments:
        while left and left[0][0] <= moment.at:
            at, words = left.pop(0)
            yield Cue(max(at, bench.table.now), "fault", words)
            do(bench, words)
        yield moment._replace(at=max(moment.at, bench.table.now))


class Recording:
    """A folder: NNNNNN.jpg, `frames.jsonl` (their times), `truth.jsonl` (what was done), `script.jsonl` (moments).

    All times are milliseconds of the puppet. `about.json` says who sat where.
    """

    def __init__(self, directory: Path, about: Mapping[str, Any]) -> None:
        directory.mkdir(parents=True, exist_ok=True)
        self.directory = directory
        self.frames = 0
        self._about = about
        self._times = (directory / "frames.jsonl").open("w")
        self._truth = (directory / "truth.jsonl").open("w")
        self._script = (directory / "script.jsonl").open("w")

    def picture(self, frame: Frame, at: float) -> None:
        self.frames += 1
        file = f"{self.frames:06}.jpg"
        image = frame.grey if frame.colour is None else frame.colour
        cv2.imwrite(str(self.directory / file), np.asarray(image), [cv2.IMWRITE_JPEG_QUALITY, 92])
        self._times.write(json.dumps({"frame": self.frames, "file": file, "at": round(at)}) + "\n")

    def moment(self, moment: Cue) -> None:
        if moment.kind != "wait":
            words = {"at": round(moment.at), "kind": moment.kind, "words": moment.words}
            self._script.write(json.dumps(words) + "\n")

    def done(self, done: Done) -> None:
        """Write down a deed as it is done."""
        self._truth.write(json.dumps(as_dict(done)) + "\n")

    def close(self, people: Mapping[Side, str]) -> None:
        """Finish it, with who sat on which side."""
        (self.directory / "about.json").write_text(json.dumps({**self._about, "people": dict(people)}) + "\n")
        for file in (self._times, self._truth, self._script):
            file.close()


def as_dict(done: Done) -> dict[str, Any]:
    """A deed for machines: times in whole milliseconds, millimetres to a hundredth."""
    return {
        name: (round(value) if name in ("started", "ended") else round(value, 2)) if isinstance(value, float) else value
        for name, value in asdict(done).items()
    }
