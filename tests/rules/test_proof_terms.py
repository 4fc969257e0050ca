"""The books' data decide by which terms proofs are judged."""

import pytest

from table.rules.book_terms import UnknownBookError, terms
from table.rules.tournament.settings import Settings


def test_the_divisions_play_by_their_own_rules_of_inference():
    assert "Ci" in terms("2013-14", "middle").rules
    assert "Ci" not in terms("2017-18", "middle").rules
    assert "Ci" in terms("2017-18", "middle", game="regular").rules
    assert terms("2019-20", "senior").subproofs
    assert not terms("2019-20", "elementary").subproofs


def test_the_top_line_is_a_must_only_in_2013_14():
    assert [terms(book, "senior").top_line for book in ("2013-14", "2017-18", "2019-20")] == [
        "must",
        "should",
        "should",
    ]
    assert [terms(book, "senior").rule_needed for book in ("2013-14", "2017-18", "2019-20")] == [False, True, True]


def test_an_event_may_choose_where_the_books_leave_room():
    lenient = terms("2019-20", "senior", settings=Settings(premises="optional", line_cited_twice=False))
    assert not lenient.premise_needed
    assert not lenient.line_cited_twice


def test_the_dice_in_the_pool_decide_what_may_be_spelled():
    assert terms("essential", "senior", game="9").spelled == {"Ki", "Ko"}
    assert terms("essential", "senior").spelled is not None


@pytest.mark.parametrize(
    ("book", "division", "game"), [("1999", "senior", None), ("2019-20", "adult", None), ("2019-20", "senior", "chess")]
)
def test_what_is_not_there_is_said_with_what_there_is(book, division, game):
    with pytest.raises(UnknownBookError, match="not one of"):
        terms(book, division, game)
