"""A session for the tests of each part: Cal may challenge Ben, on a clock that is told to move."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from table.journal.clock import TravelClock
from table.journal.session import Session
from tests.control.scripted import OPENED


@pytest.fixture
def clock() -> TravelClock:
    return TravelClock(100_000)


@pytest.fixture
def session(tmp_path: Path, clock: TravelClock) -> Iterator[Session]:
    opened = Session.open(tmp_path, clock)
    opened.say(OPENED)
    yield opened
    opened.close()
