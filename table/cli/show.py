"""Matches in the terminal: the sheet, the flags, the shakes, as a judge would want to read them."""

from __future__ import annotations

import os
from typing import Any

from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.table import Table as Grid
from rich.text import Text

from table.rules.editions import EDITIONS

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
    width = int(os.environ.get("COLUMNS", "120"))
    return plain if plain.is_terminal else Console(stderr=stderr, highlight=False, width=width)


def clock(at: int, since: int = 0) -> str:
    """Milliseconds since a moment as minutes:seconds.tenths."""
    tenths = max(0, at - since) // 100
    return f"{tenths // 600}:{tenths // 10 % 60:02}.{tenths % 10}"


def scoresheet(report: dict[str, Any]) -> Group:
    """The sheet: a row for each shake, then penalties, totals and match points."""
    players = report["players"]
    grid = Grid()
    grid.add_column("shake")
    for player in players:
        grid.add_column(player, justify="right")
    for shake in report["shakes"]:
        grid.add_row(*_sheet_row(report, shake))
    grid.add_section()
    due = [p for p in report["penalties"] if not p["struck"]]
    for penalty in due:
        cell = f"-{penalty['points']}" if penalty["counts"] else f"[dim](-{penalty['points']})"
        cell += f" {penalty['initials']}" if penalty["needs_initials"] and penalty["initials"] else ""
        grid.add_row(f"penalty {penalty['cite']}", *[cell if p == penalty["player"] else "" for p in players])
    grid.add_section()
    over = report["phase"] in ("signing", "closed")
    grid.add_row("[bold]total", *[f"[bold]{report['totals'][p]}" for p in players])
    grid.add_row(
        f"[bold]match points{'' if over else ' so far'}", *[f"[bold]{report['match_points'][p]}" for p in players]
    )
    grid.add_row("signed", *["yes" if p in report["signed"] else "-" for p in players])
    played = f", {report['division']} ({report['game']} game)" if report["game"] else ""
    title = f"{report['match']}: {report['edition']}{played}"
    parts: list[RenderableType] = [Text(title, style="italic"), grid]
    if any(not p["counts"] for p in due):
        parts.append(Text("In brackets: not counted, it lacks a judge's initials.", style="dim"))
    return Group(*parts)


def flags(report: dict[str, Any]) -> RenderableType:
    """The flags: each with its life, what happened, what the book proposes, and where it says so."""
    if not report["flags"]:
        return Text("No flags.", style="green")
    initials = {p["id"]: p["initials"] for p in report["penalties"] if p["initials"]}
    parts: list[RenderableType] = [Text("Flags", style="italic")]
    for flag in report["flags"]:
        life = " > ".join(step["status"] + (f" by {step['by']}" if step["by"] else "") for step in flag["history"])
        if flag["id"] in initials and flag["status"] != "upheld":
            life += f" > initialed by {initials[flag['id']]}"
        points = {None: "points: judge", 0: "no points"}.get(flag["points"], f"{flag['points']} point(s)")
        head = Text(f"{clock(flag['at'], report['opened']):>8}  {flag['id']}  {flag['player'] or '?'}  ", style="bold")
        head.append(f"{life}, {points}", style=STATUS_STYLE[flag["status"]])
        doubt = f" In doubt: {flag['doubt']}." if flag["doubt"] else ""
        parts += [head, _inset(f"{flag['detail']}: {flag['remedy']} [{flag['cite']}].{doubt}", 10, "dim")]
    return Group(*parts)


def shakes(report: dict[str, Any]) -> Group:
    """What was played, shake by shake."""
    return Group(*[part for shake in report["shakes"] for part in _shake(report, shake)])


def ending(report: dict[str, Any], shake: dict[str, Any]) -> str:
    """How a shake ended, in the book's own word."""
    book = EDITIONS.get(report["edition"])
    words = {"now": book.now_word.value, "impossible": book.impossible_word.value} if book else {}
    return words.get(shake["ending"], (shake["ending"] or "").replace("-", " "))


def _sheet_row(report: dict[str, Any], shake: dict[str, Any]) -> list[str]:
    name = f"{shake['number']}{' (replay)' if shake['replay'] else ''}"
    players = report["players"]
    if shake["phase"] == "void":
        return [f"[dim]{name} void", *["[dim]-"] * len(players)]
    if shake["scores"]:
        return [f"{name} {ending(report, shake)}", *[str(shake["scores"][p]) for p in players]]
    return [f"{name} under way", *[""] * len(players)]


def _shake(report: dict[str, Any], shake: dict[str, Any]) -> list[RenderableType]:
    opened = report["opened"]
    verb = "set" if shake["goal_set"] else "has in Goal, not yet set,"
    head = f"[bold]Shake {shake['number']}[/]: {shake['setter'] or '?'} {verb} {shake['goal'] or 'nothing'}"
    lines: list[RenderableType] = [Text.from_markup(head)]
    if shake["moves"]:
        lines.append(_inset("moves: " + "; ".join(_move(move, opened) for move in shake["moves"])))
    lines.append(
        _inset("mat: " + ", ".join(f"{where} {letters or '-'}" for where, letters in shake["regions"].items()))
    )
    if shake["clocks"]:
        lines.append(_inset("clocks: " + "; ".join(_clocked(c) for c in shake["clocks"]), style="dim"))
    if shake["limit"]:
        limit = shake["limit"]
        until = clock(limit["due"], opened)
        lines.append(_inset(f"running: {limit['task']} for {', '.join(limit['players'])} until {until}"))
    if shake["challenge"]:
        c = shake["challenge"]
        doubt = f" (in doubt: {c['doubt']})" if c["doubt"] else ""
        joined = "".join(f"; {p} joined the {side}" for p, side in shake["sides"].items())
        lines.append(_inset(f"{c['challenger']} challenged {c['mover']}: {ending(report, shake)}{doubt}{joined}"))
    lines += [_inset(_solution(solution)) for solution in shake["solutions"]]
    if shake["scores"]:
        by = f", set by {shake['scored_by']}" if shake["scored_by"] else ""
        lines.append(_inset("scores: " + ", ".join(f"{p} {n}" for p, n in shake["scores"].items()) + by, style="bold"))
    return lines


def _move(move: dict[str, Any], opened: int) -> str:
    bonus = " (bonus)" if move["bonus"] else ""
    return f"{clock(move['at'], opened)} {move['player'] or '?'} {move['letter']} to {move['to']}{bonus}"


def _clocked(c: dict[str, Any]) -> str:
    used, given = (c["ended"] - c["began"]) / 1000, (c["due"] - c["began"]) / 1000
    extra = ", the extra minute with it" if c["extra"] else ""
    return f"{c['task']} {', '.join(c['players'])} {used:.0f} s of {given:.0f}{extra}"


def _solution(solution: dict[str, Any]) -> str:
    said = [
        f"{p} {'accepted' if v['accepted'] else 'rejected'}" + (f" ({v['reason']})" if v["reason"] else "")
        for p, v in solution["verdicts"].items()
    ]
    ruled = [f"ruled by {solution['ruled_by']}"] if solution["ruled_by"] else []
    verdict = "correct" if solution["correct"] else "not correct"
    return f"{solution['writer']}'s solution: {verdict}; {', '.join(said + ruled) or 'nobody judged it in time'}"


def _inset(text: str, by: int = 2, style: str = "") -> Padding:
    return Padding(Text(text, style=style), (0, 0, 0, by))
