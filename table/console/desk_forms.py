"""What judges and staff can do on their pages, as one table: each deed with its form, who may do it, and its events.

The pages draw their forms from it and the posts are read by it, so that a deed is written down once.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Literal, NamedTuple, TypeAlias

from table.console.access.passes import Who
from table.console.scribe import Refused
from table.language.blanks import BadSentence, milliseconds
from table.language.sentences import understand
from table.rules import events as ev
from table.rules.cubes import LETTERS
from table.rules.games import game_of
from table.rules.match import Match

Given: TypeAlias = Mapping[str, str]
"""What was filled in, by the name of the field."""
Build: TypeAlias = Callable[[Match, str, Given], list[ev.Event]]


class Field(NamedTuple):
    """A blank of a form."""

    name: str
    label: str
    kind: Literal["player", "words", "number", "choice", "shake", "scores", "tick"] = "words"
    choices: tuple[tuple[str, str], ...] = ()
    needed: bool = True
    value: str = ""


class DeskForm(NamedTuple):
    """One deed."""

    key: str
    title: str
    help: str
    who: Who
    fields: tuple[Field, ...]
    build: Build
    makes: type[ev.Event]
    """what it comes to; a game that does not know such events has no use for it"""
    button: str = "Write it down"
    grave: bool = False
    """it cannot be undone by another deed: ask once more"""


# --- reading the blanks -----------------------------------------------------------------------------------------


def words(given: Given, name: str, most: int = 500) -> str:
    """A text on one line."""
    text = " ".join(given.get(name, "").split())
    if not text:
        raise Refused(f"Fill in the {name.replace('_', ' ')}.")
    if len(text) > most:
        raise Refused(f"The {name} is too long: {most} letters are the most.")
    return text


def maybe(given: Given, name: str) -> str:
    return words(given, name) if given.get(name, "").strip() else ""


def number(given: Given, name: str, least: int = 0, most: int = 9999) -> int:
    text = given.get(name, "").strip()
    if not text.removeprefix("-").isdecimal() or len(text) > 9 or not least <= int(text) <= most:
        raise Refused(f"The {name} must be a whole number from {least} to {most}.")
    return int(text)


def player(m: Match, given: Given, name: str = "player") -> str:
    if given.get(name) not in m.players:
        raise Refused("Choose a player.")
    return given[name]


def shake(m: Match, given: Given) -> int:
    chosen = number(given, "shake", 1)
    if chosen not in {s.number for s in m.shakes}:
        raise Refused(f"There is no shake {chosen} in this match.")
    return chosen


# --- judges -----------------------------------------------------------------------------------------------------


def _pause(m: Match, by: str, given: Given) -> list[ev.Event]:
    if m.paused is not None:
        raise Refused("The clocks stand still already.")
    return [ev.Paused(by, maybe(given, "reason"))]


def _resume(m: Match, by: str, given: Given) -> list[ev.Event]:
    if m.paused is None:
        raise Refused("The clocks are running.")
    return [ev.Resumed(by, _length(given.get("count", "")))]


def _length(text: str) -> int:
    try:
        return milliseconds(text) if text.strip() else 0
    except BadSentence as error:
        raise Refused(f"{error}.") from None


def _answer(m: Match, by: str, given: Given) -> list[ev.Event]:
    if m.question is None:
        raise Refused("The table has not asked anything.")
    note = maybe(given, "reason")
    return [*([ev.Noted(note, by)] if note else []), ev.Answered(by)]


def _face(m: Match, by: str, given: Given) -> list[ev.Event]:
    cube, _, letter = words(given, "shows", 9).partition(" ")
    known = m.shake.letters if m.shake is not None else []
    if not cube.isdecimal() or not 1 <= int(cube) <= len(known):
        raise Refused(f"Say which cube and what it shows, such as 28 q; there are {len(known)} cubes.")
    if letter not in LETTERS:
        raise Refused(f"A cube shows one of {' '.join(LETTERS)}.")
    return [ev.FaceNamed(int(cube), letter, by)]  # type: ignore[arg-type]


def _penalize(m: Match, by: str, given: Given) -> list[ev.Event]:
    who = player(m, given)
    if who not in m.warned:
        raise Refused(f"{who} has not been warned, and IX-C asks for a warning first.")
    return [ev.Penalized(who, words(given, "reason"), by, number(given, "points", 1, 99))]


def _challenger(m: Match, by: str, given: Given) -> list[ev.Event]:
    word: Literal["now", "impossible"] | None = (
        "now" if given.get("word") == "now" else "impossible" if given.get("word") == "impossible" else None
    )
    return [ev.ChallengerNamed(player(m, given), by, word)]


def _solution(m: Match, by: str, given: Given) -> list[ev.Event]:
    writer, chosen = player(m, given, "writer"), shake(m, given)
    if not any(s.number == chosen and writer in s.presented for s in m.shakes):
        raise Refused(f"{writer} presented no solution in shake {chosen}.")
    return [ev.SolutionRuled(writer, given.get("verdict") == "correct", by, maybe(given, "reason"), chosen)]


def _score(m: Match, by: str, given: Given) -> list[ev.Event]:
    scores = {p: number(given, f"score-{n}", 0, 99) for n, p in enumerate(m.players)}
    return [ev.ShakeScored(shake(m, given), scores, by, words(given, "reason"))]


def _leave(m: Match, by: str, given: Given) -> list[ev.Event]:
    who = player(m, given)
    if who in m.absent:
        raise Refused(f"{who} is absent already.")
    return [ev.PlayerLeft(who)]


def _come_back(m: Match, by: str, given: Given) -> list[ev.Event]:
    who = player(m, given)
    if who not in m.absent:
        raise Refused(f"{who} is not absent.")
    return [ev.PlayerReturned(who)]


def _turn(m: Match, by: str, given: Given) -> list[ev.Event]:
    if m.shake is None or m.shake.phase not in ("setting", "moving"):
        raise Refused("Nobody has a turn now that could be given to another.")
    return [ev.TurnGiven(player(m, given), by, words(given, "reason"))]


def _disqualify(m: Match, by: str, given: Given) -> list[ev.Event]:
    scope: Literal["round", "event"] = "event" if given.get("scope") == "event" else "round"
    return [ev.Disqualified(player(m, given), words(given, "reason"), by, scope)]


def _sentence(m: Match, by: str, given: Given) -> list[ev.Event]:
    """Anything that can be said at the table, with the reason kept beside it."""
    sentence, reason = words(given, "sentence", 2000), words(given, "reason")
    try:
        events = list(understand(sentence, m).events)
    except BadSentence as error:
        raise Refused(f"{error}.") from None
    if any(isinstance(event, ev.MatchOpened) for event in events):
        raise Refused("Matches are opened by staff.")
    return [ev.Noted(f"override: {sentence}: {reason}", by, "override"), *events]


_REASON = Field("reason", "Reason")
_PLAYER = Field("player", "Player", "player")
_SHAKE = Field("shake", "Shake", "shake")

JUDGES: tuple[DeskForm, ...] = (
    DeskForm(
        "pause",
        "Stop the clocks",
        "Everything that runs stands still until a judge lets it go on.",
        "judge",
        (Field("reason", "Reason", needed=False),),
        _pause,
        ev.Paused,
        "Stop the clocks",
    ),
    DeskForm(
        "resume",
        "Let the clocks run",
        "What was running ends later by as long as the clocks stood.",
        "judge",
        (Field("count", "Of the stop, charge this much to the players (m:ss)", needed=False),),
        _resume,
        ev.Resumed,
        "Let them run",
    ),
    DeskForm(
        "answer",
        "Answer the table",
        "You have looked at what it asked about, and play goes on.",
        "judge",
        (Field("reason", "Remark", needed=False),),
        _answer,
        ev.Answered,
        "I have looked",
    ),
    DeskForm(
        "face",
        "Say what a cube shows",
        "The camera misread it and nobody turned it. Its number is in the table's question and in the timeline.",
        "judge",
        (Field("shows", "Cube and letter, such as 28 q"),),
        _face,
        ev.FaceNamed,
    ),
    DeskForm(
        "challenger",
        "Name the challenger",
        "Who lifted the block first, where that is disputed (VI-B).",
        "judge",
        (
            _PLAYER,
            Field(
                "word",
                "With the word",
                "choice",
                (("", "as it was said"), ("now", "Now"), ("impossible", "Impossible")),
                False,
            ),
        ),
        _challenger,
        ev.ChallengerNamed,
        "Name the challenger",
    ),
    DeskForm(
        "solution",
        "Rule on a solution",
        "A judge's word settles whether it is correct (VII-C-4).",
        "judge",
        (
            Field("writer", "Writer", "player"),
            _SHAKE,
            Field("verdict", "It is", "choice", (("correct", "correct"), ("incorrect", "not correct"))),
            Field("reason", "Reason", needed=False),
        ),
        _solution,
        ev.SolutionRuled,
        "Rule",
    ),
    DeskForm(
        "turn",
        "Give the turn",
        "With a fresh limit.",
        "judge",
        (_PLAYER, _REASON),
        _turn,
        ev.TurnGiven,
        "Give the turn",
    ),
    DeskForm(
        "warn",
        "Warn about conduct",
        "The first time for each player (IX-C).",
        "judge",
        (_PLAYER, _REASON),
        lambda m, by, given: [ev.Warned(player(m, given), words(given, "reason"), by)],
        ev.Warned,
        "Warn",
    ),
    DeskForm(
        "leave",
        "A player is absent",
        "From the next shake on (X-D).",
        "judge",
        (_PLAYER,),
        _leave,
        ev.PlayerLeft,
        "Absent",
    ),
    DeskForm(
        "return",
        "A player is back",
        "From the next shake on.",
        "judge",
        (_PLAYER,),
        _come_back,
        ev.PlayerReturned,
        "Back",
    ),
    DeskForm(
        "remark",
        "Remark",
        "For the record; it changes nothing.",
        "judge",
        (Field("reason", "Remark"),),
        lambda m, by, given: [ev.Noted(words(given, "reason"), by)],
        ev.Noted,
        "Write it down",
    ),
    DeskForm(
        "override",
        "Override in words",
        "Any sentence that wff-table say knows, such as: Ben moves p to required.",
        "judge",
        (Field("sentence", "Sentence"), _REASON),
        _sentence,
        ev.Noted,
        "Override",
        True,
    ),
    DeskForm(
        "penalize",
        "Take points for conduct",
        "After a warning only (IX-C).",
        "head",
        (_PLAYER, Field("points", "Points", "number", value="1"), _REASON),
        _penalize,
        ev.Penalized,
        "Take them",
        True,
    ),
    DeskForm(
        "score",
        "Set a shake's scores",
        "By hand, instead of what the table makes of it.",
        "head",
        (_SHAKE, Field("scores", "Scores", "scores"), _REASON),
        _score,
        ev.ShakeScored,
        "Set the scores",
        True,
    ),
    DeskForm(
        "replay",
        "Replay a shake",
        "It counts for nothing and is played again (IX-C).",
        "head",
        (_SHAKE, _REASON),
        lambda m, by, given: [ev.ShakeReplayed(shake(m, given), by, words(given, "reason"))],
        ev.ShakeReplayed,
        "Have it replayed",
        True,
    ),
    DeskForm(
        "replay-round",
        "Replay the round",
        "All of it counts for nothing (IX-C).",
        "head",
        (_REASON,),
        lambda m, by, given: [ev.RoundReplayed(by, words(given, "reason"))],
        ev.RoundReplayed,
        "Have it replayed",
        True,
    ),
    DeskForm(
        "disqualify",
        "Disqualify",
        "For this round, or for all later ones too (IX-C).",
        "head",
        (
            _PLAYER,
            Field("scope", "For", "choice", (("round", "this round"), ("event", "all later rounds too"))),
            _REASON,
        ),
        _disqualify,
        ev.Disqualified,
        "Disqualify",
        True,
    ),
)
"""What judges do, the commonest first; the head judge's own at the end."""


# --- staff ------------------------------------------------------------------------------------------------------


def _start(m: Match, by: str, given: Given) -> list[ev.Event]:
    if m.began is not None:
        raise Refused("The round has been started.")
    return [ev.RoundStarted()]


def _close(m: Match, by: str, given: Given) -> list[ev.Event]:
    if m.closed:
        raise Refused("The round is closed already.")
    return [ev.RoundClosed()]


def _sheet(m: Match, by: str, given: Given) -> list[ev.Event]:
    who, listed, right = player(m, given), number(given, "listed", -99, 999), number(given, "right", -99, 999)
    honest = given.get("honest") != "no"
    consent = tuple(p for n, p in enumerate(m.players) if given.get(f"consent-{n}") == "yes")
    return [ev.SheetCorrected(who, listed, right, by, honest, consent)]


STAFF: tuple[DeskForm, ...] = (
    DeskForm(
        "start",
        "Start the round",
        "The round's clock begins to run.",
        "staff",
        (),
        _start,
        ev.RoundStarted,
        "Start the round",
    ),
    DeskForm(
        "close",
        "Close the round",
        "The sheet has been taken. Whoever has not signed is flagged.",
        "staff",
        (),
        _close,
        ev.RoundClosed,
        "Close the round",
        True,
    ),
    DeskForm(
        "leave",
        "A player is absent",
        "From the next shake on (X-D).",
        "staff",
        (_PLAYER,),
        _leave,
        ev.PlayerLeft,
        "Absent",
    ),
    DeskForm(
        "return",
        "A player is back",
        "From the next shake on.",
        "staff",
        (_PLAYER,),
        _come_back,
        ev.PlayerReturned,
        "Back",
    ),
    DeskForm(
        "sheet",
        "Correct a signed total",
        "An honest slip is put right if all players agree; else the wrong total stands, or is 0 (XII-B).",
        "staff",
        (
            _PLAYER,
            Field("listed", "The sheet lists", "number"),
            Field("right", "Right would be", "number"),
            Field("honest", "It was", "choice", (("yes", "an honest slip"), ("no", "meant to deceive"))),
            Field("consent", "Agreed to by", "tick", needed=False),
        ),
        _sheet,
        ev.SheetCorrected,
        "Correct it",
        True,
    ),
)
"""What staff do with a match that is open."""


def forms_for(forms: tuple[DeskForm, ...], m: Match | None) -> list[DeskForm]:
    """Those that mean something in the game that is played; all, before a match is open."""
    always = (ev.Noted,)
    return [one for one in forms if m is None or one.makes in always or game_of(m).takes(one.makes)]


def form_of(forms: tuple[DeskForm, ...], key: str) -> DeskForm | None:
    return next((form for form in forms if form.key == key), None)
