"""What a check finds, and a limit on how long it may look."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Literal, NamedTuple, TypeAlias, TypeVar

State: TypeAlias = Literal["ok", "warning", "bad", "skipped"]
Found = TypeVar("Found")


class Finding(NamedTuple):
    """How something is, in words, and what to do about it where that is not well."""

    part: str
    state: State
    words: str
    do: str = ""


def ok(part: str, words: str) -> Finding:
    return Finding(part, "ok", words)


def warning(part: str, words: str, do: str) -> Finding:
    return Finding(part, "warning", words, do)


def bad(part: str, words: str, do: str) -> Finding:
    return Finding(part, "bad", words, do)


def skipped(part: str, words: str) -> Finding:
    return Finding(part, "skipped", words)


class Late(Exception):  # noqa: N818  (it is late, as a train is)
    """It did not answer in time."""


def within(seconds: float, look: Callable[[], Found]) -> Found:
    """What a look brings, or `Late`. A driver that hangs keeps its thread, and nothing else."""
    found: list[Found] = []
    failed: list[BaseException] = []

    def run() -> None:
        try:
            found.append(look())
        except BaseException as problem:
            failed.append(problem)

    thread = threading.Thread(target=run, name="doctor", daemon=True)
    thread.start()
    thread.join(seconds)
    if failed:
        raise failed[0]
    if not found:
        raise Late
    return found[0]


def checked(part: str, seconds: float, look: Callable[[], list[Finding]]) -> list[Finding]:
    """The findings of a look; one that hangs or fails is a finding too."""
    try:
        return within(seconds, look)
    except Late:
        return [bad(part, f"it did not answer within {seconds:g} s", "unplug it, plug it in again, and try once more")]
    except Exception as problem:  # whatever it is, the other checks must still be made
        said = str(problem) or type(problem).__name__
        return [bad(part, f"the check failed: {said}", "please report this, with the output of doctor --json")]
