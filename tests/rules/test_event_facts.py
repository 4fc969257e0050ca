"""What each kind of event says of itself, and what is read off the types of its fields."""

from typing import get_args

from table.language.words import GROUPS
from table.rules import events as ev
from table.rules.naming import actors, cubes_in, holding, players_in


def kinds(fact):
    return {kind for kind, cls in ev.KINDS.items() if fact(cls)}


def test_what_only_judges_may_say_names_the_judge():
    assert all("by" in cls.__struct_fields__ for cls in ev.KINDS.values() if cls.judges_only)


def test_what_may_come_before_a_match_is_about_the_table_or_the_journal():
    assert kinds(lambda cls: cls.concerns == "journal") == {"noted", "corrected"}
    assert kinds(lambda cls: cls.concerns == "table") == {
        "announced", "match-opened", "restarted", "saw", "sense-back", "sense-lost", "time"
    }  # fmt: skip


def test_what_needs_no_match_names_no_player_but_those_who_open_one():
    naming = [cls for cls in ev.KINDS.values() if cls.concerns != "match" and holding(cls, "player")]
    assert naming == [ev.MatchOpened]


def test_every_group_of_the_timeline_has_a_title_and_events():
    assert set(GROUPS) == set(get_args(ev.Group)) == {cls.group for cls in ev.KINDS.values()}


def test_whom_an_event_names_is_told_by_the_types_of_its_fields():
    totals = ev.TotalsEntered({"Ann": 6, "Ben": 4}, 2, "JD", "Cal")
    assert players_in(totals) == ["Cal", "Ann", "Ben"]
    assert players_in(ev.SheetCorrected("Ann", 1, 2, "JD", True, ("Ben", "Cal"))) == ["Ann", "Ben", "Cal"]
    assert players_in(ev.Said("now")) == []


def test_whoever_an_event_is_about_is_only_one_of_those_whom_it_names():
    assert actors(ev.Accepted) == ("player", "writer")
    assert actors(ev.Charged) == ("player",)
    assert actors(ev.PositionEntered) == ()
    assert holding(ev.PositionEntered, "player") == ("setter", "turn", "last_mover")


def test_which_cubes_an_event_names_is_told_by_the_types_too():
    assert cubes_in(ev.Moved(3, "goal")) == [3]
    assert cubes_in(ev.Covered((3, 4))) == [3, 4]
    assert cubes_in(ev.Said("now")) == []
