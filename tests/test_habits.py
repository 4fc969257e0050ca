"""What the house rules promise of the tests and of the project's own files."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
TESTS = [path for path in sorted((ROOT / "tests").rglob("*.py")) if path != Path(__file__)]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def holding(pattern: str) -> list[str]:
    return [str(path.relative_to(ROOT)) for path in TESTS if re.search(pattern, path.read_text(encoding="utf-8"))]


def test_no_test_sleeps() -> None:
    assert holding(r"\b(time|asyncio)\.sleep\(|import .*\bsleep\b") == []


def test_only_tests_that_drive_a_browser_are_tried_again() -> None:
    assert holding(r"\bflaky\b|\breruns\b") == ["tests/console/test_browser.py"]


@pytest.mark.parametrize("package", PROJECT["tool"]["hatch"]["build"]["targets"]["wheel"]["packages"])
def test_every_package_says_that_it_has_types(package: str) -> None:
    assert (ROOT / package / "py.typed").is_file()


def test_the_hosted_machines_try_every_python_that_is_promised() -> None:
    promised = re.findall(r"Python :: (3\.\d+)", "\n".join(PROJECT["project"]["classifiers"]))
    workflow = (ROOT / ".github" / "workflows" / "ci.yml").read_text(encoding="utf-8")
    (tried,) = re.findall(r"python: \[(.*)\]", workflow)
    assert re.findall(r"[\d.]+", tried) == promised
    assert ".ci/run" in workflow
