"""What can go wrong at a table, as verbs: `do(bench, "unplug camera")`. Tests, scripts and commands use the same words.

A blank in capitals is filled in: `drop 10% of bytes`, `stick button 2 bonus`. Faults stay until they are undone.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple, cast

from hardware.parts import Button
from hardware.pod.line import Faults
from hardware.pod.virtual import VirtualPod
from hardware.simulated.bench import Bench
from hardware.wiring import BUTTONS, SEATS


class BadFault(ValueError):  # noqa: N818  (a fault is bad, as an entry or a mat is)
    """No such fault, or not on this bench; the words say which there are."""


class Verb(NamedTuple):
    """A verb with its blanks, and what it does in words."""

    form: str
    words: str
    act: Callable[..., None]


def do(bench: Bench, words: str) -> None:
    """Let a fault happen, or mend it. Raises BadFault, before anything has happened."""
    verb, blanks = understood(words)
    verb.act(bench, *blanks)


def understood(words: str) -> tuple[Verb, tuple[str, ...]]:
    """The verb that is meant and what its blanks are filled with. Raises BadFault."""
    plain = " ".join(words.lower().split())
    for verb in VERBS:
        found = re.fullmatch(re.sub("|".join(_BLANKS), lambda blank: _BLANKS[blank[0]], verb.form), plain)
        if found:
            return verb, found.groups()
    raise BadFault(f"'{words}' is no fault; there are: {', '.join(verb.form for verb in VERBS)}")


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
    bench.catch_up()


def _free_button(bench: Bench, seat: str, button: str) -> None:
    bench.contacts.free((int(seat) - 1, cast(Button, button)), bench.elapsed)
    bench.catch_up()


def _stick_block(bench: Bench, how: str) -> None:
    bench.contacts.stick("block", how == "closed", bench.elapsed)
    bench.catch_up()


def _loosen_block(bench: Bench) -> None:
    bench.contacts.loosen("block", bench.elapsed)


def _free_block(bench: Bench) -> None:
    bench.contacts.free("block", bench.elapsed)
    bench.catch_up()


_BLANKS = {
    "PERCENT": r"(\d+(?:\.\d+)?)",
    "SEAT": f"([1-{SEATS}])",
    "BUTTON": f"({'|'.join(BUTTONS)})",
    "open or closed": "(open|closed)",
}

VERBS: tuple[Verb, ...] = (
    Verb("unplug camera", "the camera is gone", lambda bench: bench.sensor.unplug()),
    Verb("plug in camera", "it is back", lambda bench: bench.sensor.plug_in()),
    Verb("stall camera", "the camera sends nothing, without an error", lambda bench: bench.sensor.stall()),
    Verb("freeze camera", "the camera sends one picture over and over", lambda bench: bench.sensor.freeze()),
    Verb("thaw camera", "it goes on after a stall or a freeze", lambda bench: bench.sensor.thaw()),
    Verb("unplug pod", "the pod's cable is pulled", lambda bench: _pod(bench).unplug()),
    Verb("plug in pod", "it is put back", lambda bench: _pod(bench).plug()),
    Verb("restart pod", "the pod was without power for a moment", lambda bench: _pod(bench).restart()),
    Verb("drop PERCENT% of bytes", "so many bytes between pod and host get lost", _spoil("drop")),
    Verb("garble PERCENT% of bytes", "so many arrive as others", _spoil("garble")),
    Verb("duplicate PERCENT% of bytes", "so many arrive twice", _spoil("double")),
    Verb("delay PERCENT% of chunks", "so many are held up, by up to 0.2 s", _spoil("delay")),
    Verb("line good", "nothing is wrong with the line any more", lambda bench: _pod(bench).spoil(Faults())),
    Verb("chatter block", "the block's switch bounces at every edge", lambda bench: bench.contacts.bounce("block")),
    Verb("loosen block", "a wire of the block's switch is loose and flutters", _loosen_block),
    Verb("stick block open or closed", "the block's switch stays so, whatever the block does", _stick_block),
    Verb("free block", "the block's switch is as it should be", _free_block),
    Verb("stick button SEAT BUTTON", "a seat's button stays down: seat 1 to 3; goal, bonus, ...", _stick_button),
    Verb("free button SEAT BUTTON", "it is free again", _free_button),
    Verb("bump mat", "somebody pushes the mat with all that is on it", lambda bench: bench.table.bump_mat()),
    Verb("bump camera", "somebody knocks against the camera's arm", lambda bench: bench.table.bump_camera()),
    Verb("lamp off", "the nearest lamp goes out", lambda bench: bench.table.lamp(False)),
    Verb("lamp on", "it is on again", lambda bench: bench.table.lamp(True)),
    Verb("power cut", "the mains go; whoever runs the table dies, the pod forgets", lambda bench: bench.cut_power()),
)


def listed() -> str:
    """All verbs with what they do, a line each."""
    wide = max(len(verb.form) for verb in VERBS)
    return "\n".join(f"{verb.form:<{wide}}  {verb.words}" for verb in VERBS)
