"""`wff-table simulate`: films with the truth beside them."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import pytest
from typer.testing import CliRunner

from hardware.simulated.fault_words import VERBS
from table.cli.app import app

RUN = CliRunner()


def lines(file: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in file.read_text().splitlines()]


def test_the_help_lists_every_fault_verb() -> None:
    said = RUN.invoke(app, ["simulate", "--help"], terminal_width=160).output
    assert all(verb in said for verb in VERBS)


def test_a_film_has_pictures_their_times_and_the_truth(tmp_path: Path) -> None:
    out = tmp_path / "film"
    result = RUN.invoke(app, ["simulate", "--random", "--minutes", "0.2", "--fps", "1", "--out", str(out)])
    assert result.exit_code == 0, result.output
    frames, truth = lines(out / "frames.jsonl"), lines(out / "truth.jsonl")
    assert len(frames) >= 12
    assert [frame["at"] for frame in frames][:3] == [0, 1000, 2000]
    assert cv2.imread(str(out / str(frames[-1]["file"]))).shape == (960, 1280, 3)
    assert [deed["kind"] for deed in truth[:28]] == ["roll"] * 28
    assert set(truth[0]) >= {"started", "ended", "who", "side", "kind", "cube", "letter", "was", "to", "x", "y"}
    assert len(json.loads((out / "about.json").read_text())["people"]) == 3


def test_an_unplugged_camera_leaves_a_gap_in_the_film(tmp_path: Path) -> None:
    faults = ["--fault", "0:03 unplug camera", "--fault", "0:09 plug in camera"]
    result = RUN.invoke(app, ["simulate", "--idle", "--minutes", "0.2", "--fps", "1", "--out", str(tmp_path), *faults])
    assert result.exit_code == 0, result.output
    times = [int(str(frame["at"])) for frame in lines(tmp_path / "frames.jsonl")]
    assert not [at for at in times if 3_000 < at < 8_900]
    assert max(times) > 10_000
    assert [moment["words"] for moment in lines(tmp_path / "script.jsonl") if moment["kind"] == "fault"][:1] == [
        "unplug camera"
    ]


def test_without_a_folder_it_tells_what_happens_and_what_the_switches_say(tmp_path: Path) -> None:
    script = tmp_path / "script.txt"
    script.write_text(
        "title: A test\nrule: V\ngiven: Ann has set Ksr\n\n"
        "0:40  Ben moves p to forbidden\n0:42  Cal lifts the block\n0:43  Cal says now\n"
    )
    said = RUN.invoke(app, ["simulate", str(script), "--speed", "fast"]).output
    assert "0:40.00  Ben (west): move p, resources to forbidden" in said
    assert "> BlockMoved at 0:42.00: lifted True" in said
    assert "> Pressed at 0:43.00: seat 2, button now, long False" in said


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--random", "--idle"], "choose one"),
        (["--fault", "0:10 spill coffee", "--speed", "fast"], "'spill coffee' is no fault; there are: unplug camera"),
        (["--fault", "soon"], "should be a time and a fault"),
        (["--fault", "0:00 unplug pod", "--random", "--speed", "fast"], "this bench has no pod"),
        (["nowhere.txt"], "nowhere.txt: no such file"),
    ],
)
def test_what_cannot_be_is_one_sentence(arguments: list[str], sentence: str) -> None:
    result = RUN.invoke(app, ["simulate", *arguments])
    assert result.exit_code == 2
    assert sentence in result.output
    assert "Traceback" not in result.output


def test_a_folder_with_something_in_it_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "holiday.jpg").write_bytes(b"")
    result = RUN.invoke(app, ["simulate", "--out", str(tmp_path)])
    assert result.exit_code == 2
    assert "has something in it" in result.output
