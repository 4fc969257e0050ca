"""The camera over the puppet: a device that renders, with the faults of real ones, under the watch of real ones."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from random import Random

import numpy as np

from hardware.cameras.watched import CameraGone, Picture, WatchedCamera, picture_of
from hardware.clock import now
from hardware.parts import Inbox
from hardware.simulated.puppet import VirtualTable
from hardware.simulated.renderer import Renderer
from hardware.simulated.scene import Scene

_BRIGHT = 135.0
"""The mean grey value that automatic exposure aims at."""
_HIDDEN_MS = 1000.0
"""Milliseconds for which a hand is hidden, or is not."""


class Sensor:
    """Looks at the puppet, which moves on by the time between frames. Faults are verbs: they stay until undone."""

    def __init__(
        self,
        table: VirtualTable,
        *,
        rate: float = 15.0,
        clock: Callable[[], int] = now,
        wait: Callable[[float], None] = time.sleep,
        move: Callable[[], None] | None = None,
        seed: int = 0,
    ) -> None:
        """`move` lets the puppet come to where the clock is, if somebody else has its time in hand.

        `seed` chooses the moments at which hands are hidden.
        """
        self.table = table
        self._period = 1000 / rate
        self.clock, self.wait = clock, wait
        self._renderer = Renderer()
        self._move = move or self._move_on
        self._due = float(clock())
        self._moved = clock()
        self._number = 0
        self._gain, self._locked = 1.0, False
        self._unplugged = self._stalled = self._frozen = False
        self._hidden, self._seed = 0.0, seed
        self._last: Picture | None = None

    def open(self) -> Sensor:
        """Open the device, if it is there; a stalled or frozen one runs again after that only if it was mended."""
        if self._unplugged:
            raise CameraGone("There is no camera; plug it in.")
        self._locked = False
        return self

    def picture(self, timeout: float) -> Picture | None:
        """The next frame when it is due; frames that nobody fetched in time are lost, as with a real camera."""
        if self._unplugged:
            raise CameraGone("The camera was unplugged; plug it in again.")
        early = self._due - self.clock()
        if self._stalled or early > timeout * 1000:
            self.wait(max(timeout, 0.001))
            return None
        if early > 0:
            self.wait(early / 1000)
        at = self.clock()
        self._due = max(self._due + self._period, at - self._period)
        self._move()
        if self._frozen and self._last is not None:
            return self._last._replace(at=at)
        self._number += 1
        image = self._renderer.render(self.shown, self._number, self._gain)
        self._last = picture_of(image, at)
        if not self._locked:
            self._expose()
        return self._last

    def lock(self, locked: bool) -> None:
        self._locked = locked

    def close(self) -> None:
        """Nothing to let go of."""

    @property
    def shown(self) -> Scene:
        """What is in its pictures now: the table as it is, but for hands that are hidden in this second."""
        scene = self.table.scene
        second = self.table.now // _HIDDEN_MS
        seen = tuple(
            hand for hand in scene.hands if Random(f"{self._seed} {hand.side} {second}").random() >= self._hidden
        )
        return replace(scene, hands=seen)

    @property
    def well(self) -> bool:
        """Whether nothing is wrong with it, so that its pictures show what is there."""
        return not (self._unplugged or self._stalled or self._frozen)

    def unplug(self) -> None:
        self._unplugged = True

    def plug_in(self) -> None:
        self._unplugged = False

    def stall(self) -> None:
        """Send nothing any more, without an error."""
        self._stalled = True

    def freeze(self) -> None:
        """Send the last picture over and over."""
        self._frozen = True

    def thaw(self) -> None:
        """Go on after a stall or a freeze."""
        self._stalled = self._frozen = False

    def hide_hands(self, share: float) -> None:
        """Show no hand in this share of the seconds, by chance, each hand by itself."""
        self._hidden = share

    def _move_on(self) -> None:
        at = self.clock()
        self.table.advance(at - self._moved)
        self._moved = at

    def _expose(self) -> None:
        """Automatic exposure: a step towards the right brightness, if it is clearly off."""
        assert self._last is not None
        off = _BRIGHT / max(8.0, float(np.mean(self._last.small)))
        if abs(off - 1) > 0.12:
            self._gain = min(6.0, max(0.2, self._gain * off**1.1))


def simulated_camera(sensor: Sensor, inbox: Inbox | None = None) -> WatchedCamera:
    """The sensor as a camera of the table, on the sensor's clock."""
    quiet = sensor.table.scene.look.noise == 0  # without noise, frames of a still table are the same to the last bit
    return WatchedCamera(sensor.open, inbox=inbox, clock=sensor.clock, wait=sensor.wait, stills=quiet)
