"""One round that nobody has looked at before, played by hands from pictures, and measured against its truth.

A round has a name, `demo-SEED` or `chance-SEED`: two shakes of the demo's script, or a match by chance; the seed gives
which, and hands, look, light and camera. How it is disturbed is its mode.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from random import Random
from typing import Any, Literal, NamedTuple, TypeAlias

from bench.round_figures import RoundFigures, measured
from table.language.scenario import Scenario, ScenarioStep, parse, play
from table.simulation.excerpt import excerpt, shakes_in
from table.simulation.omniscient_judge import Manner
from table.simulation.performer import SETTING_UP_MS
from table.simulation.random_script import random_script
from table.simulation.rehearsal import Rehearsal

Mode: TypeAlias = Literal["fresh", "hidden", "falsified", "silent", "wrong"]
MODES: dict[Mode, str] = {
    "fresh": "nothing goes wrong",
    "hidden": "40 % of hands are hidden",
    "falsified": "five faces or places are falsified",
    "silent": "a judge never answers",
    "wrong": "a judge answers wrongly once",
}
FALSIFIED = 5
"""Falsifications in a round."""
_BEFORE_MS = 4_000.0
"""How long before a move something is falsified: so that the table looks while it is."""


class Trial(NamedTuple):
    """A round by its name, and how it is disturbed."""

    name: str
    mode: Mode

    @property
    def seed(self) -> int:
        return int(self.name.partition("-")[2])


def named(name: str, mode: Mode) -> Trial:
    """Raises ValueError for a name that no round can have."""
    kind, _, seed = name.partition("-")
    if kind not in ("demo", "chance") or not seed.isdigit():
        raise ValueError(f"'{name}' is no round; a round is called demo-SEED or chance-SEED")
    return Trial(name, mode)


def script_of(trial: Trial) -> str:
    """What is played, in the words of a scenario."""
    if trial.name.startswith("demo"):
        whole = (files("table.simulation") / "demo.txt").read_text()
        return excerpt(whole, Random(trial.seed).randint(1, shakes_in(whole) - 1), count=2)
    return random_script(Random(trial.seed), trial.name)


def faults_of(trial: Trial, scenario: Scenario) -> Iterator[tuple[float, str]]:
    """What goes wrong, and when, in the puppet's time."""
    if trial.mode == "hidden":
        yield 0.0, "hide 40% of hands"
    if trial.mode == "falsified":
        rng = Random(trial.seed)
        moves = [step for step in scenario.lines if isinstance(step, ScenarioStep) and " moves " in step.sentence]
        for step in sorted(rng.sample(moves, min(FALSIFIED, len(moves)))):
            at = SETTING_UP_MS + step.t - _BEFORE_MS
            yield at, "sight true"
            yield at, rng.choice(("falsify a face", "falsify a place"))
            yield at + rng.uniform(15_000, 30_000), "sight true"


def tried(trial: Trial, directory: Path) -> dict[str, Any]:
    """Play a round in a directory of its own, where its script is kept beside the journal; its figures, for JSON."""
    text, began = script_of(trial), time.monotonic()
    directory.mkdir(parents=True, exist_ok=True)
    (directory / "script.txt").write_text(text)
    figures = _played(trial, parse(text, trial.name), directory)
    return {**trial._asdict(), "seconds": round(time.monotonic() - began), **figures.as_dict()}


def _played(trial: Trial, scenario: Scenario, directory: Path) -> RoundFigures:
    edition, division = next(scenario.variants())
    played = play(scenario, edition, division).referee.table.match
    manners: dict[Mode, Manner] = {"silent": "silent", "wrong": "wrong once"}
    rehearsal = Rehearsal(
        directory / "journal",
        scenario,
        edition,
        division,
        trial.seed,
        vary=True,
        faults=faults_of(trial, scenario),
        judge=manners.get(trial.mode, "true"),
    )
    try:
        for _ in rehearsal.run():
            pass
        assert played is not None
        assert rehearsal.match is not None
        (directory / "asked.json").write_text(json.dumps(rehearsal.questions, indent=1) + "\n")
        return measured(rehearsal.match, played, rehearsal.asked, rehearsal.unsaid)
    finally:
        rehearsal.close()
