"""The rule books side by side. To change a limit, a penalty or a score of a book, edit its module here."""

from __future__ import annotations

from table.rules.editions import t2013_14, t2017_18, t2019_20
from table.rules.editions.tournament import TournamentBook

EDITIONS: dict[str, TournamentBook] = {book.id: book for book in (t2013_14.BOOK, t2017_18.BOOK, t2019_20.BOOK)}
DEFAULT = t2019_20.BOOK
