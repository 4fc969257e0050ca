"""Flags and penalties of any match as plain objects, for judges and programs."""

from __future__ import annotations

from typing import Any

from table.rules.flags import Flag, Penalty
from table.rules.match import Match


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
