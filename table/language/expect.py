"""What a scenario may expect of the table: flags, turns, clocks, scores, what was told and what is legal."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field

from table.language.blanks import BadSentence, SentenceScene, milliseconds, minutes
from table.rules.flags import Flag
from table.rules.fold import Referee
from table.rules.games import at_moment, game_of
from table.rules.match import Decision, Match, Shake


@dataclass(slots=True)
class Story:
    """A scenario being played: the referee, and the flags that were expected."""

    referee: Referee
    expected: set[tuple[str, str | None]] = field(default_factory=set)
    ahead: list[Decision] = field(default_factory=list)
    """what would be decided by the later moment that an expectation is about"""

    @property
    def match(self) -> Match:
        match = self.referee.table.match
        assert match is not None
        return match

    def unexpected(self) -> list[str]:
        """Flags that nobody expected: a scenario must name every one."""
        return [
            f"{flag.kind} by {flag.player or 'nobody'} was raised at {minutes(flag.at)} and not expected "
            f"({flag.detail})"
            for flag in self.match.flags.values()
            if (flag.kind, flag.player) not in self.expected
        ]


def check(story: Story, text: str, at: int | None) -> str:
    """What is not as expected, in words, or nothing."""
    match, story.ahead = (story.match, []) if at is None else at_moment(story.match, max(at, story.match.at))
    for pattern, test in _TESTS:
        found = pattern.fullmatch(text)
        if found:
            wrong = test(story, match, found)
            return f"expected {text}, but {wrong}" if wrong else ""
    raise BadSentence(f"'expect {text}' is not understood; docs/scenarios.md lists what can be expected")


Test = Callable[[Story, Match, "re.Match[str]"], str]
_TESTS: list[tuple[re.Pattern[str], Test]] = []


def _expect(pattern: str) -> Callable[[Test], Test]:
    def register(test: Test) -> Test:
        _TESTS.append((re.compile(pattern), test))
        return test

    return register


@_expect(r"silence|no flags?")
def _silence(story: Story, m: Match, found: re.Match[str]) -> str:
    return "; ".join(f"{f.kind} by {f.player or 'nobody'} was raised" for f in m.flags.values())


@_expect(
    r"flag (?P<kind>\S+) by (?P<who>.+?)(?: on (?P<cubes>.+?))?(?: is (?P<status>\w+))?(?: costing (?P<points>\d+))?"
)
def _flag(story: Story, m: Match, found: re.Match[str]) -> str:
    kind = found["kind"]
    if kind not in m.flag_kinds:
        raise BadSentence(f"there is no flag called '{kind}'")
    player = None if found["who"] == "nobody" else found["who"]
    story.expected.add((kind, player))
    flags = [f for f in m.flags.values() if f.kind == kind and f.player == player]
    if not flags:
        others = ", ".join(f"{f.kind} by {f.player or 'nobody'}" for f in m.flags.values())
        return f"it was not raised (raised: {others or 'nothing'})"
    problems = [_unlike(m, flag, found) for flag in flags]
    return "" if "" in problems else problems[-1]


def _unlike(m: Match, flag: Flag, found: re.Match[str]) -> str:
    if found["status"] and flag.status != found["status"]:
        return f"it is {flag.status}"
    if found["points"] and flag.points != int(found["points"]):
        return f"it costs {flag.points}"
    if found["cubes"]:
        shown = sorted(_shown(m, flag, number) for number in flag.cubes)
        wanted = sorted(SentenceScene(m).cubes(found["cubes"]))
        if shown != wanted:
            return f"its cubes are {' '.join(shown) or 'none'}"
    return ""


def _shown(m: Match, flag: Flag, number: int) -> str:
    return m.shakes[flag.play - 1].letters[number - 1]


@_expect(r"(?P<number>\d+) flags? (?P<kind>\S+)")
def _count(story: Story, m: Match, found: re.Match[str]) -> str:
    count = sum(f.kind == found["kind"] for f in m.flags.values())
    return "" if count == int(found["number"]) else f"there are {count}"


@_expect(r"(?P<what>remedy|cite|doubt) of (?P<kind>\S+) has (?P<text>.+)")
def _words_of(story: Story, m: Match, found: re.Match[str]) -> str:
    texts = [str(getattr(f, found["what"])) for f in m.flags.values() if f.kind == found["kind"]]
    return "" if any(found["text"] in text for text in texts) else f"it is {' / '.join(texts) or 'not raised'}"


@_expect(r"no doubt of (?P<kind>\S+)")
def _no_doubt(story: Story, m: Match, found: re.Match[str]) -> str:
    return "; ".join(f.doubt for f in m.flags.values() if f.kind == found["kind"] and f.doubt)


@_expect(r"(?P<who>.+) (?P<has>has|has not) been warned")
def _warned(story: Story, m: Match, found: re.Match[str]) -> str:
    warned = found["who"] in m.warned
    return "" if warned == (found["has"] == "has") else f"the warned are {', '.join(m.warned) or 'nobody'}"


@_expect(r"turn (?P<who>.+)")
def _turn(story: Story, m: Match, found: re.Match[str]) -> str:
    who = (m.shake.mover if m.shake else None) or "nobody"
    return "" if who == found["who"] else f"it is {who}'s"


@_expect(r"phase (?P<phase>[\w-]+)")
def _phase(story: Story, m: Match, found: re.Match[str]) -> str:
    phase = game_of(m).phase(m)
    return "" if phase == found["phase"] else f"the phase is {phase}"


@_expect(r"setter (?P<who>.+)")
def _setter(story: Story, m: Match, found: re.Match[str]) -> str:
    setter = game_of(m).public(m).setter
    return "" if setter == found["who"] else f"it is {setter}"


@_expect(r"last mover (?P<who>.+)")
def _last_mover(story: Story, m: Match, found: re.Match[str]) -> str:
    mover = _last(m).last_mover
    return "" if mover == found["who"] else f"it is {mover}"


@_expect(r"(?P<region>required|permitted|forbidden|resources) holds? (?P<letters>\w+)")
def _holds(story: Story, m: Match, found: re.Match[str]) -> str:
    letters = _last(m).holding(found["region"])
    return "" if sorted(letters) == sorted(found["letters"]) else f"it is {letters or 'nothing'}"


@_expect(r"time until (?P<time>\S+)")
def _due(story: Story, m: Match, found: re.Match[str]) -> str:
    limit = m.shake.limit if m.shake else None
    if limit is None:
        return "no limit is running"
    return "" if limit.due == milliseconds(found["time"]) else f"it is until {minutes(limit.due)}"


@_expect(r"no time limit")
def _no_limit(story: Story, m: Match, found: re.Match[str]) -> str:
    limit = m.shake.limit if m.shake else None
    return "" if limit is None else f"{limit.task} runs until {minutes(limit.due)}"


@_expect(r"sand (?P<state>\w+)(?: (?P<seconds>[\d.]+) s)?")
def _sand(story: Story, m: Match, found: re.Match[str]) -> str:
    shown = game_of(m).sand(m, m.at)
    scale = 10 if shown.state == "countdown" else 60
    seconds = shown.fraction * scale
    right = shown.state == found["state"] and (not found["seconds"] or abs(seconds - float(found["seconds"])) < 0.01)
    return "" if right else f"it is {shown.state} with {seconds:g} s"


@_expect(r"(?P<what>totals|scores|points) (?P<sheet>.+)")
def _sheet(story: Story, m: Match, found: re.Match[str]) -> str:
    wanted = SentenceScene(m).sheet(found["sheet"])
    if found["what"] == "totals":
        actual = game_of(m).totals(m)
    elif found["what"] == "points":
        actual = game_of(m).points(m)
    else:
        actual = _last(m).scores or {}
    return "" if actual == wanted else f"they are {', '.join(f'{p} {n}' for p, n in actual.items()) or 'not known'}"


@_expect(r"no penalty")
def _no_penalty(story: Story, m: Match, found: re.Match[str]) -> str:
    return "; ".join(f"{p.player} loses {p.points}" for p in m.penalties.values() if not p.struck)


@_expect(r"(?P<who>.+) loses (?P<points>\d+)(?P<pending> without initials)?")
def _loses(story: Story, m: Match, found: re.Match[str]) -> str:
    pending = bool(found["pending"])
    lost = sum(
        p.points for p in m.penalties.values() if p.player == found["who"] and not p.struck and p.counts != pending
    )
    return "" if lost == int(found["points"]) else f"it is {lost}"


@_expect(r"told (?P<text>.+)")
def _told(story: Story, m: Match, found: re.Match[str]) -> str:
    return "" if _heard(story, found["text"]) else "nobody was told"


@_expect(r"not told (?P<text>.+)")
def _not_told(story: Story, m: Match, found: re.Match[str]) -> str:
    return "they were told" if _heard(story, found["text"]) else ""


def _heard(story: Story, text: str) -> bool:
    return any(d.public and text in d.text for d in [*story.referee.decisions, *story.ahead])


@_expect(r"noted (?P<text>.+)")
def _noted(story: Story, m: Match, found: re.Match[str]) -> str:
    return "" if any(found["text"] in d.text for d in story.referee.decisions) else "nothing of it is on record"


@_expect(r"challenge (?P<kind>now|impossible) by (?P<who>\S+) against (?P<mover>\S+)(?P<doubt> in doubt)?")
def _challenge(story: Story, m: Match, found: re.Match[str]) -> str:
    c = _last(m).challenge
    if c is None:
        return "there is no challenge"
    right = (c.kind, c.challenger, c.mover) == (found["kind"], found["who"], found["mover"])
    right = right and bool(c.doubt) == bool(found["doubt"])
    return "" if right else f"{c.challenger} challenges {c.mover} with {c.kind}{' in doubt' if c.doubt else ''}"


@_expect(r"no challenge")
def _no_challenge(story: Story, m: Match, found: re.Match[str]) -> str:
    c = _last(m).challenge
    return "" if c is None else f"{c.challenger} challenges {c.mover}"


@_expect(r"(?P<who>.+?) may(?P<no> not)? (?P<act>[\w-]+)(?: (?P<choice>.+))?")
def _may(story: Story, m: Match, found: re.Match[str]) -> str:
    may = any(
        act.player == found["who"]
        and act.act == found["act"]
        and (not found["choice"] or found["choice"] in act.choices)
        for act in game_of(m).acts(m)
    )
    return "" if may != bool(found["no"]) else f"{found['who']} may{' not' if not may else ''}"


@_expect(r"goal (?P<letters>\w+)")
def _goal(story: Story, m: Match, found: re.Match[str]) -> str:
    goal = _last(m).goal_as_set or _last(m).goal
    return "" if goal == found["letters"] else f"it is {goal or 'empty'}"


def _last(m: Match) -> Shake:
    if not m.shakes:
        raise BadSentence("no shake has been started")
    return m.shakes[-1]
