"""Commands are listed without being loaded, and each loads what it needs and no more."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from table.cli.commands import COMMANDS, load

HERE = Path(__file__).parents[2]
HEAVY = ("cv2", "fastapi", "gpiozero", "msgspec", "numpy", "onnxruntime", "openpyxl", "reportlab", "serial", "sqlite3")


@pytest.mark.parametrize("name", COMMANDS)
def test_the_line_in_the_list_is_how_the_commands_own_help_begins(name: str) -> None:
    begins, _, _ = load(name).help.partition("\n\n")
    assert COMMANDS[name].line == begins.replace("\n", " ")


@pytest.mark.parametrize("arguments", [["wff", "Kpq"], ["wff", "--help"], ["--help"], ["--version"], ["nosuch"]])
def test_what_needs_no_table_loads_no_part_of_one(arguments: list[str]) -> None:
    loaded = loaded_by(arguments)
    assert not loaded.intersection(HEAVY)
    assert not {name for name in loaded if name.startswith(("hardware.", "vision.", "table.journal", "table.rules"))}


def test_checking_a_proof_loads_no_camera_and_no_journal() -> None:
    loaded = loaded_by(["check", "none.json", "none.txt"])
    assert "table.logic.proofs.check" in loaded
    assert not loaded.intersection({*HEAVY} - {"msgspec"})


def test_replaying_a_journal_loads_no_camera_and_no_pages() -> None:
    loaded = loaded_by(["replay", "none.jsonl"])
    assert "table.rules.fold" in loaded
    assert not loaded.intersection({"cv2", "fastapi", "gpiozero", "numpy", "onnxruntime", "openpyxl", "reportlab"})


def loaded_by(arguments: list[str]) -> set[str]:
    """The modules that the command brings with it."""
    code = (
        "import sys\n"
        "before = set(sys.modules)\n"
        "from table.cli.start import main\n"
        f"sys.argv = ['wff-table', *{arguments!r}]\n"
        "try: main()\n"
        "except SystemExit: pass\n"
        "print(*set(sys.modules) - before)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=HERE, capture_output=True, text=True, check=True)
    return set(done.stdout.splitlines()[-1].split())
