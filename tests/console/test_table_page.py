"""The table's page: what players see and do, and what they must not learn."""

from pathlib import Path

import pytest

from table.console.parts import table as tableparts
from table.console.parts.acts import GROUNDS, acts
from table.console.scribe import Snapshot
from table.language.scenario import ScenarioFault, parse, prologue
from table.language.sentences import understand
from table.rules import events as ev
from table.rules.entry import Entry
from table.rules.fold import Referee
from table.rules.tournament.flag_kinds import FLAG_KINDS
from tests.console.house import GOAL_SET, OPENED, ROLL

SCENARIOS = sorted((Path(__file__).parent.parent / "scenarios" / "illegal").glob("*.txt"))


def keys(house, seat):
    return [act.key for act in acts(house.match, seat)]


def act(visitor, seat, key, **more):
    return visitor.post("/table/act", {"act": f"{seat}:{key}"} | more, page="/table")


def test_the_page_follows_a_shake_and_its_words_come_from_the_screen(house, visitor):
    visitor.pair()
    assert "No match is open" in visitor.get("/table").text
    house.say(*OPENED)
    assert "Roll for the first Goal" in visitor.get("/table").text
    house.say("Ann rolls A for the first Goal", "Ben rolls K for the first Goal", "Cal rolls E for the first Goal")
    assert "Ann rolls next" in visitor.get("/table").text
    assert act(visitor, 0, "start").status_code == 200
    house.say(f"Ann rolls {ROLL}", "Ann moves Ksr to goal")
    assert act(visitor, 1, "goal").status_code == 409  # it is Ann's to say
    assert act(visitor, 0, "goal").status_code == 200
    house.say("Ben moves K to permitted")
    assert "Cal&#39;s turn" in visitor.get("/table").text
    house.say("Cal lifts the block")
    assert "The block is up" in visitor.get("/table").text
    assert act(visitor, 2, "now").status_code == 200
    house.say("the block is returned")
    page = visitor.get("/table").text
    assert "Cal writes" in page
    assert "Ann joins a side" in page
    assert act(visitor, 0, "join-mover").status_code == 200
    assert act(visitor, 2, "present").status_code == 200
    assert act(visitor, 0, "accept-Cal").status_code == 200
    assert act(visitor, 1, "reject-Cal").status_code == 409  # without a reason
    assert act(visitor, 1, "reject-Cal", reason="misapplied").status_code == 200
    assert house.match.shakes[0].verdicts["Cal"]["Ben"] == (False, GROUNDS["misapplied"])
    assert house.match.shakes[0].scores == {"Ann": 6, "Ben": 6, "Cal": 2}


def test_a_press_that_comes_too_late_is_refused_and_not_written(house, visitor):
    house.say(*GOAL_SET)
    visitor.pair()
    answer = act(visitor, 0, "accept-Ben")
    assert (answer.status_code, answer.json()["said"]) == (409, "Things have moved on: that cannot be done any more.")


def test_a_charge_is_named_at_once_or_within_fifteen_seconds(house, visitor):
    house.say(*GOAL_SET, "Ben moves p to forbidden", "Ben moves q to required")
    visitor.pair()
    assert act(visitor, 2, "charge", what="nonsense").status_code == 409
    assert act(visitor, 2, "charge").status_code == 200
    assert "name" in keys(house, 2)
    assert "charge" not in keys(house, 2)
    assert act(visitor, 2, "name").status_code == 409
    assert act(visitor, 2, "name", what="extra-cube", against="Ben").status_code == 200
    assert [f.status for f in house.match.flags.values()] == ["charged"]


def test_a_leader_is_offered_the_same_buttons_as_the_others(house):
    house.say(*GOAL_SET)
    house.match.shake.leader = "Ben"
    assert keys(house, 1) == keys(house, 2) == ["bonus", "charge"]


def test_the_extra_minute_and_the_signature_are_asked_for_once_more(house):
    house.say(*GOAL_SET, "Ben moves K to permitted", "Cal lifts the block", "Cal says now")
    assert {a.key: a.more for a in acts(house.match, 2)}["extra"] == "sure"


@pytest.mark.parametrize("path", SCENARIOS, ids=lambda p: p.stem)
def test_no_part_of_the_page_tells_what_is_for_the_judge(path):
    scenario = parse(path.read_text(), path.stem)
    for moment in played(scenario):
        shown = " ".join(
            [part(moment, "0") for name, part in tableparts.PARTS.items()] + [tableparts.seat(moment, "1")]
        )
        public = " ".join(d.text for d in moment.told if d.public)
        for flag in moment.match.flags.values():
            secret = not FLAG_KINDS[flag.kind].public and not flag.charged and not moment.match.settings.call_out
            if secret and flag.detail not in public:
                assert flag.detail not in shown
                assert flag.kind not in shown.replace(moment.match.id, "")
        assert "WFF" not in shown


def played(scenario):
    """The moments of a scenario, one after each of its steps."""
    referee, seq = Referee(), 0
    opening = None
    for step in [*prologue(scenario, scenario.editions[0], scenario.divisions[0]), *scenario.lines]:
        if isinstance(step, ScenarioFault) or not hasattr(step, "sentence"):
            continue
        saying = understand(step.sentence, referee.table.match)
        for event in saying.events:
            seq += 1
            opening = event if isinstance(event, ev.MatchOpened) else opening
            referee.add(Entry(seq, step.t, step.at, "staff", event))
        yield Snapshot(referee.table.match, opening, tuple(referee.decisions), down="")


def test_after_the_round_no_clock_runs_and_nobody_is_the_setter(house, visitor):
    house.say(*GOAL_SET)
    assert all(words in visitor.get("/table").text for words in ("data-until", "set the Goal</small>"))
    house.say("the round is closed")
    page = visitor.get("/table").text
    assert not any(words in page for words in ("data-until", "setter</small>", "set the Goal</small>"))
