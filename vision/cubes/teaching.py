"""Teaching the reader a table's own cubes: a small correction to its last layer, learnt from a few labelled crops.

The network itself is never touched, so what was taught can be taken away again by reading without it.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from vision.cubes.turns import NOT_A_CUBE, TURNS, class_of, classes_of
from vision.sighting import Array

FEATURES = 96
"""What the network says of a crop before its last layer."""
_STEPS = 400
_PULL = 6e-6
"""How strongly the correction is drawn back to none; where the network is right already, nothing else moves it."""


@dataclass(frozen=True, slots=True)
class Taught:
    """What is added to the logits: features times weights, and a bias."""

    weights: Array
    bias: Array
    crops: int = 0
    """How many crops it was learnt from."""

    def correction(self, features: Array) -> Array:
        return np.asarray(features @ self.weights + self.bias)


class Seeing(Protocol):
    """A network that gives logits and features of crops."""

    def seen(self, pictures: Array) -> tuple[Array, Array]: ...


def teach(reader: Seeing, pictures: Array, letters: Sequence[str]) -> Taught:
    """Learn from crops whose letters are known; which way each stands is found out, all four ways are learnt."""
    seen = [reader.seen(np.ascontiguousarray(np.rot90(pictures, -quarters, axes=(1, 2)))) for quarters in range(4)]
    quarters = _stands(np.stack([logits for logits, _ in seen]), letters)
    seen.append(reader.seen(_halves(pictures)))
    logits = np.concatenate([logits for logits, _ in seen]).astype(np.float64)
    features = np.concatenate([features for _, features in seen]).astype(np.float64)
    classes = [classes_of(letters, quarters + turn) for turn in range(4)]
    classes.append(np.full(len(letters), NOT_A_CUBE))
    weights, bias = _learnt(logits, features, np.concatenate(classes))
    return Taught(weights.astype(np.float32), bias.astype(np.float32), len(letters))


def to_bytes(taught: Taught) -> bytes:
    """As an .npz file."""
    file = io.BytesIO()
    np.savez(file, weights=taught.weights, bias=taught.bias, crops=taught.crops)
    return file.getvalue()


def from_bytes(data: bytes) -> Taught:
    """Back from `to_bytes`; ValueError if it is something else."""
    try:
        with np.load(io.BytesIO(data), allow_pickle=False) as kept:
            weights, bias = (np.asarray(kept[name], np.float32) for name in ("weights", "bias"))
            taught = Taught(weights, bias, int(kept["crops"]))
    except Exception as wrong:  # numpy has many words for a file that is something else
        raise ValueError("This is not what was taught about cubes, or it is damaged. Teach again.") from wrong
    if taught.bias.shape != (NOT_A_CUBE + 1,) or taught.weights.shape != (FEATURES, NOT_A_CUBE + 1):
        raise ValueError("What was taught is for another network. Teach again.")
    return taught


def _stands(logits: Array, letters: Sequence[str]) -> Array:
    """The quarter in which each letter stands, by what is seen of it from all four sides."""
    quarters = []
    for at, letter in enumerate(letters):
        scores = [
            sum(logits[turn, at, class_of(letter, quarter + turn)] for turn in range(4))
            for quarter in range(TURNS[letter])
        ]
        quarters.append(int(np.argmax(scores)))
    return np.array(quarters)


def _halves(pictures: Array) -> Array:
    """Half of one face beside half of another: what must stay no cube, however the letters look."""
    half = pictures.shape[1] // 2
    return np.ascontiguousarray(np.concatenate([pictures[:, half:], np.roll(pictures, 1, axis=0)[:, :half]], axis=1))


def _learnt(logits: Array, features: Array, classes: Array) -> tuple[Array, Array]:
    """Logistic regression on top of the logits that are there, by gradient descent with momentum."""
    middle = features.mean(axis=0)
    scale = 1 / max(1e-6, float(np.sqrt(((features - middle) ** 2).sum(axis=1).mean())))
    inputs = np.column_stack([(features - middle) * scale, np.ones(len(features))])
    wanted = np.zeros_like(logits)
    wanted[np.arange(len(classes)), classes] = 1
    weights = np.zeros((inputs.shape[1], logits.shape[1]))
    moving = np.zeros_like(weights)
    for _ in range(_STEPS):  # einsum, not BLAS, whose threads cost more here than they bring
        grown = logits + np.einsum("ij,jk->ik", inputs, weights)
        chances = np.exp(grown - grown.max(axis=1, keepdims=True))
        chances /= chances.sum(axis=1, keepdims=True)
        slope = np.einsum("ij,ik->jk", inputs, chances - wanted) / len(inputs) + _PULL * weights
        moving = 0.97 * moving - 4.0 * slope
        weights = weights + moving
    return weights[:-1] * scale, weights[-1] - middle * scale @ weights[:-1]
