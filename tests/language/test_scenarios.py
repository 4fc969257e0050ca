"""Every scenario file, in every edition and division it is meant for."""

from pathlib import Path

import pytest

from table.language.scenario import parse, play

FOLDER = Path(__file__).parents[1] / "scenarios"
SCENARIOS = [parse(path.read_text(), path.stem) for path in sorted(FOLDER.glob("**/*.txt"))]
VARIANTS = [
    pytest.param(scenario, edition, division, id=f"{scenario.name}-{edition}-{division}")
    for scenario in SCENARIOS
    for edition, division in scenario.variants()
]


@pytest.mark.parametrize(("scenario", "edition", "division"), VARIANTS)
def test_the_table_says_what_the_scenario_expects(scenario, edition, division):
    assert play(scenario, edition, division).failures == []
