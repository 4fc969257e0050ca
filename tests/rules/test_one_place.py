"""A rule is changed in one place: the edition's data."""

from dataclasses import replace

from table.language.scenario import parse, play
from table.rules.editions import EDITIONS
from table.rules.editions.book import Fact
from table.rules.editions.tournament import Points

SELF_CHALLENGE = """
title: Ben challenges his own move
rule: VI-B
editions: 2019-20
settings: timer exact
given: Ann has set Ksr

0:40  Ben moves p to permitted
0:50  Ben lifts the block
0:52  Ben says now
      expect flag self-challenge by Ben
"""


def played():
    return play(parse(SELF_CHALLENGE), "2019-20", "senior").referee.table.match


def test_a_penalty_is_what_the_edition_says(monkeypatch):
    book = EDITIONS["2019-20"]
    assert played().total("Ben") == -1
    dearer = book.penalties | {"self-challenge": Fact(Points(3), "VI-B")}
    monkeypatch.setitem(EDITIONS, "2019-20", replace(book, penalties=dearer))
    assert played().total("Ben") == -3


def test_a_limit_is_what_the_edition_says(monkeypatch):
    book = EDITIONS["2019-20"]
    assert played().shake.limit.due == 100_000  # Cal's minute from 0:40
    monkeypatch.setitem(EDITIONS, "2019-20", replace(book, turn=Fact(90, "XI-A-1(c)")))
    assert played().shake.limit.due == 130_000


def test_every_fact_of_every_book_names_its_section():
    for book in EDITIONS.values():
        for name in book.__dataclass_fields__:
            value = getattr(book, name)
            facts = list(value.values()) if isinstance(value, dict) else [value] if isinstance(value, Fact) else []
            assert all(fact.cite for fact in facts), name
