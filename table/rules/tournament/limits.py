"""Starting, ending and extending the limits of a shake; what happens when one runs out is its phase's business."""

from __future__ import annotations

from table.rules.sand import Limit, Task, carry_over
from table.rules.tournament.state import Clocked, TournamentMatch, TournamentShake


def start(m: TournamentMatch, s: TournamentShake, task: Task, players: tuple[str, ...], seconds: int) -> None:
    """End the running limit and start the next one, with the sand that is left in the glass."""
    sand = end(m, s)
    carry = carry_over(sand) if m.settings.timer == "sand" else 0
    due = m.clock + carry + seconds * 1000
    s.limit = Limit(task, players, m.clock, carry, due, m.edition.countdown.value * 1000, m.cause, timed=players)


def end(m: TournamentMatch, s: TournamentShake) -> int:
    """The task is done. Returns the sand still in the top bulb."""
    limit = s.limit
    if limit is None:
        return 0
    s.limit = None
    s.clocks.append(Clocked(limit.task, limit.timed, limit.began, limit.carry, limit.due, m.clock, limit.extra))
    return limit.sand(m.clock)


def resume(m: TournamentMatch, s: TournamentShake, limit: Limit | None) -> None:
    """A turn goes on under the limit it had."""
    end(m, s)
    s.limit = limit


def grant_extra(m: TournamentMatch, limit: Limit, begins: int, players: tuple[str, ...]) -> None:
    """One more minute, with a countdown of its own at its end."""
    limit.extra = True
    limit.warned = False
    limit.players = players
    limit.due = begins + m.edition.extra.value * 1000


def warn(m: TournamentMatch, limit: Limit) -> None:
    """The sand has run out: the ten seconds are counted down (XI-A-3)."""
    limit.warned = True
    names = ", ".join(limit.players)
    m.tell("time-up", f"time is up for {names}; {m.edition.countdown.value} seconds are counted down", "XI-A-3")


def ran_out_unseen(m: TournamentMatch, limit: Limit) -> None:
    """The table cannot see whether the player has acted, so it calls no time."""
    limit.over = limit.unseen = True
    names = ", ".join(limit.players)
    m.ask_judge(f"the table cannot see whether {names} acted in time; a judge keeps the time", "XI-A")


def seen_again(m: TournamentMatch, limit: Limit) -> None:
    """What ran out unseen is due now; the ten seconds are still to be counted down."""
    if limit.unseen:
        limit.over = limit.unseen = False
        limit.shift(m.at - limit.due)


def exceed(m: TournamentMatch, s: TournamentShake, player: str | None, remedy: str = "") -> None:
    """A limit and its countdown ran out on a player."""
    assert s.limit is not None
    which = "the extra minute" if s.limit.extra else "the time"
    task = {"goal": "to set the Goal", "turn": "to move", "write": "to write", "check": "to check"}[s.limit.task]
    m.flag("time-exceeded", player, detail=f"{which} {task} ran out", remedy=remedy)
