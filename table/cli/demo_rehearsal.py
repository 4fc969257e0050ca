"""`wff-table demo`: the scripted round played with hands at a simulated table, and read from its pictures."""

from __future__ import annotations

import time
from collections import Counter, deque
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path
from random import Random
from typing import Any

import typer
from rich.console import RenderableType
from rich.live import Live
from rich.text import Text

from table.cli import show
from table.cli.demo import screen, told
from table.language.scenario import Scenario, play
from table.rules.flags import Flag
from table.rules.games import game_of
from table.rules.match import Decision, Match
from table.simulation.performer import SETTING_UP_MS
from table.simulation.rehearsal import Rehearsal, Shown

SHOWN = ("hand", "press", "say", "fault")
MISHAPS: tuple[tuple[float, str, str], ...] = (
    (7, "unplug camera", "plug in camera"),
    (4, "stall camera", "thaw camera"),
    (5, "freeze camera", "thaw camera"),
    (9, "lamp off", "lamp on"),
    (0, "bump mat", ""),
    (0, "bump camera", ""),
    (20, "chatter block", "free block"),
    (0, "power cut", ""),
)
"""What may go wrong: for how many seconds, what, and how it is mended."""
UNTOLD = ("view-blocked",)
"""Flags whose cubes no script can tell: an arm lies over others on its way."""
MISHAP_EVERY_S = 150.0
"""Seconds between two mishaps, more or less."""


def rehearse(
    scenario: Scenario,
    directory: Path,
    seed: int = 0,
    faults: bool = False,
    live: bool = False,
    speed: float = 0.0,
    heading: str = "",
) -> None:
    """Play it, tell what the table makes of it, and end with exit code 1 if that is not what was played."""
    edition, division = next(iter(scenario.variants()))
    played = play(scenario, edition, division).referee.table.match
    assert played is not None
    going_wrong = mishaps(seed, played.at / 1000) if faults else ()
    rehearsal = Rehearsal(directory, scenario, edition, division, seed, vary=seed != 0, faults=going_wrong)
    out, began = show.console(), time.monotonic()
    try:
        lines: deque[RenderableType] = deque(maxlen=18)
        if heading:
            out.print(heading)
        with Live(Text(""), console=out, auto_refresh=False) if live else nullcontext() as display:
            for line in _paced(rehearsal, speed):
                if display is None:
                    if line is not None:
                        out.print(line)
                    continue
                if line is not None:
                    lines.append(line)
                if rehearsal.match is not None:
                    display.update(screen(rehearsal.match, rehearsal.now, lines), refresh=True)
        match = rehearsal.match
        assert match is not None
        final = game_of(match).report(match)
        for part in ("", show.flags(final), "", show.scoresheet(final), "", _figures(rehearsal, began)):
            out.print(part)
        _conclude(out, rehearsal, match, played, faults)
    finally:
        rehearsal.close()


def mishaps(seed: int, seconds: float) -> Iterator[tuple[float, str]]:
    """Faults by chance, at moments of the puppet's time; each is mended before the next."""
    rng = Random(seed)
    at = SETTING_UP_MS / 1000 + 40.0
    while at < seconds - 60:
        lasts, fault, mended = rng.choice(MISHAPS)
        yield 1000 * at, fault
        if mended:
            yield 1000 * (at + lasts), mended
        at += lasts + rng.uniform(0.5, 1.5) * MISHAP_EVERY_S


def compared(seen: Match, played: Match) -> list[str]:
    """What the table concluded otherwise than the script has it: flags by kind, player and letters, and totals."""
    concluded, scripted = _flags(seen), _flags(played)
    found = [f"flag {flag} was not raised" for flag in (scripted - concluded).elements()]
    found += [f"flag {flag} was raised" for flag in (concluded - scripted).elements()]
    if len(seen.shakes) != len(played.shakes):
        found.append(f"{len(seen.shakes)} shakes instead of {len(played.shakes)}")
    for now, then in zip(seen.shakes, played.shakes, strict=False):
        if now.scores != then.scores:
            found.append(f"shake {then.number} scores {now.scores} instead of {then.scores}")
        moved, meant = _moves(now), _moves(then)
        found += [f"shake {then.number}: move {move} was not seen" for move in (meant - moved).elements()]
        found += [f"shake {then.number}: move {move} was not made" for move in (moved - meant).elements()]
    for player in played.players:
        if seen.total(player) != played.total(player):
            found.append(f"{player} has {seen.total(player)} points instead of {played.total(player)}")
    return found


def named_flag(match: Match, flag: Flag) -> str:
    """A flag in words. Cubes are named by their letters, since a camera counts them in an order of its own."""
    shake = next((one for one in match.shakes if one.number == flag.shake), None)
    cubes = () if flag.kind in UNTOLD else flag.cubes
    letters = "".join(sorted(shake.letters[cube - 1] for cube in cubes)) if shake else ""
    return f"{flag.kind} by {flag.player or 'somebody'}{f' on {letters}' if letters else ''}"


def doubted(match: Match) -> list[str]:
    """Flags of which the table itself said that it was not certain."""
    return [f"{flag.kind} by {flag.player or 'somebody'}: {flag.doubt}" for flag in match.flags.values() if flag.doubt]


def _conclude(out: Any, rehearsal: Rehearsal, match: Match, played: Match, faults: bool) -> None:
    differences = [*rehearsal.unsaid, *compared(match, played)]
    if faults or rehearsal.asked:
        out.print(
            f"{rehearsal.asked} questions to the judge, {rehearsal.crashes} power cuts; in doubt: {doubted(match)}"
        )
    if faults:
        in_doubt = {f"flag {name} was raised" for name in _flags(match, doubt=True)}
        differences = [one for one in differences if one not in in_doubt]
    for difference in differences:
        out.print(f"[bold red]Not as played:[/] {difference}")
    if differences:
        raise typer.Exit(1)
    moves = sum(len(shake.moves) for shake in match.shakes)
    out.print(f"[green]All {moves} moves, {len(match.flags)} flags and all scores are as they were played.")


def _paced(rehearsal: Rehearsal, speed: float) -> Iterator[RenderableType | None]:
    """What happens, in lines, no faster than the speed; nothing when only a second has passed."""
    zero = rehearsal.bench.clock() + round(SETTING_UP_MS)
    began, start = time.monotonic(), rehearsal.bench.clock()
    for shown in rehearsal.run():
        if speed:
            early = (shown.at - start) / 1000 / speed - (time.monotonic() - began)
            time.sleep(max(0.0, early))
        yield _line(shown, zero)


def _line(shown: Shown, zero: int) -> Text | None:
    if isinstance(shown.what, Decision):
        return told(shown.what, shown.at - zero)
    if shown.what.kind in SHOWN:
        return Text(f"{show.clock(max(0, shown.at - zero)):>8}  {shown.what.words}", style="dim")
    return None


def _figures(rehearsal: Rehearsal, began: float) -> str:
    spent = time.monotonic() - began
    return f"{rehearsal.frames} pictures rendered and seen, {rehearsal.readings} of them read, in {spent:.0f} s"


def _flags(match: Match, doubt: bool = False) -> Counter[str]:
    return Counter(named_flag(match, flag) for flag in match.flags.values() if flag.doubt or not doubt)


def _moves(shake: Any) -> Counter[str]:
    return Counter(f"{move.letter} to {move.to} by {move.player or 'somebody'}" for move in shake.moves)
