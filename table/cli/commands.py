"""The commands of `wff-table`: a list of names that costs nothing; a command is loaded when it is asked for."""

from __future__ import annotations

from importlib import import_module
from typing import Any, NamedTuple

import typer
from typer.core import TyperGroup
from typer.main import get_command

from table.cli.signals import without_a_word


class Listed(NamedTuple):
    """The module of `table.cli` that a command lives in, and the first sentence of its help."""

    module: str
    line: str


COMMANDS = {
    "demo": Listed("demo", "Play a whole round of three players at a simulated table, from pixels to the scoresheet."),
    "replay": Listed(
        "replay", "Fold a journal and print shakes, moves, clocks, flags, penalties, scores and match points."
    ),
    "editions": Listed("editions", "Print the rule books side by side, each fact with its section."),
    "journal": Listed(
        "journal", "List a journal's entries, follow it as it grows, export it as JSON Lines, import one, or verify it."
    ),
    "say": Listed("say", "Append what somebody says to a table's journal, and print what the referee makes of it."),
    "wff": Listed("wff", "Say of each string whether it is a WFF, what it says in words, or why it is none."),
    "check": Listed("logic", "Judge a solution and its proof; every reason with the book's section and the line."),
    "prove": Listed("logic", "Print a proof with the named rules and no others; without a / all twelve may be used."),
    "solve": Listed("logic", "Find a solution with its proof, or say why there is none."),
    "mat": Listed(
        "mat", "Print a mat to scale, on one sheet (A2) or in tiles to glue (A4, Letter), or the faces of the cubes."
    ),
    "doctor": Listed(
        "doctor",
        "Check camera, mat, light, block, buttons, lights, buzzer, pod, pins, disk and clock, and say what to do.",
    ),
    "export": Listed("export", "Write scoresheets: as a PDF to sign, or as CSV, XLSX or JSON."),
    "init": Listed(
        "init", "Write a configuration for this table: every key with what it means, set to what is attached."
    ),
    "calibrate": Listed(
        "calibrate", "Measure the camera's lens and write it to camera.toml, with a picture to see how well it fits."
    ),
    "console": Listed(
        "console", "Serve the pages for players, judges and staff, beside the table or on a copy of its journal."
    ),
    "read": Listed(
        "read", "Read pictures: cubes with their letters and places, the Goal, hands, and the challenge block."
    ),
    "run": Listed("run", "Run the table: watch, keep time, write the journal, until Ctrl-C or the service is stopped."),
    "simulate": Listed("simulate", "Play at a virtual table with hands, and render what its camera sees."),
    "watch": Listed(
        "watch",
        "Watch a recording as the table would, and print moves, turns, hands and the block as they are noticed.",
    ),
    "teach": Listed(
        "teach", "Teach the table its own cubes from two or more pictures, and say how much better it reads them."
    ),
    "support-bundle": Listed(
        "support", "Gather versions, configuration, journal and logs into one file, for whoever helps with the table."
    ),
    "pod": Listed("pod", "The pod: a Raspberry Pi Pico with block, buttons, glass and buzzer."),
}
"""In the order of `wff-table --help`."""


class Commands(TyperGroup):
    """A group in which each command is but its name and its line until it is to be done."""

    def resolve_command(self, ctx: Any, args: list[str]) -> tuple[str | None, Any, list[str]]:
        name, command, rest = super().resolve_command(ctx, args)
        return name, load(name) if name else command, rest


def list_in(app: typer.Typer) -> None:
    """Let the application know all of the commands, without loading one."""
    for name, listed in COMMANDS.items():
        app.command(name, help=listed.line)(_not_loaded)


def load(name: str) -> Any:
    """A command as Typer does it: the function of its name in its module, or the group there."""
    with without_a_word():
        module = import_module(f"table.cli.{COMMANDS[name].module}")
    found = getattr(module, name.replace("-", "_"))
    if isinstance(found, typer.Typer):
        return get_command(found)
    alone = typer.Typer(add_completion=False)
    alone.command(name)(found)
    return get_command(alone)


def _not_loaded() -> None:
    """What a command does before it is loaded."""
