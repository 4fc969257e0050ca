"""Pages and their parts are drawn from templates; whatever people typed is escaped there."""

from __future__ import annotations

from functools import lru_cache
from importlib.metadata import version
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined

from table.console.words import clock


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
    made.globals["version"] = version("wff-table")
    return made


def draw(name: str, **values: Any) -> str:
    """A template filled in."""
    return _templates().get_template(name).render(**values)
