"""A table's own lens and cubes: found by name or file, and refused in a sentence."""

from __future__ import annotations

from pathlib import Path

import pytest

from table.seeing.calibration import BadCalibration, lens_named, taught_by
from vision.lens.camera import LENSES, unknown_lens
from vision.lens.lensfile import lens_as_toml


def test_a_camera_without_a_name_has_a_lens_that_nobody_knows() -> None:
    assert lens_named("") == lens_named("webcam") == unknown_lens(1280, 960)


def test_a_lens_is_one_that_is_known_or_one_that_was_written_down(tmp_path: Path) -> None:
    known = LENSES["pi-v3"]
    assert lens_named("pi-v3") is known
    (tmp_path / "camera.toml").write_text(lens_as_toml(known))
    assert lens_named(str(tmp_path / "camera.toml")).width == known.width


def test_what_is_no_lens_is_refused_in_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(BadCalibration, match="there is no camera and no file 'pi-v9'; cameras are "):
        lens_named("pi-v9")
    (tmp_path / "camera.toml").write_text("[lens]\n")
    with pytest.raises(BadCalibration, match=r"camera\.toml"):
        lens_named(str(tmp_path / "camera.toml"))


def test_what_was_not_taught_is_refused_with_its_file(tmp_path: Path) -> None:
    (tmp_path / "cubes.npz").write_bytes(b"nothing")
    with pytest.raises(BadCalibration, match=r"cubes\.npz: "):
        taught_by(tmp_path / "cubes.npz")
