"""Players who do something legal, chosen at random, until the round is over and everyone has signed."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from table.rules import events as ev
from table.rules.cubes import LOWER, UPPER
from table.rules.entry import Entry, Source
from table.rules.fold import Referee
from table.rules.game import Act
from table.rules.games import game_of
from table.rules.match import Match, Shake

_EAGERNESS = {"lift": 0.06, "say": 0.5, "move": 1.0}
"""How often an act is chosen beside the others; whoever may lift the block would otherwise do so all the time."""


def random_match(rng: Random, opening: ev.MatchOpened) -> Iterator[Entry]:
    """The journal of a whole match of legal play. Nothing in it may raise a flag."""
    game = _Game(rng)
    yield game.write(opening, "staff")
    yield game.write(ev.RoundStarted(), "staff")
    while True:
        yield game.wait()
        match = game.match
        acts = game_of(match).acts(match)
        if acts:
            yield from game.do(_choose(rng, acts))
        elif game_of(match).phase(match) == "signing":
            yield game.write(ev.RoundClosed(), "staff")
            return


class _Game:
    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.referee = Referee()
        self.now = 0
        self.seq = 0

    @property
    def match(self) -> Match:
        match = self.referee.table.match
        assert match is not None
        return match

    @property
    def shake(self) -> Shake:
        assert self.match.shake is not None
        return self.match.shake

    def write(self, event: ev.Event, source: Source) -> Entry:
        self.seq += 1
        entry = Entry(self.seq, self.now, self.now, source, event)
        self.referee.add(entry)
        return entry

    def wait(self) -> Entry:
        """A moment passes, sometimes into the countdown, never beyond it."""
        pause = int(self.rng.choice((1, 4, 9, 25)) * 1000 * self.rng.random())
        limit = self.match.shake.limit if self.match.shake else None
        if limit is not None:
            pause = min(pause, limit.out - self.now)
        self.now += max(0, pause)
        return self.write(ev.Time(), "clock")

    def do(self, act: Act) -> Iterator[Entry]:
        player, rng = act.player, self.rng
        if act.act == "first-roll":
            yield self.write(ev.FirstRolled(player, rng.choice(UPPER)), "camera")  # type: ignore[arg-type]
        elif act.act == "roll":
            letters = "".join(rng.choices(UPPER, k=14) + rng.choices(LOWER, k=14))
            yield self.write(ev.Rolled(letters, player), "camera")
        elif act.act == "move":
            yield from self._move(player, rng.choice(act.choices))
        elif act.act == "lift":
            yield from self._challenge(player, rng.choice(act.choices))
        else:
            yield self.write(_said(act, rng), "player")

    def _move(self, player: str, to: str) -> Iterator[Entry]:
        free = [n for n, where in enumerate(self.shake.where, 1) if where == "resources"]
        cube = self.rng.choice(free)
        yield self.write(ev.Moved(cube, to, player), "camera")  # type: ignore[arg-type]
        if to == "goal":
            yield self.write(ev.GoalRead(self.shake.goal + self.shake.letters[cube - 1]), "camera")

    def _challenge(self, player: str, word: str) -> Iterator[Entry]:
        yield self.write(ev.BlockLifted(player if self.rng.random() < 0.5 else None), "gpio")
        self.now += self.rng.randrange(15_000)
        yield self.write(ev.Said(word, player), "player")  # type: ignore[arg-type]
        yield self.write(ev.BlockReturned(), "gpio")


def _choose(rng: Random, acts: list[Act]) -> Act:
    return rng.choices(acts, [_EAGERNESS.get(act.act, 1.0) for act in acts])[0]


def _said(act: Act, rng: Random) -> ev.Event:
    choice = rng.choice(act.choices) if act.choices else ""
    if act.act == "say":
        return ev.Said(choice, act.player)  # type: ignore[arg-type]
    if act.act == "side":
        return ev.Sided(act.player, choice)  # type: ignore[arg-type]
    if act.act == "accept":
        return ev.Accepted(act.player, choice)
    if act.act == "reject":
        return ev.Rejected(act.player, choice, "a rule is used incorrectly")
    plain: dict[str, type[ev.Presented] | type[ev.Declined] | type[ev.Signed]] = {
        "present": ev.Presented,
        "decline": ev.Declined,
        "sign": ev.Signed,
    }
    return plain[act.act](act.player)
