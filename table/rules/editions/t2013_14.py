"""Tournament Rules 2013-14."""

from __future__ import annotations

from table.rules.editions.book import Fact
from table.rules.editions.common import ONE_POINT, PENALTIES, REGULAR, TOURNAMENT, WITHOUT_SUBPROOFS
from table.rules.editions.tournament import Points, TournamentBook

BOOK = TournamentBook(
    **TOURNAMENT,
    id="2013-14",
    title="Tournament Rules 2013-14",
    divisions=Fact(
        {"elementary": "basic", "middle": "regular", "junior": "regular", "senior": "regular"}, "III-A, III-B"
    ),
    rules_of_inference={"basic": Fact(WITHOUT_SUBPROOFS, "III-A"), "regular": Fact(REGULAR, "III-B")},
    goal_word=Fact("Goal", "IV-C-1"),
    impossible_word=Fact("Never", "VI-A-1"),
    write_last_cube=Fact(120, "VIII-A"),
    overtime=Fact("another point", "XI-A"),
    leader_may_bonus=Fact(frozenset({"basic"}), "IV-D-2"),
    bonus_second_cube=Fact(("required", "permitted", "forbidden"), "V-C-1(b)"),
    leader_returns=Fact("either", "V-C-2"),
    last_cube_remedy=Fact("the cube goes back to resources", "VIII-A"),
    penalties=PENALTIES
    | {
        "setter-bonus-while-leading": Fact(Points(0, division={"junior": 1, "senior": 1}), "IV-D-2"),
        "self-challenge": Fact(ONE_POINT, "VI-B"),
    },
    accepting_binds=Fact(True, "VII-C-4, X-A-2"),
    top_line=Fact("must", "VII-B-2(a)"),
    needs_a_rule=Fact(False, "VII-B-3(a)"),
)
