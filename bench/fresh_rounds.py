"""Rounds by seeds that are drawn when this runs, so that nothing can have been tuned on them; several at a time.

Each is a process of its own. What it gave is a line of JSON in a file, as soon as it is over, so that a run that is
broken off keeps what it has.
"""

from __future__ import annotations

import json
import os
import secrets
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path
from typing import Any, TypeAlias

from bench.round_trials import MODES, Mode, Trial

AT_ONCE = 2
DRAWN_BELOW = 10**9
SHOWN = 8
"""Differences of a round that are printed; the file has them all."""

Result: TypeAlias = dict[str, Any]
"""A round's figures as its process wrote them."""


def drawn(count: int) -> list[str]:
    """Names of rounds that nobody has seen: the demo's script and matches by chance, in turn."""
    return [f"{('demo', 'chance')[number % 2]}-{secrets.randbelow(DRAWN_BELOW)}" for number in range(count)]


def trials(mode: Mode, names: Sequence[str], out: Path | None = None) -> bool:
    """Play rounds, print what each gave and what all did; whether that is what it must be."""
    print(f"{mode}: {len(names)} rounds in which {MODES[mode]}: {', '.join(names)}", flush=True)
    results: list[Result] = []
    for result in _played([Trial(name, mode) for name in names]):
        results.append(result)
        for line in told(result):
            print(line, flush=True)
        if out is not None:
            with out.open("a") as file:
                file.write(json.dumps(result) + "\n")
        print(f"{len(results)} of {len(names)} rounds", file=sys.stderr, flush=True)
    good, lines = summed(mode, results)
    for line in lines:
        print(line, flush=True)
    return good


def _played(wanted: Sequence[Trial]) -> Iterator[Result]:
    with ThreadPoolExecutor(min(AT_ONCE, os.cpu_count() or 1)) as cores:
        for done in as_completed([cores.submit(_in_a_process, trial) for trial in wanted]):
            yield done.result()


def _in_a_process(trial: Trial) -> Result:
    kept = Path(tempfile.mkdtemp(prefix=f"wff-table-{trial.name}-{trial.mode}-"))
    command = [sys.executable, "-m", "bench.rounds", "one", trial.mode, trial.name, str(kept)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        last = (done.stderr.strip().splitlines() or [f"its process ended with {done.returncode}"])[-1]
        return {**trial._asdict(), "as_played": False, "broke": last, "kept": str(kept)}
    result: Result = json.loads(done.stdout.splitlines()[-1])
    if result["as_played"]:
        shutil.rmtree(kept)
        return result
    return {**result, "kept": str(kept)}


def told(result: Result) -> list[str]:
    """What a round gave, in lines."""
    if "broke" in result:
        return [f"  {result['name']}: BROKE: {result['broke']}", f"    what the table wrote of it: {result['kept']}"]
    figures = (
        f"{result['true_sure']} of {result['true_flags']} flags told as sure, {result['questions']} questions, "
        f"{result['table_minutes']} min in {result['seconds']} s"
    )
    if result["as_played"]:
        return [f"  {result['name']}: as played; {figures}"]
    differences = result["differences"]
    more = [f"    and {len(differences) - SHOWN} more"] if len(differences) > SHOWN else []
    return [
        f"  {result['name']}: NOT as played: {len(differences)} lines; {result['false_points']} points taken wrongly; "
        f"false flags {result['false_sure']} sure, {result['false_doubtful']} in doubt; {figures}",
        *(f"    {line}" for line in differences[:SHOWN]),
        *more,
        f"    what the table wrote of it: {result['kept']}",
    ]


def summed(mode: Mode, results: Sequence[Result]) -> tuple[bool, list[str]]:
    """What all rounds gave together, beside what is wanted, and whether all of that is met."""
    whole = [result for result in results if "broke" not in result]
    broken = len(results) - len(whole)
    right = sum(result["as_played"] for result in results)
    lines = [len(result["differences"]) for result in whole]
    total = {
        key: sum(result[key] for result in whole)
        for key in ("false_points", "false_sure", "false_doubtful", "true_flags", "true_sure", "turned", "turned_told",
                    "crossing", "questions", "scores_right")
    }  # fmt: skip
    asked = [result["questions"] for result in whole]
    sure, recalled = _share(total["true_sure"], total["true_flags"]), _share(total["turned_told"], total["turned"])
    most, average = max(asked, default=0), total["questions"] / max(1, len(whole))
    wanted: dict[Mode, tuple[bool, ...]] = {
        "fresh": (
            right >= len(results) - len(results) // 40, total["false_sure"] == 0, total["crossing"] == 0,
            sure >= 0.95, recalled >= 0.99, average <= 2, most <= 5,
        ),
        "hidden": (max(lines, default=0) <= 10,),
        "falsified": (most <= 5, total["scores_right"] == len(whole)),
        "silent": (),
        "wrong": (),
    }  # fmt: skip
    words = [
        f"{mode}: {right} of {len(results)} wholly as played{f', {broken} broke' if broken else ''}",
        f"  lines of difference: {sum(lines)}, most in a round {max(lines, default=0)}",
        f"  points taken wrongly: {total['false_points']} (goal 0)",
        f"  false flags: {total['false_sure']} told as sure (goal 0), {total['false_doubtful']} in doubt",
        f"  true flags told as sure: {sure:.1%} of {total['true_flags']} (goal 95 %)",
        f"  turned and relocated cubes told: {recalled:.1%} of {total['turned']} (goal 99 %)",
        f"  errors that cross from one shake into the next: {total['crossing']} (goal 0)",
        f"  questions: {average:.1f} a round (goal 2), most {most} (goal 5)",
        f"  all scores right: {total['scores_right']} of {len(whole)}",
    ]
    return not broken and total["false_points"] == 0 and all(wanted[mode]), words


def _share(part: int, whole: int) -> float:
    return part / whole if whole else 1.0
