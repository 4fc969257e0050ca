"""Everything that somebody who helps with a table would ask for, in one file: facts, configuration, journal, logs.

Each piece is gathered on its own, and one that cannot be had is a line that says why: a bundle is wanted when things
are broken. Secrets never go in, players' names only if asked for, pictures not at all.
"""

from __future__ import annotations

import io
import json
import os
import platform
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
import tomllib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from importlib import metadata
from pathlib import Path
from typing import Any

from table.journal.file import NAME, exists, log_of
from table.journal.journal import JournalError, JournalReader
from table.journal.salvage import salvage
from table.service.pseudonyms import Pseudonyms

UNITS = ("wff-table.service", "wff-table-console.service")
LOG_LINES = 5000
MOST_FILES = 5000
DOCTOR_LIMIT_S = 180.0
"""Seconds after which the doctor is left out."""
COMMAND_LIMIT_S = 15.0
"""Seconds for anything else that is run."""

SECRET = re.compile(r"pass|secret|token|credential|auth|(^|_)key|(^|_)pins?($|_)", re.IGNORECASE)
PARTS = ("block", "buttons", "sand", "buzzer")
"""The tables of the configuration in which a pin is a pin of the header."""


class Missing(Exception):  # noqa: N818 - it reads better so
    """A piece that cannot be had; the sentence says why."""


@dataclass(frozen=True)
class BundleFile:
    """A file of the bundle; without a size it is not in it, and the words say why."""

    name: str
    words: str
    size: int | None = None


@dataclass(frozen=True)
class SupportBundle:
    """Where to look."""

    data: Path
    config: Path | None = None
    with_names: bool = False
    about: Callable[[str], None] = lambda _: None
    """Told what is being gathered, for somebody who waits."""

    def write(self, out: Path) -> list[BundleFile]:
        """Gather everything into a new .tar.gz that only its owner can read; returns what is in it."""
        descriptor = os.open(out, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)  # first: gathering takes a while
        try:
            with os.fdopen(descriptor, "wb") as file, tempfile.TemporaryDirectory(prefix="wff-table-") as scratch:
                folder = Path(scratch)
                pieces = list(self._gather(folder))
                (folder / "README.txt").write_text(_contents(pieces, self.with_names), "utf-8")
                with tarfile.open(fileobj=file, mode="w:gz") as tar:
                    for path in sorted(folder.iterdir()):
                        tar.add(path, f"{out.name.removesuffix('.tar.gz')}/{path.name}", filter=_nobodys)
        except BaseException:
            out.unlink(missing_ok=True)
            raise
        return pieces

    def _gather(self, folder: Path) -> Iterator[BundleFile]:
        """The journal first: only it knows the names that the others must not tell."""
        pseudonyms, journal = self._journal(folder)
        hide = (lambda text: text) if self.with_names else pseudonyms.text

        def told(gather: Callable[[], str]) -> str:
            """A text that may tell names: left out where they cannot be known."""
            if journal.size is None and exists(self.data) and not self.with_names:
                raise Missing("names in it are not known, as the journal cannot be read; --with-names puts it in")
            return hide(gather())

        wanted: tuple[tuple[str, str, Callable[[], str]], ...] = (
            ("versions.txt", "this program, Python and every package", versions),
            ("machine.txt", "system, board, memory, disk, clock, USB", lambda: machine(self.data)),
            ("config.json", "the configuration without secrets and comments", lambda: hide(configuration(self.config))),
            (
                "files.txt",
                "names and sizes of the files in the data directory",
                lambda: told(partial(files, self.data)),
            ),
            ("units.txt", "how the units are", lambda: told(units)),
            ("log.txt", f"the units' last {LOG_LINES} lines", lambda: told(log)),
            ("doctor.json", "what the doctor found", lambda: hide(doctor(self.config))),
        )
        for name, words, gather in wanted:
            self.about(f"gathering {words}")
            yield _piece(folder, name, words, gather)
        yield journal

    def _journal(self, folder: Path) -> tuple[Pseudonyms, BundleFile]:
        """Every entry as a line of JSON, in a file rather than in memory: a journal may be large."""
        self.about("exporting the journal")
        name, words, path = "journal.jsonl", "", folder / "journal.jsonl"
        raw = folder / "raw"
        try:
            words = _export(self.data, raw)
            with raw.open(encoding="utf-8") as lines:
                pseudonyms = Pseudonyms.learned(lines)
            with raw.open(encoding="utf-8") as lines, path.open("w", encoding="utf-8") as out:
                kept = lines if self.with_names else (f"{pseudonyms.line(line)}\n" for line in lines)
                count = sum(1 for line in kept if out.write(line))
        except (Missing, OSError) as problem:
            path.unlink(missing_ok=True)
            return Pseudonyms(()), BundleFile(name, f"left out: {problem}")
        finally:
            raw.unlink(missing_ok=True)
        names = "" if self.with_names else f"; {len(pseudonyms)} names replaced by Player 1, Player 2, ..."
        return pseudonyms, BundleFile(name, f"the journal, {count} entries{words}{names}", path.stat().st_size)


# --- the pieces -------------------------------------------------------------------------------------------------


def versions() -> str:
    """This program, Python and all packages."""
    packages = sorted({f"{d.metadata['Name']}=={d.version}" for d in metadata.distributions()}, key=str.casefold)
    return "\n".join([f"Python {sys.version}", f"{sys.executable} in {sys.prefix}", *packages])


def machine(data: Path) -> str:
    """What it runs on, by whatever this machine can tell."""
    there = next(path for path in (data, *data.absolute().parents) if path.exists())
    space = shutil.disk_usage(there)
    facts = [
        platform.platform(),
        f"{os.cpu_count()} processors, load {os.getloadavg()}",
        f"{space.free / 10**9:.1f} GB of {space.total / 10**9:.1f} GB free in {there}",
    ]
    read = ("/etc/os-release", "/etc/rpi-issue", "/proc/device-tree/model", "/proc/meminfo", "/proc/uptime")
    ask = (
        ("df", "-h"),
        ("timedatectl",),
        ("vcgencmd", "version"),
        ("vcgencmd", "get_throttled"),
        ("vcgencmd", "measure_temp"),
        ("lsusb",),
    )
    sections = [(name, _file(Path(name))) for name in read] + [(" ".join(command), _said(*command)) for command in ask]
    return "\n".join([*facts, *(f"\n--- {title}\n{text}" for title, text in sections)])


def configuration(file: Path | None) -> str:
    """What the configuration says, without secrets. Comments go too: old passwords live in them."""
    if file is None:
        raise Missing("no configuration was found")
    try:
        text = file.read_text("utf-8", "replace")
    except OSError as error:
        raise Missing(_plain(error)) from None
    try:
        found: object = _without_secrets(tomllib.loads(text), "")
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        # What cannot be read cannot be cleaned: only the keys are shown.
        keys = [line.split("=")[0].strip() for line in text.splitlines() if "=" in line.split("#")[0]]
        found = {"not TOML": str(error), "keys": keys}
    return json.dumps({str(file): found}, indent=2, default=str)


def files(data: Path) -> str:
    """What lies in the data directory, by name and size only."""
    if not data.is_dir():
        raise Missing(f"there is no folder {data}")
    rows = [f"{data}"]
    for path in sorted(data.rglob("*")):
        if len(rows) > MOST_FILES:
            rows.append("... and more")
            break
        try:
            state = path.lstat()
        except OSError as error:
            rows.append(f"{path.relative_to(data)}: {_plain(error)}")
            continue
        when = time.strftime("%Y-%m-%d %H:%M:%S", time.gmtime(state.st_mtime))
        owner = f"{state.st_uid}:{state.st_gid}"
        rows.append(f"{state.st_mode:06o} {owner:>9} {state.st_size:>12} {when} {path.relative_to(data)}")
    return "\n".join(rows)


def units() -> str:
    """What systemd says of the table's units."""
    return _run(COMMAND_LIMIT_S, "systemctl", "status", "--no-pager", "--full", "--lines=0", *UNITS)


def log() -> str:
    """What the units wrote to the system's log."""
    chosen = [f"--unit={unit}" for unit in UNITS]
    return _run(
        2 * COMMAND_LIMIT_S, "journalctl", "--no-pager", "--no-hostname", "-o", "short-iso", f"-n{LOG_LINES}", *chosen
    )


def doctor(config: Path | None) -> str:
    """The doctor's report, by a process of its own: a driver that hangs must not take the bundle with it."""
    if running():
        raise Missing(
            "the table is running, and its parts are left alone; stop it first (sudo systemctl stop wff-table)"
        )
    named = ["--config", str(config)] if config else []
    return _run(DOCTOR_LIMIT_S, sys.executable, "-m", "table.cli.app", "doctor", "--quick", "--json", *named)


def running() -> bool:
    """Whether the control process is at work under systemd."""
    try:
        return _run(COMMAND_LIMIT_S, "systemctl", "is-active", UNITS[0]).startswith("active")
    except Missing:
        return False


# --- how ----------------------------------------------------------------------------------------------------------


def _piece(folder: Path, name: str, words: str, gather: Callable[[], str]) -> BundleFile:
    try:
        text = gather()
    except Exception as problem:  # whatever it is, the other pieces are wanted all the more
        return BundleFile(name, f"left out: {problem or type(problem).__name__}")
    path = folder / name
    path.write_text(text.rstrip("\n") + "\n", "utf-8", "replace")
    return BundleFile(name, words, path.stat().st_size)


def _export(data: Path, out: Path) -> str:
    """Write the journal's lines as they are; returns words on how whole it is."""
    try:
        with JournalReader(data) as reader, out.open("w", encoding="utf-8") as file:
            reader.export(file)
            return ""
    except JournalError as error:
        lines = salvage(data / NAME, log_of(data / NAME)).entries
        if not lines:
            raise Missing(str(error)) from None
        out.write_text("".join(f"{lines[seq].decode('utf-8', 'replace')}\n" for seq in sorted(lines)), "utf-8")
        return f" (what can be read of it: {error})"


def _without_secrets(value: Any, where: str) -> Any:
    if isinstance(value, dict):
        return {key: _cleaned(key, one, where) for key, one in value.items()}
    if isinstance(value, list):
        return [_without_secrets(one, where) for one in value]
    if isinstance(value, str):
        return re.sub(r"//[^/@\s]+@", "//(removed)@", value)  # a password in an address
    return value


def _cleaned(key: str, value: Any, where: str) -> Any:
    if SECRET.search(key) and where not in PARTS and not isinstance(value, dict):
        return "(removed)" if value not in ("", [], None) else value
    return _without_secrets(value, key)


def _run(patience: float, *command: str) -> str:
    """What a command prints, complaints included, whatever its exit code is."""
    try:
        done = subprocess.run(
            command, stdin=subprocess.DEVNULL, capture_output=True, timeout=patience, check=False, env=_plain_words()
        )
    except FileNotFoundError:
        raise Missing(f"{command[0]} is not here") from None
    except subprocess.TimeoutExpired:
        raise Missing(f"{command[0]} did not answer within {patience:.0f} s") from None
    except OSError as error:
        raise Missing(_plain(error)) from None
    said = done.stdout.decode("utf-8", "replace") + done.stderr.decode("utf-8", "replace")
    if not said.strip():
        raise Missing(f"{command[0]} said nothing (exit code {done.returncode})")
    return said


def _plain_words() -> dict[str, str]:
    return {**os.environ, "LC_ALL": "C.UTF-8", "SYSTEMD_COLORS": "0"}


def _said(*command: str) -> str:
    try:
        return _run(COMMAND_LIMIT_S, *command).strip()
    except Missing as why:
        return f"({why})"


def _file(path: Path) -> str:
    try:
        return path.read_bytes().rstrip(b"\0\n").decode("utf-8", "replace")
    except OSError as error:
        return f"({_plain(error)})"


def _plain(error: OSError) -> str:
    where = f"{error.filename}: " if error.filename else ""
    return f"{where}{(error.strerror or str(error)).lower()}"


def _contents(pieces: Iterable[BundleFile], with_names: bool) -> str:
    out = io.StringIO()
    out.write(f"Made {time.strftime('%Y-%m-%d %H:%M:%S UTC', time.gmtime())} by wff-table support-bundle.\n")
    told = "Players are named." if with_names else "Players' names were replaced; judges' initials were not."
    out.write(f"{told} There are no pictures, no PINs and no passwords in it.\n\n")
    for piece in pieces:
        out.write(f"{piece.name:14} {piece.words}\n")
    return out.getvalue()


def _nobodys(info: tarfile.TarInfo) -> tarfile.TarInfo:
    info.uid = info.gid = 0
    info.uname = info.gname = ""
    info.mode = 0o600
    return info
