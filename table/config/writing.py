"""Writes a configuration: as an example with every key and what it means, and as the rows of the manual's page."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from pathlib import Path
from textwrap import wrap
from typing import Any, NamedTuple

from table.config.keys import Config


def example(config: Config | None = None) -> str:
    """A file with every key, what it means and what it is if left out; reading it gives the same configuration."""
    config = config or Config()
    lines = ["# What is attached to this table. Every key may be left out; then it is as written here.", ""]
    for f in dataclasses.fields(config):
        value = getattr(config, f.name)
        if not dataclasses.is_dataclass(value):
            lines += [*_explained(f), f"{f.name} = {toml(value)}", ""]
            continue
        lines += [f"[{f.name}]  # {_sentence(type(value))}"]
        for key in dataclasses.fields(value):
            lines += [*_explained(key), f"{key.name} = {toml(getattr(value, key.name))}"]
        lines.append("")
    return "\n".join(lines)


class ConfigRow(NamedTuple):
    """A key as the manual lists it."""

    key: str
    default: str
    allowed: str
    words: str


def rows() -> list[ConfigRow]:
    """Every key, in the order of the example."""
    return list(_rows(Config, ""))


def toml(value: Any) -> str:
    """A value as TOML writes it."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, (int, float)):
        return str(value)
    if isinstance(value, (str, Path)):
        text = str(value).replace("\\", "\\\\").replace('"', '\\"')
        return f'"{text}"'
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(map(toml, value))}]"
    if isinstance(value, dict):
        return "a table"
    raise TypeError(f"{type(value).__name__} is not written into a configuration")


def _rows(table: type[Any], dot: str) -> Iterator[ConfigRow]:
    for f in dataclasses.fields(table):
        if dataclasses.is_dataclass(f.default):
            yield from _rows(type(f.default), f"{f.name}.")
        else:
            yield ConfigRow(dot + f.name, toml(f.default), f.metadata["kind"].words, f.metadata["words"])


def _explained(f: dataclasses.Field[Any]) -> list[str]:
    return [f"# {line}" for line in wrap(f.metadata["words"], 100)]


def _sentence(table: type[Any]) -> str:
    return (table.__doc__ or "").strip()
