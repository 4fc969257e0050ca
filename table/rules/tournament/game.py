"""The tournament game behind the port: what each question of the rest of the table is answered by."""

from __future__ import annotations

from typing import Any

import msgspec

from table.logic.terms import Terms
from table.rules.book_terms import terms
from table.rules.editions import EDITIONS
from table.rules.entry import plain
from table.rules.events import Event, MatchOpened, Word
from table.rules.game import Act, Button, Due, Sand, Wait
from table.rules.match import Decision
from table.rules.plain_game import PlainGame, bad_names
from table.rules.public import PublicView
from table.rules.sheet import Record, Sheet
from table.rules.tournament import machine, report, screen, sheet, state, view
from table.rules.tournament.buttons import MEANINGS
from table.rules.tournament.flag_kinds import FLAG_KINDS
from table.rules.tournament.settings import Settings
from table.rules.tournament.state import TournamentMatch


class Tournament(PlainGame):
    """Two or three players, a round of shakes against the sand, Now and Impossible."""

    family = "tournament"
    books = EDITIONS
    flag_kinds = FLAG_KINDS
    meanings = MEANINGS

    def unplayable(self, opening: MatchOpened) -> str:
        book = EDITIONS[opening.edition]
        if opening.division not in book.divisions.value:
            return f"division: Invalid enum value '{opening.division}'"
        try:
            settings = msgspec.convert(opening.settings, Settings)
        except msgspec.ValidationError as error:
            return f"settings.{plain(error)}"
        if len(opening.players) not in book.match_points:
            return f"a match has two or three players, not {len(opening.players)}"
        names = bad_names(opening)
        if names:
            return names
        minutes = settings.round_minutes
        if minutes is not None and not 6 <= minutes <= 240:
            return f"a round lasts 6 to 240 minutes, not {minutes}"
        if opening.game is not None and opening.game not in book.rules_of_inference:
            return f"{book.title} have no '{opening.game}' game; there are {', '.join(book.rules_of_inference)}"
        return ""

    def open(self, opening: MatchOpened, at: int) -> TournamentMatch:
        return state.opened(opening, at)

    def apply(self, match: TournamentMatch, since: int, at: int, seq: int, event: Event) -> list[Decision]:
        return machine.apply(match, since, at, seq, event)

    def takes(self, kind: type[Event]) -> bool:
        return kind in machine.ACTS

    def phase(self, match: TournamentMatch) -> str:
        return view.phase(match)

    def sand(self, match: TournamentMatch, now: int) -> Sand:
        return view.sand(match, now)

    def due(self, match: TournamentMatch) -> list[Due]:
        return view.due_announcements(match)

    def acts(self, match: TournamentMatch) -> list[Act]:
        return view.legal_acts(match)

    def waits_for_lift(self, match: TournamentMatch, button: Button) -> bool:
        return button in ("now", "impossible") and view.phase(match) in ("moving", "setting", "writing")

    def word(self, match: TournamentMatch, word: Word) -> str:
        book = match.edition
        said = {"goal": book.goal_word, "now": book.now_word, "impossible": book.impossible_word}.get(word)
        return said.value if said else word.title()

    def public(self, match: TournamentMatch) -> PublicView:
        return screen.public(match)

    def waits(self, match: TournamentMatch) -> list[Wait]:
        return screen.waits(match)

    def terms(self, match: TournamentMatch) -> Terms:
        return terms(match.edition_id, match.division, match.game, match.settings)

    def totals(self, match: TournamentMatch) -> dict[str, int]:
        return report.final_totals(match)

    def points(self, match: TournamentMatch) -> dict[str, int]:
        return report.points(match)

    def report(self, match: TournamentMatch) -> dict[str, Any]:
        return report.report(match)

    def sheet(self, match: TournamentMatch, record: Record) -> Sheet:
        return sheet.sheet(match, record)


TOURNAMENT = Tournament()
