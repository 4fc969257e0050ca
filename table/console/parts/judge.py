"""The parts of the judges' pages: the queue of flags, what else waits for a judge, and one flag with its life."""

from __future__ import annotations

from typing import NamedTuple

from table.console.parts.drawing import draw
from table.console.parts.live_parts import Part
from table.console.parts.table import headline
from table.console.scribe import Snapshot
from table.rules.cubes import LOWER, UPPER
from table.rules.flags import FLAG_KINDS, Flag, Penalty
from table.rules.tournament.state import Match

SETTLED = ("upheld", "dismissed")


class Wait(NamedTuple):
    """Something that only a judge can settle, other than a flag."""

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
    return draw("parts/bar.html", match=m, headline=headline(m), down=now.down, open=open_)


def queue(now: Snapshot, _: str) -> str:
    """The newest unsettled flag first; then what was settled, the newest first."""
    m = now.match
    flags = sorted(m.flags.values(), key=lambda f: (f.status in SETTLED, -f.at)) if m else []
    return draw("parts/queue.html", flags=flags, match=m, kinds=FLAG_KINDS, settled=SETTLED)


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


def waits(m: Match) -> list[Wait]:
    """What waits for a judge beside flags."""
    found: list[Wait] = []
    s = m.shake
    if m.question:
        cubes = tuple((n, _letters(s.letters[n - 1])) for n in m.doubtful if s is not None and n <= len(s.letters))
        found.append(Wait(f"The table asks: {m.question}.", "", "/judge/desk#answer", cubes=cubes))
    if m.lost:
        found.append(Wait(f"The table is without its {' and '.join(m.lost)}; what it concludes is in doubt.", ""))
    if m.paused is not None:
        found.append(Wait("The clocks stand still.", "", "/judge/desk#resume"))
    if s is not None and s.lift is not None and s.lift.disputed:
        found.append(Wait("It is not known who challenged.", "VI-B", "/judge/desk#challenger"))
    if s is not None and s.challenge is not None and s.challenge.doubt:
        found.append(Wait(f"The challenge is in doubt: {s.challenge.doubt}.", "VI-B", "/judge/desk#override"))
    for writer, verdicts in (s.verdicts if s else {}).items():
        if s is not None and writer not in s.rulings and len({yes for yes, _ in verdicts.values()}) > 1:
            found.append(Wait(f"The opponents do not agree on {writer}'s solution.", "VII-C-4", "/judge/proof"))
    for player in m.charges:
        found.append(Wait(f"{player} has charged illegal procedure and must name it.", "IX-A"))
    for penalty in pending(m):
        points = f"{penalty.points} point{'s' if penalty.points > 1 else ''}"
        found.append(Wait(f"{points} off {penalty.player}: {penalty.reason}.", penalty.cite, initial=penalty.id))
    return found


def _letters(shown: str) -> str:
    """All that a cube may show which shows this."""
    return UPPER if shown in UPPER else LOWER
