"""A judge at a simulated table may be nowhere to be found, or be wrong once; the table hears what such a judge says."""

from __future__ import annotations

from pathlib import Path

from table.language.scenario import parse
from table.rules import events as ev
from table.simulation.omniscient_judge import Manner
from table.simulation.rehearsal import Rehearsal

UNSEEN = """
title: A move that no camera saw
rule: V-B

0:00  the round starts
0:00  judge JD enters totals Ann 0, Ben 0, Cal 0 after 1 shakes, the last set by Cal
0:00  Ann rolls CCCAAKKKEENNRRpppqqqrrssiioo
0:06  Ann moves s to goal
0:09  Ann says goal
0:10  fault unplug camera
0:14  Ben moves q to permitted
0:17  fault plug in camera
0:22  time passes
"""


def answered(directory: Path, judge: Manner) -> tuple[Rehearsal, list[str]]:
    """The rehearsal when it is over, and what its judge said: letters of cubes, and regions that they were moved to."""
    rehearsal = Rehearsal(directory, parse(UNSEEN), "2019-20", "senior", judge=judge)
    for _ in rehearsal.run():
        pass
    said: list[str] = []
    for entry in rehearsal.session.journal.entries():
        if isinstance(entry.event, ev.FaceNamed):
            said.append(entry.event.letter)
        elif isinstance(entry.event, ev.Moved) and entry.source == "staff":
            said.append(entry.event.to)
    rehearsal.close()
    return rehearsal, said


def test_a_judge_who_is_not_there_is_asked_once_and_answers_nothing(tmp_path: Path) -> None:
    rehearsal, said = answered(tmp_path, "silent")
    assert said == []
    assert rehearsal.asked == len(rehearsal.questions) == 1
    assert "q lies in permitted" in rehearsal.questions[0]


def test_a_judge_who_is_wrong_once_says_one_thing_that_is_not_so(tmp_path: Path) -> None:
    _, truly = answered(tmp_path / "true", "true")
    _, wrongly = answered(tmp_path / "wrong", "wrong once")
    assert truly == ["q", "permitted"]
    assert truly[0] != wrongly[0]
