"""The commands as a person or a program meets them: what they print, and what they say about nonsense."""

import contextlib
import json
import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from table.cli.app import app
from table.journal.journal import Journal, JournalReader
from table.rules.editions import EDITIONS
from table.rules.events import Said
from table.rules.tournament.flag_kinds import FLAG_KINDS

OPENED = "staff opens match M1: Ann, Ben, Cal; 2019-20 senior"
ROLL = "CCCAAKKKEENNRRpppqqqrrssiioo"
FIRST = ["Ann rolls A for the first Goal", "Ben rolls K for the first Goal", "Cal rolls K for the first Goal"]


def run(*args, stdin=None):
    return CliRunner().invoke(app, [str(arg) for arg in args], input=stdin)


def line(kind, t=0, source="staff", **body):
    return json.dumps({"t": t, "source": source, "kind": kind, "body": body})


def opened(**more):
    players = [{"name": name} for name in ("Ann", "Ben", "Cal")]
    return line("match-opened", match="M1", edition="2019-20", division="senior", players=players, **more)


def test_replay_prints_one_object_with_shakes_moves_flags_and_scores(tmp_path):
    done = run("say", tmp_path, OPENED, "the round starts", *FIRST, f"Ann rolls {ROLL}", "Ann moves Ksr to goal")
    assert done.exit_code == 0, done.output
    assert run("say", tmp_path, "Ann says goal", "Cal moves p to required").exit_code == 0
    exported = run("journal", tmp_path, "export").stdout
    replayed = run("replay", "-", "--json", stdin=exported)
    match = json.loads(replayed.stdout)["matches"][0]
    assert match["shakes"][0]["goal"] == "Ksr"
    assert [(f["kind"], f["player"], f["status"]) for f in match["flags"]] == [("out-of-turn", "Cal", "raised")]
    assert match["match_points"] == {"Ann": 4, "Ben": 4, "Cal": 4}
    assert "out-of-turn" in run("replay", stdin=exported).stdout


BAD = {
    "an unknown kind": ([opened(), line("moovd", 1)], "line 2: unknown kind 'moovd'"),
    "time that runs backwards": (
        [opened(), line("time", 9, "clock"), line("time", 3, "clock")],
        "line 3: time runs backwards",
    ),
    "a cube that is nowhere": (
        [opened(), line("rolled", 1, "camera", letters=ROLL), line("moved", 2, "camera", cube=29, to="goal")],
        "line 3: cube 29 in 'moved' is nowhere: 28 cubes were rolled",
    ),
    "a cube before any roll": ([opened(), line("moved", 2, "camera", cube=1, to="goal")], "no cubes have been rolled"),
    "half a line": ([opened(), '{"t": 5, "kind": "ti'], "line 2: not a whole line of JSON"),
    "a wrong version": ([opened()[:-1] + ', "v": 7}'], "line 1: 'match-opened' has version 7"),
    "an unknown player": ([opened(), line("said", 1, "player", player="Zoe", word="bonus")], "unknown player 'Zoe'"),
    "a player before the match": (
        [line("said", 1, "player", player="Ann", word="bonus")],
        "came before any match was opened",
    ),
    "an unknown edition": ([opened().replace("2019-20", "1999")], "unknown edition '1999'"),
    "one player": ([opened().replace(', {"name": "Ben"}, {"name": "Cal"}', "")], "two or three players, not 1"),
    "a ruling by a player": (
        [opened(), line("ruled", 1, "player", flag="x@1", ruling="upheld", by="JD")],
        "a judge's to say",
    ),
    "a correction of nothing": (
        [opened(), line("corrected", 1, "judge", seq=9, by="JD")],
        "entry 9 cannot be corrected",
    ),
    "something after it happened": (
        [opened(), '{"t":1,"at":5,"source":"clock","kind":"time"}'],
        "after it was written",
    ),
    "numbers that fall": ([opened(), '{"seq":1,"t":1,"source":"clock","kind":"time"}'], "numbers must rise"),
    "an unknown charge": ([opened(), line("charged", 1, "player", player="Ann", what="sneezing")], "called 'sneezing'"),
    "a correction to no kind": (
        [opened(), line("time", 1, "clock"), line("corrected", 2, "judge", seq=2, by="JD", event={"kind": []})],
        "unknown kind",
    ),
    "a correction into the future": (
        [opened(), line("time", 1, "clock"), line("corrected", 2, "judge", seq=2, by="JD", at=99)],
        "entry 2 cannot have happened at 99",
    ),
    "a correction that ends before it begins": (
        [opened(), line("time", 1, "clock"), line("corrected", 2, "judge", seq=2, by="JD", at=[2, 1])],
        "cannot have happened",
    ),
    "no match": ([line("time", 1, "clock")], "no match was opened"),
    "nothing": ([], "no match was opened"),
}


@pytest.mark.parametrize(("lines", "message"), BAD.values(), ids=BAD)
def test_replay_answers_nonsense_with_one_sentence_and_exit_code_2(lines, message):
    done = run("replay", stdin="\n".join(lines) + "\n")
    assert done.exit_code == 2
    assert message in done.stderr
    assert done.stderr.count("\n") == 1
    assert done.stdout == ""


def test_a_journal_that_goes_on_for_ages_is_folded_all_the_same():
    moves = [
        opened(),
        line("rolled", 1, "camera", letters=ROLL, player="Ann"),
        line("moved", 2, "camera", cube=1, to="goal"),
    ]
    done = run("replay", "--json", stdin="\n".join([*moves, line("time", 2**53 - 1, "clock")]))
    assert done.exit_code == 0
    assert "a judge decides how the shake goes on" in done.stdout


def test_a_correction_in_an_earlier_match_leaves_the_one_being_played_alone(tmp_path):
    run("say", tmp_path, "staff opens match M1: Ann, Bob; 2019-20 senior")
    run("say", tmp_path, "staff opens match M2: Dan, Eve; 2019-20 senior")
    done = run("say", tmp_path, "judge JD corrects entry 1 to: staff opens match M1: Ann, Rob; 2019-20 senior")
    assert done.exit_code == 0, done.stderr
    assert run("say", tmp_path, "Dan rolls A for the first Goal").exit_code == 0
    matches = json.loads(run("replay", tmp_path, "--json").stdout)["matches"]
    assert [match["players"] for match in matches] == [["Ann", "Rob"], ["Dan", "Eve"]]


@pytest.mark.parametrize("ago", ["inf", "nan", "1e400", "-1"])
def test_a_time_that_is_no_time_is_refused(tmp_path, ago):
    run("say", tmp_path, OPENED)
    assert run("say", tmp_path, "--ago", ago, "the round starts").exit_code == 2


@pytest.mark.parametrize("stop", ["0:10", "0:50.5"])
def test_the_demo_goes_on_after_the_clocks_stood_still(tmp_path, stop):
    script = tmp_path / "pause.txt"
    lift = "0:50  Cal lifts the block\n" if stop > "0:20" else ""
    script.write_text(
        "title: t\nrule: XI-B\neditions: 2019-20\ngiven: Ann has set Ksr\n\n"
        + (lift or "0:30  Ben moves p to permitted\n")
        + f"{stop if lift else '0:40'}  judge JD stops the clocks\n40:00  judge JD lets the clocks run\n"
    )
    done = run("demo", "--words", "--fast", "--script", script)
    assert "events; all" in done.stdout, done.output


def test_replay_of_a_missing_file_says_so():
    done = run("replay", "nowhere.jsonl")
    assert done.exit_code == 2
    assert "nowhere.jsonl" in done.stderr


@pytest.mark.parametrize(
    ("sentence", "message"),
    [
        ("Ann moves p to requird", "for 'requird' it should say resources, goal, required"),
        ("Ann says banana", "for 'banana' it should say bonus, goal"),
        ("judge JD upholds sneezing", "there is no flag and no penalty 'sneezing'"),
        ("judge JD finds Ann's solution wrong", "for 'wrong' it should say correct or incorrect"),
        ("Zoe says bonus", "the players are Ann, Ben, Cal"),
        ("Ann moves #40 to goal", "cube #40 is nowhere"),
        ("Ann moves x to goal", "no cube shows 'x'"),
        ("judge JD upholds", "not understood"),
        ("", "says nothing"),
        ("judge JD enters totals Ann, Ben after 2 shakes", "names with numbers"),
    ],
)
def test_a_sentence_that_cannot_be_right_changes_nothing(tmp_path, sentence, message):
    run("say", tmp_path, OPENED, "the round starts", *FIRST, f"Ann rolls {ROLL}")
    before = run("journal", tmp_path, "export").stdout
    done = run("say", tmp_path, "Ann moves K to goal", sentence)
    assert done.exit_code == 2
    assert message in done.stderr
    assert run("journal", tmp_path, "export").stdout == before


def test_a_whole_match_can_be_run_by_saying_it(tmp_path):
    said = [
        OPENED,
        *FIRST,
        f"Ann rolls {ROLL}",
        "Ann moves Ksr to goal",
        "Ann says goal set",
        "Ben moves K to required",
        "Cal lifts the block",
        "Cal says now",
        "the block is returned",
        "Ann joins the mover",
        "Cal presents a solution",
        "Ann accepts Cal's solution",
        "Ben rejects Cal's solution: the proof does not end in the Goal",
        "judge JD finds Cal's solution correct: it does",
        *[f"{name} signs" for name in ("Ann", "Ben", "Cal")],
        "the round is closed",
    ]
    done = run("say", tmp_path, "-", stdin="\n".join(said))
    assert done.exit_code == 0, done.stderr
    replayed = json.loads(run("replay", "-", "--json", stdin=run("journal", tmp_path, "export").stdout).stdout)
    match = replayed["matches"][0]
    assert match["totals"] == {"Ann": 2, "Ben": 2, "Cal": 6}
    assert match["match_points"] == {"Ann": 3, "Ben": 3, "Cal": 6}
    assert match["flags"] == []
    assert match["phase"] == "closed"


def test_words_and_regions_may_be_written_with_capitals(tmp_path):
    run("say", tmp_path, OPENED, "the round starts", *FIRST, f"Ann rolls {ROLL}")
    done = run("say", tmp_path, "Ann moves Ksr to Goal", "Ann says Goal Set", "Ben moves p to Required")
    assert done.exit_code == 0, done.stderr
    assert "Ben to move" in done.stdout


def test_what_a_judge_says_in_vain_is_answered(tmp_path):
    run("say", tmp_path, OPENED)
    done = run("say", tmp_path, "judge JD takes 1 point from Ann: rude words")
    assert "IX-C asks for a warning first" in done.stdout


def test_what_happened_before_the_match_is_refused(tmp_path):
    run("say", tmp_path, OPENED)
    done = run("say", tmp_path, "--ago", "60", "the round starts")
    assert done.exit_code == 2
    assert "before the match was opened" in done.stderr


def test_saying_nothing_makes_no_journal(tmp_path):
    done = run("say", tmp_path / "table", stdin="")
    assert done.exit_code == 2
    assert "nothing was said" in done.stderr
    assert not (tmp_path / "table").exists()


def test_a_correction_takes_its_time_since_the_match_was_opened(tmp_path):
    run("say", tmp_path, OPENED, "the round starts", *FIRST, f"Ann rolls {ROLL}", "Ann moves Ksr to goal")
    before = json.loads(run("replay", tmp_path, "--json").stdout)["matches"][0]
    done = run("say", tmp_path, "judge JD corrects entry 6 at 0:00.0 to: Ann rolls " + ROLL)
    assert done.exit_code == 0, done.stderr
    after = json.loads(run("replay", tmp_path, "--json").stdout)["matches"][0]
    assert after["shakes"][0]["rolled"] == before["shakes"][0]["rolled"]
    assert len(after["shakes"]) == 1


def test_a_match_says_which_rules_it_was_opened_with(tmp_path):
    run("say", tmp_path, OPENED)
    with JournalReader(tmp_path) as journal:
        assert journal.last().event.rules


def test_every_form_of_sentence_is_listed():
    forms = run("say", "--forms").stdout
    assert "{player} moves {cubes} to {region}" in forms
    assert "judge {by} initials {flag}" in forms


def test_the_journal_command_lists_verifies_and_moves_a_journal(tmp_path):
    one, two = tmp_path / "one", tmp_path / "two"
    run("say", one, OPENED, "the round starts")
    assert "round-started" in run("journal", one).stdout
    assert "2 entries, all as they were written" in run("journal", one, "verify").stdout
    exported = tmp_path / "match.jsonl"
    assert run("journal", one, "export", exported).exit_code == 0
    assert run("journal", two, "import", exported).exit_code == 0
    assert run("journal", two, "export").stdout == exported.read_text()
    again = run("journal", one, "export", exported)
    assert again.exit_code == 2  # never over a file that is there


def test_an_import_of_nonsense_makes_no_entries(tmp_path):
    bad = tmp_path / "bad.jsonl"
    bad.write_text(opened() + "\n" + line("moovd", 1) + "\n")
    done = run("journal", tmp_path / "into", "import", bad)
    assert done.exit_code == 2
    assert "line 2" in done.stderr
    assert not (tmp_path / "into").exists()


def test_a_directory_without_a_journal_is_named(tmp_path):
    done = run("journal", tmp_path / "empty", "verify")
    assert done.exit_code == 2
    assert "no journal" in done.stderr.lower()


def test_the_editions_are_printed_side_by_side_from_the_data():
    table = json.loads(run("editions", "--json").stdout)
    assert table["time to write after the last cube"]["2013-14"] == {"value": "120 s", "cite": "VIII-A"}
    assert set(table["time to write after the last cube"]) == set(EDITIONS)
    assert "time to check a solution" not in run("editions", "--differences").stdout
    assert "2019-20" in run("editions").stdout


def test_the_demo_ends_as_its_script_says_and_shows_flags_and_sheet():
    done = run("demo", "--words", "--fast")
    assert done.exit_code == 0, done.output
    for shown in ("unannounced-bonus", "last-cube-forbidden", "match points", "expectations of the script were met"):
        assert shown in done.stdout


SEEN = {
    "wrong-cubes", "wrong-setter", "out-of-turn", "unannounced-bonus", "extra-cube", "bonus-not-forbidden",
    "bonus-while-leading", "late-bonus", "goal-cube-withdrawn", "goal-too-long", "goal-changed", "move-to-goal",
    "cube-turned", "cube-relocated", "cube-withdrawn", "last-cube-forbidden", "view-blocked", "hovering",
    "cubes-moved-while-checking", "late-shake", "move-after-stop",
}  # fmt: skip
"""What takes cubes or hands, and so a camera, to notice."""
HEARD = {
    "goal-empty", "early-challenge", "self-challenge", "now-too-late", "now-too-early", "now-after-last-cube",
    "impossible-too-late", "no-challenge-stated", "barred-solution", "side-retracted", "side-undecided", "early-check",
    "word-without-block", "block-misused", "charge-unspecified", "repeated-false-charges", "unsigned-sheet",
    "time-exceeded",
}  # fmt: skip
"""What words, the block and the clock tell."""


def test_the_demo_shows_every_illegal_procedure_that_a_camera_can_see():
    assert set(FLAG_KINDS) == SEEN | HEARD, "say of a new kind whether a camera can see it"
    shown = run("demo", "--words", "--fast").stdout
    assert {kind for kind in SEEN if f" {kind}@" not in shown} == set()


def test_the_demo_runs_live_in_a_terminal():
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "table.cli.app", "demo", "--words", "--speed", "1000000"]
    environment = os.environ | {"TERM": "xterm-256color", "COLUMNS": "120", "LINES": "40"}
    with subprocess.Popen(command, stdout=theirs, stderr=theirs, env=environment) as live:
        os.close(theirs)
        shown = b""
        with contextlib.suppress(OSError):  # the terminal closes with its last process
            while chunk := os.read(ours, 65_536):
                shown += chunk
    os.close(ours)
    assert live.returncode == 0, shown[-2000:].decode(errors="replace")
    assert "expectations of the script were met" in shown.decode(errors="replace")


def test_the_demo_does_not_touch_a_table_that_has_a_journal(tmp_path):
    run("say", tmp_path, OPENED)
    before = run("journal", tmp_path, "export").stdout
    done = run("demo", "--words", "--fast", "--data", tmp_path)
    assert done.exit_code == 2
    assert run("journal", tmp_path, "export").stdout == before


def test_the_demo_plays_any_scenario_with_what_is_given(tmp_path):
    page = Path(__file__).parents[2] / "docs" / "scenarios.md"
    script = tmp_path / "example.txt"
    script.write_text(page.read_text().split("```")[1])
    done = run("demo", "--words", "--fast", "--script", script)
    assert done.exit_code == 0, done.output
    assert "all 3 expectations" in done.stdout


@pytest.mark.parametrize("width", ["60", "80", "120"])
def test_flags_are_shown_whole_at_any_width(width, monkeypatch):
    monkeypatch.setenv("COLUMNS", width)
    words = " ".join(run("demo", "--words", "--fast").stdout.split())
    assert "goes back to resources and must then go to permitted or required" in words


def test_the_demo_tells_when_a_script_expects_something_else(tmp_path):
    script = tmp_path / "wrong.txt"
    script.write_text("title: wrong\nrule: V-B\neditions: 2019-20\n\n0:10  the round starts\n      expect turn Ann\n")
    done = run("demo", "--words", "--fast", "--script", script)
    assert done.exit_code == 1
    assert "Not as scripted" in done.stdout


def test_output_can_be_piped_into_something_that_stops_reading(tmp_path):
    run("say", tmp_path, OPENED, "the round starts")
    command = f"{sys.executable} -m table.cli.app journal {tmp_path} | head -1"
    done = subprocess.run(
        command, shell=True, capture_output=True, text=True, cwd=Path(__file__).parents[2], check=False
    )
    assert "match-opened" in done.stdout
    assert "Traceback" not in done.stderr


def test_a_restart_of_the_machine_stops_the_clocks_until_a_judge_lets_them_run(tmp_path, monkeypatch):
    run("say", tmp_path, OPENED, "the round starts")
    monkeypatch.setattr("table.journal.clock.BootClock.boot", property(lambda self: "another boot"))
    done = run("say", tmp_path, "judge JD lets the clocks run")
    assert done.exit_code == 0, done.stderr
    with JournalReader(tmp_path) as journal:
        kinds = [entry.event.kind for entry in journal.entries()]
    assert kinds == ["match-opened", "round-started", "restarted", "resumed"]


def test_what_is_wrong_in_a_journal_already_does_not_keep_others_from_speaking(tmp_path):
    run("say", tmp_path, OPENED)
    with Journal(tmp_path) as journal:
        journal.append(Said("bonus", "Zoe"), "camera")
    assert run("say", tmp_path, "the round starts").exit_code == 0


def test_every_flag_kind_can_be_charged_by_name(tmp_path):
    run("say", tmp_path, OPENED)
    assert run("say", tmp_path, *[f"Ann charges Ben with {kind}" for kind in FLAG_KINDS]).exit_code == 0
