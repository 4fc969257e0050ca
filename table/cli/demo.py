"""`wff-table demo`: a scripted three-player round through journal and referee, live in the terminal."""

from __future__ import annotations

import tempfile
import time
from collections import deque
from collections.abc import Iterator
from contextlib import nullcontext, suppress
from importlib.resources import files
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.panel import Panel
from rich.table import Table as Grid
from rich.text import Text

from hardware.simulated.fault_words import BadFault
from table.cli import show
from table.cli.demo_console import pages
from table.cli.demo_record import Begun, begin
from table.cli.errors import folder, one_sentence, refuse
from table.cli.signals import in_order
from table.journal.clock import SHARED, TravelClock
from table.journal.file import exists, in_charge, unready
from table.journal.journal import Journal, Recovery
from table.journal.session import Session
from table.language.blanks import BadSentence
from table.language.expect import Story, check
from table.language.scenario import BadScenario, Expectation, Scenario, ScenarioFault, ScenarioStep, parse, prologue
from table.rules.entry import BadEntry
from table.rules.events import Time
from table.rules.games import books, game_of
from table.rules.match import Decision, Match
from table.rules.sand import GLASS_MS

LIVE_FRAMES_A_SECOND = 12
"""Pictures a second when it runs live."""


def demo(
    script: Annotated[Path | None, typer.Option(help="A scenario file to play instead of the built-in round.")] = None,
    speed: Annotated[float, typer.Option(help="Game seconds in a second of yours, at most.", min=0.1)] = 20.0,
    fast: Annotated[bool, typer.Option("--fast", help="As fast as this machine can.")] = False,
    headless: Annotated[bool, typer.Option("--headless", help="Print lines, instead of a screen that lives.")] = False,
    data: Annotated[Path | None, typer.Option(help="Keep journal and pictures in this directory.")] = None,
    seed: Annotated[int, typer.Option(help="Chance: hands and cubes; if not 0, light and camera too.")] = 0,
    faults: Annotated[bool, typer.Option("--faults", help="Let things go wrong on the way, by the seed.")] = False,
    words: Annotated[
        bool, typer.Option("--words", help="Only words: no hands, no pictures; a journal and its referee.")
    ] = False,
    console: Annotated[
        bool | None, typer.Option("--console/--no-console", help="Serve its pages meanwhile; so if it runs live.")
    ] = None,
    resume: Annotated[
        bool,
        typer.Option("--resume", help="Go on with --data where it was stopped: with the same script, seed and faults."),
    ] = False,
) -> None:
    """Play a whole round of three players at a simulated table, from pixels to the scoresheet.

    Hands move cubes, a camera looks down, the real programs read, write and judge. In the end what was played is
    compared with what the table made of it; a difference is exit code 1.
    """
    with one_sentence(), in_order():
        if resume and data is None:
            refuse("--resume goes on with a directory: name it with --data")
        if resume and words:
            refuse("--resume goes on with hands and pictures; a play of words only is begun anew, without --resume")
        text = script_in(script) if script else _builtin()
        scenario = parse(text, script.stem if script else "demo")
        out = show.console()
        live = out.is_terminal and not headless
        with tempfile.TemporaryDirectory(prefix="wff-table-") as scratch:
            directory = folder(data or Path(scratch))
            if exists(directory) and not resume:
                refuse(f"{directory} already has a journal; choose an empty directory, or go on with --resume")
            with in_charge(directory):
                begin(directory, Begun.of(scenario.name, text, seed, faults, words), resume)
                if words:
                    _in_words(scenario, directory, speed if live and not fast else 0.0)
                else:
                    if recovery := _recovered(directory):
                        out.print(Text(str(recovery), style="bold red"))
                    shown = live if console is None else console
                    with pages(directory) if shown else nullcontext("") as told:
                        _by_hand(scenario, directory, seed, faults, live, 0.0 if fast else speed, told)
                        if told and live:
                            _wait(out, told)


def _recovered(directory: Path) -> Recovery | None:
    """Put the damaged journal of a demo that was killed in order, by the clock that it left behind."""
    if not exists(directory) or not (directory / SHARED).exists() or not unready(directory):
        return None
    with Journal(directory) as journal:
        return journal.recovered


def _wait(out: Console, where: str) -> None:
    out.print(f"\n{where}\nThe pages stay until you press Ctrl-C.")
    with suppress(KeyboardInterrupt):
        while True:
            time.sleep(60)


def _by_hand(
    scenario: Scenario, directory: Path, seed: int, faults: bool, live: bool, speed: float, heading: str
) -> None:
    from table.cli.demo_rehearsal import rehearse  # noqa: PLC0415  it brings the networks

    try:
        rehearse(scenario, directory, seed, faults, live, speed, heading)
    except BadFault as error:
        refuse(str(error))


def _in_words(scenario: Scenario, directory: Path, speed: float) -> None:
    performance = Performance(scenario, directory)
    out = show.console()
    if speed:
        _live(performance, speed)
    else:
        for line in performance.play():
            out.print(line)
    performance.close(out.print)


class Performance:
    """A scenario played on a real journal, on a clock that travels."""

    def __init__(self, scenario: Scenario, directory: Path) -> None:
        self.scenario = scenario
        self.clock = TravelClock()
        self.session = Session.open(directory, self.clock)
        self.steps = [*prologue(scenario, scenario.editions[0], scenario.divisions[0]), *scenario.lines]
        self.session.say([self.steps.pop(0).sentence])  # type: ignore[union-attr]
        self.story = Story(self.session.referee)
        self.met = 0
        self.failures: list[str] = []

    @property
    def now(self) -> int:
        return self.clock.now()

    @property
    def match(self) -> Match:
        match = self.session.match
        assert match is not None
        return match

    def play(self) -> Iterator[RenderableType]:
        """Play it through; yields each line of what is told, as it is told."""
        for item in self.steps:
            if isinstance(item, Expectation):
                self._check(item)
                continue
            if isinstance(item, ScenarioFault):
                continue  # nothing can fail at a table that is not even simulated
            yield from self._wait(item.t)
            yield from self._say(item)

    def close(self, tell: object) -> None:
        """The flags and the sheet, and whether all was as the script expects."""
        assert callable(tell)
        self.failures += self.story.unexpected()
        final = game_of(self.match).report(self.match)
        for part in ("", show.flags(final), "", show.scoresheet(final)):
            tell(part)
        for failure in self.failures:
            tell(f"[bold red]Not as scripted:[/] {failure}")
        count = self.session.journal.last()
        self.session.close()
        if self.failures:
            raise typer.Exit(1)
        tell(f"[green]{count.seq if count else 0} events; all {self.met} expectations of the script were met.")

    def _wait(self, until: int) -> Iterator[RenderableType]:
        """Let the clock run, ticking when a limit comes due, so that it is told on time."""
        while True:
            due = min((d.at for d in game_of(self.match).due(self.match)), default=until)
            if due + 1 >= until:
                break
            self.clock.set(max(due + 1, self.now))
            yield from self._told(self.session.append(Time(), "clock"))
        self.clock.set(until)

    def _say(self, step: ScenarioStep) -> Iterator[RenderableType]:
        yield Text(f"{show.clock(self.now):>8}  {step.sentence}", style="dim")
        try:
            (said,) = self.session.say([step.sentence], step.at)
        except (BadSentence, BadEntry) as error:
            raise BadScenario(f"{self.scenario.name}, line {step.line}: {error}") from None
        yield from self._told(said.decisions)

    def _told(self, decisions: list[Decision]) -> Iterator[RenderableType]:
        """What follows, each with its time if that is not the time of the line above."""
        for d in decisions:
            when = show.clock(d.at) if d.at < self.now else ""
            yield Text(f"{when:>8}  {_words(d)}", style=_style(d))

    def _check(self, item: Expectation) -> None:
        try:
            failure = check(self.story, item.text, item.at)
        except BadSentence as error:
            raise BadScenario(f"{self.scenario.name}, line {item.line}: {error}") from None
        if failure:
            self.failures.append(f"line {item.line}: {failure}")
        else:
            self.met += 1


def told(d: Decision, at: int) -> Text:
    """A decision as a line, with its time on the table's clock."""
    return Text(f"{show.clock(max(0, at)):>8}  {_words(d)}", style=_style(d))


def _words(d: Decision) -> str:
    cite = f" [{d.cite}]" if d.cite else ""
    if d.public:
        return f"> {d.text}{cite}"
    return f"> for the judge: {f'{d.player}: ' if d.flag and d.player else ''}{d.text}{cite}"


def _style(d: Decision) -> str:
    if d.public:
        return "red" if d.flag else "cyan"
    return "bold yellow" if d.flag else "yellow"


def _live(performance: Performance, speed: float) -> None:
    lines: deque[RenderableType] = deque(maxlen=18)
    story = performance.play()
    shown = 0
    with Live(Text(""), console=show.console(), refresh_per_second=LIVE_FRAMES_A_SECOND) as display:
        for line in story:
            while (
                shown + speed * 1000 / LIVE_FRAMES_A_SECOND < performance.now
            ):  # let the sand run up to what comes next
                shown += int(speed * 1000 / LIVE_FRAMES_A_SECOND)
                display.update(screen(performance.match, min(shown, performance.now), lines))
                time.sleep(1 / LIVE_FRAMES_A_SECOND)
            shown = performance.now
            lines.append(line)
            display.update(screen(performance.match, shown, lines))
            time.sleep(min(1 / LIVE_FRAMES_A_SECOND / 2, 2.5 / speed))  # time to read a line


def screen(match: Match, now: int, lines: deque[RenderableType]) -> RenderableType:
    """The table at a moment: the sand, whose turn, the scores, and the last that was said."""
    glass = game_of(match).sand(match, max(now, match.at))
    bar = int(glass.fraction * 24)
    style = {"countdown": "bold red", "extra": "magenta", "running": "yellow"}.get(glass.state, "dim")
    left = game_of(match).public(match).round_left(now)
    shake = match.shake
    who = ", ".join(shake.limit.players) if shake and shake.limit else "-"
    head = Grid.grid(expand=True, padding=(0, 2))
    head.add_row(
        Text(f"{'▓' * bar}{'░' * (24 - bar)} {glass.state} {glass.fraction * (GLASS_MS / 1000):.0f}", style=style),
        Text(f"{game_of(match).phase(match)}: {who}", style="bold"),
        Text(f"round {show.clock(left or 0)}"),
        Text("  ".join(f"{p} {match.total(p)}" for p in match.players), style="bold green"),
    )
    return Group(Panel(head, title=f"WFF 'N PROOF, {books()[match.edition_id].title}"), Group(*lines))


def builtin() -> Scenario:
    """The round that comes with the program."""
    return parse(_builtin(), "demo")


def _builtin() -> str:
    return (files("table.simulation") / "demo.txt").read_text(encoding="utf-8")


def script_in(file: Path) -> str:
    """The text of a scenario file; what is not text is refused by its line."""
    data = file.read_bytes()
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        refuse(f"{file}, line {line}: this is not text in UTF-8: {error.reason}")
