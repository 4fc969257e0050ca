"""Rolling the cubes and setting the Goal (I-D, IV)."""

from __future__ import annotations

from table.rules.cubes import LOWER, PLAYED, UPPER, Region
from table.rules.events import FirstRolled, GoalRead, Moved, Rolled, ShakeStarted
from table.rules.tournament import limits, moving, remedies
from table.rules.tournament.state import TournamentMatch, TournamentShake, Turn


def first_rolled(m: TournamentMatch, e: FirstRolled) -> None:
    """The letter nearest the start of the alphabet sets first; those tied roll again (I-D)."""
    contenders = [p for p in m.contenders if p in m.present]
    if m.played or m.next_setter:
        return m.note("a roll for the first setter came when the setter was known", e.player)
    if e.player not in contenders or e.letter not in UPPER:
        return m.note(f"{e.player}'s roll of {e.letter} does not count for the first setter", e.player)
    if e.player in m.first_rolls:
        return m.note(f"{e.player} has rolled for the first setter", e.player)
    m.first_rolls[e.player] = e.letter
    return decide_first_setter(m)


def decide_first_setter(m: TournamentMatch) -> None:
    """Once everyone who is there and not out of it has rolled."""
    contenders = [p for p in m.contenders if p in m.present]
    if not contenders or not m.first_rolls or any(p not in m.first_rolls for p in contenders):
        return
    best = min(m.first_rolls[p] for p in contenders)
    tied = [p for p in contenders if m.first_rolls[p] == best]
    m.first_rolls = {}
    m.contenders = tied
    if len(tied) == 1:
        m.next_setter = tied[0]
        m.tell("setter", f"{tied[0]} sets the first Goal", "I-D", tied[0])
    else:
        m.tell("setter", f"tie: {' and '.join(tied)} roll again", "I-D")


def shake_started(m: TournamentMatch, e: ShakeStarted) -> None:
    if m.shake is None:
        _begin(m, e.player)
    else:
        m.note("the timing of a roll was started while a shake was under way")


def rolled(m: TournamentMatch, e: Rolled) -> None:
    """The cubes lie. A roll also begins the shake if its timing had not been started (IV-A-1)."""
    if m.shake is None and not _begin(m, e.player):
        return
    s = m.shake
    assert s is not None
    if s.phase != "setting" or s.in_goal:
        return m.note("cubes were rolled in the middle of a shake", e.player)
    if s.letters:
        _rolled_again(m, s, e.player)
    s.letters = list(e.letters)
    s.where = ["resources"] * len(s.letters)
    s.left = len(s.letters)
    _roller(m, s, e.player)
    check_set(m, s)


def check_set(m: TournamentMatch, s: TournamentShake) -> None:
    """Whether these are the cubes to play with (I-B-1): at the roll, and when a judge says what one shows."""
    upper = sum(letter in UPPER for letter in s.letters)
    lower = sum(letter in LOWER for letter in s.letters)
    known = [flag for flag in m.flags.values() if flag.kind == "wrong-cubes" and flag.play == s.play and flag.open]
    if (upper, lower) == (m.edition.upper_cubes.value, m.edition.lower_cubes.value):
        for flag in known:
            remedies.corrected(m, flag)
    elif not known:
        m.flag("wrong-cubes", s.setter, detail=f"the roll has {upper} upper and {lower} lower cubes")


def goal_read(m: TournamentMatch, s: TournamentShake, e: GoalRead) -> None:
    """The letters' order in Goal. Until the Goal is set it may be rearranged (IV-C-2)."""
    changed = s.goal_as_set not in (None, e.letters) and len(e.letters) == s.in_goal
    s.goal = e.letters
    if s.goal_as_set == "":
        s.goal_as_set = e.letters  # the first reading after the Goal was set by touch or time
    elif s.goal_as_set == e.letters:
        for flag in m.flags.values():
            if flag.kind == "goal-changed" and flag.open and not flag.back:
                remedies.corrected(m, flag)
    elif changed and m.paused is None and sorted(e.letters) == sorted(s.goal_as_set or ""):
        m.flag("goal-changed", None, detail=f"the Goal was set as {s.goal_as_set} and now stands as {e.letters}")


def said_goal(m: TournamentMatch, s: TournamentShake, player: str | None, how: str) -> None:
    """The setter says the word, or turns the timer (IV-C-1, IV-C-3)."""
    if s.setter is None:
        s.setter = player
    if player not in (None, s.setter):
        return m.note(f"{player} cannot set the Goal; {s.setter} is the setter", player)
    if not s.in_goal:
        m.flag("goal-empty", s.setter)
        return None
    return set_goal(m, s, how)


def set_goal(m: TournamentMatch, s: TournamentShake, how: str) -> None:
    """The Goal is set and never changes (IV-C-4). Whether it is a WFF is for an opponent to challenge."""
    setter = s.setter
    s.goal_as_set = s.goal if len(s.goal) == s.in_goal else ""
    s.phase = "moving"
    for flag in m.flags.values():
        if flag.kind == "goal-empty" and flag.play == s.play and flag.open:
            remedies.corrected(m, flag)
    if setter is not None and not s.replay:
        m.next_setter = m.left_of(setter, m.players)
    m.tell("goal-set", f"{setter or 'somebody'} set the Goal{how}", "IV-C", setter)
    longest = m.edition.longest_goal.value
    cubes = tuple(n + 1 for n, where in enumerate(s.where) if where == "goal")
    if len(cubes) > longest:
        back: dict[int, str] = dict.fromkeys(cubes, "resources")
        m.flag("goal-too-long", setter, cubes, detail=f"the Goal has {len(cubes)} cubes", back=back)
    s.last_mover = setter
    s.last_turn = s.turn
    if setter is None:
        m.ask_judge("who set the Goal is not known; a judge gives the turn to the player to the left", "V-A")
    moving.give_turn(m, s, m.left_of(setter, s.players) if setter else s.players[0])


def moved(m: TournamentMatch, s: TournamentShake, e: Moved, src: Region) -> None:
    """A cube moved while the Goal is being set."""
    player = e.player or s.setter
    if s.setter is None and player is not None:
        s.setter = player
    if src == "goal":
        m.flag("goal-cube-withdrawn", player, (e.cube,), back={e.cube: "goal"})
    elif src in PLAYED:
        kind = "cube-relocated" if e.to in PLAYED or e.to == "goal" else "cube-withdrawn"
        m.flag(kind, player, (e.cube,), back={e.cube: src})
    elif e.to == "goal":
        _to_goal(m, s, e.cube, player)
    elif e.to in PLAYED:
        _to_section(m, s, e.cube, e.to, player)


def ran_out(m: TournamentMatch, s: TournamentShake) -> None:
    """Time to set the Goal is over: it stands as it lies, or costs a point (IV-C-3, XI-A)."""
    limit = s.limit
    assert limit is not None
    setter = s.setter
    if setter is None:
        limit.over = True
        return m.ask_judge("time ran out, and who sets the Goal is not known; a judge decides", "I-D")
    if s.in_goal:
        return set_goal(m, s, " as it stands: time ran out")
    if not limit.extra:
        limits.exceed(m, s, setter)
        return limits.grant_extra(m, limit, limit.out, (setter,))
    if m.edition.overtime.value == "another point":
        limits.exceed(m, s, setter, remedy="another point; a judge decides how the shake goes on")
    limit.over = True
    return m.ask_judge(f"{setter} has set no Goal; a judge decides how the shake goes on", "XI-A", setter)


def _begin(m: TournamentMatch, player: str | None) -> bool:
    if m.closed or (m.stopped and not m.replays):
        m.flag("late-shake", player, detail="a shake was started after the end of the round")
        return False
    if len(m.present) < 2:
        m.note("a shake needs two players")
        return False
    replay = bool(m.replays)
    number, due, players = m.replays[0] if replay else (m.next_number, m.next_setter, m.present)
    players = tuple(p for p in players if p in m.present)
    if len(players) < 2:
        m.note("a shake needs two of the players who are to replay it")
        return False
    del m.replays[:1]
    if due is not None and due not in players:
        due = m.left_of(due, players)
    leader = m.leader()
    s = TournamentShake(
        number=number,
        play=len(m.shakes) + 1,
        players=players,
        setter=due,
        due_setter=due,
        leader=leader,
        began=m.at,
        replay=replay,
    )
    m.shakes.append(s)
    m.covered = m.hovering = None
    m.tell("shake", f"shake {s.number} begins" + (f"; {due} sets the Goal" if due else ""), "IV-A-1", due)
    limits.start(m, s, "goal", (due,) if due else players, m.edition.set_goal.value)
    if due:
        s.turn = Turn(due)
    _roller(m, s, player)
    if m.warning_given and not replay:
        m.flag("late-shake", s.setter)
    return True


def _roller(m: TournamentMatch, s: TournamentShake, player: str | None) -> None:
    """Who rolls must set the Goal (IV-B)."""
    if player is None or player == s.setter or player not in s.players:
        return
    if s.due_setter is not None and player != s.due_setter:
        m.flag("wrong-setter", player, detail=f"{player} rolled, and {s.due_setter} was due to set the Goal")
    _set_by(m, s, player)


def _set_by(m: TournamentMatch, s: TournamentShake, player: str) -> None:
    s.setter = player
    s.turn = Turn(player)
    if s.limit is not None:
        s.limit.players = s.limit.timed = (player,)


def _rolled_again(m: TournamentMatch, s: TournamentShake, player: str | None) -> None:
    for flag in m.flags.values():
        wrong = flag.kind == "wrong-cubes" or (flag.kind == "wrong-setter" and player in (None, s.due_setter))
        if wrong and flag.play == s.play and flag.open:
            remedies.corrected(m, flag)
    m.note("the cubes were rolled again", player)
    if s.due_setter is not None and player in (None, s.due_setter):
        _set_by(m, s, s.due_setter)


def _to_goal(m: TournamentMatch, s: TournamentShake, cube: int, player: str | None) -> None:
    turn = s.turn
    if player != s.setter:
        if s.in_goal == 1 and player is not None and s.due_setter is not None:
            m.flag(
                "wrong-setter",
                player,
                (cube,),
                back={cube: "resources"},
                detail=f"{player} set the Goal, and {s.due_setter} was due",
            )
            return _set_by(m, s, player)
        m.flag("out-of-turn", player, (cube,), back={cube: "resources"})
        return None
    if turn is not None and turn.bonus and not turn.cubes and not turn.illegal:
        m.flag("bonus-not-forbidden", player, (cube,), back={cube: "resources"})
        turn.illegal = True
        return None
    for flag in m.flags.values():  # the other cubes of a Goal that was begun wrongly go back with the first
        if flag.kind in ("wrong-setter", "bonus-not-forbidden") and flag.open and flag.play == s.play:
            flag.back[cube] = "resources"
            flag.cubes = (*flag.cubes, cube)
    return None


def _to_section(m: TournamentMatch, s: TournamentShake, cube: int, to: Region, player: str | None) -> None:
    back = {cube: "resources"}
    turn = s.turn
    if player != s.setter or turn is None:
        m.flag("out-of-turn", player, (cube,), back=back)
    elif to != "forbidden" and turn.bonus and not turn.cubes and not turn.illegal:
        m.flag("bonus-not-forbidden", player, (cube,), back=back)
        turn.illegal = True
    elif to != "forbidden":
        m.flag("extra-cube", player, (cube,), back=back)
    elif s.in_goal:
        m.flag("late-bonus", player, (cube,), back=back)
    elif turn.cubes:
        m.flag("extra-cube", player, (cube,), back=back)
    elif not turn.bonus:
        m.flag(
            "unannounced-bonus",
            player,
            (cube,),
            back=back,
            detail="the setter did not say Bonus before the cube touched",
        )
    else:
        moving.take_bonus(m, s, turn, cube)
        if moving.may_not_bonus(m, s, player):
            m.flag("bonus-while-leading", player, (cube,), back=back, penalty="setter-bonus-while-leading")
