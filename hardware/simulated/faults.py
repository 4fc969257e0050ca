"""What can go wrong at a table: `do(bench, "unplug camera")`. Tests, scripts and commands use the same words.

Faults stay until they are undone. `verbs` lists them all.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import cast

from hardware.parts import Button
from hardware.pod.line import Faults
from hardware.pod.virtual import VirtualPod
from hardware.simulated.bench import Bench
from hardware.simulated.fault_words import BadFault, understood
from hardware.simulated.untruths import Falsified, false_face, false_place


def do(bench: Bench, words: str) -> None:
    """Let a fault happen, or mend it. Raises BadFault, before anything has happened."""
    verb, blanks = understood(words)
    ACTS[verb](bench, *blanks)
    bench.catch_up()


def _pod(bench: Bench) -> VirtualPod:
    if bench.pod is None:
        raise BadFault("this bench has no pod; it has pins instead")
    return bench.pod


def _spoil(kind: str) -> Callable[[Bench, str], None]:
    def spoil(bench: Bench, percent: str) -> None:
        pod, share = _pod(bench), {kind: float(percent) / 100}
        pod.spoil(replace(pod.to_host.faults, **share))  # type: ignore[arg-type]  # no share is the whole `longest`

    return spoil


def _stick_button(bench: Bench, seat: str, button: str) -> None:
    bench.contacts.stick((int(seat) - 1, cast(Button, button)), True, bench.elapsed)


def _free_button(bench: Bench, seat: str, button: str) -> None:
    bench.contacts.free((int(seat) - 1, cast(Button, button)), bench.elapsed)


def _falsify(bench: Bench, how: Falsified | None) -> None:
    if how is not None:
        bench.falsified.append(how)


ACTS: dict[str, Callable[..., None]] = {
    "unplug camera": lambda bench: bench.sensor.unplug(),
    "plug in camera": lambda bench: bench.sensor.plug_in(),
    "stall camera": lambda bench: bench.sensor.stall(),
    "freeze camera": lambda bench: bench.sensor.freeze(),
    "thaw camera": lambda bench: bench.sensor.thaw(),
    "unplug pod": lambda bench: _pod(bench).unplug(),
    "plug in pod": lambda bench: _pod(bench).plug(),
    "restart pod": lambda bench: _pod(bench).restart(),
    "drop PERCENT% of bytes": _spoil("drop"),
    "garble PERCENT% of bytes": _spoil("garble"),
    "duplicate PERCENT% of bytes": _spoil("double"),
    "delay PERCENT% of chunks": _spoil("delay"),
    "line good": lambda bench: _pod(bench).spoil(Faults()),
    "chatter block": lambda bench: bench.contacts.bounce("block"),
    "loosen block": lambda bench: bench.contacts.loosen("block", bench.elapsed),
    "stick block OPEN|CLOSED": lambda bench, how: bench.contacts.stick("block", how == "closed", bench.elapsed),
    "free block": lambda bench: bench.contacts.free("block", bench.elapsed),
    "stick button SEAT BUTTON": _stick_button,
    "free button SEAT BUTTON": _free_button,
    "bump mat": lambda bench: bench.table.bump_mat(),
    "bump camera": lambda bench: bench.table.bump_camera(),
    "lamp off": lambda bench: bench.table.lamp(False),
    "lamp on": lambda bench: bench.table.lamp(True),
    "blur": lambda bench: bench.table.blur(True),
    "sharp": lambda bench: bench.table.blur(False),
    "glare band": lambda bench: bench.table.glare(True),
    "no glare": lambda bench: bench.table.glare(False),
    "cover half of the Goal": lambda bench: bench.table.cover_goal(True),
    "uncover the Goal": lambda bench: bench.table.cover_goal(False),
    "hide PERCENT% of hands": lambda bench, percent: bench.sensor.hide_hands(float(percent) / 100),
    "falsify a face": lambda bench: _falsify(bench, false_face(bench.chance, bench.table.scene.cubes)),
    "falsify a place": lambda bench: _falsify(
        bench, false_place(bench.chance, bench.table.plan, bench.table.scene.cubes)
    ),
    "sight true": lambda bench: bench.falsified.clear(),
    "power cut": lambda bench: bench.cut_power(),
}
