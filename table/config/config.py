"""What is attached to a table, as one TOML file says it: read, checked, and written as an example with every key.

A key is a field of a dataclass with its sentence and what it may be; reading, the example and the manual's page are
made from the same fields. Unknown keys and wrong values are errors that name the key, and what would be right.
"""

from __future__ import annotations

import dataclasses
import difflib
import tomllib
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from textwrap import wrap
from typing import Any, Literal, NamedTuple, TypeAlias, get_args

from hardware.devices import Attached
from hardware.mats import names as mats
from hardware.wiring import BOOTS_HIGH, BUTTONS, EEPROM, LEDS, SEATS, WIRING, Wiring, pin_of

CameraDriver: TypeAlias = Literal["pi", "opencv", "recorded", "simulated", "none"]
Driver: TypeAlias = Literal["gpio", "pod", "simulated", "none"]
Side: TypeAlias = Literal["north", "east", "south", "west"]

CLOCKWISE: tuple[Side, ...] = get_args(Side)
PLACES = (Path("wff-table.toml"), Path("~/.config/wff-table.toml"), Path("/etc/wff-table/table.toml"))
"""Where a file is looked for when none is named, in this order."""


class BadConfig(ValueError):  # noqa: N818  (a configuration is bad, as an entry or a mat is)
    """A configuration that cannot be: the sentence names the file, the key, the value and what is allowed."""


class Kind(NamedTuple):
    """What a value may be: in words, and as a function that takes it or raises `ValueError`."""

    words: str
    take: Callable[[Any], Any]


# --- what values may be -----------------------------------------------------------------------------------------


def _one_of(*allowed: str) -> Kind:
    def take(value: Any) -> str:
        if value not in allowed or not isinstance(value, str):
            near = _nearest(value, allowed)
            raise ValueError(f"do you mean {near!r}?" if near else "")
        return value

    return Kind("one of " + ", ".join(allowed), take)


def _whole(least: int, most: int) -> Kind:
    def take(value: Any) -> int:
        if type(value) is not int or not least <= value <= most:
            raise ValueError
        return value

    return Kind(f"a whole number from {least} to {most}", take)


def _list_of(count: str, kind: Kind, *counts: int) -> Kind:
    def take(value: Any) -> tuple[Any, ...]:
        if not isinstance(value, list) or len(value) not in counts:
            raise ValueError
        return tuple(kind.take(one) for one in value)

    return Kind(f"a list of {count}, each {kind.words}", take)


def _text(words: str) -> Kind:
    def take(value: Any) -> str:
        if not isinstance(value, str) or not value.isprintable():
            raise ValueError
        return value

    return Kind(words, take)


def _device(value: Any) -> int | str:
    if type(value) is int and 0 <= value <= 99:
        return value
    if isinstance(value, str) and value and value.isprintable():
        return value
    raise ValueError


def _folder(value: Any) -> Path:
    if not isinstance(value, str) or not value.strip() or not value.isprintable():
        raise ValueError
    return Path(value)


def _yes_or_no(value: Any) -> bool:
    if type(value) is not bool:
        raise ValueError
    return value


_PIN = _whole(2, 27)
_YES_OR_NO = Kind("true or false", _yes_or_no)
_SIZE = _list_of("two numbers (width and height in pixels)", _whole(160, 8192), 2)
_SEATS = _list_of("two or three sides", _one_of(*CLOCKWISE), 2, 3)
_BUTTON_PINS = _list_of(
    "one to three seats",
    _list_of(f"four GPIO numbers ({', '.join(BUTTONS)})", _PIN, len(BUTTONS)),
    *range(1, SEATS + 1),
)


def _key(default: Any, words: str, kind: Kind) -> Any:
    return field(default=default, metadata={"words": words, "kind": kind})


# --- the keys ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class CameraConfig:
    """The camera over the mat."""

    driver: CameraDriver = _key(
        "pi",
        "pi: on the Pi's ribbon cable. opencv: a USB webcam. recorded: a video or a folder of pictures. "
        "simulated: a rendered table. none: no camera.",
        _one_of(*get_args(CameraDriver)),
    )
    device: int | str = _key(
        0,
        "Which one: a number, or a path such as /dev/v4l/by-id/...; for recorded, the video or the folder.",
        Kind("a number from 0, or a path", _device),
    )
    size: tuple[int, int] = _key((1280, 960), "Width and height of the pictures that are read, in pixels.", _SIZE)
    rate: int = _key(15, "Pictures in a second.", _whole(1, 120))
    lens: str = _key(
        "",
        "Its lens: a name that `wff-table read --help` lists (pi-v3, ...), or the file that `wff-table calibrate` "
        "wrote; empty: found out from the cubes.",
        _text("the name of a camera, the path of a file, or nothing"),
    )
    taught: str = _key(
        "",
        "The file that `wff-table teach` wrote about this table's own cubes; empty: none.",
        _text("the path of a file, or nothing"),
    )


@dataclass(frozen=True)
class BlockConfig:
    """The challenge block on its switch."""

    driver: Driver = _key(
        "gpio",
        "gpio: on the Pi's pins. pod: on the USB pod. simulated: mock pins. none: not there.",
        _one_of(*get_args(Driver)),
    )
    pin: int = _key(WIRING.block, "Its GPIO number, if it is not wired as in docs/wiring.md.", _PIN)


@dataclass(frozen=True)
class ButtonsConfig:
    """The seats' buttons."""

    driver: Driver = _key("gpio", "As for the block.", _one_of(*get_args(Driver)))
    pins: tuple[tuple[int, int, int, int], ...] = _key(
        WIRING.buttons, f"GPIO numbers, seat by seat: {', '.join(BUTTONS)}.", _BUTTON_PINS
    )


@dataclass(frozen=True)
class SandConfig:
    """The lights of the sand-timer."""

    driver: Driver = _key("gpio", "As for the block.", _one_of(*get_args(Driver)))
    pins: tuple[int, ...] = _key(
        WIRING.sand,
        "GPIO numbers of the eight lights, from the bottom to the top.",
        _list_of("eight GPIO numbers", _PIN, LEDS),
    )


@dataclass(frozen=True)
class BuzzerConfig:
    """The buzzer."""

    driver: Driver = _key("gpio", "As for the block.", _one_of(*get_args(Driver)))
    pin: int = _key(WIRING.buzzer, "Its GPIO number; not one of 2 to 8, on which it would sound at power-on.", _PIN)


@dataclass(frozen=True)
class PodConfig:
    """The USB pod, for the parts whose driver is pod."""

    port: str = _key(
        "",
        "Its serial port; empty: the first Pico that is found. simulated: one without a Pico, for simulated parts.",
        _text("the path of a serial port, simulated, or nothing"),
    )


@dataclass(frozen=True)
class ConsoleConfig:
    """The pages for players, judges and staff (docs/console.md)."""

    address: str = _key(
        "127.0.0.1",
        "Where it listens. 127.0.0.1: only this machine reaches it. 0.0.0.0: everyone in the hall's network does.",
        _text("an address of this machine"),
    )
    port: int = _key(8080, "The port it listens on.", _whole(1, 65535))
    certificate: str = _key(
        "", "A certificate of your own in PEM, for https; empty: http.", _text("the path of a file, or nothing")
    )
    key: str = _key("", "The certificate's private key in PEM.", _text("the path of a file, or nothing"))
    mat: bool = _key(False, "Whether the table's page draws the mat as the table sees it.", _YES_OR_NO)
    solver: bool = _key(False, "Whether judges may ask the solver while the shake is under way.", _YES_OR_NO)


@dataclass(frozen=True)
class EvidenceConfig:
    """The pictures that are kept for judges."""

    megabytes: int = _key(
        300, "How much those may take that no pending flag needs; the oldest of them go first.", _whole(1, 100_000)
    )
    days: int = _key(
        14, "After how many days they are deleted, but for those that a pending flag needs.", _whole(1, 3_650)
    )


@dataclass(frozen=True)
class Config:
    """Everything that is attached to a table, where people sit, and where its data goes."""

    data: Path = _key(
        Path("/var/lib/wff-table"),
        "Where the journal and the pictures go. Relative to this file, unless it begins with / or ~.",
        Kind("the path of a folder", _folder),
    )
    mat: str = _key("tournament", "Which mat lies on the table.", _one_of(*mats()))
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


# --- reading ----------------------------------------------------------------------------------------------------


def parse(text: str, name: str = "the configuration") -> Config:
    """A configuration from TOML. Whatever is left out is as in `example()`; whatever cannot be is a `BadConfig`."""
    try:
        document = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadConfig(f"{name} is not TOML: {error}") from None
    except RecursionError:
        raise BadConfig(f"{name} is not a configuration: brackets in brackets without end") from None
    try:
        config: Config = _read(Config, document, "")
        _check(config)
    except BadConfig as error:
        raise BadConfig(f"{name}: {error}") from None
    return config


def load(path: Path) -> Config:
    """The configuration in a file; folders that are named in it are relative to the file."""
    path = _at_home(path, "the configuration")
    try:
        text = path.read_text("utf-8")
    except UnicodeDecodeError:
        raise BadConfig(f"{path}: this is not text in UTF-8") from None
    except OSError as error:
        raise BadConfig(f"{path}: {(error.strerror or str(error)).lower()}") from None
    config = parse(text, str(path))
    try:
        return _placed(config, path.resolve().parent)
    except BadConfig as error:
        raise BadConfig(f"{path}: {error}") from None


def _placed(config: Config, here: Path) -> Config:
    """The configuration with its folders and files where they are, seen from the folder of its own file."""
    config = dataclasses.replace(config, data=here / _at_home(config.data, "data"))
    if config.camera.driver == "recorded" and isinstance(config.camera.device, str):
        recording = here / _at_home(Path(config.camera.device), "camera.device")
        config = dataclasses.replace(config, camera=dataclasses.replace(config.camera, device=str(recording)))
    eye = config.camera
    lens, taught = _beside(here, eye.lens, "camera.lens"), _beside(here, eye.taught, "camera.taught")
    config = dataclasses.replace(config, camera=dataclasses.replace(eye, lens=lens, taught=taught))
    pages = config.console
    files = {"console.certificate": pages.certificate, "console.key": pages.key}
    certificate, key = (str(here / _at_home(Path(file), key)) if file else "" for key, file in files.items())
    return dataclasses.replace(config, console=dataclasses.replace(pages, certificate=certificate, key=key))


def _at_home(path: Path, key: str) -> Path:
    """The path with ~ or ~somebody written out."""
    try:
        return path.expanduser()
    except RuntimeError:
        raise BadConfig(f"{key} is {_said(path)}; nobody of that name has a home on this machine") from None


def _beside(here: Path, name: str, key: str) -> str:
    """A file that lies beside the configuration, or the name as it is: lenses have names too."""
    file = here / _at_home(Path(name), key)
    return str(file) if name and file.is_file() else name


def find() -> Path | None:
    """The first file that is there of those that are looked for."""
    for place in PLACES:
        with suppress(RuntimeError):  # whoever runs it has no home
            if (path := place.expanduser()).is_file():
                return path
    return None


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


def _read(table: type[Any], values: Any, where: str) -> Any:
    if not isinstance(values, dict):
        raise BadConfig(f"{where} is {_said(values)}; it must be a table with the keys {', '.join(_keys(table))}")
    dot = f"{where}." if where else ""
    known = {f.name: f for f in dataclasses.fields(table)}
    taken = {}
    for key, value in values.items():
        if key not in known:
            raise BadConfig(_unknown(key, dot))
        if dataclasses.is_dataclass(known[key].default):
            taken[key] = _read(type(known[key].default), value, dot + key)
        else:
            taken[key] = _take(known[key].metadata["kind"], value, dot + key)
    return table(**taken)


def _take(kind: Kind, value: Any, where: str) -> Any:
    try:
        return kind.take(value)
    except ValueError as error:
        hint = f"; {error}" if str(error) else ""
        raise BadConfig(f"{where} is {_said(value)}; it must be {kind.words}{hint}") from None


def _check(config: Config) -> None:
    """What only shows when keys are seen together."""
    if len(set(config.seats)) < len(config.seats):
        raise BadConfig(f"seats: two seats are {_twice(config.seats)}; each needs a side of its own")
    steps = [CLOCKWISE.index(side) - CLOCKWISE.index(config.seats[0]) for side in config.seats]
    if sorted(step % 4 for step in steps) != [step % 4 for step in steps]:
        raise BadConfig(f"seats: {', '.join(config.seats)} does not go clockwise (north, east, south, west)")
    if config.camera.driver == "recorded" and not isinstance(config.camera.device, str):
        raise BadConfig(f"camera.device is {config.camera.device!r}; a recorded camera needs the path of a recording")
    if bool(config.console.certificate) != bool(config.console.key):
        raise BadConfig("console.certificate and console.key belong together: name both, or neither")
    if config.buttons.driver == "gpio" and len(config.buttons.pins) < len(config.seats):
        raise BadConfig(f"buttons.pins has {len(config.buttons.pins)} seats and seats has {len(config.seats)}")
    _check_pins(config)


def _check_pins(config: Config) -> None:
    taken: dict[int, str] = {}
    for where, gpio in _pins(config):
        if pin_of(gpio) == 0 or gpio in EEPROM:
            raise BadConfig(f"{where}: GPIO{gpio} cannot be used; take one of GPIO2 to GPIO27")
        if gpio in taken:
            raise BadConfig(f"{where}: GPIO{gpio} is already taken by {taken[gpio]}")
        taken[gpio] = where
    if config.buzzer.driver == "gpio" and config.buzzer.pin in BOOTS_HIGH:
        raise BadConfig(f"buzzer.pin is {config.buzzer.pin}; it would sound while the Pi starts: take one of 9 to 27")


def _pins(config: Config) -> Iterator[tuple[str, int]]:
    """The pins in use, each with its key."""
    if config.block.driver == "gpio":
        yield "block.pin", config.block.pin
    if config.buttons.driver == "gpio":
        for seat, pins in enumerate(config.buttons.pins, 1):
            for button, gpio in zip(BUTTONS, pins, strict=True):
                yield f"buttons.pins (seat {seat}, {button})", gpio
    if config.sand.driver == "gpio":
        for number, gpio in enumerate(config.sand.pins, 1):
            yield f"sand.pins (LED {number})", gpio
    if config.buzzer.driver == "gpio":
        yield "buzzer.pin", config.buzzer.pin


def _unknown(key: str, dot: str) -> str:
    every = _every_key(Config, "")
    near = _nearest(dot + key, every) or next((k for k in every if k.split(".")[-1] == key), "")
    hint = f"do you mean {near}?" if near else "docs/config.md lists every key"
    name = dot + key if key.isprintable() and key else dot + repr(key)
    return f"{name} means nothing here; {hint}"


def _every_key(table: type[Any], dot: str) -> list[str]:
    found = []
    for f in dataclasses.fields(table):
        found.append(dot + f.name)
        if dataclasses.is_dataclass(f.default):
            found += _every_key(type(f.default), f"{dot}{f.name}.")
    return found


def _keys(table: type[Any]) -> list[str]:
    return [f.name for f in dataclasses.fields(table)]


def _nearest(word: Any, known: Any) -> str:
    return next(iter(difflib.get_close_matches(str(word).lower(), known, 1, 0.6)), "")


def _twice(seats: tuple[Side, ...]) -> str:
    return next(side for side in seats if seats.count(side) > 1)


def _said(value: Any) -> str:
    """A value as TOML writes it, cut short."""
    try:
        text = _toml(value)
    except TypeError:
        text = str(value)
    return text if len(text) <= 60 else text[:57] + "..."


# --- writing ----------------------------------------------------------------------------------------------------


def example(config: Config | None = None) -> str:
    """A file with every key, what it means and what it is if left out; reading it gives the same configuration."""
    config = config or Config()
    lines = ["# What is attached to this table. Every key may be left out; then it is as written here.", ""]
    for f in dataclasses.fields(config):
        value = getattr(config, f.name)
        if not dataclasses.is_dataclass(value):
            lines += [*_explained(f), f"{f.name} = {_toml(value)}", ""]
            continue
        lines += [f"[{f.name}]  # {_sentence(type(value))}"]
        for key in dataclasses.fields(value):
            lines += [*_explained(key), f"{key.name} = {_toml(getattr(value, key.name))}"]
        lines.append("")
    return "\n".join(lines)


class ConfigRow(NamedTuple):
    """A key as the manual lists it."""

    key: str
    default: str
    allowed: str
    words: str


def rows() -> list[ConfigRow]:
    """Every key, in the order of the example."""
    return list(_rows(Config, ""))


def _rows(table: type[Any], dot: str) -> Iterator[ConfigRow]:
    for f in dataclasses.fields(table):
        if dataclasses.is_dataclass(f.default):
            yield from _rows(type(f.default), f"{f.name}.")
        else:
            yield ConfigRow(dot + f.name, _toml(f.default), f.metadata["kind"].words, f.metadata["words"])


def _explained(f: dataclasses.Field[Any]) -> list[str]:
    return [f"# {line}" for line in wrap(f.metadata["words"], 100)]


def _sentence(table: type[Any]) -> str:
    return (table.__doc__ or "").strip()


def _toml(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, (int, float)):
        return str(value)
    if isinstance(value, (str, Path)):
        text = str(value).replace("\\", "\\\\").replace('"', '\\"')
        return f'"{text}"'
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(map(_toml, value))}]"
    if isinstance(value, dict):
        return "a table"
    raise TypeError(f"{type(value).__name__} is not written into a configuration")
