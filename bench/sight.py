"""What seeing costs, in units of R: one 5x5 Gaussian blur of a 1280x960 grey picture on one thread, in the same run."""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from random import Random
from statistics import median

import cv2
import numpy as np

from hardware.mats import mat_named
from hardware.simulated.puppet import VirtualTable
from hardware.simulated.renderer import Renderer
from hardware.simulated.scene import SIDES
from vision.cubes.memory import Memory
from vision.eye import Eye
from vision.gate import Gate
from vision.lens.camera import unknown_lens
from vision.lens.place import place
from vision.read import PictureReader, watching
from vision.sighting import Grey

SIZE = (960, 1280)
COLD = 75
"""Frames in which a table that was just switched on finds its mat and its lens."""


def film(seconds: float = 60.0, seed: int = 1) -> list[Grey]:
    """A minute of play at 15 frames a second: a move every seven seconds or so, and thinking between."""
    table, renderer, rng = VirtualTable(seed=seed), Renderer(), Random(seed)
    table.roll("south")
    frames: list[Grey] = []
    spots = [(x, y) for x in range(40, 230, 32) for y in range(110, 230, 32)]
    rng.shuffle(spots)
    due = 4.0
    while len(frames) < 15 * seconds:
        if len(frames) / 15 >= due:
            due += rng.uniform(4, 10)
            table.place(SIDES[rng.randrange(4)], rng.randrange(1, 29), *spots.pop())
        picture = renderer.render(table.advance(1000 / 15), len(frames))
        frames.append(np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8))
    return frames


def main() -> int:
    """Print the figures."""
    cv2.setNumThreads(1)
    mat, lens = mat_named("tournament"), unknown_lens(1280, 960)
    frames = film()
    smalls = [watching(frame) for frame in frames]
    gate = Gate()
    idle = in_blurs([lambda: gate.look(smalls[-1])] * 200)
    print(f"idle frame, from the small picture: {idle:.3f} R (goal 0.5)")
    reader = PictureReader(mat, lens)
    for frame in frames[-3:]:
        reader.read(frame)
    hands = in_blurs([lambda small=small: reader.hands(small) for small in smalls[-100:]])  # type: ignore[misc]
    print(f"looking for hands, while something moves: {hands:.2f} R")
    still = [frames[-1].copy() for _ in range(60)]
    seen = reader.hands(smalls[-1])
    full = in_blurs([lambda frame=frame: reader.read(frame, seen) for frame in still])  # type: ignore[misc]
    print(f"full read with the fiducials tracked, of cubes that lie as before: {full:.1f} R (goal 25)")
    anew = in_blurs([lambda frame=frame: _forgetful(reader).read(frame, seen) for frame in still])  # type: ignore[misc]
    print(f"  with every face read anew, as after a roll: {anew:.1f} R (goal 25)")
    cold = in_blurs([lambda: place(frames[-1], mat, lens)] * 10)
    first = in_blurs([lambda: PictureReader(mat, lens).read(frames[-1])] * 3)
    print(f"cold search for the mat: {cold:.1f} R; the first reading of all, with the networks loaded: {first:.0f} R")
    eye = Eye(PictureReader(mat, lens))
    times = [
        (blur(), _spent(partial(eye.see, number * 67, frame, small)))
        for number, (frame, small) in enumerate(zip(frames, smalls, strict=True))
    ]
    r = median(one for one, _ in times)
    cold, spent = sum(t for _, t in times[:COLD]) / r, sum(t for _, t in times[COLD:]) / len(times[COLD:]) / r
    print(f"finding mat and lens at the start: {cold:.0f} R in all; then, amortised over a minute of play,")
    print(f"  {eye.readings} of {len(frames)} frames read: {spent:.2f} R (goal 3); R was {r:.3f} ms")
    memory = _memory(frames[-1])
    print(f"memory of a process that reads: {memory:.0f} MB (goal below 300)", flush=True)
    return 0 if idle <= 0.5 and full <= 25 and anew <= 25 and spent <= 3 and memory < 300 else 1


def _forgetful(reader: PictureReader) -> PictureReader:
    reader._memory = Memory()
    return reader


def in_blurs(calls: Sequence[Callable[[], object]]) -> float:
    """Median processor time of the calls in units of R, which is timed before each of them; the first only warm up."""
    pairs = [(blur(), _spent(call)) for call in calls]
    blurs, times = zip(*pairs[len(pairs) // 5 :], strict=True)
    return median(times) / median(blurs)


def blur() -> float:
    """R, now: the second of two, so that the picture is at hand."""
    work = partial(cv2.GaussianBlur, np.full(SIZE, 128, np.uint8), (5, 5), 0)
    work()
    return _spent(work)


def _spent(call: Callable[[], object]) -> float:
    """Milliseconds of processor time, since others may use the machine too."""
    began = time.process_time()
    call()
    return 1000 * (time.process_time() - began)


def _memory(frame: Grey) -> float:
    """The most that a process of its own needs for reading some frames."""
    with tempfile.TemporaryDirectory() as scratch:
        file = Path(scratch) / "frame.png"
        cv2.imwrite(str(file), frame)
        done = subprocess.run([sys.executable, "-c", _READING, str(file)], capture_output=True, text=True, check=True)
    return float(done.stdout)


_READING = """
import sys
import cv2
from hardware.mats import mat_named
from vision.lens.camera import unknown_lens
from vision.eye import Eye
from vision.read import Reader, watching
eye = Eye(Reader(mat_named("tournament"), unknown_lens(1280, 960)))
grey = cv2.imread(sys.argv[1], cv2.IMREAD_GRAYSCALE)
for n in range(30):
    eye.see(n * 67, grey.copy(), watching(grey))
    eye.tracker.forget()
with open("/proc/self/status") as status:  # what the parent needed before is not counted there
    print(next(int(line.split()[1]) for line in status if line.startswith("VmHWM")) / 1024)
"""


if __name__ == "__main__":
    sys.exit(main())
