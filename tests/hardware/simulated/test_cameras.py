"""Recordings, webcams and the Pi's camera deliver what they should, and say in words when they cannot."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import cv2
import numpy as np
import pytest

from hardware.cameras.opencv import open_webcam
from hardware.cameras.picamera import open_pi_camera
from hardware.cameras.recorded import BadRecording, RecordedCamera
from hardware.cameras.watched import CameraGone
from hardware.parts import Camera, Frame
from tests.hardware.simulated.conftest import TurnedClock


def shade(value: int) -> np.ndarray:
    return np.full((48, 64, 3), value, np.uint8)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for number in range(12):
        cv2.imwrite(str(tmp_path / f"frame{number}.png"), shade(number * 10))
    (tmp_path / "notes.txt").write_text("not a picture")
    return tmp_path


def all_of(camera: RecordedCamera) -> list[Frame]:
    frames = []
    while not camera.over:
        frame = camera.read(1.0)
        if frame is not None:
            frames.append(frame)
    return frames


def test_a_folder_is_played_in_the_order_of_its_numbers(folder: Path, clock: TurnedClock) -> None:
    frames = all_of(RecordedCamera(folder, paced=False, clock=clock, wait=clock.wait))
    assert [int(frame.grey[0, 0]) for frame in frames] == [number * 10 for number in range(12)]
    assert [frame.number for frame in frames] == list(range(1, 13))


def test_at_speed_the_frames_come_when_they_are_due(folder: Path, clock: TurnedClock) -> None:
    camera: Camera = RecordedCamera(folder, rate=10, clock=clock, wait=clock.wait)
    first = camera.read(1.0)
    assert first is not None
    assert camera.read(0.05) is None
    second = camera.read(0.2)
    assert second is not None
    assert second.at - first.at == 100
    assert clock() >= second.at


def test_as_fast_as_possible_takes_no_time_but_keeps_the_stamps(folder: Path, clock: TurnedClock) -> None:
    before = clock()
    frames = all_of(RecordedCamera(folder, rate=10, paced=False, clock=clock, wait=clock.wait))
    assert clock() == before
    assert frames[-1].at - frames[0].at == 1100


def test_a_still_can_be_held_for_some_frames(folder: Path, clock: TurnedClock) -> None:
    frames = all_of(RecordedCamera(folder, paced=False, hold=3, clock=clock, wait=clock.wait))
    assert len(frames) == 36
    assert [int(frame.grey[0, 0]) for frame in frames[:4]] == [0, 0, 0, 10]


def test_a_broken_image_is_named_and_the_rest_is_played(folder: Path, clock: TurnedClock) -> None:
    (folder / "frame3.png").write_bytes(b"\x89PNG and then nonsense")
    (folder / "frame4.png").write_bytes(b"")
    camera = RecordedCamera(folder, paced=False, clock=clock, wait=clock.wait)
    assert len(all_of(camera)) == 10
    assert camera.skipped == ["frame3.png", "frame4.png"]
    assert camera.trouble() == "The recording is over."


def test_a_video_is_played(tmp_path: Path, clock: TurnedClock) -> None:
    path = tmp_path / "play.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 25, (64, 48))
    for number in range(8):
        writer.write(shade(number * 30))
    writer.release()
    frames = all_of(RecordedCamera(path, paced=False, clock=clock, wait=clock.wait))
    assert len(frames) == 8
    assert abs(int(frames[5].grey.mean()) - 150) < 6
    assert frames[5].at - frames[0].at == 200


def test_each_frame_of_a_folder_has_the_name_of_its_file(folder: Path, clock: TurnedClock) -> None:
    (folder / "frame1.png").write_bytes(b"not a picture")
    camera = RecordedCamera(folder, paced=False, hold=2, clock=clock, wait=clock.wait)
    names = [camera.name for _ in range(4) if camera.read(1.0) is not None]
    assert names == ["frame0.png", "frame0.png", "frame2.png", "frame2.png"]


def test_an_empty_folder_is_no_recording(tmp_path: Path) -> None:
    with pytest.raises(BadRecording, match="neither a video nor a folder with images"):
        RecordedCamera(tmp_path)


class Webcam:
    """As much of OpenCV's camera as we use."""

    def __init__(self, frames: int = 1_000_000, there: bool = True) -> None:
        self.left, self.there = frames, there
        self.settings: dict[int, float] = {cv2.CAP_PROP_EXPOSURE: 157.0}
        self.released = False

    def isOpened(self) -> bool:
        return self.there

    def set(self, key: int, value: float) -> None:
        self.settings[key] = value

    def get(self, key: int) -> float:
        return self.settings[key]

    def grab(self) -> bool:
        self.left -= 1
        return self.left >= 0

    def retrieve(self) -> tuple[bool, np.ndarray]:
        return True, shade(self.left % 250)

    def release(self) -> None:
        self.released = True


def test_a_webcam_delivers_and_holds_its_exposure() -> None:
    webcam = Webcam()
    device = open_webcam(0, (64, 48), 15, lambda _: webcam)
    picture = device.picture(2.0)
    assert picture is not None
    assert (picture.grey.shape, picture.small.shape) == ((48, 64), (240, 320))
    device.lock(True)
    while webcam.settings.get(cv2.CAP_PROP_AUTO_EXPOSURE) != 1:
        assert device.picture(2.0) is not None
    device.close()
    assert webcam.released
    assert webcam.settings[cv2.CAP_PROP_EXPOSURE] == 157.0


def test_an_unplugged_webcam_says_so() -> None:
    device = open_webcam("/dev/video7", (64, 48), 15, lambda _: Webcam(frames=0))
    with pytest.raises(CameraGone, match="/dev/video7 was unplugged"):
        device.picture(2.0)
    device.close()


def test_a_webcam_that_is_not_there_says_what_to_do() -> None:
    with pytest.raises(CameraGone, match="plug it in, or name another"):
        open_webcam(3, (64, 48), 15, lambda _: Webcam(there=False))


class Picamera2:
    """As much of picamera2 as we use, with rows that are longer than the picture, as on the Pi."""

    def __init__(self, number: int) -> None:
        self.orders: dict[str, Any] = {}
        self.open_requests = self.most = 0

    def create_video_configuration(self, **settings: Any) -> dict[str, Any]:
        return settings

    def configure(self, settings: dict[str, Any]) -> None:
        self.settings = settings

    def start(self) -> None: ...

    def close(self) -> None: ...

    def set_controls(self, orders: dict[str, Any]) -> None:
        self.orders = orders

    @contextmanager
    def captured_request(self) -> Iterator[Any]:
        self.open_requests += 1
        self.most = max(self.most, self.open_requests)
        metadata = {"SensorTimestamp": 0, "ExposureTime": 9000, "AnalogueGain": 2.0, "ColourGains": (1.5, 1.9)}
        yield SimpleNamespace(get_metadata=lambda: metadata, camera=self)
        self.open_requests -= 1


class MappedArray:
    def __init__(self, request: Any, stream: str) -> None:
        wide, high = request.camera.settings[stream]["size"]
        self.array = np.full((high * 3 // 2, wide + 32), 80, np.uint8)
        self.array[:high, :wide] = 120

    def __enter__(self) -> MappedArray:
        return self

    def __exit__(self, *_: object) -> None:
        self.array[:] = 0  # the buffer goes back to the camera


def test_the_pi_camera_gives_luminance_of_its_own_and_locks_what_it_found() -> None:
    library = SimpleNamespace(Picamera2=Picamera2, MappedArray=MappedArray)
    device: Any = open_pi_camera(0, (1280, 960), 15, False, library)
    picture = device.picture(2.0)
    assert (picture.grey.shape, picture.small.shape) == ((960, 1280), (240, 320))
    assert (picture.grey == 120).all()
    assert (picture.small == 120).all()
    device.lock(True)
    device.close()
    camera = device._camera
    assert camera.most == 1
    assert camera.orders == {
        "AeEnable": False, "AwbEnable": False, "ExposureTime": 9000, "AnalogueGain": 2.0, "ColourGains": (1.5, 1.9),
    }  # fmt: skip


def test_without_picamera2_the_pi_camera_says_how_to_get_it() -> None:
    with pytest.raises(CameraGone, match="apt install python3-picamera2"):
        open_pi_camera(0, (1280, 960), 15, False)
