"""What a rule book fixes, as one frozen record: each fact with the section of the book that states it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Generic, Literal, TypeVar

from table.rules.events import Division, Game

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Fact(Generic[T]):
    """Something a book says, and where it says it."""

    value: T
    cite: str


@dataclass(frozen=True, slots=True)
class Points:
    """A penalty in points, where a division or a game may have its own."""

    otherwise: int
    division: dict[Division, int] = field(default_factory=dict)
    game: dict[Game, int] = field(default_factory=dict)

    def of(self, division: Division, game: Game) -> int:
        return self.division.get(division, self.game.get(game, self.otherwise))

    def __str__(self) -> str:
        special = [f"{name}: {points}" for name, points in (self.division | self.game).items()]
        return "; ".join([*special, f"otherwise {self.otherwise}"]) if special else str(self.otherwise)


@dataclass(frozen=True, slots=True)
class Scores:
    """What a shake is worth (X)."""

    correct: int
    joined_challenger: int
    not_correct: int
    unchallenged: int
    absent: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Edition:
    """One rule book. Limits are in seconds, the round in minutes."""

    id: str
    title: str
    family: Literal["tournament"]
    divisions: Fact[dict[Division, Game]]
    rules_of_inference: dict[Game, Fact[tuple[str, ...]]]
    upper_cubes: Fact[int]
    lower_cubes: Fact[int]
    longest_goal: Fact[int]

    goal_word: Fact[str]
    now_word: Fact[str]
    impossible_word: Fact[str]

    set_goal: Fact[int]
    first_turn: Fact[int]
    turn: Fact[int]
    state_challenge: Fact[int]
    write: Fact[int]
    write_last_cube: Fact[int]
    write_stop: Fact[int]
    check: Fact[int]
    countdown: Fact[int]
    extra: Fact[int]
    overtime: Fact[Literal["point", "asked"]]
    """What the extra minute costs: taken by itself with a second point at its end, or in writing and checking
    only when asked for."""
    name_charge: Fact[int]
    make_correction: Fact[int]
    impossible_after_last: Fact[int]
    round: Fact[int]
    no_new_shake: Fact[int]
    """Minutes before the end of the round."""

    leader_may_bonus: Fact[frozenset[Game]]
    """The games in which the player in the lead may take a bonus move."""
    bonus_second_cube: Fact[tuple[str, ...]]
    leader_returns: Fact[Literal["either", "second"]]
    """Which cube goes back when a leader's bonus put both in forbidden; of two placed at once always either."""
    last_cube_remedy: Fact[str]
    penalties: dict[str, Fact[Points]]
    initials: Fact[frozenset[Division]]
    """The divisions in which a penalty counts only with a judge's initials."""

    scores: Fact[Scores]
    accepting_binds: Fact[bool]
    """Whether a non-writer who accepted a solution is not correct even if it proves wrong (three players)."""
    match_points: dict[int, Fact[dict[str, int]]]

    top_line: Fact[Literal["must", "should"]]
    needs_a_rule: Fact[bool]

    def game_of(self, division: Division) -> Game:
        return self.divisions.value[division]
