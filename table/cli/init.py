"""`wff-table init`: writes a configuration with every key explained, by asking what is attached."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

import typer

from table.cli.errors import one_sentence, refuse
from table.cli.files import whole
from table.config.keys import (
    BlockConfig,
    ButtonsConfig,
    BuzzerConfig,
    CameraConfig,
    CameraDriver,
    Config,
    Driver,
    SandConfig,
)
from table.config.writing import example

CAMERAS: dict[str, tuple[CameraDriver, str]] = {
    "pi": ("pi", "on the Pi's ribbon cable"),
    "usb": ("opencv", "a USB webcam"),
    "none": ("none", "no camera: people say what happens"),
    "simulated": ("simulated", "a rendered table, to try things"),
}
PARTS: dict[str, tuple[Driver, str]] = {
    "pins": ("gpio", "block, buttons, lights and buzzer on the Pi's pins, as in docs/wiring.md"),
    "pod": ("pod", "all of them on the USB pod"),
    "none": ("none", "none of them"),
    "simulated": ("simulated", "mock pins, to try things"),
}


def init(
    out: Annotated[Path, typer.Argument(help="The file to write.")] = Path("wff-table.toml"),
    camera: Annotated[str, typer.Option(help=f"The camera: {', '.join(CAMERAS)}. Asked if left out.")] = "",
    parts: Annotated[str, typer.Option(help=f"The other parts: {', '.join(PARTS)}. Asked if left out.")] = "",
    data: Annotated[str, typer.Option(help="Where journal and pictures go. Asked if left out.")] = "",
    force: Annotated[bool, typer.Option("--force", help="Write over a file that is there.")] = False,
) -> None:
    """Write a configuration for this table: every key with what it means, set to what is attached."""
    with one_sentence():
        if out.exists() and not force:
            refuse(f"{out} is there already; choose another name, or write over it with --force")
        eye, _ = CAMERAS[_choice("Which camera is over the mat?", camera, "camera", CAMERAS)]
        driver, _ = PARTS[_choice("What are block, buttons, lights and buzzer on?", parts, "parts", PARTS)]
        place = data or _asked("Where shall journal and pictures go?", "wff-table-data")
        if not place.strip() or not place.isprintable():
            refuse(f"--data is {place!r}; it must be the path of a folder, in letters that can be printed")
        config = Config(
            data=Path(place),
            camera=CameraConfig(eye),
            block=BlockConfig(driver),
            buttons=ButtonsConfig(driver),
            sand=SandConfig(driver),
            buzzer=BuzzerConfig(driver),
        )
        with whole(out, force) as draft:
            draft.write_text(example(config), encoding="utf-8")
        print(f"{out}: written. Next: wff-table doctor --config {out}, then wff-table run --config {out}")


def _choice(question: str, given: str, option: str, choices: Mapping[str, tuple[str, str]]) -> str:
    """What was given, or what somebody chooses."""
    if given and given not in choices:
        refuse(f"--{option} is {given!r}; it must be one of {', '.join(choices)}")
    if given:
        return given
    if sys.stdin.isatty():
        print("\n".join(f"  {name:<10} {words}" for name, (_, words) in choices.items()))
    while (answer := _asked(question, next(iter(choices)))) not in choices:
        print(f"One of {', '.join(choices)}, please.")
    return answer


def _asked(question: str, usual: str) -> str:
    """Somebody's answer; without anybody to ask, the usual one."""
    return str(typer.prompt(question, default=usual)) if sys.stdin.isatty() else usual
