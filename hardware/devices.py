"""Opens what is attached to a table: every part behind its interface, real and simulated side by side, one inbox.

A part that cannot be opened does not stop the others: `trouble` says in words what is wrong with it, and the inbox is
told, as it is of one that was never attached.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias

from hardware.clock import now
from hardware.parts import Buzzer, Camera, ChallengeBlock, Frame, Inbox, Part, SandTimer, SeatButtons, Trouble
from hardware.wiring import WIRING, Wiring

if TYPE_CHECKING:
    from hardware.pod.driver import PodDriver
    from hardware.simulated.bench import Bench

Driver: TypeAlias = Literal["gpio", "pod", "simulated", "none"]
SIMULATED: Final = "simulated"


@dataclass(frozen=True)
class Attached:
    """What is attached, in plain values; a configuration is turned into this."""

    camera: Literal["pi", "opencv", "recorded", "simulated", "none"] = "pi"
    device: int | str = 0
    size: tuple[int, int] = (1280, 960)
    rate: int = 15
    block: Driver = "gpio"
    buttons: Driver = "gpio"
    sand: Driver = "gpio"
    buzzer: Driver = "gpio"
    wiring: Wiring = WIRING
    port: str = ""
    """Of the pod; empty if it is to be found, `simulated` for one that hangs on the bench."""
    mat: str = "tournament"

    def uses(self, driver: Driver) -> bool:
        """Whether any of block, buttons, lights and buzzer is driven so."""
        return driver in (self.block, self.buttons, self.sand, self.buzzer)

    @property
    def on_bench(self) -> bool:
        """Whether anything is simulated."""
        return self.camera == SIMULATED or self.uses(SIMULATED) or self.simulated_pod

    @property
    def simulated_pod(self) -> bool:
        return self.port == SIMULATED and (self.uses("pod") or self.uses(SIMULATED))


@dataclass(frozen=True)
class Devices:
    """The parts of a table while they are open."""

    camera: Camera
    block: ChallengeBlock
    buttons: SeatButtons
    sand: SandTimer
    buzzer: Buzzer
    bench: Bench | None = None
    """Where the simulated ones are."""
    pod: PodDriver | None = field(default=None, repr=False)

    def parts(self) -> dict[str, Part]:
        """Every part by its name."""
        return {
            "camera": self.camera,
            "block": self.block,
            "buttons": self.buttons,
            "sand": self.sand,
            "buzzer": self.buzzer,
        }

    def trouble(self) -> dict[str, str]:
        """What is wrong, by part; parts that are well are not named."""
        return {name: words for name, part in self.parts().items() if (words := part.trouble())}

    def close(self) -> None:
        """Let go of everything, the bench last; one that fails to close does not keep the others open."""
        problems: list[Exception] = []
        for part in (*self.parts().values(), *(thing for thing in (self.pod, self.bench) if thing is not None)):
            try:
                part.close()
            except Exception as problem:
                problems.append(problem)
        if problems:
            raise problems[0]

    def __enter__(self) -> Devices:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class Absent:
    """Stands where a part is not attached, or could not be opened; then `trouble` says why. It does nothing."""

    lifted = False
    seats = 0

    def __init__(self, words: str = "") -> None:
        self._words = words
        self._closed = threading.Event()

    def trouble(self) -> str:
        return self._words

    def close(self) -> None:
        self._closed.set()

    def show(self, state: str, fraction: float) -> None:
        """There is nothing to show it on."""

    def sound(self, signal: str) -> None:
        """There is nothing to sound it with."""

    def lock(self, locked: bool) -> None:
        """There is nothing to lock."""

    def read(self, timeout: float) -> Frame | None:
        """Nothing comes; whoever reads in a loop is not to spin."""
        self._closed.wait(timeout)
        return None


def open_devices(attached: Attached, inbox: Inbox, seed: int = 0) -> Devices:
    """Open everything; never raises for a part that is not there."""
    opening = _Opening(attached, inbox, seed)
    return Devices(
        camera=opening.part("camera", attached.camera, opening.camera),
        block=opening.part("block", attached.block, opening.block),
        buttons=opening.part("buttons", attached.buttons, opening.buttons),
        sand=opening.part("sand", attached.sand, opening.sand),
        buzzer=opening.part("buzzer", attached.buzzer, opening.buzzer),
        bench=opening.bench,
        pod=opening.pod,
    )


class _Opening:
    """Drivers are imported where they are opened: a laptop has no pins, and a Pi needs no simulator."""

    def __init__(self, attached: Attached, inbox: Inbox, seed: int) -> None:
        self.attached = attached
        self.inbox = inbox
        self.bench: Bench | None = None
        self.pod: PodDriver | None = None
        self._no_bench = ""
        if attached.on_bench:
            try:
                self.bench = _bench(attached, seed)
            except Exception as problem:  # a simulator that fails must not take the real parts with it
                self._no_bench = _in_words("the simulator", problem)

    def part(self, name: str, driver: str, opened: Any) -> Any:
        if driver == "none":
            return self._absent(name, "")
        if self._no_bench and (driver == SIMULATED or (driver == "pod" and self.attached.simulated_pod)):
            return self._absent(name, self._no_bench)
        try:
            return opened(driver)
        except Exception as problem:  # whatever a driver throws, the other parts are opened all the same
            return self._absent(name, _in_words(name, problem))

    def _absent(self, name: str, words: str) -> Absent:
        self.inbox(Trouble(now(), name, words or f"{name}: none is attached"))
        return Absent(words)

    def camera(self, driver: str) -> Camera:
        attached = self.attached
        if driver == SIMULATED:
            return self._bench().camera(self.inbox)
        if driver == "recorded":
            from hardware.cameras.recorded import RecordedCamera  # noqa: PLC0415

            return RecordedCamera(Path(str(attached.device)), rate=attached.rate)
        if driver == "opencv":
            from hardware.cameras.opencv import opencv_camera  # noqa: PLC0415

            return opencv_camera(attached.device, attached.size, attached.rate, self.inbox)
        from hardware.cameras.picamera import pi_camera  # noqa: PLC0415

        if not isinstance(attached.device, int):
            raise ValueError(f"a Pi's camera has a number, not the name {attached.device!r}; change camera.device")
        return pi_camera(attached.device, attached.size, attached.rate, inbox=self.inbox)

    def block(self, driver: str) -> ChallengeBlock:
        if self._simulated(driver):
            return self._bench().block(self.inbox)
        if driver == "pod":
            return self._pod().block
        from hardware.gpio.block import GpioBlock  # noqa: PLC0415

        return GpioBlock(self.inbox, self.attached.wiring.block)

    def buttons(self, driver: str) -> SeatButtons:
        if self._simulated(driver):
            return self._bench().buttons(self.inbox)
        if driver == "pod":
            return self._pod().buttons
        from hardware.gpio.buttons import GpioButtons  # noqa: PLC0415

        return GpioButtons(self.inbox, self.attached.wiring.buttons)

    def sand(self, driver: str) -> SandTimer:
        if self._simulated(driver):
            return self._bench().sand(self.inbox)
        if driver == "pod":
            return self._pod().glass
        from hardware.gpio.sand import GpioSand  # noqa: PLC0415

        return GpioSand(self.attached.wiring.sand, self.inbox)

    def buzzer(self, driver: str) -> Buzzer:
        if self._simulated(driver):
            return self._bench().buzzer(self.inbox)
        if driver == "pod":
            return self._pod().buzzer
        from hardware.gpio.buzzer import GpioBuzzer  # noqa: PLC0415

        return GpioBuzzer(self.attached.wiring.buzzer, self.inbox)

    def _simulated(self, driver: str) -> bool:
        return driver == SIMULATED or (driver == "pod" and self.attached.simulated_pod)

    def _bench(self) -> Bench:
        assert self.bench is not None
        return self.bench

    def _pod(self) -> PodDriver:
        """One pod for all parts on it."""
        if self.pod is None:
            from hardware.pod.driver import PodDriver  # noqa: PLC0415

            self.pod = PodDriver(self.inbox, self.attached.port or None)
        return self.pod


def _bench(attached: Attached, seed: int) -> Bench:
    from hardware.simulated.bench import Bench  # noqa: PLC0415

    return Bench(seed=seed, mat=attached.mat, pod=attached.simulated_pod, rate=attached.rate)


def _in_words(part: str, problem: Exception) -> str:
    words = str(problem) or type(problem).__name__
    return words if words.startswith(part) else f"{part}: {words}"
