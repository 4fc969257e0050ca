"""Training the finder of hands: cells that say how likely an arm is there, and from which side it comes."""

from __future__ import annotations

from math import cos, radians, sin
from pathlib import Path
from random import Random
from typing import Any

import cv2
import numpy as np
import torch
from torch import nn

from hardware.mats import mat_named
from hardware.simulated.optics import Array
from vision.hands.find_hands import SIDES, STRIDE_PX, HandFinder, chance, hands_in
from vision.training.augment import another_camera
from vision.training.course import Course, export
from vision.training.finder import HELD_OUT, layer
from vision.training.flats import FlatExample, load, pictures

BATCH = 16
SIDE = 160
"""Pixels along the squares that are learned from."""


class HandsNetwork(nn.Module):  # type: ignore[misc, unused-ignore]
    """Down to a sixteenth of the picture, where a cell sees half of the table, and back to a quarter."""

    def __init__(self, first: int = 8, fine: int = 16, middle: int = 24, coarse: int = 32) -> None:
        super().__init__()
        self.fine = nn.Sequential(layer(1, first, 3, 2), layer(first, fine, 3, 2))
        self.middle = layer(fine, middle, 3, 2)
        self.coarse = nn.Sequential(layer(middle, middle, 3, 2, apart=True), layer(middle, coarse, 1))
        self.deep = nn.ModuleList(
            nn.Sequential(layer(coarse, coarse, 5, apart=True), layer(coarse, coarse, 1)) for _ in range(2)
        )
        self.to_middle = nn.Conv2d(coarse, middle, 1)
        self.mixed = nn.Sequential(layer(middle, middle, 3, apart=True), layer(middle, middle, 1))
        self.to_fine = nn.Conv2d(middle, fine, 1)
        head: Any = nn.Conv2d(fine, 1, 1)
        nn.init.constant_(head.bias, -3.0)  # hands are rare
        self.last = nn.Sequential(layer(fine, fine, 3, apart=True), layer(fine, fine, 1), head)
        self.sides = nn.Sequential(
            layer(middle, middle, 3, apart=True), layer(middle, middle, 1), nn.Conv2d(middle, 4, 1)
        )

    def forward(self, picture: Any) -> Any:
        seen = picture.float()
        seen = seen - seen.mean((2, 3), keepdim=True)  # whatever the exposure
        fine = self.fine(seen / (seen.abs().mean((2, 3), keepdim=True) + 4))
        middle = self.middle(fine)
        coarse = self.coarse(middle)
        for one in self.deep:
            coarse = coarse + one(coarse)
        middle = self.mixed(torch.relu(middle + _doubled(self.to_middle(coarse))))
        chance = torch.sigmoid(self.last(torch.relu(fine + _doubled(self.to_fine(middle)))))
        return chance * _doubled(torch.softmax(self.sides(middle), 1))


def train(out: Path, work: Path, seed: int, minutes: float, pictures: int) -> None:
    """From nothing to the ONNX file, and what it reaches."""
    torch.manual_seed(seed)
    flats = _material(work, seed, pictures)
    network, rng = HandsNetwork(), Random(seed)
    course = Course(network, work / "hands.pt", minutes, rate=4e-3)
    while course.goes_on():
        batch = [varied(rng, rng.choice(flats)) for _ in range(BATCH)]
        seen = torch.from_numpy(np.stack([small for small, _ in batch])[:, None])
        wanted = torch.from_numpy(np.stack([cells_of(hands) for _, hands in batch]))
        course.step(loss(network(seen), wanted))
    export(network.eval(), out, torch.zeros(1, 1, 128, 160, dtype=torch.uint8))
    report(out, work)


def loss(cells: Any, wanted: Any) -> Any:
    """Is there a hand; and where there is one, from which side."""
    chance = cells.sum(1).clamp(1e-5, 1 - 1e-5)
    covered = wanted.sum(1).clamp(0, 1)
    there = nn.functional.binary_cross_entropy(chance, covered, weight=1 + 2 * covered)
    sides = -(wanted * torch.log((cells / chance[:, None]).clamp(1e-4, 1))).sum() / wanted.sum().clamp(min=1)
    return 10 * there + 0.3 * sides


def cells_of(hands: Array) -> Array:
    """How much of each cell hands from each side cover."""
    high, wide = hands.shape
    size = -(-wide // STRIDE_PX), -(-high // STRIDE_PX)
    bits = cv2.merge([(hands >> at & 1) * np.uint8(255) for at in range(4)])
    whole = cv2.copyMakeBorder(bits, 0, size[1] * STRIDE_PX - high, 0, size[0] * STRIDE_PX - wide, cv2.BORDER_REPLICATE)
    small = cv2.resize(whole, size, interpolation=cv2.INTER_AREA)
    return np.asarray(small.transpose(2, 0, 1), np.float32) / 255


def varied(rng: Random, flat: FlatExample) -> tuple[Array, Array]:
    """Turned by quarters (and the sides with it), moved a little, hands in other tones, papers beside the mat."""
    small, hands = flat.small, flat.hands
    quarters = rng.randrange(4)
    if quarters:
        small, hands = np.rot90(small, -quarters), np.rot90(hands, -quarters)
        hands = (hands << quarters | hands >> (4 - quarters)) & 15
    high, wide = small.shape
    angle, scale = radians(rng.gauss(0, 2.5)), rng.uniform(0.94, 1.06)
    c, s = cos(angle) * scale, sin(angle) * scale
    x, y = wide / 2 + rng.gauss(0, 3), high / 2 + rng.gauss(0, 3)
    turn = np.array([[c, -s, SIDE / 2 - c * x + s * y], [s, c, SIDE / 2 - s * x - c * y]])
    beyond = rng.choice((0, cv2.BORDER_REPLICATE))
    small = cv2.warpAffine(np.ascontiguousarray(small), turn, (SIDE, SIDE), flags=cv2.INTER_LINEAR, borderMode=beyond)
    hands = cv2.warpAffine(np.ascontiguousarray(hands), turn, (SIDE, SIDE), flags=cv2.INTER_NEAREST, borderMode=beyond)
    if rng.random() < 0.3:
        small = _papers(rng, small, hands)
    if rng.random() < 0.25 and hands.any():
        small = _other_tones(rng, small, hands)
    return another_camera(rng, np.ascontiguousarray(small), 3.0), hands


def report(out: Path, work: Path) -> None:
    """Figures on tables that training never saw."""
    flats = list(load(pictures(work / "flats", HELD_OUT, 120)))
    print(measured(HandFinder(out.read_bytes()), flats), flush=True)


def measured(finder: HandFinder, flats: list[FlatExample]) -> str:
    """How much of hands is covered, and how often exactly the sides are told from which hands reach over the mat."""
    mat = mat_named("tournament")
    right = wrong = alarms = empty = there = seen = 0
    both = either = 0.0
    for flat in flats:
        mask = finder.mask(flat.small)
        hit, real = chance(mask) > 0.5, cells_of(flat.hands).sum(axis=0) > 0.5
        both, either = both + float((hit & real).sum()), either + float((hit | real).sum())
        told = {hand.side for hand in hands_in(mask, mat)}
        over = {side for at, side in enumerate(SIDES) if _over_mat(flat.hands >> at & 1) > 20}
        barely = {side for at, side in enumerate(SIDES) if _over_mat(flat.hands >> at & 1) > 0}
        empty += not barely
        alarms += not barely and bool(told)
        there += len(over)
        seen += len(over & told)
        if over and over == barely:
            right += told == over
            wrong += told != over
    return (
        f"{len(flats)} pictures: cells {both / max(1, either):.3f} (shared of either), "
        f"hands {seen} of {there} from the right side, pictures with exactly the right sides {right} of "
        f"{right + wrong}, false alarms {alarms} of {empty} without a hand"
    )


def _over_mat(hand: Array) -> int:
    """Pixels of a hand that are over the mat."""
    return int(hand[10:-10, 10:-10].sum())


def _material(work: Path, seed: int, count: int) -> list[FlatExample]:
    return list(load(pictures(work / "flats", seed, count)))


def _papers(rng: Random, small: Array, hands: Array) -> Array:
    """Sheets and pencils around the mat: bright, dark, straight, and no hands."""
    shown = small.copy()
    for _ in range(rng.randrange(1, 4)):
        far = rng.uniform(-14, 4)
        along = rng.uniform(0, SIDE)
        x, y = rng.choice(((far, along), (SIDE - far, along), (along, far), (along, SIDE - far)))
        size = (rng.uniform(15, 60), rng.uniform(10, 40)) if rng.random() < 0.6 else (rng.uniform(20, 45), 2.0)
        box = cv2.boxPoints(((x, y), size, rng.uniform(0, 180)))
        cv2.fillConvexPoly(shown, np.round(box * 16).astype(np.int32), rng.randrange(20, 255), cv2.LINE_AA, 4)
    return np.asarray(np.where(hands > 0, small, shown))


def _other_tones(rng: Random, small: Array, hands: Array) -> Array:
    """Skin and sleeves lighter or darker than the simulator's, and patterned."""
    soft = cv2.GaussianBlur((hands > 0).astype(np.float32), (0, 0), 0.7)
    y, x = np.mgrid[0:SIDE, 0:SIDE].astype(np.float32)
    way, length = rng.uniform(0, 6.28), rng.uniform(3, 14)
    stripes = np.sin((x * cos(way) + y * sin(way)) * 6.28 / length) * rng.choice((0, 0, rng.uniform(0, 50)))
    toned = small * rng.uniform(0.5, 1.5) + rng.uniform(-30, 30) + stripes
    return np.asarray(np.clip(small + (toned - small) * soft, 0, 255), np.uint8)


def _doubled(cells: Any) -> Any:
    return nn.functional.interpolate(cells, scale_factor=2.0, mode="nearest")
