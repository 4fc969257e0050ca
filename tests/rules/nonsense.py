"""Journals of nonsense: any event, by anyone, about any cube, at any time, written late or in intervals."""

from functools import lru_cache
from random import Random
from typing import Annotated, Literal, get_args, get_origin

import msgspec
from hypothesis import strategies as st
from msgspec import structs

from table.rules import events as ev
from table.rules.entry import Entry
from table.rules.tournament.flag_kinds import FLAG_KINDS
from table.simulation.random_match import random_match

NAMES = ("Ann", "Ben", "Cal")
WHO = st.sampled_from((*NAMES, "Anne", "Zoe"))
LETTERS = st.text("CAKENRpqrsio", max_size=28)
CUBE = st.integers(1, 30)
FLAG = st.builds("{}@{}".format, st.sampled_from(sorted(FLAG_KINDS)), st.integers(1, 60))
SHEET = st.dictionaries(WHO, st.integers(-5, 40), max_size=4)
ROLL = st.just("CCCAAKKKEENNRRpppqqqrrssiioo")

TYPES = {
    ev.PlayerName: WHO,
    ev.Figures: SHEET,
    ev.CubeId: CUBE,
    ev.Letters: LETTERS,
    ev.Points: st.integers(1, 3),
    ev.ShakeNumber: st.integers(1, 4),
    ev.Milliseconds: st.integers(0, 100_000),
    ev.Confidence: st.nothing(),
    bool: st.booleans(),
    int: st.integers(0, 40),
    str: st.just("words"),
    type(None): st.none(),
}
"""What a field of a type may be."""

FIELDS = {
    "letters": ROLL | LETTERS,
    "what": st.sampled_from(sorted(FLAG_KINDS)),
    "flag": FLAG,
    "shakes": st.integers(0, 4),
    "lost": st.integers(0, 100_000),
    "elapsed": st.integers(0, 2_200_000),
    "by": st.just("JD"),
    "details": st.just({}),
    "event": st.none(),
    "at": st.none(),
}
"""What a field of a name may be, where its type leaves more room than there is sense in."""


def events_of(cls):
    """Any event of a kind."""
    return st.builds(cls, **{field.name: FIELDS.get(field.name, _of(field.type)) for field in structs.fields(cls)})


def _of(hint):
    origin, parts = get_origin(hint), get_args(hint)
    if hint in TYPES:
        return TYPES[hint]
    if origin is Literal:
        return st.sampled_from(parts)
    if origin is Annotated and parts[0] is int:
        least, most = parts[1].ge or 0, parts[1].le
        return st.integers(least, least + 40 if most is None else most)
    if origin is Annotated:
        return _of(parts[0])
    if origin is tuple:
        return st.lists(_of(parts[0]), max_size=3).map(tuple)
    return st.one_of(*map(_of, parts))


PLAY = [ev.Moved, ev.Said, ev.BlockLifted, ev.BlockReturned, ev.Rolled, ev.Presented, ev.Accepted, ev.Rejected, ev.Time]
SETTLED = (ev.MatchOpened, ev.Corrected, ev.RoundClosed, ev.RoundReplayed)
EVENTS = st.one_of(
    *[events_of(cls) for cls in ev.KINDS.values() if cls not in SETTLED],
    *[events_of(cls) for cls in PLAY for _ in range(4)],
)
OPENINGS = st.builds(
    ev.MatchOpened,
    match=st.just("nonsense"),
    edition=st.sampled_from(("2013-14", "2017-18", "2019-20")),
    division=st.sampled_from(("elementary", "middle", "junior", "senior")),
    players=st.sampled_from((2, 3)).map(lambda n: tuple(ev.Seat(name) for name in NAMES[:n])),
    settings=st.builds(
        dict,
        timer=st.sampled_from(("sand", "exact")),
        call_out=st.booleans(),
        pause_stops_round=st.booleans(),
    ),
)


def _sensible(opening, seed):
    return _played(msgspec.json.encode(opening), seed)


@lru_cache(maxsize=64)
def _played(opening, seed):
    return tuple(random_match(Random(seed), msgspec.json.decode(opening, type=ev.MatchOpened)))


@st.composite
def journals(draw, most=60):
    """Some sensible play, and then anything, in any order of the world."""
    entries = list(_sensible(draw(OPENINGS), draw(st.integers(0, 3))))
    del entries[draw(st.integers(2, 160)) :]
    t = entries[-1].t
    for event in draw(st.lists(EVENTS, min_size=most // 4, max_size=most)):
        t += draw(st.sampled_from((0, 200, 3_000, 20_000, 70_000)))
        late = min(t, draw(st.sampled_from((0, 0, 0, 150, 5_000, 90_000))))
        width = min(t - late, draw(st.sampled_from((0, 0, 300))))
        at = t - late if not width else (t - late - width, t - late)
        entries.append(Entry(entries[-1].seq + 1, t, at, "camera", event))
    return entries
