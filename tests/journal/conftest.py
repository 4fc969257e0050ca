"""What the journal's tests share."""

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest


@pytest.fixture(scope="session")
def quick_disk() -> Iterator[Path]:
    """A directory in memory where there is one: for laws tried many times, which do not depend on a slow disk."""
    memory = Path("/dev/shm")
    with TemporaryDirectory(dir=memory if memory.is_dir() else None) as name:
        yield Path(name)
