"""What a tournament match looks like at a moment: what is legal next, what the sand shows, what will be announced."""

from __future__ import annotations

from table.rules.cubes import PLAYED
from table.rules.game import Act, Due, Sand
from table.rules.sand import GLASS_MS
from table.rules.tournament import writing
from table.rules.tournament.moving import may_not_bonus
from table.rules.tournament.state import TournamentMatch, TournamentShake


def legal_acts(m: TournamentMatch) -> list[Act]:
    """All that is legal next, in the order of the players. Charging illegal procedure is always open to anyone."""
    if m.closed or m.paused is not None:
        return []
    s = m.shake
    if s is None:
        return _between(m)
    if s.lift is not None:
        holders = (s.lift.player,) if s.lift.player else s.players
        return [Act(p, "say", ("now", "impossible")) for p in holders] + [Act(p, "return-block") for p in holders]
    acts = {"setting": _setting, "moving": _moving, "writing": _writing, "checking": _checking}[s.phase](m, s)
    return sorted(acts, key=lambda act: m.players.index(act.player))


def sand(m: TournamentMatch, now: int) -> Sand:
    """The glass at a moment that is not before the last event."""
    limit = m.shake.limit if m.shake else None
    if m.paused is not None:
        return Sand("stopped", limit.sand(m.paused) / GLASS_MS if limit else 0.0, 0.0)
    if limit is None or limit.over or now >= limit.out:
        return Sand("idle", 0.0, 0.0)
    if now >= limit.due:
        left = limit.out - now
        return Sand("countdown", left / limit.countdown, left / 1000)
    return Sand("extra" if limit.extra else "running", limit.sand(now) / GLASS_MS, (limit.due - now) / 1000)


def due_announcements(m: TournamentMatch) -> list[Due]:
    """What the table will have to say next, and when."""
    due: list[Due] = []
    limit = m.shake.limit if m.shake else None
    stands = m.paused is not None or m.closed
    if limit is not None and not limit.over and not stands:
        names = ", ".join(limit.players)
        if limit.early is not None:
            due.append(Due(limit.early, "nobody is waited for any more", "VIII-B"))
        else:
            if not limit.warned:
                due.append(Due(limit.due, f"time is up for {names}", "XI-A-3"))
            due.append(Due(limit.out, f"the countdown for {names} is over", "XI-A-3"))
    if m.shake is not None and m.shake.lift is not None and not m.shake.lift.disputed and not stands:
        due.append(Due(m.shake.lift.deadline, "no challenge was stated", "XI-A-1(d)"))
    round_stands = m.closed or (m.paused is not None and m.settings.pause_stops_round)
    end = m.round_end
    if end is not None and not m.stopped and not round_stands:
        if not m.warning_given:
            minutes = m.edition.no_new_shake.value
            due.append(Due(end - minutes * 60_000, f"{minutes} minutes are left; start no new shake", "XI-B"))
        due.append(Due(end, "stop: this is the end of the round", "XI-B"))
    return sorted(due)


def phase(m: TournamentMatch) -> str:
    """Where the match stands, in a word."""
    if m.closed:
        return "closed"
    if m.paused is not None:
        return "paused"
    if m.shake is not None:
        return "lifted" if m.shake.lift is not None else m.shake.phase
    if m.stopped and not m.replays:
        return "signing"
    return "between" if m.played or m.next_setter else "first-roll"


def _between(m: TournamentMatch) -> list[Act]:
    if m.stopped and not m.replays:
        return [Act(p, "sign") for p in m.players if p not in m.signatures]
    if (m.warning_given and not m.replays) or len(m.present) < 2:
        return []
    if m.replays or m.next_setter:
        _, setter, players = m.replays[0] if m.replays else (0, m.next_setter, m.present)
        among = tuple(p for p in players if p in m.present)
        if setter is not None and setter not in among:
            setter = m.left_of(setter, among)
        return [Act(setter, "roll")] if setter else [Act(p, "roll") for p in among]
    return [Act(p, "first-roll") for p in m.contenders if p in m.present and p not in m.first_rolls]


def _setting(m: TournamentMatch, s: TournamentShake) -> list[Act]:
    setter, turn = s.setter, s.turn
    if setter is None or turn is None:
        return [Act(p, "roll") for p in s.players] if not s.letters else []
    if not s.letters:
        return [Act(setter, "roll")]
    if turn.bonus and not turn.cubes and not s.in_goal:
        return [Act(setter, "move", ("forbidden",))]
    acts = []
    if not s.in_goal and not turn.bonus and not turn.cubes and not may_not_bonus(m, s, setter):
        acts.append(Act(setter, "say", ("bonus",)))
    if s.in_goal < m.edition.longest_goal.value and s.left > 1:
        acts.append(Act(setter, "move", ("goal",)))
    if s.in_goal:
        acts.append(Act(setter, "say", ("goal",)))
    return acts


def _moving(m: TournamentMatch, s: TournamentShake) -> list[Act]:
    turn = s.turn
    assert turn is not None
    acts = []
    if s.left == 1:
        acts.append(Act(turn.player, "move", ("required", "permitted")))
    elif turn.bonus and not turn.cubes:
        acts.append(Act(turn.player, "move", ("forbidden",)))
    elif turn.cubes:
        acts.append(Act(turn.player, "move", tuple(r for r in m.edition.bonus_second_cube.value if r in PLAYED)))
    elif s.left:
        acts.append(Act(turn.player, "move", ("required", "permitted", "forbidden")))
        if not may_not_bonus(m, s, turn.player):
            acts.append(Act(turn.player, "say", ("bonus",)))
    if s.left and not turn.cubes and not m.block_up and s.last_mover is not None:
        words = ("now", "impossible") if s.left >= 2 and s.parts else ("impossible",)
        acts += [Act(p, "lift", words) for p in s.players if p != s.last_mover]
    return acts


def _writing(m: TournamentMatch, s: TournamentShake) -> list[Act]:
    acts = []
    for player in writing.unfinished(s):
        if s.challenge is not None and player in writing.third_parties(s) and player not in s.sides:
            acts.append(Act(player, "side", ("challenger", "mover")))
        acts += [Act(player, "present"), Act(player, "decline")]
    may_lift = s.ending == "last-cube" and s.limit is not None and not m.block_up and s.last_mover is not None
    if may_lift and s.limit is not None and m.at <= writing.first_minute(m, s.limit):
        acts += [Act(p, "lift", ("impossible",)) for p in s.players if p != s.last_mover]
    return acts


def _checking(m: TournamentMatch, s: TournamentShake) -> list[Act]:
    assert s.checking is not None
    return [Act(p, act, (s.checking,)) for p in writing.undecided(s) for act in ("accept", "reject")]
