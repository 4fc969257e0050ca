"""A cube that came to rest elsewhere or shows another face: a move, a correction, or something illegal."""

from __future__ import annotations

from table.rules.cubes import PLAYED, UNPLAYED, Region
from table.rules.events import FaceNamed, Moved, Turned
from table.rules.tournament import moving, remedies, setting
from table.rules.tournament.state import TournamentMatch, TournamentShake


def cube_moved(m: TournamentMatch, s: TournamentShake, e: Moved) -> None:
    """A cube came to rest somewhere else."""
    if e.cube > len(s.letters):
        return m.note(f"cube {e.cube} moved, but the roll has only {len(s.letters)} cubes", e.player)
    src = s.where[e.cube - 1]
    if src == e.to:
        return None
    s.where[e.cube - 1] = e.to
    s.left += (e.to in UNPLAYED) - (src in UNPLAYED)
    s.in_goal += (e.to == "goal") - (src == "goal")
    _doubt_challenge(m, s, e)
    back, flag = remedies.restored(m, s, e.cube, e.to)
    if back:
        return moving.put_right(m, s, flag) if flag else None
    if m.paused is not None:
        return m.note(f"cube {e.cube} went to {e.to} while the clocks were stopped", e.player)
    slid = remedies.slid(m, s, e.cube, e.to)
    if slid is not None:  # a correction and the move in one
        src = "resources"
        moving.put_right(m, s, slid)
    before = len(m.flags)
    _judge(m, s, e, src)
    if m.since < m.at:
        _doubt(m, s, e.player, before)
    return None


def face_named(m: TournamentMatch, s: TournamentShake, e: FaceNamed) -> None:
    """A judge says what a cube shows: nobody turned it, it was misread."""
    if e.cube > len(s.letters):
        return m.note(f"cube {e.cube} was named, but the roll has only {len(s.letters)} cubes")
    before, s.letters[e.cube - 1] = s.letters[e.cube - 1], e.letter
    for move in s.moves:
        if move.cube == e.cube and move.letter == before:
            move.letter = e.letter
    setting.check_set(m, s)
    return None


def cube_turned(m: TournamentMatch, s: TournamentShake, e: Turned) -> None:
    """A cube shows another face (IV-A-2)."""
    if e.cube > len(s.letters):
        return m.note(f"cube {e.cube} was turned, but the roll has only {len(s.letters)} cubes", e.player)
    before = s.letters[e.cube - 1]
    if before == e.letter:
        return None
    s.letters[e.cube - 1] = e.letter
    if m.paused is not None:
        return m.note(f"cube {e.cube} was turned from {before} to {e.letter} while the clocks were stopped", e.player)
    turned = [f for f in m.flags.values() if f.kind == "cube-turned" and f.open and e.cube in f.back]
    if any(flag.back[e.cube] == e.letter for flag in turned):
        while turned:
            last = turned.pop()
            done = last.back[e.cube] == e.letter
            remedies.corrected(m, last)
            if done:
                return None
    detail = f"a cube was turned from {before} to {e.letter}"
    m.flag("cube-turned", e.player, (e.cube,), detail=detail, back={e.cube: before})
    return None


def _judge(m: TournamentMatch, s: TournamentShake, e: Moved, src: Region) -> None:
    if s.phase == "setting":
        setting.moved(m, s, e, src)
    elif s.phase == "moving":
        moving.moved(m, s, e, src)
    else:
        kind = "move-after-stop" if s.ending == "stop" else "cubes-moved-while-checking"
        m.flag(kind, e.player, (e.cube,), back={e.cube: src})


def _doubt_challenge(m: TournamentMatch, s: TournamentShake, e: Moved) -> None:
    """A cube that lands about when the block goes up: which came first decides what is challenged."""
    if e.to not in PLAYED:
        return
    doubt = f"cube {e.cube} may have touched before the block went up"
    if s.lift is not None:
        s.lift.moved.append((e.cube, e.player))
        if m.since <= s.lift.at:
            s.lift.doubt = doubt
    elif s.challenge is not None and m.since <= s.challenge.at:
        s.challenge.doubt = doubt


def _doubt(m: TournamentMatch, s: TournamentShake, player: str | None, before: int) -> None:
    """A touch of which only an interval is known, with the end of a limit inside: what followed is in doubt."""
    flags = list(m.flags.values())
    for flag in reversed(flags):
        if flag.at < m.since:
            break
        if flag.kind == "time-exceeded" and player in (None, flag.player):
            flag.doubt = "the cube may have touched before the countdown ended"
    for flag in flags[before:]:
        if flag.kind == "out-of-turn" and s.lost_turn and s.lost_turn[0] == player and s.lost_turn[1] >= m.since:
            flag.doubt = "the cube may have touched before the turn was lost"
        elif flag.kind == "move-after-stop" and s.limit is not None and s.limit.began >= m.since:
            flag.doubt = "the cube may have touched before the stop"
