"""The puppet: a table whose strings are verbs. Hands do what they are told, one thing after another, in their own time.

A verb only says what shall happen; `advance` lets it happen. Each side has one hand with its own list of things to do,
so hands of several sides move at once. Verbs may come from any thread. What was done is written down as it happens.
"""

from __future__ import annotations

import itertools
import threading
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from math import cos, dist, hypot
from random import Random

from hardware.mats import mat_named
from hardware.simulated.deeds import Done, Kind
from hardware.simulated.look import Look
from hardware.simulated.motion import Step, between, eased, mark, stay
from hardware.simulated.optics import View
from hardware.simulated.scene import (
    SIDES,
    Block,
    Cube,
    Grip,
    Hand,
    Light,
    Scene,
    Side,
    cube_of,
    region_of_cube,
    rolled,
    turned,
)

_HIGH = 45.0
"""How high a cube is carried, in millimetres."""
_HOVER = 30.0
_SPEED = 0.55
"""Millimetres a hand travels in a millisecond when nobody hurries it."""
_DOWN = 150.0
"""Milliseconds to set a cube down."""
_SLICE = 10.0
"""Milliseconds after which another hand has its turn, so that one does not act on what another has yet to do."""
_SCOOP = 60.0
"""Millimetres around a flat hand from which it takes cubes along."""
_PALM: dict[Side, tuple[float, float]] = {
    "north": (0.0, -24.0),
    "south": (0.0, 24.0),
    "west": (-24.0, 0.0),
    "east": (24.0, 0.0),
}
"""Where a second cube is held while the fingers take or place another, as seen from the fingers."""


class Table:
    """A virtual table: what is on it, and the verbs that move it."""

    def __init__(self, seed: int = 0, mat: str = "tournament", look: Look | None = None, light: Light | None = None,
                 view: View | None = None, hurry: float = 1.0) -> None:  # fmt: skip
        self.rng = Random(seed)
        self.plan = mat_named(mat)
        self.hurry = hurry
        self._lock = threading.RLock()
        self._now = 0.0
        self._todo: dict[Side, deque[Callable[[], list[Step]]]] = {side: deque() for side in SIDES}
        self._doing: dict[Side, deque[Step]] = {side: deque() for side in SIDES}
        self._hands: dict[Side, Hand] = {}
        self._held: dict[Side, dict[int, _Hold]] = {side: {} for side in SIDES}
        self._away: dict[int, Cube] = {}
        self._moment = 0.0
        self._listeners: list[Callable[[Done], None]] = []
        self.people: dict[Side, str] = {}
        """Who sits where, for the record."""
        self.log: list[Done] = []
        """All that was done, in order."""
        self._lit = light or Light()
        self._scene = Scene(
            block=Block(*self.plan.pad.centre),
            light=self._lit,
            view=view or View(),
            look=look or Look(),
            mat=mat,
        )

    @property
    def scene(self) -> Scene:
        """The table as it is now."""
        with self._lock:
            return replace(self._scene, hands=tuple(self._hands[side] for side in SIDES if side in self._hands))

    @property
    def now(self) -> float:
        """Milliseconds since the table was set up."""
        return self._now

    @property
    def busy(self) -> bool:
        """Whether a hand has still something to do."""
        with self._lock:
            return any(self._todo.values()) or any(self._doing.values())

    def advance(self, milliseconds: float) -> Scene:
        """Let time pass, and see what is there then."""
        with self._lock:
            end = self._now + milliseconds
            while self._now < end:
                slice_ = min(_SLICE, end - self._now) if self.busy else end - self._now
                self._now += slice_
                for side in SIDES:
                    self._work(side, slice_)
            self._now = end
            return self.scene

    def listen(self, listener: Callable[[Done], None]) -> None:
        """Be told of everything that is done, within the advance in which it is."""
        self._listeners.append(listener)

    def frames(self, rate: float = 15.0, after: int = 0) -> Iterator[Scene]:
        """The scene at each frame until all hands are done, and `after` more."""
        while self.busy:
            yield self.advance(1000 / rate)
        for _ in range(after):
            yield self.advance(1000 / rate)

    def note(self, done: Done) -> None:
        """Put something on record."""
        with self._lock:
            self.log.append(done)
            for listener in self._listeners:
                listener(done)

    def cube(self, number: int) -> Cube:
        """A cube by its number, from 1."""
        with self._lock:
            for cube in self._scene.cubes:
                if cube.number == number:
                    return cube
        raise KeyError(f"there is no cube {number} on the table; it has {len(self._scene.cubes)}")

    def reach(self, side: Side, *points: tuple[float, float, float]) -> float:
        """Milliseconds that a hand needs from where it is, or from outside, to one point (x, y, z) after another."""
        with self._lock:
            here = self._hands.get(side) or self._outside(side, *points[0][:2])
            way = [(here.x, here.y, here.z), *points]
        return sum(self._travel(*step) for step in itertools.pairwise(way))

    def to_place(self, side: Side, number: int, x: float, y: float) -> float:
        """Milliseconds from telling a hand to place a cube until the cube touches down."""
        here = self.cube(number) if number not in self._away else self._away[number]
        there = self.reach(side, (here.x, here.y, 8), (here.x, here.y, _HIGH), (x, y, _HIGH))
        return there + (80 + 60 + _DOWN) / self.hurry

    # What hands do

    def roll(self, side: Side, letters: str = "", cubes: tuple[Cube, ...] = ()) -> None:
        """Scoop up what lies there and roll all cubes out over the resources.

        Give the letters that shall come up, or the cubes as they shall come to rest, or leave it to chance.
        """
        self._tell(side, partial(self._scooping, side))
        self._tell(side, partial(self._rolling, side, letters, cubes))
        self._tell(side, partial(self._withdrawing, side))

    def roll_one(self, side: Side, cube: Cube) -> None:
        """Roll a single cube, as for the first Goal; it comes to rest as given."""
        self._tell(side, partial(self._rolling_one, side, cube))
        self._tell(side, partial(self._withdrawing, side))

    def put(self, cube: Cube) -> None:
        """Have a cube lie somewhere without a hand; for setting up."""
        with self._lock:
            others = tuple(other for other in self._scene.cubes if other.number != cube.number)
            self._scene = replace(self._scene, cubes=tuple(sorted((*others, cube), key=lambda one: one.number)))

    def lift(self, side: Side, number: int) -> None:
        """Reach for a cube and take it up; the hand keeps it."""
        self._tell(side, partial(self._lifting, side, number))

    def carry(self, side: Side, number: int, x: float, y: float) -> None:
        """Take a cube that is in the hand over a point, without letting go."""
        self._tell(side, partial(self._carrying, side, number, x, y))

    def place(self, side: Side, number: int, x: float, y: float, angle: float | None = None,
              at: float | None = None) -> None:  # fmt: skip
        """Move a cube: take it up if it lies, carry it, set it down (at a moment, if one is given), and withdraw."""
        self._tell(side, partial(self._placing, side, number, x, y, angle, at))
        self._tell(side, partial(self._withdrawing, side))

    def place_both(self, side: Side, *spots: tuple[int, float, float, float]) -> None:
        """Take up several cubes in one go (number, x, y, angle of each), and set them down one after another."""
        for number, *_ in spots:
            self._tell(side, partial(self._lifting, side, number))
        for number, x, y, angle in spots:
            self._tell(side, partial(self._placing, side, number, x, y, angle, None))
        self._tell(side, partial(self._withdrawing, side))

    def slide(self, side: Side, number: int, x: float, y: float) -> None:
        """Push a cube along the mat with a finger, and withdraw."""
        self._tell(side, partial(self._sliding, side, number, x, y))
        self._tell(side, partial(self._withdrawing, side))

    def take_off(self, side: Side, number: int) -> None:
        """Take a cube off the table and keep it; `place` brings it back."""
        self._tell(side, partial(self._taking_off, side, number))

    def turn(self, side: Side, number: int, toward: float = 0.0) -> None:
        """Tip a cube a quarter over, where it lies, and withdraw."""
        self._tell(side, partial(self._tipping, side, number, toward))
        self._tell(side, partial(self._withdrawing, side))

    def hover(self, side: Side, x: float, y: float, milliseconds: float = 1200) -> None:
        """Hold a hand over a point as if to move there, think better of it, and withdraw."""
        self._tell(side, partial(self._staying, side, "hover", x, y, _HOVER, "pinch", milliseconds))
        self._tell(side, partial(self._withdrawing, side))

    def cover(self, side: Side, x: float, y: float, milliseconds: float = 1500) -> None:
        """Lay a flat hand over a point for a while, and withdraw."""
        self._tell(side, partial(self._staying, side, "cover", x, y, 24, "flat", milliseconds))
        self._tell(side, partial(self._withdrawing, side))

    def pass_over(self, side: Side, *points: tuple[float, float]) -> None:
        """Move a hand over the table from point to point, touching nothing, and withdraw."""
        self._tell(side, lambda: [self._reaching(side, x, y, _HIGH) for x, y in points])
        self._tell(side, partial(self._withdrawing, side))

    def lift_block(self, side: Side) -> None:
        """Snatch the challenge block, and keep it off the mat."""
        self._tell(side, partial(self._snatching, side))
        self._tell(side, partial(self._withdrawing, side))

    def return_block(self, side: Side) -> None:
        """Put the challenge block back on its pad."""
        self._tell(side, partial(self._giving_back, side))
        self._tell(side, partial(self._withdrawing, side))

    def wait(self, side: Side, milliseconds: float) -> None:
        """Have a hand pause before what it does next."""
        self._tell(side, lambda: [stay(milliseconds)])

    # What happens to the table

    def bump_mat(self, x: float = 6.0, y: float = 4.0, degrees: float = 1.5) -> None:
        """Push the mat with all that is on it; from the mat, it is the camera that has moved."""
        with self._lock:
            view = self._scene.view
            self._see(replace(view, x=view.x - x, y=view.y - y, roll=view.roll + degrees))

    def bump_camera(self, tilt: float = 0.8, pan: float = -0.6, roll: float = 0.4) -> None:
        """Knock against the camera's arm."""
        with self._lock:
            view = self._scene.view
            self._see(replace(view, tilt=view.tilt + tilt, pan=view.pan + pan, roll=view.roll + roll))

    def lamp(self, on: bool, number: int = 0) -> None:
        """Switch a lamp off, or on again; what is left is the room's light."""
        with self._lock:
            lamps = list(self._scene.light.lamps)
            power = self._lit.lamps[number].power if on else 0.0
            lamps[number] = replace(lamps[number], power=power)
            self._scene = replace(self._scene, light=replace(self._scene.light, lamps=tuple(lamps)))

    # How it is done

    def _tell(self, side: Side, steps: Callable[[], list[Step]]) -> None:
        with self._lock:
            self._todo[side].append(steps)

    def _work(self, side: Side, left: float) -> None:
        doing, todo = self._doing[side], self._todo[side]
        while left > 0 and (doing or todo):
            self._moment = self._now - left
            if not doing:
                doing.extend(todo.popleft()())
                continue
            left = doing[0].spend(left)
            if doing[0].done:
                doing.popleft()

    def _see(self, view: View) -> None:
        self._scene = replace(self._scene, view=view)

    def _hand(self, side: Side) -> Hand:
        """The side's hand; one that is not there yet waits outside."""
        return self._hands.get(side) or self._outside(side)

    def _outside(self, side: Side, x: float | None = None, y: float | None = None) -> Hand:
        mat, off = self.plan, 190.0
        x, y = mat.width / 2 if x is None else x, mat.height / 2 if y is None else y
        spot = {"north": (x, -off), "south": (x, mat.height + off), "west": (-off, y), "east": (mat.width + off, y)}[
            side
        ]
        along = (spot[0] - mat.width / 2 if side in ("north", "south") else spot[1] - mat.height / 2) * 0.6
        return Hand(side, *spot, 60, "pinch", along, SIDES.index(side) + 1)

    def _travel(self, start: tuple[float, float, float], end: tuple[float, float, float]) -> float:
        return max(90.0, dist(start, end) / _SPEED) / self.hurry

    def _reaching(self, side: Side, x: float, y: float, z: float, grip: Grip = "pinch") -> Step:
        """A step that brings the hand to a point, with what is between its fingers."""
        start: list[Hand] = []

        def move(share: float) -> None:
            if not start:
                start.append(replace(self._hands.get(side) or self._outside(side, x, y), grip=grip))
            share = eased(share)
            self._put_hand(side, replace(start[0], x=between(start[0].x, x, share), y=between(start[0].y, y, share),
                                         z=between(start[0].z, z, share)))  # fmt: skip

        def lasts() -> float:
            here = self._hands.get(side) or self._outside(side, x, y)
            return self._travel((here.x, here.y, here.z), (x, y, z))

        return Step(lasts, move)

    def _put_hand(self, side: Side, hand: Hand) -> None:
        """The hand is there now, and so is what it holds."""
        self._hands[side] = hand
        for number, hold in self._held[side].items():
            self._change(number, x=hand.x + hold.x, y=hand.y + hold.y, z=max(0.0, hand.z - 8 + hold.z))

    def _write(self, kind: Kind, side: Side, started: float, cube: Cube | None = None, was: str = "") -> None:
        """Put on record what has just been done."""
        done = Done(kind, started, self._moment, side, self.people.get(side, ""))
        if cube is not None:
            to = "off" if kind in ("remove", "gather") else region_of_cube(self.plan, cube)
            done = replace(done, cube=cube.number, letter=cube.letter, was=was, to=to, x=cube.x, y=cube.y,
                           angle=cube.angle, sides=cube.sides)  # fmt: skip
            if kind == "move" and was == to:
                done = replace(done, kind="relocate")
        elif kind in ("cover", "hover"):
            done = replace(done, x=self._hands[side].x, y=self._hands[side].y)
        self.note(done)

    def _change(self, number: int, **fields: float) -> None:
        cubes = tuple(
            replace(cube, **fields) if cube.number == number else cube  # type: ignore[arg-type]
            for cube in self._scene.cubes
        )
        self._scene = replace(self._scene, cubes=cubes)

    def _scooping(self, side: Side) -> list[Step]:
        """A flat hand goes over all that lies there and takes it along."""
        left = list(self.scene.cubes)
        steps: list[Step] = []
        here = self.plan.area.centre
        while left:
            nearest = min(left, key=lambda cube: (cube.x - here[0]) ** 2 + (cube.y - here[1]) ** 2)
            here = nearest.x, nearest.y
            taken = [cube.number for cube in left if hypot(cube.x - here[0], cube.y - here[1]) < _SCOOP]
            left = [cube for cube in left if cube.number not in taken]
            steps += [self._reaching(side, *here, 22, "flat"), mark(partial(self._scoop, side, taken))]
        return steps

    def _scoop(self, side: Side, numbers: list[int]) -> None:
        for number in numbers:
            cube = self.cube(number)
            self._drop(number)
            self._write("gather", side, self._moment, cube, region_of_cube(self.plan, cube))

    def _rolling(self, side: Side, letters: str, given: tuple[Cube, ...]) -> list[Step]:
        """Cubes leave two hands full of them, tumble, and come to rest."""
        cubes = given or rolled(self.rng, self.plan)
        if letters:
            cubes = tuple(
                cube_of(self.rng, cube.number, letter, cube.x, cube.y, cube.angle)
                for cube, letter in zip(cubes, letters, strict=False)
            )
        x, y = self.plan.region("resources").area.centre
        return [self._reaching(side, x, y, 60, "flat"), *self._tumbling(side, cubes, x, y)]

    def _rolling_one(self, side: Side, cube: Cube) -> list[Step]:
        area = self.plan.region("resources").area
        x = (cube.x + area.centre[0]) / 2
        mine = next((lying for lying in self.scene.cubes if lying.number == cube.number), None)
        fetch = (
            [self._reaching(side, mine.x, mine.y, 8), mark(partial(self._scoop, side, [cube.number]))] if mine else []
        )
        return [*fetch, self._reaching(side, x, area.y0 + 30, 40), *self._tumbling(side, (cube,), x, area.y0 + 30)]

    def _tumbling(self, side: Side, cubes: tuple[Cube, ...], x: float, y: float) -> list[Step]:
        spins = [(self.rng.uniform(-70, 70), self.rng.uniform(0, 360), self.rng.uniform(-500, 500)) for _ in cubes]
        numbers = {cube.number for cube in cubes}
        began: list[float] = []

        def tumble(share: float) -> None:
            left = 1 - share
            others = tuple(cube for cube in self._scene.cubes if cube.number not in numbers)
            now = cubes if share >= 1 else tuple(
                replace(
                    cube,
                    x=cube.x + (x - cube.x) * left**2,
                    y=cube.y + (y - cube.y) * left**2,
                    z=30 * left * abs(cos(6 * share + cube.number)),
                    angle=cube.angle + spin * left**2,
                    lean=lean * left,
                    toward=toward,
                )
                for cube, (lean, toward, spin) in zip(cubes, spins, strict=True)
            )  # fmt: skip
            self._scene = replace(self._scene, cubes=tuple(sorted((*others, *now), key=lambda cube: cube.number)))

        def at_rest() -> None:
            for cube in cubes:
                self._write("roll", side, began[0], cube, "off")

        return [mark(lambda: began.append(self._moment)), Step(900 / self.hurry, tumble), mark(at_rest)]

    def _lifting(self, side: Side, number: int) -> list[Step]:
        cube = self.cube(number)
        return [
            self._reaching(side, cube.x, cube.y, 8),
            stay(80 / self.hurry),
            mark(partial(self._take, side, number)),
            self._reaching(side, cube.x, cube.y, _HIGH),
        ]

    def _take(self, side: Side, number: int) -> None:
        """Close the fingers on a cube, if it is still there; what they held goes up into the palm."""
        hand = self._hands[side]
        cube = next((cube for cube in self._scene.cubes if cube.number == number), None)
        if cube is None or not cube.resting or hypot(cube.x - hand.x, cube.y - hand.y) > 1:
            return
        for held, hold in self._held[side].items():
            self._held[side][held] = replace(hold, x=_PALM[side][0], y=_PALM[side][1], z=18.0)
        was = region_of_cube(self.plan, cube)
        self._held[side][number] = _Hold(self._moment, was)
        self._put_hand(side, hand)

    def _carrying(self, side: Side, number: int, x: float, y: float, angle: float | None = None) -> list[Step]:
        def regrip() -> None:
            if number in self._held[side]:
                self._held[side][number] = replace(self._held[side][number], x=0.0, y=0.0, z=0.0)

        steps = [mark(regrip), self._reaching(side, x, y, _HIGH)]
        if angle is not None:
            steps.append(Step(60 / self.hurry, lambda _: self._turn_in_hand(side, number, angle)))
        return steps

    def _turn_in_hand(self, side: Side, number: int, angle: float) -> None:
        if number in self._held[side]:
            self._change(number, angle=angle)

    def _placing(
        self, side: Side, number: int, x: float, y: float, angle: float | None, at: float | None
    ) -> list[Step]:
        if number in self._away:
            before = self._fetching(side, number, x, y)
        elif number in self._held[side]:
            before = []
        else:
            before = self._lifting(side, number)
        early: list[Step] = []
        if at is not None:
            early.append(Step(lambda: max(0.0, at - _DOWN / self.hurry - self._moment), lambda _: None))
        return [*before, *self._carrying(side, number, x, y, angle), *early, *self._setting_down(side, number)]

    def _fetching(self, side: Side, number: int, x: float, y: float) -> list[Step]:
        """A hand that comes with a cube from outside the table."""

        def appear() -> None:
            hand = self._hands.get(side) or self._outside(side, x, y)
            cube = self._away.pop(number)
            self.put(replace(cube, x=hand.x, y=hand.y, z=hand.z - 8))
            self._held[side][number] = _Hold(self._moment, "off")
            self._put_hand(side, hand)

        return [mark(appear)]

    def _taking_off(self, side: Side, number: int) -> list[Step]:
        cube = self.cube(number)
        home = self._outside(side, cube.x, cube.y)

        def gone() -> None:
            self._hands.pop(side, None)
            hold = self._held[side].pop(number, None)
            if hold is not None:
                self._away[number] = self.cube(number)
                self._drop(number)
                self._write("remove", side, hold.since, self._away[number], hold.was)

        return [*self._lifting(side, number), self._reaching(side, home.x, home.y, 60), mark(gone)]

    def _drop(self, number: int) -> None:
        """A cube is not on the table any more."""
        self._scene = replace(self._scene, cubes=tuple(c for c in self._scene.cubes if c.number != number))

    def _setting_down(self, side: Side, number: int) -> list[Step]:
        def down(share: float) -> None:
            self._put_hand(side, replace(self._hand(side), z=between(_HIGH, 8, eased(share))))

        def let_go() -> None:
            hold = self._held[side].pop(number, None)
            if hold is not None:
                self._change(number, z=0.0)
                self._write("move", side, hold.since, self.cube(number), hold.was)

        def up(share: float) -> None:
            self._put_hand(side, replace(self._hand(side), z=between(8, _HIGH, eased(share))))

        return [Step(_DOWN / self.hurry, down), mark(let_go), stay(60 / self.hurry), Step(90 / self.hurry, up)]

    def _sliding(self, side: Side, number: int, x: float, y: float) -> list[Step]:
        cube = self.cube(number)
        began: list[float] = []

        def push(share: float) -> None:
            here = between(cube.x, x, eased(share)), between(cube.y, y, eased(share))
            self._put_hand(side, replace(self._hand(side), x=here[0], y=here[1]))
            self._change(number, x=here[0], y=here[1])

        def rest() -> None:
            self._write("move", side, began[0], self.cube(number), region_of_cube(self.plan, cube))

        far = hypot(x - cube.x, y - cube.y)
        return [
            self._reaching(side, cube.x, cube.y, 14),
            stay(60 / self.hurry),
            mark(lambda: began.append(self._moment)),
            Step(max(120.0, far / 0.15) / self.hurry, push),
            mark(rest),
            stay(60 / self.hurry),
        ]

    def _tipping(self, side: Side, number: int, toward: float) -> list[Step]:
        cube = self.cube(number)
        began: list[float] = []

        def tip(share: float) -> None:
            if share < 1:
                self._change(number, lean=90 * share, toward=toward)
            else:
                after = turned(cube, toward)
                self.put(replace(after, x=self.cube(number).x, y=self.cube(number).y))

        def tipped() -> None:
            self._write("turn", side, began[0], self.cube(number), region_of_cube(self.plan, cube))

        return [
            self._reaching(side, cube.x, cube.y, 10),
            mark(lambda: began.append(self._moment)),
            Step(350 / self.hurry, tip),
            mark(tipped),
            stay(80 / self.hurry),
        ]

    def _staying(
        self, side: Side, kind: Kind, x: float, y: float, z: float, grip: Grip, milliseconds: float
    ) -> list[Step]:
        began: list[float] = []
        return [
            self._reaching(side, x, y, z, grip),
            mark(lambda: began.append(self._moment)),
            stay(milliseconds),
            mark(lambda: self._write(kind, side, began[0])),
        ]

    def _snatching(self, side: Side) -> list[Step]:
        x, y = self.plan.pad.centre

        def away(_: float) -> None:
            self._scene = replace(self._scene, block=None)

        def follow(share: float) -> None:
            self._scene = replace(self._scene, block=Block(x, y, 40 * eased(share)))
            self._put_hand(side, replace(self._hand(side), z=24 + 40 * eased(share)))

        def off() -> None:
            self._scene = replace(self._scene, block=Block(x, y, 0.5))
            self._write("lift", side, self._moment)

        return [self._reaching(side, x, y, 24), mark(off), Step(160 / self.hurry, follow), Step(1, away)]

    def _giving_back(self, side: Side) -> list[Step]:
        x, y = self.plan.pad.centre

        def back(share: float) -> None:
            self._scene = replace(self._scene, block=Block(x, y, 0.0 if share >= 1 else 40 * (1 - share)))

        return [
            self._reaching(side, x, y, 50),
            Step(140 / self.hurry, back),
            mark(lambda: self._write("return", side, self._moment)),
        ]

    def _withdrawing(self, side: Side) -> list[Step]:
        """Go home, unless there is more to do at once."""
        if self._todo[side] or side not in self._hands:
            return []
        here = self._hands[side]
        home = self._outside(side, here.x, here.y)
        return [
            self._reaching(side, home.x, home.y, 60, here.grip),
            mark(lambda: self._hands.pop(side, None)),
        ]


@dataclass(frozen=True, slots=True)
class _Hold:
    """A cube in a hand: since when, from which region, and where it is as seen from the fingers."""

    since: float
    was: str
    x: float = 0.0
    y: float = 0.0
    z: float = 0.0
