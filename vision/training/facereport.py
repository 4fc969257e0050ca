"""The report on a trained reader: confusions, calibration, accuracy by angle and the hardest examples, as pictures."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np

from vision.cubes.faces import CROP_PX, FaceReader
from vision.sighting import LETTERS, Array, Face
from vision.training.calibration import letters_of, thresholds
from vision.training.cuts import Cuts

ANGLES = 24
_NAMES = (*LETTERS, "-")


def write_report(reader: FaceReader, cuts: Cuts, harder: Cuts, folder: Path) -> str:
    """Write all of it into the folder; gives the text back. What is `harder` fills the middle of the calibration."""
    folder.mkdir(parents=True, exist_ok=True)
    faces, letters = _read(reader, cuts.pictures), letters_of(cuts.classes)
    more, others = _read(reader, harder.pictures), letters_of(harder.classes)
    table = confusions(faces, letters)
    parts = ["Rendered, held out", _summary(faces, letters), _as_text(table), _by_angle(faces, letters, cuts.angles)]
    text = "\n".join([*parts, "Painted, held out (much harder than a table)", _summary(more, others)])
    (folder / "faces.txt").write_text(text)
    cv2.imwrite(str(folder / "confusion.png"), _confusion_picture(table))
    cv2.imwrite(str(folder / "calibration.png"), _calibration_picture(faces + more, letters + others))
    cv2.imwrite(str(folder / "hardest.png"), hardest(cuts.pictures, faces, letters))
    print(text, flush=True)
    return text


def _read(reader: FaceReader, pictures: Array) -> list[Face]:
    return [face for at in range(0, len(pictures), 280) for face in reader.read(pictures[at : at + 280])]


def confusions(faces: list[Face], letters: list[str | None]) -> Array:
    """Rows: what is there, LETTERS and "not a cube". Columns: what was likeliest, and last how often it was unsure."""
    table = np.zeros((len(_NAMES), len(_NAMES) + 1), int)
    for face, letter in zip(faces, letters, strict=True):
        row, column = _NAMES.index(letter or "-"), int(np.argmax(face.chances))
        unsure = face.letter is None and column < len(LETTERS)
        table[row, len(_NAMES) if unsure else column] += 1
    return table


def hardest(pictures: Array, faces: list[Face], letters: list[str | None], most: int = 120) -> Array:
    """A sheet of the crops whose right answer was least likely: what is there, and what was read."""
    chances = np.array([
        face.chances[_NAMES.index(letter or "-")] for face, letter in zip(faces, letters, strict=True)
    ])  # fmt: skip
    cell, across = 2 * CROP_PX + 18, 15
    worst = np.argsort(chances)[:most]
    sheet = np.full((-(-len(worst) // across) * cell, across * cell), 255, np.uint8)
    for place, at in enumerate(worst):
        y, x = place // across * cell, place % across * cell
        big = cv2.resize(pictures[at], None, fx=2, fy=2, interpolation=cv2.INTER_NEAREST)
        sheet[y : y + 2 * CROP_PX, x : x + 2 * CROP_PX] = big
        read = _NAMES[int(np.argmax(faces[at].chances))]
        words = f"{letters[at] or '-'}: {read} {max(faces[at].chances):.2f}"
        cv2.putText(sheet, words, (x + 2, y + 2 * CROP_PX + 12), cv2.FONT_HERSHEY_SIMPLEX, 0.38, 0, 1, cv2.LINE_AA)
    return sheet


def _summary(faces: list[Face], letters: list[str | None]) -> str:
    tops = [(face, letter) for face, letter in zip(faces, letters, strict=True) if letter]
    given = [(face, letter) for face, letter in tops if face.letter]
    wrong = sum(face.letter != letter for face, letter in given)
    others = [face for face, letter in zip(faces, letters, strict=True) if not letter]
    taken = sum(face.letter is not None for face in others)
    mixed = sum({face.letter, letter} == {"p", "q"} for face, letter in given)
    lines = [
        f"{len(tops)} tops: {len(tops) - len(given)} unsure ({100 - 100 * len(given) / len(tops):.2f} %), "
        f"{wrong} wrong ({100 * wrong / max(1, len(given)):.3f} % of those answered), {mixed} p/q confusions",
        f"{len(others)} that are no cubes: {taken} taken for a letter ({100 * taken / max(1, len(others)):.2f} %)",
        "threshold  unsure %  wrong %",
    ]
    lines += [f"{at:9.2f} {100 * unsure:9.3f} {100 * bad:8.4f}" for at, unsure, bad in thresholds(faces, letters)]
    return "\n".join(lines)


def _as_text(table: Array) -> str:
    head = "     " + "".join(f"{name:>6}" for name in (*_NAMES, "?"))
    rows = [
        f"{name:>4} " + "".join(f"{count or '.':>6}" for count in row) for name, row in zip(_NAMES, table, strict=True)
    ]
    return "\n".join(["there \\ read", head, *rows])


def _by_angle(faces: list[Face], letters: list[str | None], angles: Array) -> str:
    lines = ["degrees: right of answered, of all"]
    for number in range(ANGLES):
        low, high = number * 360 / ANGLES, (number + 1) * 360 / ANGLES
        here = [
            (face.letter, letter)
            for face, letter, angle in zip(faces, letters, angles, strict=True)
            if letter and low <= angle < high
        ]
        answered = [one for one in here if one[0]]
        right = sum(read == letter for read, letter in answered)
        share = 100 * right / max(1, len(answered))
        lines.append(
            f"{low:5.0f}: {share:7.2f} % of {len(answered)}, {100 * right / max(1, len(here)):7.2f} % of {len(here)}"
        )
    return "\n".join(lines)


def _confusion_picture(table: Array) -> Array:
    cell = 40
    shares = table / np.maximum(1, table.sum(axis=1, keepdims=True))
    picture = np.full(((len(table) + 1) * cell, (table.shape[1] + 1) * cell, 3), 255, np.uint8)
    for column, name in enumerate((*_NAMES, "?")):
        _word(picture, name, (column + 1) * cell + 14, 26)
    for row, name in enumerate(_NAMES):
        _word(picture, name, 14, (row + 1) * cell + 26)
        for column, count in enumerate(table[row]):
            y, x = (row + 1) * cell, (column + 1) * cell
            strong = shares[row, column] ** 0.3
            colour = (
                (255, 255 - 140 * strong, 255 - 200 * strong) if row == column else (255 - 220 * strong,) * 2 + (255,)
            )
            cv2.rectangle(picture, (x + 1, y + 1), (x + cell - 2, y + cell - 2), colour, -1)
            if count:
                _word(picture, str(count), x + 3, y + 25, 0.38)
    return picture


def _calibration_picture(faces: list[Face], letters: list[str | None]) -> Array:
    """How often the likeliest is right, against how sure the reader was; the area of a dot is the number of crops."""
    sure = np.array([max(face.chances) for face in faces])
    right = np.array(
        [_NAMES[int(np.argmax(face.chances))] == (letter or "-") for face, letter in zip(faces, letters, strict=True)]
    )
    size, room = 400, 50
    picture = np.full((size + 2 * room, size + 2 * room, 3), 255, np.uint8)
    cv2.rectangle(picture, (room, room), (room + size, room + size), (0, 0, 0), 1)
    cv2.line(picture, (room, room + size), (room + size, room), (180, 180, 180), 1, cv2.LINE_AA)
    for low in np.arange(0.2, 1.0, 0.05):
        here = (sure >= low) & (sure < low + 0.05 + 1e-6)
        if here.sum() >= 5:
            x, y = room + size * sure[here].mean(), room + size * (1 - right[here].mean())
            radius = int(np.clip(np.sqrt(here.sum()) / 2, 2, 14))
            cv2.circle(picture, (int(x), int(y)), radius, (180, 80, 20), -1, cv2.LINE_AA)
            _word(picture, str(int(here.sum())), int(x) + 8, int(y) + 14, 0.35)
    _word(picture, "how sure", room + size // 2 - 30, size + 2 * room - 14)
    _word(picture, "how often right", 4, room - 16)
    return picture


def _word(picture: Array, text: str, x: int, y: int, size: float = 0.5) -> None:
    cv2.putText(picture, text, (x, y), cv2.FONT_HERSHEY_SIMPLEX, size, (0, 0, 0), 1, cv2.LINE_AA)
