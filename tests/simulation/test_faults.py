"""Every fault verb at a whole table: what the table says, that it concludes nothing wrong, and that it goes on.

Three plays with hands, pictures and pins have the faults of camera, light, sight and switches in them, one after
another; a chapter is what is told from one fault to the next, so that what comes after a fault shows that the table
goes on. The pod's faults have a table each, on the machine's clock, since a pod is a program of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from queue import SimpleQueue
from time import monotonic
from typing import NamedTuple

import pytest

from hardware.parts import BlockMoved, Input
from hardware.simulated.bench import Bench, Travelling
from hardware.simulated.fault_words import VERBS, understood
from hardware.simulated.faults import do
from table.cli.demo_rehearsal import compared
from table.control.controller import Controller
from table.control.loop import ControlLoop, Message
from table.journal.session import Session
from table.language.scenario import Scenario, parse, play
from table.rules import events as ev
from table.rules.entry import Entry
from table.rules.match import Decision, Match
from table.simulation.rehearsal import Rehearsal

pytestmark = pytest.mark.xdist_group("faults")  # its two plays are played once

OPENING = """
title: Things go wrong
rule: XI-A

0:00  the round starts
0:00  judge JD enters totals Ann 0, Ben 0, Cal 0 after 1 shakes, the last set by Cal
0:00  Ann rolls CCCAAKKKEENNRRpppqqqrrssiioo
0:08  Ann moves s to goal
0:12  Ann says goal
"""

SIGHT = """
0:15  fault bump mat
0:20  Ben moves q to permitted
0:22  fault bump camera
0:27  Cal moves p to required
0:29  fault lamp off
0:34  Ann moves o to permitted
0:36  fault lamp on
0:42  Ben moves s to required
0:44  fault unplug camera
0:48  Cal moves r to permitted
0:51  fault plug in camera
0:59  Ann moves i to permitted
1:01  fault stall camera
1:05  fault thaw camera
1:11  Ben moves q to forbidden
1:13  fault freeze camera
1:17  Cal moves i to required
1:20  fault thaw camera
1:28  Ann moves o to forbidden
"""

SWITCHES = """
0:13  fault stick button 3 now
0:15  fault loosen block
0:18  fault free block
0:20  fault stick block open
0:24  fault free block
0:28  fault power cut
0:45  fault free button 3 now
0:50  Ben moves q to permitted
0:52  fault stick block closed
0:57  Cal lifts the block
1:00  fault free block
1:02  Cal says now
1:03  fault chatter block
1:06  the block is returned
"""

SPOILT = """
0:15  fault blur
0:20  Ben moves q to permitted
0:22  fault sharp
0:27  Cal moves p to required
0:29  fault glare band
0:34  Ann moves o to permitted
0:36  fault no glare
0:42  Ben moves s to required
0:44  fault cover half of the Goal
0:49  Cal moves r to permitted
0:51  fault uncover the Goal
0:57  Ann moves i to permitted
0:59  fault hide 40% of hands
1:04  Ben moves q to forbidden
1:10  Cal moves i to required
1:12  fault hide 0% of hands
1:17  Ann moves o to forbidden
1:19  fault falsify a face
1:24  Ben moves C to required
1:26  fault sight true
1:31  Cal moves C to forbidden
1:33  fault falsify a place
1:38  Ann moves C to permitted
1:40  fault sight true
1:45  Ben moves K to permitted
"""

GONE = "the {} gone; what depends on it is for a judge to say"
CAMERA_GONE, BLOCK_GONE, BUTTONS_GONE = map(GONE.format, ("camera is", "block's switch is", "buttons are"))
ASKED = "the table asks a judge: "


class Case(NamedTuple):
    """A fault, or its mending, in a play, and everything that is told from then until the next one."""

    play: str
    words: str
    told: tuple[str, ...] = ()
    noted: str = ""
    """Words of something that is only written down."""


CASES = [
    Case(SIGHT, "bump mat", ("Cal to move",), "bumped"),
    Case(SIGHT, "bump camera", ("Ann to move",), "bumped"),
    Case(SIGHT, "lamp off", ("Ben to move",)),
    Case(SIGHT, "lamp on", ("Cal to move",)),
    Case(SIGHT, "unplug camera", (CAMERA_GONE,), "The camera was unplugged; plug it in again."),
    Case(
        SIGHT,
        "plug in camera",
        (
            "the camera is back",
            f"{ASKED}r lies in permitted, and the journal has it in resources",
            "Ann to move",  # as the judge has answered
            "Ben to move",
        ),
        "well again",
    ),
    Case(SIGHT, "stall camera", (CAMERA_GONE,), "The camera has stopped sending pictures"),
    Case(SIGHT, "thaw camera", ("the camera is back", "Cal to move"), "well again"),
    Case(
        SIGHT,
        "freeze camera",
        (CAMERA_GONE,),
        "The camera keeps sending the same picture",
    ),
    Case(SWITCHES, "stick button 3 now"),
    Case(SWITCHES, "free button 3 now", ("Cal to move",), "well again"),
    Case(SWITCHES, "loosen block", (BLOCK_GONE,), "the switch (GPIO7) flutters"),
    Case(SWITCHES, "free block", ("the block's switch is back",), "well again"),
    Case(
        SWITCHES,
        "stick block open",
        (
            "somebody lifted the block",
            f"{ASKED}the block is seen on its pad, and its switch says otherwise; see to the switch",
        ),
        "nobody lifted the block",
    ),
    Case(
        SWITCHES,
        "stick block closed",
        (f"{ASKED}the block is seen off its pad, and its switch says otherwise; see to the switch",),
    ),
    Case(SWITCHES, "power cut", ("the clocks stand still", "the clocks run"), "restarted"),
    Case(SWITCHES, "chatter block"),
]

SIGHT_SPOILT = [
    "blur",
    "sharp",
    "glare band",
    "no glare",
    "cover half of the Goal",
    "uncover the Goal",
    "hide 40% of hands",
    "falsify a face",
    "falsify a place",
    "sight true",
]
"""What makes pictures worse than the table knows; a move follows on each."""

POD = [
    "unplug pod",
    "plug in pod",
    "restart pod",
    "drop 5% of bytes",
    "garble 2% of bytes",
    "duplicate 5% of bytes",
    "delay 30% of chunks",
    "line good",
]
"""Each has a test below."""


def test_every_verb_has_a_case() -> None:
    assert {understood(words)[0] for words in (*(case.words for case in CASES), *SIGHT_SPOILT, *POD)} == set(VERBS)


# With hands, pictures and pins


@dataclass
class Chapter:
    """What was told and written from one fault to the next."""

    fault: str
    after: int
    """The number of the last entry before it."""
    told: list[str] = field(default_factory=list)
    wrote: list[Entry] = field(default_factory=list)


@dataclass
class Played:
    scenario: Scenario
    chapters: list[Chapter]
    match: Match
    refused: list[str]

    def chapter(self, words: str, number: int = 0) -> Chapter:
        return [chapter for chapter in self.chapters if chapter.fault == words][number]


def rehearsed(directory: Path, lines: str) -> Played:
    """A play, in chapters."""
    scenario = parse(OPENING + lines)
    rehearsal = Rehearsal(directory, scenario, "2019-20", "senior")
    try:
        chapters = [Chapter("", 0)]
        for _, what in rehearsal.run():
            if isinstance(what, Decision):
                if what.public:
                    chapters[-1].told.append(what.text)
            elif what.kind == "fault":
                chapters.append(Chapter(what.words, rehearsal.session.seq))
        for entry in rehearsal.session.journal.entries():
            [chapter for chapter in chapters if chapter.after < entry.seq][-1].wrote.append(entry)
        assert rehearsal.match is not None
        return Played(scenario, chapters, rehearsal.match, list(rehearsal.controller.refused))
    finally:
        rehearsal.close()


@pytest.fixture(scope="module")
def plays(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Played]:
    played: dict[str, Played] = {}

    def playing(lines: str) -> Played:
        if lines not in played:
            played[lines] = rehearsed(tmp_path_factory.mktemp("table"), lines)
        return played[lines]

    return playing


@pytest.mark.parametrize("case", [pytest.param(case, id=case.words) for case in CASES])
def test_the_table_says_what_is_wrong_or_rightly_nothing_and_goes_on(
    plays: Callable[[str], Played], case: Case
) -> None:
    chapter = plays(case.play).chapter(case.words)
    assert tuple(chapter.told) == case.told
    assert any(case.noted in f"{entry.event.kind} {entry.event}" for entry in chapter.wrote)


@pytest.mark.parametrize("lines", [SIGHT, SWITCHES], ids=["sight", "switches"])
def test_all_moves_flags_and_scores_are_as_they_were_played(plays: Callable[[str], Played], lines: str) -> None:
    done = plays(lines)
    played = play(done.scenario, "2019-20", "senior").referee.table.match
    assert played is not None
    assert compared(done.match, played) == []
    assert done.refused == []
    assert done.match.lost == []
    assert done.match.question is None


@pytest.mark.parametrize("words", SIGHT_SPOILT)
def test_a_move_that_follows_on_spoilt_sight_is_told_once(plays: Callable[[str], Played], words: str) -> None:
    done = plays(SPOILT)
    played = play(done.scenario, "2019-20", "senior").referee.table.match
    assert played is not None
    assert [text for text in done.chapter(words).told if text.endswith("to move")]
    # Whether an untruth makes a false flag is for `python -m bench.rounds` to count: here nothing else may be wrong.
    assert [one for one in compared(done.match, played) if not one.endswith("was raised")] == []
    assert done.match.penalties == {}
    assert done.refused == []


def test_what_was_moved_while_the_camera_was_gone_is_entered_by_a_judge_and_not_made_up(
    plays: Callable[[str], Played],
) -> None:
    done = plays(SIGHT)
    for chapter in (done.chapter("plug in camera"), done.chapter("thaw camera", 1)):
        by = [entry.source for entry in chapter.wrote if isinstance(entry.event, ev.Moved)]
        assert by == ["staff", "camera"]
        assert sum(isinstance(entry.event, ev.Asked) for entry in chapter.wrote) == 1


def test_a_frozen_camera_is_said_to_be_gone_and_what_follows_its_thaw_is_seen(plays: Callable[[str], Played]) -> None:
    done = plays(SIGHT)
    assert done.chapter("freeze camera").told[0] == CAMERA_GONE
    assert done.chapter("thaw camera", 1).told[-3:] == [
        f"{ASKED}i lies in required, and the journal has it in resources",
        "Ann to move",  # as the judge has answered
        "Ben to move",
    ]


def test_a_stuck_button_is_noticed_and_when_it_is_free_its_player_can_challenge(plays: Callable[[str], Played]) -> None:
    done = plays(SWITCHES)
    words = [str(entry.event) for entry in done.chapter("power cut").wrote]
    assert any("the now button of seat 3" in one and "is stuck" in one for one in words)
    assert not any(isinstance(entry.event, ev.Charged) for chapter in done.chapters for entry in chapter.wrote)


def test_a_block_that_is_freed_while_it_is_up_is_told_and_its_challenge_counts(plays: Callable[[str], Played]) -> None:
    done = plays(SWITCHES)
    assert done.chapter("free block", 1).told == []
    assert done.chapter("free block", 2).told == ["somebody lifted the block", "Cal challenges Ben: Now"]


def test_a_chattering_block_comes_back_once(plays: Callable[[str], Played]) -> None:
    moved = [
        entry.event.kind
        for entry in plays(SWITCHES).chapter("chatter block").wrote
        if isinstance(entry.event, ev.BlockLifted | ev.BlockReturned)
    ]
    assert moved == ["block-returned"]


def test_a_lift_while_the_wire_was_loose_is_not_dated_to_before_it() -> None:
    bench, heard = Bench(clock=Travelling()), list[Input]()
    bench.block(heard.append)
    do(bench, "loosen block")
    bench.advance(5_000)
    bench.table.lift_block("west")
    bench.advance(3_000)
    do(bench, "free block")
    bench.advance(1_000)
    (deed,) = (done for done in bench.table.log if done.kind == "lift")
    (moved,) = (thing for thing in heard if isinstance(thing, BlockMoved))
    bench.close()
    assert moved.at >= bench.moment(deed.ended)


# With a pod


class PodTable:
    """A table without a camera whose block and buttons are on a pod: Ben has moved, and Cal may challenge."""

    def __init__(self, directory: Path) -> None:
        self.bench = Bench(pod=True, directory=directory, hurry=3)
        self.told: list[str] = []
        inbox: SimpleQueue[Message] = SimpleQueue()
        self.session = Session.open(directory / "journal")
        self.controller = Controller(
            self.session,
            ("south", "west", "north"),
            self.bench.sand(inbox.put),
            self.bench.buzzer(inbox.put),
            tell=lambda decision: self.told.append(decision.text) if decision.public else None,
            source="pod",
            block=self.bench.block(inbox.put),
        )
        self._running = ControlLoop(self.controller, None, inbox)
        self._running.start()
        self.session.say(
            [
                "staff opens match pod: Ann, Ben, Cal; 2019-20 senior",
                "the round starts",
                "judge JD enters goal s, required -, permitted q, forbidden -, resources CCCAAKKKEENNRRpppqqrrsiioo; "
                "Ann set the Goal, Ben moved last, Cal is to move",
            ]
        )
        self.until(lambda: not self.bench.block(inbox.put).trouble())
        self.until(lambda: not self.controller.lost)
        self.told.clear()

    def until(self, true: Callable[[], bool], seconds: float = 20) -> None:
        """The table runs until something is so."""
        end = monotonic() + seconds
        self._running.run(lambda: true() or monotonic() > end)
        assert true(), f"it never was so; told were {self.told}"

    def fault(self, words: str) -> None:
        do(self.bench, words)

    def lift(self) -> None:
        """Cal lifts the block, and it is off its pad."""
        self.bench.table.lift_block("north")
        self.until(lambda: any(done.kind == "lift" for done in self.bench.table.log))

    def challenge(self) -> None:
        """Cal lifts the block and says Now, and both are heard once, whatever the line is like."""
        self.lift()
        self.until(lambda: "somebody lifted the block" in self.told)
        self.bench.press(2, "now", who="Cal")
        self.until(lambda: "Cal challenges Ben: Now" in self.told)
        self.went_well()

    def went_well(self) -> None:
        """One lift at its time, one word, no flag, and nothing is missing any more."""
        self.until(lambda: not self.controller.lost)
        entries = list(self.session.journal.entries())
        (lifted,) = (entry for entry in entries if isinstance(entry.event, ev.BlockLifted))
        assert [entry.event for entry in entries if isinstance(entry.event, ev.Said)] == [ev.Said("now", "Cal")]
        (deed,) = (done for done in self.bench.table.log if done.kind == "lift")
        truly = self.bench.moment(deed.ended) + self.session.journal.offset
        assert abs(lifted.moment - truly) < 500  # on a busy machine
        assert self.session.match is not None
        assert not self.session.match.flags
        assert not self.session.match.lost
        assert not self.controller.refused
        assert [text for text in self.told if "gone" not in text and "back" not in text] == [
            "somebody lifted the block",
            "Cal challenges Ben: Now",
        ]

    def close(self) -> None:
        self._running.close()
        self.bench.close()
        self.session.close()


@pytest.fixture
def table(tmp_path: Path) -> Iterator[PodTable]:
    made = PodTable(tmp_path)
    yield made
    made.close()


def test_an_unplugged_pod_is_said_to_be_gone_and_tells_what_happened_meanwhile_when_it_is_plugged_in(
    table: PodTable,
) -> None:
    table.fault("unplug pod")
    table.until(lambda: BLOCK_GONE in table.told and BUTTONS_GONE in table.told)
    table.lift()
    table.bench.press(2, "now", who="Cal")
    pod = table.bench.pod
    table.until(lambda: pod is not None and pod.waiting == 3)  # the lift, the finger that came and the finger that went
    table.fault("plug in pod")
    table.until(lambda: "Cal challenges Ben: Now" in table.told)
    table.went_well()
    assert table.told[:2] == [BLOCK_GONE, BUTTONS_GONE]
    assert {"the block's switch is back", "the buttons are back"} < set(table.told)
    wrote = [entry.event for entry in table.session.journal.entries() if isinstance(entry.event, ev.Saw)]
    assert ("trouble", "pod") in [(saw.what, saw.details.get("part")) for saw in wrote]


def test_a_pod_that_starts_anew_is_met_again_without_a_word(table: PodTable) -> None:
    table.fault("restart pod")
    table.challenge()


def test_a_pod_that_starts_anew_with_the_block_up_does_not_put_it_back(table: PodTable) -> None:
    table.lift()
    table.until(lambda: "somebody lifted the block" in table.told)
    table.fault("restart pod")
    table.bench.press(2, "now", who="Cal")
    table.until(lambda: "Cal challenges Ben: Now" in table.told)
    table.went_well()


@pytest.mark.parametrize("words", [words for words in POD if "%" in words])
def test_over_a_bad_line_a_challenge_is_heard_once(table: PodTable, words: str) -> None:
    table.fault(words)
    table.challenge()


def test_a_line_that_carries_nothing_is_a_pod_that_is_gone_until_the_line_is_good(table: PodTable) -> None:
    table.fault("drop 100% of bytes")
    table.until(lambda: BLOCK_GONE in table.told and BUTTONS_GONE in table.told)
    table.fault("line good")
    table.until(lambda: "the block's switch is back" in table.told and "the buttons are back" in table.told)
    table.challenge()
