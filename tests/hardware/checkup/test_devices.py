"""Opening what is attached: what works is open, what does not says why, and all of it is let go."""

import threading
from dataclasses import replace
from queue import SimpleQueue

import pytest
from gpiozero import Device
from gpiozero.pins.mock import MockFactory, MockPWMPin

from hardware.devices import Absent, Attached, Devices, open_devices
from hardware.parts import Buzzer, Camera, ChallengeBlock, Input, Part, SandTimer, SeatButtons

NOTHING = Attached(camera="none", block="none", buttons="none", sand="none", buzzer="none")


@pytest.fixture
def pins():
    before, Device.pin_factory = Device.pin_factory, MockFactory(pin_class=MockPWMPin)
    yield Device.pin_factory
    Device.pin_factory.reset()
    Device.pin_factory = before


@pytest.fixture
def no_pins(monkeypatch):
    def none():
        raise FileNotFoundError("can not open gpiochip")

    monkeypatch.setattr("hardware.gpio.part.pin_factory", none)


def opened(attached):
    return open_devices(attached, SimpleQueue().put)


def test_nothing_attached_is_no_trouble():
    with opened(NOTHING) as devices:
        assert devices.trouble() == {}
        assert devices.camera.read(0) is None
        assert (devices.block.lifted, devices.buttons.seats) == (False, 0)
        devices.sand.show("running", 0.5)
        devices.buzzer.sound("tick")
        devices.camera.lock(True)


def test_whoever_listens_hears_of_parts_that_are_not_attached_or_cannot_be_opened(tmp_path):
    told: list[Input] = []
    attached = replace(NOTHING, camera="recorded", device=str(tmp_path / "nothing.avi"))
    with open_devices(attached, told.append) as devices:
        words = {trouble.part: trouble.words for trouble in told}
        assert words["camera"] == devices.camera.trouble() != ""
        assert words["block"] == "block: none is attached"
        assert all(trouble.gone for trouble in told)


def test_real_pins_have_real_drivers(pins):
    attached = Attached(camera="none")
    with opened(attached) as devices:
        assert devices.trouble() == {}
        assert devices.buttons.seats == 3
        assert devices.block.lifted  # nothing rests on a mock pin
        devices.sand.show("running", 1.0)
        assert [pins.pin(gpio).state for gpio in attached.wiring.sand] == [1.0] * 8


def test_a_part_that_cannot_be_opened_does_not_stop_the_others(tmp_path, pins):
    with opened(Attached(camera="recorded", device=str(tmp_path / "nothing"))) as devices:
        assert "neither a video nor a folder" in devices.trouble()["camera"]
        assert devices.buttons.seats == 3


def test_pins_that_are_not_there_are_said_in_words(no_pins):
    with opened(Attached(camera="none")) as devices:
        assert set(devices.trouble()) == {"block", "buttons", "sand", "buzzer"}
        assert "no GPIO pins" in devices.trouble()["block"]


def test_a_pi_camera_with_a_name_is_refused_in_words():
    with opened(
        Attached(camera="pi", device="/dev/video0", block="none", buttons="none", sand="none", buzzer="none")
    ) as d:
        assert "has a number" in d.trouble()["camera"]


def test_a_simulator_that_fails_leaves_the_real_parts_alone(monkeypatch, pins):
    def broken(*_):
        raise RuntimeError("no room for a table")

    monkeypatch.setattr("hardware.devices._bench", broken)
    with opened(Attached(camera="simulated", block="simulated")) as devices:
        assert devices.trouble() == dict.fromkeys(("camera", "block"), "the simulator: no room for a table")
        assert devices.buttons.seats == 3


def test_one_pod_serves_all_parts_on_it_and_is_let_go_with_them():
    before = threading.active_count()
    attached = Attached(camera="none", block="pod", buttons="pod", sand="pod", buzzer="pod", port="/dev/nowhere")
    with opened(attached) as devices:
        assert devices.pod is not None
        assert set(devices.trouble()) == {"block", "buttons", "sand", "buzzer"}
    assert threading.active_count() == before


def test_closing_goes_on_after_a_part_that_fails_to_close():
    class Clinging(Absent):
        def close(self):
            raise OSError("it will not let go")

    last = Absent()
    devices = Devices(Clinging(), Absent(), Absent(), Absent(), last)
    with pytest.raises(OSError, match="let go"):
        devices.close()
    assert last._closed.is_set()


@pytest.mark.parametrize("pod", [False, True])
def test_a_simulated_table_has_real_drivers_and_an_inbox(pod):
    before = threading.active_count()
    kind = "simulated"
    heard: SimpleQueue[Input] = SimpleQueue()
    attached = Attached(kind, block=kind, buttons=kind, sand=kind, buzzer=kind, port=kind if pod else "")
    with open_devices(attached, heard.put) as devices:
        assert devices.bench is not None
        assert (devices.bench.pod is not None) == pod
        devices.bench.press(1, "now")
        pressed = heard.get(timeout=10)
        while not hasattr(pressed, "button"):  # a pod tells first that it was found
            pressed = heard.get(timeout=10)
        assert (pressed.seat, pressed.button) == (1, "now")
    devices.close()
    assert threading.active_count() == before


def test_absent_parts_have_every_interface():
    part: Part = Absent()
    camera: Camera = Absent()
    block: ChallengeBlock = Absent()
    buttons: SeatButtons = Absent()
    sand: SandTimer = Absent()
    buzzer: Buzzer = Absent("gone")
    assert [p.trouble() for p in (part, camera, block, buttons, sand, buzzer)] == ["", "", "", "", "", "gone"]
