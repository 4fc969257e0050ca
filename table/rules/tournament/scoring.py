"""Shake scores (X) and match points (XII-A), from nothing but what happened."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from table.rules.editions.tournament import TournamentBook


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a shake ended: who claimed what, and whose solution was found correct."""

    players: tuple[str, ...]
    """those who were present"""
    correct: Mapping[str, bool]
    """for each player whose solution was presented and counts, whether it is correct"""
    writers: frozenset[str] = frozenset()
    """after a challenge: who had to write"""
    challenger: str | None = None
    joined_challenger: frozenset[str] = frozenset()
    accepted: frozenset[str] = frozenset()
    """players who accepted somebody's solution"""


def shake_scores(edition: TournamentBook, everyone: Sequence[str], outcome: Outcome) -> dict[str, int]:
    """Each player's score for the shake."""
    return {player: _score(edition, player, outcome) for player in everyone}


def _score(edition: TournamentBook, player: str, outcome: Outcome) -> int:
    scores = edition.scores.value
    if player not in outcome.players:
        return scores.absent
    if outcome.challenger is None:
        return scores.unchallenged if outcome.correct.get(player) else scores.not_correct
    if player in outcome.writers:
        is_correct = outcome.correct.get(player, False)
    else:
        is_correct = not any(good for writer, good in outcome.correct.items() if writer != player)
        if edition.accepting_binds.value and len(outcome.players) == 3 and player in outcome.accepted:
            is_correct = False
    if not is_correct:
        return scores.not_correct
    return scores.joined_challenger if player in outcome.joined_challenger else scores.correct


def match_points(
    edition: TournamentBook, totals: Mapping[str, int], out: frozenset[str] = frozenset()
) -> dict[str, int]:
    """Match points by the totals. Players in `out` (disqualified, or deceived) rank last and get none."""
    table = edition.match_points[len(totals)].value
    ranked = [player for player in totals if player not in out]
    points = dict.fromkeys(totals, 0)
    for player in ranked:
        above = sum(totals[other] > totals[player] for other in ranked)
        level = sum(totals[other] == totals[player] for other in ranked)
        points[player] = table[_place(above, level)]
    return points


def _place(above: int, level: int) -> str:
    if above == 0:
        return ("first", "tie for first", "three-way tie")[level - 1]
    if above == 1:
        return ("second", "tie for second")[level - 1]
    return "third"
