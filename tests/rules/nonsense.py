"""Journals of nonsense: any event, by anyone, about any cube, at any time, written late or in intervals."""

from functools import lru_cache
from random import Random

import msgspec
from hypothesis import strategies as st

from table.rules import events as ev
from table.rules.entry import Entry
from table.rules.tournament.flag_kinds import FLAG_KINDS
from table.simulation.random_match import random_match

NAMES = ("Ann", "Ben", "Cal")
WHO = st.sampled_from((*NAMES, "Zoe"))
LETTER = st.sampled_from("CAKENRpqrsio")
LETTERS = st.text("CAKENRpqrsio", max_size=28)
REGION = st.sampled_from(("resources", "goal", "required", "permitted", "forbidden", "off"))
CUBE = st.integers(1, 30)
FLAG = st.builds("{}@{}".format, st.sampled_from(sorted(FLAG_KINDS)), st.integers(1, 60))
SHEET = st.dictionaries(WHO, st.integers(-5, 40), max_size=4)
ROLL = st.just("CCCAAKKKEENNRRpppqqqrrssiioo")

FIELDS = {
    "player": st.none() | WHO,
    "against": st.none() | WHO,
    "writer": WHO,
    "setter": WHO,
    "turn": WHO,
    "last_mover": WHO,
    "last_setter": st.none() | WHO,
    "players": st.lists(WHO, max_size=3).map(tuple),
    "consent": st.lists(WHO, max_size=3).map(tuple),
    "cube": CUBE,
    "cubes": st.lists(CUBE, max_size=3).map(tuple),
    "letter": LETTER,
    "letters": ROLL | LETTERS,
    "goal": LETTERS,
    "required": LETTERS,
    "permitted": LETTERS,
    "forbidden": LETTERS,
    "resources": LETTERS,
    "to": REGION,
    "what": st.sampled_from(sorted(FLAG_KINDS)),
    "flag": FLAG,
    "ruling": st.sampled_from(("upheld", "dismissed")),
    "points": st.integers(1, 3),
    "sense": st.sampled_from(("camera", "block", "buttons")),
    "words": st.just("words"),
    "side": st.sampled_from(("challenger", "mover")),
    "scope": st.sampled_from(("round", "event")),
    "shake": st.integers(1, 4),
    "scores": SHEET,
    "totals": SHEET,
    "shakes": st.integers(0, 4),
    "count": st.integers(0, 100_000),
    "lost": st.integers(0, 100_000),
    "elapsed": st.integers(0, 2_200_000),
    "listed": st.integers(0, 40),
    "right": st.integers(0, 40),
    "correct": st.booleans(),
    "honest": st.booleans(),
    "reason": st.just("because"),
    "text": st.just("words"),
    "topic": st.sampled_from(("block", "lying", "away", "rolled", "other")),
    "about": st.just(""),
    "by": st.just("JD"),
    "note": st.just(""),
    "cite": st.just(""),
    "confidence": st.none(),
    "details": st.just({}),
}


def _event(cls):
    fields = {}
    for field in msgspec.structs.fields(cls):
        if field.name == "word":
            words = ("now", "impossible") if cls is ev.ChallengerNamed else ("bonus", "goal", "now", "impossible")
            fields["word"] = st.sampled_from(words)
        elif field.name == "player" and field.required:
            fields["player"] = WHO
        else:
            fields[field.name] = FIELDS[field.name]
    return st.builds(cls, **fields)


PLAY = [ev.Moved, ev.Said, ev.BlockLifted, ev.BlockReturned, ev.Rolled, ev.Presented, ev.Accepted, ev.Rejected, ev.Time]
SETTLED = (ev.MatchOpened, ev.Corrected, ev.RoundClosed, ev.RoundReplayed)
EVENTS = st.one_of(
    *[_event(cls) for cls in ev.KINDS.values() if cls not in SETTLED],
    *[_event(cls) for cls in PLAY for _ in range(4)],
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
