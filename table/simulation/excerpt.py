"""A few shakes of a long script, as a script of their own: the round has come so far, and the totals are entered."""

from __future__ import annotations

import re

from table.language.scenario import ScenarioStep, parse, play
from table.rules.match import Match

_SHAKE = re.compile(r"^# Shake \d+:", re.MULTILINE)
_TIMED = re.compile(r"^(\d+):(\d\d)(?=\s)", re.MULTILINE)
LEAD_S = 20
"""Seconds from the beginning of the excerpt to what comes first in it: cubes must be fetched."""


def shakes_in(text: str) -> int:
    """How many shakes a script says that it has, each after a remark `# Shake 1: ...`."""
    return len(_SHAKE.findall(text))


def excerpt(text: str, first: int, count: int) -> str:
    """The script of `count` shakes from the `first` on, in one book and division."""
    starts = [found.start() for found in _SHAKE.finditer(text)] + [len(text)]
    wanted = text[starts[first - 1] : starts[first - 1 + count]]
    if first == 1:
        return text[: starts[count]]
    before = _played(text[: starts[first - 1]])
    minutes, seconds = _TIMED.findall(wanted)[0]
    skipped = 60 * int(minutes) + int(seconds) - LEAD_S
    totals = ", ".join(f"{player} {before.total(player)}" for player in before.players)
    said = (
        f"judge JD enters totals {totals} after {len(before.shakes)} shakes, the last set by "
        f"{before.shakes[-1].setter}, {_clock(skipped)} into the round"
    )
    shifted = _TIMED.sub(lambda found: f"{_clock(60 * int(found[1]) + int(found[2]) - skipped):<6}", wanted)
    return f"{text[: starts[0]]}0:00   the round starts\n0:00   {said}\n\n{shifted}"


def _played(text: str) -> Match:
    scenario = parse(text)
    match = play(scenario, *next(scenario.variants())).referee.table.match
    assert match is not None
    assert any(isinstance(line, ScenarioStep) for line in scenario.lines)
    return match


def _clock(seconds: int) -> str:
    return f"{seconds // 60}:{seconds % 60:02}"
