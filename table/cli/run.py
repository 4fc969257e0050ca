"""`wff-table run`: the table with its real devices, until it is stopped."""

from __future__ import annotations

import shutil
import signal
import sys
import time
from collections import deque
from collections.abc import Callable, Sequence
from pathlib import Path
from queue import SimpleQueue
from types import FrameType
from typing import Annotated

import msgspec
import typer
from rich.console import Group, RenderableType
from rich.live import Live
from rich.panel import Panel
from rich.text import Text

from hardware.devices import Devices, open_devices
from table.assembly import assembled
from table.cli import show
from table.cli.demo import screen, told
from table.cli.errors import folder, one_sentence, refuse
from table.cli.output import lasting
from table.config import keys, reading
from table.config.keys import Config, attached
from table.config.reading import BadConfig
from table.control.loop import ControlLoop, Message
from table.control.outbox import Unwritten
from table.journal.clock import BootClock, forget_clock
from table.journal.file import asked_for, in_charge
from table.journal.session import Session
from table.rules.match import Decision
from table.seeing.calibration import BadCalibration
from table.service.readiness import TableFacts, missing, under_way
from table.service.systemd import Systemd

SCREEN_EVERY_S = 0.25
"""Seconds between two looks at the terminal."""
MISSING_EVERY_S = 5.0
"""Seconds between two looks at what is missing, where nobody watches the terminal."""


def run(
    config: Annotated[Path | None, typer.Option(help="The configuration; looked for if left out.")] = None,
    simulated: Annotated[bool, typer.Option("--simulated", help="A table of which nothing is real.")] = False,
    data: Annotated[Path | None, typer.Option(help="The data directory, if not the configuration's.")] = None,
    minutes: Annotated[float, typer.Option(help="Stop after so long; 0: when somebody stops it.", min=0)] = 0.0,
) -> None:
    """Run the table: watch, keep time, write the journal, until Ctrl-C or the service is stopped.

    It says what is missing before a round can start. A round that was under way goes on where it was.
    """
    with one_sentence():
        chosen = _chosen(config, simulated, data)
        folder(chosen.data, "--data" if data else "data in the configuration")
        stop = _Stop(minutes)
        with in_charge(chosen.data), lasting():
            forget_clock(chosen.data)  # a demo that was killed may have left its own
            try:
                _run(chosen, stop)
            except BadCalibration as error:
                refuse(str(error))


def _run(chosen: Config, stop: Callable[[], bool]) -> None:
    inbox: SimpleQueue[Message] = SimpleQueue()
    session = Session.open(chosen.data, BootClock())
    devices = open_devices(attached(chosen), inbox.put)
    lines: deque[RenderableType] = deque(maxlen=18)
    if session.journal.recovered:
        lines.append(Text(str(session.journal.recovered), style="bold red"))
    systemd = Systemd.here()
    began = session.journal.now()

    def tell(decision: Decision) -> None:
        since = session.match.opened if session.match else began
        lines.append(told(decision, decision.at - since))

    try:
        table = assembled(chosen, session, devices, tell).loop(inbox, systemd)
        table.start()
        try:
            watched = _Watched(table, devices, chosen, lines, systemd)
            if sys.stdout.isatty():
                with Live(watched.screen(), console=show.console(), auto_refresh=False) as display:
                    table.run(
                        watched.every(SCREEN_EVERY_S, stop, lambda: display.update(watched.screen(), refresh=True))
                    )
            else:
                table.run(watched.every(MISSING_EVERY_S, stop, watched.log))
        finally:
            table.close()
        left = table.controller.close()
    finally:
        devices.close()
        session.close()
    if left:
        print(_lost(left), file=sys.stderr)
        raise typer.Exit(1)


def _lost(left: Sequence[Unwritten]) -> str:
    """What a table that stops could not write down: enough for a judge to enter it by hand."""
    lines = [f"  at {one.at}: {one.event.kind} {msgspec.to_builtins(one.event)}" for one in left]
    return "\n".join(["wff-table: what happened last could not be written, and a judge must enter it by hand:", *lines])


class _Stop:
    """Whether it is time to stop: somebody said so, or the minutes are over."""

    def __init__(self, minutes: float) -> None:
        self._asked = False
        self._end = time.monotonic() + 60 * minutes if minutes else float("inf")
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            if number != signal.SIGHUP or signal.getsignal(number) != signal.SIG_IGN:  # nohup means it
                signal.signal(number, self._ask)

    def __call__(self) -> bool:
        return self._asked or time.monotonic() >= self._end

    def _ask(self, _number: int, _frame: FrameType | None) -> None:
        self._asked = True


class _Watched:
    """What a person sees of a running table."""

    def __init__(
        self,
        table: ControlLoop,
        devices: Devices,
        chosen: Config,
        lines: deque[RenderableType],
        systemd: Systemd,
    ) -> None:
        self._table, self._devices, self._chosen = table, devices, chosen
        self._lines, self._systemd = lines, systemd
        self._said: list[str] = []
        self._ill = False
        self._status = ""

    def every(self, seconds: float, stop: Callable[[], bool], show_it: Callable[[], None]) -> Callable[[], bool]:
        """Asks whether to stop, and shows the table now and then on the way."""
        due = time.monotonic()

        def asked() -> bool:
            nonlocal due
            if time.monotonic() >= due or (seconds == MISSING_EVERY_S and self._lines):
                due = time.monotonic() + seconds
                show_it()
            return stop() or self._lets_go()

        return asked

    def _lets_go(self) -> bool:
        """Whether somebody asks for the journal, to restore a backup, and nobody plays."""
        if under_way(self._table.controller.match) or not asked_for(self._chosen.data):
            return False
        print("the journal is being replaced by a backup; start the table again (the service does so itself)")
        return True

    def screen(self) -> RenderableType:
        """The table for a terminal."""
        controller = self._table.controller
        self._tell_refused()
        parts: list[RenderableType] = []
        if controller.match is not None:
            parts.append(screen(controller.match, controller.session.journal.now(), self._lines))
        else:
            parts.append(Group(*self._lines))
        parts += [Text(words, style="bold red") for words in self._wrong()]
        lacks = self._lacks()
        if lacks:
            text = Text("\n".join(f"• {one}" for one in lacks))
            parts.append(Panel(text, title="Before a round can start", border_style="yellow"))
        elif not under_way(controller.match):
            parts.append(Panel(Text("The table is ready: the round may start.", style="green")))
        return Group(*parts)

    def log(self) -> None:
        """The table for a log: what is new, a line each."""
        out = show.console()
        self._tell_refused()
        while self._lines:
            out.print(self._lines.popleft())
        wrong = self._wrong()
        said = [*wrong, *(f"before a round can start: {one}" for one in self._lacks())]
        for words in said:
            if words not in self._said:
                print(words, flush=True)
        if under_way(self._table.controller.match):
            if self._ill and not wrong:
                print("all is well again", flush=True)
        elif self._said and not said:
            print("the table is ready", flush=True)
        self._said, self._ill = said, bool(wrong)
        status = said[0] if said else "ready"
        if status != self._status:
            self._status = status
            self._systemd.status(status)

    def _wrong(self) -> list[str]:
        controller = self._table.controller
        words = [f"{sense} gone: {why.removeprefix(f'{sense}: ')}" for sense, why in controller.lost.items()]
        unkept = self._table.watcher.trouble if self._table.watcher else ""
        return [*words, *filter(None, (controller.trouble, self._free()[1], unkept))]

    def _tell_refused(self) -> None:
        """What could not be right and was not written down: once, among what else is told."""
        refused = self._table.controller.refused
        while refused:
            self._lines.append(Text(f"          not written down: {refused.popleft()}", style="bold red"))

    def _lacks(self) -> list[str]:
        table, controller = self._table, self._table.controller
        if under_way(controller.match):
            return []
        eye = table.watcher.eye if table.watcher else None
        return missing(
            TableFacts(
                match=controller.match,
                troubles=self._devices.trouble(),
                watched=eye is not None,
                placed=eye is not None and eye.placed,
                cubes=len(eye.tracker.cubes) if eye else 0,
                expected=(eye.tracker.expected or 0) if eye else 0,
                lifted=self._devices.block.lifted,
                journal=controller.trouble,
                free=self._free()[0],
            )
        )

    def _free(self) -> tuple[int, str]:
        """Bytes that are free where the data goes; and why that cannot be told, in words, if it cannot."""
        try:
            return shutil.disk_usage(self._chosen.data).free, ""
        except OSError as error:
            why = (error.strerror or str(error)).lower()
            return sys.maxsize, f"{self._chosen.data}: {why}; what happens now may be lost: stop the table and start it"


def _chosen(file: Path | None, simulated: bool, data: Path | None) -> Config:
    import dataclasses  # noqa: PLC0415

    if simulated and file:
        refuse("a table of which nothing is real has no configuration; leave out one of --simulated and --config")
    try:
        if simulated:
            chosen = dataclasses.replace(keys.simulated(), data=data or Path("wff-table-data"))
        else:
            found = file or reading.find()
            if found is None:
                refuse("there is no configuration; `wff-table init` writes one, or name one with --config")
            chosen = reading.load(found)
    except BadConfig as error:
        refuse(str(error))
    return dataclasses.replace(chosen, data=data) if data else chosen
