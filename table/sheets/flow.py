"""Blocks of a form, one below the other, over as many pages as they need."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from table.sheets.page import Pages


@dataclass(frozen=True, slots=True)
class FormBlock:
    """Something of a known height that is drawn from a left-top corner and never broken."""

    height: float
    draw: Callable[[Pages, float, float], None]
    """the page, x and y"""
    head: FormBlock | None = None
    """what is drawn above it again when it comes first on a page: a table's heading"""
    stays: bool = False
    """whether it may not be the last on a page: a heading, or all but the end of what belongs together"""


def space(height: float) -> FormBlock:
    return FormBlock(height, lambda pages, x, y: None)


def paginate(blocks: Sequence[FormBlock], room: float) -> list[list[FormBlock]]:
    """The blocks of each page. What cannot be broken and is higher than a page stands alone on one."""
    pages: list[list[FormBlock]] = [[]]
    for group in _groups(blocks):
        if pages[-1] and _height(pages[-1]) + _height(group) > room:
            head = group[0].head
            pages.append([head] if head else [])
        pages[-1] += group
    return pages


def _groups(blocks: Sequence[FormBlock]) -> list[list[FormBlock]]:
    """Blocks that must stay on one page."""
    groups: list[list[FormBlock]] = [[]]
    for block in blocks:
        groups[-1].append(block)
        if not block.stays:
            groups.append([])
    return [group for group in groups if group]


def _height(blocks: Sequence[FormBlock]) -> float:
    return sum(block.height for block in blocks)
