"""Training the reading of faces: from fonts and rendered scenes to the ONNX file and a report on it."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import torch as installed

from vision.cubes.faces import CROP_PX, FaceReader, normalised
from vision.cubes.turns import turned_classes
from vision.sighting import Array
from vision.training.calibration import temperature_of
from vision.training.cuts import Cuts
from vision.training.facenet import face_network, onnx_of
from vision.training.facereport import write_report
from vision.training.store import LAYOUTS, LOOKS, painted, rendered

torch: Any = installed  # so that types are the same where it is not installed

BATCH = 256
PAINTED_SHARDS = 20
CUT_WEIGHT = 2.0
"""How much oftener a rendered crop is seen than a painted one: there are fewer, and they are what a table shows."""
HELD_OUT = 1_000_000
"""Added to the seed for crops that training never sees."""
_FASTEST, _SLOWEST = 3e-3, 2e-5
_TURNED = [torch.from_numpy(turned_classes(quarters)) for quarters in range(4)]


def train(
    out: Path, work: Path, seed: int = 5, minutes: float | None = 35.0, pictures: int = 2400, report: Path | None = None
) -> None:
    """Make what is missing of the crops, train (on from a checkpoint if there is one), calibrate, export, report."""
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    torch.manual_seed(seed)
    work.mkdir(parents=True, exist_ok=True)
    shards = max(1, pictures // 5 // (LOOKS * LAYOUTS))  # a picture has many faces: a fifth of them will do
    cuts = rendered(work, seed, shards, _say)
    paintings = painted(work, seed, PAINTED_SHARDS, _say)
    held_out = rendered(work, seed + HELD_OUT, max(1, shards // 6), _say)
    harder = painted(work, seed + HELD_OUT, 1, _say)
    _say(f"{len(paintings.classes)} painted and {len(cuts.classes)} rendered crops; {len(held_out.classes)} held out")
    network = _trained(_Lesson(cuts, paintings, seed), held_out, work / f"faces-{seed}.pt", seed, minutes or 35.0)
    temperature = temperature_of(FaceReader(weights=onnx_of(network, 1.0)), held_out)
    weights = onnx_of(network, temperature)
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_bytes(weights)
    _say(f"{out.name}: {len(weights) / 1000:.0f} kB, temperature {temperature:.2f}")
    write_report(FaceReader(weights=weights), held_out, harder, report or work / "report")


class _Lesson:
    """Batches without end: crops of both kinds, turned by quarters, shifted and roughened a little."""

    def __init__(self, cuts: Cuts, paintings: Cuts, seed: int) -> None:
        self.pictures = np.concatenate([cuts.pictures, paintings.pictures])
        self.classes = torch.from_numpy(np.concatenate([cuts.classes, paintings.classes]).astype(np.int64))
        weights = np.ones(len(self.pictures))
        weights[: len(cuts.pictures)] = CUT_WEIGHT
        self.sums = np.cumsum(weights / weights.sum())
        self.chance = np.random.default_rng(seed)

    def batch(self) -> tuple[Any, Any]:
        chance = self.chance
        picked = np.minimum(np.searchsorted(self.sums, chance.random(BATCH)), len(self.pictures) - 1)
        values = self.pictures[picked].astype(np.float32)
        parts, targets = [], []
        for quarters, some in enumerate(np.array_split(values, 4)):
            parts.append(_shifted(np.rot90(some, -quarters, axes=(1, 2)), chance))
            at = torch.from_numpy(np.array_split(picked, 4)[quarters])
            targets.append(_TURNED[quarters][self.classes[at]])
        values = np.concatenate(parts)
        values += chance.standard_normal(values.shape, np.float32) * chance.uniform(0, 3, (BATCH, 1, 1)).astype(
            np.float32
        )
        return torch.from_numpy(normalised(values)), torch.cat(targets)


def _shifted(pictures: Array, chance: np.random.Generator) -> Array:
    """All by the same pixel or none: the finder's error, and new samples for nothing."""
    x, y = chance.integers(-1, 2, 2)
    padded = np.pad(pictures, ((0, 0), (1, 1), (1, 1)), mode="edge")
    return np.ascontiguousarray(padded[:, 1 + y : 1 + y + CROP_PX, 1 + x : 1 + x + CROP_PX])


def _trained(lesson: _Lesson, held_out: Cuts, checkpoint: Path, seed: int, minutes: float) -> Any:
    network, average = face_network(), face_network()
    average.load_state_dict(network.state_dict())
    optimiser = torch.optim.AdamW(network.parameters(), lr=_FASTEST, weight_decay=0.02)
    spent, steps = 0.0, 0
    if checkpoint.exists():
        kept = torch.load(checkpoint, weights_only=False)
        network.load_state_dict(kept["network"])
        average.load_state_dict(kept["average"])
        optimiser.load_state_dict(kept["optimiser"])
        spent, steps = kept["spent"], kept["steps"]
        lesson.chance = np.random.default_rng((seed, steps))
        _say(f"on from step {steps}, {spent / 60:.1f} minutes in")
    loss_of = torch.nn.CrossEntropyLoss()
    started, said, running = time.monotonic() - spent, time.monotonic(), 0.0
    while (spent := time.monotonic() - started) < minutes * 60:
        gone = spent / (minutes * 60)
        rate = min(1.0, steps / 200) * (_SLOWEST + (_FASTEST - _SLOWEST) * (1 + np.cos(np.pi * gone)) / 2)
        for group in optimiser.param_groups:
            group["lr"] = float(rate)
        network.train()
        crops, targets = lesson.batch()
        loss = loss_of(network(crops)[0], targets)
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        steps += 1
        _follow(average, network, min(0.998, steps / (steps + 10)))
        running = 0.98 * running + 0.02 * float(loss.detach()) if steps > 50 else float(loss.detach())
        if time.monotonic() - said > 60:
            said = time.monotonic()
            right = _accuracy(average, held_out)
            _say(f"{spent / 60:5.1f} min, step {steps}: loss {running:.4f}, {100 * right:.2f} % of held out right")
            torch.save({"network": network.state_dict(), "average": average.state_dict(),
                        "optimiser": optimiser.state_dict(), "spent": time.monotonic() - started, "steps": steps},
                       checkpoint)  # fmt: skip
    torch.save({"network": network.state_dict(), "average": average.state_dict(), "optimiser": optimiser.state_dict(),
                "spent": spent, "steps": steps}, checkpoint)  # fmt: skip
    return average


def _follow(average: Any, network: Any, share: float) -> None:
    with torch.no_grad():
        for kept, new in zip(average.state_dict().values(), network.state_dict().values(), strict=True):
            if kept.dtype.is_floating_point:
                kept.lerp_(new, 1 - share)
            else:
                kept.copy_(new)


def _accuracy(network: Any, cuts: Cuts, most: int = 3000) -> float:
    network.eval()
    with torch.no_grad():
        logits = network(torch.from_numpy(normalised(cuts.pictures[:most])))[0]
    return float((logits.argmax(dim=1).numpy() == cuts.classes[:most]).mean())


def _say(line: str) -> None:
    print(time.strftime("%H:%M:%S"), line, flush=True)
