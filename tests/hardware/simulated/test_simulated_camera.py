"""The camera over the puppet is a camera like any other, and fails like one."""

from __future__ import annotations

import numpy as np
import pytest

from hardware.cameras.watched import WatchedCamera
from hardware.parts import Camera, Input, Trouble
from hardware.simulated.camera import Sensor, simulated_camera
from hardware.simulated.puppet import VirtualTable
from tests.hardware.simulated.conftest import TurnedClock
from tests.hardware.simulated.views import SMALL


class Bench:
    def __init__(self, clock: TurnedClock) -> None:
        self.clock = clock
        self.heard: list[Input] = []
        self.sensor = Sensor(VirtualTable(seed=1, view=SMALL), clock=clock, wait=clock.wait)
        self.camera: WatchedCamera = simulated_camera(self.sensor, self.heard.append)

    def until_trouble(self) -> float:
        """Seconds until the camera says that something is wrong."""
        started = self.clock.at
        while not self.camera.trouble():
            self.camera.read(0.1)
            assert self.clock.at - started < 5000, "nobody noticed"
        return (self.clock.at - started) / 1000

    def until_well(self) -> float:
        started = self.clock.at
        while self.camera.trouble():
            self.camera.read(0.1)
            assert self.clock.at - started < 5000, "it did not come back"
        return (self.clock.at - started) / 1000


@pytest.fixture
def bench(clock: TurnedClock) -> Bench:
    return Bench(clock)


def test_frames_come_at_their_rate_with_their_time_and_number(bench: Bench) -> None:
    camera: Camera = bench.camera
    frames = [camera.read(1.0) for _ in range(16)]
    assert all(frames)
    assert [frame.number for frame in frames if frame] == list(range(1, 17))
    first, last = frames[0], frames[-1]
    assert first is not None
    assert last is not None
    assert 980 <= last.at - first.at <= 1020
    assert (first.grey.shape, first.small.shape) == ((480, 640), (240, 320))
    assert first.colour is not None


def test_a_frame_that_is_not_due_is_not_there(bench: Bench) -> None:
    assert bench.camera.read(1.0) is not None
    assert bench.camera.read(0.01) is None
    assert bench.camera.read(0.1) is not None


def test_the_table_moves_on_with_the_camera_s_clock(bench: Bench) -> None:
    bench.sensor.table.roll("south")
    for _ in range(45):
        bench.camera.read(0.5)
    assert not bench.sensor.table.busy
    assert len(bench.sensor.table.scene.cubes) == 28


@pytest.mark.parametrize("fault", ["unplug", "stall", "freeze"])
def test_a_camera_that_stops_delivering_is_noticed_within_a_second_and_comes_back(bench: Bench, fault: str) -> None:
    for _ in range(3):
        bench.camera.read(0.5)
    assert bench.camera.trouble() == ""
    getattr(bench.sensor, fault)()
    assert bench.until_trouble() <= 1.0
    bench.clock.at += 3000
    bench.camera.read(0.1)
    bench.sensor.plug_in()
    bench.sensor.thaw()
    assert bench.until_well() <= 2.0
    troubles = [input for input in bench.heard if isinstance(input, Trouble)]
    assert troubles[0].words
    assert troubles[-1].words == ""


def test_a_frozen_camera_is_noticed_even_by_one_long_wait(bench: Bench) -> None:
    bench.camera.read(0.5)
    bench.sensor.stall()
    started = bench.clock.at
    assert bench.camera.read(1.0) is None
    assert bench.clock.at - started <= 1100
    assert bench.camera.trouble()


def test_a_camera_that_is_not_there_says_what_to_do(clock: TurnedClock) -> None:
    bench = Bench(clock)
    bench.sensor.unplug()
    assert bench.camera.read(0.2) is None
    assert "plug it in" in bench.camera.trouble()
    bench.camera.close()
    bench.camera.close()


def test_exposure_follows_the_light_until_it_is_locked(bench: Bench) -> None:
    def brightness() -> float:
        frame = bench.camera.read(1.0)
        assert frame is not None
        return float(np.mean(frame.small))

    for _ in range(15):
        brightness()
    bench.camera.lock(False)
    bench.sensor.table.lamp(False)
    dark = brightness()
    for _ in range(25):
        settled = brightness()
    assert settled > dark + 10
    bench.camera.lock(True)
    bench.sensor.table.lamp(True)
    assert brightness() > settled + 10
    for _ in range(20):
        after = brightness()
    assert after > settled + 10
