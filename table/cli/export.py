"""`wff-table export`: scoresheets of a table, or of a hall of tables, as PDF, CSV, XLSX or JSON."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer
from rich.progress import track

from table.cli.errors import one_sentence, refuse
from table.cli.files import whole
from table.cli.replay import read
from table.cli.show import console
from table.config import reading
from table.config.keys import Config
from table.config.reading import BadConfig
from table.journal.file import exists
from table.journal.journal import JournalError, JournalReader
from table.rules.sheet import Sheet
from table.sheets.assemble import sheets


class Format(StrEnum):
    pdf = "pdf"
    csv = "csv"
    xlsx = "xlsx"
    json = "json"


class PaperName(StrEnum):
    a4 = "a4"
    letter = "letter"


def export(
    journal: Annotated[
        Path | None,
        typer.Argument(
            help="A table's data directory, or its journal as JSON Lines; - reads standard input. "
            "The configuration's data directory, if left out."
        ),
    ] = None,
    journals: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Many tables: each sub-directory that holds a journal is one.")
    ] = None,
    match: Annotated[
        list[str] | None, typer.Option(metavar="ID", help="Only this match; give it again for more. Else all.")
    ] = None,
    latest: Annotated[bool, typer.Option("--latest", help="Only the latest match of each table.")] = False,
    form: Annotated[
        Format | None, typer.Option("--format", help="By the ending of --out if left out; else pdf.")
    ] = None,
    out: Annotated[
        Path | None, typer.Option(help="The file to write, - for standard output; scoresheets.pdf or so if left out.")
    ] = None,
    paper: Annotated[PaperName, typer.Option(help="The paper of the PDF.")] = PaperName.a4,
    event: Annotated[str, typer.Option(help="The event's name, for the head of the sheets.")] = "",
    table: Annotated[
        str, typer.Option(help="The table's name or number; with --journals it is the sub-directory's name.")
    ] = "",
    fonts: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Look here first for fonts that names in the PDF need.")
    ] = None,
    bom: Annotated[
        bool | None,
        typer.Option("--bom/--no-bom", help="CSV: mark it as UTF-8; done in files if left out."),
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Write over a file that is there already.")] = False,
) -> None:
    """Write scoresheets: as a PDF to sign, or as CSV, XLSX or JSON.

    All matches of the journal are written, in the order in which they were played, each beginning on a page of its
    own. With --journals the matches of all tables go into one file.
    """
    form = form or _by_ending(out)
    out = out or Path(f"scoresheets.{form}")
    if journals and (journal or table):
        refuse("--journals takes every table's journal and name from its own directory; leave the others out")
    if str(out) == "-" and form in (Format.pdf, Format.xlsx) and sys.stdout.isatty():
        refuse(f"{form} is nothing for a terminal to show; name a file with --out, or pipe it on")
    with one_sentence():
        broken: list[str] = []
        found = list(_hall(journals, event, latest, broken) if journals else _one(journal, event, table, latest))
        for sentence in broken:
            _tell(f"wff-table: left out: {sentence}")
        chosen = _chosen(found, match or [])
        _write(out, _made(chosen, form, paper, fonts, str(out) != "-" if bom is None else bom), force)
        _tell(f"{_count(chosen)} written to {'standard output' if str(out) == '-' else out}")
    if broken:
        raise typer.Exit(1)


def _one(journal: Path | None, event: str, table: str, latest: bool) -> list[Sheet]:
    directory = journal or _data()
    made = sheets(read(directory), event, table)
    if not made:
        refuse(f"no match was opened in the journal of {directory}")
    return made[-1:] if latest else made


def _hall(directory: Path, event: str, latest: bool, broken: list[str]) -> Iterator[Sheet]:
    """The sheets of all tables. A journal that cannot be read is named in `broken`, and the others go on."""
    tables = sorted((d for d in directory.iterdir() if d.is_dir() and exists(d)), key=_by_number)
    if not tables:
        refuse(f"no sub-directory of {directory} holds a journal; for a single table give its own directory")
    shown = console(stderr=True)
    for table in track(tables, "Reading journals", console=shown, transient=True, disable=not shown.is_terminal):
        try:
            with JournalReader(table) as reader:
                made = sheets(reader.entries(), event, table.name)
            yield from made[-1:] if latest else made
        except JournalError as error:
            broken.append(str(error))


def _chosen(found: list[Sheet], wanted: list[str]) -> list[Sheet]:
    there = list(dict.fromkeys(sheet.match for sheet in found))
    for name in wanted:
        if name not in there:
            refuse(f"there is no match '{name}'; there are: {', '.join(there) or 'none'}")
    if not found:
        refuse("no match was opened in any of these journals")
    return [sheet for sheet in found if not wanted or sheet.match in wanted]


def _made(chosen: list[Sheet], form: Format, paper: PaperName, fonts: Path | None, bom: bool) -> bytes:
    # Imported here because reportlab and openpyxl would slow down every other command.
    if form is Format.pdf:
        from table.sheets.page import PAPERS  # noqa: PLC0415
        from table.sheets.pdf import to_pdf  # noqa: PLC0415
        from table.sheets.typefaces import PLACES  # noqa: PLC0415

        if fonts is not None and not fonts.is_dir():
            refuse(f"{fonts} is no directory of fonts")
        return to_pdf(chosen, PAPERS[paper], [fonts, *PLACES] if fonts else PLACES)
    if form is Format.xlsx:
        from table.sheets.xlsx import to_xlsx  # noqa: PLC0415

        return to_xlsx(chosen)
    from table.sheets.csvfile import to_csv  # noqa: PLC0415
    from table.sheets.jsonfile import to_json  # noqa: PLC0415

    return to_json(chosen) if form is Format.json else to_csv(chosen, bom)


def _by_ending(out: Path | None) -> Format:
    ending = out.suffix.lower().lstrip(".") if out else ""
    if ending in list(Format):
        return Format(ending)
    if out is not None and str(out) != "-" and ending:
        refuse(f"what '.{ending}' means is not known; give --format {', '.join(Format)}")
    return Format.pdf


def _data() -> Path:
    """Where the table on this machine keeps its journal."""
    try:
        file = reading.find()
        return reading.load(file).data if file else Config().data
    except BadConfig as error:
        refuse(str(error))


def _write(out: Path, data: bytes, force: bool) -> None:
    if str(out) == "-":
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
        return
    if out.exists() and not force:
        refuse(f"{out} is there already; choose another name with --out, or write over it with --force")
    with whole(out, force) as draft:
        draft.write_bytes(data)


def _count(chosen: list[Sheet]) -> str:
    return "1 scoresheet" if len(chosen) == 1 else f"{len(chosen)} scoresheets"


def _by_number(directory: Path) -> list[tuple[int, str]]:
    """Table 2 before table 10."""
    return [(int(part), "") if part.isdigit() else (-1, part) for part in re.split(r"(\d+)", directory.name) if part]


def _tell(sentence: str) -> None:
    print(sentence, file=sys.stderr)
