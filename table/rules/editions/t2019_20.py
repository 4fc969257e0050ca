"""Tournament Rules 2019-20."""

from __future__ import annotations

from table.rules.editions.book import Fact
from table.rules.editions.common import ONE_POINT, PENALTIES, REGULAR, TOURNAMENT, WITHOUT_SUBPROOFS
from table.rules.editions.tournament import Points, TournamentBook

BOOK = TournamentBook(
    **TOURNAMENT,
    id="2019-20",
    title="Tournament Rules 2019-20",
    divisions=Fact(
        {"elementary": "elementary", "middle": "middle", "junior": "regular", "senior": "regular"},
        "III-A, III-B",
    ),
    rules_of_inference={
        "elementary": Fact(WITHOUT_SUBPROOFS, "III-A"),
        "middle": Fact(WITHOUT_SUBPROOFS, "III-A"),
        "regular": Fact(REGULAR, "III-B"),
    },
    goal_word=Fact("Goal Set", "IV-C-1"),
    impossible_word=Fact("Impossible", "VI-A-1"),
    write_last_cube=Fact(180, "VIII-A"),
    overtime=Fact("only when asked for", "XI-A"),
    leader_may_bonus=Fact(frozenset(), "IV-D-2, V-C"),
    bonus_second_cube=Fact(("required", "permitted", "forbidden", "goal"), "V-C-1(b)"),
    leader_returns=Fact("second", "V-C-2"),
    last_cube_remedy=Fact("the cube goes back to resources and must then go to permitted or required", "VIII-A"),
    penalties=PENALTIES
    | {
        "setter-bonus-while-leading": Fact(ONE_POINT, "IV-D-2"),
        "self-challenge": Fact(Points(1, game={"elementary": 0, "middle": 0}), "VI-B"),
    },
    accepting_binds=Fact(False, "X-A-2"),
    top_line=Fact("should", "VII-B-2(a)"),
    needs_a_rule=Fact(True, "VII-B-2(d)"),
)
