"""What players charge and what judges and staff decide: charges, rulings, conduct, replays, the sheet (IX, XII)."""

from __future__ import annotations

from table.rules.cubes import Region
from table.rules.events import (
    Charged,
    ChargeNamed,
    Disqualified,
    PositionEntered,
    RoundReplayed,
    ShakeReplayed,
    ShakeScored,
    SheetCorrected,
    SolutionRuled,
    TotalsEntered,
    TurnGiven,
)
from table.rules.flags import Flag
from table.rules.match import Charge
from table.rules.tournament import challenging, limits, moving, setting, writing
from table.rules.tournament.flag_kinds import FLAG_KINDS
from table.rules.tournament.state import TournamentMatch, TournamentShake, Turn

_ALIKE = ("unannounced-bonus", "extra-cube", "out-of-turn")
"""To the players these are one thing: a cube that was not theirs to move. Charged as one, any of them is meant."""

# --- charges ---


def charged(m: TournamentMatch, e: Charged) -> None:
    """A charge, named at once or within fifteen seconds (IX-A)."""
    if e.what is not None:
        return _charge(m, e.player, e.what, e.against, m.at)
    m.charges[e.player] = Charge(m.at, e.against, m.clock + m.edition.name_charge.value * 1000, m.cause)
    return m.tell("charge", f"{e.player} charges illegal procedure", "IX-A", e.player)


def charge_named(m: TournamentMatch, e: ChargeNamed) -> None:
    charge = m.charges.pop(e.player, None)
    if charge is None:
        return m.note(f"{e.player} named a charge that nobody waits for", e.player)
    return _charge(m, e.player, e.what, e.against or charge.against, charge.made)


def charge_lapsed(m: TournamentMatch, player: str) -> None:
    del m.charges[player]
    m.flag("charge-unspecified", player)


def call_out(m: TournamentMatch) -> None:
    """The table itself points out what it noticed, where the event wants that."""
    for flag in list(m.flags.values()):
        if flag.status == "raised" and FLAG_KINDS[flag.kind].insulable:
            _charge_flag(m, "table", flag)


def _charge(m: TournamentMatch, player: str, what: str, against: str | None, made: int) -> None:
    """A charge of a kind of illegal procedure, made before anyone else acted (IX-A, IX-B)."""
    kinds = _ALIKE if what in _ALIKE else (what,)
    here = [f for f in reversed(m.flags.values()) if f.play == len(m.shakes)]
    named = [f for f in here if f.kind in kinds and player != f.player and against in (None, f.player)]
    for flag in named:
        if flag.status == "raised" or (flag.status == "insulated" and flag.history[-1][1] >= made):
            return _charge_flag(m, player, flag)
    if named:
        return m.note(f"{player}'s charge of {what} came too late", player)
    m.false_charges[player] = m.false_charges.get(player, 0) + 1
    m.note(f"the table saw no {what} that {player} could charge", player)
    if m.false_charges[player] >= 3:
        m.flag("repeated-false-charges", player, detail=f"unfounded charge number {m.false_charges[player]}")
    return None


def _charge_flag(m: TournamentMatch, player: str, flag: Flag) -> None:
    if flag.status == "insulated":
        m.ask_judge("a charge was made in time, and play went on before it was named; a judge decides", "IX-A")
    flag.become("charged", m.at, player)
    m.tell("charge", f"{player} charges {flag.player or 'somebody'}: {flag.detail}", flag.cite, flag.player)
    if not FLAG_KINDS[flag.kind].conduct:
        m.penalize(flag)
    s = m.shake
    if s is not None and s.play == flag.play:
        moving.pointed_out(m, s, flag)


# --- rulings ---


def disqualified(m: TournamentMatch, e: Disqualified) -> None:
    m.disqualified[e.player] = e.scope
    setting.decide_first_setter(m)
    m.tell("disqualified", f"{e.player} is disqualified", "IX-C", e.player)
    s = m.shake
    if s is None or e.player not in s.players:
        return
    s.players = tuple(p for p in s.players if p != e.player)
    next_player = m.left_of(e.player, s.players)
    m.charges.pop(e.player, None)
    if s.undone is not None and s.undone.turn.player == e.player:
        s.undone = None
    if s.lift is not None and e.player in (s.lift.player, s.lift.target):
        challenging.settle(m, s)
    if e.player in s.presented:
        s.presented.remove(e.player)
    if s.last_mover == e.player:
        s.last_mover = None  # there is no mover left to challenge
    involved = s.challenge is not None and e.player in (s.challenge.challenger, s.challenge.mover)
    if len(s.players) < 2 or involved or (s.phase == "setting" and s.setter == e.player):
        _void(m, s, f"shake {s.number} is void: {e.player} is disqualified")
    elif s.phase == "moving" and s.turn is not None and s.turn.player == e.player:
        moving.give_turn(m, s, next_player)
    elif s.phase == "checking" and s.checking == e.player:
        writing.settle(m, s)
    elif s.phase == "checking":
        writing.recheck(m, s)
    else:
        writing.advance(m, s)


def solution_ruled(m: TournamentMatch, e: SolutionRuled) -> None:
    """A judge settles a disputed solution, during the shake or after it."""
    for s in reversed(m.shakes):
        if e.writer in s.presented and e.shake in (None, s.number) and s.phase != "void":
            s.rulings[e.writer] = (e.correct, e.reason, e.by)
            if s.phase == "checking" and s.checking == e.writer:
                return writing.settle(m, s)
            if s.phase == "scored" and not s.scored_by:
                return writing.score(m, s)
            return None
    return m.note(f"no solution of {e.writer} is on record", e.writer)


def shake_scored(m: TournamentMatch, e: ShakeScored) -> None:
    s = _numbered(m, e.shake)
    if s is None or s.phase == "void" or not set(e.scores) <= set(m.players):
        return m.note(f"shake {e.shake} cannot be scored so")
    if s.phase == "setting" and not s.replay and s.setter is not None:
        m.next_setter = m.left_of(s.setter, m.players)
    limits.end(m, s)
    s.lift = None
    s.phase = "scored"
    s.scores = {p: e.scores.get(p, (s.scores or {}).get(p, 0)) for p in m.players}
    s.scored_by = e.by
    told = ", ".join(f"{p} {points}" for p, points in s.scores.items())
    return m.tell("scored", f"shake {s.number} by a judge: {told}", "IX-C")


# --- replays and overrides ---


def shake_replayed(m: TournamentMatch, e: ShakeReplayed) -> None:
    s = _numbered(m, e.shake)
    if s is None or s.phase == "void":
        return m.note(f"there is no shake {e.shake} to replay")
    setter = s.setter or s.due_setter
    m.replays.append((s.number, setter, e.players or m.players))
    if s.phase == "setting" and not s.replay and setter is not None:
        m.next_setter = m.left_of(setter, m.players)
    return _void(m, s, f"shake {s.number} is replayed")


def round_replayed(m: TournamentMatch, e: RoundReplayed) -> None:
    for s in m.shakes:
        if s.phase != "void":
            _void(m, s, f"shake {s.number} is void: the round is replayed")
    if e.players:
        m.absent = [p for p in m.players if p not in e.players]
    m.base, m.final, m.signatures = {}, {}, {}
    m.deceived, m.replays = [], []
    m.contenders, m.first_rolls, m.next_setter = list(m.players), {}, None
    m.began, m.warning_given, m.stopped, m.closed = None, False, False, False


def turn_given(m: TournamentMatch, e: TurnGiven) -> None:
    s = m.shake
    if s is None or e.player not in s.players or s.phase not in ("setting", "moving"):
        return m.note(f"the turn cannot be given to {e.player} now", e.player)
    if s.lift is not None:
        challenging.settle(m, s)
    if s.ending is not None:
        return m.note(f"the round is over; the turn cannot be given to {e.player}", e.player)
    s.lost_in_a_row = 0
    if s.phase == "moving":
        moving.give_turn(m, s, e.player)
        return None
    s.setter, s.turn = e.player, Turn(e.player)
    limits.end(m, s)
    limits.start(m, s, "goal", (e.player,), m.edition.set_goal.value)
    return m.tell("turn", f"{e.player} sets the Goal", "IV-B", e.player)


def totals_entered(m: TournamentMatch, e: TotalsEntered) -> None:
    """The table was switched on in the middle of a round: where the players stand."""
    for player in m.players:
        if player in e.totals:
            m.base[player] = m.base.get(player, 0) + e.totals[player] - m.total(player)
    m.shakes_before = e.shakes if not m.shakes else m.shakes_before
    if e.last_setter in m.players:
        m.next_setter = m.left_of(e.last_setter, m.players)
    if e.elapsed:
        m.began, m.began_cause = m.clock - e.elapsed, m.cause
    if m.shake is not None:
        m.shake.leader = m.leader()


def position_entered(m: TournamentMatch, e: PositionEntered) -> None:
    """A shake under way, as a judge found it."""
    if not {e.setter, e.turn, e.last_mover} <= set(m.present):
        return m.note("a position was entered for players who are not here")
    s = TournamentShake(
        number=m.next_number,
        play=len(m.shakes) + 1,
        players=m.present,
        setter=e.setter,
        due_setter=e.setter,
        leader=m.leader(),
        began=m.at,
        phase="moving",
    )
    before = m.shake
    if before is not None:  # the same shake, seen better; what was penalized in it stays
        limits.end(m, before)
        s.number, s.play, s.leader, s.began = before.number, before.play, before.leader, before.began
        s.moves, s.clocks, s.replay = before.moves, before.clocks, before.replay
        for flag in m.flags.values():
            if flag.play == s.play:
                flag.back = {}  # the cubes have other numbers now
        m.shakes.pop()
    regions: tuple[tuple[Region, str], ...] = (
        ("goal", e.goal),
        ("required", e.required),
        ("permitted", e.permitted),
        ("forbidden", e.forbidden),
        ("resources", e.resources),
    )
    for region, letters in regions:
        s.letters.extend(letters)
        s.where.extend([region] * len(letters))
    s.left, s.in_goal = len(e.resources), len(e.goal)
    s.goal = s.goal_as_set = e.goal
    s.last_mover = e.last_mover
    m.shakes.append(s)
    cubes = m.edition.upper_cubes.value + m.edition.lower_cubes.value
    if len(s.letters) != cubes:
        m.note(f"the position that was entered has {len(s.letters)} cubes, not {cubes}")
    m.next_setter = m.left_of(e.setter, m.players)
    if s.left:
        moving.give_turn(m, s, e.turn)
        if m.stopped:
            writing.stop(m, s)
    else:
        writing.last_cube(m, s)
    return None


def _void(m: TournamentMatch, s: TournamentShake, why: str) -> None:
    """The shake counts for nothing; its penalties go with it, except those for conduct."""
    limits.end(m, s)
    s.phase = "void"
    s.lift = None
    for penalty in m.penalties.values():
        kind = FLAG_KINDS.get(penalty.kind)
        if penalty.shake == s.number and penalty.cite != "IX-C" and not (kind and kind.conduct):
            penalty.struck = True
    m.tell("void", why, "IX-C")


def _numbered(m: TournamentMatch, number: int) -> TournamentShake | None:
    return next((s for s in reversed(m.shakes) if s.number == number), None)


# --- the sheet ---


def sheet_corrected(m: TournamentMatch, e: SheetCorrected) -> None:
    """A wrong total on a signed sheet (XII-B)."""
    if e.honest:
        if set(e.consent) >= set(m.players):
            m.final[e.player] = e.right
        else:
            m.final[e.player] = e.listed
            m.note(f"{e.player}'s total stays {e.listed}: not everyone agrees to correct it", e.player)
    elif e.listed < e.right:
        m.final[e.player] = e.listed
    elif e.listed > e.right:
        m.final[e.player] = 0
        m.deceived.append(e.player)


def round_closed(m: TournamentMatch) -> None:
    if m.closed:
        return m.note("the round had been closed")
    m.closed = True
    if m.shake is not None:
        limits.end(m, m.shake)
        m.note(f"the round was closed while shake {m.shake.number} was under way")
    for player in m.players:
        if player not in m.signatures and player not in m.disqualified:
            m.flag("unsigned-sheet", player, detail=f"{player} has not signed the sheet")
    return None
