"""Bodies at the seats: players who reach in from their side, take, place, turn, cover, lift and press.

Each thing is told with the moment at which it is to be done (a cube touches down, the block leaves its pad); the hand
sets out as much earlier as it needs. `LEAD_MS` is enough notice. Told too late, it is done as soon as can be.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping, Sequence
from math import dist
from random import Random
from statistics import fmean

from hardware.parts import Button
from hardware.simulated.bench import Bench
from hardware.simulated.deeds import Done
from hardware.simulated.gestures import CARRY_MM, HOVER_MM, SET_DOWN_MS, TIP_MS, TUMBLE_MS, TWIST_MS
from hardware.simulated.scene import SIDES, Cube, Side, cube_of, region_of_cube, turned
from table.simulation.goal_row import GoalRow
from table.simulation.spots import NoRoom, PlacingSpot, angle_from, free_spot, spot_of

LEAD_MS = 7_000.0
"""Milliseconds of notice with which any single thing is done in time."""
PACE_MS = 2_500.0
"""Milliseconds that suffice for one more cube in the same hand."""
FINGERS_MM, BROAD_MM = 124.0, 60.0
"""Millimetres from the palm of a flat hand to its fingertips, and from its middle to where it surely ends."""
_AHEAD: dict[Side, tuple[int, int]] = {"north": (0, 1), "south": (0, -1), "west": (1, 0), "east": (-1, 0)}
"""Which way the fingers of a hand point that comes from a side."""
_HOME_MS = 1_300.0
"""Milliseconds after which a hand has surely withdrawn."""
_CUBE_WAIT_MS = 4_000.0
"""Milliseconds that a hand waits for a cube that another hand has."""


class CannotDo(ValueError):  # noqa: N818  (it is said as a body would)
    """A body cannot do this: the words say why."""


class Bodies:
    """The strings of one table: `seats` says who sits where; seats are counted in that order."""

    def __init__(self, bench: Bench, seats: Mapping[str, Side], rng: Random | None = None) -> None:
        self.bench, self.table = bench, bench.table
        self.seats = dict(seats)
        self.rng = rng or Random(0)
        self.table.people.update({side: player for player, side in seats.items()})
        self._going: list[tuple[int, int, PlacingSpot]] = []  # act, cube, where it will lie
        self._claims: dict[int, int] = {}
        self._acts = itertools.count(1)
        self._last: dict[Side, float] = dict.fromkeys(SIDES, float("-inf"))
        self._row: GoalRow | None = None
        self._builder: Side = "south"
        self._holder: Side | None = None
        self.table.listen(self._was_done)

    def side(self, player: str | None) -> Side:
        """Where a player sits; somebody whom nobody knows comes from where nobody sits."""
        if player is not None:
            return self.seats[player]
        return next((side for side in SIDES if side not in self.seats.values()), "south")

    # Cubes

    def move(self, player: str | None, numbers: Sequence[int], region: str, at: float | None = None) -> None:
        """Move cubes to a region (`off` is off the table), one after another; the last touches down at the moment."""
        side = self.side(player)
        if region == "off":
            for number, when in self._paced(numbers, at):
                self._take_off(side, number, when)
            return
        self._put_all(side, [(number, self.spot(side, number, region)) for number in numbers], at)

    def put(self, player: str | None, number: int, spot: PlacingSpot, at: float | None = None) -> None:
        """Put a cube on a spot of one's own choice."""
        self._put(self.side(player), number, spot, at)

    def put_both(self, player: str | None, numbers: Sequence[int], region: str) -> None:
        """Take up several cubes in one go and set them down one after another."""
        side, act = self.side(player), next(self._acts)
        spots = []
        for number in numbers:
            self._lies(number)
            spot = self.spot(side, number, region)
            self._going.append((act, number, spot))
            spots.append((number, *spot))
        self._pull(side, act, numbers, self.table.now, lambda: self.table.place_both(side, *spots))

    def arrange(self, letters: str, at: float | None = None) -> bool:
        """Rebuild the Goal so that it reads like this; whether that was needed and could be done."""
        lying = [cube for cube in self.table.scene.cubes if region_of_cube(self.table.plan, cube) == "goal"]
        now = self._row.numbers if self._row else []
        lying.sort(key=lambda cube: now.index(cube.number) if cube.number in now else 99)
        chosen: list[int] = []
        for letter in letters:
            found = [cube.number for cube in lying if cube.letter == letter and cube.number not in chosen]
            if not found:
                return False
            chosen.append(found[0])
        if chosen == now or len(chosen) != len(lying):
            return False
        taken = self.taken()
        for _ in range(60):
            row = GoalRow(self.rng, self.table.plan, self._builder, len(chosen))
            try:
                spots = [row.add(number, taken) for number in chosen]
            except NoRoom:
                continue
            self._row = row
            self._put_all(self._builder, list(zip(chosen, spots, strict=True)), at)
            return True
        return False

    def turn(self, player: str | None, numbers: Sequence[int], letter: str = "", at: float | None = None) -> None:
        """Tip cubes over where they lie, until they show the letter; or any other."""
        for number, when in self._paced(numbers, at):
            self._turn(self.side(player), number, letter, when)

    def nudge(self, player: str | None, number: int, spot: PlacingSpot) -> None:
        """Push a cube a little along the mat."""
        side, act = self.side(player), next(self._acts)
        self._going.append((act, number, spot))
        pull = lambda: self.table.slide(side, number, spot.x, spot.y)  # noqa: E731
        self._pull(side, act, [number], self.table.now, pull)

    def roll(self, player: str | None, letters: str = "", at: float | None = None) -> None:
        """Take up all cubes and roll them; at the moment they lie still."""
        side = self.side(player)
        self._row = None
        lead = self.table.to_roll(side)
        self.table.later(self._start(side, at, lead), lambda: self.table.roll(side, letters))

    def roll_one(self, player: str, letter: str, at: float | None = None) -> None:
        """Roll one cube, each player the same one, as for the first Goal."""
        side, seat = self.side(player), list(self.seats).index(player)
        area = self.table.plan.region("resources").area
        x = area.x0 + area.width * (seat + 1) / (len(self.seats) + 1) + self.rng.uniform(-25, 25)
        y = area.centre[1] + self.rng.uniform(-20, 40)
        cube = cube_of(self.rng, seat + 1, letter, x, y, self.rng.uniform(0, 360))
        mine = next((lying for lying in self.table.scene.cubes if lying.number == cube.number), None)
        fetch = ((mine.x, mine.y, 8.0),) if mine else ()
        lead = (
            self.table.reach(side, *fetch, ((x + area.centre[0]) / 2, area.y0 + 30, 40)) + TUMBLE_MS / self.table.hurry
        )
        self.table.later(self._start(side, at, lead), lambda: self.table.roll_one(side, cube))

    def lay_out(self, regions: Mapping[str, str]) -> None:
        """A judge lays the cubes out as they are said to lie: without hands, and at once."""
        now = self.table.now
        for cube in self.table.scene.cubes:
            self.table.note(Done("gather", now, now, cube=cube.number, letter=cube.letter, to="off"))
        self.table.clear()
        self._row, number = None, 0
        for region, letters in regions.items():
            for letter in letters:
                number += 1
                spot = self.spot("south", number, region)
                cube = cube_of(self.rng, number, letter, *spot)
                self.table.put(cube)
                self.table.note(Done("roll", now, now, None, "", number, letter, "off", region, *spot, cube.sides))

    # Hands

    def cover(self, player: str | None, numbers: Sequence[int], at: float | None = None, lasts: float = 1500) -> None:
        """Lay a hand over cubes: amid them if they lie together, or else over the one nearest to the mat's middle.

        Of those, rather one where its fingers do not lie over the challenge block: that would be another matter.
        """
        side = self.side(player)
        cubes = [self._lies(number) for number in numbers]
        x, y = fmean(cube.x for cube in cubes), fmean(cube.y for cube in cubes)
        if any(abs(cube.x - x) > 45 or abs(cube.y - y) > 45 for cube in cubes):
            across, down = self.table.plan.area.centre
            nearest = sorted(((cube.x, cube.y) for cube in cubes), key=lambda at: dist(at, (across, down)))
            x, y = next((at for at in nearest if not self._over_block(side, at)), nearest[0])
        begin = self._start(side, at, self.table.reach(side, (x, y, 24)), lasts)
        self.table.later(begin, lambda: self.table.cover(side, x, y, lasts))

    def _over_block(self, side: Side, palm: tuple[float, float]) -> bool:
        """Whether a flat hand that comes from a side has its palm or its fingers over the challenge block."""
        pad, (to_x, to_y) = self.table.plan.pad, _AHEAD[side]
        along = [(palm[0] + far * to_x, palm[1] + far * to_y) for far in (0, FINGERS_MM / 2, FINGERS_MM)]
        return any(dist(point, pad.centre) < pad.radius + BROAD_MM for point in along)

    def wait_at_block(self, player: str | None, at: float | None = None, lasts: float = 4000) -> None:
        """Keep a hand at the block."""
        side, (x, y) = self.side(player), self.table.plan.pad.centre
        begin = self._start(side, at, self.table.reach(side, (x, y, HOVER_MM)), lasts)
        self.table.later(begin, lambda: self.table.hover(side, x, y, lasts))

    def lift_block(self, player: str | None, at: float | None = None) -> None:
        side = self._holder = self.side(player)
        begin = self._start(side, at, self.table.reach(side, (*self.table.plan.pad.centre, 24)))
        self.table.later(begin, lambda: self.table.lift_block(side, at))

    def return_block(self, at: float | None = None) -> None:
        """Whoever has the block puts it back."""
        side = self._holder or self.side(None)
        lead = self.table.reach(side, (*self.table.plan.pad.centre, 50)) + 140 / self.table.hurry
        self.table.later(self._start(side, at, lead), lambda: self.table.return_block(side, at))

    def press(self, player: str, button: Button, long: bool = False) -> None:
        """Press a button of one's seat, now."""
        self.bench.press(list(self.seats).index(player), button, long, player)

    # How it is done

    def spot(self, side: Side, number: int, region: str) -> PlacingSpot:
        """A free spot for a cube; in the Goal at the end of the row."""
        taken = self.taken(number)
        if self._row:
            self._row.drop(number)
            if not self._row.numbers:
                self._row = None
        if region != "goal":
            return free_spot(self.rng, self.table.plan, region, taken, angle_from(self.rng, side))
        if self._row is None:
            self._row, self._builder = GoalRow(self.rng, self.table.plan, side), side
        try:
            return self._row.add(number, taken)
        except NoRoom:
            return free_spot(self.rng, self.table.plan, region, taken, angle_from(self.rng, side))

    def taken(self, but: int = 0) -> list[PlacingSpot]:
        """Where cubes lie or will lie, without this one."""
        lying = [spot_of(cube) for cube in self.table.scene.cubes if cube.z < CARRY_MM / 2 and cube.number != but]
        return lying + [spot for _, number, spot in self._going if number != but]

    @property
    def under_way(self) -> set[int]:
        """Cubes that a hand has or is about to take."""
        return {number for _, number, _ in self._going} | set(self._claims)

    def _put_all(self, side: Side, puts: Sequence[tuple[int, PlacingSpot]], at: float | None) -> None:
        """One cube after another by one hand, without haste; the last one at the moment."""
        moments: list[float | None] = [at]
        for (_, before), (number, spot) in reversed(list(itertools.pairwise(puts))):
            here = self._where(number) or Cube(number, "", *spot)
            needs = self.table.to_place_next(before[:2], here, spot.x, spot.y) + 50
            moments.insert(0, None if moments[0] is None else moments[0] - needs)
        for (number, spot), when in zip(puts, moments, strict=True):
            self._put(side, number, spot, when)

    def _where(self, number: int) -> Cube | None:
        """Where a cube will be when it is next taken; nowhere if somebody has it off the table."""
        going = [Cube(number, "", *spot) for _, cube, spot in self._going if cube == number]
        return going[-1] if going else None if self.table.is_away(number) else self._lies(number)

    def _put(self, side: Side, number: int, spot: PlacingSpot, at: float | None) -> None:
        act, here = next(self._acts), self._where(number)
        self._going.append((act, number, spot))
        if here is None:
            lead = self.table.reach(side, (spot.x, spot.y, CARRY_MM)) + (TWIST_MS + SET_DOWN_MS) / self.table.hurry
        else:
            lead = self.table.to_place(side, here, spot.x, spot.y)
        begin = self._start(side, at, lead)
        self._pull(side, act, [number], begin, lambda: self.table.place(side, number, *spot, at))

    def _turn(self, side: Side, number: int, letter: str, at: float | None) -> None:
        act, cube = next(self._acts), self._lies(number)
        ways = self.rng.sample((0, 90, 180, 270), 4)
        once = [way for way in ways if not letter or turned(cube, way).letter == letter]
        twice = [way for way in ways if turned(turned(cube, way), 0).letter == letter]
        if not once and not twice:
            raise CannotDo(f"cube {number} has no {letter} on it")
        tips = TIP_MS if once else 2 * TIP_MS + 170  # the fingers take hold anew
        lead = self.table.reach(side, (cube.x, cube.y, 10)) + tips / self.table.hurry

        def pull() -> None:
            if not once:  # the letter is below
                self.table.turn(side, number, twice[0])
            self.table.turn(side, number, once[0] if once else 0, at)

        self._pull(side, act, [number], self._start(side, at, lead), pull)

    def _take_off(self, side: Side, number: int, at: float | None) -> None:
        act, cube = next(self._acts), self._lies(number)
        if self._row:
            self._row.drop(number)
        begin = self._start(side, at, self.table.to_take_off(side, cube) - 20)
        self._pull(side, act, [number], begin, lambda: self.table.take_off(side, number))

    def _paced(self, numbers: Sequence[int], at: float | None) -> list[tuple[int, float | None]]:
        """Cubes with moments far enough apart, the last one's as given."""
        pace = PACE_MS / self.table.hurry
        return [(n, None if at is None else at - pace * (len(numbers) - 1 - i)) for i, n in enumerate(numbers)]

    def _start(self, side: Side, at: float | None, lead: float, lasts: float = 0.0) -> float:
        """When a hand must set out. One that would still be on its way home stays, to be in time."""
        now = self.table.now
        begin = now if at is None else at - lead - 20
        last = self._last[side]
        if last > begin - _HOME_MS:
            begin = min(begin, last - 20)
        begin = max(now, begin)
        self._last[side] = max(last, (begin + lead if at is None else at) + lasts)
        return begin

    def _pull(self, side: Side, act: int, numbers: Sequence[int], begin: float, pull: Callable[[], None]) -> None:
        """Tell the hand when it is time and no other hand has the cubes."""

        def when_free() -> None:
            others = [number for number in numbers if self._claims.get(number, act) != act]
            if others and self.table.now < begin + _CUBE_WAIT_MS:
                self.table.later(self.table.now + 40, when_free)
                return
            self._claims.update(dict.fromkeys(numbers, act))
            pull()

        self.table.later(begin, when_free)

    def _was_done(self, done: Done) -> None:
        """A cube is down: it is nobody's any more."""
        if done.cube:
            act = self._claims.pop(done.cube, None)
            self._going = [go for go in self._going if go[1] != done.cube or (act is not None and go[0] != act)]
        if done.kind == "gather" and self._row:
            self._row.drop(done.cube)

    def _lies(self, number: int) -> Cube:
        for cube in self.table.scene.cubes:
            if cube.number == number:
                return cube
        raise CannotDo(f"cube {number} is not on the table")
