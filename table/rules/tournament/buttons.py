"""What a seat's button means in which phase of a tournament match: one table.

A button only says what its player does; it is never refused because the rules forbid it, since noticing that is the
players' own business.
"""

from __future__ import annotations

from table.rules import events as ev
from table.rules.game import Meaning
from table.rules.tournament import writing
from table.rules.tournament.state import TournamentMatch, TournamentShake

# --- what players do --------------------------------------------------------------------------------------------


def _start(m: TournamentMatch, player: str) -> ev.Event | None:
    setter = m.replays[0][1] if m.replays else m.next_setter
    may = player in m.present and setter in (None, player) and (not m.warning_given or bool(m.replays))
    return ev.ShakeStarted(player) if may else None


def _goal(m: TournamentMatch, player: str) -> ev.Event | None:
    s = _shake_of(m, player)
    return ev.Said("goal", player) if s is not None and s.letters and s.setter in (None, player) else None


def _bonus(m: TournamentMatch, player: str) -> ev.Event | None:
    return ev.Said("bonus", player) if _shake_of(m, player) is not None else None


def _now(m: TournamentMatch, player: str) -> ev.Event | None:
    return ev.Said("now", player) if _shake_of(m, player) is not None else None


def _impossible(m: TournamentMatch, player: str) -> ev.Event | None:
    return ev.Said("impossible", player) if _shake_of(m, player) is not None else None


def _present(m: TournamentMatch, player: str) -> ev.Event | None:
    s = _shake_of(m, player)
    return ev.Presented(player) if s is not None and (_waited_for(s, player) or player in s.declined) else None


def _decline(m: TournamentMatch, player: str) -> ev.Event | None:
    s = _shake_of(m, player)
    return ev.Declined(player) if s is not None and _waited_for(s, player) and not _undecided(s, player) else None


def _with_writers(m: TournamentMatch, player: str) -> ev.Event | None:
    """The side that says there is a solution: the challenger's after Now, the mover's after Impossible (VII-A)."""
    s = _shake_of(m, player)
    if s is None or s.challenge is None or not _undecided(s, player):
        return None
    return ev.Sided(player, "challenger" if s.challenge.kind == "now" else "mover")


def _against_writers(m: TournamentMatch, player: str) -> ev.Event | None:
    s = _shake_of(m, player)
    if s is None or s.challenge is None or not _undecided(s, player):
        return None
    return ev.Sided(player, "mover" if s.challenge.kind == "now" else "challenger")


def _accept(m: TournamentMatch, player: str) -> ev.Event | None:
    """Also after a rejection, which may be taken back while the time runs (VII-C-4)."""
    s = _shake_of(m, player)
    if s is None or s.checking in (None, player):
        return None
    given = s.verdicts.get(s.checking or "", {}).get(player)
    return ev.Accepted(player, s.checking or "") if given is None or not given[0] else None


def _reject(m: TournamentMatch, player: str) -> ev.Event | None:
    s = _shake_of(m, player)
    return ev.Rejected(player, s.checking) if s and s.checking and player in writing.undecided(s) else None


def _extra_minute(m: TournamentMatch, player: str) -> ev.Event | None:
    """Where the book has it (2019-20, XI-A); it costs a point, so nobody asks for it by a mere touch."""
    s = _shake_of(m, player)
    if s is None or m.edition.overtime.value != "only when asked for":
        return None
    waits_for = writing.unfinished(s) if s.phase == "writing" else writing.undecided(s)
    task = "write" if s.phase == "writing" else "check"
    allowed = task == "check" or m.settings.extra_minute == "writing and checking"
    had = player in s.asked[task] or s.limit is None or s.limit.extra
    return ev.ExtraMinute(player) if allowed and player in waits_for and not had else None


def _charge(m: TournamentMatch, player: str) -> ev.Event | None:
    """What is charged is said aloud within fifteen seconds (IX-A); the judge or the console names it."""
    return ev.Charged(player) if player not in m.disqualified else None


def _sign(m: TournamentMatch, player: str) -> ev.Event | None:
    return ev.Signed(player, {p: m.total(p) for p in m.players}) if player not in m.signatures else None


def _shake_of(m: TournamentMatch, player: str) -> TournamentShake | None:
    """The shake under way, if the player takes part in it."""
    s = m.shake
    return s if s is not None and player in s.players else None


def _waited_for(s: TournamentShake, player: str) -> bool:
    return player in writing.unfinished(s)


def _undecided(s: TournamentShake, player: str) -> bool:
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
