"""How far what a table concluded is from what was played: lines of difference, points, flags, shakes, recall."""

from __future__ import annotations

from collections import Counter
from dataclasses import asdict, dataclass, field
from itertools import pairwise
from typing import Any

from table.cli.demo_rehearsal import compared, named_flag
from table.rules.flags import Flag
from table.rules.match import Match, Shake

RECALLED = ("cube-turned", "cube-relocated")
"""Flags for what an expectation might hide: a cube that shows another letter, or lies elsewhere, than it should."""


@dataclass(frozen=True, slots=True)
class RoundFigures:
    """One round. Counts are of flags but where it is said otherwise."""

    differences: list[str] = field(default_factory=list)
    """Moves, flags and scores that are not as played, a line each."""
    false_points: int = 0
    """Points that were taken from somebody and should not have been."""
    false_sure: int = 0
    """Raised without a doubt, though it did not happen so."""
    false_doubtful: int = 0
    true_flags: int = 0
    true_sure: int = 0
    """Of those that were played, how many were told without a doubt."""
    turned: int = 0
    """Cubes that were turned or relocated."""
    turned_told: int = 0
    crossing: int = 0
    """Shakes with differences that follow right on one with differences."""
    scores_right: bool = True
    """Whether every shake and every total has the points that it should have."""
    questions: int = 0
    moves: int = 0
    table_minutes: float = 0.0

    @property
    def as_played(self) -> bool:
        return not self.differences

    def as_dict(self) -> dict[str, Any]:
        return {"as_played": self.as_played, **asdict(self)}


def measured(seen: Match, played: Match, questions: int, unsaid: list[str]) -> RoundFigures:
    """The figures of one round; `unsaid` is what its script says and could not be said at the table."""
    concluded, scripted = _flags(seen), _flags(played)
    sure, doubtful = _flags(seen, doubt=False), _flags(seen, doubt=True)
    true_sure = sure & scripted
    true_doubtful = doubtful & (scripted - true_sure)
    turned = Counter({key: count for key, count in scripted.items() if key[1] in RECALLED})
    return RoundFigures(
        differences=[*unsaid, *compared(seen, played)],
        false_points=_false_points(seen, played),
        false_sure=(sure - true_sure).total(),
        false_doubtful=(doubtful - true_doubtful).total(),
        true_flags=scripted.total(),
        true_sure=true_sure.total(),
        turned=turned.total(),
        turned_told=(turned & concluded).total(),
        crossing=_crossing(seen, played),
        scores_right=_scores(seen) == _scores(played),
        questions=questions,
        moves=sum(len(shake.moves) for shake in played.shakes),
        table_minutes=round(played.at / 60_000, 1),
    )


def _flags(match: Match, doubt: bool | None = None) -> Counter[tuple[int, str, str]]:
    """Flags by shake, kind, and all that names them; those in doubt, those that are not, or all."""
    return Counter(
        (flag.play, flag.kind, named_flag(match, flag))
        for flag in match.flags.values()
        if doubt is None or doubt == bool(flag.doubt)
    )


def _false_points(seen: Match, played: Match) -> int:
    extra = _penalties(seen) - _penalties(played)
    return sum(points * count for (_, _, _, points), count in extra.items())


def _penalties(match: Match) -> Counter[tuple[int, str, str, int]]:
    counting = (penalty for penalty in match.penalties.values() if penalty.counts)
    return Counter((penalty.play, penalty.kind, penalty.player, penalty.points) for penalty in counting)


def _scores(match: Match) -> tuple[list[Any], list[int]]:
    return [shake.scores for shake in match.shakes], [match.total(player) for player in match.players]


def _crossing(seen: Match, played: Match) -> int:
    """In how many shakes something is wrong though it began anew with its roll, after one that was wrong."""
    count = max(len(seen.shakes), len(played.shakes))
    wrong = [_shake(seen, number) != _shake(played, number) for number in range(1, count + 1)]
    return sum(before and after for before, after in pairwise(wrong))


def _shake(match: Match, play: int) -> Any:
    """All of a shake that is compared."""
    if play > len(match.shakes):
        return None
    shake: Shake = match.shakes[play - 1]
    moves = Counter((move.letter, move.to, move.player) for move in shake.moves)
    flags: list[Flag] = [flag for flag in match.flags.values() if flag.play == play]
    return shake.scores, moves, Counter(named_flag(match, flag) for flag in flags)
