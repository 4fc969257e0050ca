"""Turns: moving cubes, bonus moves, and what is illegal about them (V, VIII-A)."""

from __future__ import annotations

from table.rules.cubes import PLAYED, Region
from table.rules.events import Moved
from table.rules.flags import Flag
from table.rules.match import Move
from table.rules.tournament import limits, remedies, writing
from table.rules.tournament.state import TournamentMatch, TournamentShake, Turn, Undone

EARLY_WORD_MS = 2000
"""Bonus said this many milliseconds before a turn begins, while the cube before it was landing, counts for it."""


def said_bonus(m: TournamentMatch, s: TournamentShake, player: str | None) -> None:
    """Bonus counts if it comes before the first cube of the turn touches (IV-D-1, V-C-1)."""
    turn = s.turn
    if turn is None or s.phase not in ("setting", "moving"):
        return m.note("Bonus was said when no cube can be moved", player)
    player = player or turn.player
    if player == turn.player:
        if turn.cubes or (s.phase == "setting" and s.in_goal):
            return m.note(f"{player} said Bonus after a cube had touched", player)
        if s.phase == "moving" and s.left < 2:
            return m.note(f"{player} said Bonus with {s.left} cube left, which cannot be forbidden", player)
        turn.said = m.at
    elif s.phase == "moving" and player == m.left_of(turn.player, s.players):
        s.bonus_words[player] = m.at  # it may hold for the coming turn, see EARLY_WORD_MS
    else:
        return m.note(f"{player} said Bonus out of turn", player)
    return None


def moved(m: TournamentMatch, s: TournamentShake, e: Moved, src: Region) -> None:
    """A cube moved after the Goal was set."""
    turn = s.turn
    assert turn is not None
    player = e.player or turn.player
    cube, to = e.cube, e.to
    if src == "goal" or (to == "goal" and src in PLAYED):
        m.flag("goal-changed", player, (cube,), back={cube: src})
    elif to == "goal":
        flag = m.flag("move-to-goal", player, (cube,), back={cube: src})
        if player == turn.player:
            _complete_illegally(m, s, turn, flag)
    elif src in PLAYED:
        m.flag("cube-relocated" if to in PLAYED else "cube-withdrawn", player, (cube,), back={cube: src})
    elif to in PLAYED:
        _played(m, s, cube, to, player)
    elif to == "off":
        m.note(f"cube {cube} left the table", player)


def give_turn(m: TournamentMatch, s: TournamentShake, player: str) -> Turn:
    """It is this player's turn; the sand starts."""
    said = s.bonus_words.get(player)
    turn = s.turn = Turn(player, said=said if said is not None and m.at - said <= EARLY_WORD_MS else None)
    s.bonus_words.clear()
    seconds = m.edition.first_turn.value if _is_first_turn(m, s, player) else m.edition.turn.value
    limits.start(m, s, "turn", (player,), seconds)
    m.tell("turn", f"{player} to move", "V-A", player)
    return turn


def ran_out(m: TournamentMatch, s: TournamentShake) -> None:
    """A turn was not made in time: a point and a minute, then the turn passes (XI-A)."""
    limit, turn = s.limit, s.turn
    assert limit is not None
    assert turn is not None
    if not limit.extra:
        limits.exceed(m, s, turn.player)
        return limits.grant_extra(m, limit, limit.out, (turn.player,))
    if m.edition.overtime.value == "another point":
        limits.exceed(m, s, turn.player, remedy="another point, and the turn is lost")
    s.lost_turn = (turn.player, m.at)
    s.lost_in_a_row += 1
    m.tell("turn-lost", f"{turn.player}'s time has ended; the turn passes", "XI-A", turn.player)
    give_turn(m, s, m.left_of(turn.player, s.players))
    if s.lost_in_a_row >= len(s.players) and s.limit is not None:
        s.limit.over = True
        m.ask_judge("everyone has lost a turn by time; a judge decides how the shake goes on", "XI-A")
    return None


def may_not_bonus(m: TournamentMatch, s: TournamentShake, player: str | None) -> bool:
    """The player in the lead may not take a bonus move, except where the book allows it (IV-D-2, V-C)."""
    return player is not None and player == s.leader and m.game not in m.edition.leader_may_bonus.value


def take_bonus(m: TournamentMatch, s: TournamentShake, turn: Turn, cube: int) -> None:
    """An announced first cube lies in forbidden."""
    turn.cubes.append(cube)
    turn.placed.append((m.since, m.at))
    s.moves.append(Move(turn.player, cube, s.letters[cube - 1], "forbidden", m.at, bonus=True))
    if turn.said is not None and m.since <= turn.said and m.since < m.at:
        m.note(f"{turn.player} said Bonus while the cube was landing; it is taken as said in time", turn.player)


def pointed_out(m: TournamentMatch, s: TournamentShake, flag: Flag) -> None:
    """Illegal procedure was charged in time: the player gets the turn back, or time, to put it right (IX-A-1)."""
    turn = s.turn
    if flag.kind == "bonus-while-leading" and s.phase == "moving" and turn is not None:
        if turn.player == flag.player and turn.cubes:
            _complete(m, s, turn)  # between the two cubes: the first is the turn, and play passes (V-C-2)
        return None
    if flag.kind == "wrong-setter" and not s.in_goal and s.due_setter is not None:
        return _set_anew(m, s, s.due_setter)
    _take_turn_back(m, s, flag)
    return remedies.time_to_correct(m, s, flag)


def put_right(m: TournamentMatch, s: TournamentShake, flag: Flag) -> None:
    """The cubes of a flag are back: what that means for the turn."""
    remedies.corrected(m, flag)
    _take_turn_back(m, s, flag)
    _reopen(m, s, flag)
    turn = s.turn
    if flag.kind == "goal-too-long":
        s.goal_as_set = ""  # the Goal is what is left, as it will be read next
    if s.last_turn is not None and flag.kind in ("unannounced-bonus", "extra-cube"):
        s.last_turn.illegal = False
    if flag.kind == "wrong-setter" and s.due_setter is not None and not s.in_goal:
        return _set_anew(m, s, s.due_setter)
    if turn is None or turn.player != flag.player:
        return None
    if flag.kind == "bonus-not-forbidden":
        turn.illegal = False
        turn.cubes = [c for c in turn.cubes if s.where[c - 1] in PLAYED and c not in flag.cubes]
    elif flag.kind == "bonus-while-leading" and s.phase == "setting":
        turn.cubes.clear()
        turn.said = None
    return None


def _played(m: TournamentMatch, s: TournamentShake, cube: int, to: Region, player: str) -> None:
    """A cube went from resources to a section of the mat."""
    turn = s.turn
    assert turn is not None
    if player != turn.player and turn.illegal and player == m.left_of(turn.player, s.players) and s.left:
        turn = _complete(m, s, turn)  # the next player goes on: the illegal turn stands
    if not s.left and to == "forbidden":
        remedy = m.edition.last_cube_remedy.value
        m.flag("last-cube-forbidden", player, (cube,), back={cube: "resources"}, remedy=remedy)
        return None
    if player != turn.player:
        return _not_on_turn(m, s, cube, player)
    if turn.bonus and not turn.cubes:
        return _first_of_bonus(m, s, turn, cube, to)
    turn.cubes.append(cube)
    turn.placed.append((m.since, m.at))
    s.moves.append(Move(player, cube, s.letters[cube - 1], to, m.at))
    illegal = _flag_of(m, s, turn) if turn.illegal else None
    if illegal is not None:
        illegal.back[cube] = "resources"  # both cubes of a bonus that began wrongly go back
        return _complete_illegally(m, s, turn, illegal)
    if len(turn.cubes) == 2 and may_not_bonus(m, s, player):
        _leader_must_return(m, s, turn)
    else:
        remedies.insulate(m, s, player)
    _complete(m, s, turn)
    return None


def _first_of_bonus(m: TournamentMatch, s: TournamentShake, turn: Turn, cube: int, to: Region) -> None:
    if to != "forbidden":
        m.flag("bonus-not-forbidden", turn.player, (cube,), back={cube: "resources"})
        turn.cubes.append(cube)
        turn.illegal = True
        return
    take_bonus(m, s, turn, cube)
    if may_not_bonus(m, s, turn.player):
        m.flag("bonus-while-leading", turn.player, (cube,), penalty="mover-bonus-while-leading")
    else:
        remedies.insulate(m, s, turn.player)


def _complete(m: TournamentMatch, s: TournamentShake, turn: Turn) -> Turn:
    s.last_mover = turn.player
    s.last_turn = turn
    s.lost_in_a_row = 0
    if s.left:
        return give_turn(m, s, m.left_of(turn.player, s.players))
    writing.last_cube(m, s)
    return turn


def _complete_illegally(m: TournamentMatch, s: TournamentShake, turn: Turn, flag: Flag) -> None:
    """The turn looks complete and play passes, as the players see it; pointed out in time, it comes back."""
    s.undone = Undone(flag.id, turn, s.last_mover, s.last_turn, s.limit)
    _complete(m, s, turn)


def _take_turn_back(m: TournamentMatch, s: TournamentShake, flag: Flag) -> None:
    undone = s.undone
    if undone is None or undone.flag != flag.id or s.challenge is not None:
        return
    s.undone = None
    s.phase = "moving"
    writing.forget(s)
    s.last_mover, s.last_turn = undone.last_mover, undone.last_turn
    turn = s.turn = undone.turn
    limits.resume(m, s, undone.limit)
    remedies.time_to_correct(m, s, flag)
    m.tell("turn", f"{turn.player} to move again", "IX-A-1", turn.player)


def _reopen(m: TournamentMatch, s: TournamentShake, flag: Flag) -> None:
    """The last cube was played illegally and went back: there is a cube to move again, and nobody writes yet."""
    if s.phase != "writing" or s.ending != "last-cube" or not s.left or s.turn is None:
        return
    s.phase = "moving"
    writing.forget(s)
    leader = flag.kind == "bonus-while-leading"  # whose first cube was the turn (V-C-2)
    give_turn(m, s, m.left_of(s.turn.player, s.players) if leader else s.turn.player)


def _set_anew(m: TournamentMatch, s: TournamentShake, setter: str) -> None:
    """The player due sets the Goal after all (I-D)."""
    s.phase, s.setter, s.turn = "setting", setter, Turn(setter)
    s.goal, s.goal_as_set, s.last_mover, s.last_turn = "", None, None, None
    limits.start(m, s, "goal", (setter,), m.edition.set_goal.value)
    m.tell("turn", f"{setter} sets the Goal", "I-D", setter)


def _flag_of(m: TournamentMatch, s: TournamentShake, turn: Turn) -> Flag | None:
    """The open flag that makes a turn illegal."""
    for flag in reversed(m.flags.values()):
        if flag.open and flag.play == s.play and flag.player == turn.player and flag.kind == "bonus-not-forbidden":
            return flag
    return None


def _leader_must_return(m: TournamentMatch, s: TournamentShake, turn: Turn) -> None:
    """The second cube goes back; of two in forbidden the mover may choose where the book says so (V-C-2)."""
    first, second = turn.cubes
    at_once = turn.placed[1][0] <= turn.placed[0][1]
    choice = s.where[second - 1] == "forbidden" and (m.edition.leader_returns.value == "either" or at_once)
    for flag in m.flags.values():
        if flag.kind == "bonus-while-leading" and flag.status == "raised" and flag.cubes == (first,):
            flag.cubes = (first, second)
            flag.back = {second: "resources"} | ({first: "resources"} if choice else {})
            flag.either = choice


def _not_on_turn(m: TournamentMatch, s: TournamentShake, cube: int, player: str) -> None:
    last = s.last_turn
    back = {cube: "resources"}
    if player == s.last_mover and last is not None and last.player == player and not (s.turn and s.turn.cubes):
        first_forbidden = bool(last.cubes) and s.where[last.cubes[0] - 1] == "forbidden"
        unannounced = len(last.cubes) == 1 and first_forbidden and not last.bonus and not last.illegal
        m.flag("unannounced-bonus" if unannounced else "extra-cube", player, (cube,), back=back)
        last.illegal = True
    else:
        m.flag("out-of-turn", player, (cube,), back=back)
    if not s.left:
        s.last_mover = player
        writing.last_cube(m, s)  # to the players it is the last cube; it may still be charged and go back


def _is_first_turn(m: TournamentMatch, s: TournamentShake, player: str) -> bool:
    """The first turn of the player to the left of the setter has a limit of its own (XI-A-1(b))."""
    if len(s.moves) > 1 or s.lost_turn is not None:
        return False
    untouched = not s.parts and s.where.count("forbidden") <= 1 and all(move.player == s.setter for move in s.moves)
    return untouched and (s.setter is None or player == m.left_of(s.setter, s.players))
