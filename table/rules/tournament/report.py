"""A match as one plain object, for judges, sheets and programs: shakes, moves, clocks, flags, penalties, scores."""

from __future__ import annotations

from typing import Any

from table.rules.match_report import flag_report, penalty_report
from table.rules.tournament import writing
from table.rules.tournament.scoring import match_points
from table.rules.tournament.state import Match, Shake
from table.rules.tournament.view import phase


def final_totals(m: Match) -> dict[str, int]:
    """The totals that the match points go by, with the corrections of the sheet (XII-B)."""
    return {p: 0 if p in m.disqualified else m.final.get(p, m.total(p)) for p in m.players}


def points(m: Match) -> dict[str, int]:
    """Match points as things stand."""
    return match_points(m.edition, final_totals(m), frozenset(m.disqualified) | frozenset(m.deceived))


def unlike_signed(m: Match) -> list[str]:
    """Where what was signed differs from what this version of the rules makes of the journal."""
    totals = final_totals(m)
    return [
        f"{player} signed {signed} for {whose}; the journal gives {totals[whose]}"
        for player, sheet in m.signatures.items()
        for whose, signed in sheet.items()
        if whose in totals and signed != totals[whose]
    ]


def report(m: Match) -> dict[str, Any]:
    return {
        "match": m.id,
        "edition": m.edition_id,
        "division": m.division,
        "game": m.game,
        "players": list(m.players),
        "phase": phase(m),
        "opened": m.opened,
        "shakes": [_shake(s) for s in m.shakes],
        "flags": [flag_report(m, f) for f in m.flags.values()],
        "penalties": [penalty_report(p) for p in m.penalties.values()],
        "warned": list(m.warned),
        "absent": list(m.absent),
        "disqualified": dict(m.disqualified),
        "totals": final_totals(m),
        "match_points": points(m),
        "signed": sorted(m.signatures),
        "unlike_signed": unlike_signed(m),
    }


def _shake(s: Shake) -> dict[str, Any]:
    c = s.challenge
    return {
        "number": s.number,
        "setter": s.setter,
        "players": list(s.players),
        "phase": s.phase,
        "replay": s.replay,
        "rolled": "".join(s.letters),
        "goal": s.goal_as_set or s.goal,
        "goal_set": s.goal_as_set is not None,
        "moves": [
            {"player": v.player, "cube": v.cube, "letter": v.letter, "to": v.to, "at": v.at, "bonus": v.bonus}
            for v in s.moves
        ],
        "regions": {region: s.holding(region) for region in ("required", "permitted", "forbidden", "resources")},
        "turn": s.mover,
        "last_mover": s.last_mover,
        "ending": s.ending,
        "challenge": {"kind": c.kind, "challenger": c.challenger, "mover": c.mover, "at": c.at, "doubt": c.doubt}
        if c
        else None,
        "sides": dict(s.sides),
        "solutions": [
            {
                "writer": w,
                "correct": writing.is_correct(s, w),
                "verdicts": {p: {"accepted": yes, "reason": why} for p, (yes, why) in s.verdicts.get(w, {}).items()},
                "ruled_by": s.rulings[w][2] if w in s.rulings else None,
            }
            for w in s.presented
        ],
        "scores": s.scores,
        "scored_by": s.scored_by or None,
        "clocks": [
            {
                "task": k.task,
                "players": list(k.players),
                "began": k.began,
                "carry": k.carry,
                "due": k.due,
                "ended": k.ended,
                "extra": k.extra,
            }
            for k in s.clocks
        ],
        "limit": {"task": s.limit.task, "players": list(s.limit.players), "due": s.limit.due, "out": s.limit.out}
        if s.limit
        else None,
    }
