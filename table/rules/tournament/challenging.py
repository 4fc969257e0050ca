"""The block and the two words: which challenges are valid, and what the others cost (VI, VIII-B)."""

from __future__ import annotations

from typing import Literal

from table.rules.events import BlockLifted, ChallengerNamed
from table.rules.match import Challenge
from table.rules.tournament import limits, remedies, writing
from table.rules.tournament.state import Lift, TournamentMatch, TournamentShake


def lifted(m: TournamentMatch, s: TournamentShake | None, e: BlockLifted) -> None:
    """The block is up: fifteen seconds to say Now or Impossible."""
    if m.block_up and s is not None and s.lift is not None:
        return m.note("the block was lifted while it was up", e.player)
    if m.block_up:  # nobody may lose a challenge because a return was not noticed
        m.note("the block was lifted again; that it had been put back was not noticed", e.player)
    m.block_up = True
    m.hovering = None  # the hand did what a hand at the block may do
    if s is None or m.paused is not None:
        return m.note("the block was lifted while no shake was being played", e.player)
    after_last_cube = s.phase == "writing" and s.ending == "last-cube"
    if s.phase not in ("setting", "moving") and not after_last_cube:
        m.flag("block-misused", e.player)
        return None
    limit, turn = s.limit, s.turn
    first_minute = writing.first_minute(m, limit) if after_last_cube and limit is not None else 0
    s.lift = Lift(
        at=m.at,
        cause=m.cause,
        player=e.player,
        target=s.last_mover,
        goal_set=s.phase != "setting",
        midway=s.phase == "moving" and turn is not None and bool(turn.cubes),
        last_forbidden=remedies.last_cube_forbidden(m, s) is not None,
        left=s.left,
        parts=s.parts,
        after_last_cube=after_last_cube,
        in_first_minute=after_last_cube and m.at <= first_minute,
        deadline=m.clock + m.edition.state_challenge.value * 1000,
    )
    return m.tell("lifted", f"{e.player or 'somebody'} lifted the block", "VI-B", e.player)


def returned(m: TournamentMatch, s: TournamentShake | None) -> None:
    m.block_up = False
    if s is not None and s.lift is not None and not s.lift.disputed:
        unstated(m, s, "the block was put back and no challenge stated")


def unstated(m: TournamentMatch, s: TournamentShake, detail: str = "") -> None:
    """A lift without a challenge: one point, and play goes on (VI-B, XI-A-3)."""
    assert s.lift is not None
    if "buttons" in m.lost:
        s.lift.disputed = True
        return m.ask_judge("the buttons are gone; a judge says who challenged, and with which word", "VI-B")
    m.flag("no-challenge-stated", s.lift.player, detail=detail)
    return settle(m, s)


def settle(m: TournamentMatch, s: TournamentShake) -> None:
    """Nothing came of the lift. If the round ended meanwhile, its stop comes now."""
    s.lift = None
    if m.stopped:
        writing.stop(m, s)


def said(m: TournamentMatch, s: TournamentShake, player: str | None, word: Literal["now", "impossible"]) -> None:
    """A word of challenge. The challenger is the first to speak after the lift, unless the hand was another's."""
    lift = s.lift
    if lift is None:
        if s.phase in ("setting", "moving") or (s.phase == "writing" and s.ending == "last-cube"):
            m.flag("word-without-block", player)
        else:
            m.note(f"{player or 'somebody'} said {word} when no challenge can be made", player)
        return None
    if lift.disputed:
        return m.note(f"{player or 'somebody'} said {word}; a judge has yet to name the challenger", player)
    if player is None or lift.player not in (None, player):
        lift.word, lift.disputed = word, True
        return m.ask_judge("who challenges is not clear; a judge names the challenger", "VI-B")
    return _decide(m, s, lift, player, word)


def named(m: TournamentMatch, s: TournamentShake | None, e: ChallengerNamed) -> None:
    """A judge says who lifted the block."""
    if s is None or s.lift is None:
        return m.note("a challenger was named, but no lifted block is waiting", e.player)
    word = e.word or s.lift.word
    s.lift.player = e.player
    if word is None:
        s.lift.disputed = False
        return None
    return _decide(m, s, s.lift, e.player, word)


def _decide(
    m: TournamentMatch, s: TournamentShake, lift: Lift, player: str, word: Literal["now", "impossible"]
) -> None:
    """Valid, or set aside; judged by what lay on the mat when the block went up."""
    if lift.last_forbidden:
        m.tell(
            "set-aside",
            f"{player}'s challenge is set aside: the last cube lies in forbidden",
            "VIII-A",
            player,
        )
        flag = remedies.last_cube_forbidden(m, s)
        if flag is not None:
            remedies.time_to_correct(m, s, flag)
        return settle(m, s)
    invalid = _invalid(lift, player, word)
    if invalid is not None:
        midway = invalid == "early-challenge" and lift.goal_set
        m.flag(invalid, player, points=None if midway else 0)
        m.tell("set-aside", f"{player}'s challenge is set aside", "VI-B", player)
        return settle(m, s)
    return _valid(m, s, lift, player, word)


def _invalid(lift: Lift, player: str, word: str) -> str | None:
    if not lift.goal_set or lift.midway:
        return "early-challenge"
    if player == lift.target:
        return "self-challenge"
    if lift.after_last_cube:
        if word == "now":
            return "now-after-last-cube"
        return None if lift.in_first_minute else "impossible-too-late"
    if word == "now" and not lift.parts:
        return "now-too-early"
    if word == "now" and lift.left < 2:
        return "now-too-late"
    return None


def _valid(m: TournamentMatch, s: TournamentShake, lift: Lift, player: str, word: Literal["now", "impossible"]) -> None:
    mover = lift.target
    if mover is None or player not in s.players:
        m.tell("set-aside", f"{player}'s challenge is set aside: there is no move to challenge", "VI-A", player)
        return settle(m, s)
    s.lift = None
    s.challenge = Challenge(word, player, mover, lift.at, lift.doubt)
    s.ending = word
    shown = m.edition.now_word if word == "now" else m.edition.impossible_word
    m.tell("challenge", f"{player} challenges {mover}: {shown.value}", shown.cite, player)
    remedies.insulate(m, s, player)
    for cube, hand in lift.moved:
        m.flag("cubes-moved-while-checking", hand, (cube,), back={cube: "resources"})
    if lift.after_last_cube:
        return writing.last_cube_challenged(m, s, player)
    s.phase = "writing"
    return limits.start(m, s, "write", writing.unfinished(s), m.edition.write.value)
