"""What lies on the table against what the journal says: whenever all is at rest, and after a restart."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from table.rules.match import Shake
from vision.changes import Lying


class Comparison(NamedTuple):
    """`words` say what differs, if something does; `numbers` are the journal's, where vision counts otherwise."""

    words: str = ""
    cubes: tuple[int, ...] = ()
    numbers: dict[int, int] = {}  # noqa: RUF012  never changed


def compared(lying: Sequence[Lying], shake: Shake) -> Comparison:
    """Cubes of one letter in one region are as good as each other; only what is left then is a difference."""
    known = {n: (letter, region) for n, (letter, region) in enumerate(zip(shake.letters, shake.where, strict=True), 1)}
    seen = {cube.cube: (cube.letter, cube.region) for cube in lying}
    numbers = {cube: cube for cube, what in seen.items() if known.get(cube) == what}
    free = {n: what for n, what in known.items() if n not in numbers}
    for cube, what in seen.items():
        if cube not in numbers:
            match = next((n for n, other in free.items() if other == what), None)
            if match is not None:
                numbers[cube] = match
                del free[match]
    strange = [(cube, what) for cube, what in seen.items() if cube not in numbers]
    numbers = {cube: n for cube, n in numbers.items() if cube != n}
    if not strange:
        return Comparison(numbers=numbers)  # what the journal has and nobody sees was told when it went
    words, cubes = [], []
    for cube, (letter, region) in strange:
        was = next((n for n, what in free.items() if what[0] == letter), None)
        if was is None:
            words.append(f"there is one more {letter} in {region} than the journal knows of")
            cubes.append(cube)
        else:
            words.append(f"{letter} lies in {region}, and the journal has it in {free.pop(was)[1]}")
            cubes.append(was)
    return Comparison("; ".join(words), tuple(cubes))
