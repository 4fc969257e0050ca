"""Block, buttons, lights and buzzer, tried with somebody's hands, eyes and ears."""

from __future__ import annotations

from collections.abc import Callable
from queue import Empty, SimpleQueue
from typing import Protocol, TypeAlias

from hardware.checkup.finding import Finding, bad, ok, skipped, warning
from hardware.clock import now
from hardware.held import ButtonPlace
from hardware.parts import BlockMoved, Button, Buzzer, ChallengeBlock, Input, Pressed, SandTimer, SeatButtons
from hardware.wiring import BUTTONS

Inputs: TypeAlias = "SimpleQueue[Input]"

STEPS = tuple(step / 8 for step in range(8, -1, -1))
"""How the sand runs out while somebody looks."""
POLL_S = 0.05
"""Seconds between two looks at whether the person has had enough."""


class Person(Protocol):
    """Who does what the doctor asks for: somebody at the terminal, or the simulator by itself."""

    def lift(self) -> None:
        """Please lift the block."""

    def put_back(self) -> None:
        """Please put it back."""

    def press(self, left: list[ButtonPlace], seats: int) -> None:
        """Please press these; said anew whenever one was."""

    def enough(self) -> bool:
        """Whether they want to go on with something else."""

    def look(self, fraction: float) -> None:
        """See how much sand is shown; returns when there was time to see it."""

    def saw(self) -> bool | None:
        """Whether the sand ran out before their eyes; None without an answer."""

    def heard(self) -> bool | None:
        """Whether the buzzer sounded; None without an answer."""


def named(button: Button) -> str:
    """A button as it is labelled."""
    return "goal/done" if button == "goal" else button


def name(place: ButtonPlace) -> str:
    """A button and its seat in words; seats count from 1 there."""
    return f"seat {place.seat + 1} {named(place.button)}"


def block(part: ChallengeBlock, inputs: Inputs, person: Person | None, seconds: float = 30.0) -> Finding:
    """Lifted and put back, both noticed."""
    label, trouble = "block", part.trouble()
    if trouble:
        return bad(label, *parted(trouble))
    _drain(inputs)
    if part.lifted:
        if person is None:
            return bad(label, "it is off its pad, or its switch is open", "put it back; if it rests, check the switch")
        person.put_back()
        if not _moved(inputs, False, person, seconds):
            return bad(label, "it is off its pad, or its switch is stuck open", "check the switch and its two wires")
    if person is None:
        return ok(label, "it rests on its pad (lifting was not tried)")
    person.lift()
    if not _moved(inputs, True, person, seconds):
        if person.enough():
            return skipped(label, "it rests; lifting was not tried")
        return bad(
            label,
            f"no lift was noticed in {seconds:g} s",
            "check that the switch opens when the block is lifted (COM and NO), and its wires",
        )
    person.put_back()
    if not _moved(inputs, False, person, seconds):
        return bad(
            label, "the lift was noticed, putting it back was not", "the block must press the switch all the way"
        )
    return ok(label, "lifted and put back, both noticed")


def buttons(part: SeatButtons, seats: int, inputs: Inputs, person: Person | None, seconds: float = 90.0) -> Finding:
    """Each pressed once, each heard."""
    label, trouble = "buttons", part.trouble()
    if trouble:
        return bad(label, *parted(trouble))
    if part.seats < seats:
        return bad(
            label,
            f"there are buttons for {part.seats} seats, and the table has {seats}",
            "correct seats or buttons in the configuration",
        )
    if person is None:
        return skipped(label, f"{4 * seats} buttons; pressing them was not tried")
    left = [ButtonPlace(seat, button) for seat in range(seats) for button in BUTTONS]
    _drain(inputs)
    until = now() + round(1000 * seconds)
    person.press(left, seats)
    while left and now() < until and not person.enough():
        for pressed in _next(inputs, POLL_S):
            if isinstance(pressed, Pressed) and (place := ButtonPlace(pressed.seat, pressed.button)) in left:
                left.remove(place)
                if left:
                    person.press(left, seats)
    if not left:
        return ok(label, f"all {4 * seats} pressed and heard")
    if len(left) == 4 * seats:
        return skipped(label, "none was pressed")
    return warning(
        label,
        f"not heard: {', '.join(map(name, left))}",
        "press them again; if one stays silent, check its wire and its pin in the configuration",
    )


def sand(part: SandTimer, person: Person | None) -> Finding:
    """The bar or ring runs out before somebody's eyes."""
    label, trouble = "sand-timer", part.trouble()
    if trouble:
        return bad(label, *parted(trouble))
    if person is None:
        return skipped(label, "its driver is well; looking at the lights was not tried")
    try:
        for fraction in STEPS:
            part.show("running", fraction)
            person.look(fraction)
        seen = person.saw()
    finally:
        part.show("idle", 0.0)
    return _answer(label, seen, "the sand ran out as it should", "the lights do not run out as they should",
                   "check the order of sand.pins, each LED's direction and its resistor")  # fmt: skip


def buzzer(part: Buzzer, person: Person | None) -> Finding:
    """It sounds twice, and somebody hears it."""
    label, trouble = "buzzer", part.trouble()
    if trouble:
        return bad(label, *parted(trouble))
    if person is None:
        return skipped(label, "its driver is well; listening was not tried")
    part.sound("warning")
    return _answer(label, person.heard(), "heard", "it is not heard",
                   "check its plus and minus, and that it is an active one (on the pod: a passive one)")  # fmt: skip


def parted(trouble: str) -> tuple[str, str]:
    """What a driver says is wrong, and what it says to do: what follows its first sentence."""
    part, _, words = trouble.partition(": ")
    if part in ("block", "buttons", "sand-timer", "buzzer", "the pod", "camera"):
        trouble = words
    for mark in (". ", "; ", ": "):
        said, found, do = trouble.partition(mark)
        if found and len(said) > 12:
            return said, do.rstrip(".")
    return trouble.rstrip("."), "look at its wires and at the configuration"


def _answer(label: str, answer: bool | None, well: str, ill: str, do: str) -> Finding:
    if answer is None:
        return skipped(label, "nobody answered")
    return ok(label, well) if answer else bad(label, ill, do)


def _moved(inputs: Inputs, lifted: bool, person: Person, seconds: float, clock: Callable[[], int] = now) -> bool:
    until = clock() + round(1000 * seconds)
    while clock() < until:
        for heard in _next(inputs, POLL_S):
            if isinstance(heard, BlockMoved) and heard.lifted == lifted:
                return True
        if person.enough():
            return False
    return False


def _next(inputs: Inputs, seconds: float) -> list[Input]:
    try:
        return [inputs.get(timeout=seconds)]
    except Empty:
        return []


def _drain(inputs: Inputs) -> None:
    while not inputs.empty():
        inputs.get_nowait()
