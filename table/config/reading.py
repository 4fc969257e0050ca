"""Reads a configuration from TOML: what is unknown or wrong is an error that names the key and what would be right."""

from __future__ import annotations

import dataclasses
import tomllib
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from hardware.wiring import BOOTS_HIGH, BUTTONS, EEPROM, pin_of
from table.config.keys import CLOCKWISE, Config, Side
from table.config.kinds import Kind, nearest
from table.config.writing import toml

PLACES = (Path("wff-table.toml"), Path("~/.config/wff-table.toml"), Path("/etc/wff-table/table.toml"))
"""Where a file is looked for when none is named, in this order."""


class BadConfig(ValueError):  # noqa: N818  (a configuration is bad, as an entry or a mat is)
    """A configuration that cannot be: the sentence names the file, the key, the value and what is allowed."""


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


def find() -> Path | None:
    """The first file that is there of those that are looked for."""
    for place in PLACES:
        with suppress(RuntimeError):  # whoever runs it has no home
            if (path := place.expanduser()).is_file():
                return path
    return None


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
    near = nearest(dot + key, every) or next((k for k in every if k.split(".")[-1] == key), "")
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


def _twice(seats: tuple[Side, ...]) -> str:
    return next(side for side in seats if seats.count(side) > 1)


def _said(value: Any) -> str:
    """A value as TOML writes it, cut short."""
    try:
        text = toml(value)
    except TypeError:
        text = str(value)
    return text if len(text) <= 60 else text[:57] + "..."
