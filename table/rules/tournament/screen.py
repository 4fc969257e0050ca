"""What players read on the screen of a tournament match, and what waits for a judge beside flags.

Never whether the Goal is a WFF, never a flag that is the judge's, never what would be legal next (VII-D).
"""

from __future__ import annotations

from collections.abc import Sequence

from table.rules.game import Wait
from table.rules.plain_game import PlainGame, shown_regions
from table.rules.public import Headline, PublicView, RunningGlass, ScoredShake
from table.rules.tournament import writing
from table.rules.tournament.report import final_totals, points
from table.rules.tournament.state import TournamentMatch, TournamentShake
from table.rules.tournament.view import phase

_TASKS = {"goal": "to roll and set the Goal", "turn": "to move", "write": "to write", "check": "to check"}


def public(m: TournamentMatch) -> PublicView:
    """The match as any player may see it."""
    s, limit = m.shake, m.shake.limit if m.shake is not None else None
    runs = limit is not None and not limit.over and not m.closed
    now = phase(m)
    return PublicView(
        match=m.id,
        book=m.edition_id,
        division=m.division,
        players=m.players,
        phase=now,
        headline=headline(m),
        totals=final_totals(m),
        points=points(m) if now in ("signing", "closed") else None,
        shake=s.number if s else None,
        last_shake=m.shakes[-1].number if m.shakes else None,
        shakes=tuple(ScoredShake(s.number, s.scores) for s in m.shakes if s.scores is not None and s.phase == "scored"),
        setter=s.setter if s else m.next_setter,
        goal_set=s is not None and s.goal_as_set is not None,
        turn=s.mover if s else None,
        waits_for=_waits(m),
        limit=_limit(m),
        glass=RunningGlass(limit.due, limit.out, limit.extra) if limit is not None and runs else None,
        paused=m.paused,
        round_end=m.round_end,
        round_stands=m.paused if m.settings.pause_stops_round else None,
        absent=tuple(m.absent),
        disqualified=tuple(m.disqualified),
        signed=tuple(m.signatures),
        regions=shown_regions(m, PlainGame.regions),
    )


def waits(m: TournamentMatch) -> list[Wait]:
    """What a judge must settle about challenges, solutions and charges."""
    found: list[Wait] = []
    s = m.shake
    if s is not None and s.lift is not None and s.lift.disputed:
        found.append(Wait("It is not known who challenged.", "VI-B", "challenger"))
    if s is not None and s.challenge is not None and s.challenge.doubt:
        found.append(Wait(f"The challenge is in doubt: {s.challenge.doubt}.", "VI-B", "override"))
    for writer, verdicts in (s.verdicts if s else {}).items():
        if s is not None and writer not in s.rulings and len({yes for yes, _ in verdicts.values()}) > 1:
            found.append(Wait(f"The opponents do not agree on {writer}'s solution.", "VII-C-4", "proof"))
    for player in m.charges:
        found.append(Wait(f"{player} has charged illegal procedure and must name it.", "IX-A"))
    return found


def headline(m: TournamentMatch) -> Headline:
    """What play waits for."""
    where = phase(m)
    s = m.shake
    if where == "closed":
        return Headline("The round is over", "The sheet has been taken.")
    if where == "paused":
        return Headline("The clocks stand still", "A judge will let them run again.")
    if where == "signing":
        left = [p for p in m.players if p not in m.signatures and p not in m.disqualified]
        return Headline("Sign the sheet", f"{_names(left)} still to sign." if left else "Everyone has signed.")
    if s is None:
        return _between(m, where)
    if s.lift is not None:
        who = s.lift.player or "Whoever lifted it"
        if s.lift.disputed:
            return Headline("The block is up", "A judge says who challenged.")
        return Headline(
            "The block is up", f"{who} says Now or {m.edition.impossible_word.value.title()}.", s.lift.deadline
        )
    if s.phase == "setting":
        return Headline(
            f"{s.setter or 'Somebody'} sets the Goal",
            "The cubes are rolled." if s.letters else "Roll, then set the Goal.",
        )
    if s.phase == "moving":
        return _moving(s)
    if s.phase == "writing":
        return _writing(m, s)
    checkers = writing.undecided(s)
    return Headline(
        f"{s.checking}'s solution",
        f"{_names(checkers)} {_verb('check', checkers)} it." if checkers else "It is checked.",
    )


def _between(m: TournamentMatch, where: str) -> Headline:
    if where == "first-roll":
        left = [p for p in m.contenders if p in m.present and p not in m.first_rolls]
        return Headline("Roll for the first Goal", f"One upper cube each: {_names(left)}." if left else "")
    if m.warning_given and not m.replays:
        return Headline("No new shake", "The round is about to end.")
    setter = m.replays[0][1] if m.replays else m.next_setter
    again = "again " if m.replays else ""
    small = "Press Ready when the cubes are in hand." if m.began is not None else "The round has not started."
    return Headline(f"{setter} rolls {again}next" if setter else "Roll for the next Goal", small)


def _moving(s: TournamentShake) -> Headline:
    """No word on what the move must be: that is for the players to know."""
    assert s.turn is not None
    challenge = f", or challenge {s.last_mover}" if s.last_mover not in (None, s.turn.player) else ""
    small = "Bonus was said." if s.turn.bonus else f"Move a cube{challenge}."
    return Headline(f"{s.turn.player}'s turn", small)


def _writing(m: TournamentMatch, s: TournamentShake) -> Headline:
    left = writing.unfinished(s)
    if s.challenge is None:
        why = "The last cube is played" if s.ending == "last-cube" else "The round is stopped"
        return Headline("Everyone writes", f"{why}. Still writing: {_names(left)}." if left else f"{why}.")
    c = s.challenge
    word = m.edition.now_word.value if c.kind == "now" else m.edition.impossible_word.value
    choosing = [p for p in left if p in writing.third_parties(s) and p not in s.sides]
    small = f"{word.title()}: {c.challenger} challenged {c.mover}."
    if choosing:
        small += f" {_names(choosing)} joins a side."
    busy = sorted(writing.writers(s), key=m.players.index)
    return Headline(f"{_names(busy)} {_verb('write', busy)}", small)


def _limit(m: TournamentMatch) -> str:
    """The limit that runs, in words."""
    limit = m.shake.limit if m.shake is not None else None
    if limit is None or limit.over or phase(m) == "lifted":
        return ""
    if limit.extra:
        return f"The extra minute {_TASKS[limit.task]}"
    whole = round((limit.due - limit.began - limit.carry) / 1000)
    length = f"{whole // 60} min" if whole % 60 == 0 else f"{whole} s"
    carry = f", after {round(limit.carry / 1000)} s of sand" if limit.carry >= 500 else ""
    return f"{length} {_TASKS[limit.task]}{carry}"


def _waits(m: TournamentMatch) -> tuple[str, ...]:
    """Whom play waits for."""
    where = phase(m)
    if m.shake is not None and m.shake.limit is not None and where != "paused":
        return m.shake.limit.players
    if where == "signing":
        return tuple(p for p in m.players if p not in m.signatures)
    if where == "between" and m.next_setter:
        return (m.next_setter,)
    return ()


def _names(names: Sequence[str]) -> str:
    listed = list(names)
    return " and ".join([", ".join(listed[:-1]), listed[-1]] if len(listed) > 1 else listed)


def _verb(verb: str, people: Sequence[str]) -> str:
    return verb if len(people) > 1 else f"{verb}s"
