"""`wff-table console`: serves the pages for players, judges and staff."""

from __future__ import annotations

import ssl
from contextlib import suppress
from pathlib import Path
from typing import Annotated

import typer

from table.cli.errors import one_sentence, refuse
from table.config import reading
from table.config.keys import Config
from table.config.reading import BadConfig


def console(
    directory: Annotated[
        Path | None, typer.Argument(help="The table's data directory; the configuration's if left out.")
    ] = None,
    config: Annotated[Path | None, typer.Option(help="The configuration; looked for if left out.")] = None,
    new_pins: Annotated[
        bool, typer.Option("--new-pins", help="Make new PINs, print them once, and end. Everyone must log in again.")
    ] = False,
) -> None:
    """Serve the pages for players, judges and staff, beside the table or on a copy of its journal."""
    with one_sentence():
        told = _configured(config)
        data = directory or told.data
        if new_pins:
            _print_pins(data)
            return
        _serve(data, told)


def _configured(config: Path | None) -> Config:
    found = config or reading.find()
    try:
        return reading.load(found) if found else Config()
    except BadConfig as error:
        refuse(str(error))


def _print_pins(data: Path) -> None:
    from table.console.access.pins import TITLES, new_pins  # noqa: PLC0415

    print("Write these down now: they are kept only as hashes and cannot be shown again.\n")
    for role, pin in new_pins(data).items():
        print(f"  {TITLES[role]:<12} {pin[:4]} {pin[4:]}")
    print("\nEveryone who was logged in has to log in again, and screens have to be paired again.")


def _serve(data: Path, told: Config) -> None:
    # Imported here because the web would slow down every other command.
    from table.console.access.pins import NoPins  # noqa: PLC0415
    from table.console.app import console as app_of  # noqa: PLC0415
    from table.console.serving import Server  # noqa: PLC0415
    from table.seeing.evidence import Frames  # noqa: PLC0415

    pages = told.console
    try:
        app = app_of(
            data,
            Frames(data),
            mat=pages.mat,
            solver=pages.solver,
            secure=bool(pages.certificate),
        )
    except NoPins as error:
        refuse(str(error))
    scheme = "https" if pages.certificate else "http"
    host = f"[{pages.address}]" if ":" in pages.address else pages.address
    greeting = f"The table's page is at {scheme}://{host}:{pages.port}/ ; stop it with Ctrl-C."
    if pages.address in ("127.0.0.1", "::1", "localhost"):
        greeting += '\nOnly this machine can reach it. For the hall\'s screens and phones: console.address = "0.0.0.0".'
    elif not pages.certificate:
        greeting += "\nPINs travel unencrypted: name a certificate and its key in the configuration for https."
    try:
        server = Server(app, pages.address, pages.port, pages.certificate, pages.key, greeting)
    except (ssl.SSLError, OSError) as error:
        refuse(f"{pages.certificate} and {pages.key} cannot be used for https: {error}")
    with suppress(KeyboardInterrupt, SystemExit):  # uvicorn ends the program itself where it cannot listen
        server.run()
    if not server.up.is_set():
        refuse(f"nothing can listen on {pages.address}, port {pages.port}; choose another in the configuration")
