"""What the three tournament books say alike. Each book's own module states only what is its own."""

from __future__ import annotations

from typing import Any

from table.rules.editions.book import Fact
from table.rules.editions.tournament import Points, Scores

WITHOUT_SUBPROOFS = ("Co", "Ai", "Ki", "Ko", "Ei", "Eo", "Rp")
REGULAR = (*WITHOUT_SUBPROOFS, "Ci", "Ao", "Ni", "No", "R")

ONE_POINT = Points(1)
NONE = Points(0)

TOURNAMENT: dict[str, Any] = {
    "family": "tournament",
    "upper_cubes": Fact(14, "I-B-1"),
    "lower_cubes": Fact(14, "I-B-1"),
    "longest_goal": Fact(7, "IV-C"),
    "now_word": Fact("Now", "VI-A-2"),
    "set_goal": Fact(120, "XI-A-1(a)"),
    "first_turn": Fact(120, "XI-A-1(b)"),
    "turn": Fact(60, "XI-A-1(c)"),
    "state_challenge": Fact(15, "XI-A-1(d)"),
    "write": Fact(180, "XI-A-1(e)"),
    "write_stop": Fact(180, "XI-B"),
    "check": Fact(180, "XI-A-1(f)"),
    "countdown": Fact(10, "XI-A-3"),
    "extra": Fact(60, "XI-A"),
    "name_charge": Fact(15, "IX-A"),
    "make_correction": Fact(10, "IX-A-1"),
    "impossible_after_last": Fact(60, "VIII-B"),
    "round": Fact(35, "XI-B"),
    "no_new_shake": Fact(5, "XI-B"),
    "initials": Fact(frozenset({"elementary", "middle"}), "XI-A"),
    "scores": Fact(Scores(correct=6, joined_challenger=4, not_correct=2, unchallenged=4, absent=0), "X-B, X-C, X-D"),
    "match_points": {
        3: Fact(
            {
                "first": 6,
                "tie for first": 5,
                "three-way tie": 4,
                "second": 4,
                "tie for second": 3,
                "third": 2,
            },
            "XII-A",
        ),
        2: Fact({"first": 6, "tie for first": 5, "second": 4}, "XII-A"),
    },
}

PENALTIES: dict[str, Fact[Points]] = {
    "time-exceeded": Fact(ONE_POINT, "XI-A"),
    "extra-minute": Fact(ONE_POINT, "XI-A"),
    "early-challenge": Fact(ONE_POINT, "VI-B"),
    "now-too-late": Fact(ONE_POINT, "VI-A-2-a"),
    "now-too-early": Fact(ONE_POINT, "VI-A-2-b"),
    "now-after-last-cube": Fact(ONE_POINT, "VIII-B"),
    "impossible-too-late": Fact(NONE, "VIII-B"),
    "no-challenge-stated": Fact(ONE_POINT, "VI-B"),
    "mover-bonus-while-leading": Fact(ONE_POINT, "V-C-2"),
    "conduct": Fact(ONE_POINT, "IX-C"),
}
"""Points by the kind of flag; a kind that is not listed costs nothing. Editions add and replace."""
