"""The referee of a tournament match: folds one event at a time, letting every limit that passed run out first."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from table.rules import common_acts, rulings
from table.rules import events as ev
from table.rules.match import Decision
from table.rules.tournament import challenging, handling, judging, limits, moving, setting, writing
from table.rules.tournament.state import LastingWatch, TournamentMatch, TournamentShake


def apply(m: TournamentMatch, since: int, at: int, seq: int, event: ev.Event) -> list[Decision]:
    """Fold an event that happened between `since` and `at`. What an event does not fit is noted, never raised."""
    _run_clocks(m, at)
    m.since, m.at, m.seq, m.cause = since, at, seq, seq
    common_acts.act_on(m, event, ACTS)
    if m.settings.call_out:
        judging.call_out(m)
    out, m.out = m.out, []
    return out


def _run_clocks(m: TournamentMatch, to: int) -> None:
    """Everything whose time came before this moment. An act at the very last moment is still in time."""
    while True:
        when, run_out = _next_deadline(m)
        if run_out is None or when >= to:
            return
        m.since = m.at = max(when, m.at)
        run_out(m)


def _next_deadline(m: TournamentMatch) -> tuple[int, Callable[[TournamentMatch], None] | None]:
    when, run_out = _round_deadline(m)
    if m.paused is not None or m.closed:
        return when, run_out
    s = m.shake
    if s is not None:
        limit, lift = s.limit, s.lift
        if limit is not None and not limit.over:
            due = limit.due + limit.countdown if limit.warned else limit.due
            if limit.early is not None and lift is None:
                due = limit.early
            if run_out is None or due < when:
                when, run_out = due, _limit_due
        if lift is not None and not lift.disputed and (run_out is None or lift.deadline < when):
            when, run_out = lift.deadline, _lift_due
    if m.charges or m.covered is not None or m.hovering is not None:
        return _lesser_deadline(m, when, run_out)
    return when, run_out


def _round_deadline(m: TournamentMatch) -> tuple[int, Callable[[TournamentMatch], None] | None]:
    if m.began is None or m.stopped or m.closed or (m.paused is not None and m.settings.pause_stops_round):
        return 0, None
    end = m.round_end
    assert end is not None
    if m.warning_given:
        return end, _round_over
    return end - m.edition.no_new_shake.value * 60_000, _round_warning


def _lesser_deadline(
    m: TournamentMatch, when: int, run_out: Callable[[TournamentMatch], None] | None
) -> tuple[int, Callable[[TournamentMatch], None] | None]:
    for charge in m.charges.values():
        if run_out is None or charge.deadline < when:
            when, run_out = charge.deadline, _charge_due
    for watch, due in ((m.covered, _cover_due), (m.hovering, _hover_due)):
        if watch is not None and (run_out is None or watch.deadline < when):
            when, run_out = watch.deadline, due
    return when, run_out


# --- what happens when time runs out ---


def _limit_due(m: TournamentMatch) -> None:
    s = m.shake
    assert s is not None
    assert s.limit is not None
    m.cause = s.limit.cause
    if s.limit.early is not None and s.lift is None:
        writing.end_writing(m, s)
    elif "camera" in m.lost and s.limit.task in ("goal", "turn"):
        limits.ran_out_unseen(m, s.limit)
    elif not s.limit.warned:
        limits.warn(m, s.limit)
    elif s.limit.task == "goal":
        setting.ran_out(m, s)
    elif s.limit.task == "turn":
        moving.ran_out(m, s)
    elif s.limit.task == "write":
        writing.writing_ran_out(m, s)
    else:
        writing.checking_ran_out(m, s)


def _lift_due(m: TournamentMatch) -> None:
    s = m.shake
    assert s is not None
    assert s.lift is not None
    m.cause = s.lift.cause
    challenging.unstated(m, s)


def _charge_due(m: TournamentMatch) -> None:
    player, charge = min(m.charges.items(), key=lambda item: item[1].deadline)
    m.cause = charge.cause
    judging.charge_lapsed(m, player)


def _cover_due(m: TournamentMatch) -> None:
    watch, m.covered = m.covered, None
    assert watch is not None
    m.cause = watch.cause
    if m.shake is not None:
        m.flag("view-blocked", watch.player, watch.cubes)


def _hover_due(m: TournamentMatch) -> None:
    watch, m.hovering = m.hovering, None
    assert watch is not None
    m.cause = watch.cause
    if m.shake is not None:
        m.flag("hovering", watch.player)


def _round_warning(m: TournamentMatch) -> None:
    m.warning_given = True
    m.tell("warning", f"{m.edition.no_new_shake.value} minutes are left; no new shake may be started", "XI-B")


def _round_over(m: TournamentMatch) -> None:
    m.stopped = True
    m.cause = m.began_cause
    s = m.shake
    if s is None:
        m.tell("stop", "the round is over", "XI-B")
    elif s.phase == "setting":
        s.lift = None
        limits.end(m, s)
        s.phase = "void"
        m.tell("stop", "the round is over before the Goal was set; the shake is void", "XI-B")
    elif s.phase == "moving":
        if s.lift is None:  # else the lift is settled first
            writing.stop(m, s)
    else:
        m.tell("stop", "the round is over; the shake is finished", "XI-B")


# --- events ---


def _in_shake(act: Callable[[TournamentMatch, TournamentShake, Any], None]) -> Callable[[TournamentMatch, Any], None]:
    """For what only means something during a shake."""

    def acted(m: TournamentMatch, e: Any) -> None:
        s = m.shake
        if s is not None:
            act(m, s, e)

    return acted


def _and_run_clocks(act: Callable[[TournamentMatch, Any], None]) -> Callable[[TournamentMatch, Any], None]:
    """For what may set a clock to a moment that has passed."""

    def acted(m: TournamentMatch, e: Any) -> None:
        at = m.at
        act(m, e)
        _run_clocks(m, at)

    return acted


def _said(m: TournamentMatch, e: ev.Said) -> None:
    s = m.shake
    if s is None:
        m.note(f"{e.player or 'somebody'} said {e.word} between shakes", e.player)
    elif e.word == "bonus":
        moving.said_bonus(m, s, e.player)
    elif e.word != "goal":
        challenging.said(m, s, e.player, e.word)
    elif s.phase == "setting":
        setting.said_goal(m, s, e.player, "")
    else:
        m.note("the Goal had been set", e.player)


def _timer_turned(m: TournamentMatch, s: TournamentShake, e: ev.TimerTurned) -> None:
    if s.phase == "setting" and e.player == s.setter and s.in_goal:
        setting.said_goal(m, s, e.player, " by turning the timer")


def _round_started(m: TournamentMatch, e: ev.RoundStarted) -> None:
    if m.began is not None:
        return m.note("the round had been started")
    m.began, m.began_cause = m.at, m.cause
    return m.tell("round", "the round begins", "XI-B")


def _left(m: TournamentMatch, e: ev.PlayerLeft) -> None:
    if common_acts.left(m, e):
        setting.decide_first_setter(m)


def _covered(m: TournamentMatch, s: TournamentShake, e: ev.Covered) -> None:
    m.covered = _watched(m, m.covered, e.player, e.cubes, m.settings.cover_seconds)


def _watched(
    m: TournamentMatch, now: LastingWatch | None, player: str | None, cubes: tuple[int, ...], seconds: int
) -> LastingWatch:
    """What goes on, or begins anew by another player; of one whom nobody saw it may turn out who it is."""
    if now is None or (None not in (now.player, player) and now.player != player):
        return LastingWatch(player, cubes, m.clock + seconds * 1000, m.cause)
    return replace(now, player=now.player or player)


def _uncovered(m: TournamentMatch, e: ev.Uncovered) -> None:
    m.covered = None


def _hand_at_block(m: TournamentMatch, s: TournamentShake, e: ev.HandAtBlock) -> None:
    m.hovering = _watched(m, m.hovering, e.player, (), m.settings.hover_seconds)


def _hand_left_block(m: TournamentMatch, e: ev.HandLeftBlock) -> None:
    m.hovering = None


def _sense_back(m: TournamentMatch, e: ev.SenseBack) -> None:
    back = common_acts.sense_back(m, e)
    if back and e.sense == "camera" and m.shake is not None and m.shake.limit is not None:
        limits.seen_again(m, m.shake.limit)


def _face_named(m: TournamentMatch, e: ev.FaceNamed) -> None:
    if m.shake is not None:
        handling.face_named(m, m.shake, e)
    common_acts.face_named(m, e)


def _signed(m: TournamentMatch, e: ev.Signed) -> None:
    common_acts.signed(m, e)
    for flag in m.flags.values():
        if flag.kind == "unsigned-sheet" and flag.player == e.player and flag.open:
            flag.become("corrected", m.at)


ACTS: dict[type[ev.Event], Callable[[TournamentMatch, Any], object]] = {
    **common_acts.ACTS,
    ev.FirstRolled: setting.first_rolled,
    ev.RoundStarted: _round_started,
    ev.RoundClosed: lambda m, e: judging.round_closed(m),
    ev.PlayerLeft: _left,
    ev.Signed: _signed,
    ev.ShakeStarted: setting.shake_started,
    ev.Rolled: setting.rolled,
    ev.Said: _said,
    ev.TimerTurned: _in_shake(_timer_turned),
    ev.Moved: _in_shake(handling.cube_moved),
    ev.Turned: _in_shake(handling.cube_turned),
    ev.GoalRead: _in_shake(setting.goal_read),
    ev.Covered: _in_shake(_covered),
    ev.Uncovered: _uncovered,
    ev.HandAtBlock: _in_shake(_hand_at_block),
    ev.HandLeftBlock: _hand_left_block,
    ev.BlockLifted: lambda m, e: challenging.lifted(m, m.shake, e),
    ev.BlockReturned: lambda m, e: challenging.returned(m, m.shake),
    ev.Sided: _in_shake(writing.sided),
    ev.Presented: _in_shake(writing.presented),
    ev.Declined: _in_shake(writing.declined),
    ev.CheckStarted: _in_shake(writing.check_started),
    ev.Accepted: _in_shake(writing.verdict),
    ev.Rejected: _in_shake(writing.verdict),
    ev.ExtraMinute: _in_shake(writing.extra_minute),
    ev.Charged: judging.charged,
    ev.ChargeNamed: judging.charge_named,
    ev.Disqualified: judging.disqualified,
    ev.ChallengerNamed: lambda m, e: challenging.named(m, m.shake, e),
    ev.SolutionRuled: judging.solution_ruled,
    ev.ShakeScored: judging.shake_scored,
    ev.ShakeReplayed: judging.shake_replayed,
    ev.RoundReplayed: judging.round_replayed,
    ev.TurnGiven: judging.turn_given,
    ev.TotalsEntered: _and_run_clocks(judging.totals_entered),
    ev.PositionEntered: judging.position_entered,
    ev.SheetCorrected: judging.sheet_corrected,
    ev.SenseBack: _and_run_clocks(_sense_back),
    ev.FaceNamed: _face_named,
    ev.Resumed: _and_run_clocks(rulings.resumed),
}
