"""What a seat's button means in which phase of a match: one table, and the function that reads it.

A button only says what its player does; it is never refused because the rules forbid it, since noticing that is the
players' own business. Drivers tell a press when the button goes down, and once more, as long, when it was held. So a
long press means something only where the short press that came before it meant nothing: ask for both with the match as
it stood when the button went down. Now and Impossible are asked for once a lift that is under way has counted.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeAlias

from hardware.parts import Button
from table.rules import events as ev
from table.rules.tournament import writing
from table.rules.tournament.state import Match, Shake
from table.rules.tournament.view import phase

Doing: TypeAlias = Callable[[Match, str], ev.Event | None]
"""What a player does by it, or nothing if it is not theirs to do."""


class Meaning(NamedTuple):
    """A row of the table: what a button does in a phase, for whom, and the event it makes."""

    phase: str
    button: Button
    long: bool
    what: str
    doing: Doing


def meaning(
    m: Match, seat: int, button: Button, long: bool = False, seated: Sequence[str | None] | None = None
) -> ev.Event | None:
    """What the button of a seat (from 0) means now; nothing, if it means nothing to that player in this phase.

    `seated` names the player at each seat; without it the players sit in the order in which the match names them.
    """
    places = m.players if seated is None else seated
    player = places[seat] if 0 <= seat < len(places) else None
    if player is None or player not in m.players:
        return None
    if long and _of(m, player, button, False) is not None:
        return None
    return _of(m, player, button, long)


def seated_at(opening: ev.MatchOpened, sides: Sequence[str]) -> tuple[str | None, ...]:
    """Who sits at which seat: by their sides if the match says all of them, else in the order of its players."""
    by_side = {player.side: player.name for player in opening.players if player.side is not None}
    if len(by_side) == len(opening.players):
        return tuple(by_side.get(side) for side in sides)  # type: ignore[call-overload]
    names = [player.name for player in opening.players]
    return tuple(names[seat] if seat < len(names) else None for seat in range(len(sides)))


def _of(m: Match, player: str, button: Button, long: bool) -> ev.Event | None:
    now = phase(m)
    for row in MEANINGS:
        if (row.phase, row.button, row.long) == (now, button, long):
            event = row.doing(m, player)
            if event is not None:
                return event
    return None


# --- what players do --------------------------------------------------------------------------------------------


def _start(m: Match, player: str) -> ev.Event | None:
    setter = m.replays[0][1] if m.replays else m.next_setter
    may = player in m.present and setter in (None, player) and (not m.warning_given or bool(m.replays))
    return ev.ShakeStarted(player) if may else None


def _goal(m: Match, player: str) -> ev.Event | None:
    s = _shake_of(m, player)
    return ev.Said("goal", player) if s is not None and s.letters and s.setter in (None, player) else None


def _bonus(m: Match, player: str) -> ev.Event | None:
    return ev.Said("bonus", player) if _shake_of(m, player) is not None else None


def _now(m: Match, player: str) -> ev.Event | None:
    return ev.Said("now", player) if _shake_of(m, player) is not None else None


def _impossible(m: Match, player: str) -> ev.Event | None:
    return ev.Said("impossible", player) if _shake_of(m, player) is not None else None


def _present(m: Match, player: str) -> ev.Event | None:
    s = _shake_of(m, player)
    return ev.Presented(player) if s is not None and (_waited_for(s, player) or player in s.declined) else None


def _decline(m: Match, player: str) -> ev.Event | None:
    s = _shake_of(m, player)
    return ev.Declined(player) if s is not None and _waited_for(s, player) and not _undecided(s, player) else None


def _with_writers(m: Match, player: str) -> ev.Event | None:
    """The side that says there is a solution: the challenger's after Now, the mover's after Impossible (VII-A)."""
    s = _shake_of(m, player)
    if s is None or s.challenge is None or not _undecided(s, player):
        return None
    return ev.Sided(player, "challenger" if s.challenge.kind == "now" else "mover")


def _against_writers(m: Match, player: str) -> ev.Event | None:
    s = _shake_of(m, player)
    if s is None or s.challenge is None or not _undecided(s, player):
        return None
    return ev.Sided(player, "mover" if s.challenge.kind == "now" else "challenger")


def _accept(m: Match, player: str) -> ev.Event | None:
    """Also after a rejection, which may be taken back while the time runs (VII-C-4)."""
    s = _shake_of(m, player)
    if s is None or s.checking in (None, player):
        return None
    given = s.verdicts.get(s.checking or "", {}).get(player)
    return ev.Accepted(player, s.checking or "") if given is None or not given[0] else None


def _reject(m: Match, player: str) -> ev.Event | None:
    s = _shake_of(m, player)
    return ev.Rejected(player, s.checking) if s and s.checking and player in writing.undecided(s) else None


def _extra_minute(m: Match, player: str) -> ev.Event | None:
    """Where the book has it (2019-20, XI-A); it costs a point, so nobody asks for it by a mere touch."""
    s = _shake_of(m, player)
    if s is None or m.edition.overtime.value != "only when asked for":
        return None
    waits_for = writing.unfinished(s) if s.phase == "writing" else writing.undecided(s)
    task = "write" if s.phase == "writing" else "check"
    allowed = task == "check" or m.settings.extra_minute == "writing and checking"
    had = player in s.asked[task] or s.limit is None or s.limit.extra
    return ev.ExtraMinute(player) if allowed and player in waits_for and not had else None


def _charge(m: Match, player: str) -> ev.Event | None:
    """What is charged is said aloud within fifteen seconds (IX-A); the judge or the console names it."""
    return ev.Charged(player) if player not in m.disqualified else None


def _sign(m: Match, player: str) -> ev.Event | None:
    return ev.Signed(player, {p: m.total(p) for p in m.players}) if player not in m.signatures else None


def _shake_of(m: Match, player: str) -> Shake | None:
    """The shake under way, if the player takes part in it."""
    s = m.shake
    return s if s is not None and player in s.players else None


def _waited_for(s: Shake, player: str) -> bool:
    return player in writing.unfinished(s)


def _undecided(s: Shake, player: str) -> bool:
    return player in writing.third_parties(s) and player not in s.sides and _waited_for(s, player)


# --- the table --------------------------------------------------------------------------------------------------

_CHARGE = "charges illegal procedure, and says aloud which"

MEANINGS: tuple[Meaning, ...] = (
    Meaning("first-roll", "now", True, _CHARGE, _charge),
    Meaning("between", "goal", False, "the next setter is ready: the time for the roll starts", _start),
    Meaning("between", "now", True, _CHARGE, _charge),
    Meaning("setting", "goal", False, "the setter says Goal: it is set", _goal),
    Meaning("setting", "bonus", False, "says Bonus", _bonus),
    Meaning("setting", "now", True, _CHARGE, _charge),
    Meaning("moving", "bonus", False, "says Bonus", _bonus),
    Meaning("moving", "now", True, _CHARGE, _charge),
    Meaning("lifted", "now", False, "challenges: Now; whoever presses first is the challenger", _now),
    Meaning("lifted", "impossible", False, "challenges: Impossible (Never)", _impossible),
    Meaning("lifted", "goal", True, _CHARGE, _charge),
    Meaning("writing", "goal", False, "done: presents a solution", _present),
    Meaning("writing", "now", False, "the third party joins those who say that there is a solution", _with_writers),
    Meaning("writing", "impossible", False, "the third party joins those who say that there is none", _against_writers),
    Meaning("writing", "impossible", False, "a writer will present nothing", _decline),
    Meaning("writing", "bonus", True, "takes the extra minute, where the book sells one", _extra_minute),
    Meaning("writing", "now", True, _CHARGE, _charge),
    Meaning("checking", "goal", False, "accepts the solution that is checked", _accept),
    Meaning("checking", "impossible", False, "rejects it, and says aloud why", _reject),
    Meaning("checking", "bonus", True, "takes the extra minute, where the book sells one", _extra_minute),
    Meaning("checking", "now", True, _CHARGE, _charge),
    Meaning("signing", "goal", False, "signs the sheet with the totals that are shown", _sign),
    Meaning("signing", "now", True, _CHARGE, _charge),
)
"""Every phase of `view.phase` in which buttons mean something; paused and closed have none."""
