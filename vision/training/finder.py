"""Training the finder: cells that say how likely a top's centre is there, where exactly, and how it is turned."""

from __future__ import annotations

from collections import deque
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import torch
from torch import nn

from hardware.simulated.optics import Array
from vision.cubes.find import CUBE_PX, STRIDE_PX, Finder, squares
from vision.hands.find_hands import SMALL_MARGIN_MM, SMALL_SCALE
from vision.read import MARGIN_MM
from vision.training.augment import another_camera, turned
from vision.training.course import Course, export
from vision.training.flats import SCALE, UNKNOWN, WANTED, FlatExample, load, pictures, save
from vision.training.tiles import tiles_picture

BATCH, CROP = 16, 192
HELD_OUT = 900_000
"""Seeds from here on are for measuring."""


class FinderNetwork(nn.Module):  # type: ignore[misc, unused-ignore]
    """Down to an eighth of the picture, where a cell sees a cube and its neighbours, and back to a quarter."""

    def __init__(self, first: int = 8, fine: int = 16, coarse: int = 48, deep: int = 4, last: int = 24) -> None:
        super().__init__()
        self.halved = layer(1, first, 5, 2)
        self.quartered = layer(first, fine, 3, 2)
        self.eighthed = layer(fine, coarse, 3, 2)
        self.deep = nn.ModuleList(
            nn.Sequential(layer(coarse, coarse, 3, apart=True), layer(coarse, coarse, 1)) for _ in range(deep)
        )
        self.back = nn.Conv2d(coarse, fine, 1)
        head: Any = nn.Conv2d(last, 5, 1)
        nn.init.constant_(head.bias[:1], -4.0)  # tops are rare
        self.last = nn.Sequential(layer(fine, fine, 3, apart=True), layer(fine, last, 1), head)

    def forward(self, picture: Any) -> Any:
        seen = picture.float() * (1 / 64) - 2
        quarter = self.quartered(self.halved(seen))
        eighth = self.eighthed(quarter)
        for one in self.deep:
            eighth = eighth + one(eighth)
        back = nn.functional.interpolate(self.back(eighth), scale_factor=2.0, mode="nearest")
        cells = self.last(torch.relu(back + quarter))
        return torch.cat([torch.sigmoid(cells[:, :1]), cells[:, 1:]], 1)


def train(out: Path, work: Path, seed: int, minutes: float, pictures: int) -> None:
    """From nothing to the ONNX file, and what it reaches."""
    torch.manual_seed(seed)
    flats, tiles = _material(work, seed, pictures)
    network = FinderNetwork()
    rng = Random(seed)
    course = Course(network, work / "finder.pt", minutes, rate=4e-3)
    print(f"{len(flats)} pictures of tables, {len(tiles)} of tiles", flush=True)
    wrong: deque[tuple[FlatExample, float, float]] = deque(maxlen=400)
    while course.goes_on():
        if course.steps % 100 == 99:
            wrong.extend(mistakes(network, [rng.choice(rng.choice((flats, flats, tiles))) for _ in range(6)]))
        batch = []
        for _ in range(BATCH):
            if wrong and rng.random() < 0.25:
                batch.append(_crop(rng, *rng.choice(wrong)))
            else:
                flat = rng.choice(tiles if rng.random() < 0.25 else flats)
                batch.append(_crop(rng, flat, *_spot(rng, flat)))
        seen = torch.from_numpy(np.stack([picture for picture, _ in batch])[:, None])
        seen = seen.to(memory_format=torch.channels_last)
        wanted = torch.from_numpy(np.stack([target_of(tops, CROP) for _, tops in batch]))
        course.step(loss(network(seen), wanted))
    export(network.eval(), out, torch.zeros(1, 1, 64, 96, dtype=torch.uint8))
    report(out, work)


def target_of(tops: Array, size: int) -> Array:
    """The five layers that the network should give, and two more: how much chance and place matter in each cell."""
    cells = size // STRIDE_PX
    target = np.zeros((7, cells, cells), np.float32)
    target[5] = 1
    y, x = np.mgrid[0:cells, 0:cells].astype(np.float32)
    for top_x, top_y, angle, worth in tops:
        dx, dy = top_x / STRIDE_PX - x, top_y / STRIDE_PX - y
        far = dx * dx + dy * dy
        if worth == UNKNOWN:
            target[5][far < 3.0**2] = 0
            continue
        assert worth == WANTED
        column, row = round(top_x / STRIDE_PX), round(top_y / STRIDE_PX)
        bump = np.exp(-far / (2 * 0.8**2))
        np.maximum(target[0], bump, out=target[0])
        if 0 <= row < cells and 0 <= column < cells:
            target[0, row, column] = 1
        near = far < 1.6**2
        turn = np.radians(angle * 4)
        for layer, value in enumerate((dx, dy, np.cos(turn), np.sin(turn)), 1):
            target[layer][near] = value[near] if isinstance(value, np.ndarray) and value.ndim else value
        target[6][near] = 1
    target[6] *= target[5]
    return target


def loss(cells: Any, wanted: Any) -> Any:
    """Peaks as in CenterNet (cells near a centre are forgiven), place and angle where a centre is near."""
    chance = cells[:, 0].clamp(1e-5, 1 - 1e-5)
    goal, matters, near = wanted[:, 0], wanted[:, 5], wanted[:, 6]
    peak = (goal == 1).float() * matters
    hit = peak * (1 - chance) ** 2 * torch.log(chance)
    stray = (1 - peak) * matters * (1 - goal) ** 4 * chance**2 * torch.log(1 - chance)
    count = peak.sum().clamp(min=1)
    place = (
        nn.functional.smooth_l1_loss(cells[:, 1:3], wanted[:, 1:3], reduction="none", beta=0.1).sum(1) * near
    ).sum()
    angle = (
        nn.functional.smooth_l1_loss(cells[:, 3:5], wanted[:, 3:5], reduction="none", beta=0.2).sum(1) * near
    ).sum()
    weight = near.sum().clamp(min=1)
    return -(hit.sum() + stray.sum()) / count + 2 * place / weight + 0.5 * angle / weight


def mistakes(network: Any, flats: list[FlatExample]) -> list[tuple[FlatExample, float, float]]:
    """Where the network sees tops that are none, and does not see those that are, so far."""
    wrong = []
    network.eval()
    with torch.no_grad():
        for flat in flats:
            high, wide = (size // 8 * 8 for size in flat.large.shape)
            cells = network(torch.from_numpy(flat.large[None, None, :high, :wide]))[0].numpy()
            found = np.array([(square.x, square.y) for square in squares(cells, 0.25)]).reshape(-1, 2)
            far = np.hypot(*(found[:, None] - flat.tops[None, :, :2]).transpose(2, 0, 1))
            strange = far.min(axis=1) > CUBE_PX / 2 if len(flat.tops) else np.ones(len(found), bool)
            missed = far.min(axis=0) > CUBE_PX / 2 if len(found) else np.ones(len(flat.tops), bool)
            lost = flat.tops[missed & (flat.tops[:, 3] == WANTED), :2]
            wrong += [(flat, float(x), float(y)) for x, y in (*found[strange], *lost)]
    network.train()
    return wrong


def report(out: Path, work: Path) -> None:
    """Figures on tables and tiles that training never saw."""
    finder = Finder(out.read_bytes())
    for name, flats in (
        ("tables", list(load(pictures(work / "flats", HELD_OUT, 120)))),
        ("tiles", _tiles(work, HELD_OUT, 96)),
    ):
        print(f"{name}: {measured(finder, flats)}", flush=True)


def measured(finder: Finder, flats: list[FlatExample]) -> str:
    """Recall, precision, errors of place (millimetres) and angle (degrees) as a line of text."""
    wanted = found = hits = 0
    places: list[float] = []
    angles: list[float] = []
    for flat in flats:
        seen = finder.find(flat.large)
        sure = flat.tops[flat.tops[:, 3] == WANTED]
        wanted += len(sure)
        for square in seen:
            far = np.hypot(flat.tops[:, 0] - square.x, flat.tops[:, 1] - square.y)
            at = int(far.argmin()) if len(far) else -1
            if at < 0 or far[at] > CUBE_PX / 2:
                found += 1
            elif flat.tops[at, 3] == WANTED:
                found += 1
                hits += 1
                places.append(float(far[at]) * 16 / CUBE_PX)
                angles.append(abs((square.angle - float(flat.tops[at, 2]) + 45) % 90 - 45))
    place, angle = (np.percentile(errors or [0], (50, 95)) for errors in (places, angles))
    return (
        f"{len(flats)} pictures, {wanted} tops, recall {hits / max(1, wanted):.4f}, "
        f"precision {hits / max(1, found):.4f}, place {place[0]:.2f} mm (95 %: {place[1]:.2f}), "
        f"angle {angle[0]:.1f} degrees (95 %: {angle[1]:.1f})"
    )


def _material(work: Path, seed: int, count: int) -> tuple[list[FlatExample], list[FlatExample]]:
    return list(load(pictures(work / "flats", seed, count))), _tiles(work, seed, count)


def _tiles(work: Path, seed: int, count: int) -> list[FlatExample]:
    (work / "tiles").mkdir(parents=True, exist_ok=True)
    files = [work / "tiles" / f"{seed + at}.npz" for at in range(-(-count // 48))]
    for file in files:
        if not file.exists():
            save(file, [tiles_picture(int(file.stem) * 48 + at, CUBE_PX) for at in range(48)])
    return list(load(files))


def _crop(rng: Random, flat: FlatExample, x: float, y: float) -> tuple[Array, Array]:
    near = x + rng.uniform(-60, 60), y + rng.uniform(-60, 60)
    cut, tops = turned(rng, flat.large, flat.tops, near, CROP, 0.08)
    return another_camera(rng, cut), tops


def _spot(rng: Random, flat: FlatExample) -> tuple[float, float]:
    """Something to look at: a top, or what is easily taken for one, as fingernails and fiducials are."""
    high, wide = flat.large.shape
    kind = rng.random()
    if kind < 0.45 and len(flat.tops):
        x, y = flat.tops[rng.randrange(len(flat.tops)), :2]
        return float(x), float(y)
    if kind < 0.75 and flat.hands.any():
        rows, columns = np.nonzero(flat.hands)
        at = rng.randrange(len(rows))
        small = np.array([columns[at] + 0.5, rows[at] + 0.5]) / SMALL_SCALE - SMALL_MARGIN_MM
        x, y = (small + MARGIN_MM) * SCALE
        return float(x), float(y)
    if kind < 0.85:
        corner = (MARGIN_MM + 24) * SCALE
        return rng.choice((corner, wide - corner)), rng.choice((corner, high - corner))
    return rng.uniform(0, wide), rng.uniform(0, high)


def layer(came: int, goes: int, size: int, stride: int = 1, apart: bool = False) -> Any:
    conv = nn.Conv2d(came, goes, size, stride, size // 2, groups=came if apart else 1, bias=False)
    return nn.Sequential(conv, nn.BatchNorm2d(goes), nn.ReLU())
