"""What a game may leave as it is; what its book says otherwise it overrides.

No limits, no buttons, nothing to flag, and a screen, a report and a sheet that tell no more than every match has.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from table.logic.terms import REGULAR, Terms
from table.rules import common_acts
from table.rules.editions.book import Book
from table.rules.events import Event, MatchOpened, Word
from table.rules.flags import FlagKind
from table.rules.game import Act, Button, Due, Meaning, Sand, Wait
from table.rules.match import Decision, Match
from table.rules.match_report import match_report
from table.rules.public import Headline, PublicView, ScoredShake
from table.rules.sheet import Record, ShakeRow, Sheet, penalty_rows, player_column


class PlainGame:
    """A game over the shared state; see `Game` for what each of these is asked for."""

    family = ""
    books: Mapping[str, Book] = {}
    flag_kinds: Mapping[str, FlagKind] = {}
    meanings: Sequence[Meaning] = ()
    acting: ClassVar[common_acts.Acts] = {}
    """what the game does with events, beside or in place of what all games do"""

    regions: Sequence[str] = ("required", "permitted", "forbidden", "resources")
    """the regions of its mat beside the Goal, in the order in which they are shown"""

    def unplayable(self, opening: MatchOpened) -> str:
        return bad_names(opening)

    def open(self, opening: MatchOpened, at: int) -> Match:
        raise NotImplementedError

    def apply(self, match: Any, since: int, at: int, seq: int, event: Event) -> list[Decision]:
        match.since, match.at, match.seq, match.cause = since, at, seq, seq
        common_acts.act_on(match, event, {**common_acts.ACTS, **self.acting})
        out: list[Decision] = match.out
        match.out = []
        return out

    def takes(self, kind: type[Event]) -> bool:
        return kind in self.acting or kind in common_acts.ACTS

    def phase(self, match: Any) -> str:
        if match.closed:
            return "closed"
        if match.paused is not None:
            return "paused"
        return str(match.shake.phase) if match.shake is not None else "between"

    def sand(self, match: Any, now: int) -> Sand:
        return Sand("idle", 0.0, 0.0)

    def due(self, match: Any) -> list[Due]:
        return []

    def acts(self, match: Any) -> list[Act]:
        return []

    def press(self, match: Any, player: str, button: Button, long: bool) -> Event | None:
        """Read from the table of meanings; a long press means something only where the short one means nothing."""
        if player not in match.players or (long and self.press(match, player, button, False) is not None):
            return None
        now = self.phase(match)
        here = (row for row in self.meanings if (row.phase, row.button, row.long) == (now, button, long))
        return next((event for row in here if (event := row.doing(match, player)) is not None), None)

    def waits_for_lift(self, match: Any, button: Button) -> bool:
        return False

    def word(self, match: Any, word: Word) -> str:
        return word.title()

    def public(self, match: Any) -> PublicView:
        now = match.shake
        mover = now.mover if now is not None else None
        waits = (mover,) if mover is not None else ()
        return PublicView(
            match=match.id,
            book=match.edition_id,
            division="",
            players=match.players,
            phase=self.phase(match),
            headline=Headline(f"{mover}'s turn", "") if mover else Headline("Between shakes", ""),
            totals=self.totals(match),
            shake=now.number if now is not None else None,
            last_shake=match.shakes[-1].number if match.shakes else None,
            shakes=tuple(ScoredShake(s.number, s.scores) for s in match.shakes if s.scores is not None),
            turn=mover,
            waits_for=waits,
            paused=match.paused,
            absent=tuple(match.absent),
            disqualified=tuple(match.disqualified),
            signed=tuple(match.signatures),
            regions=shown_regions(match, self.regions),
        )

    def waits(self, match: Any) -> list[Wait]:
        return []

    def terms(self, match: Any) -> Terms:
        return REGULAR

    def totals(self, match: Any) -> dict[str, int]:
        return {player: match.total(player) for player in match.players}

    def points(self, match: Any) -> dict[str, int]:
        return dict.fromkeys(match.players, 0)

    def report(self, match: Any) -> dict[str, Any]:
        return match_report(match, self.phase(match), self.totals(match), self.points(match), self.regions)

    def sheet(self, match: Any, record: Record) -> Sheet:
        totals, points = self.totals(match), self.points(match)
        return Sheet(
            match=match.id,
            event="",
            table="",
            edition=match.edition_id,
            title=self.books[match.edition_id].title,
            division="",
            game="",
            opened=record.opened,
            rules=record.opening.rules,
            state="closed" if match.closed else "under way",
            players=tuple(player_column(match, record, p, totals[p], points[p]) for p in match.players),
            shakes=tuple(_row(s) for s in match.shakes),
            penalties=penalty_rows(match),
            corrections=(),
            differences=(),
            notes=tuple(record.notes),
        )


def bad_names(opening: MatchOpened) -> str:
    """Why players cannot be told apart by their names and ids, or nothing."""
    names = [seat.name for seat in opening.players]
    if len(set(names)) < len(names):
        return "two players have the same name"
    ids = [seat.id for seat in opening.players if seat.id]
    if len(set(ids)) < len(ids):
        return "two players have the same id"
    if {"somebody", "nobody"} & set(names):
        return "a player cannot be called 'somebody' or 'nobody': those words mean that the table does not know who"
    return ""


def shown_regions(match: Match, regions: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """Each region and the letters in it, the Goal first and in its own order; nothing before cubes were rolled."""
    if not match.shakes or not match.shakes[-1].letters:
        return ()
    last = match.shakes[-1]
    return (("Goal", last.goal), *((region.title(), last.holding(region)) for region in regions))


def _row(s: Any) -> ShakeRow:
    state: Any = "void" if s.phase == "void" else "scored" if s.scores is not None else "under way"
    return ShakeRow(s.number, False, state, s.setter or "", s.goal_as_set or s.goal, "", scores=dict(s.scores or {}))
