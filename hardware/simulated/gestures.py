"""How hands do things: each gesture as steps that move the hand, what it holds, and what it touches.

What was done is put on record at the moment when it is done.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from math import cos, dist, hypot
from random import Random

from hardware.mats import mat_named
from hardware.simulated.deeds import Done, Kind
from hardware.simulated.look import TableLook
from hardware.simulated.motion import MotionStep, between, eased, mark, stay
from hardware.simulated.optics import CameraView
from hardware.simulated.scene import (
    SIDES,
    Cube,
    Grip,
    Hand,
    Scene,
    SceneBlock,
    SceneLight,
    Side,
    cube_of,
    region_of_cube,
    rolled,
    turned,
)

CARRY_MM = 45.0
"""How high a cube is carried, in millimetres."""
HOVER_MM = 30.0
GRASP_MS = 80.0
"""Milliseconds to close the fingers on a cube."""
TWIST_MS = 60.0
"""Milliseconds to turn it upright in the hand."""
SET_DOWN_MS = 150.0
"""Milliseconds to set it down."""
LINGER_MS = 60.0
"""Milliseconds that the fingers stay on it."""
TUMBLE_MS = 900.0
"""Milliseconds that rolled cubes tumble."""
TIP_MS = 350.0
"""Milliseconds to tip a cube over."""
_SPEED_MM_PER_MS = 0.55
"""Millimetres a hand travels in a millisecond when nobody hurries it."""
_SCOOP_MM = 60.0
"""Millimetres around a flat hand from which it takes cubes along."""
_PALM: dict[Side, tuple[float, float]] = {"north": (0, -24), "south": (0, 24), "west": (-24, 0), "east": (24, 0)}
"""Where a second cube is held while the fingers take or place another, as seen from the fingers."""


@dataclass(frozen=True, slots=True)
class HeldCube:
    """A cube in a hand: since when, from which region, and where it is as seen from the fingers."""

    since: float
    was: str
    x: float = 0.0
    y: float = 0.0
    z: float = 0.0


class Gestures:
    """What is on the table, the hands over it, and what they can do."""

    def __init__(self, seed: int, mat: str, look: TableLook | None, light: SceneLight | None, view: CameraView | None,
                 hurry: float) -> None:  # fmt: skip
        self.rng = Random(seed)
        self.plan = mat_named(mat)
        self.hurry = hurry
        """How much faster than at their leisure people move."""
        self.people: dict[Side, str] = {}
        """Who sits where, for the record."""
        self.log: list[Done] = []
        """All that was done, in order."""
        self._lock = threading.RLock()
        self._moment = 0.0
        self._hands: dict[Side, Hand] = {}
        self._held: dict[Side, dict[int, HeldCube]] = {side: {} for side in SIDES}
        self._away: dict[int, Cube] = {}
        self._listeners: list[Callable[[Done], None]] = []
        self._lit, self._look = light or SceneLight(), look or TableLook()
        self._scene = Scene(
            block=SceneBlock(*self.plan.pad.centre),
            light=self._lit,
            view=view or CameraView(),
            look=self._look,
            mat=mat,
        )

    @property
    def scene(self) -> Scene:
        """The table as it is now."""
        with self._lock:
            return replace(self._scene, hands=tuple(self._hands[side] for side in SIDES if side in self._hands))

    def cube(self, number: int) -> Cube:
        """A cube by its number, from 1."""
        with self._lock:
            for cube in self._scene.cubes:
                if cube.number == number:
                    return cube
        raise KeyError(f"there is no cube {number} on the table; it has {len(self._scene.cubes)}")

    def put(self, cube: Cube) -> None:
        """Have a cube lie somewhere without a hand; for setting up."""
        with self._lock:
            others = tuple(other for other in self._scene.cubes if other.number != cube.number)
            self._scene = replace(self._scene, cubes=tuple(sorted((*others, cube), key=lambda one: one.number)))

    def listen(self, listener: Callable[[Done], None]) -> None:
        """Be told of everything that is done, within the advance in which it is."""
        self._listeners.append(listener)

    def note(self, done: Done) -> None:
        """Put something on record."""
        with self._lock:
            self.log.append(done)
            for listener in self._listeners:
                listener(done)

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
        return max(90.0, dist(start, end) / _SPEED_MM_PER_MS) / self.hurry

    def _reaching(self, side: Side, x: float, y: float, z: float, grip: Grip = "pinch") -> MotionStep:
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

        return MotionStep(lasts, move)

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

    def _scoops(self) -> list[tuple[Cube, list[int]]]:
        """Where a flat hand goes to take up all that lies there, and what it takes along at each place."""
        left = list(self._scene.cubes)
        found: list[tuple[Cube, list[int]]] = []
        here = self.plan.area.centre
        while left:
            nearest = min(left, key=lambda cube: (cube.x - here[0]) ** 2 + (cube.y - here[1]) ** 2)
            here = nearest.x, nearest.y
            taken = [cube.number for cube in left if hypot(cube.x - here[0], cube.y - here[1]) < _SCOOP_MM]
            left = [cube for cube in left if cube.number not in taken]
            found.append((nearest, taken))
        return found

    def _scooping(self, side: Side) -> list[MotionStep]:
        steps: list[MotionStep] = []
        for at, taken in self._scoops():
            steps += [self._reaching(side, at.x, at.y, 22, "flat"), mark(partial(self._scoop, side, taken))]
        return steps

    def _scoop(self, side: Side, numbers: list[int]) -> None:
        for cube in [cube for cube in self._scene.cubes if cube.number in numbers and cube.resting]:
            self._drop(cube.number)
            self._write("gather", side, self._moment, cube, region_of_cube(self.plan, cube))

    def _rolling(self, side: Side, letters: str, given: tuple[Cube, ...]) -> list[MotionStep]:
        """Cubes leave two hands full of them, tumble, and come to rest."""
        cubes = given or rolled(self.rng, self.plan)
        if letters:
            cubes = tuple(
                cube_of(self.rng, cube.number, letter, cube.x, cube.y, cube.angle)
                for cube, letter in zip(cubes, letters, strict=False)
            )
        x, y = self.plan.region("resources").area.centre
        return [self._reaching(side, x, y, 60, "flat"), *self._tumbling(side, cubes, x, y)]

    def _rolling_one(self, side: Side, cube: Cube) -> list[MotionStep]:
        area = self.plan.region("resources").area
        x = (cube.x + area.centre[0]) / 2
        mine = next((lying for lying in self.scene.cubes if lying.number == cube.number), None)
        fetch = (
            [self._reaching(side, mine.x, mine.y, 8), mark(partial(self._scoop, side, [cube.number]))] if mine else []
        )
        return [*fetch, self._reaching(side, x, area.y0 + 30, 40), *self._tumbling(side, (cube,), x, area.y0 + 30)]

    def _tumbling(self, side: Side, cubes: tuple[Cube, ...], x: float, y: float) -> list[MotionStep]:
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

        return [mark(lambda: began.append(self._moment)), MotionStep(TUMBLE_MS / self.hurry, tumble), mark(at_rest)]

    def _lifting(self, side: Side, number: int) -> list[MotionStep]:
        cube = self.cube(number)
        return [
            mark(partial(self._stow, side)),
            self._reaching(side, cube.x, cube.y, 8),
            stay(GRASP_MS / self.hurry),
            mark(partial(self._take, side, number)),
            self._reaching(side, cube.x, cube.y, CARRY_MM),
        ]

    def _take(self, side: Side, number: int) -> None:
        """Close the fingers on a cube, if it is still there."""
        hand = self._hands[side]
        cube = next((cube for cube in self._scene.cubes if cube.number == number), None)
        if cube is None or not cube.resting or hypot(cube.x - hand.x, cube.y - hand.y) > 1:
            return
        was = region_of_cube(self.plan, cube)
        self._held[side][number] = HeldCube(self._moment, was)
        self._put_hand(side, hand)

    def _stow(self, side: Side, but: int = 0) -> None:
        """What the fingers hold goes up into the palm, to have them free for another cube."""
        for number, hold in self._held[side].items():
            if number != but:
                self._held[side][number] = replace(hold, x=_PALM[side][0], y=_PALM[side][1], z=18.0)

    def _carrying(self, side: Side, number: int, x: float, y: float, angle: float | None = None) -> list[MotionStep]:
        def regrip() -> None:
            self._stow(side, but=number)
            if number in self._held[side]:
                self._held[side][number] = replace(self._held[side][number], x=0.0, y=0.0, z=0.0)

        steps = [mark(regrip), self._reaching(side, x, y, CARRY_MM)]
        if angle is not None:
            steps.append(MotionStep(TWIST_MS / self.hurry, lambda _: self._turn_in_hand(side, number, angle)))
        return steps

    def _turn_in_hand(self, side: Side, number: int, angle: float) -> None:
        if number in self._held[side]:
            self._change(number, angle=angle)

    def _placing(
        self, side: Side, number: int, x: float, y: float, angle: float | None, at: float | None
    ) -> list[MotionStep]:
        if number in self._away:
            before = self._fetching(side, number, x, y)
        elif number in self._held[side]:
            before = []
        else:
            before = self._lifting(side, number)
        over = self._carrying(side, number, x, y, angle)
        return [*before, *over, *self._until(at, SET_DOWN_MS), *self._setting_down(side, number)]

    def _fetching(self, side: Side, number: int, x: float, y: float) -> list[MotionStep]:
        """A hand that comes with a cube from outside the table."""

        def appear() -> None:
            hand = self._hands.get(side) or self._outside(side, x, y)
            cube = self._away.pop(number)
            self.put(replace(cube, x=hand.x, y=hand.y, z=hand.z - 8))
            self._held[side][number] = HeldCube(self._moment, "off")
            self._put_hand(side, hand)

        return [mark(appear)]

    def _taking_off(self, side: Side, number: int) -> list[MotionStep]:
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

    def _setting_down(self, side: Side, number: int) -> list[MotionStep]:
        def down(share: float) -> None:
            self._put_hand(side, replace(self._hand(side), z=between(CARRY_MM, 8, eased(share))))

        def let_go() -> None:
            hold = self._held[side].pop(number, None)
            if hold is not None:
                self._change(number, z=0.0)
                self._write("move", side, hold.since, self.cube(number), hold.was)

        def up(share: float) -> None:
            self._put_hand(side, replace(self._hand(side), z=between(8, CARRY_MM, eased(share))))

        return [
            MotionStep(SET_DOWN_MS / self.hurry, down),
            mark(let_go),
            stay(LINGER_MS / self.hurry),
            MotionStep(90 / self.hurry, up),
        ]

    def _sliding(self, side: Side, number: int, x: float, y: float) -> list[MotionStep]:
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
            MotionStep(max(120.0, far / 0.15) / self.hurry, push),
            mark(rest),
            stay(60 / self.hurry),
        ]

    def _tipping(self, side: Side, number: int, toward: float, at: float | None = None) -> list[MotionStep]:
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
            *self._until(at, TIP_MS),
            mark(lambda: began.append(self._moment)),
            MotionStep(TIP_MS / self.hurry, tip),
            mark(tipped),
            stay(80 / self.hurry),
        ]

    def _staying(
        self, side: Side, kind: Kind, x: float, y: float, z: float, grip: Grip, milliseconds: float
    ) -> list[MotionStep]:
        began: list[float] = []
        return [
            self._reaching(side, x, y, z, grip),
            mark(lambda: began.append(self._moment)),
            stay(milliseconds),
            mark(lambda: self._write(kind, side, began[0])),
        ]

    def _snatching(self, side: Side, at: float | None = None) -> list[MotionStep]:
        x, y = self.plan.pad.centre

        def away(_: float) -> None:
            self._scene = replace(self._scene, block=None)

        def follow(share: float) -> None:
            self._scene = replace(self._scene, block=SceneBlock(x, y, 40 * eased(share)))
            self._put_hand(side, replace(self._hand(side), z=24 + 40 * eased(share)))

        def off() -> None:
            self._scene = replace(self._scene, block=SceneBlock(x, y, 0.5))
            self._write("lift", side, self._moment)

        return [
            self._reaching(side, x, y, 24),
            *self._until(at),
            mark(off),
            MotionStep(160 / self.hurry, follow),
            MotionStep(1, away),
        ]

    def _giving_back(self, side: Side, at: float | None = None) -> list[MotionStep]:
        x, y = self.plan.pad.centre

        def back(share: float) -> None:
            self._scene = replace(self._scene, block=SceneBlock(x, y, 0.0 if share >= 1 else 40 * (1 - share)))

        return [
            self._reaching(side, x, y, 50),
            *self._until(at, 140),
            MotionStep(140 / self.hurry, back),
            mark(lambda: self._write("return", side, self._moment)),
        ]

    def _withdrawing(self, side: Side) -> list[MotionStep]:
        """Go home."""
        if side not in self._hands:
            return []
        here = self._hands[side]
        home = self._outside(side, here.x, here.y)
        return [
            self._reaching(side, home.x, home.y, 60, here.grip),
            mark(lambda: self._hands.pop(side, None)),
        ]

    def _until(self, at: float | None, ahead: float = 0.0) -> list[MotionStep]:
        """Wait for a moment, so much before it, if one is given."""
        if at is None:
            return []
        return [MotionStep(lambda: max(0.0, at - ahead / self.hurry - self._moment), lambda _: None)]
