"""The puppet joined to the real drivers: its block and the seats' buttons move pins or a pod, its camera is watched.

    bench = Bench(clock=Travelling())
    block = bench.block(inbox)
    bench.table.lift_block("west")
    bench.advance(2000)

On the machine's clock a thread lets time pass; on a travelling one `advance` does, and nothing sleeps.
"""

from __future__ import annotations

import tempfile
import threading
import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from random import Random
from typing import Any, TypeVar

from hardware.cameras.watched import WatchedCamera
from hardware.clock import now
from hardware.gpio.block import GpioBlock
from hardware.gpio.buttons import GpioButtons
from hardware.gpio.buzzer import GpioBuzzer
from hardware.gpio.part import PinPart
from hardware.gpio.sand import GpioSand
from hardware.gpio.watch import PinWatch
from hardware.held import LONG_PRESS_MS
from hardware.parts import Button, Buzzer, ChallengeBlock, Inbox, SandTimer, SeatButtons
from hardware.pod.driver import PodDriver
from hardware.pod.virtual import VirtualPod
from hardware.simulated.camera import Sensor, simulated_camera
from hardware.simulated.deeds import Done
from hardware.simulated.look import TableLook
from hardware.simulated.optics import CameraView
from hardware.simulated.pins import SwitchedPins
from hardware.simulated.puppet import VirtualTable
from hardware.simulated.scene import Scene, SceneLight
from hardware.simulated.switches import Contacts, Switch
from hardware.simulated.untruths import Falsified
from hardware.wiring import BUTTONS, WIRING

BEAT_MS = 10
"""Milliseconds between two looks of the drivers, or of the thread that lets time pass."""
LOOK_AGAIN_S = 0.05
"""Seconds after which a driver looks again on a travelling clock, though it would wait: nothing wakes it."""
PRESS_MS = 120
"""Milliseconds that a finger stays on a button."""


_Part = TypeVar("_Part", bound=PinPart[Any])


class Travelling:
    """A clock that is turned instead of waited for."""

    def __init__(self, at: float = 1_000_000) -> None:
        self.at = at

    def __call__(self) -> int:
        return round(self.at)

    def wait(self, seconds: float) -> None:
        self.at += max(0.0, seconds) * 1000


class Bench:
    """A whole table in software. `factory` has the pins, or with `pod` `port` is where a driver finds the pod."""

    def __init__(
        self,
        seed: int = 0,
        mat: str = "tournament",
        pod: bool = False,
        directory: Path | None = None,
        look: TableLook | None = None,
        light: SceneLight | None = None,
        view: CameraView | None = None,
        hurry: float = 1.0,
        clock: Callable[[], int] = now,
        rate: float = 15.0,
    ) -> None:
        self.table = VirtualTable(seed, mat, look, light, view, hurry)
        self.clock = clock
        self.wait: Callable[[float], None] = clock.wait if isinstance(clock, Travelling) else time.sleep
        self.factory = SwitchedPins()
        self.pod: VirtualPod | None = None
        self._scratch: tempfile.TemporaryDirectory[str] | None = None
        if pod:
            if directory is None:
                self._scratch = tempfile.TemporaryDirectory(prefix="wff-table-")
                directory = Path(self._scratch.name)
            self.pod = VirtualPod(directory, clock, Random(seed))
        self.contacts = Contacts(Random(seed), self._switch)
        self.sensor = Sensor(self.table, rate=rate, clock=clock, wait=self.wait, move=self.catch_up, seed=seed)
        self.chance = Random(f"faults {seed}")
        """What chooses, where a fault leaves a choice."""
        self.falsified: list[Falsified] = []
        """What whoever reads its pictures is to be given instead of what they show."""
        self.powerless: list[Callable[[], None]] = []
        """Called when the power is cut."""
        self._origin = float(clock())
        self._lock = threading.RLock()
        self._driver: PodDriver | None = None
        self._parts: dict[PinPart[Any], float] = {}
        """The drivers, and when each wants to look again, on a travelling clock."""
        self.table.listen(self._done)
        self.contacts.set("block", True, 0)
        self.contacts.settle(0)
        self._watch = None if isinstance(clock, Travelling) else PinWatch("bench", self._beat)

    @property
    def port(self) -> str | None:
        return str(self.pod.port) if self.pod else None

    @property
    def elapsed(self) -> float:
        """Milliseconds since the bench was set up, which is the puppet's time."""
        return self.clock() - self._origin

    def moment(self, puppet: float) -> int:
        """A moment of the puppet on the clock that stamps inputs and frames."""
        return round(self._origin + puppet)

    def advance(self, milliseconds: float) -> Scene:
        """Let time pass; on a travelling clock the drivers look at their pins meanwhile."""
        end = self.elapsed + milliseconds
        while (left := end - self.elapsed) > 0.5:
            self.wait(min(left, BEAT_MS) / 1000)
            self.catch_up()
            self.look()
        return self.table.scene

    def look(self) -> None:
        """On a travelling clock the drivers have no threads; here they look at their pins."""
        if self._watch is None:
            at = self.clock()
            for part, due in self._parts.items():
                if due <= at:
                    self._parts[part] = at + 1000 * min(LOOK_AGAIN_S, part.check())

    def catch_up(self) -> None:
        """The puppet comes to where the clock is; switches follow at the puppet's own moments."""
        with self._lock:
            elapsed = self.elapsed
            if elapsed > self.table.now:
                self.table.advance(elapsed - self.table.now)
            self.contacts.settle(elapsed)

    def still(self) -> AbstractContextManager[object]:
        """While this is held, no time passes: for whoever pulls strings while a thread lets it pass."""
        return self._lock

    # What a person does beside the table

    def press(self, seat: int, button: Button, long: bool = False, who: str = "") -> None:
        """Press a seat's button (seats count from 0) and let go after a moment, or after a second."""
        with self._lock:
            self.catch_up()
            at, held = self.elapsed, LONG_PRESS_MS + 200 if long else PRESS_MS
            self.contacts.set((seat, button), True, at)
            self.contacts.later(at + held, lambda: self.contacts.set((seat, button), False, at + held))
            self.contacts.settle(at)
            words = f"{button} long" if long else button
            self.table.note(Done("press", at, at + held, who=who, to=words))

    def cut_power(self) -> None:
        """The mains go: whoever runs the table is told to die, and the pod forgets everything."""
        if self.pod:
            self.pod.restart()
        for told in self.powerless:
            told()

    # The parts, with the real drivers

    def camera(self, inbox: Inbox | None = None) -> WatchedCamera:
        return simulated_camera(self.sensor, inbox)

    def block(self, inbox: Inbox) -> ChallengeBlock:
        if self.pod:
            return self._pod_driver(inbox).block
        return self._on_pins(GpioBlock, inbox)

    def buttons(self, inbox: Inbox) -> SeatButtons:
        if self.pod:
            return self._pod_driver(inbox).buttons
        return self._on_pins(GpioButtons, inbox)

    def sand(self, inbox: Inbox) -> SandTimer:
        if self.pod:
            return self._pod_driver(inbox).glass
        return self._on_pins(GpioSand, inbox)

    def buzzer(self, inbox: Inbox) -> Buzzer:
        if self.pod:
            return self._pod_driver(inbox).buzzer
        return self._on_pins(GpioBuzzer, inbox)

    def lights(self) -> tuple[float, ...]:
        """How bright each light of the bar (from the bottom) or of the ring is, 0 to 1."""
        if self.pod:
            ring = self.pod.board.ring
            return tuple(max(ring[at : at + 3]) / 255 for at in range(0, len(ring), 3))
        return tuple(self.factory.level(gpio) for gpio in WIRING.sand)

    def close(self) -> None:
        """Let go of threads and ports; a second time does nothing."""
        if self._watch:
            self._watch.close()
        for part in self._parts:
            part.close()
        if self._driver:
            self._driver.close()
        if self.pod:
            self.pod.close()
        if self._scratch:
            self._scratch.cleanup()

    # How it is done

    def _beat(self) -> float:
        self.catch_up()
        return BEAT_MS / 1000

    def _done(self, done: Done) -> None:
        if done.kind in ("lift", "return"):
            self.contacts.set("block", done.kind == "return", done.ended)

    def _switch(self, which: Switch, shut: bool, at: float) -> None:
        """A contact changes; a pod's block switch is on while the block is off."""
        late = self.elapsed - at
        if self.pod:
            if which == "block":
                self.pod.lift(not shut)
            else:
                self.pod.press(*which, down=shut)
        elif which == "block":
            self.factory.switch(WIRING.block, shut, late)
        else:
            seat, button = which
            self.factory.switch(WIRING.buttons[seat][BUTTONS.index(button)], shut, late)

    def _on_pins(self, kind: Callable[..., _Part], inbox: Inbox) -> _Part:
        part = kind(inbox=inbox, factory=self.factory, clock=self.clock, watched=bool(self._watch))
        self._parts[part] = 0.0
        return part

    def _pod_driver(self, inbox: Inbox) -> PodDriver:
        if self._driver is None:
            self._driver = PodDriver(inbox, self.port, self.clock)
        return self._driver
