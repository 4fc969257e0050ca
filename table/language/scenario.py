"""Scenario files: who does what when, and what the table must say, in plain text that a judge could read and write.

    title: A second cube without Bonus
    rule: V-C-1(a)
    given: Ann has set Ksr

    0:40  Ben moves p to forbidden
    0:43  Ben moves q to required
          expect flag unannounced-bonus by Ben on q

docs/scenarios.md explains every line that can be written.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

from hardware.simulated.fault_words import BadFault
from hardware.simulated.fault_words import understood as understood_fault
from table.language.blanks import BadSentence, milliseconds
from table.language.expect import Story, check
from table.language.sentences import Saying, understand
from table.rules import events as ev
from table.rules.editions import EDITIONS
from table.rules.entry import At, BadEntry, Entry, Source
from table.rules.fold import Referee, fold
from table.rules.games import at_moment
from table.rules.match import Match
from table.rules.validate import Door

STANDARD_ROLL = "CCCAAKKKEENNRRpppqqqrrssiioo"
DIVISIONS = ("elementary", "middle", "junior", "senior")


class BadScenario(ValueError):  # noqa: N818 - it reads better so
    """A scenario that cannot be read; the message names the line."""


class ScenarioStep(NamedTuple):
    """Something happens at `at`, and is written into the journal at `t`."""

    line: int
    at: At
    t: int
    sentence: str


class ScenarioFault(NamedTuple):
    """Something goes wrong with the table at `at`; it means something only where a table is simulated."""

    line: int
    at: int
    words: str


class Expectation(NamedTuple):
    """What must be so after the steps above it, or at a later moment."""

    line: int
    at: int | None
    only: tuple[str, ...]
    """editions and divisions for which it is meant; all if none is named"""
    text: str


Line: TypeAlias = ScenarioStep | Expectation | ScenarioFault


@dataclass(frozen=True, slots=True)
class Scenario:
    """A whole scenario file."""

    name: str
    title: str
    rules: tuple[str, ...]
    editions: tuple[str, ...]
    divisions: tuple[str, ...]
    players: tuple[str, ...]
    settings: str
    game: str | None
    givens: tuple[tuple[int, str], ...]
    lines: tuple[Line, ...]

    def variants(self) -> Iterator[tuple[str, str]]:
        """Every edition and division that it is to be played in."""
        return ((edition, division) for edition in self.editions for division in self.divisions)


@dataclass(slots=True)
class ScenarioRun:
    """A scenario played once: the journal it made and what was not as expected."""

    scenario: Scenario
    edition: str
    division: str
    entries: list[Entry] = field(default_factory=list)
    referee: Referee = field(default_factory=Referee)
    door: Door = field(default_factory=Door)
    failures: list[str] = field(default_factory=list)

    def write(self, event: ev.Event, source: Source, at: At, t: int) -> None:
        entry = Entry(len(self.entries) + 1, t, at, source, event)
        self.door.admit(entry)
        self.entries.append(entry)
        self.referee.add(entry)


def parse(text: str, name: str = "scenario") -> Scenario:
    """Read a scenario. Raises BadScenario."""
    header: dict[str, str] = {}
    givens: list[tuple[int, str]] = []
    lines: list[Line] = []
    for number, raw in enumerate(text.splitlines(), 1):
        line = raw.split("  #")[0].strip()
        if not line or line.startswith("#"):
            continue
        key, colon, value = line.partition(":")
        if colon and key in _HEADER and not lines:
            if key == "given":
                givens.append((number, value.strip()))
            else:
                header[key] = value.strip()
            continue
        try:
            lines.append(_line(number, line, lines))
        except BadSentence as error:
            raise BadScenario(f"{name}, line {number}: {error}") from None
    if "title" not in header or "rule" not in header:
        raise BadScenario(f"{name}: a scenario needs a 'title:' and a 'rule:' line")
    return Scenario(
        name=name,
        title=header["title"],
        rules=_list(header["rule"]),
        editions=_known(header.get("editions", " ".join(EDITIONS)), tuple(EDITIONS), name),
        divisions=_known(header.get("divisions", "senior"), DIVISIONS, name),
        players=_list(header.get("players", "Ann, Ben, Cal")),
        settings=header.get("settings", ""),
        game=header.get("game"),
        givens=tuple(givens),
        lines=tuple(lines),
    )


def prologue(scenario: Scenario, edition: str, division: str) -> Iterator[ScenarioStep]:
    """What happens before the first line: the match is opened, and what is given."""
    opening = f"staff opens match {scenario.name}: {', '.join(scenario.players)}; {edition} {division}"
    opening += f" {scenario.game}" if scenario.game else ""
    opening += f" with {scenario.settings}" if scenario.settings else ""
    yield ScenarioStep(0, 0, 0, opening)
    for line, given in scenario.givens:
        try:
            yield from (ScenarioStep(line, at, at, sentence) for at, sentence in _given(given, scenario.players))
        except BadSentence as error:
            raise BadScenario(f"{scenario.name}, line {line}: {error}") from None


def play(scenario: Scenario, edition: str, division: str) -> ScenarioRun:
    """Play a scenario through journal order and referee; `failures` says what was not as expected."""
    run = ScenarioRun(scenario, edition, division)
    story = Story(run.referee)
    for step in prologue(scenario, edition, division):
        _say(run, step)
    for item in scenario.lines:
        if isinstance(item, ScenarioStep):
            _say(run, item)
        elif isinstance(item, Expectation) and _meant(item.only, edition, division):
            failure = _checked(run, story, item)
            if failure:
                run.failures.append(f"line {item.line}: {failure}")
    run.failures += story.unexpected()
    if fold(run.entries)[0] != run.referee.table:
        run.failures.append("folding the journal from its start gives another state than living through it")
    return run


class ToldLine(NamedTuple):
    """A line of a scenario, the entries it stands for, and the match just before them."""

    line: Line
    entries: list[Entry]
    match: Match | None


def told(scenario: Scenario, edition: str, division: str) -> Iterator[ToldLine]:
    """Every line of a scenario, prologue included; expectations for other books are left out."""
    run = ScenarioRun(scenario, edition, division)
    for item in [*prologue(scenario, edition, division), *scenario.lines]:
        if isinstance(item, ScenarioStep):
            match, saying = _understood(run, item)
            seq = len(run.entries) + 1
            entries = [Entry(seq + n, item.t, item.at, saying.source, event) for n, event in enumerate(saying.events)]
            yield ToldLine(item, entries, match)
            _write(run, item, saying)
        elif isinstance(item, ScenarioFault) or _meant(item.only, edition, division):
            yield ToldLine(item, [], None)


# --- reading a file ---

_HEADER = ("title", "rule", "editions", "divisions", "players", "settings", "game", "given")
_TIME = r"\d+:\d\d(?:\.\d{1,3})?"
_LINE = re.compile(rf"(?:({_TIME})(?:-({_TIME}))?\s+)?(?:\(seen ({_TIME})\)\s+)?(.*)")
_EXPECT = re.compile(r"expect(?:\s+\[([^\]]*)\])?\s+(.*)")


def _line(number: int, line: str, before: list[Line]) -> Line:
    found = _LINE.fullmatch(line)
    assert found is not None
    start, end, seen, rest = found.groups()
    expected = _EXPECT.fullmatch(rest)
    if expected:
        only = tuple((expected[1] or "").replace(",", " ").split())
        return Expectation(number, milliseconds(start) if start else None, only, expected[2])
    if start is None:
        raise BadSentence(f"'{line}' needs a time in front, like 0:40")
    since, until = milliseconds(start), milliseconds(end or start)
    if rest.startswith("fault "):
        return ScenarioFault(number, since, _fault(rest.removeprefix("fault ").strip()))
    t = milliseconds(seen) if seen else until
    last = next((item.t for item in reversed(before) if isinstance(item, ScenarioStep)), 0)
    if t < last:
        raise BadSentence(f"{start} is before the line above; if it was only seen later, write '{start} (seen ...)'")
    return ScenarioStep(number, (since, until) if end else since, t, rest)


def _fault(words: str) -> str:
    try:
        understood_fault(words)
    except BadFault as error:
        raise BadSentence(str(error)) from None
    return words


def _list(text: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in text.split(",") if part.strip())


def _known(text: str, known: tuple[str, ...], name: str) -> tuple[str, ...]:
    chosen = tuple(text.replace(",", " ").split())
    if chosen == ("all",):
        return known
    for word in chosen:
        if word not in known:
            raise BadScenario(f"{name}: '{word}' is not one of {', '.join(known)}")
    return chosen


def _meant(only: tuple[str, ...], edition: str, division: str) -> bool:
    editions = [word for word in only if word in EDITIONS]
    divisions = [word for word in only if word in DIVISIONS]
    return (not editions or edition in editions) and (not divisions or division in divisions)


# --- playing it ---


def _checked(run: ScenarioRun, story: Story, item: Expectation) -> str:
    try:
        return check(story, item.text, item.at)
    except BadSentence as error:
        raise BadScenario(f"{run.scenario.name}, line {item.line}: {error}") from None


def _say(run: ScenarioRun, step: ScenarioStep) -> None:
    _, saying = _understood(run, step)
    _write(run, step, saying)


def _understood(run: ScenarioRun, step: ScenarioStep) -> tuple[Match | None, Saying]:
    match = run.referee.table.match
    if match is not None and step.t > match.at:
        match, _ = at_moment(match, step.t)  # limits may have run out since
    try:
        return match, understand(step.sentence, match)
    except BadSentence as error:
        raise BadScenario(f"{run.scenario.name}, line {step.line}: {error}") from None


def _write(run: ScenarioRun, step: ScenarioStep, saying: Saying) -> None:
    try:
        for event in saying.events:
            run.write(event, saying.source, step.at, step.t)
    except BadEntry as error:
        raise BadScenario(f"{run.scenario.name}, line {step.line}: {error}") from None


def _given(given: str, players: tuple[str, ...]) -> Iterator[tuple[int, str]]:
    """What stands behind the 'given' lines."""
    totals = re.fullmatch(r"totals (.*)", given)
    goal = re.fullmatch(r"(.+) has set (\w+)", given)
    if given == "the round starts":
        yield 0, "the round starts"
    elif totals:
        yield 0, f"judge JD enters totals {totals[1]} after 1 shakes"
    elif goal:
        setter, letters = goal.groups()
        yield 0, "the round starts"
        if setter in players:
            yield from ((0, f"{p} rolls {'A' if p == setter else 'K'} for the first Goal") for p in players)
        yield 0, f"{setter} rolls {STANDARD_ROLL}"
        yield 10_000, f"{setter} moves {letters} to goal"
        yield 20_000, f"{setter} says goal"
    else:
        raise BadSentence(f"nothing is known about 'given: {given}'")
