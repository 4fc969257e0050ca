"""`wff-table check`, `prove` and `solve`: the logic of the game on the command line, for judges."""

from __future__ import annotations

import json
import re
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import typer

from table.cli.errors import refuse
from table.cli.wff import short_enough
from table.logic.proofs.check import check_sheet
from table.logic.proofs.prove import prove as find_proof
from table.logic.proofs.verdict import Reason, Verdict
from table.logic.reading.printing import print_proof, print_sheet
from table.logic.reading.sheet_text import ARROW, read_sheet
from table.logic.reading.solution_text import UnreadableError, read_solution
from table.logic.search.solve import Answer, NoSolution, Solved, Undecided
from table.logic.search.solve import solve as find_solution
from table.logic.terms import (
    CHALLENGES,
    REGULAR,
    RULES,
    BadPositionError,
    Challenge,
    Position,
)
from table.logic.wff import fault, is_wff
from table.rules.book_terms import UnknownBookError
from table.rules.book_terms import terms as terms_of
from table.rules.editions import DEFAULT


def check(
    position: Annotated[Path, typer.Argument(help="The position, a JSON file; - is standard input.")],
    proof: Annotated[Path, typer.Argument(help="The solution and the proof as text.")],
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object instead.")] = False,
) -> None:
    """Judge a solution and its proof; every reason with the book's section and the line."""
    records = _records(position)
    if len(records) != 1:
        refuse(f"{position} holds {len(records)} positions, and one is checked at a time")
    place, challenge = _understood(*records[0])
    try:
        sheet = read_sheet(_text(proof))
    except UnreadableError as error:
        refuse(f"{proof}, {error}")
    verdict = check_sheet(place, challenge, sheet)
    print(json.dumps(_verdict_record(verdict), indent=1) if as_json else _verdict_text(verdict))
    if not verdict.accepted:
        raise typer.Exit(1)


def prove(
    sequent: Annotated[str, typer.Argument(help="Such as 'p, KsCpr / Ko, Co, Ki => Ksr'.")],
) -> None:
    """Print a proof with the named rules and no others; without a / all twelve may be used."""
    premises, rules, goal = _sequent(sequent)
    found = find_proof(premises, rules, goal, replace(REGULAR, premise_needed=False))
    if not found:
        by = f"by {', '.join(rules)}" if rules else "without any rule"
        print(f"There is no proof of {goal} from {', '.join(premises) or 'nothing'} {by}.")
        raise typer.Exit(1)
    print(print_proof(found))


def solve(
    positions: Annotated[Path, typer.Argument(help="A position as JSON, or several as JSON Lines; - is input.")],
    as_json: Annotated[bool, typer.Option("--json", help="Print a JSON object for each.")] = False,
    limit: Annotated[float, typer.Option(help="Seconds for each position before it is undecided.")] = 60.0,
) -> None:
    """Find a solution with its proof, or say why there is none."""
    if not limit >= 0:
        refuse(f"the limit is {limit:g}; it is a number of seconds, 0 or more")
    understood = [_understood(record, where) for record, where in _records(positions)]
    for place, challenge in understood:
        start = time.perf_counter()
        answer = find_solution(place, challenge, _timer(start + limit), _progress(not as_json))
        seconds = time.perf_counter() - start
        if as_json:
            print(json.dumps(_answer_record(answer, seconds)), flush=True)
        else:
            print(_answer_text(answer), f"({seconds:.2f} s)\n", sep="\n", flush=True)


_REGIONS = ("goal", "required", "permitted", "forbidden", "resources")
_KEYS = {*_REGIONS, "edition", "division", "game", "challenge"}


def _understood(record: Any, where: str = "") -> tuple[Position, Challenge]:
    """The position and challenge of a JSON object; ends the command with a sentence if there is none in it.

    `where` begins the sentence where there are several records.
    """
    if not isinstance(record, dict):
        refuse(f"{where}a position is a JSON object with a goal and a challenge")
    for key, value in record.items():
        if key not in _KEYS:
            refuse(f"{where}{key!r} is not part of a position; known are {', '.join(sorted(_KEYS))}")
        if not isinstance(value, str):
            refuse(f"{where}{key!r} must be a string")
    for key in ("goal", "challenge"):
        if key not in record:
            refuse(f"{where}the position has no {key!r}")
    challenge = "impossible" if record["challenge"].lower() == "never" else record["challenge"].lower()
    if challenge not in CHALLENGES:
        refuse(f"{where}the challenge is {record['challenge']!r} and not one of {', '.join(CHALLENGES)}")
    try:
        terms = terms_of(record.get("edition", DEFAULT.id), record.get("division", "senior"), record.get("game"))
        regions = {key: re.sub(r"[\s,]", "", record.get(key, "")) for key in _REGIONS}
        short_enough(regions["goal"], f"{where}the goal")
        return Position(**regions, terms=terms), challenge
    except (BadPositionError, UnknownBookError) as error:
        refuse(f"{where}{error}")


def _sequent(text: str) -> tuple[tuple[str, ...], tuple[str, ...], str]:
    arrows = list(ARROW.finditer(text))
    if not arrows:
        refuse("a sequent has an arrow before the goal, such as 'p, Cpq / Co => q'")
    left, goal = text[: arrows[-1].start()], text[arrows[-1].end() :].strip()
    try:
        solution = read_solution(left)
    except UnreadableError as error:
        refuse(str(error))
    for one in (*solution.texts, goal):
        short_enough(one, "a WFF")
        if not is_wff(one):
            refuse(str(fault(one)))
    for name in solution.names:
        if name not in RULES:
            refuse(f"{name} is not a rule; there are {', '.join(RULES)}")
        if solution.names.count(name) > 1:
            refuse(f"{name} is named {solution.names.count(name)} times, and once is enough (III-C)")
    return solution.texts, solution.names if "/" in left else RULES, goal


def _records(path: Path) -> list[tuple[Any, str]]:
    """The JSON objects in a file, one, a list of them, or one on each line; with several, each with where it is."""
    text = _text(path)
    records: list[tuple[Any, str]] = []
    try:
        whole = json.loads(text)
        several = whole if isinstance(whole, list) else [whole]
        records = [(one, f"position {number}: ") for number, one in enumerate(several, 1)]
    except (json.JSONDecodeError, RecursionError):
        for number, line in enumerate(text.splitlines(), 1):
            if line.strip():
                try:
                    records.append((json.loads(line), f"line {number}: "))
                except (json.JSONDecodeError, RecursionError) as error:
                    refuse(f"{path}, line {number} is not JSON: {error}")
    if not records:
        refuse(f"{path} holds no position")
    return records if len(records) > 1 else [(records[0][0], "")]


def _text(path: Path) -> str:
    try:
        text = sys.stdin.read() if str(path) == "-" else path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        refuse(f"cannot read {path}: {error}")
    return text.removeprefix("\ufeff")  # some editors put a byte order mark before the text


def _timer(end: float) -> Callable[[], bool]:
    return lambda: time.perf_counter() > end


def _progress(wanted: bool) -> Callable[[int, int], None]:
    """A line on the terminal that is written over; nothing where nobody watches."""

    def show(done: int, of: int) -> None:
        if wanted and sys.stderr.isatty():
            print(f"\rpremises of {done} of at most {of} letters ", end="\r", file=sys.stderr, flush=True)

    return show


def _verdict_text(verdict: Verdict) -> str:
    lines = ["accepted" if verdict.accepted else "rejected"]
    for one in verdict.reasons:
        lines.append(f"  {one}")
        if one.shorter:
            lines += ["", *(f"    {row}" for row in print_sheet(one.shorter).splitlines()), ""]
    lines += [f"  note: {one}" for one in verdict.warnings]
    return "\n".join(lines)


def _verdict_record(verdict: Verdict) -> dict[str, Any]:
    return {
        "verdict": "accepted" if verdict.accepted else "rejected",
        "reasons": list(_reason_records(verdict.reasons)),
        "warnings": list(_reason_records(verdict.warnings)),
    }


def _reason_records(reasons: tuple[Reason, ...]) -> Iterator[dict[str, Any]]:
    for one in reasons:
        record: dict[str, Any] = {"code": one.code, "cite": one.cite, "message": one.message}
        record |= {"line": one.line, "label": one.label, "row": one.row, "cubes": one.cubes}
        if one.shorter:
            record["shorter"] = print_sheet(one.shorter)
        yield record


def _answer_text(answer: Answer) -> str:
    if isinstance(answer, Solved):
        return print_sheet(answer.sheet)
    word = "no solution" if isinstance(answer, NoSolution) else "undecided"
    return f"{word}: {answer.reason}"


def _answer_record(answer: Answer, seconds: float) -> dict[str, Any]:
    record: dict[str, Any] = {"verdict": "undecided" if isinstance(answer, Undecided) else "none"}
    record |= {"premises": [], "rules": [], "resources_used": "", "proof": "", "reason": ""}
    if isinstance(answer, Solved):
        solution = answer.sheet.solution
        record |= {"verdict": "solution", "premises": list(solution.texts), "rules": [str(r) for r in solution.rules]}
        record |= {"resources_used": answer.resources_used, "proof": print_sheet(answer.sheet)}
    else:
        record["reason"] = answer.reason
    return record | {"seconds": round(seconds, 4)}
