"""What judges decide alike in every game: rulings, initials, warnings, points for conduct, stopping the clocks."""

from __future__ import annotations

from table.rules import events as ev
from table.rules.flags import Flag
from table.rules.match import Match


def ruled(m: Match, e: ev.Ruled) -> None:
    """A judge's last word on a flag."""
    flag = m.flags.get(e.flag)
    if flag is None:
        return m.note(f"there is no flag {e.flag}")
    flag.become(e.ruling, m.at, e.by)
    if e.ruling == "dismissed" and m.warned.get(flag.player or "") == flag.id:
        del m.warned[flag.player or ""]
    penalty = m.penalties.get(flag.id)
    points = 0
    if e.ruling == "upheld":
        points = _points_of(m, flag) if e.points is None else e.points
    if points and flag.player is not None:
        m.take(flag.kind, flag.player, points, flag.cite, flag.detail, initials=e.by, flag=flag)
    elif penalty is not None:
        penalty.struck = True
    return m.note(f"{flag.id} is {e.ruling} by {e.by}", flag.player)


def _points_of(m: Match, flag: Flag) -> int:
    """What an upheld flag costs: conduct a warning first, the rest only if it was pointed out in time."""
    kind = m.flag_kinds[flag.kind]
    if kind.conduct and flag.player is not None:
        if m.warned.setdefault(flag.player, flag.id) != flag.id:
            return (m.priced("conduct", None) or ("", 0))[1]
        return 0  # this is the warning
    return (flag.points or 0) if kind.public or flag.charged else 0


def initialed(m: Match, e: ev.Initialed) -> None:
    penalty = m.penalties.get(e.flag)
    if penalty is None:
        return m.note(f"there is no penalty {e.flag} to initial")
    penalty.initials = e.by
    return m.note(f"{e.by} initials {e.flag}", penalty.player)


def warned(m: Match, e: ev.Warned) -> None:
    m.warned.setdefault(e.player, "")
    m.note(f"{e.player} is warned: {e.reason}", e.player)


def penalized(m: Match, e: ev.Penalized) -> None:
    """A point for conduct, only after a warning."""
    cite = (m.priced("conduct", None) or ("conduct", 0))[0]
    if e.player not in m.warned:
        return m.note(f"no point is taken from {e.player}: {cite} asks for a warning first", e.player)
    return m.take("conduct", e.player, e.points, cite, e.reason, initials=e.by)


def paused(m: Match, e: ev.Paused | ev.Restarted) -> None:
    if m.paused is None:
        m.paused = m.at
        m.tell("paused", "the clocks stand still", "")


def resumed(m: Match, e: ev.Resumed) -> None:
    """The clocks go on; what was running ends later by as long as they stood."""
    if m.paused is None:
        return m.note("the clocks were not stopped")
    by = m.at - m.paused - e.count
    m.paused = None
    m.put_off(by)
    return m.tell("resumed", "the clocks run", "")
