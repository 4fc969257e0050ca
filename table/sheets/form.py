"""What stands on the paper: a sheet as blocks, in the order in which staff read it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from unicodedata import name as unicode_name

import msgspec

from table.rules.sheet import CorrectionRow, PenaltyRow, PlayerColumn, ShakeRow, Sheet
from table.sheets.direction import isolated, leftwards
from table.sheets.flow import FormBlock, space
from table.sheets.grid import FINE, LEADING, PAD, STRONG, Column, Text, heading, row
from table.sheets.lettering import Lettering
from table.sheets.page import POINT, Pages
from table.sheets.plain import shown
from table.sheets.typefaces import can_shape

SMALL, BODY, FIGURE, LARGE = 7.0, 9.0, 12.0, 18.0
"""Sizes of letters in points."""

MINUS = "\u2212"


def form(sheet: Sheet, lettering: Lettering, width: float) -> list[FormBlock]:
    """All blocks of a sheet, for paper of this width between its margins."""
    return list(_Form(sheet, lettering, width).blocks())


class _Form:
    def __init__(self, sheet: Sheet, lettering: Lettering, width: float) -> None:
        self.sheet, self.lettering, self.width = sheet, lettering, width
        self.names = [player.name for player in sheet.players]

    def blocks(self) -> Iterator[FormBlock]:
        yield self._title()
        yield self._fields()
        yield space(5)
        yield from self._scores()
        yield from self._penalties()
        yield from self._corrections()
        yield from self._remarks()
        yield from self._signatures()

    # --- the head of the sheet ---

    def _title(self) -> FormBlock:
        sheet = self.sheet

        def draw(pages: Pages, x: float, y: float) -> None:
            pages.write(x, y + 3, "WFF 'N PROOF", SMALL, bold=True)
            pages.write(x, y + 10.5, "Scoresheet", LARGE, bold=True)
            if not sheet.over:
                words = "NOT FINAL: the match is under way"
                room = self.lettering.width(words, BODY * POINT, bold=True) + 6
                pages.box(x + self.width - room, y + 3.5, room, 7.5, STRONG)
                pages.write(x + self.width - room / 2, y + 8.4, words, BODY, True, "middle")
            pages.line(x, y + 13.5, x + self.width, y + 13.5, STRONG)

        return FormBlock(15.0, draw)

    def _fields(self) -> FormBlock:
        sheet = self.sheet
        division = f"{sheet.division.capitalize()} ({sheet.game} game)" if sheet.game else sheet.division
        fields = (
            (("Event", isolated(sheet.event)), ("Table", isolated(sheet.table)), ("Match", isolated(sheet.match))),
            (("Date", sheet.opened[:16]), ("Rules", sheet.title), ("Division", division)),
        )
        step_x = (self.width + 4) / 3
        room = step_x - 4
        laid = [[(name, self._lines(words, room, BODY + 1)) for name, words in line] for line in fields]
        step = (BODY + 1) * POINT * LEADING
        heights = [4.0 + step * max(len(lines) for _, lines in line) + 2.5 for line in laid]

        def draw(pages: Pages, x: float, y: float) -> None:
            for line, height in zip(laid, heights, strict=True):
                for place, (name, lines) in enumerate(line):
                    left = x + place * step_x
                    pages.write(left, y + 3, name, SMALL)
                    for number, words in enumerate(lines, 1):
                        pages.write(left, y + 2.6 + number * step, words, BODY + 1, bold=True)
                    pages.line(left, y + height - 1.5, left + room, y + height - 1.5, FINE)
                y += height

        return FormBlock(sum(heights), draw)

    # --- shakes and sums ---

    def _scores(self) -> Iterator[FormBlock]:
        columns = self._columns()
        head = heading(columns, self.lettering)
        yield head
        for shake in self.sheet.shakes:
            yield row(columns, self._shake(shake), self.lettering, head)
        if not self.sheet.shakes:
            empty = [*[Text("")] * 3, Text("No shake was seen", 8.0), *[Text("")] * len(self.names)]
            yield row(columns, empty, self.lettering, head)
        sums = list(self._sums())
        wide = sum(column.width for column in columns[: -len(self.names)])
        columns = [Column(Text(""), wide, "right"), *columns[-len(self.names) :]]
        remarks = [player.remark for player in self.sheet.players]
        for number, (title, figures, size) in enumerate(sums):
            small = remarks if title == "Total" else [""] * len(figures)
            cells = [Text(title, BODY, size > BODY)]
            cells += [Text(figure, size, size > BODY, why) for figure, why in zip(figures, small, strict=True)]
            yield row(columns, cells, self.lettering, least=8.0 if size > BODY else 6.0, stays=number < len(sums) - 1)

    def _columns(self) -> list[Column]:
        figures = 24.0
        first = [("Shake", 12.0), ("Goal", 20.0), ("Set by", 26.0)]
        rest = self.width - sum(width for _, width in first) - figures * len(self.names)
        columns = [Column(Text(title, SMALL, bold=True), width) for title, width in [*first, ("How it ended", rest)]]
        for player in self.sheet.players:
            seat = f"seat {player.seat}{', ' + player.side if player.side else ''}"
            columns.append(Column(Text(isolated(player.name), BODY, True, seat), figures, "middle"))
        return columns

    def _shake(self, s: ShakeRow) -> list[Text]:
        scores = [Text(_figure(s.scores.get(name)), FIGURE) for name in self.names]
        if s.state != "scored":
            scores = [Text("void" if s.state == "void" else "")] * len(self.names)
        return [
            Text(str(s.number), BODY, True, "replay" if s.replay else ""),
            Text(s.goal or MINUS),
            Text(isolated(s.setter) if s.setter else "not known"),
            Text(self._ending(s), 8.0, small="" if s.state == "void" else self._details(s)),
            *scores,
        ]

    def _ending(self, s: ShakeRow) -> str:
        if s.challenge is None or s.state == "void":
            return {"": "under way"}.get(s.ending, s.ending.capitalize())
        c = s.challenge
        return f"{c.word}: {isolated(c.challenger)} challenged {isolated(c.mover)}"

    def _details(self, s: ShakeRow) -> str:
        joined = s.challenge.joined if s.challenge else {}
        said = [f"{isolated(player)} joined the {side}" for player, side in joined.items()]
        for found, words in ((True, "correct"), (False, "not correct")):
            writers = [isolated(writer) for writer, correct in s.solutions.items() if correct is found]
            said += [f"{words}: {', '.join(writers)}"] if writers else []
        said += [f"scores set by judge {isolated(s.judge)}"] if s.judge else []
        return "\n".join(said)

    def _sums(self) -> Iterator[tuple[str, list[str], float]]:
        players = self.sheet.players
        if any(p.carried for p in players):
            yield "Carried over", [_figure(p.carried) for p in players], BODY
        yield "Sum of the shakes", [_figure(p.scored) for p in players], BODY
        yield "Penalties", [_figure(-p.lost) for p in players], BODY
        if any(p.final != p.total for p in players):
            yield "Sum", [_figure(p.total) for p in players], BODY
        yield "Total", [_figure(p.final) for p in players], FIGURE
        points = "Match points" if self.sheet.over else "Match points so far"
        yield points, [_figure(p.points) for p in players], FIGURE

    # --- penalties and corrections ---

    def _penalties(self) -> Iterator[FormBlock]:
        if not self.sheet.penalties:
            yield from self._section("Penalties: none")
            return
        yield from self._section("Penalties")
        widths = (13.0, 40.0, 15.0, self.width - 92.0, 24.0)
        titles = ("Shake", "Player", "Points", "Reason", "Judge's initials")
        columns = [
            Column(
                Text(title, SMALL, bold=True), width, "middle" if title in ("Points", "Judge's initials") else "left"
            )
            for title, width in zip(titles, widths, strict=True)
        ]
        head = heading(columns, self.lettering)
        yield head
        for penalty in self.sheet.penalties:
            yield row(columns, self._penalty(penalty), self.lettering, head, least=9.0)

    def _penalty(self, p: PenaltyRow) -> list[Text]:
        waits = p.needs_initials and not p.initials and not p.struck
        points = _figure(-p.points) if p.counts else f"({_figure(-p.points)})"
        why = "struck" if p.struck else "does not count without a judge's initials (XI-A)" if waits else ""
        return [
            Text(str(p.shake or MINUS), BODY, True),
            Text(isolated(p.player)),
            Text(points, FIGURE, p.counts),
            Text(f"{self._told(p.reason)} [{p.cite}]", 8.0, small=why),
            Text(isolated(p.initials), FIGURE) if p.initials else Text("", box=waits),
        ]

    def _corrections(self) -> Iterator[FormBlock]:
        if not self.sheet.corrections:
            return
        yield from self._section("Corrections of the signed sheet (XII-B)")
        widths = (40.0, 15.0, 15.0, 15.0, self.width - 109.0, 24.0)
        titles = ("Player", "Listed", "Right", "Stands", "Why", "Judge's initials")
        columns = [
            Column(Text(title, SMALL, bold=True), width, "left" if title in ("Player", "Why") else "middle")
            for title, width in zip(titles, widths, strict=True)
        ]
        head = heading(columns, self.lettering)
        yield head
        for c in self.sheet.corrections:
            figures = [Text(_figure(c.listed)), Text(_figure(c.right)), Text(_figure(c.stands), FIGURE, True)]
            cells = [Text(isolated(c.player)), *figures, Text(self._why(c), 8.0), Text(isolated(c.judge), FIGURE)]
            yield row(columns, cells, self.lettering, head, least=9.0)

    def _why(self, c: CorrectionRow) -> str:
        if not c.honest:
            return "intent to deceive"
        if set(c.consent) >= set(self.names):
            return "an oversight; all players agree"
        against = ", ".join(isolated(name) for name in self.names if name not in c.consent)
        return f"an oversight; not agreed by {against}"

    # --- remarks and signatures ---

    def _remarks(self) -> Iterator[FormBlock]:
        sheet = self.sheet
        strong = [
            f"{isolated(d.signer)} signed {d.signed} for {isolated(d.player)}; the journal now comes to {d.now}."
            for d in sheet.differences
            if not d.corrected
        ]
        if strong:
            yield from self._section("What was signed is not what the journal comes to now")
            yield from self._paragraphs(strong, bold=True)
        notes = [
            f"{isolated(d.signer)} signed {d.signed} for {isolated(d.player)}, before the correction to {d.now}."
            for d in sheet.differences
            if d.corrected
        ]
        notes += [self._told(note) for note in sheet.notes]
        notes += self._unwritten()
        if notes:
            yield from self._section("Notes")
            yield from self._paragraphs(notes)

    def _unwritten(self) -> list[str]:
        """A sheet never shows empty boxes for letters: it says what it had no font for."""
        missing: set[str] = set()
        for text in _texts(msgspec.to_builtins(self.sheet)):
            missing |= self.lettering.lacking(shown(text))
        if not missing:
            return []
        listed = ", ".join(f"U+{ord(char):04X} {unicode_name(char, '')}".strip() for char in sorted(missing)[:6])
        more = f" and {len(missing) - 6} more" if len(missing) > 6 else ""
        cure = "install a font that has them" if can_shape() else "install uharfbuzz, which draws other scripts"
        return [f"Written by their code points, because this computer has no font for them: {listed}{more} ({cure})."]

    def _signatures(self) -> Iterator[FormBlock]:
        yield from self._section("Signatures: each player signs or initials (XII-B)")
        gap = 4.0
        wide = (self.width - gap * (len(self.names) - 1)) / len(self.names)
        laid = [self._signed(player, wide - 2 * PAD) for player in self.sheet.players]
        above = max(len(names) for names, _ in laid) * BODY * POINT * LEADING
        below = max(len(said) for _, said in laid) * SMALL * POINT * LEADING
        height = 2 * PAD + above + 15.0 + below + 1.0

        def draw(pages: Pages, x: float, y: float) -> None:
            for names, said in laid:
                pages.box(x, y, wide, height, FINE)
                for number, words in enumerate(names, 1):
                    pages.write(x + PAD, y + PAD + number * BODY * POINT * LEADING - 1, words, BODY, bold=True)
                line = y + PAD + above + 14.0
                pages.write(x + PAD, line - 0.8, "x", BODY)
                pages.line(x + PAD + 3, line, x + wide - PAD, line, FINE)
                for number, words in enumerate(said, 1):
                    pages.write(x + PAD, line + 0.7 + number * SMALL * POINT * LEADING, words, SMALL)
                x += wide + gap

        yield FormBlock(height, draw, stays=True)
        yield self._hand_in()

    def _signed(self, p: PlayerColumn, room: float) -> tuple[list[str], list[str]]:
        names = self._lines(isolated(p.name), room, BODY, bold=True)
        points = "match points" if self.sheet.over else "match points so far"
        said = [f"Total {_figure(p.final)}, {points} {_figure(p.points)}"]
        if p.signature is not None:
            when = f", {p.signature.at[:16]}" if p.signature.at else ""
            figures = ", ".join(f"{isolated(name)} {_figure(n)}" for name, n in p.signature.totals.items())
            said.append(f"Signed at the table{when}{': ' + figures if figures else ''}")
        return names, [line for words in said for line in self._lines(words, room, SMALL)]

    def _hand_in(self) -> FormBlock:
        """The winner turns the sheet in (XII-B), and somebody takes it."""

        def draw(pages: Pages, x: float, y: float) -> None:
            half = self.width / 2 - 2
            for left, words in ((x, "Turned in by (winner)"), (x + half + 4, "Received by (staff)")):
                pages.line(left, y + 12, left + half, y + 12, FINE)
                pages.write(left, y + 15.5, words, SMALL)

        return FormBlock(17.0, draw)

    # --- small things ---

    def _section(self, words: str) -> Iterator[FormBlock]:
        yield FormBlock(9.0, lambda pages, x, y: pages.write(x, y + 7, words, BODY + 1, bold=True), stays=True)

    def _paragraphs(self, texts: Sequence[str], bold: bool = False) -> Iterator[FormBlock]:
        step = BODY * POINT * LEADING
        for text in texts:
            yield self._paragraph(self._lines(text, self.width - 4, BODY, bold), step, bold)

    def _paragraph(self, lines: list[str], step: float, bold: bool) -> FormBlock:
        def draw(pages: Pages, x: float, y: float) -> None:
            pages.write(x, y + step - 1, "\u2022", BODY, bold)
            for number, line in enumerate(lines, 1):
                pages.write(x + 4, y + number * step - 1, line, BODY, bold)

        return FormBlock(len(lines) * step + 0.8, draw)

    def _lines(self, words: str, room: float, size: float, bold: bool = False) -> list[str]:
        return self.lettering.broken(words, room, size * POINT, bold)

    def _told(self, text: str) -> str:
        """A sentence of the journal, in which names that are written from right to left keep their direction."""
        told = around = shown(text)
        for name in map(shown, self.names):
            around = around.replace(name, "")
            told = told.replace(name, isolated(name)) if leftwards(name) else told
        return isolated(text) if leftwards(around) else told


def _figure(number: int | None) -> str:
    if number is None:
        return ""
    return f"{MINUS}{-number}" if number < 0 else str(number)


def _texts(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield from _texts(key)
            yield from _texts(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from _texts(inner)
