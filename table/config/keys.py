"""Every key of the configuration: a field of a frozen dataclass, with its sentence and what it may be.

Reading, the example and the manual's page are made from these fields.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, TypeAlias, get_args

from hardware.devices import Attached
from hardware.mats import names as mats
from hardware.wiring import BUTTONS, LEDS, SEATS, WIRING, Wiring
from table.config.kinds import DEVICE, FOLDER, YES_OR_NO, Kind, list_of, one_of, text, whole

CameraDriver: TypeAlias = Literal["pi", "opencv", "recorded", "simulated", "none"]
Driver: TypeAlias = Literal["gpio", "pod", "simulated", "none"]
Side: TypeAlias = Literal["north", "east", "south", "west"]

CLOCKWISE: tuple[Side, ...] = get_args(Side)

_PIN = whole(2, 27)
_SIZE = list_of("two numbers (width and height in pixels)", whole(160, 8192), 2)
_SEATS = list_of("two or three sides", one_of(*CLOCKWISE), 2, 3)
_BUTTON_PINS = list_of(
    "one to three seats",
    list_of(f"four GPIO numbers ({', '.join(BUTTONS)})", _PIN, len(BUTTONS)),
    *range(1, SEATS + 1),
)


def _key(default: Any, words: str, kind: Kind) -> Any:
    return field(default=default, metadata={"words": words, "kind": kind})


@dataclass(frozen=True)
class CameraConfig:
    """The camera over the mat."""

    driver: CameraDriver = _key(
        "pi",
        "pi: on the Pi's ribbon cable. opencv: a USB webcam. recorded: a video or a folder of pictures. "
        "simulated: a rendered table. none: no camera.",
        one_of(*get_args(CameraDriver)),
    )
    device: int | str = _key(
        0,
        "Which one: a number, or a path such as /dev/v4l/by-id/...; for recorded, the video or the folder.",
        DEVICE,
    )
    size: tuple[int, int] = _key((1280, 960), "Width and height of the pictures that are read, in pixels.", _SIZE)
    rate: int = _key(15, "Pictures in a second.", whole(1, 120))
    lens: str = _key(
        "",
        "Its lens: a name that `wff-table read --help` lists (pi-v3, ...), or the file that `wff-table calibrate` "
        "wrote; empty: found out from the cubes.",
        text("the name of a camera, the path of a file, or nothing"),
    )
    taught: str = _key(
        "",
        "The file that `wff-table teach` wrote about this table's own cubes; empty: none.",
        text("the path of a file, or nothing"),
    )


@dataclass(frozen=True)
class BlockConfig:
    """The challenge block on its switch."""

    driver: Driver = _key(
        "gpio",
        "gpio: on the Pi's pins. pod: on the USB pod. simulated: mock pins. none: not there.",
        one_of(*get_args(Driver)),
    )
    pin: int = _key(WIRING.block, "Its GPIO number, if it is not wired as in docs/wiring.md.", _PIN)


@dataclass(frozen=True)
class ButtonsConfig:
    """The seats' buttons."""

    driver: Driver = _key("gpio", "As for the block.", one_of(*get_args(Driver)))
    pins: tuple[tuple[int, int, int, int], ...] = _key(
        WIRING.buttons, f"GPIO numbers, seat by seat: {', '.join(BUTTONS)}.", _BUTTON_PINS
    )


@dataclass(frozen=True)
class SandConfig:
    """The lights of the sand-timer."""

    driver: Driver = _key("gpio", "As for the block.", one_of(*get_args(Driver)))
    pins: tuple[int, ...] = _key(
        WIRING.sand,
        "GPIO numbers of the eight lights, from the bottom to the top.",
        list_of("eight GPIO numbers", _PIN, LEDS),
    )


@dataclass(frozen=True)
class BuzzerConfig:
    """The buzzer."""

    driver: Driver = _key("gpio", "As for the block.", one_of(*get_args(Driver)))
    pin: int = _key(WIRING.buzzer, "Its GPIO number; not one of 2 to 8, on which it would sound at power-on.", _PIN)


@dataclass(frozen=True)
class PodConfig:
    """The USB pod, for the parts whose driver is pod."""

    port: str = _key(
        "",
        "Its serial port; empty: the first Pico that is found. simulated: one without a Pico, for simulated parts.",
        text("the path of a serial port, simulated, or nothing"),
    )


@dataclass(frozen=True)
class ConsoleConfig:
    """The pages for players, judges and staff (docs/console.md)."""

    address: str = _key(
        "127.0.0.1",
        "Where it listens. 127.0.0.1: only this machine reaches it. 0.0.0.0: everyone in the hall's network does.",
        text("an address of this machine"),
    )
    port: int = _key(8080, "The port it listens on.", whole(1, 65535))
    certificate: str = _key(
        "", "A certificate of your own in PEM, for https; empty: http.", text("the path of a file, or nothing")
    )
    key: str = _key("", "The certificate's private key in PEM.", text("the path of a file, or nothing"))
    mat: bool = _key(False, "Whether the table's page draws the mat as the table sees it.", YES_OR_NO)
    solver: bool = _key(False, "Whether judges may ask the solver while the shake is under way.", YES_OR_NO)


@dataclass(frozen=True)
class EvidenceConfig:
    """The pictures that are kept for judges."""

    megabytes: int = _key(
        300, "How much those may take that no pending flag needs; the oldest of them go first.", whole(1, 100_000)
    )
    days: int = _key(
        14, "After how many days they are deleted, but for those that a pending flag needs.", whole(1, 3_650)
    )


@dataclass(frozen=True)
class Config:
    """Everything that is attached to a table, where people sit, and where its data goes."""

    data: Path = _key(
        Path("/var/lib/wff-table"),
        "Where the journal and the pictures go. Relative to this file, unless it begins with / or ~.",
        FOLDER,
    )
    mat: str = _key("tournament", "Which mat lies on the table.", one_of(*mats()))
    seats: tuple[Side, ...] = _key(
        ("south", "west", "east"),
        "The side of the mat where each seat is, clockwise from seat 1; north is the Goal's edge.",
        _SEATS,
    )
    camera: CameraConfig = CameraConfig()
    block: BlockConfig = BlockConfig()
    buttons: ButtonsConfig = ButtonsConfig()
    sand: SandConfig = SandConfig()
    buzzer: BuzzerConfig = BuzzerConfig()
    pod: PodConfig = PodConfig()
    evidence: EvidenceConfig = EvidenceConfig()
    console: ConsoleConfig = ConsoleConfig()


def simulated() -> Config:
    """A table of which nothing is real; its drivers are."""
    return Config(
        camera=CameraConfig("simulated"),
        block=BlockConfig("simulated"),
        buttons=ButtonsConfig("simulated"),
        sand=SandConfig("simulated"),
        buzzer=BuzzerConfig("simulated"),
    )


def attached(config: Config) -> Attached:
    """What the configuration says, in the plain values that the hardware takes."""
    return Attached(
        camera=config.camera.driver,
        device=config.camera.device,
        size=config.camera.size,
        rate=config.camera.rate,
        block=config.block.driver,
        buttons=config.buttons.driver,
        sand=config.sand.driver,
        buzzer=config.buzzer.driver,
        wiring=Wiring(config.block.pin, config.buttons.pins, config.sand.pins, config.buzzer.pin),
        port=config.pod.port,
        mat=config.mat,
    )
