"""The forms of sentence that can be said at a table, each with the events it stands for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import msgspec

from table.language.blanks import BadSentence, SentenceScene
from table.rules import events as ev
from table.rules.entry import Source, plain


class SentenceForm(NamedTuple):
    template: str
    source: Source
    build: Callable[..., ev.Event | list[ev.Event]]


FORMS: list[SentenceForm] = []


def form(*templates: str, source: Source = "player") -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    def register(build: Callable[..., Any]) -> Callable[..., Any]:
        FORMS.extend(SentenceForm(template, source, build) for template in templates)
        return build

    return register


@form(
    "staff opens match {match}: {names}; {edition} {division}",
    "staff opens match {match}: {names}; {edition} {division} {game}",
    "staff opens match {match}: {names}; {edition} {division} with {settings}",
    "staff opens match {match}: {names}; {edition} {division} {game} with {settings}",
    source="staff",
)
def _open(_: SentenceScene, match: str, names: tuple[str, ...], edition: str, division: str, **more: str) -> ev.Event:
    body: dict[str, Any] = {
        "match": match,
        "edition": edition,
        "division": division,
        "players": [{"name": n} for n in names],
    }
    settings = _settings(more.get("settings", ""))
    body |= {"warned": settings.pop("warned", []), "settings": settings}
    body |= {"game": more["game"]} if "game" in more else {}
    try:
        return msgspec.convert(body, ev.MatchOpened)
    except msgspec.ValidationError as error:
        raise BadSentence(f"a match cannot be opened so: {plain(error)}") from None


@form("the round starts", source="staff")
def _round_starts(_: SentenceScene) -> ev.Event:
    return ev.RoundStarted()


@form("the round is closed", source="staff")
def _round_closed(_: SentenceScene) -> ev.Event:
    return ev.RoundClosed()


@form("{player} leaves", source="staff")
def _leaves(_: SentenceScene, player: str) -> ev.Event:
    return ev.PlayerLeft(player)


@form("{player} comes back", source="staff")
def _comes_back(_: SentenceScene, player: str) -> ev.Event:
    return ev.PlayerReturned(player)


@form("{player} signs", "{player} signs {sheet}")
def _signs(_: SentenceScene, player: str, sheet: dict[str, int] | None = None) -> ev.Event:
    return ev.Signed(player, sheet or {})


@form("{player} rolls {letter} for the first Goal", source="camera")
def _first_roll(_: SentenceScene, player: str, letter: Any) -> ev.Event:
    return ev.FirstRolled(player, letter)


@form("the shake starts", source="clock")
def _shake_starts(_: SentenceScene) -> ev.Event:
    return ev.ShakeStarted()


@form("{player} starts the shake")
def _starts_shake(_: SentenceScene, player: str) -> ev.Event:
    return ev.ShakeStarted(player)


@form("{player} rolls {letters}", source="camera")
def _rolls(_: SentenceScene, letters: str, player: str | None = None) -> ev.Event:
    return ev.Rolled(letters.replace(" ", ""), player)


@form("{player} says {words}")
def _says(_: SentenceScene, player: str | None, words: Any) -> ev.Event:
    return ev.Said(words, player)


@form("{player} turns the timer")
def _turns_timer(_: SentenceScene, player: str) -> ev.Event:
    return ev.TimerTurned(player)


@form("{player} moves {cubes} from {origin} to {region}", "{player} moves {cubes} to {region}", source="camera")
def _moves(
    scene: SentenceScene, player: str | None, cubes: list[str], region: Any, origin: str | None = None
) -> list[ev.Event]:
    shake = scene.shake
    numbers = scene.found(cubes, origin, region)
    moved: list[ev.Event] = [ev.Moved(number, region, player) for number in numbers]
    if region == "goal":
        moved.append(ev.GoalRead(shake.goal + "".join(shake.letters[n - 1] for n in numbers)))
    elif any(shake.where[n - 1] == "goal" for n in numbers):
        goal = shake.goal
        for n in numbers:
            goal = goal.replace(shake.letters[n - 1], "", 1)
        moved.append(ev.GoalRead(goal))
    return moved


@form("{player} turns {cubes} over to {letter}", source="camera")
def _turns(scene: SentenceScene, player: str | None, cubes: list[str], letter: Any) -> list[ev.Event]:
    return [ev.Turned(number, letter, player) for number in scene.found(cubes, None)]


@form("the Goal reads {letters}", source="camera")
def _goal_reads(_: SentenceScene, letters: str) -> ev.Event:
    return ev.GoalRead(letters)


@form("{player} covers {cubes}", source="camera")
def _covers(scene: SentenceScene, player: str | None, cubes: list[str]) -> ev.Event:
    return ev.Covered(tuple(scene.found(cubes, None)), player)


@form("the view is clear", source="camera")
def _clear(_: SentenceScene) -> ev.Event:
    return ev.Uncovered()


@form("{player} keeps a hand at the block", source="camera")
def _hand(_: SentenceScene, player: str | None) -> ev.Event:
    return ev.HandAtBlock(player)


@form("no hand is at the block", source="camera")
def _no_hand(_: SentenceScene) -> ev.Event:
    return ev.HandLeftBlock()


@form("{player} lifts the block", source="gpio")
def _lifts(_: SentenceScene, player: str | None) -> ev.Event:
    return ev.BlockLifted(player)


@form("the block is returned", source="gpio")
def _returned(_: SentenceScene) -> ev.Event:
    return ev.BlockReturned()


@form("{player} joins the {side}")
def _joins(_: SentenceScene, player: str, side: Any) -> ev.Event:
    return ev.Sided(player, side)


@form("{player} presents a solution")
def _presents(_: SentenceScene, player: str) -> ev.Event:
    return ev.Presented(player)


@form("{player} presents nothing")
def _declines(_: SentenceScene, player: str) -> ev.Event:
    return ev.Declined(player)


@form("{writer}'s solution is checked")
def _checks(_: SentenceScene, writer: str) -> ev.Event:
    return ev.CheckStarted(writer)


@form("{player} accepts {writer}'s solution")
def _accepts(_: SentenceScene, player: str, writer: str) -> ev.Event:
    return ev.Accepted(player, writer)


@form("{player} rejects {writer}'s solution", "{player} rejects {writer}'s solution: {reason}")
def _rejects(_: SentenceScene, player: str, writer: str, reason: str = "") -> ev.Event:
    return ev.Rejected(player, writer, reason)


@form("{player} asks for an extra minute")
def _extra(_: SentenceScene, player: str) -> ev.Event:
    return ev.ExtraMinute(player)


@form("{player} charges illegal procedure")
def _charges_something(_: SentenceScene, player: str) -> ev.Event:
    return ev.Charged(player)


@form("{player} charges {what}", "{player} charges {against} with {what}")
def _charges(_: SentenceScene, player: str, what: str, against: str | None = None) -> ev.Event:
    return ev.Charged(player, what, against)


@form("{player} names {what}", "{player} names {what} by {against}")
def _names_charge(_: SentenceScene, player: str, what: str, against: str | None = None) -> ev.Event:
    return ev.ChargeNamed(player, what, against)


@form(
    "judge {by} upholds {flag}",
    "judge {by} upholds {flag}: {reason}",
    "judge {by} upholds {flag} with {points} points",
    "judge {by} upholds {flag} with {points} points: {reason}",
    source="judge",
)
def _upholds(_: SentenceScene, by: str, flag: str, points: int | None = None, reason: str = "") -> ev.Event:
    return ev.Ruled(flag, "upheld", by, points, reason)


@form("judge {by} dismisses {flag}", "judge {by} dismisses {flag}: {reason}", source="judge")
def _dismisses(_: SentenceScene, by: str, flag: str, reason: str = "") -> ev.Event:
    return ev.Ruled(flag, "dismissed", by, None, reason)


@form("judge {by} initials {flag}", source="judge")
def _initials(_: SentenceScene, by: str, flag: str) -> ev.Event:
    return ev.Initialed(flag, by)


@form("judge {by} warns {player}: {reason}", source="judge")
def _warns(_: SentenceScene, by: str, player: str, reason: str) -> ev.Event:
    return ev.Warned(player, reason, by)


@form(
    "judge {by} takes {points} point from {player}: {reason}",
    "judge {by} takes {points} points from {player}: {reason}",
    source="judge",
)
def _takes(_: SentenceScene, by: str, points: int, player: str, reason: str) -> ev.Event:
    return ev.Penalized(player, reason, by, points)


@form(
    "judge {by} disqualifies {player}: {reason}",
    "judge {by} disqualifies {player} for the {scope}: {reason}",
    source="judge",
)
def _disqualifies(_: SentenceScene, by: str, player: str, reason: str, scope: Any = "round") -> ev.Event:
    return ev.Disqualified(player, reason, by, scope)


@form("judge {by} names {player} challenger", "judge {by} names {player} challenger with {words}", source="judge")
def _names_challenger(_: SentenceScene, by: str, player: str, words: Any = None) -> ev.Event:
    if words not in (None, "now", "impossible"):
        raise BadSentence("a challenge is now or impossible")
    return ev.ChallengerNamed(player, by, words)


@form(
    "judge {by} finds {writer}'s solution {verdict}",
    "judge {by} finds {writer}'s solution {verdict}: {reason}",
    "judge {by} finds {writer}'s solution in shake {number} {verdict}",
    "judge {by} finds {writer}'s solution in shake {number} {verdict}: {reason}",
    source="judge",
)
def _finds(
    _: SentenceScene, by: str, writer: str, verdict: str, reason: str = "", number: int | None = None
) -> ev.Event:
    return ev.SolutionRuled(writer, verdict == "correct", by, reason, number)


@form("judge {by} scores shake {number} as {sheet}: {reason}", source="judge")
def _scores(_: SentenceScene, by: str, number: int, sheet: dict[str, int], reason: str) -> ev.Event:
    return ev.ShakeScored(number, sheet, by, reason)


@form(
    "judge {by} has shake {number} replayed: {reason}",
    "judge {by} has shake {number} replayed by {names}: {reason}",
    source="judge",
)
def _replays(_: SentenceScene, by: str, number: int, reason: str, names: tuple[str, ...] = ()) -> ev.Event:
    return ev.ShakeReplayed(number, by, reason, names)


@form(
    "judge {by} has the round replayed: {reason}",
    "judge {by} has the round replayed by {names}: {reason}",
    source="judge",
)
def _replays_round(_: SentenceScene, by: str, reason: str, names: tuple[str, ...] = ()) -> ev.Event:
    return ev.RoundReplayed(by, reason, names)


@form("judge {by} gives the turn to {player}: {reason}", source="judge")
def _gives(_: SentenceScene, by: str, player: str, reason: str) -> ev.Event:
    return ev.TurnGiven(player, by, reason)


@form(
    "judge {by} enters totals {sheet} after {number} shakes",
    "judge {by} enters totals {sheet} after {number} shakes, the last set by {setter}",
    "judge {by} enters totals {sheet} after {number} shakes, the last set by {setter}, {time} into the round",
    source="judge",
)
def _totals(
    _: SentenceScene, by: str, sheet: dict[str, int], number: int, setter: str | None = None, time: int = 0
) -> ev.Event:
    return ev.TotalsEntered(sheet, number, by, setter, time)


@form(
    "judge {by} enters goal {dashed1}, required {dashed2}, permitted {dashed3}, forbidden {dashed4}, "
    "resources {dashed5}; {setter} set the Goal, {mover} moved last, {player} is to move",
    source="judge",
)
def _position(_: SentenceScene, by: str, setter: str, mover: str, player: str, **regions: str) -> ev.Event:
    goal, required, permitted, forbidden, resources = (regions[f"dashed{n}"] for n in range(1, 6))
    return ev.PositionEntered(goal, required, permitted, forbidden, resources, setter, player, mover, by)


@form(
    "judge {by} corrects {player}'s total on the sheet from {listed} to {right}, agreed by {names}",
    "judge {by} corrects {player}'s total on the sheet from {listed} to {right}, {intent}",
    source="judge",
)
def _corrects_sheet(
    _: SentenceScene, by: str, player: str, listed: int, right: int, names: tuple[str, ...] = (), intent: str = ""
) -> ev.Event:
    return ev.SheetCorrected(player, listed, right, by, not intent, names)


@form("judge {by} stops the clocks", "judge {by} stops the clocks: {reason}", source="judge")
def _pauses(_: SentenceScene, by: str, reason: str = "") -> ev.Event:
    return ev.Paused(by, reason)


@form("judge {by} lets the clocks run", "judge {by} lets the clocks run, counting {time}", source="judge")
def _resumes(_: SentenceScene, by: str, time: int = 0) -> ev.Event:
    return ev.Resumed(by, time)


@form("the table restarts after {time}", source="clock")
def _restarts(_: SentenceScene, time: int) -> ev.Event:
    return ev.Restarted(time)


@form("the camera is gone", "the camera is gone: {reason}", source="camera")
def _camera_gone(_: SentenceScene, reason: str = "") -> ev.Event:
    return ev.SenseLost("camera", reason)


@form("the block's switch is gone", "the block's switch is gone: {reason}", source="gpio")
def _block_gone(_: SentenceScene, reason: str = "") -> ev.Event:
    return ev.SenseLost("block", reason)


@form("the buttons are gone", "the buttons are gone: {reason}", source="gpio")
def _buttons_gone(_: SentenceScene, reason: str = "") -> ev.Event:
    return ev.SenseLost("buttons", reason)


@form("the camera is back", source="camera")
def _camera_back(_: SentenceScene) -> ev.Event:
    return ev.SenseBack("camera")


@form("the block's switch is back", source="gpio")
def _block_back(_: SentenceScene) -> ev.Event:
    return ev.SenseBack("block")


@form("the buttons are back", source="gpio")
def _buttons_back(_: SentenceScene) -> ev.Event:
    return ev.SenseBack("buttons")


@form("the table asks: {reason}", source="camera")
def _asks(_: SentenceScene, reason: str) -> ev.Event:
    return ev.Asked(reason)


@form("judge {by} has looked", source="judge")
def _has_looked(_: SentenceScene, by: str) -> ev.Event:
    return ev.Answered(by)


@form("judge {by} reads cube {number} as {letter}", source="judge")
def _reads(_: SentenceScene, by: str, number: int, letter: Any) -> ev.Event:
    return ev.FaceNamed(number, letter, by)


@form("judge {by} strikes entry {number}", "judge {by} strikes entry {number}: {reason}", source="judge")
def _strikes(_: SentenceScene, by: str, number: int, reason: str = "") -> ev.Event:
    return ev.Corrected(number, by, None, None, reason)


@form("judge {by} remarks: {reason}", source="judge")
def _remarks(_: SentenceScene, by: str, reason: str) -> ev.Event:
    return ev.Noted(reason, by)


@form("time passes", source="clock")
def _time(_: SentenceScene) -> ev.Event:
    return ev.Time()


def _settings(text: str) -> dict[str, Any]:
    """'timer exact, call_out, warned Ann' as settings, and who was warned in an earlier round."""
    settings: dict[str, Any] = {}
    for part in filter(None, (piece.strip() for piece in text.split(","))):
        name, _, value = part.partition(" ")
        if name == "warned":
            settings.setdefault(name, []).append(value)
        elif value.isdigit():
            settings[name] = int(value)
        else:
            settings[name] = True if not value or value == "yes" else False if value == "no" else value
    return settings
