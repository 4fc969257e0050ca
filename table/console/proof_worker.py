"""Proofs are judged and sought in a process of their own, which can be stopped and slows no page down.

Run as `python -m table.console.thinking`, it reads one question as JSON and writes the answer as JSON; it knows the
logic and nothing of the web. `think` asks it.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import Any

from table.logic.proofs.check import check_sheet
from table.logic.proofs.verdict import Verdict
from table.logic.reading.printing import print_sheet
from table.logic.reading.sheet import Named, Premise, WrittenSheet
from table.logic.reading.sheet_text import read_sheet
from table.logic.reading.solution_text import UnreadableError
from table.logic.search.solve import NoSolution, Solved, solve
from table.logic.terms import BadPositionError, Challenge, Position, Terms

SEARCH_LIMIT_S = 25.0
"""Seconds that the solver searches."""
THINKING_LIMIT_S = 40.0
"""Seconds after which any thinking is stopped."""

_one_at_a_time = asyncio.Lock()


async def think(question: dict[str, Any]) -> dict[str, Any]:
    """Ask; if there is no answer in time, the answer says so."""
    async with _one_at_a_time:
        thinker = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "table.console.proof_worker",
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
        )
        try:
            out, _ = await asyncio.wait_for(thinker.communicate(json.dumps(question).encode()), THINKING_LIMIT_S)
            answer = json.loads(out)
        except TimeoutError:
            answer = {"unread": f"No answer was found in {THINKING_LIMIT_S:.0f} seconds."}
        except json.JSONDecodeError:
            answer = {"unread": "This could not be judged; the text is too much for it."}
        finally:
            if thinker.returncode is None:
                thinker.kill()
                await thinker.wait()
    return {"unread": "", "solver": ""} | dict(answer)


def question(what: str, position: Position, challenge: Challenge, text: str = "", shorter: str = "") -> dict[str, Any]:
    """What `think` is asked: to `check` a sheet, whether it shows a cube `unneeded`, or to `solve`."""
    terms = position.terms
    allowed = {
        "rules": sorted(terms.rules),
        "spelled": None if terms.spelled is None else sorted(terms.spelled),
        "subproofs": terms.subproofs,
        "top_line": terms.top_line,
        "rule_needed": terms.rule_needed,
        "premise_needed": terms.premise_needed,
        "one_line_subproofs": terms.one_line_subproofs,
        "line_cited_twice": terms.line_cited_twice,
        "reiteration": terms.reiteration,
    }
    regions = {name: getattr(position, name) for name in ("goal", "required", "permitted", "forbidden", "resources")}
    return {
        "what": what,
        "regions": regions,
        "terms": allowed,
        "challenge": challenge,
        "text": text,
        "shorter": shorter,
    }


def answer(asked: dict[str, Any]) -> dict[str, Any]:
    """The answer, in plain values."""
    rules = {"rules": frozenset(asked["terms"]["rules"])}
    spelled = asked["terms"]["spelled"]
    terms = Terms(**{**asked["terms"], **rules, "spelled": None if spelled is None else frozenset(spelled)})
    try:
        position = Position(**asked["regions"], terms=terms)
        if asked["what"] == "solve":
            return _solved(position, asked["challenge"])
        sheet = read_sheet(asked["text"])
        if asked["what"] == "unneeded":
            return _unneeded(position, asked["challenge"], sheet, read_sheet(asked["shorter"]), asked["shorter"])
        return _verdict(check_sheet(position, asked["challenge"], sheet), asked["text"])
    except (UnreadableError, BadPositionError) as error:
        return {"unread": f"{error}."}


def _verdict(verdict: Verdict, text: str) -> dict[str, Any]:
    """Line by line: what was written, with what is wrong in it; and what is wrong with the whole."""
    rows: list[dict[str, Any]] = [{"text": row, "wrong": [], "notes": []} for row in text.splitlines()]
    whole: list[dict[str, str]] = []
    for reason in verdict.reasons:
        said = {"words": reason.message, "cite": reason.cite}
        if 0 < reason.row <= len(rows):
            rows[reason.row - 1]["wrong"].append(said)
        else:
            whole.append({**said, "shorter": print_sheet(reason.shorter) if reason.shorter else ""})
    notes = [{"words": str(note)} for note in verdict.warnings]
    return {"accepted": verdict.accepted, "rows": rows, "whole": whole, "notes": notes}


def _unneeded(
    position: Position, challenge: Challenge, sheet: WrittenSheet, shorter: WrittenSheet, text: str
) -> dict[str, Any]:
    """Whether a checker's shorter solution shows that a required cube is not essential (VII-B-4).

    Nothing may be added, split or rearranged; what is left out must hold a required cube; and what is left must be a
    correct solution by itself.
    """
    left = list(sheet.solution.parts)
    added = []
    for part in shorter.solution.parts:
        same = next((one for one in left if _same(one, part)), None)
        if same is None:
            added.append(str(part.text if isinstance(part, Premise) else part))
        else:
            left.remove(same)
    relaxed = replace(position, required="", permitted=position.permitted + position.required)
    found = _verdict(check_sheet(relaxed, challenge, shorter), text)
    if added:
        found["whole"].append(
            {"words": f"it has what the solution does not: {', '.join(added)}", "cite": "VII-B-4", "shorter": ""}
        )
    if not any(_holds_required(part, position.required) for part in left):
        found["whole"].append({"words": "what it leaves out holds no required cube", "cite": "VII-B-4", "shorter": ""})
    found["accepted"] = found["accepted"] and not found["whole"]
    return found


def _same(one: Premise | Named, other: Premise | Named) -> bool:
    return type(one) is type(other) and replace(one, marks=()) == replace(other, marks=())


def _holds_required(part: Premise | Named, required: str) -> bool:
    letters = [part.cubes[mark] for mark in part.marks if mark < len(part.cubes)] or list(part.cubes)
    return any(letter in required for letter in letters)


def _solved(position: Position, challenge: Challenge) -> dict[str, Any]:
    start = time.perf_counter()
    found = solve(position, challenge, _timer(start + SEARCH_LIMIT_S))
    seconds = round(time.perf_counter() - start, 2)
    if isinstance(found, Solved):
        return {
            "solver": "a solution",
            "words": print_sheet(found.sheet),
            "used": found.resources_used,
            "seconds": seconds,
        }
    kind = "no solution" if isinstance(found, NoSolution) else "undecided"
    return {"solver": kind, "words": found.reason, "used": "", "seconds": seconds}


def _timer(end: float) -> Callable[[], bool]:
    return lambda: time.perf_counter() > end


def main() -> None:
    with suppress(OSError):  # a unit may not be allowed to
        os.nice(10)
    print(json.dumps(answer(json.load(sys.stdin))))


if __name__ == "__main__":
    main()
