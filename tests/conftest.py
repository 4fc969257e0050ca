"""For all tests: those that live on the machine's own clock may be late once on a loaded machine."""

from __future__ import annotations

import pytest

ON_THE_CLOCK = (
    "tests/console/",
    "tests/simulation/test_faults.py",
    "tests/control/test_loop.py",
    "tests/simulation/test_recovery.py",
)
"""Browsers, sockets, pods with threads and processes that are killed; what is wrong with them is wrong three times."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.nodeid.startswith(ON_THE_CLOCK):
            item.add_marker(pytest.mark.flaky(reruns=2))
