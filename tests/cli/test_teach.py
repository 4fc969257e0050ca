"""`wff-table teach`: from two pictures of cubes in known rows to a file that can be undone."""

from __future__ import annotations

from pathlib import Path
from random import Random

import cv2
import pytest
from typer.testing import CliRunner

from hardware.mats import mat_named
from hardware.simulated.renderer import Renderer
from hardware.simulated.scene import Cube, Scene, cube_of
from table.cli.app import app
from table.cli.teach import POSES
from tests.vision.tables import ABOVE


def pose(seed: int, without: str = "") -> Scene:
    """Cubes laid out as the guide says."""
    rng, mat = Random(seed), mat_named("tournament")
    cubes: list[Cube] = []
    for region, row in POSES.items():
        area = mat.region(region).area
        gap = min(30.0, (area.width - 30) / len(row))
        for place, letter in enumerate(row):
            if letter != without:
                x, y = area.x0 + 20 + gap * place, area.centre[1] + rng.gauss(0, 2)
                cubes.append(cube_of(rng, len(cubes) + 1, letter, x, y, rng.uniform(0, 360)))
    return Scene(cubes=tuple(cubes), view=ABOVE)


@pytest.fixture(scope="module")
def pictures(tmp_path_factory) -> list[str]:
    folder = tmp_path_factory.mktemp("lessons")
    for seed in (1, 2):
        cv2.imwrite(str(folder / f"{seed}.png"), Renderer().render(pose(seed)))
    return [str(folder / "1.png"), str(folder / "2.png")]


def teach(*words: str):
    return CliRunner().invoke(app, ["teach", *words])


def test_two_pictures_teach_and_what_they_help_is_told(pictures: list[str], tmp_path: Path) -> None:
    out = tmp_path / "cubes.npz"
    done = teach(*pictures, "--out", str(out))
    assert done.exit_code == 0
    assert "learnt from 48 faces in 2 pictures" in done.stdout
    assert "before:" in done.stdout
    assert "48 of 48 right" in done.stdout.split("after:")[1]
    read = CliRunner().invoke(app, ["read", pictures[0], "--taught", str(out), "--json"])
    assert read.exit_code == 0


def test_it_can_be_undone_step_by_step(pictures: list[str], tmp_path: Path) -> None:
    out = tmp_path / "cubes.npz"
    teach(pictures[0], "--out", str(out))
    first = out.read_bytes()
    teach(pictures[1], "--out", str(out))
    assert out.read_bytes() != first
    assert "back to what was taught before" in teach("--undo", "--out", str(out)).stdout
    assert out.read_bytes() == first
    assert "removed" in teach("--undo", "--out", str(out)).stdout
    assert not out.exists()
    assert teach("--undo", "--out", str(out)).exit_code == 2


def test_a_cube_too_few_is_named_with_its_row(tmp_path: Path) -> None:
    file = tmp_path / "few.png"
    cv2.imwrite(str(file), Renderer().render(pose(3, without="K")))
    done = teach(str(file), "--out", str(tmp_path / "cubes.npz"))
    assert done.exit_code == 2
    assert "11 cubes are seen in goal, and it should be 12: C A K E N R p q r s i o" in done.stderr


def test_the_guide_needs_no_picture() -> None:
    assert "C A K E N R p q r s i o" in teach("--guide").stdout
    assert teach().exit_code == 2
