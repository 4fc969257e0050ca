"""What a table teaches about its own cubes helps with them, can be kept, and can be undone."""

from __future__ import annotations

import io
from itertools import pairwise

import cv2
import numpy as np
import pytest

from vision.cubes.faces import CROP_PX, FaceReader
from vision.cubes.teaching import FEATURES, Taught, from_bytes, teach, to_bytes
from vision.cubes.turns import NOT_A_CUBE
from vision.sighting import LETTERS, Array


@pytest.fixture(scope="module")
def reader() -> FaceReader:
    return FaceReader()


STROKES: dict[str, tuple[tuple[tuple[int, int], ...], ...]] = {
    "C": (((75, 20), (30, 50), (75, 80)),),
    "A": (((20, 85), (50, 15), (80, 85)),),
    "K": (((30, 15), (30, 85)), ((75, 15), (42, 50), (75, 85))),
    "E": (((75, 20), (30, 20), (60, 50), (30, 80), (75, 80)),),
    "N": (((25, 85), (25, 15), (75, 85), (75, 15)),),
    "R": (((30, 85), (30, 15), (70, 15), (70, 50), (30, 50), (70, 85)),),
    "p": (((30, 90), (30, 20), (70, 20), (70, 55), (30, 55)),),
    "q": (((70, 90), (70, 20), (30, 20), (30, 55), (70, 55)),),
    "r": (((35, 80), (35, 25), (70, 25)),),
    "s": (((70, 20), (30, 20), (30, 50), (70, 50), (70, 80), (30, 80)),),
    "i": (((50, 40), (50, 85)), ((45, 15), (55, 15))),
    "o": (((50, 20), (80, 50), (50, 80), (20, 50), (50, 20)),),
}


def odd_cubes(seed: int, each: int) -> tuple[Array, str]:
    """Cubes of somebody who drills letters as rows of dots, of an angular design that the network was never shown."""
    chance = np.random.default_rng(seed)
    pictures, letters = [], LETTERS * each
    for letter in letters:
        large = np.full((4 * CROP_PX, 4 * CROP_PX), 90, np.uint8)
        cv2.rectangle(large, (20, 20), (140, 140), 190, -1)
        turn = np.radians(chance.normal(0, 2.5))
        about = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
        for stroke in STROKES[letter]:
            points = (np.array(stroke) * 1.2 - 60) @ about + 80 + chance.normal(0, 2, 2)
            for start, end in pairwise(points):
                dots = max(1, round(float(np.linalg.norm(end - start)) / 20))
                for at in np.linspace(start, end, dots + 1):
                    x, y = (round(float(value)) for value in at)
                    cv2.circle(large, (x, y), 5, 100, -1, cv2.LINE_AA)
        crop = cv2.resize(large, (CROP_PX, CROP_PX), interpolation=cv2.INTER_AREA) + chance.normal(
            0, 6, (CROP_PX, CROP_PX)
        )
        pictures.append(np.rot90(np.clip(crop, 0, 255), int(chance.integers(4))))
    return np.array(pictures).astype(np.uint8), letters


def right(reader: FaceReader, pictures: Array, letters: str) -> float:
    return float(np.mean([face.letter == letter for face, letter in zip(reader.read(pictures), letters, strict=True)]))


@pytest.fixture(scope="module")
def taught(reader: FaceReader) -> Taught:
    return teach(reader, *odd_cubes(1, 4))


def test_teaching_improves_the_reading_of_odd_cubes(reader: FaceReader, taught: Taught) -> None:
    pictures, letters = odd_cubes(2, 10)
    before, after = right(reader, pictures, letters), right(FaceReader(taught), pictures, letters)
    assert before < 0.9
    assert after > before + 0.1
    assert after > 0.95


def test_what_was_taught_is_undone_by_reading_without_it(reader: FaceReader, taught: Taught) -> None:
    pictures, _ = odd_cubes(3, 2)
    before = [face.chances for face in reader.read(pictures)]
    FaceReader(taught).read(pictures)
    assert [face.chances for face in reader.read(pictures)] == before


def test_a_blank_face_stays_no_letter_after_teaching(taught: Taught) -> None:
    blank = np.full((2, CROP_PX, CROP_PX), 140, np.uint8)
    assert [face.letter for face in FaceReader(taught).read(blank)] == [None, None]


def test_what_was_taught_survives_a_file(taught: Taught) -> None:
    again = from_bytes(to_bytes(taught))
    assert again.crops == taught.crops
    assert (again.weights == taught.weights).all()
    assert (again.bias == taught.bias).all()


def as_npy(array: Array) -> bytes:
    file = io.BytesIO()
    np.save(file, array)
    return file.getvalue()


def of(features: int, classes: int = NOT_A_CUBE + 1) -> bytes:
    return to_bytes(Taught(np.zeros((features, classes)), np.zeros(classes)))


ELSE = {
    "nothing": b"",
    "a text": b"not a file",
    "cut short": of(FEATURES)[:-100],
    "an array": as_npy(np.zeros((FEATURES, NOT_A_CUBE + 1))),
    "words": to_bytes(Taught(np.full((FEATURES, NOT_A_CUBE + 1), "p"), np.zeros(NOT_A_CUBE + 1))),
    "other classes": of(FEATURES, 4),
    "other features": of(FEATURES + 1),
}


@pytest.mark.parametrize("what", ELSE)
def test_a_file_that_is_something_else_is_refused_in_one_sentence(what: str) -> None:
    with pytest.raises(ValueError, match=r"Teach again\.$") as refused:
        from_bytes(ELSE[what])
    assert "unsafe" not in str(refused.value)


def test_nothing_taught_changes_nothing(reader: FaceReader) -> None:
    pictures, _ = odd_cubes(4, 1)
    nothing = Taught(np.zeros((FEATURES, NOT_A_CUBE + 1)), np.zeros(NOT_A_CUBE + 1))
    assert np.allclose(FaceReader(nothing).logits(pictures), reader.logits(pictures))
