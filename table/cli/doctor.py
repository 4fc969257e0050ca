"""`wff-table doctor`: looks at everything that is attached to a table and says what to do."""

from __future__ import annotations

import dataclasses
import json
import os
import select
import signal
import sys
import tempfile
import termios
import threading
import time
import tty
from collections.abc import Callable, Iterable
from contextlib import ExitStack, suppress
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console
from rich.status import Status
from rich.table import Table as Grid
from rich.text import Text

from hardware.checkup.finding import Finding, State, ok, warning
from hardware.checkup.hands import named
from hardware.checkup.machine import model
from hardware.held import ButtonPlace
from table.cli.errors import one_sentence, refuse
from table.cli.show import console
from table.config import keys, reading
from table.config.keys import CameraConfig, Config, attached
from table.config.reading import BadConfig

if TYPE_CHECKING:
    from hardware.checkup.visit import Visit

MARKS: dict[State, tuple[str, str]] = {
    "ok": ("✓", "green"),
    "warning": ("!", "bold yellow"),
    "bad": ("✗", "bold red"),
    "skipped": ("–", "dim"),
}
ANSWER_WAIT_S = 60.0
"""Seconds that somebody has for a yes or a no."""
SAND_STEP_S = 0.25
"""Seconds for which each step of the sand is shown."""


def doctor(
    config: Annotated[Path | None, typer.Option(help="The configuration; looked for if left out.")] = None,
    simulated: Annotated[bool, typer.Option("--simulated", help="Try a table of which nothing is real.")] = False,
    quick: Annotated[bool, typer.Option("--quick", help="Leave out what needs a person.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print one object, for machines; asks nobody.")] = False,
) -> None:
    """Check camera, mat, light, block, buttons, lights, buzzer, pod, pins, disk and clock, and say what to do.

    Exit code 0 if all is well, 1 if something must be put right, 2 for a configuration that cannot be read.
    """
    try:
        chosen, about_it = _configuration(config)
    except BadConfig as error:
        refuse(str(error))
    if simulated:
        chosen = dataclasses.replace(keys.simulated(), mat=chosen.mat, seats=chosen.seats)
        about_it = ok("configuration", "everything is simulated; the drivers are real")
    with one_sentence(), ExitStack() as stack:
        if simulated:
            scratch = stack.enter_context(tempfile.TemporaryDirectory(prefix="wff-table-"))
            chosen = dataclasses.replace(chosen, data=Path(scratch))
        found = [about_it, *_look(chosen, about_it, asks=not quick and not simulated, silent=as_json)]
        if as_json:
            print(json.dumps(_object(found, simulated), indent=2), flush=True)
        else:
            _summary(console(), found, chosen)
    raise typer.Exit(1 if any(finding.state == "bad" for finding in found) else 0)


def _look(config: Config, about_it: Finding, asks: bool, silent: bool) -> list[Finding]:
    """Go through everything, and print what is found as it is found."""
    screen = console()
    found = []
    with ExitStack() as stack:
        status = stack.enter_context(Status("", console=screen)) if screen.is_terminal and not silent else None
        helper = None
        if status is not None and asks and sys.stdin.isatty():
            helper = stack.enter_context(Terminal(status))
        visit = _visit(config, helper, (lambda _: None) if status is None else status.update)
        if not silent:
            _print(screen, about_it)
        broken = _breaks(stack)
        try:
            for finding in visit.findings():
                if broken:
                    raise KeyboardInterrupt
                found.append(finding)
                if not silent:
                    _print(screen, finding)
        except KeyboardInterrupt:
            print("Broken off; everything that was opened is closed.", file=sys.stderr)
            raise typer.Exit(130) from None
    return found


def _breaks(stack: ExitStack) -> list[int]:
    """Has an entry once somebody breaks it off: an interrupt that hits a driver's clean-up is raised, and ignored."""
    broken: list[int] = []

    def interrupted(number: int, frame: object) -> None:
        broken.append(number)
        raise KeyboardInterrupt

    if threading.current_thread() is threading.main_thread():
        stack.callback(signal.signal, signal.SIGINT, signal.signal(signal.SIGINT, interrupted))
    return broken


def _configuration(named: Path | None) -> tuple[Config, Finding]:
    part = "configuration"
    file = named or reading.find()
    if file is not None:
        return reading.load(file), ok(part, f"{file}")
    do = "write one, with docs/config.md beside you, to wff-table.toml"
    if model():
        return Config(), warning(part, "there is none; the standard table on the Pi's pins is looked for", do)
    kinds = {name: dataclasses.replace(getattr(Config(), name), driver="pod") for name in _ON_POD}
    elsewhere = dataclasses.replace(Config(), camera=CameraConfig("opencv"), **kinds)
    return elsewhere, warning(
        part, "there is none; on a machine that is not a Pi, a webcam and a pod are looked for", do
    )


_ON_POD = ("block", "buttons", "sand", "buzzer")


def _visit(config: Config, helper: Terminal | None, about: Callable[[str], None]) -> Visit:
    # Imported here because OpenCV and gpiozero would slow down every other command.
    import cv2  # noqa: PLC0415

    from hardware.checkup.visit import Visit  # noqa: PLC0415

    os.environ.setdefault("LIBCAMERA_LOG_LEVELS", "*:ERROR")
    with suppress(AttributeError):  # what drivers mutter is said in our words
        cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)

    return Visit(attached(config), config.data, len(config.seats), version("wff-table"), helper, about=about)


class Terminal:
    """A `Person` at the terminal: asked in words, answers with Enter, y or n. Never waited for without end.

    While it is entered, keys count at once and are not echoed, so that the page stays whole.
    """

    def __init__(self, status: Status) -> None:
        self._status = status
        self._keys = sys.stdin.fileno()
        self._enough = False
        self._before: list[Any] = []

    def __enter__(self) -> Terminal:
        self._before = termios.tcgetattr(self._keys)
        tty.setcbreak(self._keys)
        return self

    def __exit__(self, *_: object) -> None:
        termios.tcsetattr(self._keys, termios.TCSADRAIN, self._before)

    def lift(self) -> None:
        self._ask("Lift the challenge block. (Enter skips)")

    def put_back(self) -> None:
        self._ask("Put the block back on its pad. (Enter skips)")

    def press(self, left: list[ButtonPlace], seats: int) -> None:
        by_seat = {seat: [named(button) for s, button in left if s == seat] for seat in range(seats)}
        words = "; ".join(f"seat {seat + 1}: {', '.join(names)}" for seat, names in by_seat.items() if names)
        self._ask(f"Press every button. Still to press: {words}. (Enter ends this)")

    def enough(self) -> bool:
        self._enough = self._enough or "\n" in self._typed(0)
        return self._enough

    def look(self, fraction: float) -> None:
        self._say(f"Look at the lights: the sand runs out ({round(8 * fraction)} of 8).")
        time.sleep(SAND_STEP_S)

    def saw(self) -> bool | None:
        return self._yes_or_no("Did the lights go out one by one, from the top?")

    def heard(self) -> bool | None:
        return self._yes_or_no("Did the buzzer sound twice?")

    def _yes_or_no(self, question: str) -> bool | None:
        self._ask(f"{question} y or n (Enter skips)")
        end = time.monotonic() + ANSWER_WAIT_S
        while (left := end - time.monotonic()) > 0:
            for key in self._typed(left).lower():
                if key in "yn":
                    return key == "y"
                if key == "\n":
                    return None
        return None

    def _ask(self, words: str) -> None:
        """What was typed before the question is no answer to it."""
        self._enough = False
        termios.tcflush(self._keys, termios.TCIFLUSH)
        self._say(words)

    def _say(self, words: str) -> None:
        self._status.update(Text(words, style="bold cyan"))

    def _typed(self, seconds: float) -> str:
        """What was typed by then; an input that has ended counts as Enter."""
        ready, _, _ = select.select([self._keys], [], [], max(0.0, seconds))
        if not ready:
            return ""
        return os.read(self._keys, 64).decode("ascii", "replace") or "\n"


def _print(screen: Console, finding: Finding) -> None:
    mark, style = MARKS[finding.state]
    if not screen.is_terminal:
        print(f"{finding.state:8} {finding.part:14} {finding.words}")
        if finding.do:
            print(f"{'':8} {'':14} -> {finding.do}")
        sys.stdout.flush()
        return
    grid = Grid.grid(padding=(0, 1))
    grid.add_column(width=1)
    grid.add_column(width=14)
    grid.add_column(ratio=1)
    dim = "dim" if finding.state == "skipped" else ""
    grid.add_row(Text(mark, style=style), Text(finding.part, style=dim or "bold"), Text(finding.words, style=dim))
    if finding.do:
        grid.add_row("", "", Text(f"→ {finding.do}", style="cyan"))
    screen.print(grid)


def _summary(screen: Console, found: Iterable[Finding], config: Config) -> None:
    states = [finding.state for finding in found]
    wrong, doubtful, left = states.count("bad"), states.count("warning"), states.count("skipped")
    words = []
    if wrong:
        words.append(f"{wrong} to put right")
    if doubtful:
        words.append(f"{doubtful} to look at")
    if left:
        words.append(f"{left} not tried")
    said = f"{', '.join(words)}, {states.count('ok')} well." if words else "All is well."
    style = "bold red" if wrong else "bold yellow" if doubtful else "bold green"
    screen.print()
    screen.print(Text(said, style=style))
    if wrong and config.camera.driver != "simulated":
        screen.print(Text("Without a table: wff-table doctor --simulated. To build one: hardware/README.md."))


def _object(found: list[Finding], simulated: bool) -> dict[str, object]:
    return {
        "well": not any(finding.state == "bad" for finding in found),
        "simulated": simulated,
        "findings": [finding._asdict() for finding in found],
    }
