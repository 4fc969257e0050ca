"""Putting illegal procedure right: cubes that go back, and legal actions that let it stand (IX-A, IX-B)."""

from __future__ import annotations

from table.rules.cubes import Region
from table.rules.flags import FLAG_KINDS, Flag
from table.rules.tournament.state import Match, Shake, Turn


def insulate(m: Match, s: Shake, by: str) -> None:
    """A legal action of another player makes what was illegal stand, without penalty (IX-B)."""
    for flag in m.flags.values():
        if flag.status == "raised" and flag.shake == s.number and flag.player != by and FLAG_KINDS[flag.kind].insulable:
            flag.become("insulated", m.at, by)
            flag.back = {}
            m.note(f"{flag.kind} by {flag.player or 'somebody'} is insulated", flag.player)


def restored(m: Match, s: Shake, cube: int, to: Region) -> bool:
    """Whether this puts a flagged cube back where it must go; the newest flag first."""
    for flag in reversed(m.flags.values()):
        if flag.shake != s.number or flag.back.get(cube) != to or not (flag.open or flag.status == "upheld"):
            continue
        del flag.back[cube]
        enough = s.in_goal <= m.edition.longest_goal.value if flag.kind == "goal-too-long" else not flag.back
        if enough or flag.either:
            flag.back = {}
            corrected(m, s, flag)
        return True
    return False


def corrected(m: Match, s: Shake, flag: Flag) -> None:
    """What was illegal has been put right. A judge's ruling stays what it is."""
    if flag.open:
        flag.become("corrected", m.at)
    m.note(f"{flag.kind} by {flag.player or 'somebody'} is corrected", flag.player)
    turn = s.turn
    if turn is None or turn.player != flag.player:
        return
    if flag.kind == "wrong-setter" and s.due_setter is not None and s.phase == "setting":
        s.setter = s.due_setter
        s.turn = Turn(s.due_setter)
        if s.limit is not None:
            s.limit.players = (s.due_setter,)
    if flag.kind in ("bonus-not-forbidden", "move-to-goal", "last-cube-forbidden"):
        turn.illegal = False
    if flag.kind == "bonus-while-leading" and s.phase == "setting":
        turn.cubes.clear()
        turn.said = None
