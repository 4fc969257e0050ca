"""The parts of the table's page: what any player may see, and nothing else.

Never whether the Goal is a WFF, never a flag that is the judge's, never what would be legal next (VII-D).
"""

from __future__ import annotations

from typing import NamedTuple

from table.console.parts.acts import acts
from table.console.parts.drawing import draw
from table.console.parts.live_parts import Part
from table.console.scribe import Snapshot
from table.rules.sand import GLASS
from table.rules.tournament import writing
from table.rules.tournament.report import final_totals, points
from table.rules.tournament.state import Match, Shake
from table.rules.tournament.view import phase, public_view

SHOWN = 5
"""Announcements on the page."""
_TASKS = {"goal": "to roll and set the Goal", "turn": "to move", "write": "to write", "check": "to check"}


class Headline(NamedTuple):
    """Who is to act, in words to be read from afar, and what they do."""

    big: str
    small: str
    until: int | None = None
    """when it must be done, where the glass does not show it"""


def top(now: Snapshot, _: str) -> str:
    m = now.match
    end = None
    if m is not None and m.began is not None and not m.closed:
        end = m.began + (m.settings.round_minutes or m.edition.round.value) * 60_000
    still = m.paused if m is not None and m.paused is not None and m.settings.pause_stops_round else None
    return draw("parts/top.html", match=m, down=now.down, end=end, still=still)


def turn(now: Snapshot, _: str) -> str:
    return draw("parts/turn.html", headline=headline(now.match), limit=_limit(now.match), match=now.match)


def glass(now: Snapshot, _: str) -> str:
    """What the sand runs by; the browser lets it run between two letters."""
    m = now.match
    limit = m.shake.limit if m is not None and m.shake is not None else None
    runs = limit is not None and not limit.over and m is not None and not m.closed
    return draw("parts/glass.html", limit=limit if runs else None, paused=m.paused if m else None, glass=GLASS)


def scores(now: Snapshot, _: str) -> str:
    m = now.match
    if m is None:
        return ""
    over = phase(m) in ("signing", "closed")
    return draw(
        "parts/scores.html",
        match=m,
        view=public_view(m, m.at),
        totals=final_totals(m),
        points=points(m) if over else None,
        shakes=[s for s in m.shakes if s.scores is not None and s.phase == "scored"],
        waits=_waits(m),
    )


def told(now: Snapshot, _: str) -> str:
    opened = now.match.opened if now.match else 0
    public = [d for d in now.told if d.public]
    players = now.match.players if now.match else ()
    return draw("parts/told.html", told=public[: -SHOWN - 1 : -1], opened=opened, players=players)


def seat(now: Snapshot, about: str) -> str:
    m, number = now.match, int(about)
    if m is None or number >= len(m.players):
        return ""
    return draw("parts/seat.html", seat=number, player=m.players[number], acts=acts(m, number), waits=_waits(m))


def mat(now: Snapshot, _: str) -> str:
    m = now.match
    s = m.shakes[-1] if m is not None and m.shakes else None
    if s is None or not s.letters:
        return draw("parts/mat.html", regions=None)
    return draw("parts/mat.html", regions=_regions(s))


PARTS: dict[str, Part] = {
    "top": top,
    "turn": turn,
    "glass": glass,
    "scores": scores,
    "told": told,
    "seat": seat,
    "mat": mat,
}


def headline(m: Match | None) -> Headline:
    """What play waits for."""
    if m is None:
        return Headline("No match is open", "Staff open one on their page.")
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


def _between(m: Match, where: str) -> Headline:
    if where == "first-roll":
        left = [p for p in m.contenders if p in m.present and p not in m.first_rolls]
        return Headline("Roll for the first Goal", f"One upper cube each: {_names(left)}." if left else "")
    if m.warning_given and not m.replays:
        return Headline("No new shake", "The round is about to end.")
    setter = m.replays[0][1] if m.replays else m.next_setter
    again = "again " if m.replays else ""
    small = "Press Ready when the cubes are in hand." if m.began is not None else "The round has not started."
    return Headline(f"{setter} rolls {again}next" if setter else "Roll for the next Goal", small)


def _moving(s: Shake) -> Headline:
    """No word on what the move must be: that is for the players to know."""
    assert s.turn is not None
    challenge = f", or challenge {s.last_mover}" if s.last_mover not in (None, s.turn.player) else ""
    small = "Bonus was said." if s.turn.bonus else f"Move a cube{challenge}."
    return Headline(f"{s.turn.player}'s turn", small)


def _writing(m: Match, s: Shake) -> Headline:
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


def _limit(m: Match | None) -> str:
    """The limit that runs, in words."""
    limit = m.shake.limit if m is not None and m.shake is not None else None
    if m is None or limit is None or limit.over or phase(m) == "lifted":
        return ""
    if limit.extra:
        return f"The extra minute {_TASKS[limit.task]}"
    whole = round((limit.due - limit.began - limit.carry) / 1000)
    length = f"{whole // 60} min" if whole % 60 == 0 else f"{whole} s"
    carry = f", after {round(limit.carry / 1000)} s of sand" if limit.carry >= 500 else ""
    return f"{length} {_TASKS[limit.task]}{carry}"


def _waits(m: Match) -> tuple[str, ...]:
    """Whom play waits for."""
    where = phase(m)
    if m.shake is not None and m.shake.limit is not None and where != "paused":
        return m.shake.limit.players
    if where == "signing":
        return tuple(p for p in m.players if p not in m.signatures)
    if where == "between" and m.next_setter:
        return (m.next_setter,)
    return ()


def _regions(s: Shake) -> list[tuple[str, str]]:
    found = [("Goal", s.goal)]
    for region in ("required", "permitted", "forbidden", "resources"):
        found.append((region.title(), "".join(c for c, w in zip(s.letters, s.where, strict=True) if w == region)))
    return found


def _names(names: object) -> str:
    listed = [str(name) for name in names] if isinstance(names, (list, tuple)) else []
    return " and ".join([", ".join(listed[:-1]), listed[-1]] if len(listed) > 1 else listed)


def _verb(verb: str, people: object) -> str:
    return verb if len(people) > 1 else f"{verb}s"  # type: ignore[arg-type]
