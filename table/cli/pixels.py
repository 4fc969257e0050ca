"""`wff-table demo --pixels`: the scripted round played with hands at a simulated table, and read from its pictures."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import typer
from rich.text import Text

from table.cli import show
from table.play.performed import FIRST
from table.play.scenario import Scenario, play
from table.rehearsal import Rehearsal
from table.rules.tournament.report import report
from table.rules.tournament.state import Decision, Match


def rehearse(scenario: Scenario, directory: Path, seed: int, vary: bool, tell: Callable[[Any], None]) -> None:
    """Play it, tell what the table makes of it, and end with exit code 1 if that is not what was played."""
    edition, division = next(iter(scenario.variants()))
    rehearsal = Rehearsal(directory, scenario, edition, division, seed, vary)
    began, zero = time.monotonic(), rehearsal.bench.clock() + round(FIRST)
    try:
        for shown in rehearsal.run():
            at = show.clock(max(0, shown.at - zero))
            if isinstance(shown.what, Decision):
                tell(Text(f"{at:>8}  > {shown.what.text}", style="cyan" if shown.what.public else "yellow"))
            elif shown.what.kind in ("hand", "press", "say", "fault"):
                tell(Text(f"{at:>8}  {shown.what.words}", style="dim"))
            if sys.stderr.isatty():
                print(f"\r{at}, {rehearsal.frames} pictures ", end="", file=sys.stderr, flush=True)
        match = rehearsal.session.match
        assert match is not None
        for part in ("", show.flags(report(match)), "", show.scoresheet(report(match))):
            tell(part)
        spent = time.monotonic() - began
        tell(f"{rehearsal.frames} pictures rendered and seen, {rehearsal.readings} of them read, in {spent:.0f} s")
    finally:
        rehearsal.close()
    scripted = play(scenario, edition, division).referee.table.match
    assert scripted is not None
    differences = compared(match, scripted)
    for difference in differences:
        tell(f"[bold red]Not as played:[/] {difference}")
    if differences:
        raise typer.Exit(1)
    tell(f"[green]All {len(match.flags)} flags and all scores are as they were played.")


def compared(seen: Match, played: Match) -> list[str]:
    """What the table concluded otherwise than the script has it: flags by kind, player and letters, and totals."""
    concluded, scripted = _flags(seen), _flags(played)
    told = [f"flag {flag} was not raised" for flag in scripted if flag not in concluded]
    told += [f"flag {flag} was raised" for flag in concluded if flag not in scripted]
    if len(seen.shakes) != len(played.shakes):
        told.append(f"{len(seen.shakes)} shakes instead of {len(played.shakes)}")
    for player in played.players:
        if seen.total(player) != played.total(player):
            told.append(f"{player} has {seen.total(player)} points instead of {played.total(player)}")
    return told


def _flags(match: Match) -> list[str]:
    """Cubes are named by their letters, since a camera counts them in an order of its own."""
    named = []
    for flag in match.flags.values():
        shake = next((one for one in match.shakes if one.number == flag.shake), None)
        letters = "".join(sorted(shake.letters[cube - 1] for cube in flag.cubes)) if shake else ""
        named.append(f"{flag.kind} by {flag.player or 'somebody'}{f' on {letters}' if letters else ''}")
    return sorted(named)
