"""How much processor time a command takes before it has answered, beside that of Python doing nothing."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median

RUNS = 7
GOAL_S = 0.35
"""Seconds of processor time, user and system, for `wff-table wff Kpq`."""

POSITION = {"edition": "2019-20", "goal": "Ksr", "permitted": "psKKKCCprooi", "challenge": "impossible"}
SHEET = (
    "p, KsCpr -> Ksr\n1 p s\n2 KsCpr s\n3 s Ko, 2\n4 Cpr Ko, 2\n5 r Co, 1, 4\n6 Ksr Ki, 3, 5\np, KsCpr / Ko, Co, Ki\n"
)
SAID = ("staff opens match M1: Ann, Ben, Cal; 2019-20 senior", "the round starts", "Ann rolls A for the first Goal")


def main() -> int:
    """Print medians, each with how many times that of `python -c pass` it is; 1 if the goal is missed."""
    with tempfile.TemporaryDirectory(prefix="wff-bench-") as folder:
        commands = _commands(Path(folder))
        for command in commands.values():
            processor_s(command)  # so that nobody's bytecode is written while it is measured
        taken_s: dict[str, list[float]] = {name: [] for name in commands}
        for _ in range(RUNS):  # in turns: what else the machine does is shared by all
            for name, command in commands.items():
                taken_s[name].append(processor_s(command))
    least_s = median(taken_s["python -c pass"])
    for name, seconds in taken_s.items():
        goal = f" (goal {GOAL_S} s)" if name.endswith("Kpq") else ""
        print(f"processor time of {name}: {median(seconds):.3f} s, {median(seconds) / least_s:.1f} times pass{goal}")
    return 0 if median(taken_s["wff-table wff Kpq"]) <= GOAL_S else 1


def processor_s(command: list[str]) -> float:
    """Seconds of processor time that the process takes, its own and the kernel's for it."""
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise subprocess.CalledProcessError(process.returncode, command)
    return used.ru_utime + used.ru_stime


def _commands(folder: Path) -> dict[str, list[str]]:
    position, sheet, journal = folder / "position.json", folder / "sheet.txt", folder / "table"
    position.write_text(json.dumps(POSITION))
    sheet.write_text(SHEET)
    table = [sys.executable, "-m", "table.cli.start"]
    subprocess.run([*table, "say", str(journal), *SAID], check=True, stdout=subprocess.DEVNULL)
    return {
        "python -c pass": [sys.executable, "-c", "pass"],
        "wff-table wff Kpq": [*table, "wff", "Kpq"],
        "wff-table --help": [*table, "--help"],
        "wff-table check": [*table, "check", str(position), str(sheet)],
        "wff-table solve": [*table, "solve", str(position)],
        "wff-table replay": [*table, "replay", str(journal)],
    }


if __name__ == "__main__":
    sys.exit(main())
