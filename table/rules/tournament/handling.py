"""A cube that came to rest elsewhere or shows another face: a move, a correction, or something illegal."""

from __future__ import annotations

from table.rules.cubes import PLAYED
from table.rules.events import Moved, Turned
from table.rules.tournament import moving, remedies, setting
from table.rules.tournament.state import Match, Shake


def cube_moved(m: Match, s: Shake, e: Moved) -> None:
    """A cube came to rest somewhere else: a move, a correction, or something illegal."""
    if e.cube > len(s.letters):
        return m.note(f"cube {e.cube} moved, but the roll has only {len(s.letters)} cubes", e.player)
    src = s.where[e.cube - 1]
    if src == e.to:
        return None
    s.where[e.cube - 1] = e.to
    s.left += (e.to == "resources") - (src == "resources")
    s.in_goal += (e.to == "goal") - (src == "goal")
    _note_challenge(m, s, e)
    if m.paused is not None:
        return m.note(f"cube {e.cube} went to {e.to} while the clocks were stopped", e.player)
    if remedies.restored(m, s, e.cube, e.to):
        return None
    if s.phase == "setting":
        return setting.moved(m, s, e, src)
    if s.phase == "moving":
        return moving.moved(m, s, e, src)
    kind = "move-after-stop" if s.ending == "stop" else "cubes-moved-while-checking"
    m.flag(kind, e.player, (e.cube,), back={e.cube: src})
    return None


def cube_turned(m: Match, s: Shake, e: Turned) -> None:
    """A cube shows another face (IV-A-2)."""
    if e.cube > len(s.letters):
        return m.note(f"cube {e.cube} was turned, but the roll has only {len(s.letters)} cubes", e.player)
    before = s.letters[e.cube - 1]
    if before == e.letter:
        return None
    s.letters[e.cube - 1] = e.letter
    if m.paused is not None:
        return m.note(f"cube {e.cube} was turned from {before} to {e.letter} while the clocks were stopped", e.player)
    for flag in m.flags.values():
        if (
            flag.kind == "cube-turned"
            and flag.open
            and flag.cubes == (e.cube,)
            and flag.detail.endswith(f"from {e.letter}")
        ):
            return remedies.corrected(m, s, flag)
    m.flag("cube-turned", e.player, (e.cube,), detail=f"a cube was turned to {e.letter} from {before}")
    return None


def _note_challenge(m: Match, s: Shake, e: Moved) -> None:
    """A cube that lands about when the block goes up: which came first decides what is challenged."""
    if e.to not in PLAYED:
        return
    doubt = f"cube {e.cube} may have touched before the block went up"
    if s.lift is not None:
        s.lift.moved.append(e.cube)
        if m.since <= s.lift.at:
            s.lift.doubt = doubt
    elif s.challenge is not None and m.since <= s.challenge.at:
        s.challenge.doubt = doubt
