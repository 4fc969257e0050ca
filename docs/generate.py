"""Writes the pages of docs/ that are made from the code and the scenarios. `make docs` runs it; a test checks them."""

from __future__ import annotations

import inspect
import io
import re
import tempfile
import types
import typing
from collections import defaultdict, deque
from collections.abc import Callable, Iterable
from pathlib import Path

import msgspec
from rich.console import Console, RenderableType

from hardware.wiring import BUTTONS
from table.cli.demo import Performance, builtin, screen
from table.cli.editions import side_by_side
from table.config.reading import PLACES
from table.config.writing import example, rows
from table.language.blanks import BLANKS
from table.language.scenario import Scenario, parse
from table.language.sentences import templates
from table.rules import events as ev
from table.rules.cubes import Letter, Region
from table.rules.editions import EDITIONS
from table.rules.games import books as all_books
from table.rules.tournament.buttons import MEANINGS
from table.rules.tournament.flag_kinds import FLAG_KINDS
from table.rules.tournament.settings import Settings

ROOT = Path(__file__).resolve().parent.parent
NOTE = "<!-- Written by `make docs` from the code. Edit the code, not this page. -->\n\n"


def pages() -> dict[str, str]:
    """Each generated page by its file name."""
    made: dict[str, Callable[[], Iterable[str]]] = {
        "journal.md": journal,
        "flags.md": flags,
        "editions.md": editions,
        "sentences.md": sentences,
        "rules-coverage.md": coverage,
        "config.md": configuration,
        "buttons.md": buttons,
    }
    return {name: NOTE + "\n".join(page()) + "\n" for name, page in made.items()} | {"demo.svg": picture()}


def picture() -> str:
    """The end of the demo's first shake, as it looks in a terminal."""
    console = Console(record=True, width=112, file=io.StringIO(), force_terminal=True)
    lines: deque[RenderableType] = deque(maxlen=22)
    with tempfile.TemporaryDirectory() as scratch:
        performance = Performance(builtin(), Path(scratch))
        for line in performance.play():
            lines.append(line)
            if performance.now > 541_000:
                break
        console.print(screen(performance.match, 546_000, lines))
        performance.session.close()
    svg = console.export_svg(title="wff-table demo", unique_id="demo")
    return re.sub(r"@font-face \{.*?\}\s*", "", svg, flags=re.DOTALL)  # the reader's own fonts will do


def journal() -> Iterable[str]:
    yield "# The journal\n"
    yield (ROOT / "docs" / "parts" / "journal.md").read_text().strip() + "\n"
    yield "## Every kind of event\n"
    yield "All are version 1 (`v`) if nothing else is said. A field with a default may be left out.\n"
    for kind, cls in ev.KINDS.items():
        who = " *A judge's or staff's to write.*" if cls.judges_only else ""
        who += f" Version {cls.version}; older ones are read too." if cls.version > 1 else ""
        yield f"### `{kind}`\n\n{_words(cls)}{who}\n"
        fields = msgspec.structs.fields(cls)
        if fields:
            yield "| field | value | default |\n|---|---|---|"
            for field in fields:
                yield f"| `{field.name}` | {_type(field.type)} | {_default(field)} |"
            yield ""
    yield "### Settings of a match\n\n| setting | value | default |\n|---|---|---|"
    for field in msgspec.structs.fields(Settings):
        yield f"| `{field.name}` | {_type(field.type)} | {_default(field)} |"


def flags() -> Iterable[str]:
    yield "# Flags\n"
    yield (
        "What the table notices. A flag is *raised*; then it may be *corrected* (the cubes went back), *charged* (an\n"
        "opponent pointed it out in time) or *insulated* (another player acted legally); in the end a judge has it\n"
        "*upheld* or *dismissed*. Players are told of time-outs and set-aside challenges at once; everything else is the\n"
        "judge's, unless the event sets `call_out`.\n"
    )
    yield "| kind | what happened | cite | proposed remedy | points | told at once | can be insulated | conduct |"
    yield "|---|---|---|---|---|---|---|---|"
    for flag in FLAG_KINDS.values():
        marks = " | ".join("yes" if mark else "" for mark in (flag.public, flag.insulable, flag.conduct))
        remedy = flag.remedy or "by the edition"
        yield f"| `{flag.kind}` | {flag.what} | {flag.cite} | {remedy} | {_points(flag.kind)} | {marks} |"


def editions() -> Iterable[str]:
    yield "# The rule books side by side\n"
    yield (
        "From `table/rules/editions/`: `common.py` holds what the three tournament books say alike, and each book's own\n"
        "module what it says itself. **To change a limit, a penalty or a score, edit it there; nothing else states it.**\n"
        "`wff-table editions` prints this table, `wff-table editions --differences` only what differs.\n"
    )
    books = list(all_books().values())
    yield "| | " + " | ".join(book.id for book in books) + " |"
    yield "|---" * (len(books) + 1) + "|"
    for name, cells in side_by_side(books):
        yield f"| {name} | " + " | ".join(f"{value} ({cite})" if cite else value for value, cite in cells) + " |"


def sentences() -> Iterable[str]:
    yield "# What can be said\n"
    yield (
        "Each line is a form of sentence, with its blanks in braces, for scenario files and for `wff-table say`.\n"
        "`{player}` may be `somebody` where the table does not know; `{cubes}` are letters (`p`, `Ksr`), letters with a\n"
        "number (`p2` is the second p of the roll) or cubes by number (`#12`); `{flag}` is a flag's id or the kind of the\n"
        "newest one; `{time}` is minutes:seconds since the match was opened.\n\n"
        "Limits run out only when something is written after them: say `time passes` to let the table notice.\n"
    )
    yield "```\n" + "\n".join(templates()) + "\n```\n"
    yield "## The blanks\n\n| blank | what goes in |\n|---|---|"
    for name, blank in BLANKS.items():
        yield f"| `{{{name}}}` | {blank.words} |"


def configuration() -> Iterable[str]:
    yield "# Configuration\n"
    places = ", ".join(f"`{place}`" for place in PLACES)
    yield (
        "One file in TOML says what is attached to a table. It is looked for in this order: "
        + places
        + "; or name it\n"
        "with `--config`. Every key may be left out. A key that means nothing and a value that cannot be are errors that\n"
        "name the key and what would be right. `wff-table doctor` tries whatever the file says.\n"
    )
    yield "| key | what it says | what it may be | if left out |\n|---|---|---|---|"
    for row in rows():
        yield f"| `{row.key}` | {row.words} | {row.allowed} | `{row.default}` |"
    yield (
        "\nNo two seats share a side, and they go clockwise as one looks down on the mat: the players of a match sit in that\n"
        "order. Pins are GPIO numbers, not numbers of the header's pins, and no two parts on the header may share one; parts\n"
        "that are on the pod, simulated or absent leave theirs free.\n"
    )
    yield f"## A file with every key\n\n```toml\n{example()}```\n"
    yield "## A laptop with a webcam and a pod\n"
    yield (
        "```toml\n"
        'data = "~/wff-table"\n[camera]\ndriver = "opencv"\n'
        '[block]\ndriver = "pod"\n[buttons]\ndriver = "pod"\n[sand]\ndriver = "pod"\n[buzzer]\ndriver = "pod"\n'
        "```"
    )


def buttons() -> Iterable[str]:
    yield "# What the buttons mean\n"
    yield (
        "Every seat has four buttons: Goal/Done, Bonus, Now, Impossible. What one of them means follows the phase of the\n"
        "match, so that a round needs no screen: cubes are seen by the camera, the block has its switch, and the rest is here.\n"
        "From `table/rules/tournament/buttons.py`.\n"
    )
    names = {"goal": "Goal/Done", "bonus": "Bonus", "now": "Now", "impossible": "Impossible"}
    yield "| phase | " + " | ".join(names[button] for button in BUTTONS) + " |"
    yield "|---" * (len(BUTTONS) + 1) + "|"
    for phase in dict.fromkeys(row.phase for row in MEANINGS):
        cells = []
        for button in BUTTONS:
            here = [row for row in MEANINGS if (row.phase, row.button) == (phase, button)]
            cells.append("; ".join(f"*hold:* {row.what}" if row.long else row.what for row in here))
        yield f"| {phase} | " + " | ".join(cells) + " |"
    yield (
        "\n- **A press acts when the button goes down.** Held for 0.8 seconds or more, the same press is told again when it is\n"
        "  released; it means something then only if the short press meant nothing to this player. So nobody charges\n"
        "  illegal procedure by saying Now too firmly.\n"
        "- **Nothing is refused because the rules forbid it.** A leader may press Bonus, anyone may press Now with the block\n"
        "  up: noticing that is the business of the others, and the referee's.\n"
        "- **Who lifted the block** is whoever presses Now or Impossible first. A lift counts after 150 ms; a word that is\n"
        "  pressed sooner waits for it. With the block on its pad both words mean nothing.\n"
        "- **The third party** joins with Now those who say that there is a solution (the challenger after Now, the mover\n"
        "  after Impossible), with Impossible those who say that there is none. Presenting a solution joins the writers.\n"
        "- **Whoever declined** may still press Done while the time to write runs. A rejection can be taken back with Done\n"
        "  while the time to check runs.\n"
        "- **A charge** is named aloud within fifteen seconds, and a rejection explained: a judge or the console writes that\n"
        "  down. A third party who has not yet joined a side does so before charging.\n"
        "- **The extra minute** costs a point and is therefore held for. Only 2019-20 sells one.\n"
        "- While a judge has stopped the clocks, and after the sheet was taken, buttons mean nothing."
    )


def coverage() -> Iterable[str]:
    scenarios = read_scenarios()
    yield "# Which rule is shown by which scenario\n"
    legal = [s for s in scenarios if any("silence" in getattr(line, "text", "") for line in s.lines)]
    yield (
        f"{len(scenarios)} scenarios in `tests/scenarios/`, {len(legal)} of them of legal play that must stay silent; "
        f"together they are played in {sum(1 for s in scenarios for _ in s.variants())} combinations of edition and "
        "division.\n"
    )
    yield "## Rule by rule, edition by edition\n"
    yield "| rule | " + " | ".join(EDITIONS) + " |\n" + "|---" * (len(EDITIONS) + 1) + "|"
    by_rule: dict[str, list[Scenario]] = defaultdict(list)
    for scenario in scenarios:
        for rule in scenario.rules:
            by_rule[rule].append(scenario)
    for rule in sorted(by_rule, key=_section):
        cells = (", ".join(f"{s.name}" for s in by_rule[rule] if edition in s.editions) or "-" for edition in EDITIONS)
        yield f"| {rule} | " + " | ".join(cells) + " |"
    yield "\n## Flag by flag\n\n| flag | scenarios |\n|---|---|"
    for kind in FLAG_KINDS:
        showing = [s.name for s in scenarios if any(f"flag {kind} " in getattr(line, "text", "") for line in s.lines)]
        yield f"| `{kind}` | {', '.join(showing) or '-'} |"


def read_scenarios() -> list[Scenario]:
    folder = ROOT / "tests" / "scenarios"
    return [parse(path.read_text(), path.stem) for path in sorted(folder.glob("**/*.txt"))]


# --- wording ---

_NAMED = {
    Region: "a region: resources, goal, required, permitted, forbidden, off",
    Letter: "a letter: C A K E N R p q r s i o",
    ev.Seat: "a player: `name`, and perhaps `side` of the mat",
    ev.Event: "an event",
}


def _words(cls: type) -> str:
    return inspect.cleandoc(cls.__doc__ or "").replace("\n\n", "\n\n")


def _type(kind: object) -> str:
    for known, words in _NAMED.items():
        if kind == known:
            return words
    origin, args = typing.get_origin(kind), typing.get_args(kind)
    if origin is typing.Annotated:
        described = [meta.description for meta in args[1:] if meta.description]
        return described[0] if described else _type(args[0])
    if origin in (typing.Union, types.UnionType):
        return " or ".join(dict.fromkeys(_type(arg) for arg in args if arg is not type(None)))
    if origin is typing.Literal:
        return ", ".join(f"`{arg}`" for arg in args)
    if origin is tuple:
        return "two numbers: from, to" if args == (int, int) else f"a list: {_type(args[0])}"
    if origin is dict:
        return "an object"
    return {int: "a whole number", str: "text", bool: "true or false"}.get(kind, "any")  # type: ignore[call-overload]


def _default(field: msgspec.structs.FieldInfo) -> str:
    if field.required:
        return "needed"
    if field.name == "settings":
        return "as below"
    if field.default in (None, "", ()) or field.default_factory is not msgspec.NODEFAULT:
        return "none"
    return f"`{msgspec.json.encode(field.default).decode()}`"


def _points(kind: str) -> str:
    names = {"bonus-while-leading": ("setter-bonus-while-leading", "mover-bonus-while-leading")}.get(kind, (kind,))
    found = [f"{name}: {e.penalties[name].value}" for e in EDITIONS.values() for name in names if name in e.penalties]
    values = {text.split(": ", 1)[1] for text in found}
    return "0" if not found else values.pop() if len(values) == 1 else "by edition and division"


def _section(rule: str) -> tuple[int, str]:
    numerals = ["I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII"]
    head = rule.split("-", maxsplit=1)[0]
    return (numerals.index(head) if head in numerals else 99, rule)


if __name__ == "__main__":
    for name, text in pages().items():
        (ROOT / "docs" / name).write_text(text)
        print(f"docs/{name}")
