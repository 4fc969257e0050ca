"""`wff-table support-bundle`: one file for whoever helps with a table."""

from __future__ import annotations

import time
from contextlib import nullcontext
from pathlib import Path
from typing import Annotated

import typer
from rich.status import Status

from table.cli.errors import one_sentence
from table.cli.show import console
from table.config import reading
from table.config.keys import Config
from table.config.reading import BadConfig
from table.service.support import SupportBundle

INSTALLED = Path("/etc/wff-table/table.toml")
"""Where the installer puts the configuration."""


def support_bundle(
    out: Annotated[Path | None, typer.Option(help="The file to write; it must not be there yet.")] = None,
    data: Annotated[Path | None, typer.Option(help="The data directory, if not the configuration's.")] = None,
    config: Annotated[Path | None, typer.Option(help="The configuration; looked for if left out.")] = None,
    with_names: Annotated[bool, typer.Option("--with-names", help="Leave the players' names in.")] = False,
) -> None:
    """Gather versions, configuration, journal and logs into one file, for whoever helps with the table.

    Secrets are taken out, and players' names replaced by Player 1, Player 2, ...; there are no pictures in it. What
    cannot be had is left out and named.
    """
    out = out or Path(f"wff-table-support-{time.strftime('%Y%m%d-%H%M%S')}.tar.gz")
    config = config or reading.find() or (INSTALLED if INSTALLED.is_file() else None)
    screen = console()
    with one_sentence():
        status = Status("", console=screen) if screen.is_terminal else None
        with status or nullcontext():
            tell = status.update if status else lambda _: None
            pieces = SupportBundle(data or _data(config), config, with_names, about=tell).write(out)
        print(f"{out.absolute()} ({out.stat().st_size / 1000:.0f} kB)")
        for piece in pieces:
            print(f"  {piece.name:14} {piece.words}")
        print("Look through it before you send it: it tells about this machine.")


def _data(config: Path | None) -> Path:
    """Where the configuration says, or where it would be by default if it cannot be read."""
    try:
        return reading.load(config).data if config else Config().data
    except BadConfig:
        return Config().data
