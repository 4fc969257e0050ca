"""Puts a scoresheet together from the referee's match and the record of its journal. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, tzinfo

from table.rules.entry import Entry
from table.rules.fold import fold
from table.rules.tournament import writing
from table.rules.tournament.report import final_totals, points
from table.rules.tournament.state import Match
from table.rules.tournament.state import Shake as Played
from table.rules.tournament.view import phase
from table.sheets.record import Record, records
from table.sheets.sheet import (
    Challenge,
    Correction,
    Difference,
    Penalty,
    Player,
    Shake,
    Sheet,
    Signature,
    State,
)


def sheets(journal: Iterable[Entry], event: str = "", table: str = "", zone: tzinfo | None = None) -> list[Sheet]:
    """The sheets of all matches of a journal. Times are shown in `zone`, or else in the machine's own."""
    entries = list(journal)
    folded, _ = fold(entries)
    return [
        assemble(match, record, event, table, zone)
        for match, record in zip(folded.matches, records(entries), strict=True)
    ]


def assemble(m: Match, record: Record, event: str = "", table: str = "", zone: tzinfo | None = None) -> Sheet:
    """One match's sheet, as things stand."""
    return Sheet(
        match=m.id,
        event=event,
        table=table,
        edition=m.edition_id,
        title=m.edition.title,
        division=m.division,
        game=m.game,
        opened=_local(record.opened, zone),
        rules=record.opening.rules,
        state=_state(m),
        players=tuple(_player(m, record, name, zone) for name in m.players),
        shakes=tuple(_shake(m, s) for s in m.shakes),
        penalties=tuple(_penalties(m)),
        corrections=tuple(_corrections(m, record)),
        differences=tuple(_differences(m)),
        notes=(*_rulings(m), *record.notes),
    )


def _state(m: Match) -> State:
    if m.closed:
        return "closed"
    return "to be signed" if phase(m) == "signing" else "under way"


def _player(m: Match, record: Record, name: str, zone: tzinfo | None) -> Player:
    seat = m.players.index(name)
    lost = sum(p.points for p in m.penalties.values() if p.player == name and p.counts)
    carried, total = m.base.get(name, 0), m.total(name)
    signature = None
    if name in m.signatures:
        signature = Signature(_local(record.signed.get(name, ""), zone), dict(m.signatures[name]))
    return Player(
        name=name,
        seat=seat + 1,
        side=record.opening.players[seat].side or "",
        carried=carried,
        scored=total + lost - carried,
        lost=lost,
        total=total,
        final=final_totals(m)[name],
        points=points(m)[name],
        signature=signature,
        remark=_remark(m, name),
    )


def _remark(m: Match, name: str) -> str:
    if name in m.disqualified:
        return "disqualified (IX-C)"
    if name in m.deceived:
        return "0 for the round (XII-B)"
    if name in m.final:
        return "as corrected (XII-B)"
    return "absent at the end" if name in m.absent else ""


def _shake(m: Match, s: Played) -> Shake:
    scored = s.phase == "scored" and s.scores is not None
    return Shake(
        number=s.number,
        replay=s.replay,
        state="void" if s.phase == "void" else "scored" if scored else "under way",
        setter=s.setter or "",
        goal=s.goal_as_set or s.goal,
        ending=_ending(m, s),
        challenge=_challenge(m, s),
        solutions={writer: writing.is_correct(s, writer) for writer in s.presented} if scored else {},
        scores=dict(s.scores or {}) if scored else {},
        judge=s.scored_by,
    )


def _ending(m: Match, s: Played) -> str:
    if s.phase == "void":
        later = any(other.number == s.number and other.play > s.play for other in m.shakes)
        waiting = any(number == s.number for number, _, _ in m.replays)
        return "void, replayed" if later else "void, to be replayed" if waiting else "void"
    words = {"last-cube": "last cube", "stop": "end of the round", None: ""}
    return words[s.ending] if s.ending in words else _word(m, s.ending or "")


def _challenge(m: Match, s: Played) -> Challenge | None:
    if s.challenge is None:
        return None
    c = s.challenge
    return Challenge(_word(m, c.kind), c.challenger, c.mover, dict(s.sides))


def _word(m: Match, kind: str) -> str:
    """Now or Impossible, as the book calls it."""
    return m.edition.now_word.value if kind == "now" else m.edition.impossible_word.value


def _penalties(m: Match) -> Iterable[Penalty]:
    for p in m.penalties.values():
        yield Penalty(p.shake, p.player, p.points, p.reason, p.cite, p.initials, p.needs_initials, p.counts, p.struck)


def _corrections(m: Match, record: Record) -> Iterable[Correction]:
    last = {c.player: c for c in record.corrections}
    for c in record.corrections:
        stands = m.final.get(c.player) if last[c.player] is c else None
        yield Correction(c.player, c.listed, c.right, stands, c.honest, c.consent, c.by)


def _rulings(m: Match) -> Iterable[str]:
    """What judges found of solutions; in the match, because only the referee knows which shake they meant."""
    for s in m.shakes:
        for writer, (correct, reason, by) in s.rulings.items():
            found = "correct" if correct else "not correct"
            why = f": {reason}" if reason else ""
            yield f"Shake {s.number}: judge {by} found {writer}'s solution {found}{why}"


def _differences(m: Match) -> Iterable[Difference]:
    now = final_totals(m)
    for signer, listed in m.signatures.items():
        for player, signed in listed.items():
            if player in now and signed != now[player]:
                yield Difference(signer, player, signed, now[player], player in m.final)


def _local(wall: str, zone: tzinfo | None) -> str:
    """A wall time of the journal in the zone of those who read the sheet, to the minute."""
    try:
        return datetime.fromisoformat(wall).astimezone(zone).isoformat(sep=" ", timespec="minutes")
    except (ValueError, OverflowError):
        return ""  # a journal that was written by hand need not have it
