"""Putting illegal procedure right: cubes that go back, and legal actions that let it stand (IX-A, IX-B)."""

from __future__ import annotations

from table.rules.cubes import PLAYED, Region
from table.rules.flags import Flag
from table.rules.tournament.flag_kinds import FLAG_KINDS
from table.rules.tournament.state import TournamentMatch, TournamentShake

_OF_THE_TURN = ("bonus-not-forbidden", "move-to-goal", "last-cube-forbidden")
"""After these the player still has to move."""


def insulate(m: TournamentMatch, s: TournamentShake, by: str) -> None:
    """A legal action of another player makes what was illegal stand, without penalty (IX-B)."""
    for flag in m.flags.values():
        if flag.status == "raised" and flag.play == s.play and flag.player != by and FLAG_KINDS[flag.kind].insulable:
            flag.become("insulated", m.at, by)
            m.note(f"{flag.kind} by {flag.player or 'somebody'} is insulated", flag.player)
            if flag.kind == "goal-changed":
                s.goal_as_set = s.goal
    if s.undone is not None and s.undone.turn.player != by:
        s.undone = None


def restored(m: TournamentMatch, s: TournamentShake, cube: int, to: Region) -> tuple[bool, Flag | None]:
    """Whether this puts a flagged cube back, the newest flag first; and the flag, if all of it is now put right."""
    for flag in reversed(m.flags.values()):
        if flag.play != s.play or flag.back.get(cube) != to or not (flag.open or flag.status == "upheld"):
            continue
        del flag.back[cube]
        enough = s.in_goal <= m.edition.longest_goal.value if flag.kind == "goal-too-long" else not flag.back
        return True, flag if enough or flag.either else None
    return False, None


def slid(m: TournamentMatch, s: TournamentShake, cube: int, to: Region) -> Flag | None:
    """The flag that is put right when its one cube goes straight from an illegal place to a section of the mat."""
    for flag in reversed(m.flags.values()):
        if flag.open and flag.play == s.play and flag.kind in _OF_THE_TURN and list(flag.back) == [cube]:
            return flag if to in PLAYED else None
    return None


def corrected(m: TournamentMatch, flag: Flag) -> None:
    """What was illegal has been put right. A judge's ruling stays what it is."""
    flag.back = {}
    if flag.open:
        flag.become("corrected", m.at)
    m.note(f"{flag.kind} by {flag.player or 'somebody'} is corrected", flag.player)


def time_to_correct(m: TournamentMatch, s: TournamentShake, flag: Flag) -> None:
    """At least ten seconds to put it right, unless it was done after the countdown (IX-A-1)."""
    limit = s.limit
    if limit is not None and limit.task in ("goal", "turn") and flag.player in limit.players and not flag.late:
        limit.due = max(limit.due, m.clock + m.edition.make_correction.value * 1000 - limit.countdown)


def last_cube_forbidden(m: TournamentMatch, s: TournamentShake) -> Flag | None:
    """The flag of a last cube that lies in forbidden."""
    for flag in reversed(m.flags.values()):
        if flag.kind == "last-cube-forbidden" and flag.play == s.play and flag.back:
            return flag
    return None
