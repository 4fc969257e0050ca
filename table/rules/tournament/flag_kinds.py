"""Every kind of illegal procedure that the table notices in a tournament match, with the book's section."""

from __future__ import annotations

from table.rules.flags import FlagKind

BACK = "the cube goes back to where it was"
ASIDE = "the challenge is set aside and play goes on"
JUDGE = "a judge decides"
WARN = "a judge warns the player; a point for each repetition after that"

FLAG_KINDS: dict[str, FlagKind] = {
    k.kind: k
    for k in (
        FlagKind("wrong-cubes", "the roll is not 14 upper and 14 lower cubes", "I-B-1", "the cubes are put right and rolled again", insulable=True),
        FlagKind("wrong-setter", "someone other than the player due set the Goal", "I-D", "the player due sets the Goal", insulable=True),
        FlagKind("out-of-turn", "a cube was moved by a player whose turn it is not", "IX-A-1", BACK, insulable=True),
        FlagKind("unannounced-bonus", "a bonus cube was moved and Bonus was not said before it touched", "V-C-1(a), IV-D-1, IX-A-1", BACK, insulable=True),
        FlagKind("extra-cube", "a cube beyond those a turn allows", "V-B, IX-A-1", BACK, insulable=True),
        FlagKind("bonus-not-forbidden", "Bonus was said and the first cube went elsewhere than to forbidden", "V-C-1(b)", "the cube goes back; the first cube must go to forbidden", insulable=True),
        FlagKind("bonus-while-leading", "a bonus move by the player in the lead", "IV-D-2, V-C-2", "the setter's forbidden cube, or the mover's second cube, goes back to resources", insulable=True),
        FlagKind("late-bonus", "the setter's bonus came after a cube had touched Goal", "IV-D", BACK, insulable=True),
        FlagKind("goal-cube-withdrawn", "a cube that touched Goal was taken out before the Goal was set", "IV-C", "the cube goes back to Goal and must be used", insulable=True),
        FlagKind("goal-too-long", "the Goal was set with more than seven cubes", "IV-C", "cubes beyond seven go back to resources", insulable=True),
        FlagKind("goal-empty", "the Goal was called set with no cube in it", "IV-C", "the setter sets a Goal in the time that is left"),
        FlagKind("goal-changed", "the Goal was altered after it was set", "IV-C-4", "the Goal is put back as it was set", insulable=True),
        FlagKind("move-to-goal", "a cube was played to Goal after it was set", "V-B", BACK, insulable=True),
        FlagKind("cube-turned", "a cube was turned to another face", "IV-A-2", "the cube is turned back; " + WARN, insulable=True, conduct=True),
        FlagKind("cube-relocated", "a played cube was moved to another region", "V-B", BACK, insulable=True),
        FlagKind("cube-withdrawn", "a played cube was taken back or off the mat", "V-B", BACK, insulable=True),
        FlagKind("last-cube-forbidden", "the last cube was played to forbidden", "VIII-A", "", insulable=False),
        FlagKind("view-blocked", "cubes were covered for longer than a move needs", "IV-A-2", WARN, conduct=True),
        FlagKind("hovering", "a hand stayed over or beside the challenge block", "VI-B, IX-C", WARN, conduct=True),
        FlagKind("early-challenge", "a challenge before the Goal was set or the move complete", "VI-A, VI-B", ASIDE, public=True),
        FlagKind("self-challenge", "a player challenged their own move", "VI-A, VI-B", ASIDE, public=True),
        FlagKind("now-too-late", "Now with fewer than two cubes in resources", "VI-A-2-a", ASIDE, public=True),
        FlagKind("now-too-early", "Now before any cube is in required or permitted", "VI-A-2-b", ASIDE, public=True),
        FlagKind("now-after-last-cube", "Now against the last cube", "VIII-B", ASIDE, public=True),
        FlagKind("impossible-too-late", "Impossible after the first minute of writing for the last cube", "VIII-B", ASIDE, public=True),
        FlagKind("no-challenge-stated", "the block was lifted and no challenge stated in time", "VI-B, XI-A-1(d)", "play goes on", public=True),
        FlagKind("barred-solution", "the side that may not present presented a solution", "VII-A", "the solution does not count"),
        FlagKind("side-retracted", "the third party changed sides", "VII-C-1", "the first decision stands"),
        FlagKind("side-undecided", "the third party had not decided when the writing time ended", "VII-C-1", "not presenting shows the side", clerical=True),
        FlagKind("cubes-moved-while-checking", "a cube was moved during writing or checking", "VII-C-4", BACK),
        FlagKind("early-check", "checking began before all solutions were presented, or two at once", "VII-C-2, VII-C-3", "solutions are checked one at a time after all are presented"),
        FlagKind("word-without-block", "a challenge was spoken without lifting the block", "VI-B", "it is no challenge; the block must be lifted first"),
        FlagKind("block-misused", "the block was lifted when no challenge can be made", "VI-B", "the block goes back; " + JUDGE),
        FlagKind("charge-unspecified", "illegal procedure was charged and not named in time", "IX-A", "the charge lapses", clerical=True),
        FlagKind("repeated-false-charges", "a player charged illegal procedure without ground for the third time", "IX-C", WARN, conduct=True, clerical=True),
        FlagKind("unsigned-sheet", "the round was closed without every player's signature", "XII-B", "the players sign", clerical=True),
        FlagKind("time-exceeded", "a limit and its countdown ran out", "XI-A", "one point and one more minute", public=True),
        FlagKind("late-shake", "a shake was started after the warning before the end of the round", "XI-B", JUDGE),
        FlagKind("move-after-stop", "a cube was moved after the end of the round", "XI-B", BACK),
    )
}  # fmt: skip
