"""The whole visit: every check in order, what hangs on something broken left out, everything closed in the end."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from queue import SimpleQueue

from hardware.checkup import camera as pictures
from hardware.checkup import hands, machine
from hardware.checkup.finding import Finding, Late, bad, checked, ok, skipped, warning, within
from hardware.checkup.hands import Inputs, Person
from hardware.checkup.picture import look
from hardware.checkup.pod import pod
from hardware.devices import SIMULATED, Attached, Devices, open_devices
from hardware.mats import mat_named
from hardware.parts import Input, Part

COUNT_PICTURES_S = 2.5
"""Seconds in which the camera's pictures are counted, and its exposure settles."""
SETTLE_S = 3.0
"""Seconds that a part may take to find itself: a pod's cable, pins that come back."""
PERSON_LIMIT_S = 240.0
"""Seconds after which a check with a person is broken off."""


@dataclass(frozen=True)
class Visit:
    """What is to be looked at, and by whom."""

    attached: Attached
    data: Path
    seats: int
    version: str
    person: Person | None = None
    """Who tries the real parts; None if nobody does. Simulated ones have a stand-in."""
    patience: float = 30.0
    """Seconds that the block may take, and a seat's four buttons."""
    about: Callable[[str], None] = lambda _: None
    """Told what is being looked at, for somebody who waits."""

    def findings(self) -> Iterator[Finding]:
        """Everything that is found, as it is found."""
        broken: set[str] = set()
        for finding in self._below():
            if finding.state == "bad":
                broken.add(finding.part)
            yield finding
        self.about("opening the parts")
        inputs: SimpleQueue[Input] = SimpleQueue()
        try:
            devices = within(20, lambda: open_devices(self.attached, inputs.put))
        except Late:
            yield bad("parts", "a driver hangs while it is opened", "unplug cameras and pod, restart, and try again")
            return
        try:
            yield from self._camera(devices)
            yield from self._parts(devices, inputs, broken)
        finally:
            closing = checked("parts", 8, lambda: _close(devices))
        yield from closing

    def _below(self) -> Iterator[Finding]:
        """What the parts stand on."""
        a = self.attached
        self.about("looking at the machine")
        yield from checked("versions", 20, lambda: [machine.versions(self.version)])
        yield from checked("disk", 20, lambda: machine.disk(self.data))
        yield from checked("clock", 8, machine.clock)
        yield from checked("heat", 8, machine.heat)
        yield from checked("groups", 4, lambda: machine.groups(_groups(a)))
        if a.uses("gpio"):
            yield from checked("pins", 10, lambda: [machine.pins()])
        elif a.uses(SIMULATED):
            yield ok("pins", "simulated: mock pins under the real drivers")
        if a.uses("pod") and not a.simulated_pod:
            self.about("talking to the pod")
            yield from checked("pod", 10, lambda: pod(a.port))
        elif a.uses(SIMULATED) or a.simulated_pod:
            self.about("talking to the simulated pod")
            yield from checked("pod", 10, _simulated_pod)

    def _camera(self, devices: Devices) -> Iterator[Finding]:
        a = self.attached
        if a.camera == "none":
            yield skipped("camera", "none is configured")
            return
        if a.camera == "pi" and not machine.model():
            yield bad(
                "camera",
                "a Pi's own camera is configured, and this machine is not a Raspberry Pi",
                'set camera.driver to "opencv" for a webcam, or run this on the Pi',
            )
            return
        self.about("looking through the camera")
        seconds = COUNT_PICTURES_S if a.camera != SIMULATED else COUNT_PICTURES_S / 4
        try:
            seen = within(pictures.FIRST_PICTURE_WAIT_S + seconds + 5, lambda: pictures.watch(devices.camera, seconds))
        except Late:
            yield bad("camera", "its driver hangs", "unplug it, plug it in again; restart if that does not help")
            return
        # A simulator is as fast as the machine it runs on, and a recording as long as it is: neither tells of a camera.
        wanted = (a.size, a.rate) if a.camera in ("pi", "opencv") else (_size(seen, a.size), 0)
        yield from pictures.picture(seen, devices.camera.trouble(), *wanted)
        last = seen.last
        if last is not None:
            self.about("reading the picture")
            yield from checked("picture", 10, lambda: look(last.grey, mat_named(a.mat)))

    def _parts(self, devices: Devices, inputs: Inputs, broken: set[str]) -> Iterator[Finding]:
        a, seats, wait = self.attached, self.seats, self.patience
        stand_in = _stand_in(devices)
        checks: tuple[tuple[str, str, Part, Callable[[Person | None], Finding]], ...] = (
            ("block", a.block, devices.block, lambda who: hands.block(devices.block, inputs, who, wait)),
            (
                "buttons",
                a.buttons,
                devices.buttons,
                lambda who: hands.buttons(devices.buttons, seats, inputs, who, wait * seats),
            ),
            ("sand-timer", a.sand, devices.sand, lambda who: hands.sand(devices.sand, who)),
            ("buzzer", a.buzzer, devices.buzzer, lambda who: hands.buzzer(devices.buzzer, who)),
        )
        for name, driver, part, check in checks:
            simulated = driver == SIMULATED or (driver == "pod" and a.simulated_pod)
            below = {"gpio": "pins", "pod": "pod"}.get(driver, "")
            if driver == "none":
                yield skipped(name, "none is configured")
            elif below in broken:
                yield skipped(name, f"needs the {below}")
            else:
                self.about(f"trying the {name}")
                settle(part)
                who = stand_in if simulated else self.person
                yield from checked(name, PERSON_LIMIT_S, partial(_one, check, who))


def settle(part: Part, seconds: float = SETTLE_S, wait: Callable[[float], None] = time.sleep) -> None:
    """Give a part a moment to find itself."""
    end = time.monotonic() + seconds
    while part.trouble() and time.monotonic() < end:
        wait(0.02)


def _one(check: Callable[[Person | None], Finding], who: Person | None) -> list[Finding]:
    return [check(who)]


def _stand_in(devices: Devices) -> Person | None:
    if devices.bench is None:
        return None
    from hardware.checkup.stand_in import StandIn  # noqa: PLC0415

    return StandIn(devices.bench)


def _close(devices: Devices) -> list[Finding]:
    try:
        devices.close()
    except Exception as problem:  # it was looked at; that it does not close nicely is only worth a word
        return [warning("parts", f"a part did not close: {problem}", "restart before a match")]
    return []


def _groups(a: Attached) -> list[str]:
    wanted = {"gpio": a.uses("gpio"), "dialout": a.uses("pod") and not a.simulated_pod}
    wanted["video"] = a.camera in ("pi", "opencv")
    return [name for name, needed in wanted.items() if needed]


def _simulated_pod() -> list[Finding]:
    from hardware.pod.virtual import VirtualPod  # noqa: PLC0415

    with tempfile.TemporaryDirectory(prefix="wff-table-") as folder:
        virtual = VirtualPod(Path(folder))
        try:
            return pod(str(virtual.port), questions=10)
        finally:
            virtual.close()


def _size(seen: pictures.Watched, otherwise: tuple[int, int]) -> tuple[int, int]:
    if seen.last is None:
        return otherwise
    high, wide = seen.last.grey.shape
    return wide, high
