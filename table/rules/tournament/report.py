"""A tournament match as one plain object: what every match has, with its solutions, sides and clocks."""

from __future__ import annotations

from typing import Any

from table.rules.match_report import match_report, shake_report
from table.rules.plain_game import PlainGame
from table.rules.tournament import writing
from table.rules.tournament.scoring import match_points
from table.rules.tournament.state import TournamentMatch, TournamentShake
from table.rules.tournament.view import phase


def final_totals(m: TournamentMatch) -> dict[str, int]:
    """The totals that the match points go by, with the corrections of the sheet (XII-B)."""
    return {p: 0 if p in m.disqualified else m.final.get(p, m.total(p)) for p in m.players}


def points(m: TournamentMatch) -> dict[str, int]:
    """Match points as things stand."""
    return match_points(m.edition, final_totals(m), frozenset(m.disqualified) | frozenset(m.deceived))


def report(m: TournamentMatch) -> dict[str, Any]:
    shared = match_report(m, phase(m), final_totals(m), points(m), PlainGame.regions)
    return shared | {"division": m.division, "game": m.game, "shakes": [_shake(s) for s in m.shakes]}


def _shake(s: TournamentShake) -> dict[str, Any]:
    return shake_report(s, PlainGame.regions) | {
        "replay": s.replay,
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
    }
