"""A toy game, added through the port alone: players permit cubes in turn, and who ends the shake gets the rest."""

from dataclasses import dataclass, field

from table.rules import events as ev
from table.rules.editions.book import Book
from table.rules.flags import FlagKind
from table.rules.game import Meaning
from table.rules.match import Match, Move, Shake
from table.rules.plain_game import PlainGame

KINDS = {"out-of-turn": FlagKind("out-of-turn", "a cube was moved by another player", "Toy 1", "the cube goes back")}
BOOKS = {"toy": Book(id="toy", title="Toy Rules", family="toy")}


@dataclass(slots=True, kw_only=True)
class ToyShake(Shake):
    turn: str

    @property
    def mover(self) -> str | None:
        return self.turn if self.active else None


@dataclass(slots=True, kw_only=True)
class ToyMatch(Match):
    shakes: list[ToyShake] = field(default_factory=list)
    flag_kinds = KINDS  # type: ignore[assignment]


def rolled(m: ToyMatch, e: ev.Rolled) -> None:
    n, who, where = len(m.shakes) + 1, e.player or m.players[0], ["resources"] * len(e.letters)
    shake = ToyShake(number=n, play=n, players=m.players, setter=who, began=m.at, turn=who, phase="moving")
    shake.letters, shake.where = list(e.letters), where  # type: ignore[assignment]
    m.shakes.append(shake)
    m.tell("shake", f"shake {n} begins", "Toy 1")


def moved(m: ToyMatch, e: ev.Moved) -> None:
    shake = m.shakes[-1]
    if e.player != shake.turn:
        m.flag("out-of-turn", e.player, (e.cube,))
        return
    shake.where[e.cube - 1], shake.last_mover, shake.turn = e.to, e.player, m.left_of(e.player)
    shake.moves.append(Move(e.player, e.cube, shake.letters[e.cube - 1], e.to, m.at))


def said(m: ToyMatch, e: ev.Said) -> None:
    shake = m.shakes[-1]
    if e.player == shake.turn:
        shake.phase, shake.scores = "scored", {p: (p == e.player) * len(shake.holding("resources")) for p in m.players}
        m.tell("scored", f"{e.player} ends the shake", "Toy 2", e.player)


class ToyGame(PlainGame):
    family, flag_kinds, books = "toy", KINDS, BOOKS
    meanings = (Meaning("moving", "goal", False, "ends the shake", lambda m, player: ev.Said("goal", player)),)
    acting = {ev.Rolled: rolled, ev.Moved: moved, ev.Said: said}  # noqa: RUF012

    def open(self, opening: ev.MatchOpened, at: int) -> ToyMatch:
        names = tuple(seat.name for seat in opening.players)
        return ToyMatch(id=opening.match, edition_id="toy", family="toy", players=names, opened=at)
