"""The page of walks agrees with the code: every file, every function, and what each hands on to."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "walks.md"


class Step(NamedTuple):
    walk: str
    file: str
    who: str
    hands_on: str


def steps() -> list[Step]:
    found, walk = [], ""
    for line in PAGE.read_text().splitlines():
        if line.startswith("## "):
            walk = line[3:]
        row = re.fullmatch(r"\| `([^`]+)` \| `([^`]+)` \| .+ \| `([^`]+)` \|", line)
        if row:
            found.append(Step(walk, *row.groups()))
    return found


@cache
def tree(file: str) -> ast.Module:
    return ast.parse((ROOT / file).read_text())


def definition(step: Step) -> ast.AST:
    """The class, method or function that a step names."""
    found: ast.AST = tree(step.file)
    for name in step.who.split("."):
        inner = [n for n in ast.iter_child_nodes(found) if getattr(n, "name", None) == name]
        assert inner, f"{step.file} has no {step.who}"
        found = inner[0]
    return found


@pytest.mark.parametrize("step", steps(), ids=lambda step: f"{step.file}:{step.who}")
def test_each_step_is_there_and_names_what_it_hands_on_to(step: Step) -> None:
    names = {getattr(node, "id", None) or getattr(node, "attr", None) for node in ast.walk(definition(step))}
    assert step.hands_on in names, f"{step.who} in {step.file} never names {step.hands_on}"


def test_there_are_four_walks_of_some_length() -> None:
    walks = [step.walk for step in steps()]
    assert [walks.count(walk) >= 8 for walk in dict.fromkeys(walks)] == [True] * 4
