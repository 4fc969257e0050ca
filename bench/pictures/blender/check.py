"""Look after the pictures: python -m bench.pictures.blender.check [folder] [--overlay folder]. Needs no Blender.

Compares the fiducials that OpenCV finds with where the truth's camera has them, counts letters and angles, and can draw
the truth into the pictures for somebody to look at.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.mats import Mat, mat_named


def main() -> None:
    parser = argparse.ArgumentParser(description="Check rendered pictures against their truth.")
    parser.add_argument("folder", type=Path, nargs="?", default=Path("bench/pictures/validation"))
    parser.add_argument("--overlay", type=Path, help="draw the truth into copies of the pictures here")
    asked = parser.parse_args()
    boards = [json.loads(line) for line in (asked.folder / "truth.jsonl").read_text().splitlines()]
    boards.sort(key=lambda board: board["file"])
    worst, total = 0.0, 0
    for board in boards:
        path = asked.folder / board["file"]
        picture = cv2.imread(str(path))
        total += path.stat().st_size
        found = _fiducial_errors(picture, board)
        if len(found) < 4:
            print(f"{board['file']}: fiducials {sorted(found)} found; hands: {board['hands']}")
        worst = max(worst, *found.values())
        if asked.overlay:
            asked.overlay.mkdir(parents=True, exist_ok=True)
            cv2.imwrite(str(asked.overlay / f"{path.stem}.png"), _drawn(picture, board))
    _summary(boards, total, worst)


def _fiducial_errors(picture: NDArray[np.uint8], board: dict[str, Any]) -> dict[int, float]:
    """By id, how many pixels a found corner is away from its place at most."""
    mat = mat_named(board["mat"])
    settings = cv2.aruco.DetectorParameters()
    settings.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, mat.dictionary)), settings)
    corners, ids, _ = detector.detectMarkers(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY))
    expected = _expected(mat, board["camera"])
    named = zip([] if ids is None else ids.ravel().tolist(), corners, strict=True)
    return {name: float(np.abs(seen[0] - expected[name]).max()) for name, seen in named if name in expected}


def _expected(mat: Mat, camera: dict[str, Any]) -> dict[int, NDArray[np.float64]]:
    """Projected from the numbers in the truth alone, not by the code that wrote them."""
    cx, cy = camera["centre"]
    matrix = np.array([[camera["focal"], 0, cx], [0, camera["focal"], cy], [0, 0, 1]])
    rotation, _ = cv2.Rodrigues(np.array(camera["rotation"]))
    eye = np.array(camera["position"]) * (1, 1, -1)
    moved = -np.array(camera["rotation"]) @ eye
    places = {}
    for fiducial in mat.fiducials:
        points = np.array([(x, y, 0.0) for x, y in fiducial.square.corners])
        seen, _ = cv2.projectPoints(points, rotation, moved, matrix, np.array(camera["distortion"]))
        places[fiducial.id] = seen.reshape(-1, 2)
    return places


def _drawn(picture: NDArray[np.uint8], board: dict[str, Any]) -> NDArray[np.uint8]:
    drawn = picture.copy()
    for cube in board["cubes"]:
        top = np.array(cube["top"])
        colour = (0, 200, 0) if cube["visible"] > 0.9 else (0, 0, 255)
        cv2.polylines(drawn, [np.round(top * 16).astype(np.int32)], True, colour, 1, cv2.LINE_AA, 4)
        cv2.circle(drawn, np.round(top[0] * 16).astype(int).tolist(), 40, (255, 0, 255), -1, cv2.LINE_AA, 4)
        middle = top.mean(axis=0)
        at = round(middle[0]) + 16, round(middle[1]) - 20
        text = cube["letter"] if cube["visible"] == 1 else f"{cube['letter']} {cube['visible']:.2f}"
        cv2.putText(drawn, text, at, cv2.FONT_HERSHEY_SIMPLEX, 0.55, (255, 0, 0), 2, cv2.LINE_AA)
    cv2.putText(drawn, f"{board['file']} {board['goal']} {board['look']}", (8, 950), 0, 0.5, (0, 0, 255), 1)
    return drawn


def _summary(boards: list[dict[str, Any]], total: int, worst: float) -> None:
    cubes = [cube for board in boards for cube in board["cubes"]]
    print(f"{len(boards)} boards, {len(cubes)} cubes, {total / 1e6:.1f} MB, fiducials within {worst:.2f} px")
    for name in ("letter", "region"):
        print(f"{name}s:", dict(sorted(Counter(cube[name] for cube in cubes).items())))
    bins = Counter(int(cube["angle"] // 15) for cube in cubes)
    print("by 15 degrees:", [bins[at] for at in range(24)])
    print("whole tops:", sum(cube["visible"] > 0.95 for cube in cubes))
    print("light:", dict(Counter(board["look"]["light"] for board in boards)))
    print("table:", dict(Counter(board["look"]["table"] for board in boards)))
    print("block:", sum(board["block"] for board in boards), " hands:", sum(bool(board["hands"]) for board in boards))
    print("fonts:", dict(Counter(font for board in boards for font in board["look"]["fonts"].values())))


if __name__ == "__main__":
    main()
