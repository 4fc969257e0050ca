"""`wff-table read` as people and programs meet it, with good pictures and with all kinds of bad ones."""

from __future__ import annotations

import json

import cv2
import numpy as np
import pytest
from typer.testing import CliRunner

from hardware.simulated.renderer import Renderer
from table.cli.app import app
from table.cli.pictures import BadPicture, load, save
from tests.hardware.simulated.views import laid_out
from tests.vision.tables import ABOVE
from vision.lens.camera import LENSES

LETTERS = sorted(cube.letter for cube in laid_out(1).cubes)


@pytest.fixture(scope="module")
def board(tmp_path_factory):
    """A rolled table in colour."""
    return Renderer().render(laid_out(1, view=ABOVE))


@pytest.fixture
def pictures(board, tmp_path):
    """Files of all kinds, good and bad."""
    jpeg = cv2.imencode(".jpg", board)[1].tobytes()
    (tmp_path / "good.jpg").write_bytes(jpeg)
    (tmp_path / "cut.jpg").write_bytes(jpeg[: len(jpeg) // 3])
    (tmp_path / "words.png").write_text("this is not a picture")
    (tmp_path / "empty.png").touch()
    (tmp_path / "a folder").mkdir()
    cv2.imwrite(str(tmp_path / "black.png"), np.zeros((480, 640), np.uint8))
    cv2.imwrite(str(tmp_path / "white.png"), np.full((480, 640, 3), 250, np.uint8))
    table = np.random.default_rng(1).integers(60, 160, (480, 640, 3)).astype(np.uint8)
    cv2.imwrite(str(tmp_path / "table.png"), table)
    return tmp_path


def read(*args):
    return CliRunner().invoke(app, ["read", *map(str, args)])


def test_a_picture_is_one_object_on_one_line(pictures):
    done = read(pictures / "good.jpg", "--json", "--overlay", pictures / "seen.png", "--camera", "pi-v2")
    assert done.exit_code == 0, done.output
    (line,) = done.stdout.splitlines()
    found = json.loads(line)
    assert list(found) == ["file", "placed", "cubes", "goal", "hands", "block", "ms"]
    assert found["placed"] is True
    assert found["block"] is True
    for cube in found["cubes"]:
        assert list(cube) == ["letter", "confidence", "x", "y", "angle", "region"]
        assert cube["region"] == "resources"
        assert 0 <= cube["confidence"] <= 1
    assert sorted(str(cube["letter"]) for cube in found["cubes"]) == LETTERS
    assert cv2.imread(str(pictures / "seen.png")).shape == (1024, 1280, 3)


BAD = {
    "black.png": "all is black",
    "white.png": "it is the same all over",
    "table.png": "no mat was found",
    "cut.jpg": "cut short",
    "words.png": "is not a picture",
    "empty.png": "is empty",
    "missing.png": "no such file",
    "a folder": "is a folder",
}


def test_each_bad_picture_has_its_sentence_and_the_rest_are_still_read(pictures):
    files = [pictures / name for name in BAD]
    done = read(*files[:4], pictures / "good.jpg", *files[4:], "--json", "--overlay", pictures / "drawn")
    assert done.exit_code == 1
    found = {line["file"].rpartition("/")[2]: line for line in map(json.loads, done.stdout.splitlines())}
    assert [name for name, line in found.items() if line["placed"]] == ["good.jpg"]
    told = done.stderr.splitlines()
    assert len(told) == len(BAD)
    for sentence, (name, words) in zip(told, BAD.items(), strict=True):
        assert name in sentence
        assert words in sentence
        assert words in found[name]["why"]
        assert found[name]["cubes"] == []
    assert (pictures / "drawn" / "good.jpg").exists()


def test_without_json_it_is_for_people(pictures):
    done = read(pictures / "good.jpg")
    assert done.exit_code == 0
    first, *regions = done.stdout.splitlines()
    assert "cubes" in first
    assert "block on its pad" in first
    assert regions[0].split()[0] == "resources"


def test_the_wrong_mat_is_named(pictures):
    done = read(pictures / "good.jpg", "--mat", "basic")
    assert done.exit_code == 1
    assert "this is the tournament mat, not the basic mat; say --mat tournament" in done.stderr


def test_loose_pictures_have_places_in_pixels(board, tmp_path):
    cv2.imwrite(str(tmp_path / "loose.png"), board[500:880, 150:1130])
    done = read(tmp_path / "loose.png", "--loose", "--cube-px", 28, "--json", "--overlay", tmp_path / "o.png")
    assert done.exit_code == 0, done.output
    found = json.loads(done.stdout)
    assert found["placed"] is False
    assert len(found["cubes"]) > 15
    assert all(cube["region"] is None and 0 <= cube["x"] < 980 for cube in found["cubes"])
    assert (tmp_path / "o.png").exists()


def test_where_nothing_can_be_as_large_as_that_nothing_is_found(pictures):
    done = read(pictures / "good.jpg", "--loose", "--cube-px", 100_000, "--json")
    assert done.exit_code == 0, done.output
    assert json.loads(done.stdout)["cubes"] == []


@pytest.mark.parametrize("size", [(3, 4000), (4000, 3), (1, 4000)])
@pytest.mark.parametrize("loose", [[], ["--loose"]], ids=["mat", "loose"])
def test_a_picture_of_a_few_rows_has_no_cubes(size, loose, tmp_path):
    grains = np.random.default_rng(1).integers(0, 255, size).astype(np.uint8)
    cv2.imwrite(str(tmp_path / "thin.png"), grains)
    done = read(tmp_path / "thin.png", "--json", *loose)
    assert isinstance(done.exception, SystemExit | None)
    assert json.loads(done.stdout)["cubes"] == []


@pytest.mark.parametrize("command", ["read", "watch", "teach"])
def test_the_help_lists_the_cameras(command):
    words = CliRunner().invoke(app, [command, "--help"], env={"COLUMNS": "200"}).stdout
    assert all(name in words for name in LENSES)


def test_what_was_not_taught_is_refused_in_one_sentence(pictures):
    done = read(pictures / "good.jpg", "--taught", pictures / "words.png")
    assert done.exit_code == 2
    assert "words.png: This is not what was taught about cubes" in done.stderr
    assert len(done.stderr.splitlines()) == 1


NONSENSE = {
    "a mat": (["--mat", "chess"], "there is no mat 'chess'"),
    "a camera": (["--camera", "kodak"], "there is no camera and no file 'kodak'"),
    "a size on a mat": (["--cube-px", "30"], "--cube-px goes with --loose"),
    "an overlay": (["--overlay", "/dev/null"], "is a file"),
}


@pytest.mark.parametrize("what", NONSENSE)
def test_nonsense_is_refused_in_one_sentence(what, pictures):
    options, sentence = NONSENSE[what]
    done = read(pictures / "good.jpg", pictures / "good.jpg", *options)
    assert done.exit_code == 2
    assert sentence in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_pictures_of_all_kinds_come_out_the_same(board, tmp_path):
    small = cv2.resize(board, (320, 240), interpolation=cv2.INTER_AREA)
    grey = cv2.cvtColor(small, cv2.COLOR_BGR2GRAY)
    kinds = {
        "16 bits.png": small.astype(np.uint16) * 257,
        "12 bits.tiff": small.astype(np.uint16) * 16,
        "grey.png": grey,
        "alpha.png": np.dstack([small, np.full((240, 320), 255, np.uint8)]),
        "float.tiff": small.astype(np.float32) / 255,
        "webp.webp": small,
    }
    for name, image in kinds.items():
        assert cv2.imwrite(str(tmp_path / name), image)
        picture, remark = load(tmp_path / name)
        assert picture.shape == (240, 320, 3), name
        assert picture.dtype == np.uint8
        assert np.abs(picture.mean() - small.mean()) < 6, name
        assert not remark


def test_a_picture_that_was_taken_sideways_is_turned_upright(board, tmp_path):
    jpeg = cv2.imencode(".jpg", cv2.rotate(board, cv2.ROTATE_90_COUNTERCLOCKWISE))[1].tobytes()
    exif = b"Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0\0\0\0\0"
    turned = jpeg[:2] + b"\xff\xe1" + (len(exif) + 2).to_bytes(2, "big") + exif + jpeg[2:]
    (tmp_path / "sideways.jpg").write_bytes(turned)
    picture, _ = load(tmp_path / "sideways.jpg")
    assert picture.shape == board.shape
    assert np.abs(picture.astype(int) - board).mean() < 6


def test_twenty_megapixels_are_read_smaller_and_that_is_said(tmp_path):
    cv2.imwrite(str(tmp_path / "huge.jpg"), np.full((3900, 5200), 128, np.uint8))
    picture, remark = load(tmp_path / "huge.jpg")
    assert picture.shape[0] * picture.shape[1] <= 16_100_000
    assert "has 20 megapixels" in remark


def test_a_picture_cannot_be_written_as_a_text(board, tmp_path):
    with pytest.raises(BadPicture, match="no format for pictures"):
        save(tmp_path / "seen.txt", board)
