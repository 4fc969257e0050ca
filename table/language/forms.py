"""What can be said at a table, as one table for both ways: sentences into events, and events into words for judges."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, NamedTuple, TypeAlias

import msgspec

from table.language.blanks import BadSentence, SentenceScene
from table.rules import events as ev
from table.rules.entry import Source, embedded, plain

Built: TypeAlias = ev.Event | list[ev.Event]


class SentenceForm(NamedTuple):
    """A way to say that something happened."""

    kind: type[ev.Event] | None
    """what happened; nothing for a sentence about another sentence"""
    said: tuple[str, ...]
    """the templates of the sentence; none for what only the table itself writes down"""
    source: Source
    """who or what such a thing comes from at a table that watches by itself"""
    means: Mapping[str, Any]
    """fields of the event that are in no blank, because the words themselves say it"""
    words: str | Callable[[Any], str]
    """the template by which judges read it, or a function where a template does not do"""
    build: Callable[..., Built] | None
    """how the events are made of the blanks, where they do not just fill the fields of one"""

    def fits(self, event: ev.Event) -> bool:
        """Whether it says of the event what is so."""
        return all(getattr(event, name) == value for name, value in self.means.items())

    def events(self, scene: SentenceScene, blanks: Mapping[str, Any], fields: Mapping[str, str]) -> Built:
        """What the sentence stands for when its blanks are filled so; `fields` are those that they fill."""
        if self.build is not None:
            return self.build(scene, **blanks)
        make: Any = self.kind
        made: ev.Event = make(**{fields[name]: value for name, value in blanks.items()}, **self.means)
        return made


@cache
def forms_of(kind: type[ev.Event]) -> tuple[SentenceForm, ...]:
    """The ways to say that something of this kind happened."""
    return tuple(form for form in FORMS if form.kind is kind)


def plainly(event: ev.Event) -> str:
    """Any event by its kind and its fields."""
    return event.kind.replace("-", " ") + details(msgspec.to_builtins(event))


def details(values: object) -> str:
    """Values by their names, in parentheses."""
    if not isinstance(values, dict) or not values:
        return ""
    return " (" + ", ".join(f"{name}: {value}" for name, value in values.items()) + ")"


# --- where blanks do not just fill the fields of an event --------------------------------------------------------


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


def _rolls(_: SentenceScene, letters: str, player: str | None) -> ev.Event:
    return ev.Rolled(letters.replace(" ", ""), player)


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


def _turns(scene: SentenceScene, player: str | None, cubes: list[str], letter: Any) -> list[ev.Event]:
    return [ev.Turned(number, letter, player) for number in scene.found(cubes, None)]


def _covers(scene: SentenceScene, player: str | None, cubes: list[str]) -> ev.Event:
    return ev.Covered(tuple(scene.found(cubes, None)), player)


def _names_challenger(_: SentenceScene, by: str, player: str, words: Any = None) -> ev.Event:
    if words not in (None, "now", "impossible"):
        raise BadSentence("a challenge is now or impossible")
    return ev.ChallengerNamed(player, by, words)


def _corrects(
    scene: SentenceScene, by: str, number: int, sentence: list[ev.Event], time: int | None = None
) -> ev.Event:
    at = None if time is None else time + (scene.match.opened if scene.match else 0)
    return ev.Corrected(number, by, embedded(sentence[0]), at)


def _saw(_: SentenceScene, by: str, sentence: list[ev.Event]) -> list[ev.Event]:
    return list(sentence)


# --- where a template does not do for the words ------------------------------------------------------------------


def _instead(event: ev.Corrected) -> str:
    instead = event.event or {}
    why = f": {event.reason}" if event.reason else ""
    return f"{event.by}: entry {event.seq} was '{instead.get('kind')}'{details(instead.get('body'))}{why}"


def _lie(event: ev.Saw) -> str:
    """The letters by region, from left to right."""
    regions: dict[str, list[tuple[float, str]]] = {}
    for seen in event.details.values():
        if isinstance(seen, list) and len(seen) > 2:
            letter, region, left = seen[:3]
            regions.setdefault(str(region), []).append((float(left), str(letter or "?")))
    told = (f"{name} {''.join(letter for _, letter in sorted(found))}" for name, found in regions.items())
    return f"where the cubes lie: {'; '.join(told)}"


def _seen(event: ev.Saw) -> str:
    return f"seen: {event.what}{details(event.details)}"


# --- the table ---------------------------------------------------------------------------------------------------


def _form(
    kind: type[ev.Event] | None,
    *said: str,
    source: Source = "player",
    means: Mapping[str, Any] | None = None,
    words: str | Callable[[Any], str] = "",
    build: Callable[..., Built] | None = None,
) -> SentenceForm:
    """Judges read what was said last of the templates, and judges themselves by their initials alone."""
    return SentenceForm(kind, said, source, means or {}, words or said[-1].removeprefix("judge "), build)


FORMS: tuple[SentenceForm, ...] = (
    _form(
        ev.MatchOpened,
        "staff opens match {match}: {names:players}; {edition} {division}[ {game}]",
        "staff opens match {match}: {names:players}; {edition} {division}[ {game}] with {settings}",
        source="staff",
        words="match {match} is opened: {names:players}; {edition}, {division}",
        build=_open,
    ),
    _form(ev.RoundStarted, "the round starts", source="staff"),
    _form(ev.RoundClosed, "the round is closed", source="staff"),
    _form(ev.PlayerLeft, "{player} leaves", source="staff"),
    _form(ev.PlayerReturned, "{player} comes back", source="staff"),
    _form(
        ev.PlayerRenamed,
        "staff renames {player} to {name}",
        source="staff",
        words="{player} is called {name} from now on[ ({by})]",
    ),
    _form(ev.Signed, "{player} signs[ {sheet:totals}]"),
    _form(ev.FirstRolled, "{player} rolls {letter} for the first Goal", source="camera"),
    _form(
        ev.ShakeStarted,
        "the shake starts",
        source="clock",
        means={"player": None},
        words="somebody starts the shake",
    ),
    _form(ev.ShakeStarted, "{player} starts the shake"),
    _form(ev.Rolled, "{player} rolls {letters}", source="camera", build=_rolls),
    _form(ev.Said, "{player} says {words:word}"),
    _form(ev.TimerTurned, "{player} turns the timer"),
    _form(
        ev.Moved,
        "{player} moves {cubes:cube} from {origin} to {region:to}",
        "{player} moves {cubes:cube} to {region:to}",
        source="camera",
        build=_moves,
    ),
    _form(
        ev.Turned,
        "{player} turns {cubes:cube} over to {letter}",
        source="camera",
        words="{player} turns {cubes:cube} to {letter}",
        build=_turns,
    ),
    _form(ev.GoalRead, means={"letters": ""}, words="the Goal reads nothing"),
    _form(ev.GoalRead, "the Goal reads {letters}", source="camera"),
    _form(ev.Covered, "{player} covers {cubes}", source="camera", build=_covers),
    _form(ev.Uncovered, "the view is clear", source="camera"),
    _form(
        ev.HandAtBlock,
        "{player} keeps a hand at the block",
        source="camera",
        words="{player} has a hand at the block",
    ),
    _form(ev.HandLeftBlock, "no hand is at the block", source="camera"),
    _form(ev.BlockLifted, "{player} lifts the block", source="gpio"),
    _form(ev.BlockReturned, "the block is returned", source="gpio"),
    _form(ev.Sided, "{player} joins the {side}"),
    _form(ev.Presented, "{player} presents a solution"),
    _form(ev.Declined, "{player} presents nothing"),
    _form(ev.CheckStarted, "{writer}'s solution is checked"),
    _form(ev.Accepted, "{player} accepts {writer}'s solution"),
    _form(ev.Rejected, "{player} rejects {writer}'s solution[: {reason}]"),
    _form(ev.ExtraMinute, "{player} asks for an extra minute"),
    _form(
        ev.Charged,
        "{player} charges illegal procedure",
        means={"what": None},
        words="{player} charges illegal procedure[ by {against}]",
    ),
    _form(
        ev.Charged,
        "{player} charges {what}",
        "{player} charges {against} with {what}",
        words="{player} charges {what}[ by {against}]",
    ),
    _form(ev.ChargeNamed, "{player} names {what}[ by {against}]", words="{player} charges {what}[ by {against}]"),
    _form(
        ev.Ruled,
        "judge {by} upholds {flag}[ with {points} points][: {reason:note}]",
        source="judge",
        means={"ruling": "upheld"},
        words="{by}: {flag} is upheld[ with {points} points][: {reason:note}]",
    ),
    _form(
        ev.Ruled,
        "judge {by} dismisses {flag}[: {reason:note}]",
        source="judge",
        means={"ruling": "dismissed"},
        words="{by}: {flag} is dismissed[ with {points} points][: {reason:note}]",
    ),
    _form(ev.Initialed, "judge {by} initials {flag}", source="judge"),
    _form(ev.Warned, "judge {by} warns {player}: {reason}", source="judge"),
    _form(
        ev.Penalized,
        "judge {by} takes {points} point from {player}: {reason}",
        "judge {by} takes {points} points from {player}: {reason}",
        source="judge",
        words="{by} takes {points} from {player}: {reason}",
    ),
    _form(
        ev.Disqualified,
        "judge {by} disqualifies {player}[ for the {scope}]: {reason}",
        source="judge",
        words="{by} disqualifies {player} for the {scope}: {reason}",
    ),
    _form(
        ev.ChallengerNamed,
        "judge {by} names {player} challenger[ with {words:word}]",
        source="judge",
        build=_names_challenger,
    ),
    _form(
        ev.SolutionRuled,
        means={"correct": False},
        words="{by} finds {writer}'s solution not correct[: {reason}]",
    ),
    _form(
        ev.SolutionRuled,
        "judge {by} finds {writer}'s solution[ in shake {number:shake}] {verdict:correct}[: {reason}]",
        source="judge",
        words="{by} finds {writer}'s solution {verdict:correct}[: {reason}]",
    ),
    _form(
        ev.ShakeScored,
        "judge {by} scores shake {number:shake} as {sheet:scores}: {reason}",
        source="judge",
        words=plainly,
    ),
    _form(
        ev.ShakeReplayed,
        "judge {by} has shake {number:shake} replayed[ by {names:players}]: {reason}",
        source="judge",
        words=plainly,
    ),
    _form(
        ev.RoundReplayed,
        "judge {by} has the round replayed[ by {names:players}]: {reason}",
        source="judge",
        words=plainly,
    ),
    _form(ev.TurnGiven, "judge {by} gives the turn to {player}: {reason}", source="judge", words=plainly),
    _form(
        ev.TotalsEntered,
        "judge {by} enters totals {sheet:totals} after {number:shakes} shakes",
        "judge {by} enters totals {sheet:totals} after {number:shakes} shakes, "
        "the last set by {setter:last_setter}[, {time:elapsed} into the round]",
        source="judge",
        words=plainly,
    ),
    _form(
        ev.PositionEntered,
        "judge {by} enters goal {dashed1:goal}, required {dashed2:required}, permitted {dashed3:permitted}, "
        "forbidden {dashed4:forbidden}, resources {dashed5:resources}; "
        "{setter} set the Goal, {mover:last_mover} moved last, {player:turn} is to move",
        source="judge",
        words=plainly,
    ),
    _form(
        ev.SheetCorrected,
        "judge {by} corrects {player}'s total on the sheet from {listed} to {right}, agreed by {names:consent}",
        "judge {by} corrects {player}'s total on the sheet from {listed} to {right}, {intent:honest}",
        source="judge",
        words=plainly,
    ),
    _form(ev.Paused, "judge {by} stops the clocks[: {reason}]", source="judge"),
    _form(
        ev.Resumed,
        "judge {by} lets the clocks run[, counting {time:count}]",
        source="judge",
        words="{by} lets the clocks run",
    ),
    _form(
        ev.Restarted,
        "the table restarts after {time:lost}",
        source="clock",
        words="the table came back after its power was gone",
    ),
    _form(ev.SenseLost, "the camera is gone[: {reason:words}]", source="camera", means={"sense": "camera"}),
    _form(
        ev.SenseLost,
        "the block's switch is gone[: {reason:words}]",
        source="gpio",
        means={"sense": "block"},
        words="the block is gone[: {reason:words}]",
    ),
    _form(
        ev.SenseLost,
        "the buttons are gone[: {reason:words}]",
        source="gpio",
        means={"sense": "buttons"},
        words="the buttons is gone[: {reason:words}]",
    ),
    _form(ev.SenseBack, "the camera is back", source="camera", means={"sense": "camera"}),
    _form(
        ev.SenseBack,
        "the block's switch is back",
        source="gpio",
        means={"sense": "block"},
        words="the block is back",
    ),
    _form(
        ev.SenseBack,
        "the buttons are back",
        source="gpio",
        means={"sense": "buttons"},
        words="the buttons is back",
    ),
    _form(ev.Asked, "the table asks: {reason:words}", source="camera"),
    _form(ev.Answered, "judge {by} has looked", source="judge", words=plainly),
    _form(ev.FaceNamed, "judge {by} reads cube {number:cube} as {letter}", source="judge"),
    _form(
        ev.Corrected,
        "judge {by} strikes entry {number:seq}[: {reason}]",
        source="judge",
        means={"event": None},
        words="{by}: entry {number:seq} is struck[: {reason}]",
    ),
    _form(ev.Noted, "judge {by} remarks: {reason:text}", source="judge", words="remark: {reason:text}[ ({by})]"),
    _form(ev.Time, "time passes", source="clock", words=plainly),
    _form(
        ev.Corrected,
        "judge {by} corrects entry {number:seq}[ at {time:at}] to: {sentence:event}",
        source="judge",
        words=_instead,
        build=_corrects,
    ),
    _form(None, "judge {by} saw: {sentence}", source="judge", build=_saw),
    # What people do not say: the table writes it down itself.
    _form(ev.Announced, words="told: {reason:text}"),
    _form(ev.Saw, means={"what": ev.CUBES}, words=_lie),
    _form(ev.Saw, words=_seen),
)
"""Every form. A sentence is read by the first that fits, and so is an event."""
