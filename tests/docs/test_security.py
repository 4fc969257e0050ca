"""What SECURITY.md promises is what the program does."""

from __future__ import annotations

from pathlib import Path

from table.console.access.passes import LOGIN_FOR_S, SCREEN_FOR_S
from table.console.access.pins import DIGITS
from table.console.access.tries import FIRST_WAIT_S, FREE_TRIES, LONGEST_WAIT_S
from table.console.context import CODE_FOR_S
from table.console.gate import LONGEST_FORM_BYTES
from table.seeing.camcorder import HELD_FOR_MS
from table.seeing.evidence import AFTER_MS, BEFORE_MS, KEPT_DAYS

PROMISED = " ".join((Path(__file__).parents[2] / "SECURITY.md").read_text(encoding="utf-8").split())


def test_pictures_are_kept_as_long_as_is_promised() -> None:
    assert f"`evidence.days` ({KEPT_DAYS})" in PROMISED
    assert f"the last {HELD_FOR_MS // 1000} seconds in memory" in PROMISED
    assert f"from {BEFORE_MS // 1000} seconds before to {AFTER_MS // 1000} seconds after" in PROMISED


def test_logins_codes_and_wrong_pins_are_as_is_promised() -> None:
    assert (DIGITS, LOGIN_FOR_S, SCREEN_FOR_S, CODE_FOR_S) == (8, 12 * 3600, 30 * 24 * 3600, 5 * 60)
    assert "PINs have eight digits" in PROMISED
    assert "good for twelve hours" in PROMISED
    assert "for thirty days" in PROMISED
    assert "for five minutes" in PROMISED
    assert (FREE_TRIES, FIRST_WAIT_S, LONGEST_WAIT_S) == (5, 60, 15 * 60)
    assert "Five wrong ones lock an address out for a minute" in PROMISED
    assert "up to a quarter of an hour" in PROMISED
    assert f"a form is at most {LONGEST_FORM_BYTES // 1024} kB" in PROMISED
