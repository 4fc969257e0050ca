"""Calibration: the temperature at which chances are true, and the threshold below which it is better to be unsure."""

from __future__ import annotations

import numpy as np

from vision.cubes.faces import FaceReader
from vision.cubes.turns import CLASSES, NOT_A_CUBE
from vision.sighting import Array, Face
from vision.training.cuts import Cuts


def letters_of(classes: Array) -> list[str | None]:
    """The letter of each class; None for what is no cube."""
    return [None if one == NOT_A_CUBE else CLASSES[one][0] for one in classes]


def temperature_of(reader: FaceReader, cuts: Cuts) -> float:
    """What to divide the logits by so that the likelihood of what is really there is greatest."""
    logits = np.concatenate(
        [reader.logits(cuts.pictures[at : at + 512]) for at in range(0, len(cuts.pictures), 512)]
    ).astype(np.float64)
    steps = np.exp(np.linspace(np.log(0.4), np.log(4.0), 60))
    return float(min(steps, key=lambda step: _surprise(logits / step, cuts.classes)))


def thresholds(faces: list[Face], letters: list[str | None]) -> list[tuple[float, float, float]]:
    """For thresholds from low to high: the share of tops that get no letter, and of given letters that are wrong."""
    asked = [(face, letter) for face, letter in zip(faces, letters, strict=True) if letter]
    sure = np.array([face.confidence for face, _ in asked])
    right = np.array([_likeliest(face) == letter for face, letter in asked])
    found = []
    for threshold in (0.5, 0.6, 0.7, 0.8, 0.85, 0.9, 0.93, 0.95, 0.97, 0.98, 0.99):
        given = sure >= threshold
        found.append((threshold, 1 - float(given.mean()), 1 - float(right[given].mean())))
    return found


def _likeliest(face: Face) -> str:
    return CLASSES_LETTERS[int(np.argmax(face.chances[:-1]))]


CLASSES_LETTERS = tuple(dict.fromkeys(letter for letter, _ in CLASSES))


def _surprise(logits: Array, classes: Array) -> float:
    top = logits.max(axis=1)
    chance = logits[np.arange(len(classes)), classes] - top - np.log(np.exp(logits - top[:, None]).sum(axis=1))
    return float(-chance.mean())
