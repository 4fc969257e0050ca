"""The puppet: a table whose strings are verbs. Hands do what they are told, one thing after another, in their own time.

A verb only says what shall happen; `advance` lets it happen. Each side has one hand with its own list of things to do,
so hands of several sides move at once. Verbs may come from any thread.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from math import cos, hypot
from random import Random

from hardware.mats import mat_named
from hardware.simulated.look import Look
from hardware.simulated.motion import Step, between, eased, stay
from hardware.simulated.optics import View
from hardware.simulated.scene import SIDES, Block, Cube, Grip, Hand, Light, Scene, Side, cube_of, rolled, turned

_HIGH = 45.0
"""How high a cube is carried, in millimetres."""
_HOVER = 30.0
_SPEED = 0.55
"""Millimetres a hand travels in a millisecond when nobody hurries it."""


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
            self._now += milliseconds
            for side in SIDES:
                self._work(side, milliseconds)
            return self.scene

    def frames(self, rate: float = 15.0, after: int = 0) -> Iterator[Scene]:
        """The scene at each frame until all hands are done, and `after` more."""
        while self.busy:
            yield self.advance(1000 / rate)
        for _ in range(after):
            yield self.advance(1000 / rate)

    def cube(self, number: int) -> Cube:
        """A cube by its number, from 1."""
        with self._lock:
            for cube in self._scene.cubes:
                if cube.number == number:
                    return cube
        raise KeyError(f"there is no cube {number} on the table; it has {len(self._scene.cubes)}")

    # What hands do

    def roll(self, side: Side, letters: str = "") -> None:
        """Roll all cubes out over the resources; give the letters that shall come up, or leave it to chance."""
        self._tell(side, partial(self._rolling, side, letters))
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

    def place(self, side: Side, number: int, x: float, y: float, angle: float | None = None) -> None:
        """Move a cube: take it up if it lies, carry it, set it down, and withdraw."""

        def steps() -> list[Step]:
            before = self._lifting(side, number) if self.cube(number).resting else []
            return [*before, *self._carrying(side, number, x, y, angle), *self._setting_down(side, number)]

        self._tell(side, steps)
        self._tell(side, partial(self._withdrawing, side))

    def turn(self, side: Side, number: int, toward: float = 0.0) -> None:
        """Tip a cube a quarter over, where it lies, and withdraw."""
        self._tell(side, partial(self._tipping, side, number, toward))
        self._tell(side, partial(self._withdrawing, side))

    def hover(self, side: Side, x: float, y: float, milliseconds: float = 1200) -> None:
        """Hold a hand over a point as if to move there, think better of it, and withdraw."""
        self._tell(side, lambda: [self._reaching(side, x, y, _HOVER), stay(milliseconds)])
        self._tell(side, partial(self._withdrawing, side))

    def cover(self, side: Side, x: float, y: float, milliseconds: float = 1500) -> None:
        """Lay a flat hand over a point for a while, and withdraw."""
        self._tell(side, lambda: [self._reaching(side, x, y, 24, "flat"), stay(milliseconds)])
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

    def _reaching(self, side: Side, x: float, y: float, z: float, grip: Grip = "pinch", cube: int = 0) -> Step:
        """A step that brings the hand to a point, with a cube between its fingers if one is named."""
        start: list[Hand] = []

        def move(share: float) -> None:
            if not start:
                start.append(replace(self._hands.get(side) or self._outside(side, x, y), grip=grip))
            share = eased(share)
            hand = replace(start[0], x=between(start[0].x, x, share), y=between(start[0].y, y, share),
                           z=between(start[0].z, z, share))  # fmt: skip
            self._hands[side] = hand
            if cube:
                self._change(cube, x=hand.x, y=hand.y, z=max(0.0, hand.z - 8))

        def lasts() -> float:
            here = self._hands.get(side) or self._outside(side, x, y)
            far = hypot(here.x - x, here.y - y, here.z - z)
            return max(90.0, far / _SPEED) / self.hurry

        return Step(lasts, move)

    def _change(self, number: int, **fields: float) -> None:
        cubes = tuple(
            replace(cube, **fields) if cube.number == number else cube  # type: ignore[arg-type]
            for cube in self._scene.cubes
        )
        self._scene = replace(self._scene, cubes=cubes)

    def _rolling(self, side: Side, letters: str) -> list[Step]:
        """Cubes leave two hands full of them, tumble, and come to rest."""
        cubes = rolled(self.rng, self.plan)
        if letters:
            cubes = tuple(
                cube_of(self.rng, cube.number, letter, cube.x, cube.y, cube.angle)
                for cube, letter in zip(cubes, letters, strict=False)
            )
        area = self.plan.region("resources").area
        x, y = area.centre
        spins = [(self.rng.uniform(-70, 70), self.rng.uniform(0, 360), self.rng.uniform(-500, 500)) for _ in cubes]

        def tumble(share: float) -> None:
            left = 1 - share
            self._scene = replace(self._scene, cubes=cubes if share >= 1 else tuple(
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
            ))  # fmt: skip

        return [self._reaching(side, x, y, 60, "flat"), Step(900 / self.hurry, tumble)]

    def _lifting(self, side: Side, number: int) -> list[Step]:
        cube = self.cube(number)
        return [
            self._reaching(side, cube.x, cube.y, 8),
            stay(80 / self.hurry),
            self._reaching(side, cube.x, cube.y, _HIGH, cube=number),
        ]

    def _carrying(self, side: Side, number: int, x: float, y: float, angle: float | None = None) -> list[Step]:
        steps = [self._reaching(side, x, y, _HIGH, cube=number)]
        if angle is not None:
            steps.append(Step(60, lambda _: self._change(number, angle=angle)))
        return steps

    def _setting_down(self, side: Side, number: int) -> list[Step]:
        def down(share: float) -> None:
            hand, z = self._hand(side), between(_HIGH, 8, eased(share))
            self._hands[side] = replace(hand, z=z)
            self._change(number, z=0.0 if share >= 1 else max(0.0, z - 8))

        return [Step(150 / self.hurry, down), stay(60 / self.hurry)]

    def _tipping(self, side: Side, number: int, toward: float) -> list[Step]:
        cube = self.cube(number)

        def tip(share: float) -> None:
            if share < 1:
                self._change(number, lean=90 * share, toward=toward)
            else:
                after = turned(cube, toward)
                self.put(replace(after, x=self.cube(number).x, y=self.cube(number).y))

        return [self._reaching(side, cube.x, cube.y, 10), Step(350 / self.hurry, tip), stay(80 / self.hurry)]

    def _snatching(self, side: Side) -> list[Step]:
        x, y = self.plan.pad.centre

        def away(_: float) -> None:
            self._scene = replace(self._scene, block=None)

        def follow(share: float) -> None:
            self._scene = replace(self._scene, block=Block(x, y, 40 * eased(share)))
            self._hands[side] = replace(self._hand(side), z=24 + 40 * eased(share))

        return [self._reaching(side, x, y, 24), Step(160 / self.hurry, follow), Step(1, away)]

    def _giving_back(self, side: Side) -> list[Step]:
        x, y = self.plan.pad.centre

        def back(share: float) -> None:
            self._scene = replace(self._scene, block=Block(x, y, 0.0 if share >= 1 else 40 * (1 - share)))

        return [self._reaching(side, x, y, 50), Step(140 / self.hurry, back)]

    def _withdrawing(self, side: Side) -> list[Step]:
        """Go home, unless there is more to do at once."""
        if self._todo[side] or side not in self._hands:
            return []
        here = self._hands[side]
        home = self._outside(side, here.x, here.y)

        def gone(_: float) -> None:
            self._hands.pop(side, None)

        return [
            self._reaching(side, home.x, home.y, 60, here.grip),
            Step(1, gone),
        ]
