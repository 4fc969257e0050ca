"""`wff-table calibrate`: the lens from pictures of the board or of the mat, kept in a file that `read` takes."""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np
import pypdfium2
import pytest
from typer.testing import CliRunner

from hardware.mats.board import charuco
from hardware.printing.board import board_for, print_board
from hardware.printing.paper import PAPERS, paper_named
from hardware.simulated.optics import CameraView, project
from hardware.simulated.renderer import Renderer
from table.cli import fit_lens as measuring
from table.cli.app import app
from table.cli.cameras import lens_named
from tests.hardware.simulated.views import laid_out
from vision.lens.calibration import Measured, lens_from_boards, see_board
from vision.lens.camera import lens_of

LENS = (-0.12, 0.03, 0.0, 0.0, 0.0)
FROM = ((0, 0, 0, 430), (14, 8, 20, 420), (-15, 10, 80, 450), (10, -18, 170, 430), (-12, -14, -60, 500))
"""Tilt, pan, roll and height from which the board is seen."""
FRONTAL = ((0, 0, 0, 430), (0, 0, 40, 450), (0, 0, 90, 480))


def calibrate(*args):
    return CliRunner().invoke(app, ["calibrate", *map(str, args)])


@lru_cache(maxsize=2)
def board_pictures(sides: tuple[tuple[float, ...], ...] = FROM) -> list[np.ndarray]:
    """The printed board on a grey table, from several sides."""
    paper = paper_named("A4")
    page = pypdfium2.PdfDocument(print_board(paper, "0"))[0].render(scale=3).to_numpy()
    sheet = cv2.cvtColor(page, cv2.COLOR_BGR2GRAY)
    high, wide = sheet.shape
    pictures = []
    for tilt, pan, roll, z in sides:
        view = CameraView(focal=980, x=105, y=148, z=z, tilt=tilt, pan=pan, roll=roll, lens=LENS)
        xs, ys = np.meshgrid(np.linspace(0, paper.short, 43), np.linspace(0, paper.long, 60))
        spots = project(view, np.column_stack([xs.ravel(), ys.ravel(), np.zeros(xs.size)])).reshape(*xs.shape, 2)
        pictures.append(_drawn(sheet, spots.astype(np.float32), wide, high))
    return pictures


def _drawn(sheet: np.ndarray, spots: np.ndarray, wide: int, high: int) -> np.ndarray:
    """The sheet warped piece by piece, so that its knots land on their spots."""
    out = np.full((960, 1280), 120, np.uint8)
    rows, columns = spots.shape[:2]
    for row in range(rows - 1):
        for column in range(columns - 1):
            quad = spots[[row, row, row + 1, row + 1], [column, column + 1, column + 1, column]]
            x0, y0 = np.floor(quad.min(axis=0)).astype(int) - 1
            x1, y1 = np.ceil(quad.max(axis=0)).astype(int) + 2
            if x0 < 0 or y0 < 0 or x1 > 1280 or y1 > 960:
                continue
            u = np.array([column, column + 1, column + 1, column]) * wide / (columns - 1) - 0.5
            v = np.array([row, row, row + 1, row + 1]) * high / (rows - 1) - 0.5
            warp = cv2.getPerspectiveTransform(
                np.column_stack([u, v]).astype(np.float32), quad - np.array((x0, y0), np.float32)
            )
            piece = cv2.warpPerspective(sheet, warp, (int(x1 - x0), int(y1 - y0)), flags=cv2.INTER_AREA)
            mask = np.zeros(piece.shape, np.uint8)
            cv2.fillConvexPoly(mask, np.round((quad - (x0, y0)) * 16).astype(np.int32), 255, cv2.LINE_8, 4)
            part = out[y0:y1, x0:x1]
            part[mask > 0] = piece[mask > 0]
    return cv2.GaussianBlur(out, (0, 0), 0.7)


def board_files(folder, sides=FROM):
    files = [folder / f"{number}.png" for number in range(len(sides))]
    for file, picture in zip(files, board_pictures(sides), strict=True):
        cv2.imwrite(str(file), picture)
    return files


def test_the_lens_is_measured_from_pictures_of_the_board(tmp_path):
    files = board_files(tmp_path)
    done = calibrate(*files, "--board", "--out", tmp_path / "camera.toml")
    assert done.exit_code == 0, done.output
    lens = lens_named(str(tmp_path / "camera.toml"))
    assert lens.focal == pytest.approx(980, rel=0.01)
    assert lens.distortion[0] == pytest.approx(LENS[0], abs=0.02)
    assert 0.001 < lens.doubt < 0.02
    assert "focal length" in done.stdout
    assert (tmp_path / "camera.jpg").exists()
    again = calibrate(*files, "--board", "--out", tmp_path / "camera.toml")
    assert again.exit_code == 2
    assert "is there already" in again.stderr


def test_boards_that_lie_alike_are_refused_and_nothing_is_written(tmp_path):
    done = calibrate(*board_files(tmp_path, FRONTAL), "--board", "--out", tmp_path / "camera.toml")
    assert done.exit_code == 2
    assert "take them from different sides" in done.stderr
    assert not list(tmp_path.glob("camera.*"))


def test_a_lens_that_could_not_be_loaded_is_not_written(tmp_path, monkeypatch):
    nonsense = Measured(lens_of(1280, 960, 33488.0, 0.001), (0.1,) * len(FROM))
    monkeypatch.setattr(measuring, "lens_from_boards", lambda *_: nonsense)
    done = calibrate(*board_files(tmp_path), "--board", "--out", tmp_path / "camera.toml")
    assert done.exit_code == 2
    assert "a focal length of 33488; take the pictures from different sides" in done.stderr
    assert not list(tmp_path.glob("camera.*"))


WHERE = {
    "no picture": ("camera.toml", "fit.text", ".text is no format for pictures"),
    "no folder": ("nowhere/camera.toml", "fit.jpg", "there is no folder"),
}


@pytest.mark.parametrize("what", WHERE)
def test_what_cannot_be_written_leaves_nothing_behind(what, tmp_path):
    out, overlay, sentence = WHERE[what]
    done = calibrate(*board_files(tmp_path), "--board", "--out", tmp_path / out, "--overlay", tmp_path / overlay)
    assert done.exit_code == 2
    assert sentence in done.stderr
    assert {file.suffix for file in tmp_path.iterdir()} == {".png"}


class Unplugged:
    """A camera that sends nothing."""

    reads = 0

    def read(self, timeout):
        self.reads += 1

    def trouble(self):
        return "There is no camera 7; plug it in."

    def close(self): ...


def test_a_camera_that_sends_nothing_is_waited_for_only_once(tmp_path, monkeypatch):
    camera = Unplugged()
    monkeypatch.setattr(measuring, "opencv_camera", lambda which: camera)
    done = calibrate("--camera", "opencv:7", "--out", tmp_path / "camera.toml")
    assert done.exit_code == 2
    assert "There is no camera 7; plug it in." in done.stderr
    assert camera.reads == 1


def test_two_pictures_of_the_board_are_too_few(tmp_path):
    seen = [see_board(picture) for picture in board_pictures()[:2]]
    assert all(one is not None for one in seen)
    assert lens_from_boards(seen, 1280, 960) is None
    assert see_board(np.zeros((480, 640), np.uint8)) is None


@pytest.mark.parametrize("name", [paper.name for paper in PAPERS])
def test_the_board_is_printed_as_it_is_looked_for(name):
    paper = paper_named(name)
    page = pypdfium2.PdfDocument(print_board(paper, "0"))[0].render(scale=2000 / paper.long / 72 * 25.4)
    board = board_for(paper)
    corners, ids, _, _ = cv2.aruco.CharucoDetector(charuco(board)).detectBoard(page.to_numpy()[..., :3].copy())
    assert ids is not None
    assert len(ids) == (board.columns - 1) * (board.rows - 1)
    pixels = np.asarray(corners).reshape(-1, 2)
    across = (pixels[:, 0].max() - pixels[:, 0].min()) / 2000 * paper.long
    assert across == pytest.approx((board.columns - 2) * board.square, abs=0.3)


def test_the_board_is_printed_from_the_command_line(tmp_path):
    done = calibrate("--print-board", "A4", "--out", tmp_path / "board.pdf")
    assert done.exit_code == 0
    assert (tmp_path / "board.pdf").read_bytes().startswith(b"%PDF")
    assert "squares of 27 mm" in done.stderr
    assert calibrate("--print-board", "A4", "--out", tmp_path / "board.pdf").exit_code == 2
    assert "we do not print on 'A9'" in calibrate("--print-board", "A9").stderr


def test_a_mat_with_cubes_gives_the_lens_too(tmp_path):
    view = CameraView(focal=1250, z=700, tilt=3, pan=-4)
    cv2.imwrite(str(tmp_path / "mat.png"), Renderer().render(laid_out(1, view=view)))
    (tmp_path / "words.png").write_text("no picture")
    cv2.imwrite(str(tmp_path / "other.png"), np.zeros((480, 640), np.uint8))
    files = [tmp_path / name for name in ("words.png", "mat.png", "other.png")]
    done = calibrate(*files, "--out", tmp_path / "camera.toml")
    assert done.exit_code == 0, done.output
    assert "words.png is not a picture" in done.stderr
    assert "other.png is not 1280 x 960" in done.stderr
    lens = lens_named(str(tmp_path / "camera.toml"))
    assert lens.focal == pytest.approx(1250, rel=0.2)  # the feet of cubes tell it within a fifth
    assert 0 < lens.doubt < 0.1


NONSENSE = {
    "nothing": ([], "name pictures, or a camera"),
    "a camera of no kind": (["--camera", "box"], "'box' is no camera"),
    "a picture that is not there": (["none.png"], "there is no picture"),
}


@pytest.mark.parametrize("what", NONSENSE)
def test_nonsense_is_refused(what, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    options, sentence = NONSENSE[what]
    done = calibrate(*options)
    assert done.exit_code == 2
    assert sentence in done.stderr
