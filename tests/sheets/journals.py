"""Journals to make sheets of: those of the scenarios, and short ones with names of one's own."""

from functools import cache
from pathlib import Path

from hypothesis import strategies as st

from table.language.scenario import Scenario, parse, play
from table.rules import events as ev
from table.rules.entry import Entry
from table.rules.fold import fold
from table.rules.match import Match
from table.rules.sheet import Sheet
from table.sheets.assemble import sheets

FOLDER = Path(__file__).parent.parent / "scenarios"
FOLDERS = sorted(path.name for path in FOLDER.iterdir() if path.is_dir())
ROLL = "CCCAAKKKEENNRRpppqqqrrssiioo"


@cache
def played(folder: str) -> tuple[tuple[Match, Sheet], ...]:
    """The referee's match and the sheet of every scenario in a folder, in the last variant that it is meant for."""
    found = [parse(path.read_text(), path.stem) for path in sorted((FOLDER / folder).glob("*.txt"))]
    return tuple(pair for scenario in found for pair in _pairs(scenario))


def scenario(name: str, division: str | None = None) -> tuple[Match, Sheet]:
    path = next(FOLDER.glob(f"*/{name}.txt"))
    return _pairs(parse(path.read_text(), name), division)[0]


def _pairs(what: Scenario, wanted: str | None = None) -> list[tuple[Match, Sheet]]:
    edition, division = [v for v in what.variants() if wanted in (None, v[1])][-1]
    entries = play(what, edition, division).entries
    return list(zip(fold(entries)[0].matches, sheets(entries), strict=True))


def journal(*events: ev.Event, wall: str = "2026-11-16T14:20:30.000Z") -> list[Entry]:
    """Events a second apart."""
    return [Entry(i, i * 1000, i * 1000, "judge", event, "boot", wall) for i, event in enumerate(events, 1)]


def opened(*names: str, match: str = "M1", division: str = "senior") -> ev.MatchOpened:
    sides = ("north", "east", "west")
    seats = tuple(ev.Seat(name, side) for name, side in zip(names, sides, strict=False))
    return ev.MatchOpened(match, "2019-20", division, seats, rules="0.1.0")


def short(names: tuple[str, ...], reason: str = "hand over the block") -> list[Entry]:
    """A match with a shake that a judge scored, a warning, a penalty for conduct, and signatures."""
    scores = {name: 6 - 2 * i for i, name in enumerate(names)}
    return journal(
        opened(*names),
        ev.TotalsEntered({name: 10 + i for i, name in enumerate(names)}, 3, "JD"),
        ev.ShakeStarted(names[0]),
        ev.Rolled(ROLL, names[0]),
        ev.ShakeScored(4, scores, "JD", reason),
        ev.Warned(names[1], reason, "JD"),
        ev.Penalized(names[1], reason, "JD", 2),
        ev.Signed(names[0], scores),
        ev.RoundClosed(),
    )


def _playable(names: list[str]) -> bool:
    return not {"somebody", "nobody"} & set(names)


texts = st.one_of(
    st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=80),
    st.text(st.sampled_from("=+-@\t\r\n,;\"' '{}|0123abÄΩЖệمحמש王प्ร\u200d\u202e\u0301😀_x"), min_size=1, max_size=80),
)
"""Whatever somebody may have typed."""

names = st.lists(texts, min_size=2, max_size=3, unique=True).filter(_playable).map(tuple)
