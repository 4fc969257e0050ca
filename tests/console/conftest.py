"""A table with its console for each test."""

import tempfile
from pathlib import Path

import pytest

from tests.console.house import House

MEMORY = Path("/dev/shm")


@pytest.fixture
def folder():
    """In memory where that is possible: what is durable is tried elsewhere, and these tests write much."""
    with tempfile.TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() else None) as made:
        yield Path(made)


@pytest.fixture
def house(folder):
    made = House(folder)
    yield made
    made.session.close()


@pytest.fixture
def visitor(house):
    with house.open() as browser:
        yield browser
