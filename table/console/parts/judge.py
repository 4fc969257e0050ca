"""The parts of the judges' pages: the queue of flags, what else waits for a judge, and one flag with its life."""

from __future__ import annotations

from typing import NamedTuple

from table.console.parts.drawing import draw
from table.console.parts.live_parts import Part
from table.console.parts.table import headline, seen
from table.console.scribe import Snapshot
from table.rules.cubes import LOWER, UPPER
from table.rules.flags import Flag, Penalty
from table.rules.games import game_of
from table.rules.match import Match

SETTLED = ("upheld", "dismissed")


class Waiting(NamedTuple):
    """A line of what waits for a judge beside flags, with what can be done about it."""

    words: str
    cite: str
    link: str = ""
    initial: str = ""
    """the penalty that a judge may initial"""
    cubes: tuple[tuple[int, str], ...] = ()
    """cubes that could not be read, with the letters that each may show"""


def bar(now: Snapshot, _: str) -> str:
    """Where the match stands, in one line."""
    m = now.match
    open_ = len([f for f in m.flags.values() if f.status not in SETTLED]) if m else 0
    return draw("parts/bar.html", match=m, view=seen(now), headline=headline(now), down=now.down, open=open_)


def queue(now: Snapshot, _: str) -> str:
    """The newest unsettled flag first; then what was settled, the newest first."""
    m = now.match
    flags = sorted(m.flags.values(), key=lambda f: (f.status in SETTLED, -f.at)) if m else []
    return draw("parts/queue.html", flags=flags, match=m, settled=SETTLED)


def waiting(now: Snapshot, _: str) -> str:
    return draw("parts/waiting.html", waits=waits(now.match) if now.match else [])


def flag(now: Snapshot, about: str) -> str:
    """One flag's state and life, which may change under a judge's eyes."""
    m = now.match
    found = m.flags.get(about) if m else None
    if m is None or found is None:
        return draw("parts/flag.html", flag=None, match=m, penalty=None, rulings=0)
    return draw("parts/flag.html", flag=found, match=m, penalty=m.penalties.get(about), rulings=rulings(found))


PARTS: dict[str, Part] = {"bar": bar, "queue": queue, "waiting": waiting, "flag": flag}


def rulings(found: Flag) -> int:
    """How often judges have ruled on it. A form that knows of fewer is out of date."""
    return sum(status in SETTLED for status, _, _ in found.history)


def pending(m: Match) -> list[Penalty]:
    """Penalties that do not count until a judge initials them."""
    return [p for p in m.penalties.values() if p.needs_initials and not p.initials and not p.struck]


def waits(m: Match) -> list[Waiting]:
    """What waits for a judge beside flags."""
    found: list[Waiting] = []
    s = m.shake
    if m.question is not None:
        known = [n for n in m.question.cubes if s is not None and n <= len(s.letters)]
        cubes = tuple((n, _letters(s.letters[n - 1])) for n in known if s is not None)
        found.append(Waiting(f"The table asks: {m.question.words}.", "", "/judge/desk#answer", cubes=cubes))
    if m.lost:
        found.append(Waiting(f"The table is without its {' and '.join(m.lost)}; what it concludes is in doubt.", ""))
    if m.paused is not None:
        found.append(Waiting("The clocks stand still.", "", "/judge/desk#resume"))
    for wait in game_of(m).waits(m):
        link = "/judge/proof" if wait.desk == "proof" else f"/judge/desk#{wait.desk}" if wait.desk else ""
        found.append(Waiting(wait.words, wait.cite, link))
    for penalty in pending(m):
        points = f"{penalty.points} point{'s' if penalty.points > 1 else ''}"
        found.append(Waiting(f"{points} off {penalty.player}: {penalty.reason}.", penalty.cite, initial=penalty.id))
    return found


def _letters(shown: str) -> str:
    """All that a cube may show which shows this."""
    return UPPER if shown in UPPER else LOWER
