"""What a tournament book fixes, as one frozen record: each fact with the section of the book that states it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from table.rules.editions.book import Book, Fact

Division: TypeAlias = Literal["elementary", "middle", "junior", "senior"]
GameName: TypeAlias = Literal["basic", "elementary", "middle", "regular"]
"""The games that the books name; the `basic` one of 2013-14 is not the book `basic-2000`."""


@dataclass(frozen=True, slots=True)
class Points:
    """A penalty in points, where a division or a game may have its own."""

    otherwise: int
    division: dict[Division, int] = field(default_factory=dict)
    game: dict[GameName, int] = field(default_factory=dict)

    def of(self, division: Division, game: GameName) -> int:
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


def _says(label: str, unit: str = "") -> Any:
    """A field of the book, with what it is called and its unit where it is a number."""
    return field(metadata={"label": label, "unit": unit})


@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentBook(Book):
    """One tournament book. Limits are in seconds, the round in minutes."""

    divisions: Fact[dict[Division, GameName]] = _says("which game a division plays")
    rules_of_inference: dict[GameName, Fact[tuple[str, ...]]] = _says("rules of inference")
    upper_cubes: Fact[int] = _says("upper cubes in a roll")
    lower_cubes: Fact[int] = _says("lower cubes in a roll")
    longest_goal: Fact[int] = _says("longest Goal", "cubes")

    goal_word: Fact[str] = _says("word that sets the Goal")
    now_word: Fact[str] = _says("a solution is possible now")
    impossible_word: Fact[str] = _says("no solution is possible")

    set_goal: Fact[int] = _says("time to roll and set the Goal", "s")
    first_turn: Fact[int] = _says("first turn left of the setter", "s")
    turn: Fact[int] = _says("other turns", "s")
    state_challenge: Fact[int] = _says("time to state a challenge", "s")
    write: Fact[int] = _says("time to write after a challenge", "s")
    write_last_cube: Fact[int] = _says("time to write after the last cube", "s")
    write_stop: Fact[int] = _says("time to write at the stop", "s")
    check: Fact[int] = _says("time to check a solution", "s")
    countdown: Fact[int] = _says("countdown when time is up", "s")
    extra: Fact[int] = _says("extra minute", "s")
    overtime: Fact[Literal["another point", "only when asked for"]] = _says("extra minute costs")
    """The extra minute comes by itself, and at its end costs another point; or, in writing and checking, it is given
    only when asked for, and nothing more is taken."""
    name_charge: Fact[int] = _says("time to name a charge", "s")
    make_correction: Fact[int] = _says("time to correct, at least", "s")
    impossible_after_last: Fact[int] = _says("Impossible after the last cube, within", "s")
    round: Fact[int] = _says("length of a round", "min")
    no_new_shake: Fact[int] = _says("no new shake before the end", "min")
    """Minutes before the end of the round."""

    leader_may_bonus: Fact[frozenset[GameName]] = _says("games in which the leader may bonus")
    """The games in which the player in the lead may take a bonus move."""
    bonus_second_cube: Fact[tuple[str, ...]] = _says("second cube of a bonus may go to")
    leader_returns: Fact[Literal["either", "second"]] = _says("of two forbidden cubes a leader returns")
    """Which cube goes back when a leader's bonus put both in forbidden; of two placed at once always either."""
    last_cube_remedy: Fact[str] = _says("last cube to forbidden")
    penalties: dict[str, Fact[Points]] = _says("points")
    initials: Fact[frozenset[Division]] = _says("divisions where a penalty needs a judge's initials")
    """The divisions in which a penalty counts only with a judge's initials."""

    scores: Fact[Scores] = _says("shake scores")
    accepting_binds: Fact[bool] = _says("accepting a wrong solution binds a non-writer")
    """Whether a non-writer who accepted a solution is not correct even if it proves wrong (three players)."""
    match_points: dict[int, Fact[dict[str, int]]] = _says("match points, players")

    top_line: Fact[Literal["must", "should"]] = _says("top line of a proof")
    needs_a_rule: Fact[bool] = _says("a proof needs a rule beside premises")

    def game_of(self, division: Division) -> GameName:
        return self.divisions.value[division]
