"""Any match as one plain object, for judges, sheets and programs: shakes, moves, flags, penalties, scores.

What only some games have is here empty, in its place, and a game that has it fills it in.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from table.rules.flags import Flag, Penalty
from table.rules.match import Match, Shake


def match_report(
    m: Match, phase: str, totals: Mapping[str, int], points: Mapping[str, int], regions: Sequence[str]
) -> dict[str, Any]:
    """The match, with each shake's cubes in the regions that are named."""
    return {
        "match": m.id,
        "edition": m.edition_id,
        "division": "",
        "game": "",
        "players": list(m.players),
        "phase": phase,
        "opened": m.opened,
        "shakes": [shake_report(s, regions) for s in m.shakes],
        "flags": [flag_report(m, f) for f in m.flags.values()],
        "penalties": [penalty_report(p) for p in m.penalties.values()],
        "warned": list(m.warned),
        "absent": list(m.absent),
        "disqualified": dict(m.disqualified),
        "totals": dict(totals),
        "match_points": dict(points),
        "signed": sorted(m.signatures),
        "unlike_signed": unlike_signed(m, totals),
    }


def unlike_signed(m: Match, totals: Mapping[str, int]) -> list[str]:
    """Where what was signed differs from what this version of the rules makes of the journal."""
    return [
        f"{player} signed {signed} for {whose}; the journal gives {totals[whose]}"
        for player, sheet in m.signatures.items()
        for whose, signed in sheet.items()
        if whose in totals and signed != totals[whose]
    ]


def shake_report(s: Shake, regions: Sequence[str]) -> dict[str, Any]:
    c = s.challenge
    return {
        "number": s.number,
        "setter": s.setter,
        "players": list(s.players),
        "phase": s.phase,
        "replay": False,
        "rolled": "".join(s.letters),
        "goal": s.goal_as_set or s.goal,
        "goal_set": s.goal_as_set is not None,
        "moves": [
            {"player": v.player, "cube": v.cube, "letter": v.letter, "to": v.to, "at": v.at, "bonus": v.bonus}
            for v in s.moves
        ],
        "regions": {region: s.holding(region) for region in regions},
        "turn": s.mover,
        "last_mover": s.last_mover,
        "ending": s.ending,
        "challenge": {"kind": c.kind, "challenger": c.challenger, "mover": c.mover, "at": c.at, "doubt": c.doubt}
        if c
        else None,
        "sides": {},
        "solutions": [],
        "scores": s.scores,
        "scored_by": None,
        "clocks": [],
        "limit": {"task": s.limit.task, "players": list(s.limit.players), "due": s.limit.due, "out": s.limit.out}
        if s.limit
        else None,
    }


def flag_report(m: Match, f: Flag) -> dict[str, Any]:
    return {
        "id": f.id,
        "kind": f.kind,
        "edition": m.edition_id,
        "cite": f.cite,
        "player": f.player,
        "cubes": list(f.cubes),
        "at": f.at,
        "shake": f.shake,
        "status": f.status,
        "detail": f.detail,
        "doubt": f.doubt,
        "remedy": f.remedy,
        "points": f.points,
        "history": [{"status": status, "at": at, "by": by} for status, at, by in f.history],
    }


def penalty_report(p: Penalty) -> dict[str, Any]:
    return {
        "id": p.id,
        "player": p.player,
        "points": p.points,
        "cite": p.cite,
        "reason": p.reason,
        "shake": p.shake,
        "at": p.at,
        "needs_initials": p.needs_initials,
        "initials": p.initials,
        "struck": p.struck,
        "counts": p.counts,
    }
