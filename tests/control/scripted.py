"""A table with everything around its controller scripted, and stand-ins for the parts of it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from hardware.parts import BlockMoved, Button, Pressed
from table.control.controller import Controller
from table.journal.clock import TravelClock
from table.journal.journal import JournalError
from table.journal.session import Session
from table.rules import events as ev
from table.rules.entry import Entry
from table.rules.match import Match, Shake
from vision.changes import BlockSeen, Lying, SawMoved, Settled, Sight
from vision.sighting import Side

LIFTED = "somebody lifted the block"
CHALLENGED = "Cal challenges Ben: Now"
GOAL, REQUIRED, PERMITTED, RESOURCES = "s", "", "q", "CCCAAKKKEENNRRpppqqrrsiioo"
POSITION = (
    f"judge JD enters goal {GOAL}, required -, permitted {PERMITTED}, forbidden -, resources {RESOURCES}; "
    "Ann set the Goal, Ben moved last, Cal is to move"
)


OPENED = ["staff opens match scripted: Ann, Ben, Cal; 2019-20 senior", "the round starts", POSITION]
SEATS: tuple[Side, ...] = ("south", "west", "north")


class Onlooker:
    """Vision that sees what it is told to."""

    def __init__(self) -> None:
        self.hand: Side | None = None
        self.numbers: dict[int, int] = {}
        self.kept: list[tuple[int, int]] = []
        self.letters: dict[int, str] = {}

    def at_block(self, at: int) -> Side | None:
        return self.hand

    def renumber(self, numbers: Mapping[int, int]) -> None:
        self.numbers = dict(numbers)

    def name(self, letters: Mapping[int, str]) -> None:
        self.letters = dict(letters)

    def keep(self, first: int, last: int) -> None:
        self.kept.append((first, last))


class Lights:
    def __init__(self) -> None:
        self.shown: list[tuple[str, float]] = []
        self.sounded: list[str] = []

    def show(self, state: str, fraction: float) -> None:
        self.shown.append((state, fraction))

    def sound(self, signal: str) -> None:
        self.sounded.append(signal)

    def trouble(self) -> str:
        return ""

    def close(self) -> None:
        """There is nothing to let go of."""


class Block:
    """A block that is found so when the table starts."""

    def __init__(self, lifted: bool, words: str = "") -> None:
        self.lifted, self.words = lifted, words

    def trouble(self) -> str:
        return self.words

    def close(self) -> None:
        """There is nothing to let go of."""


class Scripted:
    """A table at which Cal may challenge Ben, on a clock that is told to move."""

    def __init__(self, directory: Path, clock: TravelClock | None = None, block: Block | None = None) -> None:
        self.directory, self.clock = directory, clock or TravelClock(100_000)
        self.vision, self.lights = Onlooker(), Lights()
        self.told: list[str] = []
        self.session = Session.open(directory, self.clock)
        if self.session.match is None:
            self.session.say(OPENED)
        self.controller = Controller(
            self.session,
            SEATS,
            self.lights,
            self.lights,
            self.vision,
            lambda decision: self.told.append(decision.text) if decision.public else None,
            block=block,
        )
        self.controller.start()

    @property
    def match(self) -> Match:
        assert self.session.match is not None
        return self.session.match

    @property
    def shake(self) -> Shake:
        assert self.match.shake is not None
        return self.match.shake

    def after(self, milliseconds: int) -> int:
        """Time passes; gives the machine's time."""
        self.clock.advance(milliseconds)
        self.controller.tick()
        return self.clock.now()

    def block(self, lifted: bool = True) -> int:
        """The switch tells, and gives the moment."""
        at = self.clock.now()
        self.after(160)
        self.controller.sense(BlockMoved(at, lifted))
        self.controller.tick()
        return at

    def press(self, seat: int, button: Button, held: int = 0) -> None:
        at = self.clock.now()
        self.controller.sense(Pressed(at, seat, button))
        self.after(300)
        if held:
            self.after(held)
            self.controller.sense(Pressed(at, seat, button, long=True))
        self.controller.tick()

    def sees(self, *changes: BlockSeen | SawMoved | Settled | Sight, known: int | None = None) -> None:
        self.controller.saw(changes, self.clock.now() if known is None else known)
        self.controller.tick()

    def sees_block(self, on_pad: bool) -> None:
        self.sees(BlockSeen((self.clock.now(), self.clock.now()), on_pad))

    def lies(self, *elsewhere: Lying) -> None:
        """All cubes are seen where the journal has them, but for some."""
        known = {
            number: Lying(number, letter, region, 10.0 * number, 0.0, 0.0)
            for number, (letter, region) in enumerate(zip(self.shake.letters, self.shake.where, strict=True), 1)
        }
        known |= {cube.cube: cube for cube in elsewhere}
        self.sees(Settled((self.clock.now(), self.clock.now()), tuple(known.values())))

    def wrote(self, *kinds: type[ev.Event]) -> list[Entry]:
        return [entry for entry in self.session.journal.entries() if isinstance(entry.event, kinds)]

    def close(self) -> None:
        self.session.close()


def full(*_: object) -> Entry:
    """In place of an append: a disk that takes nothing more."""
    raise JournalError("Could not append to the journal: the disk is full.")
