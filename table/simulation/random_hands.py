"""Hands at random: three players who play well, badly and not at all, from sides by chance, on a bench.

Like a script, a play is a row of moments: let time pass until each, then ask for the next one. What was physically done
is in the puppet's log, whatever the players meant by it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

from hardware.simulated.bench import Bench
from hardware.simulated.faults import do
from hardware.simulated.scene import Cube, region_of_cube
from table.rules.cubes import LOWER, UPPER
from table.simulation.bodies import Bodies
from table.simulation.cues import Cue, seated
from table.simulation.spots import NoRoom, angle_from, free_spot, near_spot, spot_of

PLAYERS = ("Ann", "Ben", "Cal")
SECTIONS = ("required", "permitted", "forbidden")


def random_play(bench: Bench, rng: Random, minutes: float, illegal: float = 0.15, idle: float = 0.2) -> Iterator[Cue]:
    """Shake after shake: rolls, Goals, moves, bonuses, challenges; `illegal` and `idle` are shares of what is done."""
    players = _Players(bench, rng)
    end = bench.table.now + minutes * 60_000
    while bench.table.now < end:
        yield from players.shake(end, illegal, idle)
    yield from players.settle()
    yield Cue(bench.table.now + 1_000, "end", "time is over")


def idle_minutes(bench: Bench, rng: Random, minutes: float, bumps: bool = True) -> Iterator[Cue]:
    """A shake under way in which nobody moves a cube: hands, shadows, lamps, and now and then a bump."""
    players = _Players(bench, rng)
    players.lay_out()
    end = bench.table.now + minutes * 60_000
    while bench.table.now < end:
        chance = rng.random()
        if chance < 0.12:
            dark = "lamp off" if rng.random() < 0.5 else "lamp on"
            yield Cue(bench.table.now, "fault", dark)
            do(bench, dark)
        elif bumps and chance < 0.14:
            bump = rng.choice(("bump mat", "bump camera"))
            yield Cue(bench.table.now, "fault", bump)
            do(bench, bump)
        else:
            yield players.fidget(rng.choice(PLAYERS))
        yield players.pause(300, 4_000)
    yield from players.settle()
    yield Cue(bench.table.now + 1_000, "end", "time is over")


class _Players:
    """Three of them, and what they have in mind."""

    def __init__(self, bench: Bench, rng: Random) -> None:
        self.rng, self.table = rng, bench.table
        self.strings = Bodies(bench, seated(PLAYERS, rng), rng)
        self.turn = rng.randrange(len(PLAYERS))

    def shake(self, end: float, illegal: float, idle: float) -> Iterator[Cue]:
        """A roll, a Goal, moves until the cubes are few, or a challenge."""
        rng, setter = self.rng, PLAYERS[self.turn % 3]
        yield self._hand(f"{setter} rolls")
        self.strings.roll(setter, "".join(rng.choices(UPPER, k=14) + rng.choices(LOWER, k=14)))
        yield from self.settle()
        yield from self.build_goal(setter)
        self.turn += 1
        while self.table.now < end and len(self._in("resources")) > 3:
            self.table.hurry = rng.choice((0.9, 1.0, 1.0, 1.2, 1.5))
            yield self.pause(400, 4_000)
            player = PLAYERS[self.turn % 3]
            if rng.random() < idle:
                yield self.fidget(rng.choice(PLAYERS))
            if rng.random() < illegal:
                yield from self.misbehave(player)
            else:
                yield from self.play(player)
                self.turn += 1
            if rng.random() < 0.04:
                yield from self.challenge(rng.choice(PLAYERS))
                break
        self.table.hurry = 1.0

    def build_goal(self, setter: str) -> Iterator[Cue]:
        """One cube after another, and sometimes in another order after a second thought."""
        numbers = self._pick("resources", self.rng.choice((1, 3, 3, 5)))
        yield self._hand(f"{setter} builds a Goal")
        self.strings.move(setter, numbers, "goal")
        yield from self.settle()
        if len(numbers) > 1 and self.rng.random() < 0.3:
            letters = [self.table.cube(number).letter for number in numbers]
            self.rng.shuffle(letters)
            yield self._hand(f"{setter} rearranges the Goal")
            self.strings.arrange("".join(letters))
            yield from self.settle()
        self.strings.press(setter, "goal")

    def play(self, player: str) -> Iterator[Cue]:
        """A legal turn: one cube, or a bonus cube to Forbidden and then another."""
        if self.rng.random() < 0.25:
            self.strings.press(player, "bonus")
            first, second = self._pick("resources", 2)
            section = self.rng.choice(SECTIONS)
            yield self._hand(f"{player} takes a bonus")
            if section == "forbidden" and self.rng.random() < 0.5:
                self.strings.put_both(player, (first, second), "forbidden")
            else:
                self.strings.move(player, [first], "forbidden")
                self.strings.move(player, [second], section)
        else:
            yield self._hand(f"{player} moves")
            self.strings.move(player, self._pick("resources", 1), self.rng.choice(SECTIONS))
        if self.rng.random() < 0.8:
            yield from self.settle()  # or else the next player does not wait

    def misbehave(self, player: str) -> Iterator[Cue]:
        """Something that the book forbids, or that cubes simply suffer."""
        kinds: tuple[Callable[[str], None], ...] = (
            self._take_back, self._turn_over, self._nudge, self._swap, self._both_at_once, self._after_the_other,
            self._to_goal,
        )  # fmt: skip
        chosen = self.rng.choice((*kinds, None))
        yield self._hand(f"{player} misbehaves")
        if chosen is not None:
            try:
                chosen(player)
            except NoRoom:
                return
        else:
            (number,) = self._pick(None, 1)
            home = region_of_cube(self.table.plan, self.table.cube(number))
            self.strings.move(player, [number], "off")
            yield from self.settle()
            yield self.pause(500, 3_000)
            self.strings.move(self.rng.choice(PLAYERS), [number], home if home != "goal" else "resources")
        if self.rng.random() < 0.7:
            yield from self.settle()

    def challenge(self, player: str) -> Iterator[Cue]:
        yield from self.settle()
        yield self._hand(f"{player} lifts the block")
        self.strings.lift_block(player)
        yield self.pause(2_500, 5_000)
        self.strings.press(player, self.rng.choice(("now", "impossible")))
        self.strings.return_block()
        yield from self.settle()
        yield self.pause(500, 3_000)

    def fidget(self, player: str) -> Cue:
        """A hand that moves nothing."""
        rng, mat, side = self.rng, self.table.plan, self.strings.side(player)
        points = [(rng.uniform(0, mat.width), rng.uniform(0, mat.height)) for _ in range(3)]
        kind = rng.choice(("hovers", "hovers", "covers", "passes over", "waits at the block", "shades"))
        if kind == "hovers":
            self.table.hover(side, *points[0], rng.uniform(200, 2_500))
        elif kind == "covers":
            self.table.cover(side, *points[0], rng.uniform(400, 3_000))
        elif kind == "passes over":
            self.table.pass_over(side, *points[: rng.randint(1, 3)])
        elif kind == "waits at the block":
            self.strings.wait_at_block(player, lasts=rng.uniform(500, 5_000))
        else:  # only the shadow, or the fingertips, of a hand beside the mat
            self.table.hover(side, *_beside(mat.width, mat.height, side, rng), rng.uniform(400, 2_500))
        return self._hand(f"{player} {kind}")

    def pause(self, least: float, most: float) -> Cue:
        return Cue(self.table.now + self.rng.uniform(least, most), "wait", "")

    def settle(self) -> Iterator[Cue]:
        """Until all hands are home."""
        while self.table.busy:
            yield Cue(self.table.now + 100, "wait", "")

    def lay_out(self) -> None:
        """A position in the middle of a shake."""
        rng = self.rng
        letters = rng.choices(UPPER, k=14) + rng.choices(LOWER, k=14)
        rng.shuffle(letters)
        cuts = {"goal": 3, "required": 3, "permitted": 4, "forbidden": 5, "resources": 13}
        laid, at = {}, 0
        for region, count in cuts.items():
            laid[region], at = "".join(letters[at : at + count]), at + count
        self.strings.lay_out(laid)

    # Things that one does not do

    def _take_back(self, player: str) -> None:
        placed = self._free(*SECTIONS)
        if placed:
            self.strings.move(player, [self.rng.choice(placed).number], "resources")

    def _turn_over(self, player: str) -> None:
        self.strings.turn(player, self._pick(None, 1))

    def _nudge(self, player: str) -> None:
        (number,) = self._pick(None, 1)
        cube, mat = self.table.cube(number), self.table.plan
        area = mat.region(region_of_cube(mat, cube)).area.grown(-mat.cube * 0.75)
        spot = near_spot(self.rng, area, spot_of(cube), self.strings.taken(number), mat.cube)
        if spot:
            self.strings.nudge(player, number, spot)

    def _swap(self, player: str) -> None:
        one, other = (self.table.cube(number) for number in self._pick(None, 2))
        mat, side = self.table.plan, self.strings.side(player)
        if "goal" in (region_of_cube(mat, one), region_of_cube(mat, other)):
            return
        aside = free_spot(self.rng, mat, "resources", self.strings.taken(), angle_from(self.rng, side), 0.0)
        self.strings.put(player, one.number, aside)
        self.strings.put(player, other.number, spot_of(one))
        self.strings.put(player, one.number, spot_of(other))

    def _both_at_once(self, player: str) -> None:
        other = PLAYERS[(PLAYERS.index(player) + self.rng.choice((1, 2))) % 3]
        first, second = self._pick("resources", 2)
        self.strings.move(player, [first], self.rng.choice(SECTIONS))
        self.strings.move(other, [second], self.rng.choice(SECTIONS))

    def _after_the_other(self, player: str) -> None:
        """Out of order, while the other's hand is still in."""
        other = PLAYERS[(PLAYERS.index(player) + self.rng.choice((1, 2))) % 3]
        first, second = self._pick("resources", 2)
        self.strings.move(player, [first], self.rng.choice(SECTIONS))
        late = self.table.now + self.rng.uniform(2_500, 3_500)
        self.strings.move(other, [second], self.rng.choice(SECTIONS), late)

    def _to_goal(self, player: str) -> None:
        self.strings.move(player, self._pick("resources", 1), "goal")

    def _hand(self, words: str) -> Cue:
        return Cue(self.table.now, "hand", words)

    def _in(self, region: str) -> list[Cube]:
        return [cube for cube in self.table.scene.cubes if region_of_cube(self.table.plan, cube) == region]

    def _free(self, *regions: str) -> list[Cube]:
        """Cubes that lie still and that no hand is about to take."""
        busy, mat = self.strings.under_way, self.table.plan
        lying = [cube for cube in self.table.scene.cubes if cube.resting and cube.number not in busy]
        return [cube for cube in lying if not regions or region_of_cube(mat, cube) in regions]

    def _pick(self, region: str | None, count: int) -> list[int]:
        free = self._free(*([region] if region else []))
        return [cube.number for cube in self.rng.sample(free, min(count, len(free)))]


def _beside(width: float, height: float, side: str, rng: Random) -> tuple[float, float]:
    x, y = rng.uniform(40, width - 40), rng.uniform(40, height - 40)
    return {"north": (x, -30.0), "south": (x, height + 30.0), "west": (-30.0, y), "east": (width + 30.0, y)}[side]
