"""The puppet: a table whose strings are verbs. Hands do what they are told, one thing after another, in their own time.

A verb only says what shall happen; `advance` lets it happen. Each side has one hand with its own list of things to do,
so hands of several sides move at once. Verbs may come from any thread. What was done is in `log`.
"""

from __future__ import annotations

import heapq
import itertools
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial

from hardware.simulated.gestures import (
    CARRY_MM,
    GRASP_MS,
    HOVER_MM,
    LINGER_MS,
    SET_DOWN_MS,
    TUMBLE_MS,
    TWIST_MS,
    Gestures,
)
from hardware.simulated.look import TableLook
from hardware.simulated.motion import MotionStep, stay
from hardware.simulated.optics import CameraView
from hardware.simulated.scene import SIDES, Card, Cube, Scene, SceneLight, Side, region_of_cube

BLUR_PX = 2.5
"""By how many pixels, of a picture 1280 wide, a lens that is out of focus blurs more."""
GLARE = 0.85
"""How much of what is dark a band of glare washes out."""
_SLICE_MS = 10.0
"""Milliseconds after which another hand has its turn, so that one does not act on what another has yet to do."""


class VirtualTable(Gestures):
    """A virtual table: what is on it, and the verbs that move it."""

    def __init__(
        self,
        seed: int = 0,
        mat: str = "tournament",
        look: TableLook | None = None,
        light: SceneLight | None = None,
        view: CameraView | None = None,
        hurry: float = 1.0,
    ) -> None:
        super().__init__(seed, mat, look, light, view, hurry)
        self._now = 0.0
        self._todo: dict[Side, deque[Callable[[], list[MotionStep]]]] = {side: deque() for side in SIDES}
        self._doing: dict[Side, deque[MotionStep]] = {side: deque() for side in SIDES}
        self._due: list[tuple[float, int, Callable[[], None]]] = []
        self._count = itertools.count()

    @property
    def now(self) -> float:
        """Milliseconds since the table was set up."""
        return self._now

    @property
    def busy(self) -> bool:
        """Whether a hand has still something to do."""
        with self._lock:
            return bool(self._due) or any(self._todo.values()) or any(self._doing.values())

    def advance(self, milliseconds: float) -> Scene:
        """Let time pass, and see what is there then."""
        with self._lock:
            end = self._now + milliseconds
            while self._now < end:
                moving = any(self._todo.values()) or any(self._doing.values())
                until = min(end, self._now + _SLICE_MS) if moving else end
                if self._due:
                    until = min(until, max(self._due[0][0], self._now))
                spent, self._now = until - self._now, until
                for side in SIDES:
                    self._work(side, spent)
                while self._due and self._due[0][0] <= self._now:
                    heapq.heappop(self._due)[2]()
            return self.scene

    def later(self, at: float, verb: Callable[[], None]) -> None:
        """Have something told at a moment to come."""
        with self._lock:
            heapq.heappush(self._due, (max(at, self._now), next(self._count), verb))

    def frames(self, rate: float = 15.0, after: int = 0) -> Iterator[Scene]:
        """The scene at each frame until all hands are done, and `after` more."""
        while self.busy:
            yield self.advance(1000 / rate)
        for _ in range(after):
            yield self.advance(1000 / rate)

    def reach(self, side: Side, *points: tuple[float, float, float]) -> float:
        """Milliseconds that a hand needs from outside to one point (x, y, z) after another."""
        start = self._outside(side, *points[0][:2])
        way = [(start.x, start.y, start.z), *points]
        return sum(self._travel(*step) for step in itertools.pairwise(way))

    def to_place(self, side: Side, here: Cube, x: float, y: float) -> float:
        """Milliseconds from telling a hand outside to place a cube that lies here until it touches down."""
        there = self.reach(side, (here.x, here.y, 8), (here.x, here.y, CARRY_MM), (x, y, CARRY_MM))
        return there + (GRASP_MS + TWIST_MS + SET_DOWN_MS) / self.hurry

    def to_place_next(self, before: tuple[float, float], here: Cube, x: float, y: float) -> float:
        """The same for a hand that has just set another cube down."""
        way = ((*before, 8.0), (*before, CARRY_MM), (here.x, here.y, 8.0), (here.x, here.y, CARRY_MM), (x, y, CARRY_MM))
        there = sum(self._travel(*step) for step in itertools.pairwise(way))
        return there + (LINGER_MS + GRASP_MS + TWIST_MS + SET_DOWN_MS) / self.hurry

    def to_take_off(self, side: Side, here: Cube) -> float:
        """Milliseconds from telling a hand outside to take a cube off the table until both are gone."""
        home = self._outside(side, here.x, here.y)
        there = self.reach(side, (here.x, here.y, 8), (here.x, here.y, CARRY_MM), (home.x, home.y, 60))
        return there + GRASP_MS / self.hurry

    def to_roll(self, side: Side) -> float:
        """Milliseconds from telling a hand to roll all cubes until they have come to rest, as things lie now."""
        middle = self.plan.region("resources").area.centre
        scoops = [(at.x, at.y, 22.0) for at, _ in self._scoops()]
        return self.reach(side, *scoops, (*middle, 60)) + TUMBLE_MS / self.hurry

    def is_away(self, number: int) -> bool:
        """Whether somebody has taken a cube off the table."""
        return number in self._away

    def clear(self) -> None:
        """Have no cube on the table; for setting up."""
        with self._lock:
            self._scene = replace(self._scene, cubes=())
            self._away.clear()

    # What hands do

    def roll(self, side: Side, letters: str = "", cubes: tuple[Cube, ...] = ()) -> None:
        """Scoop up what lies there and roll all cubes out over the resources.

        Give the letters that shall come up, or the cubes as they shall come to rest, or leave it to chance.
        """
        self._tell(side, partial(self._scooping, side))
        self._tell(side, partial(self._rolling, side, letters, cubes))
        self._tell(side, partial(self._go_home, side))

    def roll_one(self, side: Side, cube: Cube) -> None:
        """Roll a single cube, as for the first Goal; it comes to rest as given."""
        self._tell(side, partial(self._rolling_one, side, cube))
        self._tell(side, partial(self._go_home, side))

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
        self._tell(side, partial(self._go_home, side))

    def place_both(self, side: Side, *spots: tuple[int, float, float, float]) -> None:
        """Take up several cubes in one go (number, x, y, angle of each), and set them down one after another."""
        for number, *_ in spots:
            self._tell(side, partial(self._lifting, side, number))
        for number, x, y, angle in spots:
            self._tell(side, partial(self._placing, side, number, x, y, angle, None))
        self._tell(side, partial(self._go_home, side))

    def slide(self, side: Side, number: int, x: float, y: float) -> None:
        """Push a cube along the mat with a finger, and withdraw."""
        self._tell(side, partial(self._sliding, side, number, x, y))
        self._tell(side, partial(self._go_home, side))

    def take_off(self, side: Side, number: int) -> None:
        """Take a cube off the table and keep it; `place` brings it back."""
        self._tell(side, partial(self._taking_off, side, number))

    def turn(self, side: Side, number: int, toward: float = 0.0, at: float | None = None) -> None:
        """Tip a cube a quarter over, where it lies, and withdraw."""
        self._tell(side, partial(self._tipping, side, number, toward, at))
        self._tell(side, partial(self._go_home, side))

    def hover(self, side: Side, x: float, y: float, milliseconds: float = 1200) -> None:
        """Hold a hand over a point as if to move there, think better of it, and withdraw."""
        self._tell(side, partial(self._staying, side, "hover", x, y, HOVER_MM, "pinch", milliseconds))
        self._tell(side, partial(self._go_home, side))

    def cover(self, side: Side, x: float, y: float, milliseconds: float = 1500) -> None:
        """Lay a flat hand over a point for a while, and withdraw."""
        self._tell(side, partial(self._staying, side, "cover", x, y, 24, "flat", milliseconds))
        self._tell(side, partial(self._go_home, side))

    def pass_over(self, side: Side, *points: tuple[float, float]) -> None:
        """Move a hand over the table from point to point, touching nothing, and withdraw."""
        self._tell(side, lambda: [self._reaching(side, x, y, CARRY_MM) for x, y in points])
        self._tell(side, partial(self._go_home, side))

    def lift_block(self, side: Side, at: float | None = None) -> None:
        """Snatch the challenge block, and keep it off the mat."""
        self._tell(side, partial(self._snatching, side, at))
        self._tell(side, partial(self._go_home, side))

    def return_block(self, side: Side, at: float | None = None) -> None:
        """Put the challenge block back on its pad."""
        self._tell(side, partial(self._giving_back, side, at))
        self._tell(side, partial(self._go_home, side))

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

    def blur(self, on: bool) -> None:
        """Put the camera out of focus, or in focus again."""
        with self._lock:
            focus = self._look.focus + BLUR_PX if on else self._look.focus
            self._scene = replace(self._scene, look=replace(self._scene.look, focus=focus))

    def glare(self, on: bool) -> None:
        """Let the mat mirror a light in a band across it, or not any more."""
        with self._lock:
            self._scene = replace(self._scene, look=replace(self._scene.look, glare=GLARE if on else 0.0))

    def cover_goal(self, on: bool) -> None:
        """Lay a card over that half of the Goal in which more of its cubes are, or take it away."""
        area = self.plan.region("goal").area
        across, _ = area.centre
        with self._lock:
            cubes = [cube for cube in self._scene.cubes if region_of_cube(self.plan, cube) == "goal"]
            right = sum(1 if cube.x > across else -1 for cube in cubes) > 0
            card = Card(across if right else area.x0, area.y0, area.x1 if right else across, area.y1)
            self._scene = replace(self._scene, card=card if on else None)

    # How it is done

    def _tell(self, side: Side, steps: Callable[[], list[MotionStep]]) -> None:
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

    def _go_home(self, side: Side) -> list[MotionStep]:
        """Withdraw, unless there is more to do at once."""
        return [] if self._todo[side] else self._withdrawing(side)

    def _see(self, view: CameraView) -> None:
        self._scene = replace(self._scene, view=view)
