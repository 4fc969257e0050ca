"""The command `wff-table`."""

from __future__ import annotations

from importlib.metadata import version
from typing import Annotated

import typer

from table.cli import (
    calibrate,
    console,
    doctor,
    export,
    init,
    logic,
    mat,
    pod,
    read,
    run,
    simulate,
    support,
    teach,
    watch,
)
from table.cli.demo import demo
from table.cli.editions import editions
from table.cli.journal import journal
from table.cli.output import open_streams, written_out
from table.cli.replay import replay
from table.cli.say import say

app = typer.Typer(
    help="The smart table for WFF 'N PROOF: keeps time, notices illegal procedure, scores the shake.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
for command in (demo, replay, editions, journal, say):
    app.command()(command)
logic.register(app)
mat.register(app)
doctor.register(app)
export.register(app)
init.register(app)
calibrate.register(app)
console.register(app)
pod.register(app)
read.register(app)
run.register(app)
simulate.register(app)
watch.register(app)
teach.register(app)
support.register(app)


@app.callback(invoke_without_command=True)
def _main(show_version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False) -> None:
    if show_version:
        print(version("wff-table"))
        raise typer.Exit


def main() -> None:
    """What the command does, with streams that are open and written out in the end."""
    open_streams()
    with written_out():
        app()


if __name__ == "__main__":
    main()
