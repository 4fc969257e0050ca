"""What all rule books have: a name, the game they are the rules of, and facts with the section that states them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Fact(Generic[T]):
    """Something a book says, and where it says it."""

    value: T
    cite: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Book:
    """One rule book. What else it fixes is in the record of its family."""

    id: str
    title: str
    family: str
    """which game it is the rules of (`rules/games.py`)"""
