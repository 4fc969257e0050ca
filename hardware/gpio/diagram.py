"""Draws a wiring, and writes its table: `python -m hardware.gpio.diagram docs` puts both into the manual."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from html import escape
from itertools import groupby
from pathlib import Path

from hardware.wiring import EEPROM, HEADER, LEFT_FREE, WIRING, Wire, Wiring, wires

BEGIN, END = "<!-- wiring: written by the diagram, do not edit -->", "<!-- end of the wiring -->"

_COLOURS = {
    "block": "#c0392b",
    "buzzer": "#8e44ad",
    "sand": "#d68910",
    "seat 1": "#1f618d",
    "seat 2": "#148f77",
    "seat 3": "#5b7f2a",
}
_SUPPLY = {"GND": "#222222", "3V3": "#e59866", "5V": "#cb4335"}
_HOW = {
    "block": "pressure switch to ground, closed while the block rests",
    "buzzer": "1 kΩ, NPN transistor, active buzzer on 5 V",
    "sand": "LED 1 at the bottom; 330 Ω each, LED, to ground",
    "seat": "push buttons to ground, open at rest",
}
_ROW, _TOP, _MIDDLE, _WIDTH = 32, 70, 500, 1000


def drawing(wiring: Wiring) -> str:
    """The header from above, and what is attached to it, as SVG."""
    at = {wire.pin: wire for wire in wires(wiring)}
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} 770" font-family="sans-serif" font-size="13">',
        f'<rect width="{_WIDTH}" height="770" fill="#ffffff"/>',
        f'<text x="{_MIDDLE}" y="30" text-anchor="middle" font-size="18">Wiring of a table on the 40-pin header</text>',
        f'<text x="{_MIDDLE}" y="50" text-anchor="middle" fill="#555555">seen from above, pin 1 away from the '
        "USB sockets; ground is any of the GND pins</text>",
        f'<rect x="{_MIDDLE - 36}" y="{_TOP}" width="72" height="{20 * _ROW}" rx="6" fill="#2c3e50"/>',
    ]
    for pin, name in enumerate(HEADER, 1):
        lines += _pin(pin, name, at.get(pin))
    for side in (0, 1):
        column = [at.get(pin) for pin in range(1 + side, 41, 2)]
        lines += _column(side, column)
    return "\n".join([*lines, *_legend(), "</svg>"]) + "\n"


def table(wiring: Wiring) -> str:
    """The wiring table in Markdown, in the order of the header, with what is left free."""
    rows = ["| header pin | GPIO | goes to |", "|---|---|---|"]
    taken = {wire.pin: wire for wire in wires(wiring)}
    for pin, name in enumerate(HEADER, 1):
        if wire := taken.get(pin):
            rows.append(f"| {pin} | {name} | {wire.part}, {wire.what} |")
        elif name in _SUPPLY:
            rows.append(f"| {pin} | {name} | |")
        else:
            rows.append(f"| {pin} | {name} | *{_free(name)}* |")
    return "\n".join(rows) + "\n"


def main() -> None:
    """Write the drawing, and the table into its place in the page."""
    docs = Path(sys.argv[1])
    (docs / "wiring.svg").write_text(drawing(WIRING))
    page = docs / "wiring.md"
    before, rest = page.read_text().split(BEGIN)
    page.write_text(f"{before}{BEGIN}\n\n{table(WIRING)}\n{END}{rest.split(END)[1]}")


def _pin(pin: int, name: str, wire: Wire | None) -> Iterator[str]:
    side, y = _place(pin)
    x = _MIDDLE + 16 * side
    colour = _COLOURS[wire.part] if wire else _SUPPLY.get(name, "#bdc3c7")
    shape = f'<rect x="{x - 9}" y="{y - 9}" width="18" height="18"' if pin == 1 else f'<circle cx="{x}" cy="{y}" r="9"'
    yield f'{shape} fill="{colour}" stroke="#ecf0f1" stroke-width="1.5"/>'
    yield f'<text x="{x}" y="{y + 4}" text-anchor="middle" font-size="10" fill="#ffffff">{pin}</text>'
    anchor = "start" if side > 0 else "end"
    label = name if wire or name in _SUPPLY else f"{name}: {_free(name)}"
    weight = ' font-weight="bold"' if wire else ' fill="#777777"'
    x, y = _MIDDLE + 44 * side, y - 4 if wire else y + 4
    yield f'<text x="{x}" y="{y}" text-anchor="{anchor}"{weight}>{label}</text>'


def _column(side: int, column: list[Wire | None]) -> Iterator[str]:
    """One row of the header: a wire from each pin, and a box around neighbours that belong to the same part."""
    sign = 1 if side else -1
    attached = [wire for wire in column if wire is not None]
    for part, group in groupby(attached, key=lambda wire: wire.part):
        members = list(group)
        ends = [_place(wire.pin)[1] for wire in members]
        near, far = _MIDDLE + sign * 210, _MIDDLE + sign * 480
        top, height = ends[0] - 15, ends[-1] - ends[0] + 30
        colour = _COLOURS[part]
        yield (
            f'<rect x="{min(near, far)}" y="{top}" width="270" height="{height}" rx="8" fill="{colour}" '
            f'fill-opacity="0.10" stroke="{colour}"/>'
        )
        anchor, inner, outer = ("start", near + 12, far - 12) if side else ("end", near - 12, far + 12)
        for wire, y in zip(members, ends, strict=True):
            yield f'<path d="M{_MIDDLE + sign * 36} {y}H{near}" stroke="{colour}" stroke-width="2.5" fill="none"/>'
            yield f'<circle cx="{near}" cy="{y}" r="4" fill="{colour}"/>'
            yield f'<text x="{inner}" y="{y + 4}" text-anchor="{anchor}">{escape(wire.what)}</text>'
            put = f"translate({_MIDDLE + sign * 345} {y}) scale({sign} 1)"
            yield f'<g transform="{put}" stroke="{colour}" fill="none">{_symbol(part)}</g>'
        other = "end" if side else "start"
        yield (
            f'<text x="{outer}" y="{(ends[0] + ends[-1]) / 2 + 5:g}" text-anchor="{other}" font-weight="bold" '
            f'fill="{colour}">{"sand-timer" if part == "sand" else part}</text>'
        )


def _symbol(part: str) -> str:
    """What hangs on the wire, 60 wide, around the origin; its far end goes to ground."""
    ground = '<path d="M30 -6v12M33 -4v8M36 -1v2"/>'
    if part == "sand":
        led = '<path d="M6 -6v12l11 -6zM17 -6v12M17 0h13M12 -9l4 -4M17 -8l4 -4"/>'
        return f'<path d="M-30 0h6M-4 0h10"/><rect x="-24" y="-4" width="20" height="8"/>{led}{ground}'
    if part == "buzzer":
        return (
            '<path d="M-30 0h18"/><rect x="-12" y="-8" width="14" height="16"/><path d="M6 -5v10M11 -8v16M16 -11v22"/>'
        )
    lever = "M-10 -3l20 -5" if part != "block" else "M-10 -2h20M-8 -6h16v-5h-16z"
    return f'<path d="M-30 0h20M10 0h20{lever}"/><circle cx="-10" r="2"/><circle cx="10" r="2"/>{ground}'


def _legend() -> Iterable[str]:
    for n, (part, how) in enumerate(_HOW.items()):
        x, y = (30, 530)[n % 2], 732 + 20 * (n // 2)
        name = {"sand": "sand-timer", "seat": "seats"}.get(part, part)
        yield f'<text x="{x}" y="{y}"><tspan font-weight="bold">{name}</tspan>: {how}</text>'


def _place(pin: int) -> tuple[int, int]:
    """Left or right of the header's middle, and the height in the drawing."""
    return (-1 if pin % 2 else 1), _TOP + _ROW * ((pin - 1) // 2) + _ROW // 2


def _free(name: str) -> str:
    number = int(name.removeprefix("GPIO"))
    return "not to be used" if number in EEPROM else f"free, {LEFT_FREE.get(number, 'spare')}"


if __name__ == "__main__":
    main()
