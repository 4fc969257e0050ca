"""A judge at a simulated table who saw everything: asked what happened, the judge says what the table did not see.

Such a judge may have a bad day (`Manner`): be nowhere to be found, or be wrong once.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import hypot
from random import Random
from typing import Literal, NamedTuple, TypeAlias

from hardware.simulated.deeds import Done
from hardware.simulated.scene import Cube, Side
from table.rules.cubes import LOWER, UPPER
from table.rules.entry import Entry
from table.rules.events import BlockLifted, Corrected, FirstRolled, Moved, PositionEntered, Rolled
from vision.changes import Lying

MOVE_WITHIN_MS = 4_000
"""Milliseconds within which a move in the journal is the one that was made."""
ROLL_WITHIN_MS = 2_000
"""Milliseconds within which a first roll in the journal is the one that was made."""
TOLD_AFTER_MS = 600
"""Milliseconds after which a move would have been told."""


Manner: TypeAlias = Literal["true", "silent", "wrong once"]
"""How a judge answers: as it is, never, or as it is but for the first time that there is something to say."""


class JudgesWord(NamedTuple):
    """A sentence, and when what it says happened, on the table's clock."""

    at: int
    sentence: str


def faces(doubtful: Iterable[int], lying: Iterable[Lying], cubes: Sequence[Cube]) -> list[str]:
    """What the cubes that the table asks about really show; `lying`: where it has them."""
    asked = set(doubtful)
    sentences = []
    for lies in [lies for lies in lying if lies.cube in asked]:
        real = min(cubes, key=lambda cube: hypot(cube.x - lies.x, cube.y - lies.y))
        sentences.append(f"judge JD reads cube {lies.cube} as {real.letter}")
    return sentences


def mistaken(rng: Random, sentence: str) -> str:
    """What somebody says who is wrong: another letter, or another region; nothing else can be told wrongly."""
    words = sentence.split()
    if "reads cube" in sentence or "rolls" in words:
        place = words.index("rolls") + 1 if "rolls" in words else len(words) - 1
        kind = UPPER if words[place] in UPPER else LOWER
        words[place] = rng.choice([letter for letter in kind if letter != words[place]])
    elif "moves" in words:
        regions = ("resources", "required", "permitted", "forbidden")
        words[-1] = rng.choice([region for region in regions if region != words[-1]])
    return " ".join(words)


def unseen(
    done: Iterable[Done], journal: Iterable[Entry], people: Mapping[Side, str], zero: int, now: int
) -> list[JudgesWord]:
    """The moves of the shake under way that are not in the journal; `zero` is the table's time of the puppet's 0."""
    since, letters = 0, ""
    told: list[tuple[int, str, str]] = []
    for entry in journal:
        if isinstance(entry.event, Rolled | PositionEntered):
            since = entry.moment
            letters = entry.event.letters if isinstance(entry.event, Rolled) else ""
            told = []
        elif isinstance(entry.event, Moved) and letters:
            told.append((entry.moment, letters[entry.event.cube - 1], entry.event.to))
    missing = []
    for deed in done:
        at = zero + round(deed.ended)
        if deed.kind != "move" or deed.was == deed.to or not since < at < now - TOLD_AFTER_MS:
            continue
        known = [one for one in told if one[1:] == (deed.letter, deed.to) and abs(one[0] - at) <= MOVE_WITHIN_MS]
        if known:
            told.remove(min(known, key=lambda one: abs(one[0] - at)))
        else:
            who = people.get(deed.side, "somebody") if deed.side else "somebody"
            missing.append(JudgesWord(at, f"{who} moves {deed.letter} to {deed.to}"))
    return sorted(missing)


def rolled_unseen(
    done: Iterable[Done], journal: Iterable[Entry], people: Mapping[Side, str], zero: int, now: int
) -> list[JudgesWord]:
    """The single cubes that were rolled for the first Goal and are not in the journal."""
    entries = [*journal]
    if any(isinstance(entry.event, Rolled | PositionEntered) for entry in entries):
        return []
    told = [(entry.event.player, entry.moment) for entry in entries if isinstance(entry.event, FirstRolled)]
    missing = []
    for deed in done:
        at, who = zero + round(deed.ended), people.get(deed.side) if deed.side else None
        known = any(player == who and abs(moment - at) <= ROLL_WITHIN_MS for player, moment in told)
        if deed.kind == "roll" and who and at < now - TOLD_AFTER_MS and not known:
            missing.append(JudgesWord(at, f"{who} rolls {deed.letter} for the first Goal"))
    return sorted(missing)


def made_up(done: Iterable[Done], journal: Iterable[Entry], zero: int) -> list[int]:
    """The lift that the journal told last, by its number, if the block lay on its pad then."""
    deeds = [(zero + round(deed.ended), deed.kind) for deed in done if deed.kind in ("lift", "return")]
    told: dict[int, int] = {}
    for entry in journal:
        if isinstance(entry.event, BlockLifted):
            told = {entry.seq: entry.moment}
        elif isinstance(entry.event, Corrected):
            told.pop(entry.event.seq, None)
    return [
        seq
        for seq, moment in told.items()
        if [kind for at, kind in deeds if at <= moment + TOLD_AFTER_MS][-1:] != ["lift"]
    ]
