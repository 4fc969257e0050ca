"""Matches in the terminal: the sheet, the flags, the shakes, as a judge would want to read them."""

from __future__ import annotations

from typing import Any

from rich.console import Console, Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text

STATUS_STYLE = {
    "raised": "bold yellow",
    "charged": "bold magenta",
    "corrected": "green",
    "insulated": "cyan",
    "upheld": "bold red",
    "dismissed": "dim",
}


def console(stderr: bool = False) -> Console:
    """A console that keeps its width when it is piped, so that tables stay whole."""
    plain = Console(stderr=stderr, highlight=False)
    return plain if plain.is_terminal else Console(stderr=stderr, highlight=False, width=120)


def clock(at: int, since: int = 0) -> str:
    """Milliseconds since a moment as minutes:seconds.tenths."""
    tenths = max(0, at - since) // 100
    return f"{tenths // 600}:{tenths // 10 % 60:02}.{tenths % 10}"


def scoresheet(report: dict[str, Any]) -> Grid:
    """The sheet: a row for each shake, then penalties, totals and match points."""
    title = f"{report['match']}: {report['edition']}, {report['division']} ({report['game']} game)"
    grid = Grid(title=title, title_justify="left", caption_justify="left")
    grid.add_column("shake")
    for player in report["players"]:
        grid.add_column(player, justify="right")
    for shake in report["shakes"]:
        name = f"{shake['number']}{' (replay)' if shake['replay'] else ''}"
        if shake["phase"] == "void":
            grid.add_row(f"[dim]{name} void", *["[dim]-"] * len(report["players"]))
        elif shake["scores"]:
            grid.add_row(f"{name} {shake['ending'] or ''}", *[str(shake["scores"][p]) for p in report["players"]])
        else:
            grid.add_row(f"{name} under way", *[""] * len(report["players"]))
    grid.add_section()
    for penalty in report["penalties"]:
        if not penalty["struck"]:
            points = f"-{penalty['points']}"
            if not penalty["counts"]:
                points = f"[dim]({points})"
            elif penalty["needs_initials"]:
                points += f" {penalty['initials']}"
            cells = [points if p == penalty["player"] else "" for p in report["players"]]
            grid.add_row(f"penalty {penalty['cite']}", *cells)
    grid.add_section()
    grid.add_row("[bold]total", *[f"[bold]{report['totals'][p]}" for p in report["players"]])
    grid.add_row("[bold]match points", *[f"[bold]{report['match_points'][p]}" for p in report["players"]])
    grid.add_row("signed", *["yes" if p in report["signed"] else "-" for p in report["players"]])
    return grid


def flags(report: dict[str, Any]) -> RenderableType:
    """The flags with their life and what the book says."""
    if not report["flags"]:
        return Text("No flags.", style="green")
    grid = Grid(title="Flags", title_justify="left")
    for name in ("flag", "at", "player", "points", "cite", "state", "what happened, and what the book proposes"):
        grid.add_column(name, no_wrap=name in ("flag", "at"), min_width=44 if name.startswith("what") else None)
    for flag in report["flags"]:
        style = STATUS_STYLE[flag["status"]]
        doubt = f" (in doubt: {flag['doubt']})" if flag["doubt"] else ""
        grid.add_row(
            flag["id"],
            clock(flag["at"], report["opened"]),
            flag["player"] or "?",
            "judge" if flag["points"] is None else str(flag["points"]),
            flag["cite"],
            f"[{style}]{' > '.join(step['status'] for step in flag['history'])}",
            f"{flag['detail']}{doubt}; [dim]{flag['remedy']}",
        )
    return grid


def shakes(report: dict[str, Any]) -> Group:
    """What was played, shake by shake."""
    return Group(*[part for shake in report["shakes"] for part in _shake(shake, report["opened"])])


def _shake(shake: dict[str, Any], opened: int) -> list[RenderableType]:
    head = f"[bold]Shake {shake['number']}[/]: {shake['setter'] or '?'} set {shake['goal'] or 'no Goal'}"
    lines: list[RenderableType] = [Text.from_markup(head)]
    if shake["moves"]:
        lines.append(Text("  " + "; ".join(_move(move, opened) for move in shake["moves"])))
    late = [c for c in shake["clocks"] if c["extra"]]
    clocks = [
        f"{c['task']} {', '.join(c['players'])} {(c['ended'] - c['began']) / 1000:.0f} s"
        + (f" of {(c['due'] - c['began']) / 1000:.0f}" if not c["extra"] else " with the extra minute")
        for c in shake["clocks"]
    ]
    if clocks:
        lines.append(Text("  clocks: " + "; ".join(clocks), style="yellow" if late else "dim"))
    if shake["limit"]:
        limit = shake["limit"]
        lines.append(
            Text(f"  running: {limit['task']} for {', '.join(limit['players'])} until {clock(limit['due'], opened)}")
        )
    if shake["challenge"]:
        c = shake["challenge"]
        doubt = f" (in doubt: {c['doubt']})" if c["doubt"] else ""
        lines.append(Text(f"  {c['challenger']} challenged {c['mover']}: {c['kind']}{doubt}"))
    for solution in shake["solutions"]:
        verdict = "correct" if solution["correct"] else "not correct"
        ruled = f", ruled by {solution['ruled_by']}" if solution["ruled_by"] else ""
        lines.append(Text(f"  {solution['writer']}'s solution: {verdict}{ruled}"))
    if shake["scores"]:
        lines.append(Text("  scores: " + ", ".join(f"{p} {n}" for p, n in shake["scores"].items()), style="bold"))
    return lines


def _move(move: dict[str, Any], opened: int) -> str:
    bonus = " (bonus)" if move["bonus"] else ""
    return f"{clock(move['at'], opened)} {move['player'] or '?'} {move['letter']} to {move['to']}{bonus}"
