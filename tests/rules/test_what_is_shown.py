"""What players may see and what the judge alone may see."""

import pytest
from msgspec.structs import replace

from table.language.scenario import parse, play
from table.rules.games import at_moment
from table.rules.tournament import view
from table.rules.tournament.flag_kinds import FLAG_KINDS
from table.rules.tournament.screen import public

HEAD = "title: t\nrule: V-B\neditions: 2019-20\nsettings: timer exact\n"


def match(body, head=HEAD):
    return play(parse(head + body), "2019-20", "senior").referee


def test_the_same_is_shown_whether_the_goal_is_a_wff_or_not():
    good, bad = match("given: Ann has set Ksr\n").table.match, match("given: Ann has set sKr\n").table.match
    assert replace(public(good), regions=()) == replace(public(bad), regions=())  # the letters lie on the mat


@pytest.mark.parametrize(
    ("play_it", "kind"),
    [
        ("0:40  Ben moves p to forbidden\n0:43  Ben moves q to required\n", "unannounced-bonus"),
        ("0:40  Ben moves p to goal\n", "move-to-goal"),
        ("0:40  Cal moves p to required\n", "out-of-turn"),
    ],
)
def test_an_illegal_move_looks_to_players_like_any_other(play_it, kind):
    referee = match("given: Ann has set Ksr\n" + play_it)
    flag = next(f for f in referee.table.match.flags.values() if f.kind == kind)
    told = [d for d in referee.decisions if d.public]
    assert all(flag.detail not in d.text and d.flag is None for d in told)
    assert kind not in repr(public(referee.table.match))


def test_after_a_cube_to_goal_play_seems_to_pass_until_somebody_points_it_out():
    referee = match("given: Ann has set Ksr\n0:40  Ben moves p to goal\n")
    assert public(referee.table.match).turn == "Cal"


def test_time_outs_and_set_aside_challenges_are_told_at_once():
    assert {kind for kind, flag in FLAG_KINDS.items() if flag.public} == {
        "early-challenge",
        "self-challenge",
        "now-too-late",
        "now-too-early",
        "now-after-last-cube",
        "impossible-too-late",
        "no-challenge-stated",
        "time-exceeded",
    }


def test_the_sand_is_shown_through_limit_countdown_extra_minute_and_stop():
    m = match("given: Ann has set Ksr\n").table.match  # Ben has until 2:20
    assert view.sand(m, 20_000 + 90_000).state == "running"
    assert view.sand(m, 20_000 + 90_000).fraction == 0.5
    assert view.sand(m, 141_000) == ("countdown", 0.9, 9.0)
    later, told = at_moment(m, 151_000)
    assert any("loses 1 point" in d.text for d in told)
    assert view.sand(later, 151_000).state == "extra"
    paused = match("given: Ann has set Ksr\n0:50  judge JD stops the clocks\n").table.match
    assert view.sand(paused, 99_000) == ("stopped", 0.5, 0.0)


def test_announcements_are_known_before_they_are_due():
    m = match("given: Ann has set Ksr\n").table.match
    due = [(d.at, d.text) for d in view.due_announcements(m)]
    assert due[0] == (140_000, "time is up for Ben")
    assert due[1][0] == 150_000
    assert due[-1] == (2_100_000, "stop: this is the end of the round")
