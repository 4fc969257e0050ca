"""Pages and their parts are drawn from templates; whatever people typed is escaped there."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from importlib.metadata import version
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined

from table.language.words import clock


def sentence(text: str, names: Sequence[str] = ()) -> str:
    """With a capital, unless it begins with a player's name or a letter of the game: those stay as they are."""
    word = text.partition(" ")[0]
    stays = (len(word) < 2 and word != "a") or text.startswith(tuple(names))
    return text if stays else text[0].upper() + text[1:]


@lru_cache(maxsize=1)
def _templates() -> Environment:
    made = Environment(
        loader=PackageLoader("table.console"),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
    )
    made.filters["clock"] = clock
    made.filters["sentence"] = sentence
    made.globals["version"] = version("wff-table")
    return made


def draw(name: str, **values: Any) -> str:
    """A template filled in."""
    return _templates().get_template(name).render(**values)
