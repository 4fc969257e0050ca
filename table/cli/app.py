"""The command `wff-table`."""

from __future__ import annotations

from typing import Annotated

import typer

from table.cli.commands import Commands, list_in
from table.cli.output import open_streams, written_out

app = typer.Typer(
    cls=Commands,
    help="The smart table for WFF 'N PROOF: keeps time, notices illegal procedure, scores the shake.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
list_in(app)


@app.callback(invoke_without_command=True)
def _main(show_version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False) -> None:
    if show_version:
        from importlib.metadata import version  # noqa: PLC0415 - as slow as all of Typer

        print(version("wff-table"))
        raise typer.Exit


def main() -> None:
    """What the command does, with streams that are open and written out in the end."""
    open_streams()
    with written_out():
        app()


if __name__ == "__main__":
    main()
