"""Where the command `wff-table` begins: Ctrl-C ends it without a word also while its parts are being loaded."""

from __future__ import annotations

import os
import signal
from types import FrameType


def main() -> None:
    """Load the command, which takes a second or more on a Pi, and do it."""
    before = signal.signal(signal.SIGINT, _stop)
    from table.cli.app import main as command  # noqa: PLC0415

    signal.signal(signal.SIGINT, before)
    command()


def _stop(_number: int, _frame: FrameType | None) -> None:
    os._exit(130)


if __name__ == "__main__":
    main()
