"""What a demo was begun with, written into its directory: only the same play can go on there."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

import msgspec

from table.cli.errors import refuse
from table.cli.files import whole
from table.journal.file import exists

NAME = "demo.json"


class Begun(msgspec.Struct, frozen=True):
    """A play: which script, and with what chance and mishaps."""

    script: str
    text: str
    """the script's SHA-256"""
    seed: int
    faults: bool
    words: bool

    @classmethod
    def of(cls, script: str, text: str, seed: int, faults: bool, words: bool) -> Begun:
        return cls(script, sha256(text.encode()).hexdigest(), seed, faults, words)


def begin(directory: Path, play: Begun, resume: bool) -> None:
    """Write down what is about to be played; with `resume`, refuse to go on with what was another play."""
    then = _begun(directory) if resume else None
    if then is not None and (difference := unlike(then, play)):
        refuse(f"{directory} was begun {difference}; go on with the same, or choose an empty directory")
    if then is None:
        if exists(directory):
            refuse(
                f"{directory} has a journal that no demo has begun, or not this version's: choose an empty directory"
            )
        with whole(directory / NAME, over=True) as draft:
            draft.write_bytes(msgspec.json.encode(play))


def unlike(then: Begun, now: Begun) -> str:
    """In what a play differs from the one that was begun, in words; nothing if it is the same."""
    if then.words != now.words:
        return "with --words, and cannot go on" if then.words else "without --words"
    if then.text != now.text:
        return f"with {_named(then)}, and this is {_named(now, then)}"
    if then.seed != now.seed:
        return f"with --seed {then.seed}, and this is --seed {now.seed}"
    if then.faults != now.faults:
        return "with --faults" if then.faults else "without --faults"
    return ""


def _named(play: Begun, other: Begun | None = None) -> str:
    return f"another script '{play.script}'" if other and other.script == play.script else f"the script '{play.script}'"


def _begun(directory: Path) -> Begun | None:
    try:
        return msgspec.json.decode((directory / NAME).read_bytes(), type=Begun)
    except FileNotFoundError:
        return None
    except msgspec.DecodeError as error:
        refuse(f"{directory / NAME} cannot be read: {error}; choose an empty directory")
