"""Whole rounds at the simulated table: by fresh seeds, undisturbed or not, with faults, and with kills.

    python -m bench.rounds fresh 40 --out rounds.jsonl      seeds drawn here and now; half of them matches by chance
    python -m bench.rounds hidden 10 falsified 20           40 % of hands hidden; five falsifications in a round
    python -m bench.rounds silent 10 wrong 10               a judge who never answers; one who is wrong once
    python -m bench.rounds fresh 1 --seed chance-12345      a round once more, by its name
    python -m bench.rounds seeds 10 faults 10 kills 50      the demo by seeds from 0 on, with faults, and with kills

Several run at once, one to a core. A seed gives hands, light, table and camera. A kill is SIGKILL to the process; it is
started again on its directory. The directory of a round that went wrong is kept, and named.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from typing import Any

from bench.fresh_rounds import drawn, trials
from bench.round_trials import MODES, named, tried
from table.journal.journal import JournalError, JournalReader
from table.rules.fold import fold
from table.rules.games import game_of

USUAL = {"fresh": 40, "faults": 10, "kills": 50}
PER_ROUND = 10
"""Kills in one round."""
ENTRIES = 1_100
"""About as many entries as a round has, of which one is chosen at which to kill."""


def main(arguments: list[str] | None = None) -> int:
    asked = _asked(arguments or [])
    wanted: dict[str, int] = dict(zip(asked.what[::2], map(int, asked.what[1::2]), strict=True)) or USUAL
    good = True
    for mode in MODES:
        if wanted.get(mode):
            names = asked.seed.split(",") if asked.seed else drawn(wanted[mode])
            good = trials(mode, [named(name, mode).name for name in names], asked.out) and good
    if wanted.get("seeds"):
        good = rounds(wanted["seeds"], ()) and good
    if wanted.get("faults"):
        good = rounds(wanted["faults"], ("--faults",)) and good
    if wanted.get("kills"):
        good = kills(wanted["kills"]) and good
    return 0 if good else 1


def _asked(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bench.rounds", description=__doc__)
    parser.add_argument("what", nargs="*", help="what to play, and how many rounds of it")
    parser.add_argument("--seed", default="", help="rounds to play again, by name, with commas between")
    parser.add_argument("--out", type=Path, help="a file to which each round adds a line of JSON")
    return parser.parse_args(arguments)


def rounds(count: int, more: tuple[str, ...]) -> bool:
    """A round for each seed; exit code 0 means that the table concluded what was played."""
    right = 0
    with ThreadPoolExecutor(os.cpu_count()) as cores:
        for seed, (done, seconds, kept) in enumerate(cores.map(lambda seed: _round(seed, more), range(count))):
            right += done.returncode == 0
            told = "as played" if done.returncode == 0 else "NOT as played"
            print(f"  seed {seed}{' with faults' if more else ''}: {told}, {seconds:.0f} s", flush=True)
            words = [line for line in done.stdout.splitlines() if "Not as played" in line or "questions" in line]
            for line in [*words, *done.stderr.splitlines()[-1:]]:
                print(f"    {line.strip()}", flush=True)
            if done.returncode:
                print(f"    what the table wrote of it: {kept}", flush=True)
    print(f"rounds{' with faults' if more else ''}: {right} of {count} as played (goal all)", flush=True)
    return right == count


def _round(seed: int, more: tuple[str, ...]) -> tuple[subprocess.CompletedProcess[str], float, Path]:
    began = time.monotonic()
    kept = Path(tempfile.mkdtemp(prefix=f"wff-table-{seed}-"))
    command = [*_demo(), "--seed", str(seed), "--data", str(kept), *more]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode == 0:
        shutil.rmtree(kept)
    return done, time.monotonic() - began, kept


def kills(count: int) -> bool:
    """Kill rounds at random entries; in the end each sheet is that of a round nobody disturbed."""
    rng = Random(1)
    made = same = number = 0
    scratch = Path(tempfile.mkdtemp(prefix="wff-table-kills-"))
    with ThreadPoolExecutor(os.cpu_count()) as cores:
        undisturbed = cores.submit(_play, scratch / "whole", [])
        while made < count:  # a round may end before it was killed as often as was meant
            left = range(made, count, PER_ROUND)
            plans = [sorted(rng.sample(range(5, ENTRIES), min(PER_ROUND, count - first))) for first in left]
            folders = [scratch / str(number + more) for more in range(1, len(plans) + 1)]
            for at, (sheet, killed) in zip(plans, cores.map(_play, folders, plans), strict=True):
                number, made = number + 1, made + killed
                equal = sheet == undisturbed.result()[0]
                same += equal
                told = "the same sheet" if equal else "ANOTHER SHEET"
                print(f"  round {number}, {killed} kills, after entries {at}: {told}", flush=True)
    print(f"{made} kills in {number} rounds: {same} of {number} sheets as without (goal all)", flush=True)
    if same == number:
        shutil.rmtree(scratch)
    else:
        print(f"  what the table wrote of them: {scratch}", flush=True)
    return same == number


def _play(directory: Path, kill_at: list[int]) -> tuple[dict[str, Any], int]:
    """Play a round, killing it when its journal has so many entries; its sheet, and how often it was killed."""
    more: list[str] = []
    killed = 0
    for entry in [*kill_at, None]:
        process = subprocess.Popen([*_demo(), "--data", str(directory), *more], stdout=subprocess.DEVNULL)
        while process.poll() is None:
            if entry is not None and entries_in(directory) >= entry:
                process.kill()
                process.wait()
                killed += 1
                break
            time.sleep(0.02)
        more = ["--resume"]
        if entry is None or process.returncode == 0:
            break
    return sheet_of(directory), killed


def sheet_of(directory: Path) -> dict[str, Any]:
    """Scores, flags and totals of a journal, without what depends on how often it was started."""
    with JournalReader(directory) as journal:
        table, _ = fold(journal.entries())
    assert table.match is not None
    whole = game_of(table.match).report(table.match)
    flags = sorted((flag["kind"], flag["player"], flag["status"]) for flag in whole["flags"])
    return {"totals": whole["totals"], "shakes": [shake["scores"] for shake in whole["shakes"]], "flags": flags}


def entries_in(directory: Path) -> int:
    """How many entries a journal has that another process may be writing, or none yet."""
    try:
        with JournalReader(directory) as journal:
            last = journal.last()
            return last.seq if last else 0
    except JournalError:
        return 0


def _demo() -> list[str]:
    return [sys.executable, "-m", "table.cli.app", "demo", "--fast", "--headless"]


def one(mode: str, name: str, directory: str) -> int:
    """Play a single round in this process and print its figures as a line of JSON."""
    print(json.dumps(tried(named(name, next(known for known in MODES if known == mode)), Path(directory))))
    return 0


if __name__ == "__main__":
    sys.exit(one(*sys.argv[2:]) if sys.argv[1:2] == ["one"] else main(sys.argv[1:]))
