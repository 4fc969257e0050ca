"""`wff-table watch` over stills and bad recordings, and what it says of each kind of change."""

from __future__ import annotations

import json
from pathlib import Path
from typing import get_args

import cv2
import numpy as np
import pytest
from typer.testing import CliRunner

from hardware.simulated.renderer import Renderer
from table.cli.app import app
from table.cli.watch import as_dict, line
from tests.hardware.simulated.views import laid_out
from tests.vision.tables import ABOVE
from vision import changes as ch
from vision.eye import Eye

CHANGES: list[ch.Change] = [
    ch.SawMoved((1000, 1500), 3, "p", "resources", "goal", 120.0, 44.0, "south", 0.97),
    ch.SawMoved((1000, 1050), 3, "p", "goal", "goal", 120.0, 44.0, None, 1.0),
    ch.SawTurned((0, 0), 3, "p", "q", "goal", "east", 0.99),
    ch.Missed((0, 0), 3, "p", "goal", "west"),
    ch.Appeared((0, 0), 1, "C", "resources", 1.0, 2.0, "north", 1.0),
    ch.SawRolled((0, 0), "CAKE", "south", 1.0),
    ch.Reread((0, 0), 3, "p", "q", 0.95),
    ch.SawGoalRead((0, 0), "Kpq"),
    ch.SawGoalRead((0, 0), ""),
    ch.HandCame((0, 0), "south"),
    ch.HandLeft((0, 0), "south"),
    ch.SawHandAtBlock((0, 0), "south", True),
    ch.SawCovered((0, 0), (1, 2), "south"),
    ch.SawCovered((0, 0), (), None),
    ch.BlockSeen((0, 0), False),
    ch.Bumped((0, 0), 3.2),
    ch.Shifted((0, 0), 3, "p", "resources", "goal"),
    ch.Sight((0, 0), False),
    ch.Sight((0, 0), True),
    ch.Settled((0, 0), (ch.Lying(3, "p", "goal", 120.0, 44.0, 90.0),)),
    ch.Unclear((0, 0), "27 of 28 cubes are seen"),
]


def test_no_kind_of_change_is_left_out() -> None:
    assert {type(change) for change in CHANGES} == set(get_args(ch.Change))


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: type(change).__name__)
def test_every_kind_of_change_has_words_and_an_object(change: ch.Change) -> None:
    assert len(line(change)) > 20
    assert json.loads(json.dumps(as_dict(change)))["kind"]


def test_a_move_is_told_with_its_time_regions_hand_and_confidence() -> None:
    assert line(CHANGES[0]) == "0:01.00-0:01.50     p resources to goal, south (97 %)"


def test_a_still_that_is_held_long_enough_is_a_roll(tmp_path) -> None:
    scene = laid_out(1, view=ABOVE)
    cv2.imwrite(str(tmp_path / "one.jpg"), Renderer().render(scene))
    (tmp_path / "two.jpg").write_bytes(b"not a picture")
    done = CliRunner().invoke(app, ["watch", str(tmp_path), "--hold", "14", "--json", "--cubes", str(len(scene.cubes))])
    assert done.exit_code == 1  # as `read` does when a picture could not be read
    rolled = [told for text in done.stdout.splitlines() if (told := json.loads(text))["kind"] == "rolled"]
    assert [sorted(told["letters"]) for told in rolled] == [sorted(cube.letter for cube in scene.cubes)]
    assert "two.jpg could not be read" in done.stderr


def test_what_is_no_recording_is_said_in_a_sentence(tmp_path) -> None:
    done = CliRunner().invoke(app, ["watch", str(tmp_path)])
    assert done.exit_code == 2
    assert "neither a video nor a folder with images" in done.stderr


def stills(folder: Path, times: str) -> Path:
    """Three pictures of which the second is damaged, and when they were taken."""
    for name in ("1.png", "3.png"):
        cv2.imwrite(str(folder / name), np.full((240, 320), 120, np.uint8))
    (folder / "2.png").write_bytes(b"not a picture")
    (folder / "frames.jsonl").write_text(times)
    return folder


def test_a_picture_that_is_left_out_moves_no_other_in_time(tmp_path, monkeypatch) -> None:
    seen: list[int] = []
    monkeypatch.setattr(Eye, "see", lambda self, at, grey, small: seen.append(at) or [])
    times = [{"frame": number, "file": f"{number}.png", "at": 1000 * number} for number in (1, 2, 3)]
    folder = stills(tmp_path, "".join(json.dumps(one) + "\n" for one in times))
    done = CliRunner().invoke(app, ["watch", str(folder)])
    assert done.exit_code == 1
    assert "2.png could not be read" in done.stderr
    assert seen == [1000, 3000]


@pytest.mark.parametrize("bad", ["{", "[]", '{"file": "1.png"}', '{"file": "1.png", "at": "noon"}', "\udcff"])
def test_a_bad_line_of_the_times_is_named(tmp_path, bad: str) -> None:
    folder = stills(tmp_path, "")
    good = b'{"file": "1.png", "at": 0}\n'
    (folder / "frames.jsonl").write_bytes(good + bad.encode("utf-8", "surrogateescape"))
    done = CliRunner().invoke(app, ["watch", str(folder)])
    assert done.exit_code == 2
    assert f"{folder / 'frames.jsonl'}, line 2:" in done.stderr
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize(("options", "period"), [([], 250), (["--fps", "10"], 100)])
def test_a_video_says_how_fast_it_is_unless_somebody_does(tmp_path, monkeypatch, options: list[str], period) -> None:
    seen: list[int] = []
    monkeypatch.setattr(Eye, "see", lambda self, at, grey, small: seen.append(at) or [])
    writer = cv2.VideoWriter(str(tmp_path / "play.avi"), cv2.VideoWriter.fourcc(*"MJPG"), 4, (320, 240))
    for _ in range(3):
        writer.write(np.full((240, 320, 3), 120, np.uint8))
    writer.release()
    assert CliRunner().invoke(app, ["watch", str(tmp_path / "play.avi"), *options]).exit_code == 0
    assert seen == [0, period, 2 * period]
