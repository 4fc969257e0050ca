"""Whether a round can start: what is missing, in words and with what to do about it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from table.rules.games import game_of
from table.rules.match import Match

LEAST_DISK_BYTES = 200_000_000
"""Bytes that should be free: a day of rounds with pictures."""


class TableFacts(NamedTuple):
    """What is known about a table at a moment."""

    match: Match | None
    troubles: Mapping[str, str]
    """what is wrong, by part"""
    watched: bool
    """whether there is a camera at all"""
    placed: bool
    """whether the mat is found"""
    cubes: int
    """how many are seen at rest"""
    expected: int
    lifted: bool
    journal: str
    """why nothing can be written down; empty if it can"""
    free: int
    """bytes on the disk"""


def missing(facts: TableFacts) -> list[str]:
    """Everything that stands between this table and a round; nothing if it is ready."""
    found = [words if words.startswith(part) else f"{part}: {words}" for part, words in facts.troubles.items()]
    if facts.journal:
        found.append(f"journal: {facts.journal}")
    if facts.free < LEAST_DISK_BYTES:
        megabytes = facts.free // 1_000_000
        found.append(f"disk: {megabytes} MB are free; move old data away until it is {LEAST_DISK_BYTES // 1_000_000}")
    if facts.watched and "camera" not in facts.troubles:
        if not facts.placed:
            found.append(
                "mat: it is not seen; are its four corner marks in the picture? `wff-table doctor` looks closer"
            )
        elif facts.cubes != facts.expected:
            found.append(
                f"cubes: {facts.cubes} of {facts.expected} are seen; spread them on the table, none on another"
            )
    if facts.lifted:
        found.append("block: put it on its pad")
    if facts.match is None or facts.match.closed:
        opening = "staff opens match 1: Ann, Ben, Cal; 2019-20 junior"
        found.append(f'match: none is open; staff open one on the console, or wff-table say "{opening}"')
    return found


def under_way(match: Match | None) -> bool:
    """Whether a round has begun, so that it is no longer a question of being ready."""
    return match is not None and match.began is not None and game_of(match).phase(match) != "closed"
